// isonoise: Perlin noise in 1D to 4D that gives the same bits on the CPU and on the GPU.
//
// Each function below has a twin of the same name in shaders/isonoise/*.glsl. For equal bits of the
// coordinates both return equal bits (results of magnitude below 2^-126 count as 0), on every driver whose +
// - * round to nearest even. `isonoise verify` checks that on the driver in front of you.
//
// What goes in
//   Coordinates are in cells: the lattice points are the integers. Any float will do. NaN, infinities, |x| >=
//   2^31 and |x| < 2^-40 act as 0. A float keeps no fraction from 2^23 on, so the noise is 0 there: use the
//   forms that take an integer cell and a fraction for worlds of that size. A cell form's fraction lies in
//   [0, 1]: it is what x - floor(x) gives, which is 1 for tiny negative x.
// What comes out
//   0 at every lattice point. Never NaN. perlinN lies in [-1, 1] and comes within 2e-6 of both ends (1D
//   reaches them). improvedN keeps the published scale: its suprema are 1 in 1D and 2D, 1.0363538 in 3D
//   and 1.5365823 in 4D. fBm lies in the range of its base noise.
// Errors
//   Only Noise's constructor can fail; the functions cannot, and have no state.
// What this library does not do
//   No files, no threads, no GL; the noise functions do not allocate. No simplex noise.
#pragma once

#include <array>
#include <cstdint>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "isonoise/settings.hpp"

namespace isonoise {

// perlin: the default. Seeded Perlin noise with an integer hash, no table; along each axis it does not repeat
// within 2^32 cells. Quintic fade.
float perlin1(float p, std::uint32_t seed);
float perlin2(glm::vec2 p, std::uint32_t seed);
float perlin3(glm::vec3 p, std::uint32_t seed);
float perlin4(glm::vec4 p, std::uint32_t seed);

// The same at an integer cell and a fraction of it.
float perlin1(int cell, float fraction, std::uint32_t seed);
float perlin2(glm::ivec2 cell, glm::vec2 fraction, std::uint32_t seed);
float perlin3(glm::ivec3 cell, glm::vec3 fraction, std::uint32_t seed);
float perlin4(glm::ivec4 cell, glm::vec4 fraction, std::uint32_t seed);

// The table of `improved`: the numbers 0..255 in some order.
using Permutation = std::array<std::uint8_t, 256>;

// Seed 0 is Ken Perlin's table of 2002. Any other seed shuffles that one: Fisher-Yates from the last entry
// down, entry i swapped with entry (next() * (i + 1)) >> 32 (in 64 bits), where next() adds 0x9E3779B9 to a
// 32-bit state that starts at the seed and returns lowbias32 of it (hash.hpp, mix).
Permutation permutation(std::uint32_t seed);

// improved: Ken Perlin's noise of 2002; 3D exactly as published (improved3({3.14, 42, 7}) is 0.1369199...).
// Repeats every 256 cells. (K. Perlin, "Improving Noise", SIGGRAPH 2002.)
float improved1(float p, const Permutation& table);
float improved2(glm::vec2 p, const Permutation& table);
float improved3(glm::vec3 p, const Permutation& table);
float improved4(glm::vec4 p, const Permutation& table);

float improved1(int cell, float fraction, const Permutation& table);
float improved2(glm::ivec2 cell, glm::vec2 fraction, const Permutation& table);
float improved3(glm::ivec3 cell, glm::vec3 fraction, const Permutation& table);
float improved4(glm::ivec4 cell, glm::vec4 fraction, const Permutation& table);

// fBm (fractional Brownian motion): octaves of a noise, each `lacunarity` times finer and `persistence` times
// weaker than the one before, divided by the sum of the amplitudes. Octave i of perlin has the seed seed ^
// i*0x9E3779B9, so that fBm is nowhere similar to itself; improved reuses its table, as published. With one
// octave the base noise.
struct Fbm {
    float octaves;        // 1..32; a fraction fades the last octave in
    float persistence;    // 0..2, amplitude ratio of successive octaves
    float lacunarity;     // 1..8, frequency ratio of successive octaves
    float normalization;  // 1 / sum of the amplitudes
};

// Fills in the normalization.
Fbm fbm(float octaves, float persistence, float lacunarity);

float perlin1_fbm(float p, std::uint32_t seed, const Fbm& fbm);
float perlin2_fbm(glm::vec2 p, std::uint32_t seed, const Fbm& fbm);
float perlin3_fbm(glm::vec3 p, std::uint32_t seed, const Fbm& fbm);
float perlin4_fbm(glm::vec4 p, std::uint32_t seed, const Fbm& fbm);

float improved1_fbm(float p, const Permutation& table, const Fbm& fbm);
float improved2_fbm(glm::vec2 p, const Permutation& table, const Fbm& fbm);
float improved3_fbm(glm::vec3 p, const Permutation& table, const Fbm& fbm);
float improved4_fbm(glm::vec4 p, const Permutation& table, const Fbm& fbm);

// The noise that a Settings value describes, made ready once: noise = Noise(settings); value = noise(p).
class Noise {
  public:
    // Throws std::invalid_argument with problem(settings) if that is not empty.
    explicit Noise(const Settings& settings);

    // The first `dim` components of p count. p is in units of coordinate: p * frequency is in cells.
    float operator()(glm::vec4 p) const;

    const Settings& settings() const { return settings_; }
    const Fbm& fbm() const { return fbm_; }
    const Permutation& table() const { return table_; }

  private:
    Settings settings_;
    Fbm fbm_;
    Permutation table_;
};

}  // namespace isonoise
