// What a function computes at one point, call by call and operation by operation: to find the first of them that a
// driver gets wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "isonoise/function/code.hpp"

namespace isonoise {

// A value of the run. Operands are indices of earlier values. Where a choice or an assignment only passes a value on,
// that value itself is meant.
struct TracedValue {
    enum Kind { input, constant, computed } kind;
    function::Word word;
    function::Operation operation = function::Operation::copy;
    std::size_t a = 0, b = 0;
};
std::size_t operands(function::Operation operation);  // 1 or 2
bool gives_real(function::Operation operation);       // else a word: an integer, or a truth as all ones or zero
bool takes_real(function::Operation operation);

struct TracedCall {
    std::size_t function;              // its index in the program
    std::vector<std::size_t> in, out;  // values: the arguments, the results; see function::Inlined
};

struct Trace {
    std::vector<TracedValue> values;
    std::vector<TracedCall> calls;  // in the order in which they end
    std::vector<std::size_t> result;
};

// Runs the code, which must call no noise by itself, at one point: coordinates, or cells and fractions. Nothing if it
// takes too many steps.
std::optional<Trace> trace(const function::Code& code, std::span<const function::Word> point);

}  // namespace isonoise
