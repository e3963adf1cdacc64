// Shared by the tests of exports: a painter, and the values that a picture should hold.
#pragma once

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/painting.hpp"
#include "scene/export.hpp"
#include "scene/preset.hpp"
#include "temporary.hpp"

using namespace isonoise;
namespace fs = std::filesystem;

class Exports : public Painting {
  protected:
    // Writes `order` to a file of that name and returns its path.
    fs::path write(const Preset& preset, Export order, const std::string& name, const ExportWatch& watch = {}) {
        order.path = (dir / name).string();
        export_files(*painter, preset, order, watch);
        return dir / name;
    }
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(dir))
            names.push_back(entry.path().filename().string());
        std::sort(names.begin(), names.end());
        return names;
    }

    TemporaryDirectory temporary;
    fs::path dir = temporary.path();
};

inline Preset some_preset() {
    Preset preset;
    preset.settings = {.dim = 3, .seed = 4, .octaves = 3};
    preset.look.center = {1.5, -2, 0.25};
    preset.look.span = 5;
    preset.look.time = 0.5;
    return preset;
}

inline glm::ivec4 cell_of(const PictureAxes& axes, std::size_t x, std::size_t y) {
    return {axes.x[x].cell, axes.y[y].cell, axes.zw[0].cell, axes.zw[1].cell};
}
inline glm::vec4 fraction_of(const PictureAxes& axes, std::size_t x, std::size_t y) {
    return {axes.x[x].fraction, axes.y[y].fraction, axes.zw[0].fraction, axes.zw[1].fraction};
}

// The CPU's value for each pixel.
inline std::vector<float> values_of(const Preset& preset, int width, int height, const LoopPoint& phase = {}) {
    const PictureAxes axes = picture_axes(preset, Region::whole(width, height), phase);
    const Noise noise(preset.settings);
    std::vector<float> values;
    for (std::size_t y = 0; y < axes.y.size(); ++y) {
        for (std::size_t x = 0; x < axes.x.size(); ++x)
            values.push_back(noise(cell_of(axes, x, y), fraction_of(axes, x, y)));
    }
    return values;
}
