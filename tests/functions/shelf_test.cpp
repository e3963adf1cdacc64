// The functions that come with the program keep their values: tests/functions/shelf.txt has some of each.
#include <regex>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conformance/points.hpp"
#include "functions/at.hpp"
#include "isonoise/function/function.hpp"
#include "temporary.hpp"

using namespace isonoise;

namespace {

// In cells, on their borders, on both sides of 0, and far out.
constexpr float kPoints[][4] = {{0, 0, 0, 0},
                                {0.5f, 0.25f, 0.75f, 0.125f},
                                {-0.3f, 1.7f, 0.1f, 2.9f},
                                {3, -2, 1, 5},
                                {0.6f, -0.48f, 0.64f, 0},  // on the sphere of radius 1
                                {-12.34f, 56.78f, -9.1f, 0.2f},
                                {1.61803f, 2.71828f, 3.14159f, 1.41421f},
                                {1000.5f, -2000.25f, 300.125f, -40.0625f}};

// With its gradient if it has one.
Function whole_of(const Function& function) {
    try {
        return function.with_gradient();
    } catch (const Error&) {
        return function;
    }
}

// A line for each point: coordinates, channels, and the derivatives if there are any.
std::string lines_of(const std::string& name, const Function& function) {
    const Function whole = whole_of(function);
    std::string lines;
    for (const auto& point : kPoints) {
        std::vector<float> results(static_cast<std::size_t>(whole.channels()));
        const std::span<const float> p(point, static_cast<std::size_t>(whole.dim()));
        whole.at(p, results);
        lines += name;
        for (const float x : p)
            lines += fmt::format(" {:a}", x);
        lines += " =";
        for (const float x : results)
            lines += fmt::format(" {:a}", x);
        lines += '\n';
    }
    return lines;
}

std::vector<std::filesystem::path> shelf() { return files_in({ISONOISE_FUNCTION_SHELF}); }

// The octaves that the comments at the top of a text name after "Costs".
double told_octaves(const std::string& text) {
    const std::string head = std::regex_replace(text.substr(0, text.find("\nuniform")), std::regex("\n// "), " ");
    std::smatch found;
    EXPECT_TRUE(std::regex_search(head, found, std::regex("Costs ([^.;]*)"))) << head;
    const std::string costs = found[1];
    if (!std::regex_search(costs, found, std::regex("([0-9]+|one) (octave|gradient)"))) return 0;
    return found[1] == "one" ? 6 : std::stod(found[1]);  // for each, of the six that are the default
}

}  // namespace

TEST(FunctionShelf, KeepsItsValues) {
    std::string golden = read_file(ISONOISE_FUNCTION_GOLDEN), missing;
    for (const std::filesystem::path& file : shelf()) {
        const std::string name = file.stem().string();
        const std::string lines = lines_of(name, Function(read_file(file), name));
        const std::size_t at = golden.find(lines);
        if (at == std::string::npos) {
            missing += lines;
        } else {
            golden.erase(at, lines.size());
        }
    }
    EXPECT_TRUE(missing.empty())
        << "tests/functions/shelf.txt lacks these values. A new function adds them; a function that "
           "is there keeps its own:\n"
        << missing;
    EXPECT_TRUE(golden.empty()) << "No function has these values:\n" << golden;
}

TEST(FunctionShelf, TellsItsOctaves) {
    Random random(1);
    std::array<std::vector<float>, 4> coordinates;
    Points points{.count = 10'000};
    for (std::size_t c = 0; c < 4; ++c) {
        for (std::int64_t i = 0; i < points.count; ++i)
            coordinates[c].push_back(static_cast<float>(random.between(-10, 10)));
        points.coordinates[c] = coordinates[c].data();
    }
    for (const std::filesystem::path& file : shelf()) {
        const std::string text = read_file(file);
        // Some points take more, such as those beside a rock of the flow map.
        EXPECT_EQ(std::floor(Function(text).octaves(points)), told_octaves(text)) << file;
    }
}

// The curls: the sum of each component's derivative along its own axis is 0.
TEST(FunctionShelf, FlowsNeitherGatherNorSpread) {
    for (const char* name : {"curl", "curl3"}) {
        const Function flow(read_file(fmt::format("{}/{}.glsl", ISONOISE_FUNCTION_SHELF, name)));
        const auto channels = static_cast<std::size_t>(flow.channels());
        Random random(1);
        double gathered = 0, changes = 0;
        for (int i = 0; i < 1000; ++i) {
            std::array<float, 3> p;
            for (float& x : p)
                x = static_cast<float>(random.between(-9, 9));
            double sum = 0;
            for (std::size_t c = 0; c < channels; ++c) {
                constexpr float kStep = 0x1p-9f;
                std::vector<float> before(channels), after(channels);
                auto at = p;
                at[c] = p[c] - kStep;
                flow.at(at, before);
                at[c] = p[c] + kStep;
                flow.at(at, after);
                const double change = static_cast<double>(after[c]) - static_cast<double>(before[c]);
                sum += change;
                changes += std::fabs(change);
            }
            gathered += std::fabs(sum);
        }
        EXPECT_LT(gathered, 2e-3 * changes) << name;
    }
}
