#include "isonoise/function/order.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "isonoise/function/differentiation.hpp"

namespace isonoise::function {
namespace {

using glsl::Declaration;
using glsl::Expression;
using glsl::Program;
using glsl::Statement;
using glsl::Type;
using glsl::Variable;

using Names = std::set<std::string>;
using Statements = std::vector<Statement>;

constexpr const char* kPrefix = "isonoise_held";

bool reads(const Expression& e, const Names& names) {
    return (e.kind == Expression::name && names.contains(e.text)) ||
           std::any_of(e.parts.begin(), e.parts.end(), [&](const Expression& part) { return reads(part, names); });
}

Statement declared(const std::string& name, const Type& type, std::vector<Expression> value) {
    Statement s{.kind = Statement::declare};
    s.variables.push_back({.type = type, .name = name, .value = std::move(value)});
    return s;
}

Statement braces(Statements parts) {
    if (!parts.empty()) parts[0].before = " ";
    return {.kind = Statement::block, .before = " ", .parts = std::move(parts), .end = " "};
}

Statement branch(Expression condition, Statements parts) {
    Statement s{.kind = Statement::branch};
    s.value.push_back(std::move(condition));
    s.parts.push_back(braces(std::move(parts)));
    return s;
}

Expression opposite(Expression truth) {
    const Type type = truth.type;
    const auto around = [&](Expression::Kind kind, const char* sign, Expression inner) {
        return Expression{.kind = kind, .text = sign, .parts = {std::move(inner)}, .type = type};
    };
    if (truth.kind != Expression::name) truth = around(Expression::bracket, "", std::move(truth));
    return around(Expression::prefix, "!", std::move(truth));
}

bool sets_part(const Expression& call, std::size_t i, const Program& program) {
    return call.kind == Expression::call && call.function != glsl::kNoFunction &&
           program[call.function].variables[i].out;
}

class Order {
  public:
    explicit Order(const Program& program) : program_(program) {}

    void block(Statements& parts) {
        Statements all;
        for (Statement& s : parts) {
            Statements before;
            statement(s, before);
            if (!before.empty()) before[0].before = std::exchange(s.before, {});
            std::move(before.begin(), before.end(), std::back_inserter(all));
            all.push_back(std::move(s));
        }
        parts = std::move(all);
    }

  private:
    bool sets(const Expression& call, std::size_t i) const { return sets_part(call, i, program_); }
    // The variables that the calls in it set.
    void add_set(const Expression& e, Names& names) const {
        for (std::size_t i = 0; i < e.parts.size(); ++i) {
            if (sets(e, i)) names.insert(root_of(e.parts[i]));
            add_set(e.parts[i], names);
        }
    }
    Names set_by(const Expression& e) const {
        Names names;
        add_set(e, names);
        return names;
    }
    bool acts(const Expression& e) const { return sets_variables(e, program_); }
    // Does a call in it return a structure? Languages without these need a statement in front of it.
    bool gives_structure(const Expression& e) const {
        const auto gives = [&](const Expression& part) { return gives_structure(part); };
        return (e.kind == Expression::call && e.type.kind == Type::structure) ||
               std::any_of(e.parts.begin(), e.parts.end(), gives);
    }

    // ---- Statements

    // Appends to `before` the statements that must run first.
    void statement(Statement& s, Statements& before) {
        switch (s.kind) {
        case Statement::block: return block(s.parts);
        case Statement::branch:
            settle(s.value[0], before);
            for (Statement& part : s.parts)
                inner(part);
            return;
        case Statement::loop:
        case Statement::repeat: return loop(s);
        case Statement::give:
            if (!s.value.empty()) settle(s.value[0], before, true);
            return;
        case Statement::declare: return declaration(s, before);
        case Statement::evaluate: return evaluation(s.value[0], before);
        case Statement::jump: return;
        }
    }

    // A statement that belongs to another one.
    void inner(Statement& s) {
        Statements before;
        statement(s, before);
        if (before.empty()) return;
        s.before.clear();
        before.push_back(std::move(s));
        s = braces(std::move(before));
    }

    // Moves the steps of for (...; ...; ++i, --j) to the end of the body, except for the counter's, which tells the
    // number of rounds, where the order makes no difference. Of for (; ...; ++i), which is a while, it moves all.
    void spread(Statement& s) {
        const std::size_t stays = s.kind == Statement::loop ? counting(s) : s.step.size();
        Statements others;
        Names names;
        for (std::size_t i = 0; i < s.step.size(); ++i) {
            if (i == stays) continue;
            add_names(s.step[i], names);
            others.push_back(glsl::evaluated(s.step[i]));
        }
        Statement& body = s.parts.back();
        for_each_statement(body, [&](const Statement& inner) {
            for (const Variable& v : inner.variables) {
                if (names.contains(v.name))
                    glsl::fault_at(s.step[0].where, "expected another name for the variable '", v.name,
                                   "' in the loop's body, since the loop's step has one of that name");
            }
        });
        before_continue(body, others);
        s.step = stays < s.step.size() ? std::vector{s.step[stays]} : std::vector<Expression>();
        others.insert(others.begin(), std::move(body));
        body = braces(std::move(others));
    }
    // Finds the step that may run after all others: it changes a number that the loop declares, and no later step reads
    // that number or sets what this one reads. If there is none, returns how many steps there are.
    std::size_t counting(const Statement& s) const {
        for (std::size_t i = 0; i < s.step.size(); ++i) {
            const Expression& e = s.step[i];
            const bool counts = (e.kind == Expression::assign || e.kind == Expression::step) &&
                                e.parts[0].kind == Expression::name && e.type.is_scalar() &&
                                declares(s, e.parts[0].text);
            const auto depends = [&](const Expression& later) {
                return later.parts.empty() || reads(later, {e.parts[0].text}) || reads(e, {root_of(later.parts[0])});
            };
            if (counts && std::none_of(s.step.begin() + static_cast<std::ptrdiff_t>(i) + 1, s.step.end(), depends))
                return i;
        }
        return s.step.size();
    }
    static bool declares(const Statement& loop, const std::string& name) {
        const auto& all = loop.parts[0].variables;
        return std::any_of(all.begin(), all.end(), [&](const Variable& v) { return v.name == name; });
    }
    // Writes for (int i = 0, j = 1; ...) as int j = 1; for (int i = 0; ...) if the counter begins with a number.
    // Otherwise declares all variables before the loop, which becomes a while.
    void take_out(Statement& s, Statements& first) {
        std::vector<Variable>& all = s.parts[0].variables;
        if (all.empty()) {  // for (i = 0; ...), which Godot lacks
            statement(s.parts[0], first);
            first.push_back(std::move(s.parts[0]));
            s.kind = Statement::repeat;
            s.parts.erase(s.parts.begin());
            return;
        }
        const std::size_t step = counting(s);
        if (all.size() == 1 && step < s.step.size()) return;
        const std::string name = step < s.step.size() ? s.step[step].parts[0].text : "";
        const bool stays = std::none_of(all.begin(), all.end(), [&](const Variable& v) {
            Names names;
            for (const Expression& value : v.value)
                add_names(value, names);
            return v.name == name ? !names.empty() : names.contains(name);
        });
        std::optional<Variable> counter;
        for (const Variable& v : all) {
            if (stays && v.name == name) {
                counter = v;
                continue;
            }
            Statement one{.kind = Statement::declare};
            one.variables = {v};
            Statements before;
            statement(one, before);
            std::move(before.begin(), before.end(), std::back_inserter(first));
            first.push_back(std::move(one));
        }
        if (counter) {
            all = {*counter};
        } else {
            s.kind = Statement::repeat;
            s.parts.erase(s.parts.begin());
        }
    }
    static void add_names(const Expression& e, Names& names) {
        if (e.kind == Expression::name) names.insert(e.text);
        for (const Expression& part : e.parts)
            add_names(part, names);
    }
    // Puts statements in front of each `continue` of this loop.
    static void before_continue(Statement& s, const Statements& others) {
        if (s.kind == Statement::loop || s.kind == Statement::repeat) return;
        for (Statement& part : s.parts)
            before_continue(part, others);
        if (s.kind != Statement::jump || s.word != "continue") return;
        Statements all = others;
        all.push_back(s);
        s = braces(std::move(all));
    }

    void loop(Statement& s) {
        for (const Expression& step : s.step) {
            if (acts(step)) glsl::fault_at(step.where, "a call that sets a variable cannot be part of a loop's step");
        }
        Statements first;
        if (s.kind == Statement::loop) take_out(s, first);
        if (s.step.size() > (s.kind == Statement::loop ? 1 : 0)) spread(s);
        inner(s.parts.back());
        if (s.kind == Statement::loop) statement(s.parts[0], first);
        if (!s.value.empty() && (acts(s.value[0]) || gives_structure(s.value[0]))) {
            Statements each;
            settle(s.value[0], each);
            Statement end = branch(opposite(std::move(s.value[0])), {{.kind = Statement::jump, .word = "break"}});
            each.push_back(std::move(end));
            each.push_back(std::move(s.parts.back()));
            s.parts.back() = braces(std::move(each));
            s.value = {glsl::truth(true)};
        }
        if (first.empty()) return;
        const std::string before = std::exchange(s.before, {});
        first.push_back(std::move(s));
        s = braces(std::move(first));
        s.before = before;
    }

    void declaration(Statement& s, Statements& before) {
        const bool any = std::any_of(s.variables.begin(), s.variables.end(),
                                     [&](const Variable& v) { return !v.value.empty() && acts(v.value[0]); });
        if (!any) return;
        const std::vector<Variable> all = std::exchange(s.variables, {});
        for (const Variable& v : all) {
            if (!s.variables.empty()) before.push_back(s);
            s.variables = {v};
            if (!v.value.empty()) settle(s.variables[0].value[0], before, true);
        }
    }

    void evaluation(Expression& e, Statements& before) {
        if (e.kind == Expression::step) return place(e.parts[0], {}, before);
        if (e.kind == Expression::call) return call(e, before);
        if (e.kind != Expression::assign) return settle(e, before);
        Expression &to = e.parts[0], &value = e.parts[1];
        const Names changed = set_by(value);
        place(to, changed, before);
        if (changed.empty()) return;
        if (e.text != "=" && changed.contains(root_of(to))) {  // x += f(x) is x = x + f(x)
            Expression sum{.kind = Expression::binary, .text = e.text.substr(0, e.text.size() - 1), .type = to.type};
            sum.parts = {kept(to, before), std::move(value)};
            value = std::move(sum);
            e.text = "=";
        }
        settle(value, before, e.text == "=" && to.kind == Expression::name && !changed.contains(to.text));
    }

    // A call that stands alone.
    void call(Expression& e, Statements& before) {
        Statements after;
        operands(e, before, varies(e) ? &after : nullptr);
        if (after.empty()) return;
        before.push_back(glsl::evaluated(std::move(e)));
        e = std::move(after.back().value[0]);
        after.pop_back();
        std::move(after.begin(), after.end(), std::back_inserter(before));
    }
    // Does the call set k[i] with an index that varies, or one variable twice? Not every language can pass those.
    bool varies(const Expression& e) const {
        Names names;
        for (std::size_t i = 0; i < e.parts.size(); ++i) {
            if (!sets(e, i)) continue;
            if (!names.insert(root_of(e.parts[i])).second) return true;
            for (const Expression* at = &e.parts[i]; !at->parts.empty(); at = &at->parts[0]) {
                if (at->kind == Expression::index && at->parts[1].kind != Expression::literal) return true;
            }
        }
        return false;
    }

    // ---- Expressions

    Expression kept(Expression e, Statements& before) {
        if (e.type.array) glsl::fault_at(e.where, "expected a statement of its own for a call that sets a variable");
        const std::string name = kPrefix + std::to_string(++count_);
        const Type type = e.type;
        before.push_back(declared(name, type, {std::move(e)}));
        return glsl::named(name, type);
    }

    // Leaves no call that sets a variable in it; `alone`: but one that is the whole expression.
    void settle(Expression& e, Statements& before, bool alone = false) {
        if (!acts(e)) return;
        const bool decides = e.kind == Expression::binary && (e.text == "&&" || e.text == "||");
        if (e.kind == Expression::bracket) {
            settle(e.parts[0], before, alone);
        } else if (e.kind == Expression::ternary || (decides && acts(e.parts[1]))) {
            choice(e, before);
        } else {
            Statements after;
            operands(e, before, &after);
            if (acts(e) && (!alone || !after.empty())) e = kept(std::move(e), before);
            std::move(after.begin(), after.end(), std::back_inserter(before));
        }
    }

    // a && b, a || b, a ? b : c
    void choice(Expression& e, Statements& before) {
        settle(e.parts[0], before, e.kind != Expression::ternary);
        if (e.kind == Expression::ternary && !acts(e.parts[1]) && !acts(e.parts[2])) return;
        const std::string name = kPrefix + std::to_string(++count_);
        const Expression result = glsl::named(name, e.type);
        const auto given = [&](Expression& value) {
            Statements all;
            settle(value, all, true);
            all.push_back(glsl::assigned(result, "=", std::move(value)));
            return all;
        };
        if (e.kind == Expression::ternary) {
            before.push_back(declared(name, e.type, {}));
            Statement either = branch(std::move(e.parts[0]), given(e.parts[1]));
            either.parts.push_back(braces(given(e.parts[2])));
            before.push_back(std::move(either));
        } else {
            before.push_back(declared(name, e.type, {std::move(e.parts[0])}));
            before.push_back(branch(e.text == "&&" ? result : opposite(result), given(e.parts[1])));
        }
        e = result;
    }

    // Settles the parts of an expression, from left to right. With `after`, a call sets variables of its own in place
    // of parts such as v.x, which not every language can pass; `after` receives the assignments to run behind the call.
    // Without it the printers do that.
    void operands(Expression& e, Statements& before, Statements* after = nullptr) {
        std::vector<Names> later(e.parts.size());  // what the parts behind each one set
        for (std::size_t i = e.parts.size(); i-- > 1;) {
            later[i - 1] = later[i];
            add_set(e.parts[i], later[i - 1]);
        }
        Names set, own;  // own: what the call itself sets, which Rust lends
        for (std::size_t i = 0; i < e.parts.size(); ++i) {
            if (sets(e, i)) own.insert(root_of(e.parts[i]));
        }
        for (std::size_t i = 0; i < e.parts.size(); ++i) {
            Expression& part = e.parts[i];
            if (sets(e, i)) {
                const bool again = !set.insert(root_of(part)).second;
                place(part, later[i], before);
                if (after && (again || part.kind != Expression::name))
                    set_after(part, program_[e.function].variables[i].in, before, *after);
                continue;
            }
            settle(part, before);
            if (reads(part, later[i]) || reads(part, own)) part = kept(std::move(part), before);
        }
    }

    void set_after(Expression& part, bool in, Statements& before, Statements& after) {
        const Expression own = glsl::named(kPrefix + std::to_string(++count_), part.type);
        before.push_back(declared(own.text, own.type, in ? std::vector{part} : std::vector<Expression>()));
        after.push_back(glsl::assigned(part, "=", own));
        part = own;
    }

    // Settles the indices in a part of a variable. `later`: the variables that are set before the part is used.
    void place(Expression& e, const Names& later, Statements& before) {
        if (e.kind != Expression::field && e.kind != Expression::index) return;
        place(e.parts[0], later, before);
        if (e.kind == Expression::field) return;
        settle(e.parts[1], before);
        if (reads(e.parts[1], later)) e.parts[1] = kept(std::move(e.parts[1]), before);
    }

    const Program& program_;
    int count_ = 0;
};

}  // namespace

bool sets_variables(const Expression& e, const Program& program) {
    for (std::size_t i = 0; i < e.parts.size(); ++i) {
        if (sets_part(e, i, program) || sets_variables(e.parts[i], program)) return true;
    }
    return false;
}

void settle_order(Declaration& f, const Program& program) {
    if (!f.body.empty()) Order(program).block(f.body[0].parts);
}

}  // namespace isonoise::function
