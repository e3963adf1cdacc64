// GLSL 3.30 to 4.60, for Vulkan too, and ES 3.00 and later: the language of our sources, in one text for all versions.
#include <fmt/format.h>

#include "snippet/printing/printer.hpp"

namespace isonoise {
namespace {

// PlayCanvas reads conditions before the compiler does, and knows no __VERSION__: where that is on the left it compares
// the words and gets true.
constexpr const char* kPrologue =
    R"(// No compiler may fuse or reorder the operations below. `precise` ensures that or, where GLSL lacks it, a number that
// is always 0, which no compiler knows: four consecutive numbers multiplied, modulo 8. To measure the cost, define
// ISONOISE_FAST.
#if defined(ISONOISE_FAST)
#define ISO_EXACT(x) (x)
#define ISO_PRECISE
#define ISO_BARRIER(v)
#elif 400 <= __VERSION__ || (defined(GL_ES) && 320 <= __VERSION__)
#define ISO_EXACT(x) (x)
#define ISO_PRECISE precise
#define ISO_BARRIER(v)
#else
uint {0}_barrier = 0u;
void {0}_raise({1} v) {{
    {2} b = floatBitsToUint(v);
    uint x = {3} & 0x7FFu, u = x * (x + 3u);
    {0}_barrier = (u * (u + 2u)) & 7u;
}}
#define ISO_EXACT(x) uintBitsToFloat(floatBitsToUint(x) + {0}_barrier)
#define ISO_PRECISE
#define ISO_BARRIER(v) {0}_raise(v)
#endif

)";

class Glsl : public Printer {
  public:
    using Printer::Printer;

    std::string prologue(const std::map<std::string, std::string>&) override {
        const Type point = coordinates(), bits{.kind = Type::natural, .size = point.size};
        return fmt::format(kPrologue, prefix_, type(point), type(bits), sum(point.size, "b"));
    }

  protected:
    std::string raise(const Declaration& f) override { return "ISO_BARRIER(" + variable(coordinates(f).name) + ");"; }
};

}  // namespace

std::unique_ptr<Printer> print_glsl(const glsl::Program& program, const Language& language, const std::string& prefix) {
    return std::make_unique<Glsl>(program, language, prefix);
}

}  // namespace isonoise
