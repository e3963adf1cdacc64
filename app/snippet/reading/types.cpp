#include "snippet/reading/types.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "error.hpp"
#include "snippet/reading/parser.hpp"

namespace isonoise::glsl {

Types::Types(const Program& program) : program_(program) {
    for (std::size_t i = 0; i < program.size(); ++i)
        by_name_[program[i].name].push_back(i);
}

std::set<std::size_t> Types::annotate(Declaration& declaration) {
    used_.clear();
    scopes_.assign(1, {});
    use(declaration.type);
    for (const Variable& variable : declaration.variables)
        declare(variable);
    for (Expression& length : declaration.length)
        expression(length);
    for (Expression& value : declaration.value)
        expression(value);
    for (Statement& body : declaration.body)
        statement(body);
    return std::move(used_);
}

void Types::statement(Statement& s) {
    const bool scope = s.kind == Statement::block || s.kind == Statement::loop;
    if (scope) scopes_.emplace_back();
    if (s.kind == Statement::loop) statement(s.parts[0]);  // its condition may name the variables declared there
    for (Variable& variable : s.variables) {
        for (Expression& length : variable.length)
            expression(length);
        for (Expression& value : variable.value)
            expression(value);
        declare(variable);
    }
    for (Expression& value : s.value)
        expression(value);
    for (Expression& step : s.step)
        expression(step);
    for (std::size_t i = s.kind == Statement::loop ? 1 : 0; i < s.parts.size(); ++i)
        statement(s.parts[i]);
    if (scope) scopes_.pop_back();
}

static Type type_of_literal(const std::string& text) {
    if (text == "true" || text == "false") return {.kind = Type::boolean};
    if (text.ends_with("lf")) return {.kind = Type::wide};
    if (text.back() == 'u') return {.kind = Type::natural};
    const bool real = !text.starts_with("0x") && text.find_first_of(".eE") != std::string::npos;
    return {.kind = real ? Type::real : Type::integer};
}

static Type type_of_element(const Type& type) {
    Type element = type;
    if (type.array) {
        element.array = false;
    } else if (type.kind == Type::matrix) {
        element.kind = Type::real;
    } else if (type.is_vector()) {
        element.size = 1;
    } else {
        fail("a shader takes an element of a '{}'", name_of(type));
    }
    return element;
}

void Types::expression(Expression& e) {
    for (Expression& part : e.parts)
        expression(part);
    switch (e.kind) {
    case Expression::literal: e.type = type_of_literal(e.text); break;
    case Expression::name: name(e); break;
    case Expression::call: call(e); break;
    case Expression::construct: use(e.type); break;  // the parser has read its type
    case Expression::index: e.type = type_of_element(e.parts[0].type); break;
    case Expression::field: e.type = field(e.parts[0].type, e.text); break;
    case Expression::prefix:
    case Expression::step:
    case Expression::bracket:
    case Expression::assign: e.type = e.parts[0].type; break;
    case Expression::ternary: e.type = e.parts[1].type; break;
    case Expression::binary: {
        const int rank = precedence(e.text);
        const bool compares = rank <= 2 || rank == 6 || rank == 7, shifts = e.text == "<<" || e.text == ">>";
        const Type &left = e.parts[0].type, &right = e.parts[1].type;
        e.type = compares ? Type{.kind = Type::boolean} : !shifts && right.is_vector() ? right : left;
        break;
    }
    }
}

void Types::name(Expression& e) {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
        const auto local = scope->find(e.text);
        if (local == scope->end()) continue;
        e.type = local->second;
        return;
    }
    const auto found = by_name_.find(e.text);
    if (found == by_name_.end() || program_[found->second[0]].kind != Declaration::constant)
        fail("a shader uses '{}', which is not known here", e.text);
    used_.insert(found->second[0]);
    e.type = program_[found->second[0]].type;
}

Type Types::field(const Type& type, const std::string& field) {
    if (type.is_vector() && field.size() <= 4) return {.kind = type.kind, .size = static_cast<int>(field.size())};
    const auto found = by_name_.find(type.name);
    if (type.kind == Type::structure && !type.array && found != by_name_.end()) {
        for (const Variable& one : program_[found->second[0]].variables) {
            if (one.name == field) return one.type;
        }
    }
    fail("a shader uses the field '{}' of '{}', which is not known here", field, name_of(type));
}

void Types::call(Expression& e) {
    const auto found = by_name_.find(e.text);
    if (found != by_name_.end()) {
        for (const std::size_t i : found->second) {
            const bool fits =
                program_[i].kind == Declaration::function &&
                std::equal(e.parts.begin(), e.parts.end(), program_[i].variables.begin(), program_[i].variables.end(),
                           [](const Expression& part, const Variable& p) { return part.type == p.type; });
            if (fits) e.function = i;
        }
        if (e.function == kNoFunction) {
            std::vector<std::string> types;
            for (const Expression& part : e.parts)
                types.push_back(name_of(part.type));
            fail("a shader calls '{}' with ({}), which matches no declaration", e.text, fmt::join(types, ", "));
        }
        used_.insert(e.function);
        e.type = program_[e.function].type;
        return;
    }
    // The built-in functions that our sources call. ISO_EXACT is a macro that is left to the printers.
    static const std::set<std::string> same = {"ISO_EXACT", "floor", "ceil", "abs", "min", "max", "clamp"};
    const bool bits = e.text == "floatBitsToUint" || e.text == "uintBitsToFloat";
    if (e.parts.empty() || !(bits || same.contains(e.text)))
        fail("a shader calls '{}', which is not known here", e.text);
    e.type = e.parts[0].type;
    if (bits) e.type.kind = e.text == "floatBitsToUint" ? Type::natural : Type::real;
}

void Types::declare(const Variable& variable) {
    use(variable.type);
    scopes_.back()[variable.name] = variable.type;
}

void Types::use(const Type& type) {
    if (type.kind != Type::structure) return;
    const auto found = by_name_.find(type.name);
    if (found == by_name_.end() || program_[found->second[0]].kind != Declaration::structure)
        fail("a shader uses the type '{}', which is not known here", type.name);
    used_.insert(found->second[0]);
}

// Is there an empty line or a comment above?
static bool stands_apart(const std::string& before) {
    return before.find("//") != std::string::npos || std::count(before.begin(), before.end(), '\n') > 1;
}

Program needed(Program program, const std::vector<std::size_t>& roots) {
    const std::set<std::string> structures = structures_of(program);
    Types types(program);
    std::vector<bool> chosen(program.size());
    for (std::vector<std::size_t> open = roots; !open.empty();) {
        const std::size_t i = open.back();
        open.pop_back();
        if (chosen[i]) continue;
        chosen[i] = true;
        parse(program[i], structures);
        const std::set<std::size_t> used = types.annotate(program[i]);
        open.insert(open.end(), used.begin(), used.end());
    }
    const Declaration* apart = nullptr;  // the last one with a comment or an empty line above that was left out
    for (std::size_t i = 0; i < program.size(); ++i) {
        Declaration& one = program[i];
        if (stands_apart(one.before)) apart = &one;
        if (!chosen[i]) continue;
        if (apart && apart != &one) one.before = apart->name == one.name ? apart->before : "\n" + one.before;
        apart = nullptr;
    }
    keep(program, chosen);
    return program;
}

}  // namespace isonoise::glsl
