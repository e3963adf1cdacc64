// Passes rewrite the tree before printing, to remove features that a language lacks. For their order see translate.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "isonoise/function/reading/tree.hpp"
#include "snippet/languages.hpp"

namespace isonoise {

// Unique names for all declarations, by index, for languages without overloading. The first of several functions with
// the same name keeps it. `given` fixes the names of some functions, by index.
std::vector<std::string> own_names(const glsl::Program& program, const std::map<std::size_t, std::string>& given);

// For languages without structures: replaces each structure variable by one variable per field, and a returned
// structure by `out` parameters. `named` forms the name of a field's variable: at, cell -> at_cell. Declarations of
// structures remain: see drop_structures. Throws Error, naming the language, if a statement would have to be added
// where that is impossible.
using FieldName = std::function<std::string(const std::string& variable, const std::string& field)>;
void take_apart(glsl::Program& program, const FieldName& named, const std::string& language);

// Removes the declarations of structures. The declaration that follows inherits the comment if it has none.
void drop_structures(glsl::Program& program);

// For languages without vectors: replaces vectors and matrices by numbers, and drops unused ones. Entries keep their
// parameters, and their outputs are arrays: `out vec3 gradient` takes three numbers, and so does a single float.
// `names`: of all declarations, kept in step. Throws Error on constructs that our sources do not contain.
void into_numbers(glsl::Program& program, std::vector<std::string>& names);

// Removes statements, parameters and declarations that the entries do not need. Returns which declarations remain.
// `overloads`: functions that share a name keep the parameters that distinguish them.
std::vector<bool> drop_unused(glsl::Program& program, bool overloads);

// Gives each function with early returns a single return at its end, for compilers that otherwise warn about
// uninitialised variables.
void join_returns(glsl::Program& program);

// Comments between /* and */, which GDScript lacks, as lines that begin with //.
std::string with_line_comments(const std::string& blanks);

// Sets each statement on a line of its own, four columns further right in each block, however the source is laid out.
// Puts a compound statement under `if`, `else` or `while` in braces, and any statement under `for`: in some languages
// the step is the last line of the body. Comments become lines that begin with //.
void indent_statements(glsl::Program& program);

// Applies the language's naming convention, in comments too. Functions other than entries lose the prefix `from` or,
// with Naming::plain, get the prefix `to`; if the name is taken by a variable or reserved, "of" is appended.
void restyle(glsl::Program& program, const Language& language, const std::string& from, const std::string& to);

// For languages with vectors, whose names stay: renames the variables that have a reserved name.
void avoid_reserved(glsl::Program& program, const Language& language);

// perlin3_gradient -> perlin3Gradient
std::string styled(const std::string& name, Naming naming, bool function);

// For functions of the user: replaces the uniforms at these indices by parameters of the functions that need them. An
// entry takes all, behind the point. Removes the uniforms' declarations. After
// rename_hiding().
void uniforms_into_arguments(glsl::Program& program, std::span<const std::size_t> uniforms,
                             std::span<const std::size_t> entries);

// For functions of the user: marks each sum, product and difference of floats that is not marked yet with ISO_EXACT,
// and replaces divisions, conversions, shifts and comparisons whose results GLSL leaves open by calls of
// arithmetic_text(), which the program must contain. `in_naturals`: sums, products and differences of signed numbers
// become those of unsigned ones, which wrap around.
void settle_arithmetic(glsl::Program& program, bool in_naturals);
const std::string& arithmetic_text();

// For functions of the user: ?: between structures or matrices, which GLSL in WebGL, HLSL and WGSL lack, becomes one
// for each of their parts. After take_arrays_apart().
void choose_parts(glsl::Program& program);

// For functions of the user: where both sides of ?: are cheap, calls of choices_text() take its place, which the
// program must contain.
void call_choices(glsl::Program& program);
const std::string& choices_text();

// For functions of the user: & and | take the place of && and || before cheap conditions.
void join_conditions(glsl::Program& program);

// For functions of the user: constants that are structures, or arrays of those, become constants of their fields, which
// then come first in the program. After rename_hiding().
void split_constant_structures(glsl::Program& program);

// Moves the declarations from there on to the front.
void to_front(glsl::Program& program, std::size_t from);

// For functions of the user: constants within functions become numbers, and so do lengths of arrays. Before
// settle_arithmetic(), after rename_hiding().
void settle_locals(glsl::Program& program);

// Replaces local arrays by variables, or by constants at the top level, which then come first in the program. After
// settle_locals().
void take_arrays_apart(glsl::Program& program);

// For functions of the user: 0xFFFFFFFF becomes -1, since in most other languages it is no number of 32 bits with a sign.
void write_negative_literals(glsl::Program& program);

// For functions of the user: replaces operations on constant floats by their values, since many compilers work them out
// in double precision, and those on whole numbers that wrap, which WGSL refuses. -(-x) becomes x: shaders of Godot 4
// take it for -x. Constants at the top level must have values without names.
void fold_constants(glsl::Program& program);

// An expression for the value that has these words. Its type is not a structure. Throws Error if a float is not finite.
glsl::Expression constant_of(const glsl::Type& type, std::span<const std::uint32_t> words);

// Replaces ISO_EXACT by the language's means of keeping bits. Returns the functions that the text must define for it:
// their names, PREFIX_exact_TYPE, by GLSL type.
std::map<std::string, std::string> keep_bits(glsl::Program& program, Bits bits, const std::string& prefix);

}  // namespace isonoise
