// The maps of a material: the same tile of the ground as colours, heights, normals and ambient occlusion.
#pragma once

#include <vector>

#include "scene/export.hpp"

namespace isonoise {

// Ambient occlusion: the share of the light of an evenly bright sky that reaches each point of a ground past its higher
// parts, from 0, dark, to 1, as on a plain. `heights` are those of a tile of width by height points, in
// units of their distance; the tile repeats. Ground farther than `reach` points, at most the tile's shorter side, hides
// nothing.
std::vector<float> occlusion(const std::vector<float>& heights, int width, int height, int reach);

// Returns why the maps of an order with Export::maps cannot be made, in one line; empty if they can.
std::string maps_problem(const Preset& preset, const Export& order);

// Writes the maps as PNGs named after order.path: a.png gives a_albedo.png (the picture), a_height.png (16 bits, over
// the values that occur), a_normal_gl.png and a_normal_dx.png (y up and down), and a_ao.png; and a_roughness.png (black
// is 0, white 1) if the function has a number as a variable `roughness`. Heights are order.strength times the values,
// by default proposed_strength(), or times the function's variable `height`, by default 1. Returns a line that says
// what they mean, empty if `watch` has stopped it. Throws Error.
std::string export_maps(Painter& painter, const Preset& preset, const Export& order, const ExportWatch& watch = {});

}  // namespace isonoise
