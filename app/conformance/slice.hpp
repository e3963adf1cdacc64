// A few operations of a traced run, as source text and as numbers: the smallest test of a driver that still fails.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conformance/trace.hpp"

namespace isonoise {

// One value of a trace, computed from others that are given.
class Slice {
  public:
    // `given`: the values that the test gets as inputs.
    Slice(const Trace& trace, std::size_t output, std::set<std::size_t> given);

    std::size_t output() const { return output_; }
    const std::vector<std::size_t>& inputs() const { return inputs_; }        // those that it needs
    const std::vector<std::size_t>& operations() const { return computed_; }  // in order, the output last
    bool computes() const { return !computed_.empty(); }
    // False if it has an operation that no text is known for, or a quotient, whose last bit languages leave open.
    bool has_text() const;

    // The statements of a function that returns the output's bits, line by line, in GLSL or WGSL. Input i is the word
    // `input(i)`. Each float operation is in ISO_EXACT() and each variable ISO_PRECISE in GLSL, in exact() in WGSL.
    std::vector<std::string> glsl(const std::function<std::string(std::size_t)>& input) const;
    std::vector<std::string> wgsl(const std::function<std::string(std::size_t)>& input, bool protect) const;

    // Other inputs near those of the trace, and what a driver made of them.
    struct Sample {
        std::vector<function::Word> inputs;
        function::Word found;
    };
    std::vector<std::vector<function::Word>> near_inputs() const;
    // In words, with the names of the statements, what else than rounding each operation by itself gives the results:
    // "v3 is fused: the product v2 is not rounded". Empty if nothing that is known does. `in_full`: for readers without
    // the statements, "v3 = v0 + v2" in place of "v3".
    std::string cause(const std::vector<Sample>& samples, bool in_full = false) const;

  private:
    std::string value(std::size_t id, bool real, bool wgsl) const;
    std::string expression(std::size_t id, bool wgsl) const;
    std::string name(std::size_t id) const;  // x0 for inputs, v0 for operations
    bool is_real(std::size_t id) const;      // as a variable of the text
    std::vector<std::string> statements(const std::function<std::string(std::size_t)>& input, bool wgsl,
                                        bool protect) const;

    const Trace* trace_;
    std::size_t output_;
    std::set<std::size_t> given_;
    std::vector<std::size_t> inputs_, computed_;
    std::set<std::size_t> real_;  // inputs that operations take as floats
};

// Equal under the numeric contract: all NaN are, and all numbers below 2^-126.
bool agrees(function::Word a, function::Word b, bool real);

}  // namespace isonoise
