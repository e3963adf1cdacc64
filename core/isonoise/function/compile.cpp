#include "isonoise/function/compile.hpp"

#include <algorithm>

#include "isonoise/function/compiler.hpp"
#include "isonoise/untrusted.hpp"

namespace isonoise::function {

using glsl::fault;

static constexpr std::size_t kMostArray = 4096;

Compiler::Compiler(const Program& program, std::set<const Statement*> rolled)
    : program_(program), rolled_(std::move(rolled)) {
    for (std::size_t i = 0; i < program.size(); ++i) {
        if (program[i].kind == Declaration::structure) structures_[program[i].name] = &program[i];
    }
}

Code Compiler::code(std::size_t main, std::span<const std::size_t> parameters) {
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
    std::vector<Words> arguments(f.variables.size());
    for (std::size_t i = 0; i < f.variables.size(); ++i) {
        if (f.variables[i].out) continue;
        arguments[i] = fresh(size_of(f.variables[i].type));
        for (const Handle& h : arguments[i])
            builder_.code.point.push_back(h.index());
        if (f.variables[i].type.kind == Type::integer) builder_.code.cells += arguments[i].size();
    }
    const Words result = inlined(main, std::move(arguments), nullptr);
    for (const Handle& h : result)
        builder_.code.result.push_back(h.index());
    return std::move(builder_.code);
}

std::optional<std::vector<Word>> Compiler::constant_words(const Expression& e) {
    std::vector<Word> words;
    levels_.push_back({{}, next_level_++, Level::branch});
    scopes_.emplace_back();
    for (const Handle& h : value(e)) {
        const Word* word = builder_.word(h);
        if (!word) return {};
        words.push_back(*word);
    }
    return words;
}

std::size_t Compiler::size_of(const Type& type) {
    const auto size = static_cast<std::size_t>(type.size);
    if (type.kind == Type::matrix) return size * size;
    if (type.kind != Type::structure) return type.kind == Type::nothing ? 0 : size;
    std::size_t all = 0;
    for (const Variable& field : structure(type).variables)
        all += size_of(field.type) * (field.type.array ? length_of(field) : 1);
    return all;
}

std::size_t Compiler::length_of(const Variable& variable) {
    if (variable.length.empty()) fault("the array ", in_quotes(variable.name), " has no length");
    return length_of(variable.length[0]);
}

std::size_t Compiler::length_of(const Expression& length) {
    const Words words = value(length);
    const Word* word = words.size() == 1 ? builder_.word(words[0]) : nullptr;
    if (!word || *word == 0 || *word > kMostArray)
        glsl::fault_at(length.where, "the length of an array must be a constant from 1 to ",
                       std::to_string(kMostArray));
    return *word;
}

Words Compiler::fresh(std::size_t size) {
    Words words;
    for (std::size_t i = 0; i < size; ++i)
        words.push_back(builder_.allocate());
    return words;
}

Words Compiler::copied(const Words& from) {
    Words words = fresh(from.size());
    for (std::size_t i = 0; i < from.size(); ++i)
        builder_.set(words[i], from[i]);
    return words;
}

Named* Compiler::find(const std::string& name) {
    for (std::size_t i = scopes_.size(); i-- > frames_.back().scope;) {
        const auto found = scopes_[i].find(name);
        if (found != scopes_[i].end()) return &found->second;
    }
    const auto global = globals_.find(name);
    return global == globals_.end() ? nullptr : &global->second;
}

void Compiler::declare(const std::string& name, const Type& type, Words value, bool changes) {
    // A value that is another variable's must not follow its changes.
    const bool shared =
        std::any_of(value.begin(), value.end(), [&](const Handle& h) { return variables_.contains(h.index()); });
    Named named{type, changes || shared ? copied(value) : std::move(value), levels_.back().id, changes};
    if (changes) {
        for (const Handle& h : named.words)
            variables_.insert(h.index());
    }
    scopes_.back()[name] = std::move(named);
}

void Compiler::close_scope() {
    for (const auto& [name, named] : scopes_.back()) {
        if (!named.changes) continue;
        for (const Handle& h : named.words)
            variables_.erase(h.index());
    }
    scopes_.pop_back();
}

void Compiler::assign(const Named& variable, const Handle& to, const Handle& value) {
    if (variable.level == levels_.back().id || !mask()) {
        builder_.set(to, value);
    } else {
        builder_.set_where(mask(), to, value);
    }
}

// Calls use(compiler) until no loop is too long to unroll: each that was stays a loop from then on.
template <class Use> static auto compiling(const Program& program, const Use& use) {
    for (std::set<const Statement*> rolled;;) {
        try {
            Compiler compiler(program, rolled);
            return use(compiler);
        } catch (const LongLoop& one) {
            rolled.insert(one.loop);
        }
    }
}

Code compiled(const Program& program, std::size_t main, std::span<const std::size_t> parameters) {
    return compiling(program, [&](Compiler& compiler) { return compiler.code(main, parameters); });
}

std::vector<Word> constant_value(const Program& program, std::size_t index) {
    const Declaration& d = program[index];
    if (d.value.empty()) return {};
    std::optional<std::vector<Word>> words =
        compiling(program, [&](Compiler& compiler) { return compiler.constant_words(d.value[0]); });
    if (!words) glsl::fault_at(d.tokens[0].location, "the value of ", in_quotes(d.name), " is not constant");
    return *std::move(words);
}

std::vector<Word> constant_value(const Program& program, const Expression& expression) {
    std::optional<std::vector<Word>> words =
        compiling(program, [&](Compiler& compiler) { return compiler.constant_words(expression); });
    if (!words) glsl::fault_at(expression.where, "expected a constant");
    return *std::move(words);
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
