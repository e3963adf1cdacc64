#include "snippet/printing/cpu.hpp"

#include <algorithm>

namespace isonoise {

const glsl::Declaration* CpuPrinter::with_outs(const Expression& e) const {
    if (e.kind != Expression::call || e.function == glsl::kNoFunction) return nullptr;
    const Declaration& f = program_[e.function];
    return outputs_of(f).empty() ? nullptr : &f;
}

std::string CpuPrinter::literal(const Expression& e) {
    if (e.type.kind == Type::wide) return e.text.substr(0, e.text.size() - 2);
    return e.type.kind == Type::real ? e.text + "f" : e.text;
}

std::vector<std::string> CpuPrinter::declared_by_call(const Statement& s, const std::string& word) {
    const bool result = s.value[0].type.kind != Type::nothing;
    std::vector<std::string> lines;
    const Type* last = nullptr;
    for (std::size_t i = result ? 1 : 0; i < s.variables.size(); ++i) {
        const Variable& one = s.variables[i];
        const bool more = last && *last == one.type;
        if (!more) lines.push_back(type(one.type));
        lines.back() += (more ? ", " : " ") + variable(one.name);
        last = &one.type;
    }
    const std::string name =
        result ? word + type(s.variables[0].type) + " " + variable(s.variables[0].name) + " = " : "";
    lines.push_back(name + expression(s.value[0]));
    return lines;
}

std::string CpuPrinter::assign(const Expression& e) {
    const Expression whole = expanded(e);
    if (!grows(whole) && (e.text == "=" || e.type.kind != Type::real)) return Printer::assign(e);
    return expression(e.parts[0]) + " = " + expression(whole);
}

glsl::Expression CpuPrinter::expanded(const Expression& assignment) {
    Expression whole = assignment;
    whole.kind = Expression::binary;
    whole.text.pop_back();
    return whole;
}

// Compilers warn where bit operations and others meet without brackets.
bool CpuPrinter::needs_brackets(const Expression& parent, const Expression& e, bool right) const {
    const bool mixed = e.kind == Expression::binary && e.text != parent.text;
    return Printer::needs_brackets(parent, e, right) ||
           (mixed && (glsl::is_bitwise(parent.text) || (parent.text == "||" && e.text == "&&")));
}

std::vector<glsl::Variable> CpuPrinter::outputs_of(const Declaration& f) const {
    std::vector<Variable> outputs;
    for (const Variable& p : f.variables) {
        if (p.out && !is_entry_output(p)) outputs.push_back(p);
    }
    return outputs;
}

std::vector<std::string> CpuPrinter::targets(const Statement& s, const Expression& call) {
    const Declaration& f = program_[call.function];
    std::vector<std::string> all;
    if (f.type.kind != Type::nothing) all.push_back(variable(s.variables[0].name));
    for (std::size_t i = 0; i < call.parts.size(); ++i) {
        if (f.variables[i].out) all.push_back(expression(call.parts[i]));
    }
    return all;
}

}  // namespace isonoise
