// Single files of the noise to paste into an engine, in common shading languages: generated from the library in
// shaders/isonoise, function by function.
#pragma once

#include <string>
#include <string_view>

#include "gpu/shader.hpp"
#include "isonoise/settings.hpp"
#include "snippet/translate.hpp"

namespace isonoise {

// The contents of a snippet besides perlinN(p, seed), N = dim from 1 to 4:
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

// For cpp: the calls of the core. Throws Error.
std::string snippet(Language language, const SnippetParts& parts, const ShaderFiles& files);

// The noise with these settings as constants in the text: isonoise(p); isonoise(cell, fraction), or isonoise_cell(cell,
// fraction) in languages without overloading; and both forms of isonoise_gradient, or for fractal eroded
// isonoise_slope. If `name` is not isonoise, all names begin with it instead, so that several can be used together. For
// cpp: the call of the core. Throws Error, for example on settings the language cannot express.
std::string baked_snippet(Language language, const Settings& settings, const ShaderFiles& files,
                          std::string_view name = "isonoise");

// "perlin3.wgsl", "perlin3-min.wgsl"
std::string snippet_name(Language language, int dim, bool minimal);

}  // namespace isonoise
