// The implementation of noise() in the npm package, called by ../noise.js. Each instance of this module has one Noise.
//
// `text` transfers strings: a setting's name, and its value. A function that can fail leaves a message there and
// returns its length, otherwise 0.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <string>

#include "isonoise/batch.hpp"
#include "isonoise/text.hpp"

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

using namespace isonoise;

static char text[4096];
static Settings settings;
static std::optional<Noise> noise;
static glm::vec4 slopes;

EXPORT(text) char* noise_text() { return text; }
EXPORT(slopes) const glm::vec4* noise_slopes() { return &slopes; }

static int say(const std::string& message) {
    const std::size_t length = std::min(message.size(), sizeof text);
    std::memcpy(text, message.data(), length);
    return int(length);
}

// ---- Settings

static std::string decimal(double value) {
    char digits[64];
    return std::string(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}
template <class Number> static std::string assign(const SettingInfo& info, Number& field, double value) {
    const bool whole = !std::is_floating_point_v<Number>;
    if (!(value >= info.min && value <= info.max) || (whole && value != std::floor(value)))
        return expected(info, decimal(value), whole);
    field = static_cast<Number>(value);
    return {};
}

// `change` assigns to the field of the setting named in `text`.
template <class Change> static int set(Change change) {
    std::string message = "no setting is called " + in_quotes(text);
    for_each_setting(settings, [&](const SettingInfo& info, auto& field) {
        if (std::strcmp(info.name, text) == 0) message = change(info, field);
    });
    return say(message);
}
EXPORT(set_number) int noise_set_number(double value) {
    return set([&](const SettingInfo& info, auto& field) -> std::string {
        using Field = std::remove_reference_t<decltype(field)>;
        if constexpr (std::is_arithmetic_v<Field>)
            return assign(info, field, value);
        else if constexpr (std::is_enum_v<Field>)
            return expected(info, decimal(value), false);
        else
            return expected_counts(info, decimal(value));
    });
}
EXPORT(set_word) int noise_set_word() {
    const char* word = text + std::strlen(text) + 1;
    return set([&](const SettingInfo& info, auto& field) -> std::string {
        using Field = std::remove_reference_t<decltype(field)>;
        if constexpr (std::is_enum_v<Field>)
            return set_field(info, field, word);
        else if constexpr (std::is_arithmetic_v<Field>)
            return expected(info, word, !std::is_floating_point_v<Field>);
        else
            return expected_counts(info, word);
    });
}
// Appends a period.
EXPORT(add_period) int noise_add_period(double count) {
    std::strcpy(text, "period");
    return set([&](const SettingInfo& info, auto& field) -> std::string {
        if constexpr (std::is_class_v<std::remove_reference_t<decltype(field)>>) {
            field.push_back(0);
            if (!assign(info, field.back(), count).empty()) return expected_counts(info, decimal(count));
        }
        return {};
    });
}
EXPORT(is_setting) bool noise_is_setting() {
    bool is = false;
    for_each_setting([&](const SettingInfo& info, auto) { is |= std::strcmp(info.name, text) == 0; });
    return is;
}
EXPORT(make) int noise_make() {
    const std::string message = problem(settings);
    if (message.empty()) noise.emplace(settings);
    return say(message);
}
EXPORT(dimensions) int noise_dimensions() { return settings.dim; }
EXPORT(has_gradient) bool noise_has_gradient() { return has_gradient(settings); }
EXPORT(has_slope) bool noise_has_slope() { return settings.fractal == Fractal::eroded; }

// ---- Values

EXPORT(at) float noise_at(float x, float y, float z, float w) { return (*noise)(glm::vec4(x, y, z, w)); }
EXPORT(at_cell)
float noise_at_cell(int x, int y, int z, int w, float fx, float fy, float fz, float fw) {
    return (*noise)(glm::ivec4(x, y, z, w), glm::vec4(fx, fy, fz, fw));
}
EXPORT(gradient) float noise_gradient(float x, float y, float z, float w) {
    const glm::vec4 p(x, y, z, w);
    return noise_has_slope() ? noise->slope(p, slopes) : noise->gradient(p, slopes);
}
EXPORT(gradient_cell)
float noise_gradient_cell(int x, int y, int z, int w, float fx, float fy, float fz, float fw) {
    const glm::ivec4 cell(x, y, z, w);
    const glm::vec4 f(fx, fy, fz, fw);
    return noise_has_slope() ? noise->slope(cell, f, slopes) : noise->gradient(cell, f, slopes);
}

// ---- Many values: at most kMost, in `values`, followed by the derivatives along each axis, kMost apart

static constexpr int kMost = 1 << 16;
static std::unique_ptr<float[]> results, places;
static GridAxes axes;

EXPORT(most) int noise_most() { return kMost; }
EXPORT(values) float* noise_values() {
    if (!results) results.reset(new float[5 * kMost]);
    return results.get();
}
EXPORT(coordinates) float* noise_coordinates() {
    if (!places) places.reset(new float[4 * kMost]);
    return places.get();
}

static Channels channels(bool gradient) {
    Channels to;
    to.value.data = noise_values();
    for (int c = 0; gradient && c < settings.dim; ++c)
        to.gradient[std::size_t(c)].data = noise_values() + (c + 1) * kMost;
    return to;
}
EXPORT(axis) void noise_axis(int c, double offset, double step, double first, int count) {
    axes[std::size_t(c)] = {.offset = offset, .step = step, .count = count, .first = std::int64_t(first)};
}
EXPORT(check_grid) int noise_check_grid() { return say(problem(*noise, axes)); }
EXPORT(grid) void noise_grid(bool gradient) { evaluate(*noise, axes, channels(gradient)); }
EXPORT(points) void noise_points(int count, bool gradient) {
    Points points{.count = count};
    for (int c = 0; c < settings.dim; ++c)
        points.coordinates[std::size_t(c)] = noise_coordinates() + c * kMost;
    evaluate(*noise, points, channels(gradient));
}
