// C99, as one header that C++ can include too.
#include <set>

#include <fmt/format.h>

#include "snippet/printing/cpu.hpp"
#include "snippet/printing/layout.hpp"

namespace isonoise {
namespace {

class C : public CpuPrinter {
  public:
    using CpuPrinter::CpuPrinter;

    std::string prologue(const std::map<std::string, std::string>&) override {
        std::string text = fmt::format(R"(#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// Separates operations, so that no compiler can fuse or reorder them, not even with -ffast-math: it cannot see through
// the empty instruction.
static inline float {0}_exact(float x) {{
#if defined(__GNUC__) && (defined(__SSE2__) || defined(__x86_64__))
    __asm__("" : "+x"(x));
#elif defined(__GNUC__) && defined(__aarch64__)
    __asm__("" : "+w"(x));
#elif defined(__GNUC__) && !defined(__wasm__)
    __asm__("" : "+m"(x));
#endif
    return x;
}}
)",
                                       prefix_);
        return text + fmt::format(R"(
static inline uint32_t {0}_bits(float x) {{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}}
static inline float {0}_real(uint32_t bits) {{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}}

)",
                                  prefix_);
    }

  protected:
    std::string name(const Expression& e) override {
        return pointers_.contains(e.text) ? "*" + variable(e.text) : variable(e.text);
    }

    std::string rounded(const std::string& operation) override { return prefix_ + "_exact(" + operation + ")"; }

    std::string construct(const Expression& e) override {
        if (e.type.array) return "{" + list(e.parts) + "}";
        return fmt::format("({}){}", type(e.type), wrapped(e.parts[0]));
    }

    std::string builtin(const Expression& call) override {
        static const std::map<std::string, std::string> names = {{"floor", "floorf"}, {"abs", "fabsf"}};
        if (call.text == "floatBitsToUint") return prefix_ + "_bits";
        if (call.text == "uintBitsToFloat") return prefix_ + "_real";
        const auto found = names.find(call.text);
        return found == names.end() ? call.text : found->second;
    }

    std::string argument(const Expression& call, std::size_t i) override {
        const Expression& e = call.parts[i];
        if (call.function == glsl::kNoFunction || !program_[call.function].variables[i].out)
            return Printer::argument(call, i);
        if (e.kind == Expression::name && pointers_.contains(e.text)) return variable(e.text);
        return "&" + expression(e);
    }

    std::vector<std::string> declared(const Statement& s) override {
        return s.value.empty() ? CpuPrinter::declared(s) : declared_by_call(s, "const ");
    }

    std::string head(const Declaration& f, std::string&) override {
        pointers_.clear();
        std::string parameters;
        for (const Variable& p : f.variables) {
            parameters += parameters.empty() ? "" : ", ";
            if (p.type.array) {
                parameters += fmt::format("{} {}[{}]", type(p.type), variable(p.name), expression(p.length[0]));
            } else {
                if (p.out) pointers_.insert(p.name);
                parameters += fmt::format("{} {}{}", type(p.type), p.out ? "*" : "", variable(p.name));
            }
        }
        return fmt::format("static inline {} {}({})", type(f.type), f.name, parameters);
    }

    const char* constant_word() const override { return "static const"; }

  private:
    std::set<std::string> pointers_;
};

}  // namespace

std::unique_ptr<Printer> print_c(const glsl::Program& program, const Language& language, const std::string& prefix) {
    return std::make_unique<C>(program, language, prefix);
}

}  // namespace isonoise
