// Takes local arrays apart: languages differ in what they can do with them. Each element becomes a variable; an index
// that varies becomes a chain of choices. Arrays of constants move to the top level, where all languages have them.
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <tuple>

#include <fmt/format.h>

#include "error.hpp"
#include "isonoise/function/compile.hpp"
#include "isonoise/function/limits.hpp"
#include "snippet/passes/passes.hpp"

namespace isonoise {
namespace {

using glsl::Declaration;
using glsl::Expression;
using glsl::Program;
using glsl::Statement;
using glsl::Type;
using glsl::Variable;

Expression number(std::size_t n, const Type& type) {
    return {.kind = Expression::literal,
            .text = fmt::format("{}{}", n, type.kind == Type::natural ? "u" : ""),
            .type = {.kind = type.kind}};
}

bool is_constant(const Expression& e) {
    const bool made = e.kind == Expression::construct || e.kind == Expression::prefix || e.kind == Expression::bracket;
    return e.kind == Expression::literal || (made && std::all_of(e.parts.begin(), e.parts.end(), is_constant));
}

// Replaces constants within functions, and lengths of arrays, by their numbers: some languages accept nothing else.
// Removes `const` from variables whose value GLSL does not count as a constant expression.
class Locals {
  public:
    explicit Locals(Program& program) : program_(program) {}

    void statement(Statement& s) {
        const auto outer = known_;
        for (Statement& part : s.parts)
            statement(part);
        known_ = outer;
        for (Variable& v : s.variables) {
            if (!v.length.empty()) v.length = {number(words(v.length[0])[0], {.kind = Type::integer})};
            known_.erase(v.name);
            if (s.constant && !settled(v)) s.constant = false;
        }
    }

  private:
    std::vector<std::uint32_t> words(Expression e) const {
        for_each_expression(e, [&](Expression& part) {
            const auto found = part.kind == Expression::name ? known_.find(part.text) : known_.end();
            if (found != known_.end()) part = Expression(found->second);
        });
        return function::constant_value(program_, e);
    }
    bool settled(Variable& v) {
        if (v.value.empty() || v.type.kind == Type::structure) return false;
        try {
            v.value = {constant_of(v.type, words(v.value[0]))};
        } catch (const Error&) {  // it depends on a variable
            return false;
        }
        if (!v.type.array) known_[v.name] = v.value[0];
        return true;
    }

    Program& program_;
    std::map<std::string, Expression> known_;  // the constants in scope
};

class Arrays {
  public:
    explicit Arrays(Program& program) : program_(program) {
        for (const Declaration& d : program) {
            if (d.kind == Declaration::constant && d.type.array && !d.exact && !d.value.empty())
                global_[d.name] = d.value[0].parts.size();
        }
    }

    void run() {
        for (std::size_t i = 0; i < program_.size(); ++i) {
            if (program_[i].exact || program_[i].kind != Declaration::function) continue;
            lengths_.clear();
            hoisted_.clear();
            for (Statement& s : program_[i].body)
                statement(s);
            // Before the function, whose calls keep their indices: constants come first of all.
        }
        for (Declaration& d : constants_)
            program_.push_back(std::move(d));
    }

  private:
    std::size_t length_of(const Variable& v) {
        if (v.length.empty()) return v.value.empty() ? 0 : length_of(v.value[0]);
        return index_of(v.length[0]);  // see settle_locals()
    }
    std::size_t length_of(const Expression& array) const {
        if (array.kind == Expression::bracket) return length_of(array.parts[0]);
        if (array.kind == Expression::ternary) return length_of(array.parts[1]);
        if (array.kind != Expression::name) return array.parts.size();
        if (const auto local = lengths_.find(array.text); local != lengths_.end()) return local->second;
        const auto hoisted = hoisted_.find(array.text);
        return hoisted != hoisted_.end() ? hoisted->second.second : global_.at(array.text);
    }
    // An element of an array as a whole: float[2](a, b), a variable, or one of two by ?:.
    Expression element_of(const Expression& array, std::size_t i) const {
        if (array.kind == Expression::construct) return array.parts[i];
        if (array.kind == Expression::bracket) return element_of(array.parts[0], i);
        Type own = array.type;
        own.array = false;
        if (array.kind == Expression::ternary) {
            Expression either{.kind = Expression::ternary, .type = own};
            either.parts = {array.parts[0], element_of(array.parts[1], i), element_of(array.parts[2], i)};
            return either;
        }
        if (lengths_.contains(array.text)) return glsl::named(element(array.text, i), own);
        Expression at{.kind = Expression::index, .type = own};
        const auto hoisted = hoisted_.find(array.text);
        at.parts = {array, number(i, {.kind = Type::integer})};
        if (hoisted != hoisted_.end()) at.parts[0].text = hoisted->second.first;
        return at;
    }
    // An assignment to a whole array. All values are computed first, since they may read the array.
    void write_all(Statement& s) {
        const Expression whole = std::move(s.value[0]);
        const std::string& name = whole.parts[0].text;
        Statement block{.kind = Statement::block, .before = s.before, .end = s.before};
        const std::string before = s.before + "    ";
        std::vector<Statement> writes;
        for (std::size_t i = 0; i < lengths_.at(name); ++i) {
            const Expression value = element_of(whole.parts[1], i);
            const std::string own = fmt::format("element_value{}", i);
            block.parts.push_back(declared(own, value, before));
            writes.push_back(assigned(glsl::named(element(name, i), value.type), "=", glsl::named(own, value.type)));
            writes.back().before = before;
        }
        std::move(writes.begin(), writes.end(), std::back_inserter(block.parts));
        s = std::move(block);
    }
    static std::string element(const std::string& array, std::size_t i) { return fmt::format("{}_{}", array, i); }

    void statement(Statement& s) {
        const auto outer = std::pair(lengths_, hoisted_);  // names that the statement declares end with it
        for (Statement& part : s.parts)
            statement(part);
        std::tie(lengths_, hoisted_) = outer;
        if (s.kind == Statement::block) clean(s);
        std::vector<Variable> variables;
        for (Variable& v : s.variables) {
            for (Expression& value : v.value)
                expression(value);
            if (!v.type.array) {
                variables.push_back(std::move(v));
                continue;
            }
            declare(v, variables, s.constant);
        }
        s.variables = std::move(variables);
        for (Expression& value : s.value)
            expression(value);
        for (Expression& step : s.step)
            expression(step);
        if (s.kind != Statement::evaluate || s.value[0].parts.empty()) return;
        if (s.value[0].kind == Expression::assign && s.value[0].parts[0].type.array) return write_all(s);
        const Expression* chosen = chosen_by_index(s.value[0].parts[0]);
        if (chosen) write(s, Expression(*chosen));
    }
    void declare(Variable& v, std::vector<Variable>& to, bool constant) {
        const std::size_t length = length_of(v);
        if (constant && !v.value.empty() && is_constant(v.value[0])) {
            hoist(v, length);
            return;
        }
        lengths_[v.name] = length;
        Type own = v.type;
        own.array = false;
        for (std::size_t i = 0; i < length; ++i) {
            Variable one{.type = own, .name = element(v.name, i)};
            one.value.push_back(v.value.empty() ? function::zero_of(own, program_) : element_of(v.value[0], i));
            to.push_back(std::move(one));
        }
    }
    void hoist(Variable& v, std::size_t length);

    // Declarations of arrays that moved to the top level leave nothing.
    static void clean(Statement& block) {
        std::erase_if(block.parts,
                      [](const Statement& s) { return s.kind == Statement::declare && s.variables.empty(); });
    }

    // An assignment to an element whose index varies, as one to each element under its condition.
    void write(Statement& s, const Expression& chosen) {
        const Expression at = chosen.parts[1];
        const std::string name = chosen.parts[0].text;
        const std::size_t length = lengths_.at(name);
        const Expression index = glsl::named("element_at", at.type);
        Expression whole = std::move(s.value[0]);
        Statement block{.kind = Statement::block, .before = s.before, .end = s.before};
        const std::string before = s.before + "    ";
        block.parts.push_back(declared("element_at", at, before));
        if (whole.kind == Expression::assign) {
            block.parts.push_back(declared("element_value", whole.parts[1], before));
            whole.parts[1] = glsl::named("element_value", whole.parts[1].type);
        }
        for (std::size_t i = 0; i < length; ++i) {
            Expression own = whole;
            Expression* target = &own.parts[0];
            while (target->kind != Expression::index || target->parts[0].text != name)
                target = &target->parts[0];
            *target = glsl::named(element(name, i), target->type);
            Statement branch{.kind = Statement::branch, .before = before};
            branch.value.push_back(is_at(index, i, length));
            Statement only{.kind = Statement::evaluate, .before = " "};
            only.value.push_back(std::move(own));
            branch.parts.push_back(std::move(only));
            block.parts.push_back(std::move(branch));
        }
        s = std::move(block);
    }
    static Statement declared(const std::string& name, const Expression& value, const std::string& before) {
        Statement s{.kind = Statement::declare, .before = before};
        Variable v{.type = value.type, .name = name};
        v.value.push_back(value);
        s.variables.push_back(std::move(v));
        return s;
    }
    // The part of an assigned expression that is an element of a local array, if its index varies.
    const Expression* chosen_by_index(const Expression& e) const {
        if (e.kind == Expression::index && e.parts[0].kind == Expression::name && lengths_.contains(e.parts[0].text))
            return e.parts[1].kind == Expression::literal ? nullptr : &e;
        return e.kind == Expression::field || e.kind == Expression::index ? chosen_by_index(e.parts[0]) : nullptr;
    }
    static Expression is_at(const Expression& at, std::size_t i, std::size_t length) {
        Expression e{.kind = Expression::binary, .text = "==", .type = {.kind = Type::boolean}};
        e.parts = {at, number(i, at.type)};
        if (i + 1 < length) return e;
        // The last one stands for all indices beyond the end.
        Expression beyond{.kind = Expression::construct, .type = {.kind = Type::natural}};
        beyond.parts.push_back(at);
        if (at.type.kind == Type::natural) beyond = at;
        e.text = ">=";
        e.parts = {beyond, number(i, {.kind = Type::natural})};
        return e;
    }

    // An assigned element whose index varies is left as it is here: write() replaces it.
    void target(Expression& e) {
        if (chosen_by_index(e) == &e) return expression(e.parts[1]);
        if (e.kind == Expression::field || e.kind == Expression::index) target(e.parts[0]);
        if (e.kind == Expression::index) expression(e.parts[1]);
        replace(e);
    }
    void expression(Expression& e) {
        if (e.kind == Expression::assign || e.kind == Expression::step) {
            target(e.parts[0]);
            for (std::size_t i = 1; i < e.parts.size(); ++i)
                expression(e.parts[i]);
            return;
        }
        for (Expression& part : e.parts)
            expression(part);
        replace(e);
    }
    void replace(Expression& e) {
        if (e.kind != Expression::index || e.parts[0].kind != Expression::name) return;
        const std::string name = e.parts[0].text;
        if (hoisted_.contains(name)) {
            e.parts[0].text = hoisted_.at(name).first;
            within(e.parts[1], hoisted_.at(name).second);
            return;
        }
        const auto found = lengths_.find(name);
        if (found == lengths_.end()) {
            if (const auto global = global_.find(name); global != global_.end()) within(e.parts[1], global->second);
            return;
        }
        const Expression at = e.parts[1];
        const std::size_t length = found->second;
        if (at.kind == Expression::literal) {
            e = glsl::named(element(name, std::min(index_of(at), length - 1)), e.type);
            return;
        }
        Expression chain = glsl::named(element(name, length - 1), e.type);
        for (std::size_t i = length - 1; i-- > 0;) {
            Expression one{.kind = Expression::ternary, .type = e.type};
            Expression is{.kind = Expression::binary, .text = "==", .type = {.kind = Type::boolean}};
            is.parts = {at, number(i, at.type)};
            one.parts = {std::move(is), glsl::named(element(name, i), e.type), std::move(chain)};
            chain = std::move(one);
        }
        Expression bracket{.kind = Expression::bracket, .type = e.type};
        bracket.parts.push_back(std::move(chain));
        e = std::move(bracket);
    }
    static std::size_t index_of(const Expression& literal) { return std::strtoull(literal.text.c_str(), nullptr, 0); }
    // Makes an index that is beyond the end the last one.
    static void within(Expression& at, std::size_t length) {
        if (at.kind == Expression::literal) {
            at = number(std::min(index_of(at), length - 1), at.type);
            return;
        }
        Expression natural{.kind = Expression::construct, .type = {.kind = Type::natural}};
        natural.parts.push_back(at);
        if (at.type.kind == Type::natural) natural = at;
        Expression small{.kind = Expression::binary, .text = "<", .type = {.kind = Type::boolean}};
        small.parts = {natural, number(length - 1, natural.type)};
        Expression one{.kind = Expression::ternary, .type = natural.type};
        one.parts = {std::move(small), natural, number(length - 1, natural.type)};
        Expression bracket{.kind = Expression::bracket, .type = natural.type};
        bracket.parts.push_back(std::move(one));
        at = std::move(bracket);
    }

    Program& program_;
    std::map<std::string, std::size_t> global_;                           // lengths of constant arrays, by name
    std::map<std::string, std::size_t> lengths_;                          // of local arrays, by name
    std::map<std::string, std::pair<std::string, std::size_t>> hoisted_;  // their new names, and lengths
    std::vector<Declaration> constants_;
};

void Arrays::hoist(Variable& v, std::size_t length) {
    std::string name = v.name;
    const auto is_taken = [&](const Declaration& d) { return d.name == name; };
    for (int n = 2; std::any_of(program_.begin(), program_.end(), is_taken) ||
                    std::any_of(constants_.begin(), constants_.end(), is_taken);
         ++n)
        name = fmt::format("{}{}", v.name, n);
    Declaration d{};
    d.kind = Declaration::constant;
    d.before = "\n";
    d.tokens = glsl::tokens("const");
    d.name = name;
    d.type = v.type;
    d.length = {number(length, {.kind = Type::integer})};
    d.value = std::move(v.value);
    constants_.push_back(std::move(d));
    hoisted_[v.name] = {name, length};
}

}  // namespace

void settle_locals(Program& program) {
    for (Declaration& d : program) {
        if (d.exact || d.kind != Declaration::function) continue;
        Locals locals(program);
        for (Statement& body : d.body)
            locals.statement(body);
    }
}

void take_arrays_apart(Program& program) {
    const std::size_t before = program.size();
    Arrays(program).run();
    to_front(program, before);
}

void to_front(Program& program, std::size_t from) {
    const std::size_t more = program.size() - from;
    std::rotate(program.begin(), program.begin() + static_cast<std::ptrdiff_t>(from), program.end());
    for (Declaration& d : program) {
        for_each_expression(d, [&](Expression& e) {
            if (e.function != glsl::kNoFunction) e.function += more;
        });
    }
}

}  // namespace isonoise
