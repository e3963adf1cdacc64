// GLSL 3.30 to 4.60, including Vulkan, and ES 3.00 and later: the language of our sources, in one text for all
// versions.
#include <fmt/format.h>

#include "snippet/printing/printer.hpp"

namespace isonoise {
namespace {

// PlayCanvas evaluates conditions before the compiler does, without __VERSION__: if that is on the left, it compares
// the words and gets true.
constexpr const char* kPrologue =
    R"(// No compiler may fuse or reorder the operations below. `precise` ensures that or, where GLSL lacks it, a number that
// is always 0, which no compiler knows: four consecutive numbers multiplied, modulo 8. To measure the cost, define
// ISONOISE_FAST.
#if defined(ISONOISE_FAST)
#define ISO_EXACT(x) (x)
#define ISO_PRECISE
#define ISO_BARRIER(b)
#elif 400 <= __VERSION__ || (defined(GL_ES) && 320 <= __VERSION__)
#define ISO_EXACT(x) (x)
#define ISO_PRECISE precise
#define ISO_BARRIER(b)
#else
uint {0}_barrier = 0u;
void {0}_raise({1} b) {{
    uint x = {2} & 0x7FFu, u = x * (x + 3u);
    {0}_barrier = (u * (u + 2u)) & 7u;
}}
#define ISO_EXACT(x) uintBitsToFloat(floatBitsToUint(x) + {0}_barrier)
#define ISO_PRECISE
#define ISO_BARRIER(b) {0}_raise(b)
#endif

)";

class Glsl : public Printer {
  public:
    using Printer::Printer;

    std::string prologue(const std::map<std::string, std::string>& functions) override {
        if (language_.bits == Bits::macro) return fmt::format(kPrologue, prefix_, type(bits()), sum(bits().size, "b"));
        std::string text = fmt::format("{3}uint {0}_barrier = 0u;\n"
                                       "void {0}_raise({1} b) {{\n    uint x = {2} & 0x7FFu, u = x * (x + 3u);\n"
                                       "    {0}_barrier = (u * (u + 2u)) & 7u;\n}}\n",
                                       prefix_, type(bits()), sum(bits().size, "b"), kAboutBarrier);
        for (const auto& [glsl, function] : functions)
            text += fmt::format("{1} {0}({1} x) {{ return uintBitsToFloat(floatBitsToUint(x) + {2}_barrier); }}\n",
                                function, glsl, prefix_);
        return text + "\n";
    }

  protected:
    std::string constant(const Declaration& d) override {
        if (d.kind != Declaration::uniform) return Printer::constant(d);
        return fmt::format("uniform {} {};", type(d.type), d.name);
    }
    std::string raiser() override { return language_.bits == Bits::macro ? "ISO_BARRIER" : prefix_ + "_raise"; }
};

}  // namespace

std::unique_ptr<Printer> print_glsl(const glsl::Program& program, const Language& language, const std::string& prefix) {
    return std::make_unique<Glsl>(program, language, prefix);
}

}  // namespace isonoise
