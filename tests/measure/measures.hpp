// What the program measures; each prints its tables.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace measure {

// Throws Error if the hash and the sets marked as chosen are not those of core.
void check_chosen();
// Of the hashes with these keys, or all; leaves out the `skip` top bits of each hash.
void hash_quality(int skip, const std::vector<std::string>& keys);
void set_quality();
void fade_quality();
void gpu_speed(int rounds);
void cpu_speed(int rounds);
// GLSL of the hashes with the chosen sets and of the sets with the chosen hash, KEY-DIM.comp; empty.comp computes
// nothing.
void shaders(const std::filesystem::path& directory);
// Of the functions of core; 2^log2_cells cells are searched for the greatest value in 4D.
void suprema(int log2_cells);
void plots(const std::filesystem::path& directory);

}  // namespace measure
