// The variables of a function, each as the result.
#include <vector>

#include <gtest/gtest.h>

#include "functions/at.hpp"
#include "isonoise/function/function.hpp"

using namespace isonoise;

namespace {

// Local `name` of a function with this body, at (x, 2).
std::vector<float> local(const std::string& body, const std::string& name, float x = 0.75f) {
    const Function function("float noise(vec2 p) {\n" + body + "\n}\n");
    for (std::size_t i = 0; i < function.locals().size(); ++i) {
        if (function.locals()[i].name != name) continue;
        const Function one = function.with_local(i);
        std::vector<float> all(static_cast<std::size_t>(one.channels()));
        one.at(std::vector{x, 2.0f}, all);
        return all;
    }
    ADD_FAILURE() << "no local " << name;
    return {};
}
using Values = std::vector<float>;

}  // namespace

TEST(FunctionLocals, HaveTheirLastValues) {
    EXPECT_EQ(local("float a = 2.0 * p.x, b = a + 1.0; return a * b;", "a"), Values{1.5f});
    EXPECT_EQ(local("float a = 2.0 * p.x, b = a + 1.0; return a * b;", "b"), Values{2.5f});
    EXPECT_EQ(local("float a = 1.0; a += p.x; a *= 2.0; return 0.0;", "a"), Values{3.5f});
    EXPECT_EQ(local("vec3 v = vec3(p, 1.0); v.y = 5.0; v.xz *= 2.0; return v.x;", "v"), (Values{1.5f, 5, 2}));
    EXPECT_EQ(local("const int n = 3; return float(n);", "n"), Values{3});
    EXPECT_EQ(local("ivec2 c = ivec2(p) - 4; return 0.0;", "c"), (Values{-4, -2}));
    EXPECT_EQ(local("uint h = 7u; h--; return 0.0;", "h"), Values{6});
    EXPECT_EQ(local("bool b = p.x > 0.5; return 0.0;", "b"), Values{1});
}

TEST(FunctionLocals, InLoopsAndBranches) {
    const std::string sum = "float sum = 0.0; for (int i = 0; i < 4; ++i) { float w = float(i) * p.x; sum += w; } "
                            "return sum;";
    EXPECT_EQ(local(sum, "sum"), Values{4.5f});
    EXPECT_EQ(local(sum, "i"), Values{3});
    EXPECT_EQ(local(sum, "w"), Values{2.25f});
    const std::string branch = "float a = 1.0; if (p.x > 0.5) { float t = p.y; a = t; } else a = -1.0; return a;";
    EXPECT_EQ(local(branch, "a"), Values{2});
    EXPECT_EQ(local(branch, "t"), Values{2});
    EXPECT_EQ(local(branch, "a", 0.25f), Values{-1});
    EXPECT_EQ(local(branch, "t", 0.25f), Values{0}) << "it got none";
    const std::string early = "float a = 3.0; if (p.x > 0.5) return 9.0; a = 4.0; return a;";
    EXPECT_EQ(local(early, "a"), Values{3});
    EXPECT_EQ(local(early, "a", 0.25f), Values{4});
    const std::string rounds = "float a = 1.0; int n = 0; while (a < 9.0) { a *= 2.0; n++; if (n > 2) break; } "
                               "return a;";
    EXPECT_EQ(local(rounds, "n"), Values{3});
    EXPECT_EQ(Function("float noise(vec2 p) {" + rounds + "}").locals().size(), 2u) << "not the loop's own limit";
    EXPECT_EQ(local(rounds, "a"), Values{8});
}

TEST(FunctionLocals, OfEqualNamesAreKeptApart) {
    const std::string text = "float a = 1.0; { float a = 5.0; a += 1.0; } a += 0.5; return a;";
    const Function function("float noise(vec2 p) { " + text + " }");
    ASSERT_EQ(function.locals().size(), 2u);
    EXPECT_EQ(at(function.with_local(0), std::vector{0.0f, 0.0f}), 1.5f);
    EXPECT_EQ(at(function.with_local(1), std::vector{0.0f, 0.0f}), 6.0f);
}

TEST(FunctionLocals, AreSetByCalls) {
    const Function gradient("float noise(vec2 p) { vec2 g; float n = perlin2_gradient(p, 3u, g); return n; }");
    const Function own("vec2 noise(vec2 p) { vec2 g; float n = perlin2_gradient(p, 3u, g); return g; }");
    std::vector<float> expected(2), found(2);
    const std::vector point{0.3f, 0.8f};
    own.at(point, expected);
    gradient.with_local(0).at(point, found);
    EXPECT_EQ(found, expected);
    EXPECT_NE(found[0], 0.0f);
    EXPECT_EQ(at(gradient.with_local(1), point), at(gradient, point));
    const Function through("void twice(inout float x) { x *= 2.0; }\n"
                           "float noise(vec2 p) { float a = p.x; twice(a); return 0.0; }");
    EXPECT_EQ(at(through.with_local(0), std::vector{0.75f, 0.0f}), 1.5f);
}

TEST(FunctionLocals, LeaveOutWhatIsNoVector) {
    const Function function("struct S { float x; };\nfloat noise(vec2 p) { float a[2] = float[2](1.0, 2.0); mat2 m = "
                            "mat2(1.0); S s = S(p.x); bvec2 b = bvec2(true); float x = s.x; return x; }");
    ASSERT_EQ(function.locals().size(), 1u);
    EXPECT_EQ(function.locals()[0].name, "x");
}

// They are functions like any other: parameters count, and they compare.
TEST(FunctionLocals, HaveTheParameters) {
    Function function("uniform float k = 2.0;\nfloat noise(vec2 p) { float a = k * p.x, b = a; return b; }");
    function.set("k", std::vector<double>{4});
    Function one = function.with_local(0);
    EXPECT_EQ(at(one, std::vector{0.75f, 0.0f}), 3.0f);
    one.set("k", std::vector<double>{8});
    EXPECT_EQ(at(one, std::vector{0.75f, 0.0f}), 6.0f);
    EXPECT_FALSE(function.with_local(0) == function.with_local(1));
    EXPECT_FALSE(function.with_local(0) == function);
    EXPECT_EQ(function.with_gradient().with_local(0).channels(), 3);
    EXPECT_EQ(at(function.with_cells().with_local(0), std::vector{0.75f, 0.0f}), 3.0f);
    EXPECT_THROW(Function("float noise(vec2 p) { vec2 a = p; return a.x; }").with_gradient().with_local(0), Error);
}
