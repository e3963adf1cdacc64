// The walk over the tree of a function that compile.hpp declares: its types, names and registers are in compile.cpp,
// expressions in compile_expressions.cpp, statements in compile_statements.cpp.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isonoise/function/builder.hpp"

namespace isonoise::function {

using glsl::Declaration;
using glsl::Expression;
using glsl::Program;
using glsl::Statement;
using glsl::Type;
using glsl::Variable;

using Words = std::vector<Handle>;  // of a value, component by component

// A variable. One that is never assigned to shares the registers of its value.
struct Named {
    Type type;
    Words words;
    std::size_t level = 0;  // where it was declared
    bool changes = false;
};

// The points that take part, from here to the end of a block.
struct Level {
    Handle mask;  // none: all
    std::size_t id;
    enum Kind { branch, function, loop, round } kind;
};

// Thrown where unrolling this loop makes the code too long.
struct LongLoop {
    const Statement* loop;
};

class Compiler {
  public:
    // `rolled`: loops that stay loops.
    explicit Compiler(const Program& program, std::set<const Statement*> rolled = {});

    Code code(std::size_t main, std::span<const std::size_t> parameters);

    std::optional<std::vector<Word>> constant_words(const Expression& e);

  private:
    // ---- Types

    const Declaration& structure(const Type& type) const { return *structures_.at(type.name); }
    // How many words a value has; for an array, one element.
    std::size_t size_of(const Type& type);
    std::size_t length_of(const Variable& variable);
    std::size_t length_of(const Expression& length);

    // ---- Registers

    Words fresh(std::size_t size);
    Words copied(const Words& from);
    Handle real_constant(float x) { return builder_.constant(bits(x)); }
    const Handle& mask() const { return levels_.back().mask; }

    Named* find(const std::string& name);

    // Declares a variable with this value.
    void declare(const std::string& name, const Type& type, Words value, bool changes);
    void close_scope();
    // Where the current points are all that the variable is read for later, its words are simply replaced.
    void assign(const Named& variable, const Handle& to, const Handle& value);

    // ---- Expressions

    Words value(const Expression& e);
    Handle literal(const Expression& e);

    Words name(const Expression& e);
    // A constant at the top level.
    Words constant(const std::string& name);

    Words prefix(const Expression& e);

    Words binary(const Expression& e);
    Words combined(const std::string& sign, const Words& left, const Words& right, Type::Kind kind);
    Handle compare(Operation operation, const Handle& a, const Handle& b, Type::Kind kind);
    Handle operation(const std::string& sign, const Handle& a, const Handle& b, Type::Kind kind);

    Words ternary(const Expression& e);

    Words construct(const Expression& e);
    Handle converted(const Handle& h, Type::Kind from, Type::Kind to);

    Words index(const Expression& e);

    // The words of a field within those of its owner.
    std::vector<std::size_t> places(const Type& owner, const std::string& field);
    Words field(const Expression& e);

    // ---- Calls

    Words call(const Expression& e);

    Words builtin(const Expression& e);
    template <class X> Handle builtin(const Expression& e, const X& x);

    // A function that the library computes by itself.
    Words native(const Declaration& f, const Expression& e, std::vector<Words>& arguments);

    // Where each function's names begin, and its result.
    struct Frame {
        std::size_t scope;
        std::size_t level;
        Words result = {};
    };

    static bool returns_early(const Statement& s, bool last);

    Words inlined(std::size_t index, std::vector<Words> arguments, const Expression* call);

    // ---- Assignments

    // The variable that an expression is a part of, and the words of that part; a word of an array whose index is not
    // constant comes with the condition under which it is meant.
    struct Target {
        Named* variable;
        std::vector<std::size_t> words;
        std::vector<std::pair<Handle, std::size_t>> choices =
            {};  // where the handle is set, `words` are offset by this
    };
    Target target(const Expression& e);
    void set(const Expression& to, const Words& values);
    void evaluate(const Expression& e);

    // The variables that a statement assigns to, by name.
    std::set<std::string> changed_in(const Statement& s) const;

    // ---- Statements

    void statement(const Statement& s);

    void declaration(const Statement& s);

    // Takes the current points out of all levels from `from` on.
    void remove(std::size_t from);
    void give(const Statement& s);
    void leave(Level::Kind kind);

    void under(const Handle& condition, bool holds, const Statement& s);
    void branch(const Statement& s);

    static bool jumps(const Statement& s, std::string_view word);
    static bool gives(const Statement& s);

    void open_level(Level::Kind kind);
    void round(const Statement& body, bool continues);

    void loop(const Statement& s);

    // Unrolls `for (int i = A; i < B; i += C)` with few rounds; afterwards all code of it knows i. False if it is none.
    bool unrolled(const Statement& s, bool continues, bool ends);
    // The counter after `i++`, `i += 2` and the like.
    Handle stepped(const Expression& step, const Variable& counter, const Handle& now);

    const Program& program_;
    const std::set<const Statement*> rolled_;
    std::map<std::string, const Declaration*> structures_;
    Builder builder_;
    std::map<std::string, Named> globals_;
    std::vector<std::map<std::string, Named>> scopes_;
    std::set<Register> variables_;  // registers of variables that change
    std::vector<Frame> frames_ = {{0, 0}};
    std::vector<Level> levels_;
    std::size_t next_level_ = 0;
    std::vector<std::size_t> open_;  // functions being inlined
};

}  // namespace isonoise::function
