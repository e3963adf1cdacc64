// A function as instructions over blocks of points: a register has a word for each point of a block.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "isonoise/function/operations.hpp"
#include "isonoise/plan.hpp"

namespace isonoise {
class Noise;
}

namespace isonoise::function {

using Register = std::uint32_t;

struct Instruction {
    Operation operation;
    Register to = 0, a = 0, b = 0, c = 0;
};

// One of the library's noises, as texts call it.
struct NoiseFunction {
    enum Kind { plain, periodic, value, octaves, preset } kind = plain;
    Fractal fractal = Fractal::fbm;  // of octaves
    bool gradient = false;           // also returns its gradient, eroded its slope
    int dim = 0;
    bool cell = false;  // takes a cell and a fraction, not a coordinate
    // The noise of a preset.
    std::shared_ptr<const Noise> own = {};
    bool has_period() const { return kind == periodic || kind == value; }
};

// A call of a noise: the arguments' registers in the order of the declaration, component by component.
struct Call {
    NoiseFunction noise;
    std::vector<Register> in;
    std::vector<Register> out;  // the value, then the gradient
    Register mask;              // of the points that need it; kAll: of all
};
inline constexpr Register kAll = ~Register{0};

// A call that was inlined, for those who follow a run instruction by instruction.
struct Inlined {
    std::size_t function;       // its index in the program
    Register begin, end;        // its instructions are begin .. end - 1
    Register mask;              // at `begin`: whether the point takes part; kAll: any does
    std::vector<Register> in;   // at `begin`: the arguments, component by component
    std::vector<Register> out;  // at `end`: the result, then the values of out parameters
};

struct Code {
    std::vector<Instruction> instructions;
    std::vector<Call> calls;
    std::vector<Inlined> inlined;                      // inner ones before those that they stand in
    std::vector<std::pair<Register, Word>> constants;  // set once, never changed
    Register registers = 0;                            // how many
    std::vector<Register> point;                       // the coordinates, or the cells and then the fractions
    std::size_t cells = 0;                             // how many of them are cells
    std::vector<Register> result;                      // the channels
    std::vector<std::vector<Register>> parameters;     // their components
    std::vector<std::string> rounded = {};             // see Function::rounded_places()
};

}  // namespace isonoise::function
