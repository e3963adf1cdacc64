// The walk of cells.hpp: functions and statements are in cells.cpp, expressions in cell_expressions.cpp, and the texts
// that the rewritten functions call in cell_library.cpp.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "isonoise/function/reading/tree.hpp"

namespace isonoise::function {

// An expression as text. A point has a cell and a fraction: floats become a structure IsonoisePointN. As an argument it
// is a variable, since structures are taken apart in many languages.
struct Held {
    std::string text;
    bool is_point = false;
};

// "IsonoisePoint2"
std::string point_type(int size);

// Functions that are written when a text first needs them, by their names.
class CellLibrary {
  public:
    // Definitions for all sizes: the structures, their sums and products.
    static std::string standard();

    // Each returns the name of a function.
    std::string swizzle(int from, const std::string& letters);  // of a point
    std::string joined(const std::vector<int>& sizes);          // makes a point of points
    std::string element(int from);                              // (point, int)
    std::string with(int size, const std::string& letters);     // (point, point): sets components
    std::string with_element(int size);                         // (point, int, point)
    const std::string& text() const { return text_; }

  private:
    const std::string& add(const std::string& name, const std::string& text);
    std::set<std::string> names_;
    std::string text_;
};

// A function that was rewritten for some of its parameters being points.
struct CellFunction {
    std::string name, text;
    bool is_point = false;         // does it return a point?
    std::vector<bool> out_points;  // the out parameters that it sets to points
    std::vector<std::string> rounded;
    std::set<const CellFunction*> calls;
};

struct CellFunctions {
    const glsl::Program& program;
    CellLibrary library = {};
    std::map<std::pair<std::size_t, std::vector<bool>>, CellFunction> all = {};
    std::set<std::string> names = {};
    std::string text = {};
};

// Rewrites one function, and first those that it calls.
class CellWalk {
  public:
    CellWalk(CellFunctions& all, CellFunction& own) : all_(all), program_(all.program), own_(own) {}
    void function(const glsl::Declaration& f, const std::vector<bool>& points);

    // The rewritten function, made on demand.
    static const CellFunction& made(CellFunctions& all, std::size_t index, const std::vector<bool>& points);

  private:
    using Type = glsl::Type;
    using Expression = glsl::Expression;
    using Statement = glsl::Statement;
    using Declaration = glsl::Declaration;
    using Variable = glsl::Variable;

    // Numbers that may be points, and the whole numbers made of them, whose texts stay what they are.
    static bool is_real(const Type& type) { return type.kind == Type::real && !type.array; }
    static bool fits(const Type& type) { return is_real(type) || (type.kind == Type::integer && !type.array); }

    // ---- Variables
    // Finds the variables that cannot be points: counters of `for`, and those that a call sets as floats.
    void find_floats(const Declaration& f);
    void find_points(const Declaration& f);
    void add_point(const Expression& target);
    bool is_point(const Expression& e);

    // ---- Statements
    void statement(const Statement& s);
    void block(const Statement& s);
    std::string simple(const Statement& s);  // a declaration or an expression, without its semicolon
    std::string declared(const Variable& v) const;
    std::string evaluated(const Expression& e);
    std::string assigned(const Expression& to, const Expression& value);
    void loop(const Statement& s);
    void line(const std::string& text) { lines_ += std::string(4 * depth_, ' ') + text + "\n"; }

    // ---- Expressions
    Held held(const Expression& e);
    std::string as_real(const Held& h, const Expression& e);
    std::string as_point(const Held& h, const Expression& e, int size);
    void note(const Expression& e);
    std::string argument(const std::string& text, int size);
    std::string fresh();
    std::string real(const Expression& e);                   // the nearest float
    std::string point(const Expression& e, int size);        // as a point of so many components
    std::string list(const std::vector<Expression>& parts);  // floats, with commas
    Held binary(const Expression& e);
    Held construct(const Expression& e);
    Held call(const Expression& e);
    Held noise(const Expression& e);
    Held own_call(const Expression& e);
    void check_out(const Variable& parameter, const Expression& e, bool may_be_point) const;

    CellFunctions& all_;
    const glsl::Program& program_;
    CellFunction& own_;
    std::set<std::string> points_, floats_;    // variables
    std::set<std::string> names_;              // taken
    std::map<std::string, std::size_t> outs_;  // parameters
    Type result_;
    bool tries_ = false;  // looks for points, and writes nothing
    std::string lines_;
    std::size_t depth_ = 1;
};

}  // namespace isonoise::function
