// Grids of points from flags.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isonoise/batch.hpp"

namespace isonoise {

// The texts of --size, --offset and --step; empty if not given.
struct GridOptions {
    std::string size, offset, step;
};

// Parses "512x512x64". Throws Error naming the flag.
std::vector<std::int64_t> parse_counts(const char* name, const std::string& text, int dim);

// Parses "0.1" (all axes) or "0.1,0.1,0.5". Throws Error naming the flag.
std::vector<double> parse_numbers(const char* name, const std::string& text, int dim);

// Throws Error.
GridAxes parse_axes(const GridOptions& options, const Settings& settings);

}  // namespace isonoise
