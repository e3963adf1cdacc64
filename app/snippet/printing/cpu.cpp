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

// Compilers warn about bit operations mixed with others without brackets.
bool CpuPrinter::needs_brackets(const Expression& parent, const Expression& e, bool right) const {
    const bool mixed = e.kind == Expression::binary && e.text != parent.text;
    return Printer::needs_brackets(parent, e, right) ||
           (e.kind == Expression::binary && glsl::is_comparison(parent.text) && glsl::is_comparison(e.text)) ||
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
    if (f.type.kind != Type::nothing) all.push_back(s.variables.empty() ? "" : variable(s.variables[0].name));
    for (std::size_t i = 0; i < call.parts.size(); ++i) {
        if (f.variables[i].out) all.push_back(expression(call.parts[i]));
    }
    return all;
}

std::string CpuPrinter::called(const Expression& call) {
    std::string arguments;
    for (std::size_t i = 0; i < call.parts.size(); ++i) {
        const Variable& p = program_[call.function].variables[i];
        if (p.in || is_entry_output(p)) arguments += (arguments.empty() ? "" : ", ") + bare(call.parts[i]);
    }
    return program_[call.function].name + "(" + arguments + ")";
}

std::string CpuPrinter::give_list(const Statement& s, const Declaration& f) {
    const std::vector<Variable> outs = outputs_of(f);
    if (outs.empty()) return "return " + bare(s.value[0]);
    if (!s.value.empty() && with_outs(s.value[0])) return "return " + called(s.value[0]);
    std::string list = s.value.empty() ? "" : bare(s.value[0]);
    for (const Variable& out : outs)
        list += (list.empty() ? "" : ", ") + variable(out.name);
    return "return [" + list + "]";
}

bool CpuPrinter::gives_a_call(const Declaration& f) const {
    const Statement* last = f.body[0].parts.empty() ? nullptr : &f.body[0].parts.back();
    return last && last->kind == Statement::give && !last->value.empty() && with_outs(last->value[0]);
}

std::string CpuPrinter::sum(const Expression& e) {
    const bool sums = e.kind == Expression::binary && is_integral(e.type) && (e.text == "+" || e.text == "-");
    if (!sums) {
        const std::string text = summand(e);
        const bool wrap =
            e.kind == Expression::ternary || (e.kind == Expression::binary && glsl::precedence(e.text) < 10);
        return wrap && !is_closed(text) ? "(" + text + ")" : text;
    }
    const std::string left = sum(e.parts[0]), right = sum(e.parts[1]);
    const bool chain =
        e.parts[1].kind == Expression::binary && (e.parts[1].text == "+" || e.parts[1].text == "-") && e.text == "-";
    return left + " " + e.text + " " + (chain ? "(" + right + ")" : right);
}

// Puts the step of a loop in front of each `continue` within s that belongs to it. `around`: the line break and the
// blanks before the statement around this one.
static void step_first(glsl::Statement& s, const glsl::Expression& step, const std::string& around) {
    using glsl::Statement;
    if (s.kind == Statement::loop || s.kind == Statement::repeat) return;  // its own `continue`
    const auto line_of = [](const Statement& one, const std::string& otherwise) {
        const std::size_t line = one.before.rfind('\n');
        return line == std::string::npos ? otherwise : one.before.substr(line);
    };
    const std::string own = line_of(s, around);
    std::vector<Statement> parts;
    for (Statement& part : s.parts) {
        step_first(part, step, own);
        if (part.kind == Statement::jump && part.word == "continue") {
            Statement first = glsl::evaluated(step);
            const std::string line = line_of(part, own);
            if (s.kind == Statement::block) {
                first.before = std::exchange(part.before, part.before == " " ? " " : line);  // a comment stays above
                parts.push_back(std::move(first));
            } else {
                Statement block{.kind = Statement::block, .before = part.before, .end = line};
                first.before = part.before = line + "    ";
                block.parts = {std::move(first), std::move(part)};
                part = std::move(block);
            }
        }
        parts.push_back(std::move(part));
    }
    s.parts = std::move(parts);
}

glsl::Statement CpuPrinter::stepping(const Statement& loop) {
    Statement body = loop.parts[1];
    if (!loop.step.empty())
        step_first(body, loop.step[0], loop.before.substr(std::min(loop.before.rfind('\n'), loop.before.size())));
    return body;
}

std::string CpuPrinter::bare(const Expression& e) {
    const std::string text = expression(e);
    return is_closed(text) ? text.substr(1, text.size() - 2) : text;
}

bool CpuPrinter::is_closed(const std::string& text) {
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
        if (depth == 0) return i > 0 && i + 1 == text.size() && text[0] == '(';
    }
    return false;
}

}  // namespace isonoise
