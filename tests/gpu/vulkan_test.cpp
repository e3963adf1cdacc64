// Noise by Vulkan has the definition's bits, on the device that the loader has first (here lavapipe).
#include <gtest/gtest.h>

#include "conformance/checks.hpp"
#include "conformance/failing_files.hpp"
#include "conformance/function_check.hpp"
#include "conformance/reduce.hpp"
#include "error.hpp"
#include "gpu/vulkan.hpp"
#include "snippet/function_text.hpp"
#include "temporary.hpp"

using namespace isonoise;

namespace {

const Check& check_named(const std::vector<Check>& checks, const std::string& name) {
    return *std::find_if(checks.begin(), checks.end(), [&](const Check& check) { return check.name == name; });
}

}  // namespace

TEST(Vulkan, EveryFunctionInEveryBit) {
    const auto driver = vulkan_driver(Mode::exact, ShaderFiles(), "");
    EXPECT_EQ(driver->mode(), Mode::precise);
    const char* given = std::getenv("ISONOISE_TEST_POINTS");
    const std::uint64_t points = given ? std::stoull(given) : 4096;
    int grids = 0;
    for (const Check& check : all_checks()) {
        const CheckResult result = run_check(*driver, check, points, 1);
        EXPECT_EQ(result.points, points);
        EXPECT_EQ(result.differing, 0u) << check.name << " "
                                        << (result.first.empty() ? "" : describe(result.first.front()));
        grids += check.grid != Check::Grid::none;
        if (check.cells || check.gradient || check.function) continue;
        EXPECT_EQ(differing_integers(*driver, check, points, 1), 0u) << check.name;
    }
    EXPECT_GT(grids, 20);
}

// More points than fit one batch, and an incomplete last row.
TEST(Vulkan, TakesListsOfAnyLength) {
    const auto driver = vulkan_driver(Mode::zero, ShaderFiles(), "");
    const Noise noise(Settings{.dim = 2});
    std::vector<glm::vec4> points((1 << 20) + 1025);
    for (std::size_t i = 0; i < points.size(); ++i)
        points[i] = glm::vec4(static_cast<float>(i) * 0.01f, static_cast<float>(i % 1000) * 0.03f, 0.0f, 0.0f);
    std::vector<float> values(points.size());
    driver->points(noise, points, values);
    for (std::size_t i = 0; i < points.size(); i += 511)
        ASSERT_EQ(values[i], noise(points[i])) << i;
    EXPECT_EQ(values.back(), noise(points.back()));
    driver->points(noise, {}, values);
    EXPECT_THROW(driver->points(noise, points, std::span(values).first(5)), Error);
}

// Without protection the driver differs, and the smallest test is found through Vulkan too.
TEST(Vulkan, FindsWhatDiffers) {
    const auto checks = all_checks();
    const auto fast = vulkan_driver(Mode::fast, ShaderFiles(), "");
    EXPECT_TRUE(fast->arithmetic(Mode::fast).reorders);
    EXPECT_FALSE(fast->arithmetic(Mode::precise).reorders);
    EXPECT_FALSE(fast->arithmetic(Mode::zero).reorders);
    EXPECT_EQ(fast->arithmetic(Mode::precise).rounds, Rounding::nearest_even);
    const Check& gradient = check_named(checks, "perlin2 gradient");
    const CheckResult result = run_check(*fast, gradient, 4096, 1);
    ASSERT_FALSE(result.first.empty());
    const FailingCase failing = reduced(*fast, gradient, result.first[0]);
    EXPECT_EQ(failing.helper, "isonoise_quintic_slope");
    EXPECT_NE(failing.cause.find("reordered"), std::string::npos) << failing.cause;
    EXPECT_NE(files_of(failing, fast->info()).at(".amber").find("SPIR-V, mode fast"), std::string::npos);

    // Changed shaders, of drawn and of computed noise.
    for (const auto& [file, from, to, name] :
         {std::tuple{"isonoise/lattice.glsl", "ISO_EXACT(a + ISO_EXACT(t * (b - a)))", "mix(a, b, t)", "perlin3()"},
          std::tuple{"evaluate/rows.comp", "i + 1u >= isonoise_plan.count", "i + 2u >= isonoise_plan.count",
                     "perlin3 fbm compute"},
          std::tuple{"evaluate/grid.frag", "x.x, y.x, slice.x", "x.x, y.x, slice.z", "perlin3 grid"}}) {
        const TemporaryDirectory temporary;
        const auto path = temporary.shaders() / file;
        const std::string text = read_file(path), changed = replaced_all(text, from, to);
        ASSERT_NE(text, changed) << file;
        write_file(path, changed);
        const auto wrong = vulkan_driver(Mode::exact, ShaderFiles(temporary.path() / "shaders"), "");
        EXPECT_GT(run_check(*wrong, check_named(checks, name), 32768, 1).differing, 0u) << file;
    }
}

TEST(Vulkan, HasTheBitsOfFunctions) {
    const auto driver = vulkan_driver(Mode::exact, ShaderFiles(), "");
    for (const char* name : {"islands.glsl", "curl3.glsl", "cumulus.glsl"}) {
        const Function function(read_file(std::filesystem::path(ISONOISE_FUNCTION_SHELF) / name), name);
        const std::string text = function_shader(function, ShaderFiles());
        const FunctionResult result = check_function(*driver, function, text, 8192, 1, [](std::uint64_t) {});
        EXPECT_EQ(result.points, 8192u);
        EXPECT_EQ(result.differing, 0u) << name << ": " << (result.first.empty() ? "" : result.first[0]);
        // Other points than the last ones, and a wrong function.
        const Function other("float noise(vec3 p) { return perlin3(p, 1u) + p.x; }");
        const std::string wrong = replaced_all(function_shader(other, ShaderFiles()), "1u", "2u");
        EXPECT_GT(check_function(*driver, other, wrong, 8192, 2, [](std::uint64_t) {}).differing, 1000u);
    }
}

TEST(Vulkan, DrawsForMeasurements) {
    const auto driver = vulkan_driver(Mode::exact, ShaderFiles(), "");
    GridSlice slice;
    for (int i = 0; i < 70; ++i) {
        slice.x.push_back(axis_point(0.1 * i));
        if (i < 33) slice.y.push_back(axis_point(0.2 * i));
    }
    const Noise noise(Settings{.dim = 3});
    using Way = NoiseDriver::Way;
    driver->slice_work(nullptr, slice, Way::drawn)();
    for (const Way way : {Way::drawn, Way::drawn_gradient, Way::computed}) {
        const auto work = driver->slice_work(&noise, slice, way);
        work();
        work();
    }
}

TEST(Vulkan, SaysWhatIsWrong) {
    const auto message = [](const std::string& device, const ShaderFiles& files) -> std::string {
        try {
            const auto driver = vulkan_driver(Mode::exact, files, device);
            const glm::vec4 point(0.5f);
            float value = 0;
            driver->points(Noise(Settings{}), std::span(&point, 1), std::span(&value, 1));
        } catch (const Error& e) {
            return e.what();
        }
        return "";
    };
    EXPECT_EQ(message("", ShaderFiles()), "");
    EXPECT_EQ(message("no such GPU", ShaderFiles()).find("device: no Vulkan device has 'no such GPU' in its name; "),
              0u);
    const TemporaryDirectory temporary;
    const auto path = temporary.shaders() / "isonoise/perlin.glsl";
    write_file(path, read_file(path) + "float wrong(float x) { return y; }\n");
    const std::string found = message("", ShaderFiles(temporary.path() / "shaders"));
    EXPECT_EQ(found.find("isonoise/perlin.glsl:"), 0u) << found;
    EXPECT_NE(found.find("'y' : undeclared identifier"), std::string::npos) << found;
}
