// HLSL.
#include <fmt/format.h>

#include "snippet/printing/printer.hpp"

namespace isonoise {
namespace {

class Hlsl : public Printer {
  public:
    using Printer::Printer;

  protected:
    std::string construct(const Expression& e) override {
        if (e.type.array) return "{" + list(e.parts) + "}";
        // No constructor repeats a number.
        if (e.parts.size() == 1 && e.type.is_vector() && !e.parts[0].type.is_vector())
            return fmt::format("({}){}", type(e.type), wrapped(e.parts[0]));
        return Printer::construct(e);
    }
    std::string builtin(const Expression& call) override {
        return call.text == "floatBitsToUint" ? "asuint" : call.text == "uintBitsToFloat" ? "asfloat" : call.text;
    }
    const char* constant_word() const override { return "static const"; }
};

}  // namespace

std::unique_ptr<Printer> print_hlsl(const glsl::Program& program, const Language& language, const std::string& prefix) {
    return std::make_unique<Hlsl>(program, language, prefix);
}

}  // namespace isonoise
