// The values of a preset's function in a picture of scene map, their slopes and their range.
#pragma once

#include <array>
#include <limits>
#include <span>

#include "scene/look.hpp"

namespace isonoise {

// At each pixel of a part of the picture, row by row: the number that scene map shows, or four: a colour, where NaN is
// 0 and alpha is 1 unless the function gives one; or a vector's length, x, y and 0.
void function_values(const Preset& preset, const Region& part, const LoopPoint& phase, std::span<float> values);

// Gives each pixel of that part all numbers that the function returns for it, one after another.
void function_channels(const Preset& preset, const Region& part, const LoopPoint& phase, std::span<float> values);

// Its derivatives by x and y there, two for each pixel. Throws Error if it has none.
void function_slopes(const Preset& preset, const Region& part, const LoopPoint& phase, std::span<float> slopes);

// The least and the greatest of the finite values seen; a little apart if they are equal.
class MeasuredRange {
  public:
    void add(std::span<const float> values);
    std::array<double, 2> range() const;

  private:
    double least_ = std::numeric_limits<double>::infinity(), most_ = -least_;
};

// Measures the values around the origin, and how fine they are: sets function_values and the settings' frequency.
void measure_function(Preset& preset);

// Measures a picture of numbers, or of the lengths of vectors, of this size, at up to 512 by 512 of its pixels.
std::array<double, 2> function_range(const Preset& preset, int width, int height);

}  // namespace isonoise
