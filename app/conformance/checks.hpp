// Conformance: do a GL driver and the CPU's fast paths compute what the definition does, bit for bit? The list of what
// is compared, and the comparisons. They print nothing.
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

// On the CPU alone: a way to compute the noise fast, compared with the definition.
struct FastDifference {
    Settings settings;
    const char* way;           // "in a list"
    std::string instructions;  // "AVX2"
    glm::vec4 point;           // the coordinate, except in a grid
    glm::ivec4 cell;
    glm::vec4 fraction;
    int component;  // 0: the value; 1 to 4: the derivatives
    float defined;
    float fast;
};
std::string describe(const FastDifference& difference);

struct FastResult {
    std::uint64_t points = 0;
    std::uint64_t differing = 0;        // points with any differing number
    std::vector<FastDifference> first;  // the first few
};

// Compares a check's function with the definition by every instruction set that the CPU has: points alone, at their
// coordinates and in their cells, lists and grids. At special values and random points in many settings, with cells and
// fractions made as for grids, pictures and `sample --cells`.
FastResult compare_fast(const Check& check, std::uint64_t points, std::uint32_t seed);

// Compares the integers of a check's function on the GPU with the CPU's: counts points with a different cell, hash or
// choice.
std::uint64_t differing_integers(Evaluator& evaluator, const Check& check, std::uint64_t points, std::uint32_t seed);

}  // namespace isonoise
