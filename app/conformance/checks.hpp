// Conformance: do a driver and the CPU's fast paths compute the same bits as the definition? The list of checks, and
// the comparisons. Prints nothing.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conformance/check.hpp"
#include "gpu/driver.hpp"

namespace isonoise {

inline bool has_octaves(const Check& check) { return check.settings.octaves > 1.0f; }
std::vector<Check> all_checks();
// False if the check needs compute shaders and there are none.
bool can_run(const NoiseDriver& driver, const Check& check);

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
// All settings that differ from their defaults, as flags: " --dim 3 --octaves 5".
std::string flags_of(const Settings& settings);

struct CheckResult {
    std::uint64_t points = 0;
    std::uint64_t differing = 0;  // points with any differing number
    std::uint64_t largest_ulp = 0;
    double largest_difference = 0.0;           // of values
    double largest_gradient_difference = 0.0;  // of derivatives, in multiples of frequency
    std::vector<Difference> first;             // the first few differences
};

// Compares in batches, so that memory use does not grow with `points`: first special values and the default settings,
// then random points and settings. If `points` is 2^32, a function of one coordinate gets every float once instead,
// with the default settings. Calls progress(points done) after each batch, if given.
CheckResult run_check(NoiseDriver& driver, const Check& check, std::uint64_t points, std::uint32_t seed,
                      const std::function<void(std::uint64_t)>& progress = {});

// The first of these points, at most 4096, whose numbers differ with these settings. Of grids too it asks for points.
std::optional<Difference> first_difference(NoiseDriver& driver, const Check& check, const Settings& settings,
                                           std::span<const glm::ivec4> cells, std::span<const glm::vec4> points);

// A difference between the definition and one of the CPU's fast paths.
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

// Compares a check's function with the definition on every instruction set of this CPU: single points at coordinates
// and in cells, lists, and grids, at special values and random points in many settings. Cells and fractions are formed
// like those of grids, pictures and `sample --cells`.
FastResult compare_fast(const Check& check, std::uint64_t points, std::uint32_t seed);

// Compares the integers of a check's function on the GPU with the CPU's: counts points whose cell, hash or choice
// differs.
std::uint64_t differing_integers(NoiseDriver& driver, const Check& check, std::uint64_t points, std::uint32_t seed);

}  // namespace isonoise
