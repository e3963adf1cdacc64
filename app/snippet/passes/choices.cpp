// Browsers without a GPU draw with SwiftShader, whose compile time doubles with each if/else in a loop. ANGLE, WebGL's
// compiler, turns ?: into if/else unless both sides are variables; Tint, WebGPU's, does the same with && and ||. A call
// computes its arguments first, so the function that it calls only chooses between variables.
#include <algorithm>

#include <fmt/format.h>

#include "snippet/passes/passes.hpp"

namespace isonoise {

using glsl::Declaration;
using glsl::Expression;
using glsl::Type;

static constexpr const char* kName = "isonoise_choose";

static bool is_variable(const Expression& e) {
    if (e.kind == Expression::bracket || e.kind == Expression::field) return is_variable(e.parts[0]);
    if (e.kind == Expression::prefix && e.text == "-") return e.parts[0].kind == Expression::literal;
    return e.kind == Expression::name || e.kind == Expression::literal;
}

// Calls, which a branch may spare GPUs, stay behind it, and so does a quotient by the 0 that the condition excludes.
static bool is_cheap(const Expression& e) {
    const bool whole = e.type.kind == Type::integer || e.type.kind == Type::natural;
    if (e.kind == Expression::call && e.function != glsl::kNoFunction && e.text != kName) return false;
    if (e.kind == Expression::binary && whole && (e.text == "/" || e.text == "%")) return false;
    return std::all_of(e.parts.begin(), e.parts.end(), is_cheap);
}

const std::string& choices_text() {
    static const std::string all = [] {
        std::string text = "// One of two numbers, both computed: WebGL's compilers take long over many branches.\n";
        for (const Type::Kind kind : {Type::boolean, Type::integer, Type::natural, Type::real}) {
            for (int size = 1; size <= 4; ++size) {
                text += fmt::format("{1} {0}(bool condition, {1} yes, {1} no) {{ return condition ? yes : no; }}\n",
                                    kName, name_of(Type{.kind = kind, .size = size}));
            }
        }
        return text;
    }();
    return all;
}

void call_choices(glsl::Program& program) {
    for (Declaration& d : program) {
        if (d.kind != Declaration::function || d.name == kName) continue;
        for_each_expression(d, [&](Expression& e) {
            if (e.kind == Expression::bracket && e.parts[0].text == kName) e = Expression(std::move(e.parts[0]));
            if (e.kind != Expression::ternary || !(e.type.is_vector() || e.type.is_scalar())) return;
            if (is_variable(e.parts[1]) && is_variable(e.parts[2])) return;
            if (!is_cheap(e.parts[1]) || !is_cheap(e.parts[2])) return;
            const auto found = std::find_if(program.begin(), program.end(),
                                            [&](const Declaration& f) { return f.name == kName && f.type == e.type; });
            if (found == program.end()) return;
            for (Expression& side : e.parts) {
                if (side.kind == Expression::bracket) side = Expression(std::move(side.parts[0]));
            }
            e.kind = Expression::call;
            e.text = kName;
            e.function = static_cast<std::size_t>(found - program.begin());
        });
    }
}

namespace {

// Parts of structures and columns of matrices.
class Parts {
  public:
    explicit Parts(const glsl::Program& program) : program_(program) {}

    void rewrite(Expression& e) const {
        const bool whole = !e.type.array && (e.type.kind == Type::structure || e.type.kind == Type::matrix);
        if (e.kind == Expression::ternary && whole) {
            Expression made{.kind = Expression::construct, .type = e.type, .where = e.where};
            for (const Expression& one : parts_of(e.type))
                made.parts.push_back(part(e, one));
            e = std::move(made);
        } else if (e.kind == Expression::field && e.parts[0].type.kind == Type::structure && has_choice(e.parts[0])) {
            Expression one{.kind = Expression::field, .text = e.text, .type = e.type, .where = e.where};
            e = part(e.parts[0], one);
        }
    }

  private:
    static bool has_choice(const Expression& e) {
        return e.kind == Expression::bracket ? has_choice(e.parts[0]) : e.kind == Expression::construct;
    }
    // An access to each field or column; part() adds the owner.
    std::vector<Expression> parts_of(const Type& type) const {
        std::vector<Expression> all;
        if (type.kind == Type::matrix) {
            for (int c = 0; c < type.size; ++c)
                all.push_back({.kind = Expression::index,
                               .text = std::to_string(c),
                               .type = {.kind = Type::real, .size = type.size}});
            return all;
        }
        for (const glsl::Variable& field : structure(type).variables)
            all.push_back({.kind = Expression::field, .text = field.name, .type = field.type});
        return all;
    }
    const Declaration& structure(const Type& type) const {
        return *std::find_if(program_.begin(), program_.end(), [&](const Declaration& d) {
            return d.kind == Declaration::structure && d.name == type.name;
        });
    }
    Expression part(const Expression& of, const Expression& one) const {
        if (of.kind == Expression::bracket) return part(of.parts[0], one);
        if (of.kind == Expression::construct && one.kind == Expression::field) {
            const auto& fields = structure(of.type).variables;
            const auto at =
                std::find_if(fields.begin(), fields.end(), [&](const auto& f) { return f.name == one.text; });
            return of.parts[static_cast<std::size_t>(at - fields.begin())];
        }
        Expression own = one;
        if (of.kind == Expression::ternary) {
            own = {.kind = Expression::ternary, .type = one.type, .where = of.where};
            own.parts = {of.parts[0], part(of.parts[1], one), part(of.parts[2], one)};
            rewrite(own);
            return own;
        }
        own.parts = {of};
        if (own.kind == Expression::index)
            own.parts.push_back({.kind = Expression::literal, .text = one.text, .type = {.kind = Type::integer}});
        return own;
    }

    const glsl::Program& program_;
};

}  // namespace

void choose_parts(glsl::Program& program) {
    const Parts parts(program);
    for (Declaration& d : program) {
        if (d.kind == Declaration::function && !d.exact)
            for_each_expression(d, [&](Expression& e) { parts.rewrite(e); });
    }
}

void join_conditions(glsl::Program& program) {
    for (Declaration& d : program) {
        if (d.kind != Declaration::function) continue;
        for_each_expression(d, [](Expression& e) {
            const bool either = e.text == "||";
            if (e.kind != Expression::binary || !(either || e.text == "&&") || !is_cheap(e.parts[1])) return;
            e.text = either ? "|" : "&";
        });
    }
}

}  // namespace isonoise
