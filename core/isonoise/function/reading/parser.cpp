#include "isonoise/function/reading/parser.hpp"

#include <algorithm>
#include <iterator>

#include "isonoise/untrusted.hpp"

namespace isonoise::glsl {
namespace {

// ---- Declarations, up to their first brace or =

// Skips `precise`, `const`, `in` and the like, and reads a type; moves `i` past it.
Variable read_type(const Tokens& tokens, std::size_t& i) {
    static const std::set<std::string> qualifiers = {"precise", "ISO_PRECISE", "const",   "in",   "out",
                                                     "inout",   "highp",       "mediump", "lowp", "uniform"};
    Variable variable;
    for (; i < tokens.size() && qualifiers.contains(tokens[i].text); ++i) {
        const std::string& word = tokens[i].text;
        if (word == "out" || word == "inout") variable.out = true;
        if (word == "out") variable.in = false;
        if (word == "const") variable.constant = true;
    }
    if (i < tokens.size()) variable.type = type_named(tokens[i++].text);
    return variable;
}

// Removes the empty lines left by directives.
void close_up(std::string& blank) {
    for (std::size_t at = blank.find('\n'); at != std::string::npos; at = blank.find('\n', at + 1)) {
        std::size_t end = blank.find_first_not_of(" \t", at + 1);
        while (end != std::string::npos && blank[end] == '\n') {
            blank.erase(at, end - at);
            end = blank.find_first_not_of(" \t", at + 1);
        }
    }
}

void read_fields(Declaration& structure) {
    const Tokens& own = structure.tokens;
    if (own.size() < 2) fault_at(own[0].location, "a shader ends in the middle of a structure");
    structure.name = own[1].text;
    std::size_t k = 0;
    while (k < own.size() && own[k].text != "{")
        ++k;
    for (++k; k + 2 < own.size() && own[k].text != "}"; ++k) {
        const std::string before = own[k].before;
        Variable field = read_type(own, k);
        field.before = before;
        for (; k < own.size(); k += 2) {  // float a, b;
            field.name = own[k].text;
            if (k + 1 < own.size() && own[k + 1].text == "[")
                fault_at(own[k + 1].location, "an array cannot be a field here");
            structure.variables.push_back(field);
            field.before = before;
            if (k + 1 >= own.size() || own[k + 1].text != ",") break;
        }
        while (k < own.size() && own[k].text != ";")
            ++k;
    }
    if (k < own.size()) structure.end = own[k].before;
}

void read_head(Declaration& declaration) {
    const Tokens& own = declaration.tokens;
    std::size_t k = 0;
    declaration.type = read_type(own, k).type;
    if (k < own.size() && own[k].text == "[") {  // float[3] a
        declaration.type.array = true;
        k = after_bracket(own, k);
    }
    if (k >= own.size()) return;
    declaration.name = own[k].text;
    const std::string next = k + 1 < own.size() ? own[k + 1].text : "";
    if (next == "[") declaration.type.array = true;
    if (next != "(") return;
    if (declaration.type.array) fault_at(own[0].location, "an array cannot be a result here");
    declaration.kind = Declaration::function;
    for (const Tokens& parameter : arguments(own, k + 1)) {
        std::size_t p = 0;
        Variable variable = read_type(parameter, p);
        if (variable.type.kind == Type::nothing) break;
        if (p < parameter.size()) variable.name = parameter[p].text;
        if (p + 1 < parameter.size() && parameter[p + 1].text == "[")
            fault_at(parameter[p + 1].location, "an array cannot be a parameter here");
        declaration.variables.push_back(variable);
    }
    const std::size_t body = after_bracket(own, k + 1);
    declaration.one_line = std::none_of(own.begin() + static_cast<std::ptrdiff_t>(body), own.end(),
                                        [](const Token& t) { return t.before.find('\n') != std::string::npos; });
}

// The declaration that starts at `from`; moves `from` past it.
Declaration next_declaration(const Tokens& tokens, std::size_t& from) {
    Declaration declaration;
    const bool structure = tokens[from].text == "struct";
    if (structure) declaration.kind = Declaration::structure;
    bool bracket = false, ends = false;  // ends: with a body
    std::size_t i = from;
    while (!ends && i < tokens.size() && tokens[i].text != ";") {
        const std::string& word = tokens[i].text;
        if (word == "uniform") declaration.kind = Declaration::uniform;
        bracket |= word == "(";
        const bool brace = word == "{";
        if (brace && bracket && tokens[from].text == "uniform")
            fault_at(tokens[from].location, "expected ';' at the end of this uniform");
        i = brace || word == "(" || word == "[" ? after_bracket(tokens, i) : i + 1;
        ends = brace && bracket && !structure && declaration.kind != Declaration::uniform;
    }
    const bool stop = i < tokens.size() && tokens[i].text == ";";
    declaration.tokens = slice(tokens, from, i + (stop && !ends ? 1 : 0));
    if (stop) ++i;  // behind a body it says nothing
    std::for_each(declaration.tokens.begin() + 1, declaration.tokens.end(), [](Token& t) { close_up(t.before); });
    declaration.before = std::exchange(declaration.tokens[0].before, {});
    from = i;
    return declaration;
}

// const float A = 1.0, B = 2.0; as two declarations.
std::vector<Declaration> apart(const Declaration& all) {
    const Tokens& own = all.tokens;
    std::size_t name = 0;
    read_type(own, name);
    if (name < own.size() && own[name].text == "[") name = after_bracket(own, name);
    std::vector<Declaration> parts;
    for (std::size_t i = name, from = name; i < own.size();) {
        const std::string& word = own[i].text;
        if (word != "," && word != ";") {
            i = word == "(" || word == "[" || word == "{" ? after_bracket(own, i) : i + 1;
            continue;
        }
        Declaration part = all;
        part.tokens = slice(own, 0, name);
        part.tokens.insert(part.tokens.end(), own.begin() + static_cast<std::ptrdiff_t>(from),
                           own.begin() + static_cast<std::ptrdiff_t>(i));
        part.tokens.push_back({"", ";", own[i].location});
        if (!parts.empty()) part.before = "\n";
        read_head(part);
        parts.push_back(std::move(part));
        from = ++i;
    }
    return parts.size() > 1 ? parts : std::vector{all};
}

// ---- Bodies

class Parser {
  public:
    Parser(const Tokens& tokens, const std::set<std::string>& structures) : tokens_(tokens), structures_(structures) {}

    void body(Declaration& function) {
        while (peek() != "(")
            take();
        at_ = after_bracket(tokens_, at_);
        function.body.push_back(block());
        std::set<std::string> names;
        for (const Variable& p : function.variables)
            names.insert(p.name);
        end_with_return(function.body[0].parts, names);
        if (at_ < tokens_.size()) fail_here("the end of the function");
    }

    void constant(Declaration& constant) {
        const bool uniform = accept("uniform");
        accept("const");
        take();
        if (accept("[")) constant.length = length();
        take();
        if (accept("[")) constant.length = length();
        if (uniform ? accept("=") : (expect("="), true)) constant.value.push_back(expression());
        expect(";");
    }

  private:
    // if (a) { return x; } else { return y; } at the end as if (a) { return x; } return y;
    static void end_with_return(std::vector<Statement>& parts, const std::set<std::string>& parameters) {
        if (parts.empty()) return;
        std::set<std::string> names = parameters;
        Statement last = parts.back();
        const bool branches = last.kind == Statement::branch && last.parts.size() == 2 && gives(last.parts[0]);
        if (!(branches && gives(last.parts[1])) && !(last.kind == Statement::block && gives(last))) return;
        Statement rest = branches ? last.parts[1] : last;
        const auto declare = [&](const Statement& s) {
            return std::all_of(s.variables.begin(), s.variables.end(),
                               [&](const Variable& v) { return names.insert(v.name).second; });
        };
        std::for_each(parts.begin(), parts.end(), declare);
        if (!std::all_of(rest.parts.begin(), rest.parts.end(), declare)) return;  // it hides a variable
        parts.pop_back();
        if (branches) {
            last.parts.pop_back();
            parts.push_back(std::move(last));
        }
        if (rest.kind != Statement::block) {
            rest.before = "\n";
            parts.push_back(std::move(rest));
        } else {
            std::move(rest.parts.begin(), rest.parts.end(), std::back_inserter(parts));
        }
        end_with_return(parts, parameters);
    }
    // Does it end with return, whatever happens?
    static bool gives(const Statement& s) {
        if (s.kind == Statement::branch) return s.parts.size() == 2 && gives(s.parts[0]) && gives(s.parts[1]);
        return s.kind == Statement::give || (s.kind == Statement::block && !s.parts.empty() && gives(s.parts.back()));
    }

    // Limits nesting, so that the stack cannot overflow.
    class Deeper {
      public:
        explicit Deeper(Parser& parser) : depth_(parser.depth_) {
            const Tokens& all = parser.tokens_;
            if (++depth_ > kDeepest)
                fault_at(all[std::min(parser.at_, all.size() - 1)].location, "a shader nests too deeply");
        }
        ~Deeper() { --depth_; }
        Deeper(const Deeper&) = delete;

      private:
        int& depth_;
    };

    const std::string& peek(std::size_t ahead = 0) const {
        static const std::string none;
        return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead].text : none;
    }
    const Token& take() {
        if (at_ >= tokens_.size()) fail_here("the rest of a statement");
        return tokens_[at_++];
    }
    bool accept(std::string_view text) {
        if (peek() != text) return false;
        ++at_;
        return true;
    }
    void expect(std::string_view text) {
        if (!accept(text)) fail_here(in_quotes(text));
    }
    std::string take_name() {
        if (!is_word(peek()) || is_builtin(type_named(peek()))) fail_here("a name");
        return take().text;
    }
    [[noreturn]] void fail_here(const std::string& expected) const {
        const bool ends = at_ >= tokens_.size();
        fault_at(ends ? tokens_.back().location : tokens_[at_].location, "expected ", expected, ", got ",
                 ends ? "the end" : in_quotes(peek()));
    }
    bool is_type(const std::string& word) const {
        const Type type = type_named(word);
        return (is_builtin(type) && type.kind != Type::nothing) || structures_.contains(word);
    }

    // ---- Expressions

    // An expression that the next token makes.
    Expression made(Expression::Kind kind) {
        const Token& token = take();
        Expression e{};
        e.kind = kind;
        e.text = token.text;
        e.where = token.location;
        return e;
    }
    Expression expression() {
        const Deeper deeper(*this);
        Expression left = either();
        if (!is_assignment(peek())) return left;
        Expression e = made(Expression::assign);
        e.parts.push_back(std::move(left));
        e.parts.push_back(expression());
        return e;
    }
    Expression either() {
        const Deeper deeper(*this);
        Expression condition = binary(1);
        if (peek() != "?") return condition;
        Expression e = made(Expression::ternary);
        e.text.clear();
        e.parts.push_back(std::move(condition));
        e.parts.push_back(either());
        expect(":");
        e.parts.push_back(either());
        return e;
    }
    Expression binary(int least) {
        Expression left = prefix();
        while (precedence(peek()) >= least && precedence(peek()) > 0) {
            Expression e = made(Expression::binary);
            Expression right = binary(precedence(e.text) + 1);
            e.parts.push_back(std::move(left));
            e.parts.push_back(std::move(right));
            left = std::move(e);
            check_height(left);
        }
        return left;
    }
    Expression prefix() {
        const Deeper deeper(*this);
        const std::string& sign = peek();
        const bool step = sign == "++" || sign == "--";
        if (!step && sign != "-" && sign != "!" && sign != "~" && sign != "+") return postfix();
        Expression e = made(step ? Expression::step : Expression::prefix);
        e.parts.push_back(prefix());
        return e;
    }
    Expression postfix() {
        Expression e = primary();
        for (;;) {
            Expression outer{};
            const std::string where = at_ < tokens_.size() ? tokens_[at_].location : "";
            if (accept(".")) {
                outer.kind = Expression::field;
                outer.text = take_name();
                if (outer.text == "length" && peek() == "(")
                    fault_at(tokens_[at_].location, "length() of an array is not known here: write the number");
            } else if (accept("[")) {
                outer.kind = Expression::index;
            } else if (peek() == "++" || peek() == "--") {
                outer.kind = Expression::step;
                outer.text = take().text;
            } else {
                return e;
            }
            outer.where = where;
            outer.parts.push_back(std::move(e));
            if (outer.kind == Expression::index) {
                outer.parts.push_back(expression());
                expect("]");
            }
            e = std::move(outer);
            check_height(e);
        }
    }
    // Limits the height of the tree: a + b + c and a[0][1] make it as high as they are long, and everything that walks
    // it recurses.
    void check_height(const Expression& e) const {
        if (height(e) > kDeepest) fault_at(tokens_[at_ - 1].location, "an expression of a shader is too long");
    }
    static int height(const Expression& e) {
        int most = 0;
        for (const Expression& part : e.parts)
            most = std::max(most, height(part));
        return most + 1;
    }
    Expression primary() {
        Expression e = made(Expression::literal);
        const std::string word = e.text;
        if (word == "(") {
            e.kind = Expression::bracket;
            e.text.clear();
            e.parts.push_back(expression());
            expect(")");
            return e;
        }
        if (is_digit(word[0]) || (word[0] == '.' && word.size() > 1) || word == "true" || word == "false") return e;
        if (is_type(word)) {
            e.kind = Expression::construct;
            e.text.clear();
            e.type = type_named(word);
            if (accept("[")) {
                length();
                e.type.array = true;
            }
            expect("(");
            e.parts = list();
            return e;
        }
        if (!is_word(word)) {
            --at_;
            fail_here("a value");
        }
        e.kind = Expression::name;
        if (!accept("(")) return e;
        e.kind = Expression::call;
        e.parts = list();
        return e;
    }
    std::vector<Expression> list() {
        std::vector<Expression> all;
        if (accept(")")) return all;
        do
            all.push_back(expression());
        while (accept(","));
        expect(")");
        return all;
    }
    // An array's length, up to the closing bracket; may be missing.
    std::vector<Expression> length() {
        std::vector<Expression> length;
        if (accept("]")) return length;
        length.push_back(expression());
        expect("]");
        return length;
    }

    // ---- Statements

    Statement statement() {
        const Deeper deeper(*this);
        Statement s{};
        s.before = at_ < tokens_.size() ? tokens_[at_].before : "";
        if (peek() == "{") {
            const std::string before = s.before;
            s = block();
            s.before = before;
        } else if (accept("if")) {
            s.kind = Statement::branch;
            s.value = condition();
            s.parts.push_back(statement());
            const std::string before = at_ < tokens_.size() ? tokens_[at_].before : "";
            if (accept("else")) {
                std::string& end = s.parts[0].end;
                if (before.find('/') != before.npos) {  // a comment above else
                    end.erase(end.find_last_not_of(" \t\r\n") + 1);
                    end += before;
                }
                s.parts.push_back(statement());
            }
        } else if (accept("for")) {
            s.kind = Statement::loop;
            expect("(");
            if (peek() != ";") s.parts.push_back(simple());
            expect(";");
            if (peek() != ";") s.value.push_back(expression());
            expect(";");
            if (peek() != ")") {
                do
                    s.step.push_back(expression());
                while (accept(","));
            }
            expect(")");
            if (s.parts.empty()) s.kind = Statement::repeat;
            if (s.value.empty()) s.value.push_back(truth(true));
            s.parts.push_back(statement());
        } else if (accept("while")) {
            s.kind = Statement::repeat;
            s.value = condition();
            s.parts.push_back(statement());
        } else if (accept("return")) {
            s.kind = Statement::give;
            if (peek() != ";") s.value.push_back(expression());
            expect(";");
        } else if (peek() == "break" || peek() == "continue") {
            s.kind = Statement::jump;
            s.word = take().text;
            expect(";");
        } else if (accept(";")) {
            s.kind = Statement::block;
        } else {
            const std::string before = s.before;
            s = simple();
            s.before = before;
            expect(";");
        }
        return s;
    }
    Statement block() {
        expect("{");
        Statement s{.kind = Statement::block};
        while (peek() != "}") {
            if (!accept(";")) s.parts.push_back(statement());
        }
        s.end = take().before;
        return s;
    }
    std::vector<Expression> condition() {
        expect("(");
        std::vector<Expression> value;
        value.push_back(expression());
        expect(")");
        return value;
    }
    // A declaration or an expression, without its semicolon.
    Statement simple() {
        Statement s{.kind = Statement::evaluate};
        for (;;) {
            if (accept("ISO_PRECISE") || accept("precise")) {
                s.precise = true;
            } else if (accept("const")) {
                s.constant = true;
            } else {
                break;
            }
        }
        const std::size_t name = peek(1) == "[" ? after_bracket(tokens_, at_ + 1) : at_ + 1;
        if (!is_type(peek()) || name >= tokens_.size() || !is_word(tokens_[name].text)) {
            s.value.push_back(expression());
            return s;
        }
        s.kind = Statement::declare;
        Variable first{.type = type_named(take().text), .name = {}};
        if (accept("[")) {  // float[3] a
            first.type.array = true;
            first.length = length();
        }
        do {
            Variable variable = first;
            variable.name = take_name();
            if (accept("[")) {
                variable.type.array = true;
                variable.length = length();
            }
            if (accept("=")) variable.value.push_back(expression());
            s.variables.push_back(std::move(variable));
        } while (accept(","));
        return s;
    }

    const Tokens& tokens_;
    const std::set<std::string>& structures_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

}  // namespace

Program declarations(const Tokens& tokens) {
    Program program;
    for (std::size_t from = 0; from < tokens.size();) {
        Declaration declaration = next_declaration(tokens, from);
        if (declaration.kind == Declaration::structure) read_fields(declaration);
        if (declaration.kind == Declaration::constant || declaration.kind == Declaration::uniform)
            read_head(declaration);
        // A comment on the same line belongs to the previous declaration.
        std::string& before = declaration.before;
        const std::size_t line = before.find('\n'), comment = before.find("//");
        if (!program.empty() && comment != std::string::npos && line > comment) {
            program.back().after = before.substr(0, line);
            before.erase(0, line);
        }
        const bool several = declaration.kind == Declaration::constant || declaration.kind == Declaration::uniform;
        if (several) {
            const std::vector<Declaration> parts = apart(declaration);
            program.insert(program.end(), parts.begin(), parts.end());
        } else {
            program.push_back(std::move(declaration));
        }
    }
    return program;
}

void parse(Declaration& declaration, const std::set<std::string>& structures) {
    Parser parser(declaration.tokens, structures);
    const bool native = declaration.exact && declaration.tokens.back().text == ";";  // see core/isonoise/function
    if (declaration.kind == Declaration::function && !native) parser.body(declaration);
    if (declaration.kind == Declaration::constant || declaration.kind == Declaration::uniform)
        parser.constant(declaration);
}

}  // namespace isonoise::glsl
