// Conformance: does a GL driver compute what the CPU does, bit for bit, and the CPU the same in both forms of a
// function? The list of what is compared, and the comparison itself. It prints nothing.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "conformance/check.hpp"
#include "gpu/evaluator.hpp"

namespace isonoise {

inline bool has_octaves(const Check& check) { return check.settings.octaves > 1.0f; }
std::vector<Check> all_checks();
// Some need compute shaders.
bool can_run(const Evaluator& evaluator, const Check& check);

struct Difference {
    Settings settings;
    bool cells;
    glm::ivec4 cell;
    glm::vec4 point;
    int component;  // 0: the value; 1 to 4: the derivatives
    float cpu;
    float gpu;
};
// In words, with the inputs as hexadecimal floats and as flags of `sample`.
std::string describe(const Difference& difference);

struct CheckResult {
    std::uint64_t points = 0;
    std::uint64_t differing = 0;  // points with any differing number
    std::uint64_t largest_ulp = 0;
    double largest_difference = 0.0;           // of values
    double largest_gradient_difference = 0.0;  // of derivatives, in multiples of frequency
    std::vector<Difference> first;             // the first few differences
};

// Compares in batches, so that memory use does not grow with `points`: first special values and the plain settings,
// then random points and settings. With as many points as there are floats, a function of one coordinate gets each of
// them once instead, in the plain settings. Calls progress(points done) after each batch, if given.
CheckResult run_check(Evaluator& evaluator, const Check& check, std::uint64_t points, std::uint32_t seed,
                      const std::function<void(std::uint64_t)>& progress = {});

// On the CPU alone: the results at a coordinate and at its cell and fraction, which must have the same bits.
struct FormsDifference {
    Settings settings;
    glm::vec4 point;
    glm::ivec4 cell;
    glm::vec4 fraction;
    int component;  // 0: the value; 1 to 4: the derivatives
    float at_coordinate;
    float at_cell;
};
std::string describe(const FormsDifference& difference);

struct FormsResult {
    std::uint64_t points = 0;
    std::uint64_t differing = 0;         // points with any differing number
    std::vector<FormsDifference> first;  // the first few
};

// Compares both forms of a check's function at special values and random points in many settings; with cells and
// fractions made as for grids, pictures and `sample --cells`.
FormsResult compare_forms(const Check& check, std::uint64_t points, std::uint32_t seed);

// Compares the integers of a check's function on the GPU with the CPU's: counts points with a different cell, hash or
// choice.
std::uint64_t differing_integers(Evaluator& evaluator, const Check& check, std::uint64_t points, std::uint32_t seed);

}  // namespace isonoise
