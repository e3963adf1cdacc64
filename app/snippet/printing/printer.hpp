// Prints a program in one language, statement by statement with its comments and line breaks, so that the result looks
// hand-written. The base class prints GLSL. Each language has a printer that overrides the differences.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "isonoise/function/reading/tree.hpp"
#include "snippet/languages.hpp"

namespace isonoise {

class Printer {
  public:
    // Added names begin with `prefix`.
    Printer(const glsl::Program& program, const Language& language, const std::string& prefix)
        : program_(program), language_(language), prefix_(prefix) {}
    virtual ~Printer() = default;

    // All declarations. Throws Error on what the language cannot express.
    std::string text();

    // The text that precedes the program to keep bits. `functions`: see keep_bits.
    virtual std::string prologue(const std::map<std::string, std::string>& functions);

  protected:
    using Declaration = glsl::Declaration;
    using Expression = glsl::Expression;
    using Statement = glsl::Statement;
    using Type = glsl::Type;
    using Variable = glsl::Variable;

    // ---- Expressions

    std::string expression(const Expression& e);
    std::string list(const std::vector<Expression>& parts);
    // In brackets if it has an operator between operands.
    std::string wrapped(const Expression& e);
    std::string type(const Type& type) const { return name_of(type, language_); }
    // Appends _ to the language's reserved words.
    std::string variable(const std::string& name) const;

    virtual std::string literal(const Expression& e) { return e.text; }
    virtual std::string name(const Expression& e) { return variable(e.text); }
    virtual std::string construct(const Expression& e);
    virtual std::string binary(const Expression& e);
    virtual std::string index(const Expression& e);
    virtual std::string prefixed(const Expression& e) {
        const std::string of = wrapped(e.parts[0]);
        return e.text + (of.starts_with(e.text) ? "(" + of + ")" : of);  // -- would be another operator
    }
    // A float operation, for languages that round only if asked to. Not called in constants.
    virtual std::string rounded(const std::string& left, const std::string& sign, const std::string& right) {
        return left + " " + sign + " " + right;
    }
    virtual std::string step(const Expression& e);
    virtual std::string ternary(const Expression& e);
    virtual std::string assign(const Expression& e);
    virtual std::string argument(const Expression& call, std::size_t i) { return expression(call.parts[i]); }
    // A GLSL function's name in this language.
    virtual std::string builtin(const Expression& call) { return call.text; }
    // The object of a field or an index.
    virtual std::string owner(const Expression& e) { return wrapped(e); }
    // An operand of a binary operator, and whether it needs brackets.
    virtual std::string operand(const Expression& parent, bool right);
    virtual bool needs_brackets(const Expression& parent, const Expression& e, bool right) const;

    // ---- Statements, as lines without their semicolons

    virtual std::vector<std::string> declared(const Statement& s);
    virtual std::vector<std::string> evaluated(const Statement& s);
    virtual bool always_braces() const { return false; }
    virtual std::string branch(const Statement& s, std::size_t indent);
    virtual std::string repeat(const Statement& s, std::size_t indent);
    virtual std::string loop(const Statement& s, std::size_t indent);
    // The body of a branch or a loop.
    virtual std::string body(const Statement& s, std::size_t indent);
    // Statements as a block, including the blanks before them. `end`: blanks and comments after them.
    virtual std::string enclosed(const std::string& statements, const std::string& end);
    virtual std::string line(const std::string& text, std::size_t indent) { return folded(text + ";", indent); }
    // Wrapped if too long, see layout.hpp.
    virtual std::string folded(const std::string& text, std::size_t indent);
    std::string block(const Statement& s, const std::string& start = {}, const std::string& ending = {});
    std::string statement(const Statement& s);

    virtual std::string give(const Statement& s);

    // ---- Declarations

    virtual std::string constant(const Declaration& d);
    virtual const char* constant_word() const { return "const"; }
    virtual std::string structure(const Declaration& d);
    // The comment above the opaque zero.
    static constexpr const char* kAboutBarrier = "// Separates operations, so that no compiler can fuse or reorder "
                                                 "them. It is always 0, which no compiler knows: "
                                                 "four\n// consecutive numbers multiplied, modulo 8.\n";
    // The function that computes the opaque zero; user functions call it first.
    virtual std::string raiser() { return {}; }
    // Its argument: the bits of everything the caller can vary, since any of it may be constant.
    Expression bits_of(const Declaration& entry);
    // The coordinates, or fractions, that a user function takes.
    const Variable& coordinates(const Declaration& entry);
    Type bits();  // type of these bits, in all such functions
    // The sum of the components of b, which the opaque zero is computed from: see shaders/isonoise/lattice.glsl.
    static std::string sum(int size, const std::string& b);
    // A function's head. `start`: lines for the start of its body.
    virtual std::string head(const Declaration& f, std::string& start);
    // Lines for the end of its body.
    virtual std::string ending(const Declaration&) { return {}; }
    virtual std::string function(const Declaration& f);

    // For languages where an output argument must be a whole variable: a temporary replaces a component, set before the
    // statement and copied back after it.
    std::string stand_in(const Expression& call, std::size_t i);
    std::vector<std::string> evaluated_around(const Statement& s);
    // Declares such a temporary. `value`: its initial value, or empty.
    virtual std::string temporary(const std::string& name, const Type& type, const std::string& value);

    // a += b as a + b.
    static Expression expanded(const Expression& assignment);
    // The variables that a function modifies: by assignment, whole or in part, or by passing them as outputs.
    std::set<std::string> assigned_in(const Declaration& f) const;

    const glsl::Program& program_;
    const Language& language_;
    const std::string prefix_;

    bool in_constant_ = false;

  private:
    // Lines before and after the current statement.
    struct Around {
        std::vector<std::string> before, after;
    };
    Around* around_ = nullptr;
    int stand_ins_ = 0;

    std::string call(const Expression& e);
    std::string lines(const std::vector<std::string>& lines, std::size_t indent);
};

// For the table of languages.
std::unique_ptr<Printer> print_glsl(const glsl::Program& program, const Language& language, const std::string& prefix);
std::unique_ptr<Printer> print_hlsl(const glsl::Program& program, const Language& language, const std::string& prefix);
std::unique_ptr<Printer> print_wgsl(const glsl::Program& program, const Language& language, const std::string& prefix);
std::unique_ptr<Printer> print_c(const glsl::Program& program, const Language& language, const std::string& prefix);
std::unique_ptr<Printer> print_cuda(const glsl::Program& program, const Language& language, const std::string& prefix);
std::unique_ptr<Printer> print_opencl(const glsl::Program& program, const Language& language,
                                      const std::string& prefix);
std::unique_ptr<Printer> print_csharp(const glsl::Program& program, const Language& language,
                                      const std::string& prefix);
std::unique_ptr<Printer> print_rust(const glsl::Program& program, const Language& language, const std::string& prefix);
std::unique_ptr<Printer> print_js(const glsl::Program& program, const Language& language, const std::string& prefix);
std::unique_ptr<Printer> print_gdscript(const glsl::Program& program, const Language& language,
                                        const std::string& prefix);
std::unique_ptr<Printer> print_metal(const glsl::Program& program, const Language& language, const std::string& prefix);
std::unique_ptr<Printer> print_godot(const glsl::Program& program, const Language& language, const std::string& prefix);

}  // namespace isonoise
