#include "isonoise/function/limits.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "isonoise/function/compile.hpp"
#include "isonoise/untrusted.hpp"

namespace isonoise::function {
namespace {

using glsl::Declaration;
using glsl::Expression;
using glsl::Program;
using glsl::Statement;
using glsl::Type;

constexpr std::int64_t kNoise = 16;

Expression whole(std::int64_t x) {
    return {.kind = Expression::literal, .text = std::to_string(x), .type = {.kind = Type::integer}};
}

bool changes(const Statement& s, const std::string& name) {
    bool found = false;
    Statement all = s;
    for_each_expression(all, [&](Expression& e) {
        if (e.kind != Expression::assign && e.kind != Expression::step && e.kind != Expression::call) return;
        for (const Expression& part : e.parts) {
            const Expression* at = &part;
            while (!at->parts.empty() && at->kind != Expression::call)
                at = &at->parts[0];
            // Conservative for calls: an argument may be an output.
            found |=
                at->kind == Expression::name && at->text == name &&
                (e.kind != Expression::call ? &part == &e.parts[0] : e.function != glsl::kNoFunction && &part == at);
        }
    });
    return found;
}

class Limits {
  public:
    explicit Limits(Program& program) : program_(program), steps_(program.size(), -1) {}

    std::int64_t of(std::size_t i) {
        Declaration& f = program_[i];
        if (f.exact || f.body.empty()) return kNoise;  // the library's
        if (steps_[i] >= 0) return steps_[i];
        if (std::find(open_.begin(), open_.end(), i) != open_.end())
            glsl::fault_at(f.tokens[0].location, "the function ", in_quotes(f.name), " calls itself");
        open_.push_back(i);
        std::set<std::string> locals;
        for (const glsl::Variable& v : f.variables)
            locals.insert(v.name);
        for (Statement& s : f.body)
            for_each_statement(s, [&](const Statement& one) {
                for (const glsl::Variable& v : one.variables)
                    locals.insert(v.name);
            });
        locals.swap(locals_);
        std::int64_t all = 0;
        for (Statement& s : f.body)
            all += steps(s);
        locals.swap(locals_);
        open_.pop_back();
        return steps_[i] = std::min(all, kMostSteps + 1);
    }

  private:
    std::int64_t steps(const Expression& e) {
        std::int64_t all = 0;
        if (e.kind == Expression::call && e.function != glsl::kNoFunction) all += of(e.function);
        for (const Expression& part : e.parts)
            all += steps(part);
        return all;
    }
    std::int64_t steps(Statement& s) {
        std::int64_t all = 1;
        for (const auto& list : {s.value, s.step})
            for (const Expression& e : list)
                all += steps(e);
        for (const glsl::Variable& v : s.variables)
            for (const Expression& e : v.value)
                all += steps(e);
        for (Statement& part : s.parts)
            all += steps(part);
        if (s.kind != Statement::loop && s.kind != Statement::repeat) return std::min(all, kMostSteps + 1);
        const auto rounds = s.kind == Statement::loop ? rounds_of(s) : std::nullopt;
        if (!rounds) limit(s);
        return std::min(all * std::max<std::int64_t>(rounds.value_or(kMostRounds), 1), kMostSteps + 1);
    }

    // A number that is known beforehand.
    std::optional<Word> known(const Expression& e, const std::string& counter = {}, Word now = 0) const {
        if (e.kind == Expression::bracket) return known(e.parts[0], counter, now);
        if (e.kind == Expression::name) {
            if (e.text == counter) return now;
            if (locals_.contains(e.text)) return {};
            for (std::size_t i = 0; i < program_.size(); ++i) {
                if (program_[i].name == e.text && program_[i].kind == Declaration::constant)
                    return constant_value(program_, i)[0];
            }
            return {};
        }
        if (e.kind == Expression::literal) {
            float x = 0;
            if (e.type.kind == Type::real)
                return parse_float(e.text, x) == std::errc() ? std::optional(bits(x)) : std::nullopt;
            if (e.type.kind == Type::boolean) return {};
            return static_cast<Word>(std::strtoull(e.text.c_str(), nullptr, 0));
        }
        if (e.kind == Expression::prefix && e.text == "-") {
            const auto x = known(e.parts[0], counter, now);
            if (!x) return {};
            return e.type.kind == Type::real ? applied(Operation::negate, *x, 0, 0) : 0u - *x;
        }
        if (e.kind == Expression::construct && e.type.size == 1 && e.parts.size() == 1) return made(e, counter, now);
        if (e.kind != Expression::binary) return {};
        const auto a = known(e.parts[0], counter, now), b = known(e.parts[1], counter, now);
        if (!a || !b) return {};
        return combined(e.text, *a, *b, e.parts[0].type.kind);
    }
    // float(3)
    std::optional<Word> made(const Expression& e, const std::string& counter, Word now) const {
        const Type::Kind from = e.parts[0].type.kind;
        const auto x = known(e.parts[0], counter, now);
        if (!x || from == Type::boolean || e.type.kind == Type::boolean) return {};
        if (e.type.kind == Type::real && from != Type::real)
            return applied(from == Type::natural ? Operation::from_uint : Operation::from_int, *x, 0, 0);
        if (e.type.kind != Type::real && from == Type::real)
            return applied(e.type.kind == Type::natural ? Operation::to_uint : Operation::to_int, *x, 0, 0);
        return x;
    }
    static std::optional<Word> combined(const std::string& sign, Word a, Word b, Type::Kind kind) {
        const bool is_real = kind == Type::real, natural = kind == Type::natural;
        const Operation less = is_real ? Operation::less : natural ? Operation::uint_less : Operation::int_less;
        const Operation most = is_real   ? Operation::at_most
                               : natural ? Operation::uint_at_most
                                         : Operation::int_at_most;
        if (sign == "<") return applied(less, a, b, 0);
        if (sign == ">") return applied(less, b, a, 0);
        if (sign == "<=") return applied(most, a, b, 0);
        if (sign == ">=") return applied(most, b, a, 0);
        if (sign == "!=" && !is_real) return truth(a != b);
        if (sign == "+") return applied(is_real ? Operation::add : Operation::int_add, a, b, 0);
        if (sign == "-") return applied(is_real ? Operation::subtract : Operation::int_subtract, a, b, 0);
        if (sign == "*") return applied(is_real ? Operation::multiply : Operation::int_multiply, a, b, 0);
        if (sign == "/" && is_real) return applied(Operation::divide, a, b, 0);
        return {};
    }

    // The rounds of `for (int i = A; i < B; i += C)`, provided that its body does not change i.
    std::optional<std::int64_t> rounds_of(const Statement& s) const {
        const Statement& start = s.parts[0];
        if (start.kind != Statement::declare || start.variables.size() != 1 || s.step.empty()) return {};
        const glsl::Variable& counter = start.variables[0];
        if (counter.type.array || counter.type.size != 1 || counter.value.empty() ||
            changes(s.parts.back(), counter.name))
            return {};
        const Expression& step = s.step[0];
        if (step.parts.empty() || step.parts[0].kind != Expression::name || step.parts[0].text != counter.name)
            return {};
        std::optional<Word> now = known(counter.value[0]);
        for (std::int64_t rounds = 0; now && rounds <= kMostSteps; ++rounds) {
            const auto goes_on = known(s.value[0], counter.name, *now);
            if (!goes_on) return {};
            if (*goes_on == 0u) return rounds;
            const Type::Kind kind = counter.type.kind;
            if (step.kind == Expression::step) {
                now = combined(step.text.substr(0, 1), *now, kind == Type::real ? bits(1.0f) : 1u, kind);
            } else if (step.text == "=") {
                now = known(step.parts[1], counter.name, *now);
            } else {
                const auto by = known(step.parts[1], counter.name, *now);
                now = by ? combined(step.text.substr(0, step.text.size() - 1), *now, *by, kind) : std::nullopt;
            }
        }
        return now ? std::optional(kMostSteps + 1) : std::nullopt;
    }

    // Counts the rounds of a loop: { int rounds = 0; while (...) { if (rounds >= 1024) break; rounds += 1; ... } }
    void limit(Statement& s) {
        const std::string name = "isonoise_rounds" + std::to_string(++counters_), before = s.before;
        const Type integer{.kind = Type::integer};
        const auto counter = [&] { return glsl::named(name, integer); };
        Statement declared{.kind = Statement::declare, .before = before};
        glsl::Variable variable{.type = integer, .name = name};
        variable.value.push_back(whole(0));
        declared.variables.push_back(std::move(variable));

        Statement& body = s.parts.back();
        Statement end{.kind = Statement::branch, .before = body.before.empty() ? " " : before + "    "};
        Expression reached{.kind = Expression::binary, .text = ">=", .type = {.kind = Type::boolean}};
        reached.parts = {counter(), whole(kMostRounds)};
        end.value.push_back(std::move(reached));
        end.parts.push_back({.kind = Statement::jump, .before = " ", .word = "break"});
        Statement more = glsl::assigned(counter(), "+=", whole(1));
        more.before = end.before;
        if (body.kind == Statement::block) {
            body.parts.insert(body.parts.begin(), {std::move(end), std::move(more)});
        } else {
            Statement block{.kind = Statement::block, .before = " ", .end = before};
            block.parts = {std::move(end), std::move(more), std::move(body)};
            s.parts.back() = std::move(block);
        }
        Statement around{.kind = Statement::block, .before = before, .end = before};
        s.before = before;
        around.parts.push_back(std::move(declared));
        around.parts.push_back(std::move(s));
        s = std::move(around);
    }

    Program& program_;
    std::vector<std::int64_t> steps_;
    std::vector<std::size_t> open_;
    std::set<std::string> locals_ = {};  // the names of the current function's variables
    int counters_ = 0;
};

}  // namespace

namespace {

bool mentions(const Expression& e, const std::string& name) {
    return (e.kind == Expression::name && e.text == name) ||
           std::any_of(e.parts.begin(), e.parts.end(), [&](const Expression& part) { return mentions(part, name); });
}
bool mentions(const Statement& s, const std::string& name) {
    const auto does = [&](const auto& part) { return mentions(part, name); };
    return std::any_of(s.value.begin(), s.value.end(), does) || std::any_of(s.step.begin(), s.step.end(), does) ||
           std::any_of(s.parts.begin(), s.parts.end(), does) ||
           std::any_of(s.variables.begin(), s.variables.end(),
                       [&](const glsl::Variable& v) { return std::any_of(v.value.begin(), v.value.end(), does); });
}

class FirstValues {
  public:
    explicit FirstValues(Program& program) : program_(program) {}

    void function(Declaration& f) {
        std::vector<Statement>& all = f.body[0].parts;
        block(all);
        for (std::size_t i = f.variables.size(); i-- > 0;) {
            const glsl::Variable& p = f.variables[i];
            if (!p.out || p.in || is_set(all, 0, p.name)) continue;
            Statement s = glsl::assigned(glsl::named(p.name, p.type), "=", zero(p.type));
            s.before = all.empty() ? " " : all[0].before;
            all.insert(all.begin(), std::move(s));
        }
    }

  private:
    void block(std::vector<Statement>& all) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            Statement& s = all[i];
            if (s.kind == Statement::loop) {  // its condition reads what it declares
                for (glsl::Variable& v : s.parts[0].variables)
                    if (v.value.empty() && !v.type.array) v.value.push_back(zero(v.type));
            }
            block(s.parts);
            for (glsl::Variable& v : s.variables) {
                // Arrays get their zeros where they are taken apart.
                if (v.value.empty() && !v.type.array && !is_set(all, i + 1, v.name)) v.value.push_back(zero(v.type));
            }
        }
    }

    // Is the variable set as a whole before it is read, from all[from] on?
    bool is_set(const std::vector<Statement>& all, std::size_t from, const std::string& name) const {
        for (std::size_t i = from; i < all.size(); ++i) {
            const Statement& s = all[i];
            if (!mentions(s, name)) continue;
            if (s.kind == Statement::declare && s.variables.size() == 1 && !s.variables[0].value.empty())
                return gives(s.variables[0].value[0], name);
            if (s.kind != Statement::evaluate) return false;
            const Expression& e = s.value[0];
            if (e.kind != Expression::assign) return gives(e, name);
            const bool whole = e.text == "=" && e.parts[0].kind == Expression::name && e.parts[0].text == name;
            return whole ? !mentions(e.parts[1], name) : !mentions(e.parts[0], name) && gives(e.parts[1], name);
        }
        return true;
    }
    // A call that does nothing with the variable but set it.
    bool gives(const Expression& e, const std::string& name) const {
        if (e.kind != Expression::call || e.function == glsl::kNoFunction) return false;
        bool set = false;
        for (std::size_t i = 0; i < e.parts.size(); ++i) {
            const glsl::Variable& p = program_[e.function].variables[i];
            const bool here = p.out && !p.in && e.parts[i].kind == Expression::name && e.parts[i].text == name;
            if (!here && mentions(e.parts[i], name)) return false;
            set |= here;
        }
        return set;
    }

    Expression zero(const Type& type) const { return zero_of(type, program_); }

    Program& program_;
};

}  // namespace

Expression zero_of(const Type& type, const Program& program) {
    if (type.size == 1 && type.kind != Type::structure) {
        const char* const text = type.kind == Type::boolean   ? "false"
                                 : type.kind == Type::integer ? "0"
                                 : type.kind == Type::natural ? "0u"
                                                              : "0.0";
        return {.kind = Expression::literal, .text = text, .type = type};
    }
    Expression e{.kind = Expression::construct, .type = type};
    if (type.kind == Type::structure) {
        for (const Declaration& d : program) {
            if (d.kind != Declaration::structure || d.name != type.name) continue;
            for (const glsl::Variable& field : d.variables)
                e.parts.push_back(zero_of(field.type, program));
        }
    } else {
        e.parts.push_back(zero_of({.kind = type.kind == Type::matrix ? Type::real : type.kind}, program));
    }
    return e;
}

void give_first_values(Program& program) {
    FirstValues values(program);
    for (Declaration& d : program) {
        if (d.kind == Declaration::function && !d.exact && !d.body.empty()) values.function(d);
    }
}

void limit_loops(Program& program, std::size_t main) {
    Limits limits(program);
    for (std::size_t i = 0; i < program.size(); ++i) {
        if (program[i].kind == Declaration::function && !program[i].exact && !program[i].body.empty()) limits.of(i);
    }
    if (limits.of(main) > kMostSteps)
        glsl::fault_at(program[main].tokens[0].location, "a point could take more than ", std::to_string(kMostSteps),
                       " steps: expected fewer rounds of loops");
}

}  // namespace isonoise::function
