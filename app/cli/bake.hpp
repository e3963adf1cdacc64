// Grids of noise as files, for `isonoise bake` and for the tests.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "isonoise/batch.hpp"
#include "scene/export.hpp"

namespace isonoise {

class Evaluator;

// Values stand in a file with x running fastest, as in NumPy's array of shape (w, z, y, x).
//   EXR, NPY, RAW32F   the very bits
//   PNG, RAW16         whole numbers of 16 bits: 0 is the low end of `range`, 65535 the high end, beyond which values
//                      are clamped; computed in double on the CPU and rounded to the nearest
// PNG and EXR hold one plane.
struct Bake {
    std::string path = {};  // "-" is standard output
    Format format = Format::npy;
    GridAxes axes = {};
    std::optional<std::array<double, 2>> range = {};  // none: what the noise can be, value_range()
    unsigned threads = 0;                             // of the CPU; 0: all
    std::int64_t piece = std::int64_t{1} << 21;       // values to hold at once, about; PNG and EXR: a row at least
};

inline constexpr std::int64_t kMostOfAnAxis = std::int64_t{1} << 31;
inline constexpr std::int64_t kMostOfAGrid = std::int64_t{1} << 48;

// Of a grid of up to kMostOfAGrid.
std::int64_t points_of(const GridAxes& axes);

// Empty, or in one line what is wrong with the grid and its file.
std::string problem(const Bake& order);

// Writes the file, by the GPU where there is one, in memory that does not grow with the grid. Whatever computes, in
// pieces of whatever size and on however many threads, the file is the same. It appears under its name when it is
// whole. Throws Error, as problem() or what the disk says. progress(share that is done, 0 to 1) is called every so
// often, on the calling thread.
void bake_file(const Noise& noise, const Bake& order, Evaluator* gpu, const std::function<void(double)>& progress = {});

}  // namespace isonoise
