// Replaces vectors by numbers. Afterwards each variable, parameter and result is a single number:
//
//   A function that treats each component of its vectors alike becomes one of numbers, called once per component. Where
//   the source has the same function for numbers, that one takes its place.
//   A short function that returns a vector is written out where it is called.
//   Any other function gives its vectors back through `out` parameters, one per component.
//
// A vector that is assigned only at the level of its declaration needs no variables: its components are other names for
// numbers, or constants.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "snippet/passes/numbers/parts.hpp"

namespace isonoise::numbers {

class Scalariser {
  public:
    explicit Scalariser(glsl::Program& program);
    // Returns the new index of each declaration.
    std::vector<std::size_t> run();

  private:
    enum class Way {
        keep,     // a function of numbers; returns vectors through `out` parameters
        lanes,    // called once per component
        written,  // inlined
    };
    struct Binding {
        Type type;
        std::string name;
        Values values = {};      // one per component
        bool is_lvalue = false;  // the values are mutable variables
    };
    // The function whose statements are being converted.
    struct Frame {
        const Declaration* f;
        bool written;  // inlined into another function
        Uses uses;
        std::vector<std::map<std::string, Binding>> scopes = {};
        Values result = {};
    };
    using Statements = std::span<const Statement>;

    // ---- functions.cpp

    void function(std::size_t i);
    bool passes_on(const Declaration& f) const;
    Frame frame_of(const Declaration& f, bool written);
    void start_function();
    // Converts to a function of numbers.
    void kept(std::size_t i);
    // Tries to convert to a function that is called once per component.
    bool in_lanes(std::size_t i);
    // The statements needed for these values, with names without their lane; false if they use other lanes.
    bool sliced(const std::vector<Statement>& statements, Values& values, std::vector<Statement>& needed,
                std::size_t lane, const std::vector<Variable>& parameters, std::string& key);
    void lane_function(std::size_t i, std::vector<Statement> statements, Values values);
    // Is `one`, with this index, what the lanes of a function are?
    static bool is_same(const Declaration& one, std::size_t index, const Declaration& f);

    // ---- statements.cpp

    Frame& frame();
    // A name that is unique in the function.
    std::string fresh(const std::string& name);
    void keep_lvalue(const Binding& binding);
    void emit(Statement s);
    // Inlines each helper that is used once, if nothing changes in between.
    void substitute_helpers(Statement& block);
    bool substituted(std::vector<Statement>& all, std::size_t i);
    // Converts statements into another list.
    void statements(Statements from, std::vector<Statement>& to);
    void read(Statements from, std::vector<Statement>& to);
    // The body of a branch or a loop.
    Statement inner(const Statement& s);
    void statement(const Statement& s);
    void loop(const Statement& s);
    Expression step(const Expression& e);  // of a loop
    void give(const Statement& s);
    void declare(const Variable& v);
    // An immutable value: names and numbers as they are, others as a constant.
    Expression kept_value(const Binding& binding, std::size_t c, Expression value);
    // `helper`: not in the source, e.g. where a function is inlined.
    Expression constant(const std::string& name, const std::string& base, Expression value, bool helper = false);
    bool is_atom(const Expression& e) const;
    void evaluate(const Expression& e);
    // The components of the variable that an expression refers to, by index.
    Binding& target(const Expression& to, std::vector<std::size_t>& at);
    void assign(const Expression& to, const std::string& sign, Values values);
    Binding& find(const std::string& name);
    Binding* local(const std::string& name);

    // ---- values.cpp

    static Expression literal(std::size_t value);
    static Expression binary(const std::string& sign, Expression left, Expression right);
    Expression one(const Expression& e);
    // Names subexpressions that several components would repeat.
    void shared(Values& values, const char* name);
    Values value(const Expression& e);
    void widen(Values& values, std::size_t size);
    Values name(const Expression& e);
    static std::string constant_name(const std::string& name, std::size_t c);
    Values index(const Expression& e);
    Values field(const Expression& e);
    Values construct(const Expression& e);
    Values builtin(const Expression& e);

    // `alone`: the call is the whole statement.
    Values call(const Expression& e, bool alone);
    // Variables that a function can write an argument to; `in`: they hold its initial value.
    Values lvalues(const Expression& to, bool in);
    void came_back(const Expression& to, const Values& values);
    Values lanes(const Expression& e);
    // Inlines a function.
    Values written(const Expression& e);
    // Does the expression consist of variables, and which?
    bool is_lvalue(const Expression& to, Values& values);
    Expression argument(const Binding& binding, std::size_t c, Expression value);

    // ---- numbers.cpp

    std::vector<std::size_t> split_constants();
    static Expression component(const Expression& e, std::size_t c);

    glsl::Program& program_;
    const glsl::Program source_;
    std::vector<Way> ways_;
    std::vector<int> calls_;         // number of calls per function of the source
    std::vector<std::size_t> same_;  // the existing function that replaces one in lanes
    std::vector<Frame> frames_;
    // For the current function:
    std::set<std::string> taken_;              // names in use
    std::set<std::string> mutable_;            // mutable variables
    std::map<std::string, std::string> base_;  // source name of a variable or component
    std::set<std::string> helpers_;            // constants that are not in the source
    std::vector<Variable> results_;            // parameters that receive the components of the result
    std::vector<Statement>* out_ = nullptr;    // receives statements
    int emitted_ = 0;                          // statement count over all functions
    std::string line_;                         // blanks and comments before the next statement
};

}  // namespace isonoise::numbers
