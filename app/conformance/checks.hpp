// Conformance: does a GL driver compute what the CPU does, bit for bit? The list of what is compared, and the
// comparison itself. It prints nothing.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gpu/evaluator.hpp"

namespace isonoise {

// The function of the library to compare, with its fixed settings. The rest is drawn at random.
struct Check {
    std::string name;
    Settings settings;
    bool gradient = false;  // the derivatives too (for fractal eroded the slope)
    bool cells = false;     // the form that takes cells and fractions
    bool periods = false;   // random periods too
    bool function = false;  // through the library's function for it, such as perlin3_periodic()
    enum class Grid { none, drawn, computed } grid = Grid::none;  // on a grid; drawn or computed by shaders
};
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
// then random points and settings. Calls progress(points done) after each batch, if given.
CheckResult run_check(Evaluator& evaluator, const Check& check, std::uint64_t points, std::uint32_t seed,
                      const std::function<void(std::uint64_t)>& progress = {});

// The same for the integers of a check's function: counts points with a different cell, hash or choice.
std::uint64_t differing_integers(Evaluator& evaluator, const Check& check, std::uint64_t points, std::uint32_t seed);

}  // namespace isonoise
