// Translates our GLSL to other shading languages:
//
//   reading/    text -> tokens -> tree, with the type of every expression
//   passes/     tree -> tree: takes away what a language lacks
//   printing/   tree -> text, one printer a language
//
// Why by hand: glslang, SPIRV-Cross and naga go by way of an intermediate form that loses comments, line breaks and some
// names, and what they print could not be read by a user who pastes it. The sources are our own, so the subset of GLSL
// to understand is small.
#pragma once

#include <map>
#include <string>

#include "snippet/languages.hpp"
#include "snippet/reading/tree.hpp"

namespace isonoise {

// The text that keeps bits, and the program after it. All names that are added begin with `prefix`. `names`: of functions
// by their index, for languages without overloading; the others get names of their own. The program must be parsed and
// annotated, as by glsl::needed(). Throws Error on what the language cannot express.
std::string translate(glsl::Program program, const Language& language, const std::string& prefix,
                      const std::map<std::size_t, std::string>& names = {});

}  // namespace isonoise
