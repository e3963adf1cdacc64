// The golden vectors, read as a porter would, from the files alone.
#pragma once

#include <fstream>

#include <gtest/gtest.h>

#include "golden/vectors.hpp"
#include "isonoise/text.hpp"

namespace golden {

struct Vectors {
    isonoise::Check check;
    std::vector<Point> points;
    std::vector<std::vector<float>> outputs;
};

inline std::vector<Vectors> read(const std::string& name) {
    std::ifstream file(std::string(ISONOISE_GOLDEN) + "/" + name + ".json");
    const auto root = nlohmann::json::parse(file);
    EXPECT_EQ(root["version"], kVersion);
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
        const auto dim = static_cast<std::size_t>(v.check.settings.dim);
        for (const auto& in : entry["inputs"]) {
            Point point;
            for (std::size_t c = 0; c < dim; ++c) {
                if (v.check.cells) point.cell[static_cast<int>(c)] = std::stoi(in[c].get<std::string>());
                point.p[static_cast<int>(c)] = parse(in[v.check.cells ? dim + c : c]);
            }
            v.points.push_back(point);
        }
        for (const auto& out : entry["outputs"]) {
            v.outputs.emplace_back();
            for (const auto& text : out)
                v.outputs.back().push_back(parse(text));
        }
        all.push_back(std::move(v));
    }
    return all;
}

inline constexpr const char* kFiles[] = {"perlin1",  "perlin2",  "perlin3", "perlin4",
                                         "fractals", "improved", "value",   "articles"};

}  // namespace golden
