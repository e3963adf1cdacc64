// GLSL 3.30 to 4.60, for Vulkan too, and ES 3.00 and later: the language of our sources, in one text for all versions.
#include "snippet/printing/printer.hpp"

namespace isonoise {
namespace {

// PlayCanvas reads conditions before the compiler does, and knows no __VERSION__: where that is on the left it compares
// the words and gets true.
constexpr const char* kPrologue =
    R"(// No compiler may fuse or reorder the operations below. `precise` ensures that or, where GLSL lacks it, a uniform that
// is always 0. Uniforms start as 0, so leave it unset.
#if 400 <= __VERSION__ || (defined(GL_ES) && 320 <= __VERSION__)
#define ISO_EXACT(x) (x)
#define ISO_PRECISE precise
#else
#ifndef ISONOISE_ZERO
#define ISONOISE_ZERO
uniform uint isonoise_zero;
#endif
#define ISO_EXACT(x) uintBitsToFloat(floatBitsToUint(x) + isonoise_zero)
#define ISO_PRECISE
#endif

)";

class Glsl : public Printer {
  public:
    using Printer::Printer;

    std::string prologue(const std::map<std::string, std::string>&) override { return kPrologue; }
};

}  // namespace

std::unique_ptr<Printer> print_glsl(const glsl::Program& program, const Language& language, const std::string& prefix) {
    return std::make_unique<Glsl>(program, language, prefix);
}

}  // namespace isonoise
