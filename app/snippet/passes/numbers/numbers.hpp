// Takes vectors apart. Afterwards each variable, each parameter and each result is a single number:
//
//   A function that treats each component of its vectors alike becomes one of numbers, called once per component. Where
//   the source has the same function for numbers, that one takes its place.
//   A short function that returns a vector is written out where it is called.
//   Any other function gives its vectors back through `out` parameters, one per component.
//
// A vector that is assigned to only beside its declaration needs no variables: each of its components is another name
// for a number, or a constant.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "snippet/passes/numbers/places.hpp"

namespace isonoise::numbers {

class Numbers {
  public:
    explicit Numbers(glsl::Program& program);
    // Returns where each declaration is afterwards.
    std::vector<std::size_t> run();

  private:
    enum class Way {
        keep,     // a function of numbers; its vectors come back through `out` parameters
        lanes,    // called once per component
        written,  // written out where it is called
    };
    struct Binding {
        Type type;
        std::string name;
        Values values = {};  // one for each component
        bool place = false;  // the values are variables of their own, which assignments change
    };
    // A function whose statements are being read.
    struct Frame {
        const Declaration* f;
        bool written;  // out into another
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
    // A function of numbers.
    void kept(std::size_t i);
    // Tries to make it a function that is called once per component.
    bool in_lanes(std::size_t i);
    // The statements that these values need, with names without their lane; false if they use another lane.
    bool sliced(const std::vector<Statement>& statements, Values& values, std::vector<Statement>& needed,
                std::size_t lane, const std::vector<Variable>& parameters, std::string& key);
    void lane_function(std::size_t i, std::vector<Statement> statements, Values values);

    // ---- statements.cpp

    Frame& frame();
    // A name that no other variable of the function has.
    std::string fresh(const std::string& name);
    void keep_place(const Binding& binding);
    void emit(Statement s);
    // Puts each helper that is used once where it is used, if nothing changes in between.
    void substitute_helpers(Statement& block);
    bool substituted(std::vector<Statement>& all, std::size_t i);
    // Reads statements into a list of their own.
    void statements(Statements from, std::vector<Statement>& to);
    void read(Statements from, std::vector<Statement>& to);
    // The body of a branch or a loop.
    Statement inner(const Statement& s);
    void statement(const Statement& s);
    void loop(const Statement& s);
    void give(const Statement& s);
    void declare(const Variable& v);
    // A value that stays the same: as it is if it is a name or a number, else a constant.
    Expression kept_value(const Binding& binding, std::size_t c, Expression value);
    // `helper`: the source has none, as where a function is written out.
    Expression constant(const std::string& name, const std::string& base, Expression value, bool helper = false);
    bool is_atom(const Expression& e) const;
    void evaluate(const Expression& e);
    // The components of a variable that an expression means, by index.
    Binding& target(const Expression& to, std::vector<std::size_t>& at);
    void assign(const Expression& to, const std::string& sign, Values values);
    Binding& find(const std::string& name);
    Binding* local(const std::string& name);

    // ---- values.cpp

    static Expression literal(std::size_t value);
    static Expression binary(const std::string& sign, Expression left, Expression right);
    Expression one(const Expression& e);
    // Gives a name to what several components would repeat.
    void shared(Values& values, const char* name);
    Values value(const Expression& e);
    void widen(Values& values, std::size_t size);
    Values name(const Expression& e);
    static std::string constant_name(const std::string& name, std::size_t c);
    Values index(const Expression& e);
    Values field(const Expression& e);
    Values construct(const Expression& e);
    Values builtin(const Expression& e);

    // `alone`: it is the whole statement.
    Values call(const Expression& e, bool alone);
    // Variables that a function can write an argument to; `in`: they hold its value.
    Values places(const Expression& to, bool in);
    void came_back(const Expression& to, const Values& values);
    Values lanes(const Expression& e);
    // Writes a function out.
    Values written(const Expression& e);
    // Is it made of variables, and which?
    bool is_place(const Expression& to, Values& values);
    Expression argument(const Binding& binding, std::size_t c, Expression value);

    // ---- numbers.cpp

    std::vector<std::size_t> split_constants();
    static Expression component(const Expression& e, std::size_t c);

    glsl::Program& program_;
    const glsl::Program source_;
    std::vector<Way> ways_;
    std::vector<int> calls_;         // of each function in the source
    std::vector<std::size_t> same_;  // the function that takes the place of one in lanes
    std::vector<Frame> frames_;
    // In the function at hand:
    std::set<std::string> taken_;              // names
    std::set<std::string> mutable_;            // variables that change
    std::map<std::string, std::string> base_;  // the source's name of a variable or a component
    std::set<std::string> helpers_;            // constants that the source does not have
    std::vector<Variable> results_;            // parameters that take the components of what it returns
    std::vector<Statement>* out_ = nullptr;    // takes statements
    int emitted_ = 0;                          // statements, in all functions
    std::string line_;                         // blanks and comments before the next one
};

}  // namespace isonoise::numbers
