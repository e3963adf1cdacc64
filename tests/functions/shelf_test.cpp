// The functions that come with the program keep their values: tests/functions/shelf.txt has some of each.
#include <fmt/format.h>
#include <gtest/gtest.h>

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

}  // namespace

TEST(FunctionShelf, KeepsItsValues) {
    std::string golden = read_file(ISONOISE_FUNCTION_GOLDEN), missing;
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(ISONOISE_FUNCTION_SHELF))
        files.push_back(entry.path());
    std::ranges::sort(files);
    for (const std::filesystem::path& file : files) {
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
