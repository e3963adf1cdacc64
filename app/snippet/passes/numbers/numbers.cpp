#include "snippet/passes/numbers/numbers.hpp"

#include <utility>

#include "error.hpp"
#include "snippet/passes/passes.hpp"

namespace isonoise {

namespace numbers {

Scalariser::Scalariser(glsl::Program& program)
    : program_(program), source_(program), ways_(program.size()), calls_(program.size()), same_(program.size()) {
    for (std::size_t i = 0; i < source_.size(); ++i) {
        Declaration one = source_[i];
        for_each_expression(one, [&](Expression& e) {
            if (e.kind != Expression::call || e.function == glsl::kNoFunction) return;
            if (e.function >= i)
                glsl::fault_at(one.tokens[0].location, "'", e.text, "' is called before it is defined");
            ++calls_[e.function];
        });
    }
}

std::vector<std::size_t> Scalariser::run() {
    for (std::size_t i = 0; i < program_.size(); ++i) {
        if (program_[i].kind == Declaration::function)
            glsl::located(program_[i].tokens[0].location, [&] { function(i); });
    }
    return split_constants();
}

std::vector<std::size_t> Scalariser::split_constants() {
    glsl::Program all;
    std::vector<std::size_t> now(program_.size());
    for (std::size_t i = 0; i < program_.size(); ++i) {
        Declaration& one = program_[i];
        now[i] = all.size();
        if (one.kind != Declaration::constant || components({.kind = one.type.kind, .size = one.type.size}) == 1) {
            all.push_back(std::move(one));
            continue;
        }
        Type element = one.type;
        element.array = false;
        for (std::size_t c = 0; c < components(element); ++c) {
            Declaration part = one;
            part.name = constant_name(one.name, c);
            part.type.size = 1;
            if (part.type.kind == Type::matrix) part.type.kind = Type::real;
            if (c > 0) part.before = "\n";
            Expression& value = part.value[0];
            if (one.type.array) {
                value.type = part.type;
                for (Expression& entry : value.parts)
                    entry = component(entry, c);
            } else {
                value = component(value, c);
            }
            all.push_back(std::move(part));
        }
    }
    program_ = std::move(all);
    for (Declaration& one : program_) {
        for_each_expression(one, [&](Expression& e) {
            if (e.function != glsl::kNoFunction) e.function = now[e.function];
        });
    }
    return now;
}

Expression Scalariser::component(const Expression& e, std::size_t c) {
    if (e.kind != Expression::construct || (e.parts.size() != 1 && c >= e.parts.size()))
        fail("a constant vector is not made of numbers");
    return e.parts.size() == 1 ? e.parts[0] : e.parts[c];
}

// Merges a call with the declarations of the variables it sets.
static void join_calls(const glsl::Program& program, Statement& s) {
    for (Statement& part : s.parts)
        join_calls(program, part);
    if (s.kind != Statement::block) return;
    std::map<std::string, Variable> unset;
    std::vector<Statement> joined;
    std::string above;
    for (Statement& part : s.parts) {
        const bool declares = part.kind == Statement::declare;
        if (declares && part.variables[0].value.empty()) {
            unset[part.variables[0].name] = part.variables[0];
            if (above.empty()) above = part.before;
            continue;
        }
        if (!above.empty()) part.before = std::exchange(above, "");
        const bool simple = declares || part.kind == Statement::evaluate;
        const Expression* call = !simple ? nullptr : declares ? &part.variables[0].value[0] : &part.value[0];
        if (call && call->kind == Expression::call && call->function != glsl::kNoFunction) {
            std::vector<Variable> sets;
            for (std::size_t i = 0; i < call->parts.size(); ++i) {
                const auto found =
                    call->parts[i].kind == Expression::name ? unset.find(call->parts[i].text) : unset.end();
                if (program[call->function].variables[i].out && found != unset.end()) sets.push_back(found->second);
            }
            const bool drops = !declares && program[call->function].type.kind != glsl::Type::nothing;  // its value
            if (drops && !sets.empty()) {
                joined.push_back({.kind = Statement::declare, .before = part.before, .variables = sets});
            } else if (!sets.empty()) {
                Statement to{.kind = Statement::declare, .before = part.before, .constant = true};
                to.value = {*call};
                if (declares) {
                    Variable result = part.variables[0];
                    result.value.clear();
                    to.variables.push_back(std::move(result));
                }
                to.variables.insert(to.variables.end(), sets.begin(), sets.end());
                part = std::move(to);
            }
        }
        joined.push_back(std::move(part));
    }
    s.parts = std::move(joined);
}

// If a function's last call sets all of its results, returns that call.
static void return_last_call(const glsl::Program& program, Declaration& f) {
    std::vector<Statement>& all = f.body[0].parts;
    if (all.size() < 2 || all.back().kind != Statement::give || all.back().value.empty()) return;
    const Statement& last = all[all.size() - 2];
    if (last.kind != Statement::declare || last.variables[0].value.empty()) return;
    const Expression& call = last.variables[0].value[0];
    if (call.kind != Expression::call || call.function == glsl::kNoFunction) return;
    std::vector<std::string> gives = {all.back().value[0].text}, sets = {last.variables[0].name};
    for (const Variable& p : f.variables) {
        if (p.out) gives.push_back(p.name);
    }
    for (std::size_t i = 0; i < call.parts.size(); ++i) {
        if (program[call.function].variables[i].out) sets.push_back(call.parts[i].text);
    }
    if (gives != sets) return;
    all.back().value = {Expression(call)};
    all.erase(all.end() - 2);
}

// Renames a0_2 to a0 if no other variable has that name any more.
static void shorten_names(Declaration& f) {
    std::set<std::string> taken;
    std::map<std::string, std::string> names;
    for (const Variable& p : f.variables)
        taken.insert(p.name);
    const auto for_each_local = [&](const std::function<void(Variable&)>& visit) {
        for_each_statement(f.body[0], [&](Statement& s) {
            for (Variable& v : s.variables)
                visit(v);
        });
    };
    for_each_local([&](Variable& v) { taken.insert(v.name); });
    for_each_local([&](Variable& v) {
        const std::size_t end = v.name.rfind('_');
        if (end == std::string::npos || end == 0 || !glsl::is_digit(v.name[end - 1]) ||
            !glsl::is_digit(v.name[end + 1]))
            return;
        const std::string base = v.name.substr(0, end);
        if (!taken.insert(base).second) return;
        names[v.name] = base;
        v.name = base;
    });
    for_each_expression(f, [&](Expression& e) {
        const auto found = e.kind == Expression::name ? names.find(e.text) : names.end();
        if (found != names.end()) e.text = found->second;
    });
}

}  // namespace numbers

void into_numbers(glsl::Program& program, std::vector<std::string>& names) {
    const std::vector<std::size_t> moved = numbers::Scalariser(program).run();
    std::vector<std::string> own(program.size());
    for (std::size_t i = 0; i < program.size(); ++i)
        own[i] = program[i].name;
    for (std::size_t i = 0; i < moved.size(); ++i) {
        if (program[moved[i]].kind == glsl::Declaration::function) own[moved[i]] = names[i];
    }
    const std::vector<bool> needed = drop_unused(program, false);
    for (glsl::Declaration& one : program) {
        if (one.kind != glsl::Declaration::function) continue;
        numbers::return_last_call(program, one);
        numbers::join_calls(program, one.body[0]);
        numbers::shorten_names(one);
    }
    names.clear();
    for (std::size_t i = 0; i < needed.size(); ++i) {
        if (needed[i]) names.push_back(own[i]);
    }
}

}  // namespace isonoise
