// Baking: writes grids of noise of any size to files. For pictures see scene/export.hpp, for flags cli/bake.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "io/file_name.hpp"
#include "io/image.hpp"
#include "isonoise/batch.hpp"

namespace isonoise {

class Evaluator;
class Function;

// Values are stored with x running fastest, like a NumPy array of shape (w, z, y, x).
//   EXR, NPY, RAW32F   the exact bits
//   PNG, RAW16         16-bit integers: 0 is the low end of `range`, 65535 the high end; values beyond are clamped.
//                      Computed in double on the CPU and rounded to nearest
// PNG and EXR hold one plane.
struct Bake {
    FileName path = {};  // "-" is standard output
    Format format = Format::npy;
    GridAxes axes = {};
    std::optional<std::array<double, 2>> range = {};  // none: value_range(), the noise's bounds
    unsigned threads = 0;                             // on the CPU; 0: all
    std::int64_t piece = std::int64_t{1} << 21;       // values to hold at once, roughly; PNG and EXR: at least one row
    const Function* function = nullptr;               // in place of the noise, whose dimensions it has; needs `range`
};

inline constexpr std::int64_t kMostOfAnAxis = std::int64_t{1} << 31;
inline constexpr std::int64_t kMostOfAGrid = std::int64_t{1} << 48;

// For a grid of up to kMostOfAGrid.
std::int64_t points_of(const GridAxes& axes);

// Empty if valid, otherwise one line that says why the grid does not fit its file or the noise.
std::string problem(const Noise& noise, const Bake& order);

// Takes a file's values row by row; `shape` has the slowest axis first: NPY keeps it, PNG and EXR have a row for each
// line along the last axis. `range` and `threads`: as in Bake. Throws Error.
std::unique_ptr<ImageWriter> grid_writer(OutputFile& file, Format format, std::span<const std::int64_t> shape,
                                         const std::array<double, 2>& range, unsigned threads);

// Part `index` of `count`, from 1, of work that can be divided among machines.
struct BakePart {
    std::int64_t index = 1, count = 1;

    // This part's share of `all` pieces: from..to-1. If they do not divide evenly, the first parts have one more.
    std::array<std::int64_t, 2> range(std::int64_t all) const {
        const std::int64_t each = all / count, more = all % count;
        return {(index - 1) * each + std::min(index - 1, more), index * each + std::min(index, more)};
    }
};

// A grid of the noise or, if there is one, of the function in its place, on the CPU; x fastest.
void grid_values(const Noise& noise, const Function* function, const GridAxes& axes, std::span<float> values,
                 const BatchOptions& options = {});

// Options of compute(). `piece`: approximate number of values to hold at once, if requested in whole rows of the grid.
struct Computing {
    Evaluator* gpu = nullptr;  // none: the CPU
    unsigned threads = 0;      // on the CPU; 0: all
    std::int64_t piece = std::int64_t{1} << 21;
    bool whole_rows = false;
    const Function* function = nullptr;  // on the CPU, in place of the noise
};

// Computes a grid in consecutive pieces, x fastest, and passes each to take() on another thread while the next is
// computed. Regularly calls progress(done, 0 to 1) on the calling thread.
void compute(const Noise& noise, const GridAxes& axes, const Computing& how,
             const std::function<void(std::span<const float>)>& take, const std::function<void(double)>& progress = {});

// Writes the file, using the GPU if given, with memory use independent of the grid's size. The file does not depend on
// the device, the size of pieces or the number of threads. It appears under its name only when complete. Throws Error,
// from problem() or on a write error. Regularly calls progress(done, 0 to 1) on the calling thread.
void bake_file(const Noise& noise, const Bake& order, Evaluator* gpu, const std::function<void(double)>& progress = {});

}  // namespace isonoise
