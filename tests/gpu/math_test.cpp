// shaders/isonoise/math.glsl against core/isonoise/definition/math.hpp, and both against the true values.
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gpu/context.hpp"
#include "gpu/object.hpp"
#include "gpu/shader.hpp"
#include "isonoise/definition/math.hpp"

using namespace isonoise;
namespace math = definition::math;

namespace {

struct MathFunction {
    const char* name;
    float (*ours)(float x, float y);
    double (*truth)(double x, double y);
    double ulps;       // the largest error
    bool two = false;  // arguments
};
const MathFunction kMathFunctions[] = {
    {"divide", [](float x, float y) { return math::divide(x, y); }, [](double x, double y) { return x / y; }, 0.5,
     true},
    {"sqrt", [](float x, float) { return math::sqrt(x); }, [](double x, double) { return std::sqrt(x); }, 0.5},
    {"inversesqrt", [](float x, float) { return math::inversesqrt(x); },
     [](double x, double) { return 1 / std::sqrt(x); }, 1.5},
    {"fract", [](float x, float) { return math::fract(x); }, [](double x, double) { return x - std::floor(x); }, 0.5},
    {"round", [](float x, float) { return math::round(x); }, [](double x, double) { return std::nearbyint(x); }, 0},
    {"trunc", [](float x, float) { return math::trunc(x); }, [](double x, double) { return std::trunc(x); }, 0},
    {"exp", [](float x, float) { return math::exp(x); }, [](double x, double) { return std::exp(x); }, 2},
    {"exp2", [](float x, float) { return math::exp2(x); }, [](double x, double) { return std::exp2(x); }, 2},
    {"log", [](float x, float) { return math::log(x); }, [](double x, double) { return std::log(x); }, 2},
    {"log2", [](float x, float) { return math::log2(x); }, [](double x, double) { return std::log2(x); }, 2},
    {"pow", [](float x, float y) { return math::pow(x, y); },
     [](double x, double y) { return (x < 0 && y != 0) || std::isnan(y) ? NAN : std::pow(x, y); }, 2, true},
    {"sin", [](float x, float) { return math::sin(x); }, [](double x, double) { return std::sin(x); }, 2},
    {"cos", [](float x, float) { return math::cos(x); }, [](double x, double) { return std::cos(x); }, 2},
    {"tan", [](float x, float) { return math::tan(x); }, [](double x, double) { return std::tan(x); }, 2},
    {"asin", [](float x, float) { return math::asin(x); }, [](double x, double) { return std::asin(x); }, 2},
    {"acos", [](float x, float) { return math::acos(x); }, [](double x, double) { return std::acos(x); }, 2},
    {"atan", [](float x, float) { return math::atan(x); }, [](double x, double) { return std::atan(x); }, 2},
    {"atan", [](float y, float x) { return math::atan(y, x); },
     [](double y, double x) { return std::atan2(y + 0.0, x + 0.0); }, 2, true},
    {"mod", [](float x, float y) { return math::mod(x, y); }, nullptr, 0, true},
};

constexpr std::uint32_t kMathSide = 512;

// The arguments of a point: bits at random, moderate numbers, and special ones. Twin of kArguments.
std::uint32_t hashed(std::uint32_t i) {
    i = i * 747796405u + 2891336453u;
    i = ((i >> ((i >> 28) + 4u)) ^ i) * 277803737u;
    return (i >> 22) ^ i;
}
constexpr std::uint32_t kSpecial[] = {0u,          0x80000000u, 0x3F800000u, 0xBF800000u, 0x7F800000u, 0xFF800000u,
                                      0x7FC00000u, 0x7F7FFFFFu, 0x00800000u, 0x3F490FDBu, 0x3FC90FDBu, 0x3F000000u,
                                      0x4B800000u, 0xCB000000u, 0x42FE0000u, 0x80800000u};
float argument(std::uint32_t i, std::uint32_t k) {
    const std::uint32_t h = hashed(2u * i + k);
    const float moderate = float(int(h)) * (i % 8u < 4u ? 0x1p-24f : 0x1p-31f);
    return (h & 63u) == 0u ? math::real(kSpecial[(h >> 6) & 15u]) : i % 2u == 0u ? math::real(h) : moderate;
}
const std::string kArguments = R"(
uint hashed(uint i) {
    i = i * 747796405u + 2891336453u;
    i = ((i >> ((i >> 28) + 4u)) ^ i) * 277803737u;
    return (i >> 22) ^ i;
}
float argument(uint i, uint k) {
    const uint special[16] = uint[](0u, 0x80000000u, 0x3F800000u, 0xBF800000u, 0x7F800000u, 0xFF800000u, 0x7FC00000u,
                                    0x7F7FFFFFu, 0x00800000u, 0x3F490FDBu, 0x3FC90FDBu, 0x3F000000u, 0x4B800000u,
                                    0xCB000000u, 0x42FE0000u, 0x80800000u);
    uint h = hashed(2u * i + k);
    float moderate = float(int(h)) * (i % 8u < 4u ? 1.0 / 16777216.0 : 1.0 / 2147483648.0);
    return (h & 63u) == 0u ? uintBitsToFloat(special[(h >> 6) & 15u]) : i % 2u == 0u ? uintBitsToFloat(h) : moderate;
}
)";

bool is_subnormal(float x) { return x != 0 && std::fabs(x) < 0x1p-126f; }

// The bits of the function at all points, by the GPU.
std::vector<std::uint32_t> bits_of(const MathFunction& function, int version) {
    const std::string call = function.two ? "argument(i, 0u), argument(i, 1u)" : "argument(i, 0u)";
    const GLuint program = program_of(fmt::format(
        "#version {} core\n{}{}layout(location = 0) out uint bits;\n"
        "void main() {{\n    uint i = uint(gl_FragCoord.y) * {}u + uint(gl_FragCoord.x);\n"
        "    ISO_BARRIER(argument(i, 0u));\n    bits = floatBitsToUint(isonoise_{}({}));\n}}\n",
        version, ShaderFiles().resolve("isonoise/math.glsl").text, kArguments, kMathSide, function.name, call));
    glUseProgram(program);
    auto bits = picture<std::uint32_t>(kMathSide, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT);
    glDeleteProgram(program);
    return bits;
}

// Equal bits; zeros of any sign and numbers that drivers flush to zero are equal, and so are all NaN.
bool is_same(float a, float b) {
    return a == b || (std::isnan(a) && std::isnan(b)) || (std::fabs(a) <= 0x1p-126f && std::fabs(b) <= 0x1p-126f);
}

}  // namespace

// Version 330 has no `precise` and keeps the bits by the barrier.
void compare(int version) {
    for (const MathFunction& function : kMathFunctions) {
        const std::vector<std::uint32_t> bits = bits_of(function, version);
        int different = 0;
        for (std::uint32_t i = 0; i < bits.size(); ++i) {
            const float x = argument(i, 0), y = argument(i, 1);
            if (is_subnormal(x) || is_subnormal(y)) continue;
            const float cpu = function.ours(x, y), gpu = math::real(bits[i]);
            if (!is_same(cpu, gpu) && ++different < 4)
                ADD_FAILURE() << function.name << '(' << x << ", " << y << "): " << gpu << ", not " << cpu;
        }
        EXPECT_EQ(different, 0) << function.name;
    }
}

TEST(Math, HasTheBitsOfTheCoreByTheBarrier) {
    const HeadlessContext context(GlVersion{3, 3});
    compare(330);
}

TEST(Math, HasTheBitsOfTheCoreByPrecise) {
    const HeadlessContext context(GlVersion{4, 5});
    compare(450);
}

TEST(Math, IsNearTheTruth) {
    for (const MathFunction& function : kMathFunctions) {
        if (!function.truth) continue;
        double worst = 0;
        float at[2] = {};
        for (std::uint32_t i = 0; i < kMathSide * kMathSide; ++i) {
            const float x = argument(i, 0), y = argument(i, 1);
            if (is_subnormal(x) || is_subnormal(y)) continue;
            const double truth = function.truth(x, y);
            const float got = function.ours(x, y), nearest = static_cast<float>(truth);
            if (is_same(got, nearest)) continue;
            int exponent = 0;
            std::frexp(truth, &exponent);
            const double error = std::fabs(got - truth) / std::ldexp(1.0, std::max(exponent, -125) - 24);
            if (!(error <= worst)) {
                worst = error;
                at[0] = x;
                at[1] = y;
            }
        }
        EXPECT_LE(worst, function.ulps) << function.name << '(' << at[0] << ", " << at[1] << ')';
    }
}
