// How far a function's coordinates hold: whether it repeats after its period, and where floats become coarse.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>

#include "isonoise/batch.hpp"
#include "isonoise/function/function.hpp"
#include "scene/look.hpp"

namespace isonoise {

// Sets the parameter `period` by the texts of --period and --loop, empty if not given. Throws Error if the function
// does not declare it.
void set_period(Function& function, const std::string& period, const std::string& loop);

// A noise's settings with the function's dimensions and period; loops close after that of the last axis. Throws Error
// if the text's own period is too long.
Settings settings_of(const Function& function);

// Tries at random points whether the function repeats after its period along each axis. Returns where it does not,
// empty if it does everywhere or has no period.
std::string tiling_problem(const Function& function);

// The points along one axis: how far from 0 the farthest is and how far they are apart, 0 if that is not known.
struct Reach {
    double farthest = 0, step = 0;
};
std::array<Reach, 4> reach_of(const GridAxes& axes, const Function& function);
std::array<Reach, 4> reach_of(const Preset& preset, int width, int height);

// The function that computes a grid: where floats are further apart than its points, the one with cells and fractions,
// if the text allows it. It depends on the whole grid, so that all parts of a world have the same.
std::shared_ptr<const Function> function_for(std::shared_ptr<const Function> function, const GridAxes& axes);
// The function that draws a preset's pictures of any size; null without one.
std::shared_ptr<const Function> function_for(const Preset& preset);

// Says along which axes and from which coordinate on floats are further apart than the points or, if their step is not
// known, than a 64th of a cell: see Function::cells_per_unit(). Empty if all points lie nearer.
std::string far_note(const std::array<Reach, 4>& axes, const std::array<double, 4>& cells_per_unit);

}  // namespace isonoise
