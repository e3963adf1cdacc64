// Shared by the printers of CPU languages, whose programs consist of numbers only: see into_numbers().
#pragma once

#include <set>

#include "isonoise/untrusted.hpp"
#include "snippet/printing/printer.hpp"

namespace isonoise {

class CpuPrinter : public Printer {
  public:
    using Printer::Printer;

  protected:
    // The called function, if it returns numbers through parameters.
    const Declaration* with_outs(const Expression& e) const;
    static bool is_entry_output(const Variable& p) { return p.type.array; }

    std::string literal(const Expression& e) override;  // 1.0f
    // A call that sets variables, preceded by their declarations. `word`: the keyword for the result.
    std::vector<std::string> declared_by_call(const Statement& s, const std::string& word);

    // Prints integer a += b as a = a + b, which languages with overflow checks can wrap.
    std::string assign(const Expression& e) override;
    bool needs_brackets(const Expression& parent, const Expression& e, bool right) const override;

    // In languages without `out`, a function returns a list: its result, if any, then each output.
    std::vector<Variable> outputs_of(const Declaration& f) const;
    // The variables that such a call sets, "" for a result that is dropped, and the call.
    std::vector<std::string> targets(const Statement& s, const Expression& call);
    std::string called(const Expression& call);
    std::string give_list(const Statement& s, const Declaration& f);
    // Does the function just return another function's list, setting nothing itself?
    bool gives_a_call(const Declaration& f) const;

    // A chain of integer sums, wrapped once.
    std::string sum(const Expression& e);
    virtual std::string summand(const Expression& e) { return expression(e); }
    // Without outer brackets.
    std::string bare(const Expression& e);
    // The body of a `for` for languages that only have `while`: each `continue` takes the step first.
    static Statement stepping(const Statement& loop);
    static bool is_closed(const std::string& text);

    // Is this decimal number exactly a float, so that it needs no rounding?
    static bool is_float(const std::string& number) {
        double exact = 0.0;
        float rounded = 0.0f;
        return parse_number(number, exact) && parse_float(number, rounded) == std::errc() &&
               exact == static_cast<double>(rounded);
    }
    // A sum, difference or product of integers, which may exceed 32 bits.
    static bool grows(const Expression& e) {
        return e.kind == Expression::binary && is_integral(e.type) && (e.text == "+" || e.text == "-" || e.text == "*");
    }
    static bool is_integral(const Type& type) { return type.kind == Type::integer || type.kind == Type::natural; }
    // Is this the constant condition of an endless loop?
    static bool is_true(const Expression& e) { return e.kind == Expression::literal && e.text == "true"; }
};

}  // namespace isonoise
