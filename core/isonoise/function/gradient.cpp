#include "isonoise/function/gradient.hpp"

#include <algorithm>

#include "isonoise/function/differentiation.hpp"
#include "isonoise/function/source.hpp"
#include "isonoise/untrusted.hpp"

namespace isonoise::function {

using glsl::fault_at;

static constexpr char kAxes[] = "xyzw";

std::string gradient_text(const glsl::Program& program, std::size_t main) {
    Differentiated all;
    return Differentiation(program, main, all).text();
}

std::string prefixed(const std::string& sign, const std::string& text) {
    return sign + (text.starts_with(sign) ? "(" + text + ")" : text);
}

std::string text_of(const glsl::Expression& e) {
    const auto& parts = e.parts;
    const auto list = [&] {
        std::string all;
        for (const auto& part : parts)
            all += (all.empty() ? "" : ", ") + text_of(part);
        return "(" + all + ")";
    };
    switch (e.kind) {
    case glsl::Expression::literal:
    case glsl::Expression::name: return e.text;
    case glsl::Expression::call: return e.text + list();
    case glsl::Expression::construct: return name_of(e.type) + list();
    case glsl::Expression::index: return text_of(parts[0]) + "[" + text_of(parts[1]) + "]";
    case glsl::Expression::field: return text_of(parts[0]) + "." + e.text;
    case glsl::Expression::prefix: return prefixed(e.text, text_of(parts[0]));
    case glsl::Expression::step: return text_of(parts[0]) + e.text;
    case glsl::Expression::binary: return text_of(parts[0]) + " " + e.text + " " + text_of(parts[1]);
    case glsl::Expression::ternary: return text_of(parts[0]) + " ? " + text_of(parts[1]) + " : " + text_of(parts[2]);
    case glsl::Expression::bracket: return "(" + text_of(parts[0]) + ")";
    default: return text_of(parts[0]) + " " + e.text + " " + text_of(parts[1]);
    }
}

bool is_plain(const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return glsl::in_word(c) || c == '.'; });
}

std::string bracketed(const std::string& text) {
    // Up to the first blank or operator outside of brackets.
    int open = 0;
    const bool whole = std::all_of(text.begin(), text.end(), [&](char c) {
        open += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
        return open > 0 || c == ')' || c == ']' || c == '.' || glsl::in_word(c);
    });
    return whole ? text : "(" + text + ")";
}

std::string root_of(const glsl::Expression& e) {
    const glsl::Expression* at = &e;
    while (at->kind == glsl::Expression::index || at->kind == glsl::Expression::field ||
           at->kind == glsl::Expression::bracket)
        at = &at->parts[0];
    return at->kind == glsl::Expression::name ? at->text : "";
}

Differentiation::Differentiation(const glsl::Program& program, std::size_t main, Differentiated& all)
    : program_(program), main_(main), all_(all), dim_(static_cast<std::size_t>(program[main].variables[0].type.size)) {}

std::string Differentiation::text() {
    const std::string name = made(main_, {true});
    const std::string point = name_of(program_[main_].variables[0].type);
    std::string parts, arguments, variables;
    for (std::size_t k = 0; k < dim_; ++k) {
        const std::string part = std::string("by_") + kAxes[k];
        std::string unit;
        for (std::size_t c = 0; c < dim_; ++c)
            unit += std::string(c ? ", " : "") + (c == k ? "1.0" : "0.0");
        variables += "    float " + part + " = 0.0;\n";
        arguments += ", " + (dim_ == 1 ? "1.0" : point + "(" + unit + ")");
        parts += (k ? ", " : "") + part;
    }
    return all_.text + "\n// The derivatives by each coordinate, beside the value.\nfloat noise_gradient(" + point +
           " p, out " + point + " gradient) {\n" + variables + "    float value = " + name + "(p" + arguments + ", " +
           parts + ");\n    gradient = " + (dim_ == 1 ? parts : point + "(" + parts + ")") +
           ";\n    return value;\n}\n";
}

// ---- Types

const glsl::Declaration& Differentiation::structure(const Type& type) const {
    return *std::find_if(program_.begin(), program_.end(),
                         [&](const Declaration& d) { return d.kind == Declaration::structure && d.name == type.name; });
}

bool Differentiation::is_real(const Type& type) const {
    if (type.kind != Type::structure) return type.kind == Type::real || type.kind == Type::matrix;
    const auto& fields = structure(type).variables;
    return std::any_of(fields.begin(), fields.end(), [&](const Variable& v) { return is_real(v.type); });
}

std::string Differentiation::zero(const Type& type) const {
    if (type.array) fault_at("", "noise_gradient: an array that is made here has no known derivative");
    if (type.kind == Type::structure) {
        std::string fields;
        for (const Variable& v : structure(type).variables)
            fields += (fields.empty() ? "" : ", ") + zero(v.type);
        return type.name + "(" + fields + ")";
    }
    const std::string number = type.kind == Type::integer   ? "0"
                               : type.kind == Type::natural ? "0u"
                               : type.kind == Type::boolean ? "false"
                                                            : "0.0";
    return type.size == 1 ? number : name_of(type) + "(" + number + ")";
}

std::string Differentiation::declared(const Variable& v, const std::string& name) const {
    Type element = v.type;
    element.array = false;
    std::string text = name_of(element) + " " + name;
    if (v.type.array) text += "[" + (v.length.empty() ? "" : text_of(v.length[0])) + "]";
    return text;
}

// ---- Functions

std::string Differentiation::fresh(const std::string& wish) {
    std::string name = wish;
    for (int i = 2; !names_.insert(name).second; ++i)
        name = wish + std::to_string(i);
    return name;
}

const std::string& Differentiation::by(const std::string& name, std::size_t k) {
    Texts& all = by_[name];
    while (all.size() <= k)
        all.push_back(fresh(name + "_" + kAxes[all.size()]));
    return all[k];
}

std::string Differentiation::part_by(const Expression& e, std::size_t k) {
    if (e.kind == Expression::name) return by(e.text, k);
    if (e.kind == Expression::index) return part_by(e.parts[0], k) + "[" + unchanged(e.parts[1]) + "]";
    if (e.kind == Expression::field) return part_by(e.parts[0], k) + "." + e.text;
    return part_by(e.parts[0], k);
}

std::string Differentiation::made(std::size_t index, const std::vector<bool>& active) {
    const auto [at, is_new] = all_.names.try_emplace({index, active});
    if (!is_new) return at->second;
    const Declaration& f = program_[index];
    const std::string prefix = f.name.starts_with("isonoise_") ? "isonoise_" : "", own = f.name.substr(prefix.size());
    std::string name = prefix + "d_" + own;
    const auto is_taken = [&] {
        return all_.taken.contains(name) ||
               std::any_of(program_.begin(), program_.end(), [&](const Declaration& d) { return d.name == name; });
    };
    for (int i = 2; is_taken(); ++i)
        name = prefix + "d" + std::to_string(i) + "_" + own;
    all_.taken.insert(name);
    at->second = name;
    const std::string text = Differentiation(program_, main_, all_).function(f, name, active);
    all_.text += "\n" + text;
    if (all_.text.size() > kMostText)
        fault_at(f.tokens[0].location, "noise_gradient: its text would be longer than a megabyte");
    return name;
}

std::string Differentiation::function(const Declaration& f, const std::string& name, const std::vector<bool>& active) {
    for (const Declaration& d : program_)
        names_.insert(d.name);
    for (std::size_t i = 0; i < f.variables.size(); ++i) {
        names_.insert(f.variables[i].name);
        if (active[i]) active_.insert(f.variables[i].name);
    }
    Statement body = f.body[0];
    for_each_statement(body, [&](Statement& s) {
        for (const Variable& v : s.variables)
            names_.insert(v.name);
    });
    find_active(f);
    result_ = f.type;
    std::string parameters, more;
    for (const Variable& v : f.variables) {
        const std::string direction = !v.out ? "" : v.in ? "inout " : "out ";
        parameters += (parameters.empty() ? "" : ", ") + direction + declared(v, v.name);
        for (std::size_t k = 0; k < dim_ && active_.contains(v.name) && is_real(v.type); ++k)
            more += ", " + direction + declared(v, by(v.name, k));
    }
    for (std::size_t k = 0; k < dim_ && is_real(result_); ++k) {
        result_by_.push_back(fresh(std::string("result_") + kAxes[k]));
        more += ", out " + name_of(result_) + " " + result_by_.back();
    }
    block(body);
    return name_of(f.type) + " " + name + "(" + parameters + more + ") {\n" + lines_ + "}\n";
}

bool Differentiation::is_flat(const Expression& call) {
    static const std::set<std::string, std::less<>> flat = {
        "floor", "ceil", "isonoise_round", "isonoise_trunc", "isonoise_sign", "isonoise_step", "uintBitsToFloat"};
    return flat.contains(call.text);
}

bool Differentiation::is_active(const Expression& e) const {
    if (e.kind == Expression::name) return active_.contains(e.text) && is_real(e.type);
    if (e.kind == Expression::call && is_flat(e)) return false;
    if (e.kind == Expression::index) return is_active(e.parts[0]);
    if (!is_real(e.type) && e.kind != Expression::call) return false;
    // A condition adds nothing to the derivative of what it chooses.
    const std::size_t from = e.kind == Expression::ternary ? 1 : 0;
    return std::any_of(e.parts.begin() + static_cast<std::ptrdiff_t>(from), e.parts.end(),
                       [&](const Expression& part) { return is_active(part); });
}

void Differentiation::find_active(const Declaration& f) {
    Declaration all = f;
    std::size_t before = 0;
    do {
        before = active_.size();
        const auto add = [&](const Expression& target) {
            if (const std::string root = root_of(target); !root.empty() && is_real(target.type)) active_.insert(root);
        };
        for (Statement& body : all.body) {
            for_each_statement(body, [&](Statement& s) {
                for (const Variable& v : s.variables) {
                    if (!v.value.empty() && is_real(v.type) && is_active(v.value[0])) active_.insert(v.name);
                }
            });
            for_each_expression(body, [&](Expression& e) {
                if (e.kind == Expression::assign && is_active(e.parts[1])) add(e.parts[0]);
                if (e.kind != Expression::call || e.function == glsl::kNoFunction || !is_active(e)) return;
                const auto& parameters = program_[e.function].variables;
                for (std::size_t i = 0; i < parameters.size(); ++i) {
                    if (parameters[i].out) add(e.parts[i]);
                }
            });
        }
    } while (active_.size() != before);
}

// ---- Statements

void Differentiation::block(const Statement& s) {
    if (s.kind != Statement::block) return statement(s);
    for (const Statement& part : s.parts)
        statement(part);
}

void Differentiation::statement(const Statement& s) {
    switch (s.kind) {
    case Statement::block:
        line("{");
        ++depth_;
        block(s);
        --depth_;
        return line("}");
    case Statement::branch: return branch(s);
    case Statement::loop:
    case Statement::repeat: return loop(s);
    case Statement::give: return give(s);
    case Statement::jump: return line(s.word + ";");
    case Statement::declare: return declare(s);
    case Statement::evaluate: return evaluate(s.value[0]);
    }
}

void Differentiation::declare_zero(const Variable& v) {
    for (std::size_t k = 0; k < dim_; ++k) {
        const std::string& name = by(v.name, k);
        if (!v.type.array) {
            line(declared(v, name) + " = " + zero(v.type) + ";");
            continue;
        }
        Type element = v.type;
        element.array = false;
        const std::string i = fresh("i");
        line(declared(v, name) + ";");
        line("for (int " + i + " = 0; " + i + " < " + text_of(v.length[0]) + "; " + i + "++) {");
        line("    " + name + "[" + i + "] = " + zero(element) + ";");
        line("}");
    }
}

void Differentiation::declare(const Statement& s) {
    for (const Variable& v : s.variables) {
        const bool active = active_.contains(v.name) && is_real(v.type);
        Dual value = v.value.empty() ? Dual() : dual(v.value[0]);
        // The derivatives first: an initial value may speak of an outer variable of the same name.
        if (active && value.by.empty()) declare_zero(v);
        for (std::size_t k = 0; k < value.by.size(); ++k)
            line(declared(v, by(v.name, k)) + " = " + value.by[k] + ";");
        const char* const constant = s.constant && !active ? "const " : "";  // may be the length of an array
        line(constant + declared(v, v.name) + (v.value.empty() ? "" : " = " + value.text) + ";");
    }
}

void Differentiation::evaluate(const Expression& e) {
    if (e.kind == Expression::assign) return assign(e);
    if (e.kind == Expression::step) return line(text_of(e) + ";");  // by a constant
    const Dual value = dual(e);
    if (e.kind == Expression::call && value.by.empty() && !value.simple) line(value.text + ";");
}

void Differentiation::assign(const Expression& e) {
    const Expression& to = e.parts[0];
    Dual value = dual(e.parts[1]);
    const bool active = active_.contains(root_of(to)) && is_real(to.type);
    if (active && e.text != "=") return compound(e, value);
    for (std::size_t k = 0; k < dim_ && active; ++k)
        line(part_by(to, k) + " = " + (value.by.empty() ? zero(to.type) : value.by[k]) + ";");
    line(text_of(to) + " " + e.text + " " + value.text + ";");
}

// Derivatives first, by the old value.
void Differentiation::compound(const Expression& e, const Dual& of) {
    const Expression &to = e.parts[0], &from = e.parts[1];
    const std::string target = text_of(to);
    Dual value = of;
    if (e.text == "+=" || e.text == "-=") {
        for (std::size_t k = 0; k < value.by.size(); ++k)
            line(part_by(to, k) + " " + e.text + " " + value.by[k] + ";");
        return line(target + " " + e.text + " " + value.text + ";");
    }
    settle(from.type, value);
    const std::string x = bracketed(value.text);
    const std::string quotient = e.text == "/=" ? once(to.type, target + " / " + x) : "";
    for (std::size_t k = 0; k < dim_; ++k) {
        const std::string old = part_by(to, k), d = value.by.empty() ? "" : bracketed(value.by[k]);
        if (e.text == "*=") {
            line(old + " = " + old + " * " + x + (d.empty() ? "" : " + " + target + " * " + d) + ";");
        } else {
            line(old + " = " + (d.empty() ? old : "(" + old + " - " + quotient + " * " + d + ")") + " / " + x + ";");
        }
    }
    line(target + (quotient.empty() ? " *= " + value.text : " = " + quotient) + ";");
}

void Differentiation::give(const Statement& s) {
    if (s.value.empty()) return line("return;");
    Dual value = dual(s.value[0]);
    for (std::size_t k = 0; k < result_by_.size(); ++k)
        line(result_by_[k] + " = " + (value.by.empty() ? zero(result_) : value.by[k]) + ";");
    line("return " + value.text + ";");
}

void Differentiation::branch(const Statement& s) {
    line("if (" + dual(s.value[0]).text + ") {");
    for (std::size_t i = 0; i < s.parts.size(); ++i) {
        if (i > 0) line("} else {");
        ++depth_;
        block(s.parts[i]);
        --depth_;
    }
    line("}");
}

// Does `continue` of this loop occur in a statement?
static bool continues(const glsl::Statement& s) {
    if (s.kind == glsl::Statement::jump) return s.word == "continue";
    if (s.kind == glsl::Statement::loop || s.kind == glsl::Statement::repeat) return false;
    return std::any_of(s.parts.begin(), s.parts.end(), continues);
}

void Differentiation::loop(const Statement& s) {
    const Statement& body = s.parts.back();
    const auto whole_body = [&] {
        ++depth_;
        block(body);
        --depth_;
    };
    if (s.kind == Statement::repeat) {
        line("while (" + unchanged(s.value[0]) + ") {");
        whole_body();
        return line("}");
    }
    const Statement& start = s.parts[0];
    const bool counts = start.kind == Statement::declare && start.variables.size() == 1 &&
                        !active_.contains(start.variables[0].name) && !start.variables[0].value.empty() &&
                        !s.step.empty() && !active_.contains(root_of(s.step[0].parts[0]));
    if (counts) {
        const Variable& v = start.variables[0];
        line("for (" + declared(v, v.name) + " = " + text_of(v.value[0]) + "; " + unchanged(s.value[0]) + "; " +
             unchanged(s.step[0]) + ") {");
        whole_body();
        return line("}");
    }
    if (continues(body))
        fault_at(s.value[0].where, "noise_gradient: expected no continue in a loop whose counter depends on the point");
    line("{");
    ++depth_;
    statement(start);
    line("while (" + unchanged(s.value[0]) + ") {");
    whole_body();
    ++depth_;
    if (!s.step.empty()) evaluate(s.step[0]);
    --depth_;
    line("}");
    --depth_;
    line("}");
}

}  // namespace isonoise::function
