#include "snippet/printing/printer.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "error.hpp"
#include "snippet/printing/layout.hpp"

namespace isonoise {

using glsl::precedence;

std::string Printer::text() {
    std::vector<Piece> pieces;
    for (const Declaration& d : program_) {
        in_constant_ = d.kind == Declaration::constant;
        glsl::located(d.tokens[0].location, [&] {
            const std::string own = d.kind == Declaration::function    ? function(d)
                                    : d.kind == Declaration::structure ? structure(d)
                                                                       : constant(d);
            pieces.push_back({d.before, own, d.after});
        });
    }
    return laid_out(pieces);
}

std::string Printer::prologue(const std::map<std::string, std::string>&) { return {}; }

// ---- Expressions

std::string Printer::expression(const Expression& e) {
    switch (e.kind) {
    case Expression::literal: return literal(e);
    case Expression::name: return name(e);
    case Expression::call: return call(e);
    case Expression::construct: return construct(e);
    case Expression::index: return index(e);
    case Expression::field:
        return owner(e.parts[0]) + "." + (e.parts[0].type.kind == Type::structure ? variable(e.text) : e.text);
    case Expression::prefix: return prefixed(e);
    case Expression::step: return step(e);
    case Expression::binary: return binary(e);
    case Expression::ternary: return ternary(e);
    case Expression::bracket: return "(" + expression(e.parts[0]) + ")";
    case Expression::assign: return assign(e);
    }
    return {};
}

std::string Printer::binary(const Expression& e) {
    const std::string left = operand(e, false), right = operand(e, true);
    const bool real = e.type == Type{.kind = Type::real};
    if (language_.bits == Bits::rounded && real && !in_constant_) return rounded(left, e.text, right);
    return left + " " + e.text + " " + right;
}

std::string Printer::list(const std::vector<Expression>& parts) {
    std::string text;
    for (const Expression& part : parts)
        text += (text.empty() ? "" : ", ") + expression(part);
    return text;
}

std::string Printer::wrapped(const Expression& e) {
    const std::string text = expression(e);
    const bool wrap = e.kind == Expression::binary || e.kind == Expression::ternary || e.kind == Expression::assign;
    return wrap ? "(" + text + ")" : text;
}

std::string Printer::variable(const std::string& name) const {
    const auto& reserved = language_.reserved;
    return std::find(reserved.begin(), reserved.end(), name) != reserved.end() ? name + "_" : name;
}

std::set<std::string> Printer::assigned_in(const Declaration& f) const {
    std::set<std::string> names;
    auto assigned = [&](const Expression& to) {
        const Expression* e = &to;
        while (e->kind == Expression::field || e->kind == Expression::index || e->kind == Expression::bracket)
            e = &e->parts[0];
        if (e->kind == Expression::name) names.insert(e->text);
    };
    Statement body = f.body[0];
    for_each_expression(body, [&](Expression& e) {
        if (e.kind == Expression::assign || e.kind == Expression::step) assigned(e.parts[0]);
        if (e.kind != Expression::call || e.function == glsl::kNoFunction) return;
        for (std::size_t i = 0; i < e.parts.size(); ++i) {
            if (program_[e.function].variables[i].out) assigned(e.parts[i]);
        }
    });
    return names;
}

std::string Printer::construct(const Expression& e) {
    return fmt::format("{}{}({})", type(e.type), e.type.array ? "[]" : "", list(e.parts));
}

std::string Printer::index(const Expression& e) {
    const std::string of = owner(e.parts[0]);
    return of + "[" + expression(e.parts[1]) + "]";
}

std::string Printer::step(const Expression& e) { return e.text + expression(e.parts[0]); }

std::string Printer::ternary(const Expression& e) {
    std::string condition = expression(e.parts[0]);
    if (e.parts[0].kind == Expression::ternary) condition = "(" + condition + ")";
    const std::string yes = expression(e.parts[1]);
    return fmt::format("{} ? {} : {}", condition, yes, expression(e.parts[2]));
}

glsl::Expression Printer::expanded(const Expression& assignment) {
    Expression whole = assignment;
    whole.kind = Expression::binary;
    whole.text.pop_back();
    return whole;
}

std::string Printer::assign(const Expression& e) {
    const std::string left = expression(e.parts[0]);
    return fmt::format("{} {} {}", left, e.text, expression(e.parts[1]));
}

std::string Printer::call(const Expression& e) {
    std::string arguments;
    for (std::size_t i = 0; i < e.parts.size(); ++i)
        arguments += (i ? ", " : "") + argument(e, i);
    const std::string name = e.function != glsl::kNoFunction ? program_[e.function].name : builtin(e);
    return name + "(" + arguments + ")";
}

bool Printer::needs_brackets(const Expression& parent, const Expression& e, bool right) const {
    if (e.kind == Expression::ternary || e.kind == Expression::assign) return true;
    const int own = precedence(e.text), around = precedence(parent.text);
    if (e.kind != Expression::binary) return false;
    if (language_.bits == Bits::rounded && e.type.kind == Type::real && !in_constant_) return false;  // inside a call
    return own < around || (right && own == around);
}

std::string Printer::operand(const Expression& parent, bool right) {
    const Expression& e = parent.parts[right ? 1 : 0];
    const std::string text = expression(e);
    return needs_brackets(parent, e, right) ? "(" + text + ")" : text;
}

// ---- Statements

std::string Printer::statement(const Statement& s) {
    const std::size_t indent = indent_of(s.before);
    switch (s.kind) {
    case Statement::block: return s.before + block(s).substr(1);
    case Statement::branch: return s.before + branch(s, indent);
    case Statement::loop: return s.before + loop(s, indent);
    case Statement::repeat: return s.before + repeat(s, indent);
    case Statement::give:
        if (s.before == " ") return s.before + line(give(s), 0);
        return s.before + lines({give(s)}, indent);
    case Statement::jump: return s.before + line(s.word, indent);
    case Statement::declare: return s.before + lines(declared(s), indent);
    case Statement::evaluate: return s.before + lines(evaluated(s), indent);
    }
    return {};
}

std::string Printer::branch(const Statement& s, std::size_t indent) {
    std::string text = "if (" + expression(s.value[0]) + ")" + body(s.parts[0], indent);
    if (s.parts.size() < 2) return text;
    text += text.ends_with("}") ? " else" : "\n" + std::string(indent, ' ') + "else";
    return text + (s.parts[1].kind == Statement::branch ? " " + branch(s.parts[1], indent) : body(s.parts[1], indent));
}

std::string Printer::repeat(const Statement& s, std::size_t indent) {
    return "while (" + expression(s.value[0]) + ")" + body(s.parts[0], indent);
}

std::string Printer::loop(const Statement& s, std::size_t indent) {
    const Statement& first = s.parts[0];
    const auto start = first.kind == Statement::declare ? declared(first) : evaluated(first);
    if (start.size() != 1) fail("{}: a loop starts with more than one statement", language_.name);
    const std::string condition = s.value.empty() ? "" : expression(s.value[0]);
    const std::string step = s.step.empty() ? "" : expression(s.step[0]);
    return fitted(fmt::format("for ({}; {}; {})", start[0], condition, step), indent) + body(s.parts[1], indent);
}

std::string Printer::body(const Statement& s, std::size_t indent) {
    if (s.kind == Statement::block) return block(s);
    const std::string one = statement(s);
    if (!always_braces()) return one;
    const std::size_t text = std::min(one.find_first_not_of(" \n"), one.size());
    const std::string blanks = "\n" + std::string(indent, ' ');
    return enclosed(blanks + "    " + one.substr(text), blanks);
}

std::string Printer::block(const Statement& s, const std::string& start, const std::string& ending) {
    std::string text = start;
    for (const Statement& part : s.parts)
        text += statement(part);
    return enclosed(text + ending, s.end);
}

std::string Printer::enclosed(const std::string& statements, const std::string& end) {
    return " {" + statements + end + "}";
}

std::string Printer::folded(const std::string& text, std::size_t indent) { return fitted(text, indent); }

std::string Printer::lines(const std::vector<std::string>& lines, std::size_t indent) {
    std::string text;
    for (const std::string& one : lines)
        text += (text.empty() ? "" : "\n" + std::string(indent, ' ')) + line(one, indent);
    return text;
}

std::vector<std::string> Printer::declared(const Statement& s) {
    const char* const precise = !s.precise                        ? ""
                                : language_.bits == Bits::precise ? "precise "
                                : language_.bits == Bits::macro   ? "ISO_PRECISE "
                                                                  : "";
    std::string text = fmt::format("{}{}{}", s.constant ? "const " : "", precise, type(s.variables[0].type));
    for (const Variable& one : s.variables) {
        text += (&one == &s.variables[0] ? " " : ", ") + variable(one.name);
        if (one.type.array) text += "[" + list(one.length) + "]";
        if (!one.value.empty()) text += " = " + expression(one.value[0]);
    }
    return {text};
}

std::string Printer::give(const Statement& s) {
    return s.value.empty() ? "return" : "return " + expression(s.value[0]);
}

std::vector<std::string> Printer::evaluated(const Statement& s) { return {expression(s.value[0])}; }

std::string Printer::stand_in(const Expression& call, std::size_t i) {
    const Variable& parameter = program_[call.function].variables[i];
    if (!around_) fail("{}: '{}' cannot write to a part of a variable", language_.name, program_[call.function].name);
    const std::string part = expression(call.parts[i]), own = fmt::format("part{}", ++stand_ins_);
    around_->before.push_back(temporary(own, parameter.type, parameter.in ? part : ""));
    around_->after.push_back(fmt::format("{} = {}", part, own));
    return own;
}

std::vector<std::string> Printer::evaluated_around(const Statement& s) {
    if (s.value[0].kind != Expression::call) return Printer::evaluated(s);
    Around around;
    around_ = &around;
    around.before.push_back(expression(s.value[0]));
    around_ = nullptr;
    around.before.insert(around.before.end(), around.after.begin(), around.after.end());
    return around.before;
}

std::string Printer::temporary(const std::string& name, const Type& type, const std::string& value) {
    return this->type(type) + " " + name + (value.empty() ? "" : " = " + value);
}

// ---- Declarations

std::string Printer::constant(const Declaration& d) {
    const std::string array = d.type.array ? "[" + list(d.length) + "]" : "";
    return fitted(fmt::format("{} {} {}{} = {};", constant_word(), type(d.type), d.name, array, expression(d.value[0])),
                  0);
}

std::string Printer::structure(const Declaration& d) {
    std::string text = "struct " + d.name + " {";
    for (const Variable& field : d.variables)
        text += fmt::format("{}{} {};", field.before, type(field.type), variable(field.name));
    return text + d.end + "};";
}

std::string Printer::head(const Declaration& f, std::string&) {
    std::string parameters;
    for (const Variable& p : f.variables) {
        const char* way = !p.out ? "" : p.in ? "inout " : "out ";
        parameters += fmt::format("{}{}{} {}", parameters.empty() ? "" : ", ", way, type(p.type), variable(p.name));
    }
    return fmt::format("{} {}({})", type(f.type), f.name, parameters);
}

const glsl::Variable& Printer::coordinates(const Declaration& entry) {
    const auto found = std::find_if(entry.variables.begin(), entry.variables.end(), [](const Variable& p) {
        return p.in && p.type.kind == Type::real && !p.type.array;
    });
    if (found == entry.variables.end()) fail("{}: expected coordinates, '{}' takes none", language_.name, entry.name);
    return *found;
}

glsl::Type Printer::bits() {
    const auto entry = std::find_if(program_.begin(), program_.end(), [](const Declaration& f) { return f.entry; });
    if (entry == program_.end()) fail("{}: the program has no entry function", language_.name);
    return {.kind = Type::natural, .size = coordinates(*entry).type.size};
}

glsl::Expression Printer::bits_of(const Declaration& entry) {
    const Variable& at = coordinates(entry);
    const Type bits{.kind = Type::natural, .size = at.type.size};
    Expression all{Expression::call, "floatBitsToUint", {glsl::named(at.name, at.type)}, bits};
    const auto add = [&](Expression more) {
        all = Expression{Expression::binary, "+", {std::move(all), std::move(more)}, bits};
    };
    for (const Variable& p : entry.variables) {
        const Expression own = glsl::named(p.name, p.type);
        for (int c = 0; p.argument && p.type.kind != Type::boolean && c < p.type.size; ++c) {
            const Type one{.kind = p.type.kind};
            Expression part = own;
            if (p.type.size > 1) part = {Expression::field, std::string(1, "xyzw"[c]), {own}, one};
            if (one.kind == Type::real) part = {Expression::call, "floatBitsToUint", {part}, {.kind = Type::natural}};
            if (one.kind == Type::integer) part = {Expression::construct, "", {part}, {.kind = Type::natural}};
            add(std::move(part));
        }
        if (p.argument) continue;
        if (p.type == Type{.kind = Type::integer, .size = bits.size}) add({Expression::construct, "", {own}, bits});
        if (p.type == Type{.kind = Type::natural} && p.name == "seed") add(own);
    }
    return all;
}

std::string Printer::sum(int size, const std::string& b) {
    static constexpr const char* sums[] = {"{0}", "({0}.x + {0}.y)", "({0}.x + {0}.y + {0}.z)",
                                           "({0}.x + {0}.y + {0}.z + ({0}.w >> 1u))"};
    return fmt::format(fmt::runtime(sums[size - 1]), b);
}

std::string Printer::function(const Declaration& f) {
    std::string start;
    const std::string own = head(f, start);
    if (const std::string name = raiser(); f.entry && !name.empty())
        start += "\n    " + folded(fmt::format("{}({});", name, expression(bits_of(f))), 4);
    const std::string end = ending(f);
    std::string top = folded(own + " {", 0);
    top.erase(top.find_last_not_of(" \n", top.size() - 2) + 1);
    if (f.one_line && start.empty()) {
        const std::string text = top + block(f.body[0], start, end);
        if (text.size() <= kColumns) return text;
    }
    Statement body = f.body[0];
    if (f.one_line) {
        for (Statement& s : body.parts)
            s.before = "\n    ";
        body.end = "\n";
    }
    return top + block(body, start, end);
}

}  // namespace isonoise
