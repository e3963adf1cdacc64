// Functions at cells and fractions: the values of the noises far from the origin, where floats are coarse.
#include <cmath>
#include <cstdint>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "functions/at.hpp"
#include "isonoise/function/function.hpp"
#include "isonoise/isonoise.hpp"
#include "temporary.hpp"

using namespace isonoise;

namespace {

// The function's first channel at one point of its first two axes, the others at 0.25.
float at_cell(const Function& function, std::int32_t x, float fx, std::int32_t y, float fy) {
    const std::int32_t cells[] = {x, y, 0, 0};
    const float fractions[] = {fx, fy, 0.25f, 0.25f};
    CellPoints point;
    point.count = 1;
    std::vector<float> results(4);
    std::vector<float*> to;
    for (std::size_t c = 0; c < 4; ++c) {
        point.cells[c] = &cells[c];
        point.fractions[c] = &fractions[c];
    }
    for (std::size_t c = 0; c < static_cast<std::size_t>(function.channels()); ++c)
        to.push_back(&results[c]);
    EXPECT_TRUE(function.evaluate(point, to));
    return results[0];
}

Function with_cells(const std::string& body) {
    return Function("float noise(vec2 p) {\n" + body + "\n}\n", "f.glsl").with_cells();
}

}  // namespace

TEST(Cells, AreTheOriginalNearTheOrigin) {
    for (const auto& file : function_files()) {
        const Function plain(read_file(file.string()), file.filename().string(), [&](const std::string& name) {
            return std::optional(read_file((file.parent_path() / name).string()));
        });
        const Function cells = plain.with_cells();
        double most = 0;
        for (int i = 0; i < 300; ++i) {
            std::vector<float> p = {static_cast<float>(i % 17) * 0.40625f - 3.0f, static_cast<float>(i) * 0.0625f - 9.0f,
                                    0.25f, 0.25f};
            p.resize(static_cast<std::size_t>(plain.dim()));
            std::vector<float> a(4), b(4);
            a.resize(static_cast<std::size_t>(plain.channels()));
            b.resize(static_cast<std::size_t>(plain.channels()));
            plain.at(p, a);
            cells.at(p, b);
            if (!(std::fabs(double(a[0]) - double(b[0])) <= most)) most = std::fabs(double(a[0]) - double(b[0]));
        }
        std::string places;
        for (const auto& where : cells.rounded_places()) places += " " + where;
        std::printf("%s: %g%s\n", file.filename().c_str(), most, places.c_str());
    }
}
