// isonoise bench --files: the cost of files, from the noise to the disk.
#pragma once

#include <filesystem>

#include "io/json.hpp"

namespace isonoise {

class Progress;
class Report;

// Bakes a grid of 4096x4096 values (perlin 2D, fBm of 8 octaves) into a file of each format that holds one, and a
// surface of 256x256x256 cells into meshes, `rounds` times in turn, all threads computing. The files are made in a new
// folder within `folder`, which is removed. Prints a row for each, and returns the rows:
//   name
//   unit                     "pixel", or "vertex" of a mesh
//   ns, lower_quartile, upper_quartile     for each of them: nanoseconds, the median and the middle half of the rounds
//   bytes                    for each of them
//   times_copy               how long a byte takes, in times of a byte that is only copied to the disk
// The first row is that copy: numbers that are there already, written as raw32f is. Throws Error.
Json bench_files(const std::filesystem::path& folder, int rounds, Report& report, Progress& progress);

}  // namespace isonoise
