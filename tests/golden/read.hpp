// Reads the golden vectors from the files alone, like a porter would.
#pragma once

#include <bit>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "golden/vectors.hpp"
#include "isonoise/text.hpp"

namespace golden {

struct Vectors {
    isonoise::Check check;
    std::vector<Point> points;
    std::vector<std::vector<float>> outputs;
};

inline std::vector<Vectors> read(const std::string& name) {
    std::ifstream file(std::string(ISONOISE_GOLDEN) + "/" + name + ".bin", std::ios::binary);
    std::string header;
    std::getline(file, header);
    const auto root = nlohmann::json::parse(header);
    EXPECT_EQ(root["version"], kVersion);
    const auto word = [&] {  // little endian
        std::uint32_t value = 0;
        for (int shift = 0; shift < 32; shift += 8)
            value |= static_cast<std::uint32_t>(file.get() & 255) << shift;
        return value;
    };
    std::vector<Vectors> all;
    for (const auto& entry : root["functions"]) {
        Vectors v;
        v.check.name = entry["name"];
        v.check.cells = entry["cells"];
        v.check.gradient = entry["outputs-are"] != "value";
        for (const auto& [key, value] : entry["settings"].items()) {
            std::string text = value.is_string() ? value.get<std::string>() : value.dump();
            if (value.is_array()) text = text.substr(1, text.size() - 2);
            EXPECT_EQ(isonoise::set(v.check.settings, key, text), "");
        }
        const int dim = v.check.settings.dim;
        v.points.resize(entry["points"]);
        for (Point& point : v.points) {
            for (int c = 0; v.check.cells && c < dim; ++c)
                point.cell[c] = static_cast<std::int32_t>(word());
            for (int c = 0; c < dim; ++c)
                point.p[c] = std::bit_cast<float>(word());
        }
        v.outputs.resize(v.points.size());
        for (std::vector<float>& out : v.outputs) {
            out.resize(v.check.gradient ? 1 + static_cast<std::size_t>(dim) : 1);
            for (float& value : out)
                value = std::bit_cast<float>(word());
        }
        EXPECT_TRUE(file.good()) << name << " is too short";
        all.push_back(std::move(v));
    }
    EXPECT_EQ(file.peek(), std::ifstream::traits_type::eof()) << name << " is too long";
    return all;
}

inline constexpr const char* kFiles[] = {"perlin1",  "perlin2",  "perlin3", "perlin4",
                                         "fractals", "improved", "value",   "articles"};

}  // namespace golden
