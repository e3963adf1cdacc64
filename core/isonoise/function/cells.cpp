#include "isonoise/function/cells.hpp"

#include <algorithm>

#include "isonoise/function/cell_walk.hpp"
#include "isonoise/function/differentiation.hpp"
#include "isonoise/function/source.hpp"
#include "isonoise/untrusted.hpp"

namespace isonoise::function {

using glsl::fault_at;
using glsl::name_of;

CellText cell_text(const glsl::Program& program, std::size_t main) {
    CellFunctions all{.program = program};
    const glsl::Declaration& f = program[main];
    const int size = f.variables[0].type.size;
    std::vector<bool> points(f.variables.size());
    points[0] = true;
    const CellFunction& noise = CellWalk::made(all, main, points);
    CellText result;
    std::set<const CellFunction*> seen = {&noise};
    for (std::vector<const CellFunction*> open = {&noise}; !open.empty();) {
        const CellFunction& one = *open.back();
        open.pop_back();
        for (const std::string& where : one.rounded) {
            if (std::find(result.rounded.begin(), result.rounded.end(), where) == result.rounded.end())
                result.rounded.push_back(where);
        }
        for (const CellFunction* called : one.calls) {
            if (seen.insert(called).second) open.push_back(called);
        }
    }
    const bool has_gradient = points.size() > 1;
    const std::string vec = name_of(f.variables[0].type), ivec = name_of({.kind = glsl::Type::integer, .size = size}),
                      value = noise.name + "(" + point_type(size) + "(cell, fraction)" +
                              (has_gradient ? ", gradient)" : ")");
    result.text = CellLibrary::standard() + all.library.text() + all.text +
                  "\n// At cell + fraction, each component of which lies in 0..1.\n" + name_of(f.type) + " " + f.name +
                  "_cell(" + ivec + " cell, " + vec + " fraction" + (has_gradient ? ", out " + vec + " gradient" : "") +
                  ") {\n    return " + (noise.is_point ? "isonoise_point_real(" + value + ")" : value) + ";\n}\n";
    return result;
}

const CellFunction& CellWalk::made(CellFunctions& all, std::size_t index, const std::vector<bool>& points) {
    const auto [at, is_new] = all.all.try_emplace({index, points});
    CellFunction& own = at->second;
    if (!is_new) return own;
    const Declaration& f = all.program[index];
    const std::string name = f.name.starts_with("isonoise_") ? f.name.substr(9) : f.name;
    own.name = "isonoise_cell_" + name;
    for (int i = 2; !all.names.insert(own.name).second; ++i)
        own.name = "isonoise_cell" + std::to_string(i) + "_" + name;
    own.out_points.resize(f.variables.size());
    CellWalk(all, own).function(f, points);
    all.text += "\n" + own.text;
    if (all.text.size() > kMostText)
        fault_at(f.tokens[0].location, "noise_cell: its text would be longer than a megabyte");
    return own;
}

void CellWalk::function(const Declaration& f, const std::vector<bool>& points) {
    find_floats(f);
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i])
            points_.insert(f.variables[i].name);
        else if (f.variables[i].out)
            floats_.insert(f.variables[i].name);
        if (f.variables[i].out) outs_[f.variables[i].name] = i;
    }
    for (const Declaration& d : program_)
        names_.insert(d.name);
    for (const Variable& v : f.variables)
        names_.insert(v.name);
    Statement body = f.body[0];
    for_each_statement(body, [&](Statement& s) {
        for (const Variable& v : s.variables)
            names_.insert(v.name);
    });
    result_ = f.type;
    tries_ = true;
    find_points(f);
    tries_ = false;
    std::string parameters;
    for (const Variable& v : f.variables)
        parameters += (parameters.empty() ? "" : ", ") +
                      std::string(!v.out ? ""
                                  : v.in ? "inout "
                                         : "out ") +
                      declared(v);
    block(f.body[0]);
    own_.text = (own_.is_point && is_real(f.type) ? point_type(f.type.size) : name_of(f.type)) + " " + own_.name + "(" +
                parameters + ") {\n" + lines_ + "}\n";
}

// ---- Variables

void CellWalk::find_floats(const Declaration& f) {
    Declaration all = f;
    for (Statement& body : all.body) {
        for_each_statement(body, [&](Statement& s) {
            if (s.kind != Statement::loop) return;
            for (const Variable& v : s.parts[0].variables)
                floats_.insert(v.name);
        });
        for_each_expression(body, [&](Expression& e) {
            if (e.kind != Expression::call || e.function == glsl::kNoFunction) return;
            const Declaration& called = program_[e.function];
            for (std::size_t i = 0; i < e.parts.size(); ++i) {
                const bool is_library = called.body.empty() || called.name.starts_with("isonoise_");
                if (called.variables[i].out && (is_library || e.parts[i].kind != Expression::name))
                    floats_.insert(root_of(e.parts[i]));
            }
        });
    }
}

// Adds variables until no more follow.
void CellWalk::find_points(const Declaration& f) {
    Declaration all = f;
    std::size_t before = 0;
    bool gave_point = false;
    do {
        before = points_.size();
        gave_point = own_.is_point;
        for (Statement& body : all.body) {
            for_each_statement(body, [&](Statement& s) {
                for (const Variable& v : s.variables) {
                    if (v.value.empty() || !is_point(v.value[0])) continue;
                    if (!is_real(v.type) || !floats_.contains(v.name)) points_.insert(v.name);
                }
                if (s.kind == Statement::give && !s.value.empty()) own_.is_point |= is_point(s.value[0]);
            });
            for_each_expression(body, [&](Expression& e) {
                if (e.kind == Expression::assign && fits(e.type)) {
                    if (is_point(e.parts[1])) add_point(e.parts[0]);
                } else if (e.kind == Expression::call) {
                    held(e);  // may set points
                }
            });
        }
    } while (points_.size() != before || own_.is_point != gave_point);
}

void CellWalk::add_point(const Expression& target) {
    const Expression* at = &target;
    while (!at->parts.empty())
        at = &at->parts[0];
    if (!fits(at->type)) return;  // a part of an array, a matrix or a structure
    if (const auto out = outs_.find(at->text); out != outs_.end()) own_.out_points[out->second] = true;
    if (!is_real(at->type) || !floats_.contains(at->text)) points_.insert(at->text);
}

bool CellWalk::is_point(const Expression& e) { return fits(e.type) && held(e).is_point; }

// ---- Statements

void CellWalk::block(const Statement& s) {
    if (s.kind != Statement::block) return statement(s);
    for (const Statement& part : s.parts)
        statement(part);
}

void CellWalk::statement(const Statement& s) {
    const auto inner = [&](const Statement& part) {
        ++depth_;
        block(part);
        --depth_;
    };
    switch (s.kind) {
    case Statement::block:
        line("{");
        inner(s);
        return line("}");
    case Statement::branch:
        line("if (" + real(s.value[0]) + ") {");
        inner(s.parts[0]);
        if (s.parts.size() > 1) {
            line("} else {");
            inner(s.parts[1]);
        }
        return line("}");
    case Statement::loop:
    case Statement::repeat: return loop(s);
    case Statement::give:
        if (s.value.empty()) return line("return;");
        return line("return " +
                    (own_.is_point && is_real(result_) ? point(s.value[0], result_.size) : real(s.value[0])) + ";");
    case Statement::jump: return line(s.word + ";");
    case Statement::declare:
        for (const Variable& v : s.variables) {
            Statement one = s;
            one.variables = {v};
            line(simple(one) + ";");
        }
        return;
    case Statement::evaluate: return line(simple(s) + ";");
    }
}

// A condition that needs variables moves into the loop.
void CellWalk::loop(const Statement& s) {
    const auto apart = [&](const auto& make) {
        std::string before;
        before.swap(lines_);
        ++depth_;
        const std::string text = make();
        --depth_;
        before.swap(lines_);
        return std::pair(text, before);
    };
    const bool is_for = s.kind == Statement::loop;
    const std::string start = is_for ? simple(s.parts[0]) : "";
    auto [condition, needed] = apart([&] { return real(s.value[0]); });
    const auto [step, after] = apart([&] { return s.step.empty() ? std::string() : evaluated(s.step[0]); });
    if (!after.empty()) fault_at(s.step[0].where, "noise_cell: expected a loop's step without the point");
    if (!needed.empty()) {
        needed += std::string(4 * (depth_ + 1), ' ') + "if (!(" + condition + ")) break;\n";
        condition = "true";
    }
    line(is_for ? "for (" + start + "; " + condition + "; " + step + ") {" : "while (" + condition + ") {");
    lines_ += needed;
    ++depth_;
    block(s.parts.back());
    --depth_;
    line("}");
}

std::string CellWalk::declared(const Variable& v) const {
    Type element = v.type;
    element.array = false;
    const bool is_point = is_real(v.type) && points_.contains(v.name);
    std::string text = (is_point ? point_type(v.type.size) : name_of(element)) + " " + v.name;
    if (v.type.array) text += "[" + (v.length.empty() ? "" : text_of(v.length[0])) + "]";
    return text;
}

std::string CellWalk::simple(const Statement& s) {
    if (s.kind == Statement::evaluate) return evaluated(s.value[0]);
    std::string text;
    for (const Variable& v : s.variables) {
        if (text.empty() && s.constant && !is_real(v.type)) text = "const ";  // may be the length of an array
        text += &v == &s.variables[0] ? declared(v) : ", " + v.name;
        if (is_real(v.type) && points_.contains(v.name))
            text += " = " +
                    (v.value.empty() ? "isonoise_point(" + name_of(v.type) + "(0.0))" : point(v.value[0], v.type.size));
        else if (!v.value.empty())
            text += " = " + real(v.value[0]);
    }
    return text;
}

std::string CellWalk::evaluated(const Expression& e) {
    const bool assigns = e.kind == Expression::assign || e.kind == Expression::step;
    if (!assigns) return held(e).text;
    const Expression& to = e.parts[0];
    const bool sets_point = is_real(e.type) && points_.contains(root_of(to));
    if (e.kind == Expression::step) {
        if (!sets_point) return held(to).text + e.text;
        Expression next{.kind = Expression::binary, .text = e.text.substr(0, 1), .type = e.type};
        next.parts = {to, {.kind = Expression::literal, .text = "1.0", .type = e.type}};
        return assigned(to, next);
    }
    if (!sets_point) return held(to).text + " " + e.text + " " + real(e.parts[1]);
    if (e.text == "=") return assigned(to, e.parts[1]);
    Expression value{.kind = Expression::bracket, .parts = {e.parts[1]}, .type = e.parts[1].type};
    Expression next{.kind = Expression::binary, .text = e.text.substr(0, e.text.size() - 1), .type = e.type};
    next.parts = {to, std::move(value)};
    return assigned(to, next);
}

std::string CellWalk::assigned(const Expression& to, const Expression& value) {
    if (to.kind == Expression::bracket) return assigned(to.parts[0], value);
    std::string text = point(value, to.type.size);
    if (to.kind == Expression::name) return to.text + " = " + text;
    text = argument(text, to.type.size);
    const Expression& whole = to.parts[0];
    const std::string owner = held(whole).text;
    // The rest of the variable is kept.
    std::string changed;
    if (to.kind == Expression::field) {
        changed = all_.library.with(whole.type.size, to.text) + "(" + owner + ", " + text + ")";
    } else {
        changed = all_.library.with_element(whole.type.size) + "(" + owner + ", int(" + real(to.parts[1]) + "), " +
                  text + ")";
    }
    if (whole.kind != Expression::name)
        fault_at(to.where, "noise_cell: expected an assignment to a variable or to components of one");
    return owner + " = " + changed;
}

}  // namespace isonoise::function
