#include "isonoise/function/locals.hpp"

#include <utility>

namespace isonoise::function {

using glsl::Declaration;
using glsl::Expression;
using glsl::Statement;
using glsl::Type;
using glsl::Variable;

namespace {

constexpr const char* kKept = "isonoise_local";  // no name of the user's

bool is_shown(const Variable& v) {
    if (v.name.starts_with("isonoise_")) return false;  // the limit of a loop
    const Type& t = v.type;
    if (t.array || (t.kind == Type::boolean && t.size > 1)) return false;
    return t.kind == Type::real || t.kind == Type::integer || t.kind == Type::natural || t.kind == Type::boolean;
}

Type of_floats(int size) { return {.kind = Type::real, .size = size}; }

// Copies the variable after each statement that may change it.
class Keeper {
  public:
    Keeper(const Variable& variable, std::size_t i) : variable_(variable), left_(i) {}

    // The statements of a block; `visible`: the name stands for the variable at its beginning.
    void block(std::vector<Statement>& parts, bool visible) {
        std::vector<Statement> all;
        for (Statement& s : parts) {
            const bool was = visible;
            if (s.kind == Statement::declare) {
                declare(s, visible);
            } else {
                within(s, visible);
            }
            const bool stores = visible && (!was || changes(s));
            all.push_back(std::move(s));
            if (stores) all.push_back(stored());
        }
        parts = std::move(all);
    }

  private:
    void declare(const Statement& s, bool& visible) {
        for (const Variable& v : s.variables) {
            if (v.name == variable_.name) visible = false;
            if (is_shown(v) && left_-- == 0) visible = true;
        }
    }

    // The statements in a statement.
    void within(Statement& s, bool visible) {
        if (s.kind == Statement::block) return block(s.parts, visible);
        if (s.kind == Statement::give) {
            s.value[0] = glsl::named(kKept, of_floats(variable_.type.size));
            return;
        }
        const bool is_loop = s.kind == Statement::loop;
        bool inner = visible;
        if (is_loop && s.parts[0].kind == Statement::declare) declare(s.parts[0], inner);
        for (std::size_t i = is_loop ? 1 : 0; i < s.parts.size(); ++i) {
            Statement& part = s.parts[i];
            if (part.kind != Statement::block) {
                Statement around{.kind = Statement::block};
                around.parts.push_back(std::move(part));
                part = std::move(around);
            }
            block(part.parts, inner);
            // A counter changes between the rounds.
            if (is_loop && inner) part.parts.insert(part.parts.begin(), stored());
        }
    }

    // Does an expression of this statement, without those of the statements in it, assign to the name?
    bool changes(const Statement& s) const {
        Statement own = s;
        if (s.kind != Statement::evaluate && s.kind != Statement::declare) own.parts.clear();
        bool found = false;
        for_each_expression(own, [&](Expression& e) {
            if (e.kind != Expression::assign && e.kind != Expression::step && e.kind != Expression::call) return;
            for (std::size_t i = 0; i < e.parts.size(); ++i) {
                if (e.kind == Expression::assign && i > 0) break;
                const Expression* at = &e.parts[i];
                while ((at->kind == Expression::field || at->kind == Expression::index) && !at->parts.empty())
                    at = &at->parts[0];
                found |= at->kind == Expression::name && at->text == variable_.name;
            }
        });
        return found;
    }

    Statement stored() const {
        const Type& from = variable_.type;
        Expression value = glsl::named(variable_.name, from);
        if (from.kind != Type::real) {
            Expression converted{.kind = Expression::construct, .type = of_floats(from.size)};
            converted.parts.push_back(std::move(value));
            value = std::move(converted);
        }
        return glsl::assigned(glsl::named(kKept, of_floats(from.size)), "=", std::move(value));
    }

    const Variable& variable_;
    std::size_t left_;  // declarations before it
};

}  // namespace

std::vector<Variable> locals_of(const Declaration& f) {
    std::vector<Variable> all;
    for (const Statement& s : f.body) {
        Statement body = s;
        for_each_statement(body, [&](Statement& one) {
            if (one.kind != Statement::declare) return;
            for (const Variable& v : one.variables) {
                if (is_shown(v)) all.push_back(v);
            }
        });
    }
    return all;
}

void return_local(Declaration& f, std::size_t i) {
    const Variable variable = locals_of(f).at(i);
    const Type type = of_floats(variable.type.size);
    Expression zero{.kind = Expression::literal, .text = "0.0", .type = of_floats(1)};
    if (type.size > 1) {
        Expression all{.kind = Expression::construct, .type = type};
        all.parts.push_back(std::move(zero));
        zero = std::move(all);
    }
    Statement kept{.kind = Statement::declare};
    kept.variables.push_back({.type = type, .name = kKept, .value = {std::move(zero)}});
    std::vector<Statement>& body = f.body[0].parts;
    Keeper(variable, i).block(body, false);
    body.insert(body.begin(), std::move(kept));
    f.type = type;
}

}  // namespace isonoise::function
