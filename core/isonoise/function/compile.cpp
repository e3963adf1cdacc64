#include "isonoise/function/compile.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "isonoise/function/library.hpp"
#include "isonoise/untrusted.hpp"

namespace isonoise::function {
namespace {

using glsl::Declaration;
using glsl::Expression;
using glsl::fault;
using glsl::Program;
using glsl::Statement;
using glsl::Type;
using glsl::Variable;

constexpr std::size_t kMostInstructions = 200'000;
constexpr std::size_t kMostArray = 4096;
constexpr int kMostUnrolled = 256;  // rounds of a loop
constexpr std::size_t kMostInUnrolled = 20'000;

// ---- Registers and instructions

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
    Handle plain(Operation operation, const Handle& a, const Handle& b, const Handle& c) {
        const Handle to = allocate();
        push({operation, to.index(), a.index(), b ? b.index() : a.index(), c ? c.index() : a.index()});
        return to;
    }
    void push(const Instruction& instruction) {
        if (code.instructions.size() >= kMostInstructions) fault("the function is too long");
        code.instructions.push_back(instruction);
    }

    std::map<Word, Register> constants_;
    std::map<Register, Word> words_;
    std::vector<std::uint32_t> owners_;
    std::vector<Register> free_;
};

Handle::Handle(Builder* builder, Register index) : builder_(builder), index_(index) { builder_->own(index_); }
Handle::Handle(const Handle& other) : builder_(other.builder_), index_(other.index_) {
    if (builder_) builder_->own(index_);
}
Handle::~Handle() {
    if (builder_) builder_->disown(index_);
}

// ---- The walk over the tree

using Words = std::vector<Handle>;  // of a value, component by component

// A variable. One that is never assigned to shares the registers of its value.
struct Named {
    Type type;
    std::size_t length = 0;  // of an array
    Words words;
    std::size_t level = 0;  // where it was declared
    bool changes = false;
};

// The points that take part, from here to the end of a block.
struct Level {
    Handle mask;  // none: all
    std::size_t id;
    enum Kind { branch, function, loop, round } kind;
};

class Compiler {
  public:
    explicit Compiler(const Program& program) : program_(program) {
        for (std::size_t i = 0; i < program.size(); ++i) {
            if (program[i].kind == Declaration::structure) structures_[program[i].name] = &program[i];
        }
    }

    Code code(std::size_t main, std::span<const std::size_t> parameters) {
        levels_.push_back({{}, next_level_++, Level::branch});
        scopes_.emplace_back();
        for (const std::size_t i : parameters) {
            const Declaration& d = program_[i];
            Named named{.type = d.type, .words = fresh(size_of(d.type))};
            auto& registers = builder_.code.parameters.emplace_back();
            for (const Handle& h : named.words)
                registers.push_back(h.index());
            globals_[d.name] = std::move(named);
        }
        const Declaration& f = program_[main];
        Words point = fresh(size_of(f.variables[0].type));
        for (const Handle& h : point)
            builder_.code.point.push_back(h.index());
        std::vector<Words> arguments{point};
        const Words result = inlined(main, std::move(arguments), nullptr);
        for (const Handle& h : result)
            builder_.code.result.push_back(h.index());
        return std::move(builder_.code);
    }

    std::vector<Word> constant_words(const Declaration& d) {
        std::vector<Word> words;
        if (d.value.empty()) return words;
        levels_.push_back({{}, next_level_++, Level::branch});
        scopes_.emplace_back();
        for (const Handle& h : value(d.value[0])) {
            const Word* word = builder_.word(h);
            if (!word) glsl::fault_at(d.tokens[0].location, "the value of ", in_quotes(d.name), " is not constant");
            words.push_back(*word);
        }
        return words;
    }

  private:
    // ---- Types

    const Declaration& structure(const Type& type) const { return *structures_.at(type.name); }
    // How many words a value has; for an array, one element.
    std::size_t size_of(const Type& type) const {
        const auto size = static_cast<std::size_t>(type.size);
        if (type.kind == Type::matrix) return size * size;
        if (type.kind != Type::structure) return type.kind == Type::nothing ? 0 : size;
        std::size_t all = 0;
        for (const Variable& field : structure(type).variables)
            all += size_of(field.type) * (field.type.array ? length_of(field) : 1);
        return all;
    }
    std::size_t length_of(const Variable& variable) const {
        if (!variable.length.empty()) return length_of(variable.length[0]);
        if (!variable.value.empty()) return variable.value[0].parts.size();
        fault("the array ", in_quotes(variable.name), " has no length");
    }
    std::size_t length_of(const Expression& length) const {
        const Words words = const_cast<Compiler*>(this)->value(length);
        const Word* word = words.size() == 1 ? builder_.word(words[0]) : nullptr;
        if (!word || *word == 0 || *word > kMostArray)
            fault("the length of an array must be a constant from 1 to ", std::to_string(kMostArray));
        return *word;
    }

    // ---- Registers

    Words fresh(std::size_t size) {
        Words words;
        for (std::size_t i = 0; i < size; ++i)
            words.push_back(builder_.allocate());
        return words;
    }
    Words copied(const Words& from) {
        Words words = fresh(from.size());
        for (std::size_t i = 0; i < from.size(); ++i)
            builder_.set(words[i], from[i]);
        return words;
    }
    Handle real_constant(float x) { return builder_.constant(bits(x)); }
    const Handle& mask() const { return levels_.back().mask; }

    Named* find(const std::string& name) {
        for (std::size_t i = scopes_.size(); i-- > frames_.back().scope;) {
            const auto found = scopes_[i].find(name);
            if (found != scopes_[i].end()) return &found->second;
        }
        const auto global = globals_.find(name);
        return global == globals_.end() ? nullptr : &global->second;
    }

    // Declares a variable with this value.
    void declare(const std::string& name, const Type& type, std::size_t length, Words value, bool changes) {
        // A value that is another variable's must not follow its changes.
        const bool shared =
            std::any_of(value.begin(), value.end(), [&](const Handle& h) { return variables_.contains(h.index()); });
        Named named{type, length, changes || shared ? copied(value) : std::move(value), levels_.back().id, changes};
        if (changes) {
            for (const Handle& h : named.words)
                variables_.insert(h.index());
        }
        scopes_.back()[name] = std::move(named);
    }
    void close_scope() {
        for (const auto& [name, named] : scopes_.back()) {
            if (!named.changes) continue;
            for (const Handle& h : named.words)
                variables_.erase(h.index());
        }
        scopes_.pop_back();
    }
    // Where the current points are all that the variable is read for later, its words are simply replaced.
    void assign(const Named& variable, const Handle& to, const Handle& value) {
        if (variable.level == levels_.back().id || !mask()) {
            builder_.set(to, value);
        } else {
            builder_.set_where(mask(), to, value);
        }
    }

    // ---- Expressions

    Words value(const Expression& e) {
        switch (e.kind) {
        case Expression::literal: return {literal(e)};
        case Expression::name: return name(e);
        case Expression::call: return call(e);
        case Expression::construct: return construct(e);
        case Expression::index: return index(e);
        case Expression::field: return field(e);
        case Expression::bracket: return value(e.parts[0]);
        case Expression::prefix: return prefix(e);
        case Expression::binary: return binary(e);
        case Expression::ternary: return ternary(e);
        case Expression::step:
        case Expression::assign: glsl::fault_at(e.where, "an assignment must be a statement by itself");
        }
        return {};
    }
    // Values that a later part of the same expression may change through an out parameter are copied.
    Words kept(const Expression& e, std::span<const Expression> later) {
        Words words = value(e);
        if (std::none_of(later.begin(), later.end(), [&](const Expression& x) { return sets_something(x); }))
            return words;
        return copied(words);
    }
    bool sets_something(const Expression& e) const {
        if (e.kind == Expression::call && e.function != glsl::kNoFunction) {
            const auto& parameters = program_[e.function].variables;
            if (std::any_of(parameters.begin(), parameters.end(), [](const Variable& p) { return p.out; })) return true;
        }
        return std::any_of(e.parts.begin(), e.parts.end(),
                           [&](const Expression& part) { return sets_something(part); });
    }

    Handle literal(const Expression& e) {
        const std::string& text = e.text;
        if (text == "true" || text == "false") return builder_.constant(truth(text == "true"));
        if (e.type.kind == Type::real) {
            float x = 0;
            if (parse_float(text, x) != std::errc())
                glsl::fault_at(e.where, "the number ", in_quotes(text), " is too large");
            return real_constant(x);
        }
        const std::string digits = text.back() == 'u' ? text.substr(0, text.size() - 1) : text;
        const bool octal = digits.size() > 1 && digits[0] == '0' && digits[1] != 'x';
        const unsigned long long x = std::strtoull(digits.c_str(), nullptr, octal ? 8 : 0);
        if (x > 0xFFFFFFFFull || digits.size() > 12)
            glsl::fault_at(e.where, "the number ", in_quotes(text), " is too large");
        return builder_.constant(static_cast<Word>(x));
    }

    Words name(const Expression& e) {
        if (const Named* named = find(e.text)) return named->words;
        return constant(e.text);
    }
    // A constant at the top level.
    Words constant(const std::string& name) {
        const auto found = std::find_if(program_.begin(), program_.end(), [&](const Declaration& d) {
            return d.name == name && d.kind == Declaration::constant;
        });
        frames_.push_back({scopes_.size(), 0});
        scopes_.emplace_back();
        Named named{.type = found->type, .words = value(found->value[0])};
        named.length = found->type.array ? found->value[0].parts.size() : 0;
        scopes_.pop_back();
        frames_.pop_back();
        if (std::any_of(named.words.begin(), named.words.end(), [&](const Handle& h) { return !builder_.word(h); }))
            fault("the value of ", in_quotes(name), " is not constant");
        return (globals_[name] = std::move(named)).words;
    }

    Words prefix(const Expression& e) {
        Words words = value(e.parts[0]);
        for (Handle& h : words) {
            if (e.text == "!" || e.text == "~") h = builder_.emit(Operation::invert, h);
            if (e.text == "-")
                h = e.type.kind == Type::real || e.type.kind == Type::matrix
                        ? builder_.emit(Operation::negate, h)
                        : builder_.emit(Operation::int_subtract, builder_.constant(0), h);
        }
        return words;
    }

    Words binary(const Expression& e) {
        const Words left = kept(e.parts[0], {&e.parts[1], 1}), right = value(e.parts[1]);
        return combined(e.text, left, right, e.parts[0].type.kind);
    }
    Words combined(const std::string& sign, const Words& left, const Words& right, Type::Kind kind) {
        Words words;
        if (sign == "==" || sign == "!=") {
            Handle all = builder_.constant(~Word{0});
            for (std::size_t i = 0; i < left.size(); ++i)
                all = builder_.emit(Operation::both, all, compare(Operation::equal, left[i], right[i], kind));
            return {sign == "==" ? all : builder_.emit(Operation::invert, all)};
        }
        const std::size_t size = std::max(left.size(), right.size());
        for (std::size_t i = 0; i < size; ++i)
            words.push_back(operation(sign, left[left.size() == 1 ? 0 : i], right[right.size() == 1 ? 0 : i], kind));
        return words;
    }
    Handle compare(Operation operation, const Handle& a, const Handle& b, Type::Kind kind) {
        if (kind == Type::real || kind == Type::matrix) return builder_.emit(operation, a, b);
        const bool natural = kind == Type::natural;
        if (operation == Operation::equal) return builder_.emit(Operation::int_equal, a, b);
        if (operation == Operation::less)
            return builder_.emit(natural ? Operation::uint_less : Operation::int_less, a, b);
        return builder_.emit(natural ? Operation::uint_at_most : Operation::int_at_most, a, b);
    }
    Handle operation(const std::string& sign, const Handle& a, const Handle& b, Type::Kind kind) {
        const bool is_real = kind == Type::real || kind == Type::matrix, natural = kind == Type::natural;
        if (sign == "<") return compare(Operation::less, a, b, kind);
        if (sign == ">") return compare(Operation::less, b, a, kind);
        if (sign == "<=") return compare(Operation::at_most, a, b, kind);
        if (sign == ">=") return compare(Operation::at_most, b, a, kind);
        if (sign == "+") return builder_.emit(is_real ? Operation::add : Operation::int_add, a, b);
        if (sign == "-") return builder_.emit(is_real ? Operation::subtract : Operation::int_subtract, a, b);
        if (sign == "*") return builder_.emit(is_real ? Operation::multiply : Operation::int_multiply, a, b);
        if (sign == "/")
            return builder_.emit(is_real   ? Operation::divide
                                 : natural ? Operation::uint_divide
                                           : Operation::int_divide,
                                 a, b);
        if (sign == "%") return builder_.emit(natural ? Operation::uint_remainder : Operation::int_remainder, a, b);
        if (sign == "<<") return builder_.emit(Operation::shift_left, a, b);
        if (sign == ">>") return builder_.emit(natural ? Operation::shift_right : Operation::shift_signed, a, b);
        if (sign == "&" || sign == "&&") return builder_.emit(Operation::both, a, b);
        if (sign == "|" || sign == "||") return builder_.emit(Operation::either, a, b);
        if (sign == "^" || sign == "^^") return builder_.emit(Operation::exclusive, a, b);
        fault("the operator ", in_quotes(sign), " is not known here");
    }

    Words ternary(const Expression& e) {
        if (sets_something(e.parts[1]) || sets_something(e.parts[2]))
            glsl::fault_at(e.where, "a call with out parameters cannot be part of ?:");
        const Words condition = value(e.parts[0]), yes = value(e.parts[1]), no = value(e.parts[2]);
        Words words;
        for (std::size_t i = 0; i < yes.size(); ++i)
            words.push_back(builder_.emit(Operation::choose, condition[0], yes[i], no[i]));
        return words;
    }

    Words construct(const Expression& e) {
        Words given;
        std::vector<Type::Kind> kinds;
        for (std::size_t i = 0; i < e.parts.size(); ++i) {
            for (Handle& h : kept(e.parts[i], std::span(e.parts).subspan(i + 1))) {
                given.push_back(std::move(h));
                kinds.push_back(e.parts[i].type.kind);
            }
        }
        if (e.type.array || e.type.kind == Type::structure) return given;
        const std::size_t size = size_of(e.type);
        if (e.type.kind == Type::matrix && given.size() == 1) {  // on the diagonal
            Words words;
            const auto n = static_cast<std::size_t>(e.type.size);
            for (std::size_t i = 0; i < size; ++i)
                words.push_back(i % (n + 1) == 0 ? given[0] : real_constant(0));
            return words;
        }
        Words words;
        for (std::size_t i = 0; i < size; ++i) {
            const std::size_t from = given.size() == 1 ? 0 : i;
            words.push_back(converted(given[from], kinds[from], e.type.kind));
        }
        return words;
    }
    Handle converted(const Handle& h, Type::Kind from, Type::Kind to) {
        const bool was_real = from == Type::real || from == Type::matrix,
                   is_real = to == Type::real || to == Type::matrix;
        if (to == Type::boolean && from != Type::boolean) {
            const Handle zero = compare(Operation::equal, h, builder_.constant(0), from);
            return builder_.emit(Operation::invert, zero);
        }
        if (from == Type::boolean && to != Type::boolean)
            return builder_.emit(Operation::both, h, is_real ? real_constant(1) : builder_.constant(1));
        if (was_real && !is_real) return builder_.emit(to == Type::natural ? Operation::to_uint : Operation::to_int, h);
        if (!was_real && is_real)
            return builder_.emit(from == Type::natural ? Operation::from_uint : Operation::from_int, h);
        return h;
    }

    Words index(const Expression& e) {
        const Words from = kept(e.parts[0], {&e.parts[1], 1});
        const std::size_t size = size_of(e.type);
        const Handle at = value(e.parts[1])[0];
        const std::size_t count = from.size() / size;
        if (const Word* word = builder_.word(at)) {
            const std::size_t i = std::min<std::size_t>(*word, count - 1);
            return {from.begin() + static_cast<std::ptrdiff_t>(i * size),
                    from.begin() + static_cast<std::ptrdiff_t>((i + 1) * size)};
        }
        // Indices beyond the end take the last element, as unsigned numbers.
        Words words(from.end() - static_cast<std::ptrdiff_t>(size), from.end());
        for (std::size_t i = 0; i + 1 < count; ++i) {
            const Handle is = builder_.emit(Operation::int_equal, at, builder_.constant(static_cast<Word>(i)));
            for (std::size_t k = 0; k < size; ++k)
                words[k] = builder_.emit(Operation::choose, is, from[i * size + k], words[k]);
        }
        return words;
    }

    // The words of a field within those of its owner.
    std::vector<std::size_t> places(const Type& owner, const std::string& field) const {
        std::vector<std::size_t> at;
        if (owner.kind == Type::structure) {
            std::size_t from = 0;
            for (const Variable& one : structure(owner).variables) {
                const std::size_t size = size_of(one.type) * (one.type.array ? length_of(one) : 1);
                for (std::size_t i = 0; i < size && one.name == field; ++i)
                    at.push_back(from + i);
                from += size;
            }
        } else {
            for (const char c : field)
                at.push_back(glsl::component(c));
        }
        return at;
    }
    Words field(const Expression& e) {
        const Words from = value(e.parts[0]);
        Words words;
        for (const std::size_t i : places(e.parts[0].type, e.text))
            words.push_back(from[i]);
        return words;
    }

    // ---- Calls

    Words call(const Expression& e) {
        if (e.function == glsl::kNoFunction) return builtin(e);
        const Declaration& f = program_[e.function];
        std::vector<Words> arguments;
        for (std::size_t i = 0; i < e.parts.size(); ++i)
            arguments.push_back(f.variables[i].in ? kept(e.parts[i], std::span(e.parts).subspan(i + 1)) : Words());
        if (f.body.empty()) return native(f, e, arguments);
        return inlined(e.function, std::move(arguments), &e);
    }

    Words builtin(const Expression& e) {
        std::vector<Words> in;
        std::size_t size = 1;
        for (std::size_t i = 0; i < e.parts.size(); ++i) {
            in.push_back(kept(e.parts[i], std::span(e.parts).subspan(i + 1)));
            size = std::max(size, in.back().size());
        }
        Words words;
        for (std::size_t i = 0; i < size; ++i) {
            const auto x = [&](std::size_t k) -> const Handle& { return in[k][in[k].size() == 1 ? 0 : i]; };
            words.push_back(builtin(e, x));
        }
        return words;
    }
    template <class X> Handle builtin(const Expression& e, const X& x) {
        const Type::Kind kind = e.parts[0].type.kind;
        const auto least = [&](const Handle& a, const Handle& b) {  // GLSL's min
            if (kind == Type::real) return builder_.emit(Operation::minimum, a, b);
            return builder_.emit(Operation::choose, compare(Operation::less, b, a, kind), b, a);
        };
        const auto most = [&](const Handle& a, const Handle& b) {
            if (kind == Type::real) return builder_.emit(Operation::maximum, a, b);
            return builder_.emit(Operation::choose, compare(Operation::less, a, b, kind), b, a);
        };
        if (e.text == "floatBitsToUint" || e.text == "uintBitsToFloat" || e.text == "ISO_EXACT") return x(0);
        if (e.text == "floor") return builder_.emit(Operation::floor, x(0));
        if (e.text == "ceil") return builder_.emit(Operation::ceil, x(0));
        if (e.text == "min") return least(x(0), x(1));
        if (e.text == "max") return most(x(0), x(1));
        if (e.text == "clamp") return least(most(x(0), x(1)), x(2));
        if (e.text == "abs") {
            if (kind == Type::real) return builder_.emit(Operation::absolute, x(0));
            const Handle zero = builder_.constant(0);
            return builder_.emit(Operation::choose, builder_.emit(Operation::int_less, x(0), zero),
                                 builder_.emit(Operation::int_subtract, zero, x(0)), x(0));
        }
        glsl::fault_at(e.where, "the function ", in_quotes(e.text), " is not known here");
    }

    // A function that the library computes by itself.
    Words native(const Declaration& f, const Expression& e, std::vector<Words>& arguments) {
        const Native& native = native_of(f);
        if (!native.noise) {
            const Handle none;
            return {builder_.emit(native.operation, arguments[0][0], arguments.size() > 1 ? arguments[1][0] : none)};
        }
        Call call{.kind = native.kind, .dim = native.dim, .cell = native.cell, .in = {}, .out = {}, .mask = kAll};
        for (const Words& words : arguments) {
            for (const Handle& h : words)
                call.in.push_back(h.index());
        }
        const bool gradient = f.variables.back().out;
        const Words out = fresh(1 + (gradient ? static_cast<std::size_t>(native.dim) : 0));
        for (const Handle& h : out)
            call.out.push_back(h.index());
        if (mask()) call.mask = mask().index();
        builder_.call(std::move(call));
        if (gradient) set(e.parts.back(), Words(out.begin() + 1, out.end()));
        return {out[0]};
    }

    // Where each function's names begin, and its result.
    struct Frame {
        std::size_t scope;
        std::size_t level;
        Words result = {};
    };

    static bool returns_early(const Statement& s, bool last) {
        if (s.kind == Statement::give) return !last;
        for (std::size_t i = 0; i < s.parts.size(); ++i) {
            const bool end = s.kind == Statement::block && last && i + 1 == s.parts.size();
            if (returns_early(s.parts[i], end)) return true;
        }
        return false;
    }

    Words inlined(std::size_t index, std::vector<Words> arguments, const Expression* call) {
        const Declaration& f = program_[index];
        if (std::find(open_.begin(), open_.end(), index) != open_.end())
            fault("the function ", in_quotes(f.name), " calls itself");
        open_.push_back(index);
        const bool early = returns_early(f.body[0], true);
        frames_.push_back({scopes_.size(), levels_.size()});
        scopes_.emplace_back();
        const std::set<std::string> changed = changed_in(f.body[0]);
        for (std::size_t i = 0; i < f.variables.size(); ++i) {
            const Variable& p = f.variables[i];
            if (p.type.array) fault("the function ", in_quotes(f.name), " takes an array, which is not supported");
            if (!p.in) arguments[i] = Words(size_of(p.type), builder_.constant(0));
            declare(p.name, p.type, 0, std::move(arguments[i]), p.out || changed.contains(p.name));
        }
        if (early) {
            frames_.back().result = fresh(size_of(f.type));
            const Handle all = builder_.allocate();
            builder_.set(all, mask() ? mask() : builder_.constant(~Word{0}));
            levels_.push_back({all, next_level_++, Level::function});
        }
        for (const Statement& s : f.body[0].parts)
            statement(s);
        if (early) levels_.pop_back();
        Words result = std::move(frames_.back().result);
        std::vector<Words> outs(f.variables.size());
        for (std::size_t i = 0; i < f.variables.size(); ++i) {
            if (f.variables[i].out) outs[i] = copied(scopes_.back().at(f.variables[i].name).words);
        }
        close_scope();
        frames_.pop_back();
        open_.pop_back();
        for (std::size_t i = 0; i < outs.size() && call; ++i) {
            if (f.variables[i].out) set(call->parts[i], outs[i]);
        }
        return result;
    }

    // ---- Assignments

    // The variable that an expression is a part of, and the words of that part; a word of an array whose index is not
    // constant comes with the condition under which it is meant.
    struct Target {
        Named* variable;
        std::vector<std::size_t> words;
        std::vector<std::pair<Handle, std::size_t>> choices =
            {};  // where the handle is set, `words` are offset by this
    };
    Target target(const Expression& e) {
        if (e.kind == Expression::bracket) return target(e.parts[0]);
        if (e.kind == Expression::name) {
            Named* named = find(e.text);
            Target t{named, {}};
            for (std::size_t i = 0; i < named->words.size(); ++i)
                t.words.push_back(i);
            return t;
        }
        Target t = target(e.parts[0]);
        if (e.kind == Expression::field) {
            std::vector<std::size_t> words;
            for (const std::size_t i : places(e.parts[0].type, e.text))
                words.push_back(t.words[i]);
            t.words = std::move(words);
            return t;
        }
        const std::size_t size = size_of(e.type), count = t.words.size() / size;
        const Handle at = value(e.parts[1])[0];
        if (const Word* word = builder_.word(at)) {
            const std::size_t i = std::min<std::size_t>(*word, count - 1);
            t.words = std::vector<std::size_t>(t.words.begin() + static_cast<std::ptrdiff_t>(i * size),
                                               t.words.begin() + static_cast<std::ptrdiff_t>((i + 1) * size));
            return t;
        }
        if (!t.choices.empty()) glsl::fault_at(e.where, "an assignment may have only one index that varies");
        for (std::size_t i = 0; i < count; ++i) {
            const Handle last = builder_.constant(static_cast<Word>(i));
            t.choices.emplace_back(builder_.emit(i + 1 < count ? Operation::int_equal : Operation::uint_at_most,
                                                 i + 1 < count ? at : last, i + 1 < count ? last : at),
                                   i * size);
        }
        t.words.resize(size);
        return t;
    }
    void set(const Expression& to, const Words& values) {
        const Target t = target(to);
        if (t.choices.empty()) {
            for (std::size_t i = 0; i < t.words.size(); ++i)
                assign(*t.variable, t.variable->words[t.words[i]], values[i]);
            return;
        }
        for (const auto& [is, offset] : t.choices) {
            for (std::size_t i = 0; i < t.words.size(); ++i) {
                const Handle& word = t.variable->words[t.words[i] + offset];
                assign(*t.variable, word, builder_.emit(Operation::choose, is, values[i], word));
            }
        }
    }
    void evaluate(const Expression& e) {
        if (e.kind == Expression::step) {
            const Type::Kind kind = e.type.kind;
            const Handle one = kind == Type::real ? real_constant(1) : builder_.constant(1);
            set(e.parts[0], {operation(e.text.substr(0, 1), value(e.parts[0])[0], one, kind)});
        } else if (e.kind == Expression::assign) {
            Words right = value(e.parts[1]);
            if (e.text != "=") {
                const Words left = value(e.parts[0]);
                right = combined(e.text.substr(0, e.text.size() - 1), left, right, e.parts[0].type.kind);
            }
            // All of the right side is read before anything is written.
            set(e.parts[0], right.size() > 1 ? copied(right) : right);
        } else {
            value(e);
        }
    }

    // The variables that a statement assigns to, by name.
    std::set<std::string> changed_in(const Statement& s) const {
        std::set<std::string> names;
        const auto changes = [&](const Expression& to) {
            const Expression* e = &to;
            while (!e->parts.empty())
                e = &e->parts[0];
            names.insert(e->text);
        };
        Statement all = s;
        for_each_expression(all, [&](Expression& e) {
            if (e.kind == Expression::assign || e.kind == Expression::step) changes(e.parts[0]);
            if (e.kind != Expression::call || e.function == glsl::kNoFunction) return;
            for (std::size_t i = 0; i < e.parts.size(); ++i) {
                if (program_[e.function].variables[i].out) changes(e.parts[i]);
            }
        });
        return names;
    }

    // ---- Statements

    void statement(const Statement& s) {
        switch (s.kind) {
        case Statement::block:
            scopes_.emplace_back();
            for (const Statement& part : s.parts)
                statement(part);
            close_scope();
            return;
        case Statement::declare: return declaration(s);
        case Statement::evaluate: return evaluate(s.value[0]);
        case Statement::branch: return branch(s);
        case Statement::loop: return loop(s);
        case Statement::repeat: return loop(s);
        case Statement::give: return give(s);
        case Statement::jump: return leave(s.word == "break" ? Level::loop : Level::round);
        }
    }

    void declaration(const Statement& s) {
        for (const Variable& v : s.variables) {
            const std::size_t length = v.type.array ? length_of(v) : 0;
            const std::size_t size = size_of(v.type) * (v.type.array ? length : 1);
            Words words = v.value.empty() ? Words(size, builder_.constant(0)) : value(v.value[0]);
            if (words.size() != size) fault("the array ", in_quotes(v.name), " has another length than its value");
            declare(v.name, v.type, length, std::move(words), !s.constant);
        }
    }

    // Takes the current points out of all levels from `from` on.
    void remove(std::size_t from) {
        Handle gone;
        if (mask()) {
            gone = builder_.allocate();
            builder_.set(gone, mask());
        }
        for (std::size_t i = from; i < levels_.size(); ++i) {
            if (!levels_[i].mask) continue;
            if (gone) {
                builder_.write(Operation::without, levels_[i].mask, levels_[i].mask, gone);
            } else {
                builder_.set(levels_[i].mask, builder_.constant(0));
            }
        }
    }
    void give(const Statement& s) {
        const Words words = s.value.empty() ? Words() : value(s.value[0]);
        Frame& frame = frames_.back();
        if (levels_.size() == frame.level) {  // the only return
            frame.result = words;
            if (std::any_of(words.begin(), words.end(),
                            [&](const Handle& h) { return variables_.contains(h.index()); }))
                frame.result = copied(words);
            return;
        }
        for (std::size_t i = 0; i < words.size(); ++i)
            builder_.set_where(mask(), frame.result[i], words[i]);
        remove(frame.level);
    }
    void leave(Level::Kind kind) {
        std::size_t i = levels_.size();
        while (i-- > 0 && levels_[i].kind != Level::loop) {
            if (levels_[i].kind == kind) break;
        }
        remove(i);
    }

    void under(const Handle& condition, bool holds, const Statement& s) {
        const Handle mask_register = builder_.allocate();
        const Handle all = mask() ? mask() : builder_.constant(~Word{0});
        builder_.write(holds ? Operation::both : Operation::without, mask_register, all, condition);
        levels_.push_back({mask_register, next_level_++, Level::branch});
        const std::size_t skip = builder_.jump(Operation::jump_none, mask_register);
        scopes_.emplace_back();
        statement(s);
        close_scope();
        builder_.land(skip);
        levels_.pop_back();
    }
    void branch(const Statement& s) {
        const Handle condition = value(s.value[0])[0];
        if (const Word* word = builder_.word(condition)) {
            const std::size_t part = *word != 0u ? 0 : 1;
            if (part >= s.parts.size()) return;
            scopes_.emplace_back();
            statement(s.parts[part]);
            close_scope();
            return;
        }
        // The condition must last: what it is made of may change in the first branch.
        const Handle own = builder_.allocate();
        builder_.set(own, condition);
        under(own, true, s.parts[0]);
        if (s.parts.size() > 1) under(own, false, s.parts[1]);
    }

    static bool jumps(const Statement& s, std::string_view word) {
        if (s.kind == Statement::jump) return s.word == word;
        for (const Statement& part : s.parts) {
            if (part.kind != Statement::loop && part.kind != Statement::repeat && jumps(part, word)) return true;
        }
        return false;
    }
    static bool gives(const Statement& s) {
        return s.kind == Statement::give || std::any_of(s.parts.begin(), s.parts.end(), gives);
    }

    void open_level(Level::Kind kind) {
        const Handle all = builder_.allocate();
        builder_.set(all, mask() ? mask() : builder_.constant(~Word{0}));
        levels_.push_back({all, next_level_++, kind});
    }
    void round(const Statement& body, bool continues) {
        if (continues) open_level(Level::round);
        scopes_.emplace_back();
        statement(body);
        close_scope();
        if (continues) levels_.pop_back();
    }

    void loop(const Statement& s) {
        const bool is_for = s.kind == Statement::loop;
        const Statement& body = s.parts.back();
        const bool continues = jumps(body, "continue"), ends = jumps(body, "break") || gives(body);
        scopes_.emplace_back();
        if (is_for && unrolled(s, continues, ends)) return close_scope();
        open_level(Level::loop);
        if (is_for) statement(s.parts[0]);
        const Register top = builder_.here();
        if (!s.value.empty()) {
            const Handle condition = value(s.value[0])[0];
            builder_.write(Operation::both, mask(), mask(), condition);
        }
        const std::size_t end = builder_.jump(Operation::jump_none, mask());
        round(body, continues);
        for (const Expression& step : s.step)
            evaluate(step);
        builder_.code.instructions[builder_.jump(Operation::jump)].to = top;
        builder_.land(end);
        levels_.pop_back();
        close_scope();
    }

    // Unrolls `for (int i = A; i < B; i += C)` with few rounds; afterwards all code of it knows i. False if it is none.
    bool unrolled(const Statement& s, bool continues, bool ends) {
        const Statement& start = s.parts[0];
        if (start.kind != Statement::declare || start.variables.size() != 1 || s.value.empty() || s.step.empty())
            return false;
        const Variable& counter = start.variables[0];
        if (counter.type.array || counter.type.size != 1 || counter.value.empty() ||
            changed_in(s.parts.back()).contains(counter.name))
            return false;
        Words now = value(counter.value[0]);
        if (!builder_.word(now[0])) return false;
        // First the counter alone.
        std::vector<Handle> rounds;
        const std::size_t before = builder_.code.instructions.size();
        for (int i = 0; i <= kMostUnrolled; ++i) {
            scopes_.back()[counter.name] = {counter.type, 0, now, levels_.back().id, false};
            const Handle condition = value(s.value[0])[0];
            const Word* word = builder_.word(condition);
            if (!word || i == kMostUnrolled || builder_.code.instructions.size() != before) {
                builder_.code.instructions.resize(before);
                return false;
            }
            if (*word == 0u) break;
            rounds.push_back(now[0]);
            const Handle next = stepped(s.step[0], counter, now[0]);
            if (!next || !builder_.word(next)) return false;
            now = {next};
        }
        if (ends) open_level(Level::loop);
        for (const Handle& i : rounds) {
            scopes_.back()[counter.name] = {counter.type, 0, {i}, levels_.back().id, false};
            round(s.parts.back(), continues);
            if (builder_.code.instructions.size() - before > kMostInUnrolled && rounds.size() > 1)
                fault("a loop of ", std::to_string(rounds.size()), " rounds makes the function too long");
        }
        if (ends) levels_.pop_back();
        return true;
    }
    // The counter after `i++`, `i += 2` and the like.
    Handle stepped(const Expression& step, const Variable& counter, const Handle& now) {
        const bool own = step.parts[0].kind == Expression::name && step.parts[0].text == counter.name;
        if (!own) return {};
        const Type::Kind kind = counter.type.kind;
        if (step.kind == Expression::step) {
            const Handle one = kind == Type::real ? real_constant(1) : builder_.constant(1);
            return operation(step.text.substr(0, 1), now, one, kind);
        }
        if (step.kind != Expression::assign) return {};
        const Words by = value(step.parts[1]);
        return step.text == "=" ? by[0] : operation(step.text.substr(0, step.text.size() - 1), now, by[0], kind);
    }

    const Program& program_;
    std::map<std::string, const Declaration*> structures_;
    Builder builder_;
    std::map<std::string, Named> globals_;
    std::vector<std::map<std::string, Named>> scopes_;
    std::set<Register> variables_;  // registers of variables that change
    std::vector<Frame> frames_ = {{0, 0}};
    std::vector<Level> levels_;
    std::size_t next_level_ = 0;
    std::vector<std::size_t> open_;  // functions being inlined
};

}  // namespace

Code compiled(const Program& program, std::size_t main, std::span<const std::size_t> parameters) {
    return Compiler(program).code(main, parameters);
}

std::vector<Word> constant_value(const Program& program, std::size_t index) {
    return Compiler(program).constant_words(program[index]);
}

Word applied(Operation operation, Word a, Word b, Word c) {
    switch (operation) {
#define ISONOISE_OPERATION(name, expression)                                                                           \
    case Operation::name: return expression;
        ISONOISE_OPERATIONS(ISONOISE_OPERATION)
#undef ISONOISE_OPERATION
    default: return 0;
    }
    (void)b, (void)c;
}

}  // namespace isonoise::function
