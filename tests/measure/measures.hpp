// The program's measurements; each prints its tables.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace measure {

// Throws Error if the hash and the sets marked as chosen differ from core's.
void check_chosen();
// Measures the hashes with these keys, or all; drops the `skip` top bits of each hash.
void hash_quality(int skip, const std::vector<std::string>& keys);
void set_quality();
void fade_quality();
void gpu_speed(int rounds);
void cpu_speed(int rounds);
// Writes GLSL for each hash with the chosen sets and each set with the chosen hash, KEY-DIM.comp; empty.comp computes
// nothing.
void shaders(const std::filesystem::path& directory);
// Computes the suprema of core's functions; searches 2^log2_cells cells for the greatest value in 4D.
void suprema(int log2_cells);
void plots(const std::filesystem::path& directory);

}  // namespace measure
