// isonoise: Perlin noise in 1D to 4D with the same bits on the CPU and the GPU.
//
//   #include <cstdio>
//   #include <isonoise/isonoise.hpp>
//
//   int main() {
//       isonoise::Settings settings;  // 2D Perlin noise, one cell per unit
//       settings.octaves = 5.0f;
//       const isonoise::Noise noise(settings);
//       for (int i = 0; i < 8; ++i)
//           std::printf("%f\n", noise(glm::vec4(0.3f * float(i), 0.7f, 0.0f, 0.0f)));
//   }
//
// Each function below has a twin of the same name in shaders/isonoise/*.glsl. Given coordinates with equal bits, both
// return equal bits (results of magnitude below 2^-126 count as 0) on every driver whose + - * round to nearest even.
// `isonoise verify` checks that on your driver.
//
// Input
//   Coordinates are in cells: the lattice points are the integers. Any float is valid. NaN, infinities, |x| >= 2^31 and
//   |x| < 2^-40 act as 0. From 2^23 on a float has no fraction, so the noise is 0 there: for worlds of that size every
//   function also takes an integer cell and a fraction in [0, 1]. A fraction that is NaN, below 2^-40 or above 1 acts
//   as 0. Both forms agree: for a coordinate x, the cell is floor(x) and the fraction is x - floor(x) (1 for tiny
//   negative x).
// Output
//   Never NaN. One octave is 0 at every lattice point (except for `value`). With the quintic fade, perlinN and valueN
//   lie in [-1, 1]; docs/algorithm.md proves the suprema. improvedN keeps the published scale: its suprema are
//   0.9960938 in 1D, 1 in 2D, 1.0363538 in 3D and 1.5365823 in 4D. Magnitudes below 2^-64 become 0. xxxN_gradient also
//   returns the partial derivatives; its value has the same bits as xxxN.
// Periods
//   With a period of P cells along an axis, lattice points x and x + P are the same. 1 to 2^31 - 1; 0 means none.
// Errors
//   Only Noise can fail; the free functions cannot, and they keep no state.
// GLM
//   Your program may define any GLM_FORCE_... macro, or use another version of GLM than the library was compiled with:
//   no glm::vec enters compiled code (boundary.hpp).
// Other headers
//   settings.hpp (included): the settings and their table; plan.hpp (included): the numbers they are resolved to;
//   axis.hpp (included): points along an axis;
//   text.hpp: settings from and to text; range.hpp: the values to expect; shader.hpp: what noise.glsl needs to compute
//   the noise of a Settings value; batch.hpp: many at once; inline.hpp: single calls, inlined, and Walker;
//   anatomy.hpp: one octave taken apart.
// Not included
//   No files, no threads, no GL; the noise functions do not allocate. No simplex noise.
#pragma once

#include <array>
#include <cstdint>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "isonoise/axis.hpp"
#include "isonoise/plan.hpp"
#include "isonoise/settings.hpp"

namespace isonoise {

// perlin: the default. Seeded Perlin noise from an integer hash, without a table; does not repeat within 2^32 cells
// along any axis. Quintic fade.
float perlin1(float p, std::uint32_t seed);
float perlin2(glm::vec2 p, std::uint32_t seed);
float perlin3(glm::vec3 p, std::uint32_t seed);
float perlin4(glm::vec4 p, std::uint32_t seed);

float perlin1_gradient(float p, std::uint32_t seed, float& gradient);
float perlin2_gradient(glm::vec2 p, std::uint32_t seed, glm::vec2& gradient);
float perlin3_gradient(glm::vec3 p, std::uint32_t seed, glm::vec3& gradient);
float perlin4_gradient(glm::vec4 p, std::uint32_t seed, glm::vec4& gradient);

float perlin1_periodic(float p, std::uint32_t seed, std::uint32_t period);
float perlin2_periodic(glm::vec2 p, std::uint32_t seed, glm::uvec2 period);
float perlin3_periodic(glm::vec3 p, std::uint32_t seed, glm::uvec3 period);
float perlin4_periodic(glm::vec4 p, std::uint32_t seed, glm::uvec4 period);

float perlin1_periodic_gradient(float p, std::uint32_t seed, std::uint32_t period, float& gradient);
float perlin2_periodic_gradient(glm::vec2 p, std::uint32_t seed, glm::uvec2 period, glm::vec2& gradient);
float perlin3_periodic_gradient(glm::vec3 p, std::uint32_t seed, glm::uvec3 period, glm::vec3& gradient);
float perlin4_periodic_gradient(glm::vec4 p, std::uint32_t seed, glm::uvec4 period, glm::vec4& gradient);

// At an integer cell and a fraction.
float perlin1(int cell, float fraction, std::uint32_t seed);
float perlin2(glm::ivec2 cell, glm::vec2 fraction, std::uint32_t seed);
float perlin3(glm::ivec3 cell, glm::vec3 fraction, std::uint32_t seed);
float perlin4(glm::ivec4 cell, glm::vec4 fraction, std::uint32_t seed);
float perlin1_gradient(int cell, float fraction, std::uint32_t seed, float& gradient);
float perlin2_gradient(glm::ivec2 cell, glm::vec2 fraction, std::uint32_t seed, glm::vec2& gradient);
float perlin3_gradient(glm::ivec3 cell, glm::vec3 fraction, std::uint32_t seed, glm::vec3& gradient);
float perlin4_gradient(glm::ivec4 cell, glm::vec4 fraction, std::uint32_t seed, glm::vec4& gradient);
float perlin1_periodic(int cell, float fraction, std::uint32_t seed, std::uint32_t period);
float perlin2_periodic(glm::ivec2 cell, glm::vec2 fraction, std::uint32_t seed, glm::uvec2 period);
float perlin3_periodic(glm::ivec3 cell, glm::vec3 fraction, std::uint32_t seed, glm::uvec3 period);
float perlin4_periodic(glm::ivec4 cell, glm::vec4 fraction, std::uint32_t seed, glm::uvec4 period);
float perlin1_periodic_gradient(int cell, float fraction, std::uint32_t seed, std::uint32_t period, float& gradient);
float perlin2_periodic_gradient(glm::ivec2 cell, glm::vec2 fraction, std::uint32_t seed, glm::uvec2 period,
                                glm::vec2& gradient);
float perlin3_periodic_gradient(glm::ivec3 cell, glm::vec3 fraction, std::uint32_t seed, glm::uvec3 period,
                                glm::vec3& gradient);
float perlin4_periodic_gradient(glm::ivec4 cell, glm::vec4 fraction, std::uint32_t seed, glm::uvec4 period,
                                glm::vec4& gradient);

// fBm (fractional Brownian motion): octaves of a noise, each `lacunarity` times finer and `persistence` times weaker
// than the one before, divided by the sum of the amplitudes. Octave i of perlin uses seed ^ i*0x9E3779B9, so no
// octave repeats another. One octave gives the base noise. Range [-1, 1]. An octave's cells wrap at 2^32: if they
// reach 2^31 (a coordinate of 2^22 in the tenth octave, say), use Noise, which tells them apart.
struct Fbm {
    float octaves;        // 1..32; a fraction fades the last octave in
    float persistence;    // 0..2, amplitude ratio of successive octaves
    float lacunarity;     // 1..8, frequency ratio of successive octaves
    float normalization;  // 1 / sum of the amplitudes, a little less so that rounding never leaves the range
};

// Computes the normalization.
Fbm fbm(float octaves, float persistence, float lacunarity);

float perlin1_fbm(float p, std::uint32_t seed, const Fbm& fbm);
float perlin2_fbm(glm::vec2 p, std::uint32_t seed, const Fbm& fbm);
float perlin3_fbm(glm::vec3 p, std::uint32_t seed, const Fbm& fbm);
float perlin4_fbm(glm::vec4 p, std::uint32_t seed, const Fbm& fbm);

// The table of `improved`: a permutation of 0..255.
using Permutation = std::array<std::uint8_t, 256>;

// Seed 0 gives Ken Perlin's table of 2002. Any other seed shuffles it: Fisher-Yates from the last entry down, swapping
// entry i with entry (next() * (i + 1)) >> 32 (in 64 bits), where next() adds 0x9E3779B9 to a 32-bit state that starts
// at the seed and returns lowbias32 of it (docs/algorithm.md, improved).
Permutation permutation(std::uint32_t seed);

// improved: Ken Perlin's noise of 2002; 3D exactly as published (improved3({3.14, 42, 7}) is 0.1369199...). Repeats
// every 256 cells, or every `period`. (K. Perlin, "Improving Noise", SIGGRAPH 2002.)
float improved1(float p, const Permutation& table, std::uint32_t period = 0);
float improved2(glm::vec2 p, const Permutation& table, glm::uvec2 period = glm::uvec2(0u));
float improved3(glm::vec3 p, const Permutation& table, glm::uvec3 period = glm::uvec3(0u));
float improved4(glm::vec4 p, const Permutation& table, glm::uvec4 period = glm::uvec4(0u));
float improved1(int cell, float fraction, const Permutation& table, std::uint32_t period = 0);
float improved2(glm::ivec2 cell, glm::vec2 fraction, const Permutation& table, glm::uvec2 period = glm::uvec2(0u));
float improved3(glm::ivec3 cell, glm::vec3 fraction, const Permutation& table, glm::uvec3 period = glm::uvec3(0u));
float improved4(glm::ivec4 cell, glm::vec4 fraction, const Permutation& table, glm::uvec4 period = glm::uvec4(0u));
float improved1_gradient(float p, const Permutation& table, std::uint32_t period, float& gradient);
float improved2_gradient(glm::vec2 p, const Permutation& table, glm::uvec2 period, glm::vec2& gradient);
float improved3_gradient(glm::vec3 p, const Permutation& table, glm::uvec3 period, glm::vec3& gradient);
float improved4_gradient(glm::vec4 p, const Permutation& table, glm::uvec4 period, glm::vec4& gradient);
float improved1_gradient(int cell, float fraction, const Permutation& table, std::uint32_t period, float& gradient);
float improved2_gradient(glm::ivec2 cell, glm::vec2 fraction, const Permutation& table, glm::uvec2 period,
                         glm::vec2& gradient);
float improved3_gradient(glm::ivec3 cell, glm::vec3 fraction, const Permutation& table, glm::uvec3 period,
                         glm::vec3& gradient);
float improved4_gradient(glm::ivec4 cell, glm::vec4 fraction, const Permutation& table, glm::uvec4 period,
                         glm::vec4& gradient);

// value: value noise, often mistaken for Perlin noise: interpolates numbers in [-1, 1) at the lattice points.
float value1(float p, std::uint32_t seed, std::uint32_t period = 0);
float value2(glm::vec2 p, std::uint32_t seed, glm::uvec2 period = glm::uvec2(0u));
float value3(glm::vec3 p, std::uint32_t seed, glm::uvec3 period = glm::uvec3(0u));
float value4(glm::vec4 p, std::uint32_t seed, glm::uvec4 period = glm::uvec4(0u));
float value1(int cell, float fraction, std::uint32_t seed, std::uint32_t period = 0);
float value2(glm::ivec2 cell, glm::vec2 fraction, std::uint32_t seed, glm::uvec2 period = glm::uvec2(0u));
float value3(glm::ivec3 cell, glm::vec3 fraction, std::uint32_t seed, glm::uvec3 period = glm::uvec3(0u));
float value4(glm::ivec4 cell, glm::vec4 fraction, std::uint32_t seed, glm::uvec4 period = glm::uvec4(0u));
float value1_gradient(float p, std::uint32_t seed, std::uint32_t period, float& gradient);
float value2_gradient(glm::vec2 p, std::uint32_t seed, glm::uvec2 period, glm::vec2& gradient);
float value3_gradient(glm::vec3 p, std::uint32_t seed, glm::uvec3 period, glm::vec3& gradient);
float value4_gradient(glm::vec4 p, std::uint32_t seed, glm::uvec4 period, glm::vec4& gradient);
float value1_gradient(int cell, float fraction, std::uint32_t seed, std::uint32_t period, float& gradient);
float value2_gradient(glm::ivec2 cell, glm::vec2 fraction, std::uint32_t seed, glm::uvec2 period, glm::vec2& gradient);
float value3_gradient(glm::ivec3 cell, glm::vec3 fraction, std::uint32_t seed, glm::uvec3 period, glm::vec3& gradient);
float value4_gradient(glm::ivec4 cell, glm::vec4 fraction, std::uint32_t seed, glm::uvec4 period, glm::vec4& gradient);

// The systems of well-known articles on Perlin noise, as published.
// axis: four axis gradients; a prime hash indexes 1024 bytes from the generator behind .NET's System.Random(seed). A
// seed of 2^31 or more is read as a negative number. Supremum 0.535.
using AxisTable = std::array<std::uint8_t, 1024>;
AxisTable axis_table(std::uint32_t seed);
float axis2(glm::vec2 p, const AxisTable& table);
float axis2(glm::ivec2 cell, glm::vec2 fraction, const AxisTable& table);

// diagonal: four diagonal gradients chosen by Perlin's table. Supremum 1.
float diagonal2(glm::vec2 p);
float diagonal2(glm::ivec2 cell, glm::vec2 fraction);

// slope: slopes from Perlin's table, cubic fade; repeats every 255 cells; divided by its supremum, 127.5.
inline constexpr float kSlopeScale = 1.0f / 127.5f;
float slope1(float p);
float slope1(int cell, float fraction);

// The noise that a Settings value describes, prepared once: Noise noise(settings); float v = noise(p);
class Noise {
  public:
    // Throws std::invalid_argument with problem(settings) if that is not empty.
    explicit Noise(const Settings& settings);

    // Only the first `dim` components are used. p is in units of coordinate: p * frequency is in cells.
    float operator()(glm::vec4 p) const;

    // At a cell and a fraction, after frequency, in a world of any size: along each axis the noise repeats after 2^32
    // cells and not before, octaves included if lacunarity is whole. With other lacunarities that holds within
    // 2^31 / lacunarity^(octaves - 2) cells of the origin; beyond, the finest octave's cells wrap with a seam. If
    // periods(settings) is not 0 and does not divide 2^32, pass cells within it: see wrapped_cell().
    float operator()(glm::ivec4 cell, glm::vec4 fraction) const;

    // Also returns the derivatives by the input coordinates (in the second form too: per unit of coordinate, not per
    // cell). Throws std::logic_error if has_gradient(settings) is false.
    float gradient(glm::vec4 p, glm::vec4& gradient) const;
    float gradient(glm::ivec4 cell, glm::vec4 fraction, glm::vec4& gradient) const;

    // Only for fractal `eroded`: also returns the accumulated slope, which damps the octaves. It is good for shading
    // but is not the derivative. Throws std::logic_error for other fractals.
    float slope(glm::vec4 p, glm::vec4& slope) const;
    float slope(glm::ivec4 cell, glm::vec4 fraction, glm::vec4& slope) const;

    const Settings& settings() const { return settings_; }
    const Plan& plan() const { return plan_; }

    // The lookup tables: of `improved` and `diagonal`, and of `axis`.
    const Permutation& permutation() const { return permutation_; }
    const AxisTable& axis_table() const { return axis_table_; }

    // For plain octaves of `perlin`: the distance from the origin, in cells, within which all octaves' cells fit an
    // int, or kOneOctave; 0 for other noises; kDefinition where there is no fast path at all. Selects the fastest path;
    // never changes a value.
    static constexpr std::int32_t kOneOctave = 0x7FFFFFFF;
    static constexpr std::int32_t kDefinition = -1;
    std::int32_t plain_reach() const { return plain_reach_; }

  private:
    Settings settings_;
    Plan plan_{};
    Permutation permutation_{};
    AxisTable axis_table_{};
    std::int32_t plain_reach_;
};

}  // namespace isonoise

#include "isonoise/boundary.hpp"
