// From a difference between a driver and the definition to the smallest test that shows it: few settings, a simple
// point, one helper of the library, and if possible only the operations of it that matter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/checks.hpp"
#include "gpu/driver.hpp"

namespace isonoise {

// A test of one function without arguments besides words: whether it returns the expected word.
struct FailingCase {
    std::string function;  // of the library: "perlin3 gradient"
    std::string point;     // as describe() has it
    std::string helper;    // "isonoise_lerp", empty for the whole function
    std::string place;     // of the helper: "isonoise/lattice.glsl:231"
    std::string cause;     // what gives the found word: "v2 is fused with v1"; empty if unknown
    bool of_text = false;  // of --shader-dir, whose text differs there from the program's own
    bool real = true;      // is the result a float?
    std::uint32_t expected = 0, found = 0;
    std::vector<std::uint32_t> inputs;
    // In GLSL, with ISO_PRECISE and ISO_EXACT: what the body calls, and the statements of a function of `uvec4 a0`,
    // `a1` and so on that returns a uint. In WGSL likewise, of the fields of `inputs`, with exact(); none if
    // `functions` are needed.
    std::string functions;
    std::vector<std::string> body, wgsl;
    Mode mode = Mode::exact;  // of the run
};

// Defines ISO_PRECISE and ISO_EXACT for this mode; goes in front of the function. In mode zero the function must begin
// with the statement raised().
std::string protection(Mode mode);
std::string raised(std::size_t inputs, const char* before = "");

// Reduces the first difference that a check found. Throws Error with the reason if it cannot be reduced, for example
// since it shows in no smaller shader.
FailingCase reduced(NoiseDriver& driver, const Check& check, const Difference& difference);

// Like reduced(), but keeps the settings and the point as they are. The check must not be one of grids.
FailingCase reduced_at(NoiseDriver& driver, const Check& check, const Difference& difference);

}  // namespace isonoise
