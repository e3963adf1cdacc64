// Single files of the noise to paste into an engine, in the shading languages that people use: made of the library in
// shaders/isonoise, function by function.
#pragma once

#include <string>
#include <string_view>

#include "gpu/shader.hpp"
#include "isonoise/settings.hpp"
#include "snippet/translate.hpp"

namespace isonoise {

// What a snippet has beside perlinN(p, seed), N = dim from 1 to 4:
//   gradient   perlinN_gradient(p, seed, out gradient), the value and its derivatives
//   periodic   perlinN_periodic(p, seed, period), and with gradient
//              perlinN_periodic_gradient(p, seed, period, out gradient)
//   fbm        perlinN_fbm(p, seed, octaves, persistence, lacunarity, normalization)
struct SnippetParts {
    int dim = 3;
    bool gradient = false;
    bool periodic = false;
    bool fbm = false;
};

// Of cpp the calls of the core. Throws Error.
std::string snippet(Language language, const SnippetParts& parts, const ShaderFiles& files);

// The noise with these settings, which are constants in the text: isonoise(p), isonoise_cell(cell, fraction) where the
// language has no overloading, else isonoise(cell, fraction), and isonoise_gradient or of fractal eroded isonoise_slope
// of both forms. With another `name` than isonoise all names begin with that one, so that several can stand together.
// Of cpp the call of the core. Throws Error, as on settings that the language cannot hold.
std::string baked_snippet(Language language, const Settings& settings, const ShaderFiles& files,
                          std::string_view name = "isonoise");

// "perlin3.wgsl", "perlin3-min.wgsl"
std::string snippet_name(Language language, int dim, bool minimal);

}  // namespace isonoise
