// isonoise bench --scenes: the cost of a picture of each scene.
#pragma once

#include <string>
#include <vector>

#include "io/json.hpp"
#include "scene/preset.hpp"

namespace isonoise {

class Gpu;
class Painter;
class Progress;
class Report;
class Target;
struct Frame;

// A scene that is drawn sample by sample, or one of its styles that has a shader of its own.
struct SceneSubject {
    std::string name;  // of a built-in preset
    Preset preset;
    // One entry per call of draw(): wall time, the program's CPU time, and the fraction of the wall time spent on
    // tables.
    std::vector<double> seconds = {}, cpu = {}, tables = {};
    std::vector<std::vector<double>> passes = {};  // for each pass, the fractions of the wall time that it takes
};
std::vector<SceneSubject> scene_subjects();

// Draws the scene into `target` with one sample a pixel, tables included, and notes the time.
void draw(Painter& painter, Target& target, SceneSubject& subject);

// How often a kernel of the noise runs per pixel of a picture: in each pass, and last in the picture itself.
std::vector<double> octaves_per_pixel(const Gpu& gpu, const Frame& frame);

// Draws each scene that is drawn sample by sample, and each of its styles that has a shader of its own, with one sample
// a pixel, `rounds` times in turn. Prints a row for each, and returns the rows:
//   name
//   milliseconds             of wall time, the median
//   cpu_ns_per_pixel         of the program's CPU time, the median: on a driver that draws on the CPU, the cost
//   octaves_per_pixel        how often a kernel of the noise ran, tables included
//   tables                   fraction of the time spent on tables that all samples share, 0 to 1
//   passes                   of that, for each `shader` in order: `time`, a fraction as well, and `octaves_per_pixel`
Json bench_scenes(Gpu& gpu, int width, int height, int rounds, Report& report, Progress& progress);

}  // namespace isonoise
