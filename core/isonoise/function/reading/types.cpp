#include "isonoise/function/reading/types.hpp"

#include <algorithm>
#include <cstdlib>

#include "isonoise/function/reading/parser.hpp"

namespace isonoise::glsl {

Types::Types(const Program& program) : program_(program) {
    for (std::size_t i = 0; i < program.size(); ++i)
        by_name_[program[i].name].push_back(i);
}

// The types of expressions or variables, separated by commas.
template <class Part> static std::string types_of(const std::vector<Part>& parts) {
    std::string names;
    for (const Part& part : parts)
        names += (names.empty() ? "" : ", ") + name_of(part.type);
    return names;
}

[[noreturn]] static void mismatch(const std::string& where, const Type& expected, const Type& got) {
    fault("a shader has '", name_of(got), "' ", where, ", where '", name_of(expected), "' is expected");
}
static void check(const std::string& where, const Type& expected, const Type& got) {
    if (expected != got) mismatch(where, expected, got);
}

std::set<std::size_t> Types::annotate(Declaration& declaration) {
    used_.clear();
    where_.clear();
    current_ = &declaration;
    scopes_.assign(1, {});
    result_ = declaration.type;
    if (!is_word(declaration.name)) fault("a shader declares '", declaration.name, "', which is not a name");
    use(declaration.type);
    for (const Variable& variable : declaration.variables)
        declare(variable, variable.constant);
    for (Expression& length : declaration.length)
        expression(length);
    for (Expression& value : declaration.value) {
        expression(value);
        check("as a constant", declaration.type, value.type);
    }
    for (Statement& body : declaration.body) {
        const bool gives = !body.parts.empty() && body.parts.back().kind == Statement::give;
        if (result_.kind != Type::nothing && !gives)
            fault("the function '", declaration.name, "' does not end with return");
        shares_ = true;
        statement(body);
    }
    return std::move(used_);
}

void Types::statement(Statement& s) {
    const bool scope = s.kind == Statement::block || s.kind == Statement::loop;
    const bool asks = s.kind == Statement::branch || s.kind == Statement::loop || s.kind == Statement::repeat;
    // A function's parameters and its outermost variables share a scope, and so do a loop's and those of its body.
    const bool shares = s.kind == Statement::block && std::exchange(shares_, false);
    if (scope && !shares) scopes_.emplace_back();
    if (s.kind == Statement::loop) statement(s.parts[0]);  // its condition may use the variables declared there
    for (Variable& variable : s.variables) {
        for (Expression& length : variable.length)
            expression(length);
        for (Expression& value : variable.value) {
            expression(value);
            check("in a declaration", variable.type, value.type);
        }
        declare(variable, s.constant);
    }
    for (Expression& value : s.value) {
        expression(value);
        if (asks) check("as a condition", {.kind = Type::boolean}, value.type);
    }
    if (s.kind == Statement::give)
        check("after return", result_, s.value.empty() ? type_named("void") : s.value[0].type);
    for (Expression& step : s.step)
        expression(step);
    for (std::size_t i = s.kind == Statement::loop ? 1 : 0; i < s.parts.size(); ++i) {
        shares_ = s.kind == Statement::loop && s.parts[i].kind == Statement::block;
        statement(s.parts[i]);
    }
    if (scope && !shares) scopes_.pop_back();
}

// Brings a number into a form that the printers handle: 12, 12u, 0xFu, 1.5, 1.5e-3 or 1.5lf.
static void simplify_number(std::string& text) {
    const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    if (hexadecimal) text[1] = 'x';
    if (text.ends_with('U')) text.back() = 'u';
    if (hexadecimal) return;
    const bool real = text.find_first_of(".eE") != std::string::npos;
    if (real && !text.ends_with("lf") && (text.ends_with('f') || text.ends_with('F'))) text.pop_back();
    if (const std::size_t point = text.find('.'); point != std::string::npos) {
        if (point + 1 == text.size() || !is_digit(text[point + 1])) text.insert(point + 1, "0");
        if (point == 0) text.insert(0, "0");
    }
    const std::size_t digits = text.find_first_not_of("01234567");
    const bool natural = digits != std::string::npos && text.substr(digits) == "u";
    if (text.size() - (natural ? 1 : 0) < 2 || text[0] != '0' || (digits != std::string::npos && !natural)) return;
    const unsigned long value = std::strtoul(text.c_str(), nullptr, 8);
    if (value <= 0xFFFFFFFF) text = std::to_string(value) + (natural ? "u" : "");
}

static Type type_of_literal(const std::string& text) {
    if (text == "true" || text == "false") return {.kind = Type::boolean};
    std::string_view rest = text;
    const auto skip = [&](auto is) {
        const std::size_t before = rest.size();
        while (!rest.empty() && is(rest[0]))
            rest.remove_prefix(1);
        return before > rest.size();
    };
    const auto take = [&](std::string_view word) {
        const bool has = rest.starts_with(word);
        if (has) rest.remove_prefix(word.size());
        return has;
    };
    Type type{.kind = Type::integer};
    bool good = true;
    if (take("0x")) {
        good = skip([](char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); });
        good &= text.size() <= 11;  // 32 bits
        if (take("u")) type.kind = Type::natural;
    } else {
        good = skip(is_digit);
        if (take("u")) {
            type.kind = Type::natural;
        } else {
            if (take(".")) {
                type.kind = Type::real;
                good |= skip(is_digit);
            }
            if (take("e") || take("E")) {
                type.kind = Type::real;
                if (!take("-")) take("+");
                good &= skip(is_digit);
            }
            if (take("lf")) type.kind = Type::wide;
        }
    }
    if (!good || !rest.empty()) fault("a shader has '", text, "', which is not a number this reader knows");
    return type;
}

static Type type_of_element(const Type& type) {
    Type element = type;
    if (type.array) {
        element.array = false;
    } else if (type.kind == Type::matrix) {
        element.kind = Type::real;
    } else if (type.is_vector()) {
        element.size = 1;
    } else {
        fault("a shader takes an element of a '", name_of(type), "'");
    }
    return element;
}

static bool is_whole(const Type& type) {
    return (type.kind == Type::integer || type.kind == Type::natural) && !type.array;
}
// Or a vector of numbers.
static bool is_number(const Type& type) {
    return is_whole(type) || ((type.kind == Type::real || type.kind == Type::wide) && !type.array);
}

// Returns the type of a binary operator's result.
static Type type_of(const std::string& sign, const Type& left, const Type& right) {
    const Type truth{.kind = Type::boolean};
    const bool shifts = sign == "<<" || sign == ">>", alike = left.kind == right.kind;
    const bool sizes = left.size == right.size || right.size == 1 || (left.size == 1 && !shifts);
    const bool numbers = is_number(left) && is_number(right);
    bool good = false;
    if (sign == "&&" || sign == "||" || sign == "^^") {
        good = left == truth && right == truth;
    } else if (is_comparison(sign)) {
        const bool equality = sign == "==" || sign == "!=";
        good = left == right && !left.array && (left.is_scalar() || equality) &&
               (numbers || (equality && left.kind == Type::boolean));
    } else if (shifts) {
        good = is_whole(left) && is_whole(right) && sizes;
    } else {
        const bool scaled = left.kind == Type::matrix || right.kind == Type::matrix;
        const auto is_real = [](const Type& t) { return (t.kind == Type::real || t.kind == Type::matrix) && !t.array; };
        const bool matrix = scaled && is_real(left) && is_real(right) &&
                            (left == right || left.size == 1 || right.size == 1) &&
                            (sign == "+" || sign == "-" || sign == "*" || sign == "/");
        good = matrix || (numbers && alike && sizes && (is_whole(left) || !(is_bitwise(sign) || sign == "%")));
    }
    const bool mixed = numbers && !alike && left.kind != Type::wide && right.kind != Type::wide;
    if (!good)
        fault("a shader has '", sign, "' between '", name_of(left), "' and '", name_of(right), "'",
              mixed                                    ? ": nothing is converted by itself, write 2.0, 2u or float(i)"
              : sign == "%" && left.kind == Type::real ? ": write mod()"
                                                       : "");
    if (gives_truth(sign)) return truth;
    return right.size > left.size ? right : left;
}

void Types::expression(Expression& e) {
    for (Expression& part : e.parts)
        expression(part);
    if (!e.where.empty()) where_ = e.where;
    switch (e.kind) {
    case Expression::literal:
        simplify_number(e.text);
        e.type = type_of_literal(e.text);
        break;
    case Expression::name: name(e); break;
    case Expression::call: call(e); break;
    case Expression::construct: construct(e); break;  // the parser has set its type
    case Expression::index:
        if (!is_whole(e.parts[1].type) || !e.parts[1].type.is_scalar())
            mismatch("as an index", {.kind = Type::integer}, e.parts[1].type);
        e.type = type_of_element(e.parts[0].type);
        break;
    case Expression::field: field(e); break;
    case Expression::prefix: {
        const Type& type = e.parts[0].type;
        const bool signs = is_number(type) || (type.kind == Type::matrix && !type.array);
        if (e.text == "!" ? type != Type{.kind = Type::boolean} : e.text == "~" ? !is_whole(type) : !signs)
            fault("a shader has '", e.text, "' before '", name_of(type), "'");
        e.type = type;
        if (e.text == "+") e = Expression(std::move(e.parts[0]));  // Rust and WGSL have none
        break;
    }
    case Expression::step:
        check_place(e.parts[0]);
        e.type = e.parts[0].type;
        if (!is_number(e.type) || !e.type.is_scalar()) mismatch("at " + e.text, {.kind = Type::integer}, e.type);
        break;
    case Expression::bracket: e.type = e.parts[0].type; break;
    case Expression::assign:
        check_place(e.parts[0]);
        if (e.text == "*=" && e.parts[1].type.kind == Type::matrix) {  // a product of matrices is the library's
            Expression product = e;
            product.kind = Expression::binary;
            product.text = "*";
            binary(product);
            e.text = "=";
            e.parts[1] = std::move(product);
        }
        e.type = e.parts[0].type;
        check("after " + e.text, e.type,
              e.text == "=" ? e.parts[1].type : type_of(e.text.substr(0, e.text.size() - 1), e.type, e.parts[1].type));
        break;
    case Expression::ternary:
        check("before ?", {.kind = Type::boolean}, e.parts[0].type);
        check("after :", e.parts[1].type, e.parts[2].type);
        e.type = e.parts[1].type;
        if (e.type.kind == Type::nothing) fault("a shader has '?' between calls without a value");
        break;
    case Expression::binary: binary(e); break;
    }
}

// A variable, or a part of it.
void Types::check_place(const Expression& e) const {
    const bool part = e.kind == Expression::field || e.kind == Expression::index;
    if (e.kind == Expression::field && e.parts[0].type.is_vector() &&
        std::set<char>(e.text.begin(), e.text.end()).size() < e.text.size())
        fault("a shader assigns to '.", e.text, "', which has a component twice");
    if (part) return check_place(e.parts[0]);
    if (e.kind != Expression::name) fault("a shader assigns to something that is not a variable");
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
        const auto local = scope->find(e.text);
        if (local == scope->end()) continue;
        if (local->second.constant) fault("a shader assigns to '", e.text, "', which is const");
        return;
    }
    fault("a shader assigns to '", e.text, "', which is declared outside of functions: it is a constant or a uniform");
}

// mat2(x) as mat2(x, 0.0, 0.0, x), or as a call of the library's if x is more than a number or a name.
void Types::construct_diagonal(Expression& e) {
    const auto size = static_cast<std::size_t>(e.type.size);
    const Expression x = e.parts[0];
    const Expression& inner = x.kind == Expression::construct ? x.parts[0] : x;  // float(2)
    const bool simple = inner.kind == Expression::literal || inner.kind == Expression::name;
    const std::string library = "isonoise_diagonal" + std::to_string(size);
    if (!simple && !by_name_.contains(library)) return;
    if (!simple) {
        e.kind = Expression::call;
        e.text = library;
        return call(e);
    }
    Expression zero = x;
    zero.kind = Expression::literal;
    zero.text = "0.0";
    zero.parts.clear();
    std::vector<Expression> parts(size * size, zero);
    for (std::size_t i = 0; i < size; ++i)
        parts[i * size + i] = x;
    e.parts = std::move(parts);
}

// Does no part lie in two columns?
static bool has_whole_columns(const Expression& e) {
    int filled = 0;
    for (const Expression& part : e.parts) {
        filled += part.type.size;
        if (filled > e.type.size) return false;
        filled %= e.type.size;
    }
    return true;
}
// mat2(x, y, v) as mat2(vec2(x, y), v): some languages take numbers alone or columns alone.
static void gather_columns(Expression& e) {
    const auto one = [](const Expression& part) { return part.type.size == 1; };
    if (std::all_of(e.parts.begin(), e.parts.end(), one)) return;
    std::vector<Expression> columns;
    for (std::size_t i = 0; i < e.parts.size();) {
        Expression column{.kind = Expression::construct, .type = {.kind = Type::real, .size = e.type.size}};
        column.where = e.parts[i].where;
        for (int filled = 0; filled < e.type.size; ++i) {
            filled += e.parts[i].type.size;
            column.parts.push_back(std::move(e.parts[i]));
        }
        columns.push_back(column.parts.size() == 1 ? Expression(column.parts[0]) : std::move(column));
    }
    e.parts = std::move(columns);
}

void Types::construct(Expression& e) {
    use(e.type);
    std::size_t all = 0;
    bool good = !e.parts.empty();
    for (const Expression& part : e.parts) {
        good &= !part.type.array && (is_number(part.type) || part.type.kind == Type::boolean);
        all += static_cast<std::size_t>(part.type.size);
    }
    const auto size = static_cast<std::size_t>(e.type.size);
    if (e.type.array) {
        Type element = e.type;
        element.array = false;
        good = !e.parts.empty() && std::all_of(e.parts.begin(), e.parts.end(),
                                               [&](const Expression& part) { return part.type == element; });
    } else if (e.type.kind == Type::structure) {
        const std::vector<Variable>& fields = program_[by_name_.at(e.type.name)[0]].variables;
        good = std::equal(e.parts.begin(), e.parts.end(), fields.begin(), fields.end(),
                          [](const Expression& part, const Variable& field) { return part.type == field.type; });
    } else if (e.type.kind == Type::matrix) {
        for (Expression& part : e.parts) {  // languages differ in what else they take
            if (!good || part.type.kind == Type::real || part.type.kind == Type::matrix) continue;
            Expression number = e;
            number.kind = Expression::construct;
            number.type = {.kind = Type::real, .size = part.type.size};
            number.parts = {std::move(part)};
            part = std::move(number);
        }
        if (good && e.parts.size() == 1 && all == 1) return construct_diagonal(e);
        const bool from_matrix = e.parts.size() == 1 && e.parts[0].type.kind == Type::matrix && !e.parts[0].type.array;
        if (from_matrix && e.parts[0].type == e.type) return;
        if (from_matrix) {
            e.kind = Expression::call;
            e.text = "isonoise_matrix" + std::to_string(size);
            return call(e);
        }
        good &= all == size * size;
        if (good && size == 2 && !has_whole_columns(e)) {  // mat2(vec4), mat2(1.0, vec2, 2.0)
            Expression vector = e;
            vector.type = {.kind = Type::real, .size = 4};
            if (e.parts.size() > 1) e.parts = {std::move(vector)};
            e.kind = Expression::call;
            e.text = "isonoise_columns2";
            return call(e);
        }
        good = good && has_whole_columns(e);
        if (good) gather_columns(e);
    } else {
        const std::size_t last = e.parts.empty() ? 0 : static_cast<std::size_t>(e.parts.back().type.size);
        good &=
            e.type.kind != Type::nothing && ((e.parts.size() == 1 && all == 1) || (all >= size && all - last < size));
    }
    if (good) return;
    fault("a shader makes '", name_of(e.type), "' from (", types_of(e.parts), ")",
          e.type.kind == Type::matrix ? ": expected numbers or whole columns" : "");
}

void Types::name(Expression& e) {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
        const auto local = scope->find(e.text);
        if (local == scope->end()) continue;
        e.type = local->second.type;
        return;
    }
    const auto found = by_name_.find(e.text);
    if (found == by_name_.end() || (program_[found->second[0]].kind != Declaration::constant &&
                                    program_[found->second[0]].kind != Declaration::uniform))
        fault("'", e.text, "' is not known here");
    used_.insert(found->second[0]);
    e.type = program_[found->second[0]].type;
}

void Types::field(Expression& e) {
    const Type& type = e.parts[0].type;
    if (type.is_vector() && e.text.size() <= 4) {
        std::string letters;
        for (const char c : e.text) {
            const std::size_t at = component(c);
            if (at < static_cast<std::size_t>(type.size)) letters += "xyzw"[at];
        }
        if (letters.size() == e.text.size()) {
            e.text = letters;
            e.type = {.kind = type.kind, .size = static_cast<int>(letters.size())};
            return;
        }
    }
    const auto found = by_name_.find(type.name);
    if (type.kind == Type::structure && !type.array && found != by_name_.end()) {
        for (const Variable& one : program_[found->second[0]].variables) {
            if (one.name != e.text) continue;
            e.type = one.type;
            return;
        }
    }
    fault("'", name_of(type), "' has no field '", e.text, "'");
}

void Types::binary(Expression& e) {
    const Type &left = e.parts[0].type, &right = e.parts[1].type;
    const bool matrices = left.kind == Type::matrix || right.kind == Type::matrix;
    if (matrices && e.text == "*" && left.size > 1 && right.size > 1) {  // the library's, see core/isonoise/function
        e.kind = Expression::call;
        e.text = "isonoise_times";
        return call(e);
    }
    e.type = type_of(e.text, left, right);
}

void Types::call(Expression& e) {
    const auto found = by_name_.find(e.text);
    if (found != by_name_.end()) {
        for (const std::size_t i : found->second) {
            const bool fits =
                program_[i].kind == Declaration::function &&
                std::equal(e.parts.begin(), e.parts.end(), program_[i].variables.begin(), program_[i].variables.end(),
                           [](const Expression& part, const Variable& p) { return part.type == p.type; });
            if (fits) e.function = i;
        }
        if (e.function == kNoFunction) {
            std::string expected;
            for (const std::size_t i : found->second)
                expected += (expected.empty() ? "(" : " or (") + types_of(program_[i].variables) + ")";
            const std::string name = e.text == "isonoise_times"        ? "*"
                                     : e.text.starts_with("isonoise_") ? e.text.substr(9)
                                                                       : e.text;
            fault("'", name, "' takes ", expected.size() < 200 ? expected : "other arguments", ", got (",
                  types_of(e.parts), ")");
        }
        if (&program_[e.function] > current_) fault("the function '", e.text, "' is called above its declaration");
        for (std::size_t i = 0; i < e.parts.size(); ++i) {
            if (program_[e.function].variables[i].out) check_place(e.parts[i]);
        }
        used_.insert(e.function);
        e.type = program_[e.function].type;
        return;
    }
    builtin(e);
}

// The built-in functions that our sources call. ISO_EXACT is left to the printers.
void Types::builtin(Expression& e) {
    static const std::map<std::string, std::size_t> counts = {
        {"ISO_EXACT", 1}, {"floor", 1},           {"ceil", 1},           {"abs", 1}, {"min", 2}, {"max", 2},
        {"clamp", 3},     {"floatBitsToUint", 1}, {"uintBitsToFloat", 1}};
    const auto found = counts.find(e.text);
    if (found == counts.end()) {
        static const std::map<std::string, const char*> others = {
            // of HLSL, and what GLSL has
            {"lerp", "mix"},   {"fmod", "mod"},          {"frac", "fract"}, {"saturate", "clamp(x, 0.0, 1.0)"},
            {"atan2", "atan"}, {"rsqrt", "inversesqrt"}, {"mul", "*"}};
        const auto other = others.find(e.text);
        fault("the function '", e.text, "' is not known here",
              other == others.end() ? "" : std::string(": write ") + other->second);
    }
    const auto fits = [&](const Expression& part) {
        return is_number(part.type) && part.type.kind == e.parts[0].type.kind &&
               (part.type.size == 1 || part.type.size == e.parts[0].type.size);
    };
    const Type::Kind kind = e.parts.empty() ? Type::none : e.parts[0].type.kind;
    if (e.parts.size() != found->second || !std::all_of(e.parts.begin(), e.parts.end(), fits) ||
        (e.text == "floatBitsToUint" && kind != Type::real) || (e.text == "uintBitsToFloat" && kind != Type::natural))
        fault("'", e.text, "' takes numbers of one type, vectors or not, got (", types_of(e.parts), ")");
    e.type = e.parts[0].type;
    if (e.text == "floatBitsToUint") e.type.kind = Type::natural;
    if (e.text == "uintBitsToFloat") e.type.kind = Type::real;
}

void Types::declare(const Variable& variable, bool constant) {
    if (is_keyword(variable.name)) fault("'", variable.name, "' is a word of GLSL's: give the variable another name");
    if (!is_word(variable.name) || variable.type.kind == Type::nothing || variable.type.kind == Type::none)
        fault("a shader declares '", variable.name, "' of type '", name_of(variable.type), "'");
    use(variable.type);
    if (!scopes_.back().emplace(variable.name, Local{variable.type, constant}).second)
        fault("'", variable.name, "' is declared a second time");
}

void Types::use(const Type& type) {
    if (type.kind != Type::structure) return;
    const auto found = by_name_.find(type.name);
    if (found == by_name_.end() || program_[found->second[0]].kind != Declaration::structure)
        fault("the type '", type.name, "' is not known here");
    used_.insert(found->second[0]);
}

// Is there an empty line or a comment above?
static bool stands_apart(const std::string& before) {
    return before.find("//") != std::string::npos || std::count(before.begin(), before.end(), '\n') > 1;
}

Program needed(Program program, const std::vector<std::size_t>& roots) {
    // Names of the user's structures are free in the library.
    std::set<std::string> own, library;
    for (const Declaration& d : program) {
        if (d.kind == Declaration::structure) (d.exact ? library : own).insert(d.name);
    }
    own.insert(library.begin(), library.end());
    Types types(program);
    std::vector<bool> chosen(program.size());
    for (std::vector<std::size_t> open = roots; !open.empty();) {
        const std::size_t i = open.back();
        open.pop_back();
        if (chosen[i]) continue;
        chosen[i] = true;
        parse(program[i], program[i].exact ? library : own);
        try {
            const std::set<std::size_t> used = types.annotate(program[i]);
            open.insert(open.end(), used.begin(), used.end());
        } catch (const Error& e) {
            fault_at(types.where().empty() ? program[i].tokens[0].location : types.where(), e.what());
        }
    }
    const Declaration* apart = nullptr;  // the last omitted declaration with a comment or an empty line above it
    for (std::size_t i = 0; i < program.size(); ++i) {
        Declaration& one = program[i];
        if (stands_apart(one.before)) apart = &one;
        if (!chosen[i]) continue;
        if (apart && apart != &one) one.before = apart->name == one.name ? apart->before : "\n" + one.before;
        apart = nullptr;
    }
    keep(program, chosen);
    return program;
}

}  // namespace isonoise::glsl
