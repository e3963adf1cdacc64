#include "isonoise/function/reading/tree.hpp"

#include <map>
#include <set>

namespace isonoise::glsl {

static const std::map<std::string, Type, std::less<>>& builtin_types() {
    static const auto all = [] {
        std::map<std::string, Type, std::less<>> types = {
            {"void", {.kind = Type::nothing}}, {"bool", {.kind = Type::boolean}}, {"int", {.kind = Type::integer}},
            {"uint", {.kind = Type::natural}}, {"float", {.kind = Type::real}},   {"double", {.kind = Type::wide}}};
        const std::pair<const char*, Type::Kind> vectors[] = {{"bvec", Type::boolean},
                                                              {"ivec", Type::integer},
                                                              {"uvec", Type::natural},
                                                              {"vec", Type::real},
                                                              {"mat", Type::matrix}};
        for (const auto& [word, kind] : vectors) {
            for (int size = 2; size <= 4; ++size)
                types[word + std::to_string(size)] = {.kind = kind, .size = size};
        }
        for (int size = 2; size <= 4; ++size)
            types["mat" + std::to_string(size) + "x" + std::to_string(size)] = {.kind = Type::matrix, .size = size};
        return types;
    }();
    return all;
}

Type type_named(std::string_view word) {
    const auto found = builtin_types().find(word);
    return found != builtin_types().end() ? found->second : Type{.kind = Type::structure, .name = std::string(word)};
}

bool is_builtin(const Type& type) { return type.kind != Type::structure && type.kind != Type::none; }

std::string name_of(const Type& type) {
    Type element = type;
    element.array = false;
    std::string word = type.name;
    for (const auto& [name, one] : builtin_types()) {
        if (one == element && word.empty()) word = name;  // mat2 comes before mat2x2
    }
    return word + (type.array ? "[]" : "");
}

Expression truth(bool value) {
    return {.kind = Expression::literal, .text = value ? "true" : "false", .type = {.kind = Type::boolean}};
}

Expression named(const std::string& name, const Type& type) {
    return {.kind = Expression::name, .text = name, .type = type};
}

Statement evaluated(Expression value) {
    Statement s{.kind = Statement::evaluate};
    s.value.push_back(std::move(value));
    return s;
}

Statement assigned(Expression to, const std::string& sign, Expression value) {
    Expression e{.kind = Expression::assign, .text = sign, .type = to.type};
    e.parts.push_back(std::move(to));
    e.parts.push_back(std::move(value));
    return evaluated(std::move(e));
}

void for_each_expression(Expression& expression, const std::function<void(Expression&)>& visit) {
    for (Expression& part : expression.parts)
        for_each_expression(part, visit);
    visit(expression);
}

static void for_each_expression(std::vector<Variable>& variables, const std::function<void(Expression&)>& visit) {
    for (Variable& variable : variables) {
        for (Expression& length : variable.length)
            for_each_expression(length, visit);
        for (Expression& value : variable.value)
            for_each_expression(value, visit);
    }
}

void for_each_expression(Statement& statement, const std::function<void(Expression&)>& visit) {
    for_each_expression(statement.variables, visit);
    for (Expression& value : statement.value)
        for_each_expression(value, visit);
    for (Expression& step : statement.step)
        for_each_expression(step, visit);
    for (Statement& part : statement.parts)
        for_each_expression(part, visit);
}

void for_each_expression(Declaration& declaration, const std::function<void(Expression&)>& visit) {
    for (Expression& length : declaration.length)
        for_each_expression(length, visit);
    for (Expression& value : declaration.value)
        for_each_expression(value, visit);
    for (Statement& statement : declaration.body)
        for_each_expression(statement, visit);
}

void for_each_statement(Statement& statement, const std::function<void(Statement&)>& visit) {
    visit(statement);
    for (Statement& part : statement.parts)
        for_each_statement(part, visit);
}

void keep(Program& program, const std::vector<bool>& chosen) {
    std::vector<std::size_t> now(program.size(), kNoFunction);
    Program kept;
    for (std::size_t i = 0; i < program.size(); ++i) {
        if (!chosen[i]) continue;
        now[i] = kept.size();
        kept.push_back(std::move(program[i]));
    }
    program = std::move(kept);
    for (Declaration& declaration : program) {
        for_each_expression(declaration, [&](Expression& e) {
            if (e.function != kNoFunction) e.function = now[e.function];
        });
    }
}

std::size_t component(char letter) {
    const std::size_t at = std::string_view("xyzwrgbastpq").find(letter);
    return at == std::string_view::npos ? at : at % 4;
}

int precedence(const std::string& sign) {
    static const std::map<std::string, int> of = {
        {"*", 11}, {"/", 11}, {"%", 11}, {"+", 10}, {"-", 10}, {"<<", 9}, {">>", 9}, {"<", 8},  {">", 8}, {"<=", 8},
        {">=", 8}, {"==", 7}, {"!=", 7}, {"&", 6},  {"^", 5},  {"|", 4},  {"&&", 3}, {"^^", 2}, {"||", 1}};
    const auto found = of.find(sign);
    return found == of.end() ? 0 : found->second;
}

bool is_bitwise(const std::string& sign) {
    return sign == "<<" || sign == ">>" || sign == "&" || sign == "|" || sign == "^";
}

bool is_comparison(const std::string& sign) {
    return sign == "==" || sign == "!=" || sign == "<" || sign == ">" || sign == "<=" || sign == ">=";
}

bool gives_truth(const std::string& sign) {
    return is_comparison(sign) || sign == "&&" || sign == "||" || sign == "^^";
}

bool is_assignment(const std::string& sign) {
    static const std::set<std::string> signs = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
    return signs.contains(sign);
}

}  // namespace isonoise::glsl
