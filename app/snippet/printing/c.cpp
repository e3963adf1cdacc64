// C99, as one header that C++ can include too, and its GPU relatives: CUDA, HIP and OpenCL C.
#include <set>

#include <fmt/format.h>

#include "error.hpp"
#include "snippet/printing/cpu.hpp"
#include "snippet/printing/layout.hpp"

namespace isonoise {
namespace {

class C : public CpuPrinter {
  public:
    using CpuPrinter::CpuPrinter;

    std::string prologue(const std::map<std::string, std::string>&) override {
        return includes() + fmt::format(
                                R"(
// Separates operations, so that no compiler can fuse or reorder them, not even with -ffast-math or /fp:fast: it cannot
// see through an empty instruction, nor know what is left in a volatile variable.
{1} float {0}_exact(float x) {{
{2} !defined(__GNUC__) && !defined(__clang__)
    volatile float left = x;
    return left;
#else
#if defined(__SSE2__) || defined(__x86_64__)
    __asm__("" : "+x"(x));
#elif defined(__aarch64__)
    __asm__("" : "+w"(x));
#elif defined(__wasm__)
    __asm__("" : "+r"(x));
#else
    __asm__("" : "+m"(x));
#endif
    return x;
#endif
}}

{1} {3} {0}_bits(float x) {{
{4}    {3} bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
{6}}}
{1} float {0}_real({3} bits) {{
{5}    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
{6}}}

)",
                                prefix_, function_word(), first_if(), type({.kind = Type::natural}),
                                on_the_device("__float_as_uint(x)"), on_the_device("__uint_as_float(bits)"),
                                on_the_device("").empty() ? "" : "#endif\n");
    }

  protected:
    virtual std::string includes() const {
        return "#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n#include <string.h>\n";
    }
    virtual const char* function_word() const { return "static inline"; }
    // The first condition of the chain that selects an empty instruction.
    virtual const char* first_if() const { return "#if"; }
    // Lines for device code that return a value, before the chain continues with #else.
    virtual std::string on_the_device(const char*) const { return {}; }

    std::string name(const Expression& e) override {
        return pointers_.contains(e.text) ? "*" + variable(e.text) : variable(e.text);
    }

    std::string rounded(const std::string& left, const std::string& sign, const std::string& right) override {
        return prefix_ + "_exact(" + CpuPrinter::rounded(left, sign, right) + ")";
    }

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

    // The few sums in double precision are protected from reordering by volatile.
    std::vector<std::string> declared(const Statement& s) override {
        if (!s.value.empty()) return declared_by_call(s, "const ");
        std::vector<std::string> lines = CpuPrinter::declared(s);
        if (s.variables[0].type.kind == Type::wide) lines[0] = "volatile " + lines[0];
        return lines;
    }
    std::string assign(const Expression& e) override {
        // C++20 deprecates += on volatile variables.
        if (e.text == "=" || e.type.kind != Type::wide) return CpuPrinter::assign(e);
        return expression(e.parts[0]) + " = " + expression(expanded(e));
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
        // In C up to C17, () accepts any arguments.
        return fmt::format("{} {} {}({})", function_word(), type(f.type), f.name,
                           parameters.empty() ? "void" : parameters);
    }

    const char* constant_word() const override { return "static const"; }

  private:
    std::set<std::string> pointers_;
};

// For nvcc, NVRTC, hipcc and hipRTC, on both sides, and any other compiler of C++11.
class Cuda : public C {
  public:
    using C::C;

    std::string prologue(const std::map<std::string, std::string>& functions) override {
        std::string text =
            C::prologue(functions) + "// NVIDIA's compilers never fuse operations that say how they round.\n";
        for (const auto& [name, sign] : kOperations) {
            text += fmt::format(R"({0} float {1}_{2}(float a, float b) {{
#if defined(__CUDA_ARCH__)
    float r;
    asm("{2}.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
#else
    return {1}_exact(a {3} b);
#endif
}}
)",
                                function_word(), prefix_, name, sign);
        }
        return text + "\n";
    }

  protected:
    std::string includes() const override {
        return R"(#if defined(__CUDACC_RTC__) || defined(__HIPCC_RTC__)  // NVRTC and hipRTC: no headers, and all is one file
#ifndef ISONOISE_FUNCTION
#define ISONOISE_FUNCTION __host__ __device__ __attribute__((unused)) static inline
#endif
#else
#include <math.h>
#include <string.h>
#ifndef ISONOISE_FUNCTION
#if defined(__CUDACC__) || defined(__HIPCC__)
#define ISONOISE_FUNCTION __host__ __device__ static inline
#else
#define ISONOISE_FUNCTION static inline
#endif
#endif
#endif
)";
    }
    const char* function_word() const override { return "ISONOISE_FUNCTION"; }
    const char* first_if() const override {
        return "#if defined(__CUDA_ARCH__)  // not called\n    return x;\n"
               "#elif defined(__AMDGCN__)\n    asm(\"\" : \"+v\"(x));\n    return x;\n#elif";
    }
    std::string on_the_device(const char* value) const override {
        return fmt::format("#if defined(__CUDA_ARCH__) || defined(__AMDGCN__)\n    return {};\n#else\n", value);
    }
    const char* constant_word() const override { return "static constexpr"; }

    std::string rounded(const std::string& left, const std::string& sign, const std::string& right) override {
        for (const Operation& one : kOperations) {
            if (one.sign == sign) return fmt::format("{}_{}({}, {})", prefix_, one.name, left, right);
        }
        fail("cuda: {} of floats cannot be translated", sign);
    }

    // Device code cannot access an array outside it: it becomes a function of the index.
    std::string constant(const Declaration& d) override {
        if (!d.type.array) return C::constant(d);
        arrays_.insert(d.name);
        const std::string own = type({.kind = d.type.kind, .size = d.type.size}), i = type({.kind = Type::natural});
        const std::string all = fmt::format("const {} all[{}] = {};", own, list(d.length), expression(d.value[0]));
        return fmt::format("{} {} {}({} i) {{\n    {}\n    return all[i];\n}}", function_word(), own, d.name, i,
                           fitted(all, 4));
    }
    std::string index(const Expression& e) override {
        const Expression &array = e.parts[0], &i = e.parts[1];
        if (!arrays_.contains(array.text)) return C::index(e);
        Expression cast{.kind = Expression::construct, .parts = {i}, .type = {.kind = Type::natural}};
        return array.text + "(" + expression(i.type == Type{.kind = Type::integer} ? cast : i) + ")";
    }

  private:
    struct Operation {
        std::string_view name, sign;
    };
    static constexpr Operation kOperations[] = {{"add", "+"}, {"sub", "-"}, {"mul", "*"}, {"div", "/"}};

    std::set<std::string> arrays_;
};

class OpenCl : public C {
  public:
    using C::C;

    std::string prologue(const std::map<std::string, std::string>&) override {
        return "// Operations are neither fused nor reordered, from here to the end of the program. clang needs the\n"
               "// second line if its options allow more.\n"
               "#pragma OPENCL FP_CONTRACT OFF\n"
               "#ifdef __clang__\n#pragma clang fp contract(off) reassociate(off)\n#endif\n\n";
    }

  protected:
    std::vector<std::string> declared(const Statement& s) override {
        Statement plain = s;
        plain.precise = false;  // the pragmas apply to everything
        return C::declared(plain);
    }
    std::string builtin(const Expression& call) override {
        if (call.text == "floatBitsToUint") return "as_uint";
        if (call.text == "uintBitsToFloat") return "as_float";
        return call.text == "abs" ? "fabs" : call.text;
    }
    const char* constant_word() const override { return "__constant"; }
};

}  // namespace

std::unique_ptr<Printer> print_cuda(const glsl::Program& program, const Language& language, const std::string& prefix) {
    return std::make_unique<Cuda>(program, language, prefix);
}

std::unique_ptr<Printer> print_opencl(const glsl::Program& program, const Language& language,
                                      const std::string& prefix) {
    return std::make_unique<OpenCl>(program, language, prefix);
}

std::unique_ptr<Printer> print_c(const glsl::Program& program, const Language& language, const std::string& prefix) {
    return std::make_unique<C>(program, language, prefix);
}

}  // namespace isonoise
