// Differences become small tests of a driver. Wrong drivers are simulated by shaders that are changed.
#include <algorithm>

#include <gtest/gtest.h>

#include "conformance/failing_files.hpp"
#include "conformance/reduce.hpp"
#include "error.hpp"
#include "gpu/context.hpp"
#include "gpu/evaluator.hpp"
#include "isonoise/reference.hpp"

using namespace isonoise;

namespace {

struct Driver {
    HeadlessContext context;
    Shaders shaders;
    Evaluator evaluator;

    explicit Driver(ShaderFiles files = ShaderFiles(), Mode mode = Mode::exact)
        : shaders(context.info().glsl, std::move(files), mode), evaluator(shaders, context.info()) {}

    FailingCase reduced(const Check& check, const Difference& difference) {
        return isonoise::reduced(evaluator, check, difference);
    }
};

Check check_of(const std::string& name) {
    for (const Check& check : all_checks()) {
        if (check.name == name) return check;
    }
    throw std::logic_error("no check " + name);
}

}  // namespace

// The trace of every kind of noise has the definition's value, and each function of the library the driver's bits.
TEST(Reduce, FindsNoFaultWhereThereIsNone) {
    Driver driver;
    int tried = 0;
    for (const Check& check : all_checks()) {
        const bool calls_one = check.function && !check.periods && check.settings.dim == 2;
        if ((!check.any && !calls_one) || check.grid != Check::Grid::none) continue;
        Random random(static_cast<std::uint64_t>(++tried));
        const Settings settings = settings_of_batch(check, 3, 5, random);
        std::vector<glm::ivec4> cells(4);
        std::vector<glm::vec4> points(4);
        if (check.cells) {
            fill_cells(random, cells, points);
        } else {
            fill_points(random, points, false);
        }
        for (std::size_t i = 0; i < points.size(); i += 3) {
            const Noise noise(settings);
            glm::vec4 g;
            float value = check.cells ? reference(noise, cells[i], points[i], g) : reference(noise, points[i], g);
            if (check.function && has_octaves(check))
                value = reference_fbm(settings.dim, points[i], settings.seed,
                                      fbm(settings.octaves, settings.persistence, settings.lacunarity));
            const Difference none{settings, check.cells, cells[i], points[i], 0, value, value};
            try {
                const FailingCase failing = reduced_at(driver.evaluator, check, none);
                ADD_FAILURE() << describe(none) << ": " << fault_of(failing);
            } catch (const Error& e) {
                EXPECT_STREQ(e.what(), "no function of the library is wrong by itself") << describe(none);
            }
        }
    }
    EXPECT_GT(tried, 40);
}

namespace {
struct Fault {
    const char *check, *file, *from, *to;
    const char *helper, *cause;  // expected; `cause` is a part of it, empty for none
};
void PrintTo(const Fault& fault, std::ostream* os) { *os << fault.from << " -> " << fault.to; }
class ReduceFault : public testing::TestWithParam<Fault> {};
}  // namespace

TEST_P(ReduceFault, IsFound) {
    const Fault& fault = GetParam();
    int changed = 0;
    Driver driver(ShaderFiles().edited([&](const std::string& name, std::string& text) {
        if (name != fault.file) return;
        const std::string from = fault.from;
        for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += std::string(fault.to).size(), ++changed)
            text.replace(at, from.size(), fault.to);
    }));
    const Check check = check_of(fault.check);
    const CheckResult result = run_check(driver.evaluator, check, 65536, 1);
    ASSERT_GT(changed, 0);
    ASSERT_FALSE(result.first.empty());
    const FailingCase failing = driver.reduced(check, result.first[0]);
    EXPECT_EQ(failing.helper, fault.helper);
    EXPECT_EQ(failing.cause.empty(), *fault.cause == '\0') << failing.cause;
    EXPECT_NE(failing.cause.find(fault.cause), std::string::npos) << failing.cause;
    EXPECT_TRUE(failing.of_text);
    EXPECT_NE(failing.expected, failing.found);
    for (const auto& [extension, text] : files_of(failing, {"a\nb</script>", "vendor", "version", "GLSL 4.50", 450})) {
        EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 60) << extension << "\n" << text;
        EXPECT_NE(text.find("a?b?/script>"), text.npos) << text;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Reduce, ReduceFault,
    testing::Values(Fault{"perlin2", "isonoise/lattice.glsl", "ISO_EXACT(a + ISO_EXACT(t * (b - a)))", "mix(a, b, t)",
                          "isonoise_lerp", "(1 - t) + t b"},
                    Fault{"perlin3 gradient", "isonoise/lattice.glsl", "ISO_EXACT(30.0 * ISO_EXACT(s * s))",
                          "30.0 * s * s", "isonoise_quintic_slope", "reordered"},
                    Fault{"perlin4 fbm", "isonoise/lattice.glsl", "- 15.0)", "- 15.000001)", "isonoise_quintic", ""},
                    Fault{"value3", "isonoise/lattice.glsl", "x - floor(x)", "x - trunc(x)", "isonoise_fraction", ""},
                    Fault{"perlin1 cells", "isonoise/lattice.glsl", "0x1F800000u", "0x3D800000u", "isonoise_snap", ""},
                    Fault{"perlin2 periodic", "isonoise/lattice.glsl", "return rest >= period ? rest - period : rest;",
                          "return rest;", "isonoise_wrap", ""},
                    Fault{"perlin3_fbm()", "isonoise/fbm.glsl", "rest < 1.0 ? rest : 1.0",
                          "rest < 1.0 ? rest * rest : 1.0", "isonoise_faded", ""},
                    Fault{"perlin3 fbm gradient", "isonoise/lattice.glsl", "+ isonoise_part(low)",
                          "+ 1.001 * isonoise_part(low)", "isonoise_finer", ""},
                    Fault{"perlin3 ridged", "isonoise/noise.glsl", "ISO_EXACT(2.0 * ISO_EXACT(rest * rest)) - 1.0",
                          "2.0 * (rest * rest) - 1.0001", "isonoise_shaped", ""}));

TEST(Reduce, SaysWhatItCannot) {
    Driver driver(ShaderFiles().edited([](const std::string& name, std::string& text) {
        if (name == "evaluate/points.frag") text.replace(text.find("value = "), 8, "value = 2.0 * ");
    }));
    const Check check = check_of("perlin2");
    const CheckResult result = run_check(driver.evaluator, check, 64, 1);
    ASSERT_FALSE(result.first.empty());
    EXPECT_THROW(driver.reduced(check, result.first[0]), Error);
}
