// Translates our GLSL to other shading languages:
//
//   reading/    text -> tokens -> tree, with the type of every expression
//   passes/     tree -> tree: takes away what a language lacks
//   printing/   tree -> text, one printer a language
//
// Why it is written by hand: glslang, SPIRV-Cross and naga go through an intermediate form that loses comments, line
// breaks and some names. Users paste these texts into their own code, so the texts must be readable. The sources are
// our own, so only a small subset of GLSL has to be understood.
#pragma once

#include <map>
#include <string>

#include "snippet/languages.hpp"
#include "snippet/reading/tree.hpp"

namespace isonoise {

// The text that keeps bits, followed by the program. Added names begin with `prefix`. `names` gives functions their
// names, by index, in languages without overloading; the others are named automatically. For languages of the CPU
// `name` takes the place of the prefix, if given. The program must be parsed and
// annotated, as glsl::needed() leaves it. Throws Error on constructs that the language cannot express.
std::string translate(glsl::Program program, const Language& language, const std::string& prefix,
                      const std::map<std::size_t, std::string>& names = {}, const std::string& name = {});

}  // namespace isonoise
