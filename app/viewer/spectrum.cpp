#include "viewer/spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <numbers>
#include <span>
#include <vector>

#include <kissfft.hh>

#include "isonoise/batch.hpp"
#include "isonoise/isonoise.hpp"

namespace isonoise {
namespace {

constexpr int kSide = 512, kCells = 16;
constexpr std::size_t kRow = kSide;

using Complex = std::complex<float>;

using Evaluate = std::function<void(const GridAxes& grid, std::span<float> values)>;

// A square of values without their mean; for 1D noise, lines far from each other.
std::vector<Complex> square_of(const Evaluate& evaluate, int dim, double cell, int which) {
    const double step = cell * kCells / kSide;
    std::vector<float> values(kRow * kRow);
    GridAxes grid;
    for (std::size_t axis = 0; axis < 4; ++axis)
        grid[axis].offset = which * (401.37 + 17.19 * static_cast<double>(axis)) * cell;
    grid.x.step = grid.y.step = step;
    grid.x.count = kSide;
    if (dim > 1) {
        grid.y.count = kSide;
        evaluate(grid, values);
    } else {
        for (std::size_t y = 0; y < kRow; ++y) {
            evaluate(grid, std::span(values).subspan(y * kRow, kRow));
            grid.x.offset += 1.37 * kCells * cell;
        }
    }
    // Scaled, so that no power is too large for a float.
    float most = 0;
    for (float& value : values) {
        if (!std::isfinite(value)) value = 0;
        most = std::max(most, std::fabs(value));
    }
    for (float& value : values)
        if (most > 1) value /= most;
    double mean = 0;
    for (const float value : values)
        mean += static_cast<double>(value) / static_cast<double>(values.size());
    std::vector<Complex> square(values.size());
    std::transform(values.begin(), values.end(), square.begin(),
                   [&](float value) { return value - static_cast<float>(mean); });
    return square;
}

// Windows and transforms the rows, and transposes.
std::vector<Complex> transformed(const std::vector<Complex>& square) {
    const kissfft<float> transform(kRow, false);
    std::vector<Complex> row(kRow), result(kRow), turned(square.size());
    std::array<float, kRow> window;
    for (std::size_t x = 0; x < kRow; ++x)
        window[x] =
            static_cast<float>(0.5 - 0.5 * std::cos(2 * std::numbers::pi * (static_cast<double>(x) + 0.5) / kSide));
    for (std::size_t y = 0; y < kRow; ++y) {
        for (std::size_t x = 0; x < kRow; ++x)
            row[x] = square[y * kRow + x] * window[x];
        transform.transform(row.data(), result.data());
        for (std::size_t x = 0; x < kRow; ++x)
            turned[x * kRow + y] = result[x];
    }
    return turned;
}

Spectrum spectrum_in(const Evaluate& evaluate, int dim, double cell) {
    // Binned by distance from frequency 0, in periods per square.
    std::array<double, kSide / 2 + 1> sums{}, counts{};
    for (const int which : {0, 1}) {
        std::vector<Complex> square = transformed(square_of(evaluate, dim, cell, which));
        if (dim > 1) square = transformed(square);
        for (std::size_t i = 0; i < square.size(); ++i) {
            const auto periods = [](std::size_t k) { return static_cast<double>(std::min(k, kRow - k)); };
            // For 1D noise the lines are independent: transform no columns.
            const double across = dim > 1 ? periods(i % kRow) : 0.0;
            const auto ring = static_cast<std::size_t>(std::lround(std::hypot(periods(i / kRow), across)));
            if (ring >= sums.size()) continue;
            sums[ring] += static_cast<double>(std::norm(square[i]));
            counts[ring] += 1;
        }
    }
    std::array<double, Spectrum::kCount> power{};
    for (int i = 0; i < Spectrum::kCount; ++i) {
        const double at = Spectrum::frequency(i) * kCells;
        const auto low = std::min(static_cast<std::size_t>(at), sums.size() - 2);
        const double u = at - static_cast<double>(low);
        power[static_cast<std::size_t>(i)] = (1 - u) * sums[low] / counts[low] + u * sums[low + 1] / counts[low + 1];
    }
    const double most = *std::max_element(power.begin(), power.end());
    Spectrum spectrum;
    std::transform(power.begin(), power.end(), spectrum.power.begin(), [&](double p) {
        if (!(most > 1e-9 && p > 0)) return Spectrum::kFloor;
        return std::max(Spectrum::kFloor, static_cast<float>(10 * std::log10(p / most)));
    });
    return spectrum;
}

}  // namespace

double Spectrum::frequency(int index) { return kLow * std::pow(kHigh / kLow, index / (kCount - 1.0)); }

Spectrum spectrum_of(const Settings& settings) {
    const Noise noise(settings);
    return spectrum_in([&](const GridAxes& grid, std::span<float> values) { evaluate(noise, grid, values); },
                       settings.dim, 1 / static_cast<double>(settings.frequency));
}

Spectrum spectrum_of(const Function& function) {
    return spectrum_in([&](const GridAxes& grid, std::span<float> values) { function.evaluate(grid, values); },
                       function.dim(), 1);
}

}  // namespace isonoise
