#include <algorithm>
#include <iterator>
#include <set>

#include "error.hpp"
#include "snippet/passes/passes.hpp"
#include "snippet/printing/layout.hpp"

namespace isonoise {
namespace {

using glsl::Declaration;
using glsl::Expression;
using glsl::Statement;
using glsl::Type;
using glsl::Variable;

bool is_structure(const Type& type) { return type.kind == Type::structure && !type.array; }

class Apart {
  public:
    Apart(glsl::Program& program, const FieldName& named, const std::string& language)
        : program_(program), named_(named), language_(language) {
        for (const Declaration& one : program) {
            if (one.kind == Declaration::structure) fields_[one.name] = one.variables;
        }
        // isonoise_place() returns place_cell and so on.
        for (const Declaration& one : program) {
            const std::string name = one.name.substr(one.name.find('_') + 1);
            results_.push_back(is_structure(one.type) ? parts_of(one.type, name) : std::vector<Variable>());
        }
    }

    void take_apart() {
        for (std::size_t i = 0; i < program_.size(); ++i) {
            Declaration& one = program_[i];
            if (one.kind == Declaration::function)
                glsl::located(one.tokens[0].location, [&] { function(one, results_[i]); });
        }
    }

  private:
    // The variables that replace one of this type; those of a structure within it are in its place.
    std::vector<Variable> parts_of(const Type& type, const std::string& variable) const {
        std::vector<Variable> parts;
        for (const Variable& field : fields_.at(type.name)) {
            const std::string name = named_(variable, field.name);
            if (!is_structure(field.type)) {
                parts.push_back({.type = field.type, .name = name});
                continue;
            }
            for (Variable& part : parts_of(field.type, name))
                parts.push_back(std::move(part));
        }
        return parts;
    }
    // The first and the number of the parts that a field has.
    std::pair<std::size_t, std::size_t> place_of(const Type& type, const std::string& name) const {
        std::size_t from = 0;
        for (const Variable& field : fields_.at(type.name)) {
            const std::size_t count = is_structure(field.type) ? parts_of(field.type, "").size() : 1;
            if (field.name == name) return {from, count};
            from += count;
        }
        fail("{}: '{}' has no field '{}'", language_, type.name, name);
    }

    // Several calls of a function, even in one statement, need variables of their own.
    std::string unused(const std::string& name) {
        std::string own = name;
        for (int number = 2; !names_.insert(own).second; ++number)
            own = name + std::to_string(number);
        return own;
    }

    void function(Declaration& f, const std::vector<Variable>& results) {
        names_.clear();
        for (const Variable& p : f.variables)
            names_.insert(p.name);
        for (Statement& body : f.body)
            for_each_statement(body, [&](const Statement& s) {
                for (const Variable& v : s.variables)
                    names_.insert(v.name);
            });
        std::vector<Variable> parameters;
        for (Variable& p : f.variables) {
            if (!is_structure(p.type)) {
                parameters.push_back(std::move(p));
                continue;
            }
            for (Variable& part : parts_of(p.type, p.name)) {
                part.in = p.in;
                part.out = p.out;
                parameters.push_back(std::move(part));
            }
        }
        for (Variable result : results) {
            result.in = false;
            result.out = true;
            parameters.push_back(std::move(result));
        }
        f.variables = std::move(parameters);
        if (is_structure(f.type)) f.type = {.kind = Type::nothing};
        for (Statement& body : f.body) {
            last_ = body.parts.empty() ? nullptr : &body.parts.back();
            results_here_ = &results;
            block(body);
        }
    }

    // ---- Statements

    void block(Statement& s) {
        std::vector<Statement> parts;
        for (Statement& part : s.parts) {
            for (Statement& one : several(part))
                parts.push_back(std::move(one));
        }
        s.parts = std::move(parts);
    }

    // The statements that replace a statement.
    std::vector<Statement> several(Statement& s) {
        std::vector<Statement> all;
        const std::string before = s.before;
        if (s.kind == Statement::declare || s.kind == Statement::evaluate || s.kind == Statement::give) {
            before_ = &all;
            simple(s, all);
            before_ = nullptr;
        } else if (s.kind == Statement::block) {
            block(s);
            all.push_back(std::move(s));
        } else {
            if (s.kind == Statement::branch) before_ = &all;
            for (Expression& value : s.value)
                expression(value);
            before_ = nullptr;
            for (Expression& step : s.step)
                expression(step);
            for (Statement& part : s.parts)
                single(part, indent_of(before));
            if (s.kind == Statement::loop && s.parts[0].kind == Statement::block)
                fail("{}: a loop starts with more than one statement", language_);
            all.push_back(std::move(s));
        }
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i].before = i == 0 ? before : "\n" + std::string(indent_of(before), ' ');
        return all;
    }

    // The body of a branch or loop, indented by `indent` columns.
    void single(Statement& part, std::size_t indent) {
        std::vector<Statement> all = several(part);
        if (all.size() == 1) {
            part = std::move(all[0]);
            return;
        }
        const std::string line = "\n" + std::string(indent, ' ');
        part = {.kind = Statement::block, .before = " ", .parts = std::move(all), .end = line};
        for (Statement& one : part.parts)
            one.before = line + "    ";
    }

    void simple(Statement& s, std::vector<Statement>& all) {
        const bool gives = s.kind == Statement::give, declares = s.kind == Statement::declare;
        const bool assigns = !s.value.empty() && s.value[0].kind == Expression::assign;
        if (declares && is_structure(s.variables[0].type)) {
            for (Variable& variable : s.variables)
                declare(variable, all);
        } else if (gives && !s.value.empty() && is_structure(s.value[0].type)) {
            set(*results_here_, s.value[0], all);
            if (&s != last_) all.push_back({.kind = Statement::give});
        } else if (s.kind == Statement::evaluate && assigns && is_structure(s.value[0].type)) {
            Expression& e = s.value[0];
            set(parts_of(e.type, variable(e.parts[0])), e.parts[1], all);
        } else {
            for_each_value(s, [&](Expression& value) { expression(value); });
            all.push_back(std::move(s));
        }
    }

    template <class Visit> static void for_each_value(Statement& s, Visit visit) {
        for (Variable& variable : s.variables) {
            for (Expression& value : variable.value)
                visit(value);
        }
        for (Expression& value : s.value)
            visit(value);
    }

    void declare(Variable& variable, std::vector<Statement>& all) {
        std::vector<Variable> parts = parts_of(variable.type, variable.name);
        if (!variable.value.empty() && variable.value[0].kind == Expression::call)
            return declare_and_call(parts, variable.value[0], all);
        if (!variable.value.empty()) {
            const std::vector<Expression> values = values_of(variable.value[0]);
            for (std::size_t i = 0; i < parts.size(); ++i)
                parts[i].value.push_back(values[i]);
        }
        for (const Variable& part : parts)
            all.push_back({.kind = Statement::declare, .variables = {part}});
    }

    void declare_and_call(const std::vector<Variable>& parts, Expression& call, std::vector<Statement>& all) {
        std::vector<Statement> called;
        set(parts, call, called);
        for (const Variable& part : parts)
            all.push_back({.kind = Statement::declare, .variables = {part}});
        all.push_back(std::move(called[0]));
    }

    // Assigns a structure's fields to the variables.
    void set(const std::vector<Variable>& to, Expression& value, std::vector<Statement>& all) {
        if (value.kind == Expression::call) {
            expression(value);
            for (const Variable& one : to)
                value.parts.push_back(glsl::named(one.name, one.type));
            all.push_back(glsl::evaluated(std::move(value)));
            return;
        }
        std::vector<Expression> values = values_of(value);
        std::vector<Statement> assignments, kept;
        for (std::size_t i = 0; i < to.size(); ++i) {
            // Read before a variable that it mentions is written, as in s = S(s.b, s.a).
            const bool crosses = std::any_of(to.begin(), to.begin() + static_cast<std::ptrdiff_t>(i),
                                             [&](const Variable& one) { return mentions(values[i], one.name); });
            if (crosses) {
                Variable own{.type = to[i].type, .name = to[i].name + "_next"};
                own.value.push_back(std::move(values[i]));
                values[i] = glsl::named(own.name, own.type);
                kept.push_back({.kind = Statement::declare, .variables = {own}});
            }
            assignments.push_back(glsl::assigned(glsl::named(to[i].name, to[i].type), "=", values[i]));
        }
        if (kept.empty()) {
            std::move(assignments.begin(), assignments.end(), std::back_inserter(all));
            return;
        }
        std::move(assignments.begin(), assignments.end(), std::back_inserter(kept));
        for (Statement& s : kept)
            s.before = " ";
        all.push_back({.kind = Statement::block, .parts = std::move(kept), .end = " "});
    }
    static bool mentions(const Expression& e, const std::string& name) {
        return (e.kind == Expression::name && e.text == name) ||
               std::any_of(e.parts.begin(), e.parts.end(),
                           [&](const Expression& part) { return mentions(part, name); });
    }

    // ---- Expressions

    static bool is_variable(const Expression& e) {
        return e.kind == Expression::name || (e.kind == Expression::field && is_variable(e.parts[0]));
    }
    std::string variable(const Expression& e) const {
        if (!is_variable(e)) fail("{}: only a variable or a function's result can be taken apart", language_);
        return e.kind == Expression::name ? e.text : named_(variable(e.parts[0]), e.text);
    }

    // The fields' values. A function's result gets variables declared before the statement.
    std::vector<Expression> values_of(Expression& e) {
        std::vector<Expression> values;
        if (e.kind == Expression::bracket) return values_of(e.parts[0]);
        if (e.kind == Expression::construct) {
            if (e.parts.size() != fields_.at(e.type.name).size())
                fail("{}: '{}' is made of {} values", language_, e.type.name, e.parts.size());
            for (Expression& part : e.parts)
                add_values(part, values);
            return values;
        }
        if (e.kind == Expression::ternary) {
            expression(e.parts[0]);
            const std::vector<Expression> yes = values_of(e.parts[1]), no = values_of(e.parts[2]);
            for (std::size_t i = 0; i < yes.size(); ++i) {
                Expression one{.kind = Expression::ternary, .type = yes[i].type};
                one.parts = {e.parts[0], yes[i], no[i]};
                values.push_back(std::move(one));
            }
            return values;
        }
        if (e.kind == Expression::field && !is_variable(e)) {
            const auto [from, count] = place_of(e.parts[0].type, e.text);
            values = values_of(e.parts[0]);
            return {values.begin() + static_cast<std::ptrdiff_t>(from),
                    values.begin() + static_cast<std::ptrdiff_t>(from + count)};
        }
        std::vector<Variable> parts;
        if (e.kind == Expression::call) {
            if (!before_) fail("{}: '{}' is called where no statement can stand before it", language_, e.text);
            if (e.function == glsl::kNoFunction) fail("{}: '{}' does not take a structure", language_, e.text);
            parts = results_[e.function];
            for (Variable& part : parts)
                part.name = unused(part.name);
            declare_and_call(parts, e, *before_);
        } else {
            parts = parts_of(e.type, variable(e));
        }
        for (const Variable& part : parts)
            values.push_back(glsl::named(part.name, part.type));
        return values;
    }
    void add_values(Expression& part, std::vector<Expression>& to) {
        if (is_structure(part.type)) {
            for (Expression& value : values_of(part))
                to.push_back(std::move(value));
        } else {
            expression(part);
            to.push_back(std::move(part));
        }
    }

    void expression(Expression& e) {
        if (e.kind == Expression::field && is_structure(e.parts[0].type)) {
            if (is_variable(e)) {
                e = {.kind = Expression::name, .text = variable(e), .type = e.type};
            } else {
                const std::size_t at = place_of(e.parts[0].type, e.text).first;
                e = Expression(values_of(e.parts[0])[at]);
            }
            return;
        }
        std::vector<Expression> parts;
        for (Expression& part : e.parts)
            add_values(part, parts);
        e.parts = std::move(parts);
    }

    glsl::Program& program_;
    const FieldName& named_;
    const std::string& language_;
    std::map<std::string, std::vector<Variable>> fields_;
    std::vector<std::vector<Variable>> results_;  // per function that returns a structure
    // While a function is being taken apart:
    std::set<std::string> names_;
    const std::vector<Variable>* results_here_ = nullptr;
    const Statement* last_ = nullptr;           // of the function's body
    std::vector<Statement>* before_ = nullptr;  // receives statements to insert before the current one
};

}  // namespace

void take_apart(glsl::Program& program, const FieldName& named, const std::string& language) {
    Apart(program, named, language).take_apart();
}

void drop_structures(glsl::Program& program) {
    std::vector<bool> chosen;
    std::string about;
    for (Declaration& one : program) {
        chosen.push_back(one.kind != Declaration::structure);
        if (!chosen.back()) {
            about = one.before;
            continue;
        }
        if (!about.empty() && one.before.find("//") == std::string::npos) one.before = about;
        about.clear();
    }
    keep(program, chosen);
}

}  // namespace isonoise
