// Registers and instructions while a function is compiled.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "isonoise/function/code.hpp"
#include "isonoise/function/reading/tree.hpp"

namespace isonoise::function {

class Builder;

// Shares a register; the last owner frees it.
class Handle {
  public:
    Handle() = default;
    Handle(Builder* builder, Register index);
    Handle(const Handle& other);
    Handle(Handle&& other) noexcept : builder_(std::exchange(other.builder_, nullptr)), index_(other.index_) {}
    Handle& operator=(Handle other) noexcept {
        std::swap(builder_, other.builder_);
        std::swap(index_, other.index_);
        return *this;
    }
    ~Handle();
    Register index() const { return index_; }
    explicit operator bool() const { return builder_ != nullptr; }

  private:
    Builder* builder_ = nullptr;
    Register index_ = 0;
};

class Builder {
  public:
    Handle constant(Word word) {
        const auto found = constants_.find(word);
        if (found != constants_.end()) return Handle(this, found->second);
        const Register index = code.registers++;  // one that no value was in before
        owners_.push_back(1);                     // for ever
        constants_[word] = index;
        words_[index] = word;
        code.constants.emplace_back(index, word);
        return Handle(this, index);
    }
    const Word* word(const Handle& h) const {
        const auto found = words_.find(h.index());
        return found == words_.end() ? nullptr : &found->second;
    }
    Handle allocate() {
        if (free_.empty()) {
            free_.push_back(code.registers++);
            owners_.push_back(0);
        }
        const Register index = free_.back();
        free_.pop_back();
        return Handle(this, index);
    }
    Handle emit(Operation operation, const Handle& a, const Handle& b = {}, const Handle& c = {}) {
        const Word *x = a ? word(a) : nullptr, *y = b ? word(b) : nullptr, *z = c ? word(c) : nullptr;
        if (x && (!b || y) && (!c || z)) return constant(applied(operation, *x, y ? *y : 0u, z ? *z : 0u));
        if (operation == Operation::choose && x) return *x != 0u ? b : c;
        if (operation == Operation::choose && b.index() == c.index()) return b;
        if (operation == Operation::both && x) return *x == 0u ? a : *x == ~Word{0} ? b : plain(operation, a, b, c);
        if (operation == Operation::both && y) return *y == 0u ? b : *y == ~Word{0} ? a : plain(operation, a, b, c);
        return plain(operation, a, b, c);
    }
    void set(const Handle& to, const Handle& value) { push({Operation::copy, to.index(), value.index()}); }
    void set_where(const Handle& mask, const Handle& to, const Handle& value) {
        push({Operation::choose, to.index(), mask.index(), value.index(), to.index()});
    }
    void undefine(const Handle& h) { push({Operation::undefined, h.index()}); }
    void write(Operation operation, const Handle& to, const Handle& a, const Handle& b) {
        push({operation, to.index(), a.index(), b.index()});
    }
    void call(Call call) {
        push({Operation::call, static_cast<Register>(code.calls.size())});
        code.calls.push_back(std::move(call));
    }
    // A jump whose target is set later.
    std::size_t jump(Operation operation, const Handle& mask = {}) {
        push({operation, 0, mask ? mask.index() : 0});
        return code.instructions.size() - 1;
    }
    void land(std::size_t jump) { code.instructions[jump].to = here(); }
    Register here() const { return static_cast<Register>(code.instructions.size()); }

    void own(Register index) { ++owners_[index]; }
    void disown(Register index) {
        if (--owners_[index] == 0) free_.push_back(index);
    }

    Code code;

  private:
    static constexpr std::size_t kMostInstructions = 200'000;

    Handle plain(Operation operation, const Handle& a, const Handle& b, const Handle& c) {
        const Handle to = allocate();
        push({operation, to.index(), a.index(), b ? b.index() : a.index(), c ? c.index() : a.index()});
        return to;
    }
    void push(const Instruction& instruction) {
        if (code.instructions.size() >= kMostInstructions) glsl::fault("the function is too long");
        code.instructions.push_back(instruction);
    }

    std::map<Word, Register> constants_;
    std::map<Register, Word> words_;
    std::vector<std::uint32_t> owners_;
    std::vector<Register> free_;
};

inline Handle::Handle(Builder* builder, Register index) : builder_(builder), index_(index) { builder_->own(index_); }
inline Handle::Handle(const Handle& other) : builder_(other.builder_), index_(other.index_) {
    if (builder_) builder_->own(index_);
}
inline Handle::~Handle() {
    if (builder_) builder_->disown(index_);
}

}  // namespace isonoise::function
