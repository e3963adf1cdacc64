// The comparison of CPU and GPU, for `isonoise verify` and for the tests.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gpu/evaluator.hpp"

namespace isonoise {

// What is compared: one algorithm in one dimension with this many octaves.
struct Check {
    Algorithm algorithm = Algorithm::perlin;
    int dim = 1;
    int octaves = 1;
};
std::vector<Check> all_checks();

struct Difference {
    Settings settings;
    glm::vec4 point;
    float cpu;
    float gpu;
};
// In words, with the inputs as hexadecimal floats and the flags of `sample`.
std::string describe(const Difference& difference);

struct CheckResult {
    Check check;
    std::uint64_t points = 0;
    std::uint64_t differing = 0;
    std::uint64_t largest_ulp = 0;
    double largest_difference = 0.0;
    std::vector<Difference> first;  // the first few that differ
};

// Compares in batches, so that memory does not grow with `points`: special values and the plain settings
// first, then points and settings at random. progress(points done) after each batch, if given.
CheckResult run_check(Evaluator& evaluator, const Check& check, std::uint64_t points, std::uint32_t seed,
                      const std::function<void(std::uint64_t)>& progress = {});

}  // namespace isonoise
