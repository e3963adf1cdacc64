// Self-contained source files of the noise to paste into an engine, in the languages of languages.hpp: generated from
// the library in shaders/isonoise, function by function. For custom settings see baking.hpp.
#pragma once

#include <string>

#include "gpu/shader.hpp"
#include "snippet/languages.hpp"

namespace isonoise {

// The contents of a snippet besides perlinN(p, seed), N = dim from 1 to 4:
//   gradient   perlinN_gradient(p, seed, out gradient), the value and its derivatives
//   periodic   perlinN_periodic(p, seed, period), and with gradient
//              perlinN_periodic_gradient(p, seed, period, out gradient)
//   fbm        perlinN_fbm(p, seed, octaves, persistence, lacunarity, normalization)
// All except fbm also take (cell, fraction) in place of p: as overloads, or with _cell at the end of their names.
struct SnippetParts {
    int dim = 3;
    bool gradient = false;
    bool periodic = false;
    bool fbm = false;
};

// For cpp: the calls of the core. Throws Error.
std::string snippet(const Language& language, const SnippetParts& parts, const ShaderFiles& files);

// "perlin3.wgsl"
std::string snippet_name(const Language& language, int dim);

}  // namespace isonoise
