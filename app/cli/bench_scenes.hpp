// isonoise bench --scenes: the cost of a picture of each scene.
#pragma once

#include "io/json.hpp"

namespace isonoise {

class Gpu;
class Progress;
class Report;

// Draws each scene that is drawn sample by sample, and each of its styles that has a shader of its own, with one sample
// a pixel, `rounds` times in turn. Prints a row for each, and returns the rows:
//   name
//   milliseconds             of wall time, the median
//   cpu_ns_per_pixel         of the program's CPU time, the median: on a driver that draws on the CPU, the cost
//   octaves_per_pixel        how often a kernel of the noise ran, tables included
//   tables                   fraction of the time spent on tables that all samples share, 0 to 1
Json bench_scenes(Gpu& gpu, int width, int height, int rounds, Report& report, Progress& progress);

}  // namespace isonoise
