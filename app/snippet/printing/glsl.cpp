// GLSL 3.30, 4.50 and ES 3.00: the language of our sources.
#include "snippet/printing/printer.hpp"

namespace isonoise {
namespace {

constexpr const char* kMacro =
    R"(// If ISONOISE_EXACT is defined, a uniform that is always 0 separates the operations, so that no
// compiler can fuse or reorder them. Uniforms start as 0, so leave it unset.
#ifdef ISONOISE_EXACT
#ifndef ISONOISE_ZERO
#define ISONOISE_ZERO
uniform uint isonoise_zero;
#endif
#define ISO_EXACT(x) uintBitsToFloat(floatBitsToUint(x) + isonoise_zero)
#else
#define ISO_EXACT(x) (x)
#endif

)";

class Glsl : public Printer {
  public:
    using Printer::Printer;

    std::string prologue(const std::map<std::string, std::string>&) override {
        return language_.bits == Bits::macro ? kMacro : "";
    }
};

}  // namespace

std::unique_ptr<Printer> print_glsl(const glsl::Program& program, const Language& language, const std::string& prefix) {
    return std::make_unique<Glsl>(program, language, prefix);
}

}  // namespace isonoise
