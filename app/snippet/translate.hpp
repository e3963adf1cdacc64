// Translates our GLSL to other shading languages:
//
//   reading/    text -> tokens -> tree, with the type of every expression
//   passes/     tree -> tree: takes away what a language lacks
//   printing/   tree -> text, one printer a language
//
// Hand-written, since glslang, SPIRV-Cross and naga use an intermediate form that loses comments, line breaks and some
// names, while users paste these texts into their own code and must be able to read them. Only the small subset of GLSL
// in our own sources has to be understood.
#pragma once

#include <map>
#include <string>

#include "snippet/languages.hpp"
#include "isonoise/function/reading/tree.hpp"

namespace isonoise {

// The text that keeps bits, followed by the program. Added names begin with `prefix`. `names` gives functions their
// names, by index, in languages without overloading; the others are named automatically. For CPU languages `name`, if
// given, replaces the prefix. The program must be parsed and annotated, as glsl::needed() leaves it. Throws Error on
// constructs that the language cannot express.
std::string translate(glsl::Program program, const Language& language, const std::string& prefix,
                      const std::map<std::size_t, std::string>& names = {}, const std::string& name = {});

}  // namespace isonoise
