#include "golden/vectors.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include <nlohmann/json.hpp>

#include "conformance/points.hpp"
#include "isonoise/text.hpp"

namespace golden {

using namespace isonoise;

std::vector<Function> functions() {
    std::vector<Function> all;
    auto add = [&](const std::string& file, const std::string& name, Settings settings, bool gradient,
                   bool cells = false) {
        all.push_back({file, {name, std::move(settings), gradient, cells}});
    };
    for (int dim = 1; dim <= 4; ++dim) {
        const std::string d = std::to_string(dim), file = "perlin" + d;
        const std::vector<std::uint32_t> period{5, 256, 3, 7};
        const std::vector<std::uint32_t> periods(period.begin(), period.begin() + dim);
        add(file, "perlin" + d, {.dim = dim}, true);
        add(file, "perlin" + d + ", another seed", {.dim = dim, .seed = 3735928559u}, true);
        add(file, "perlin" + d + ", cells", {.dim = dim, .seed = 1}, true, true);
        add(file, "perlin" + d + ", periodic", {.dim = dim, .seed = 2, .period = periods}, true);
        add(file, "perlin" + d + ", fbm", {.dim = dim, .seed = 3, .octaves = 5.5f}, true);
        add(file, "perlin" + d + ", fbm of another lacunarity",
            {.dim = dim, .seed = 4, .octaves = 4, .persistence = 0.7f, .lacunarity = 2.3f}, true);
        add(file, "perlin" + d + ", fbm, cells", {.dim = dim, .seed = 5, .octaves = 6, .lacunarity = 3}, true, true);
        add(file, "perlin" + d + ", fbm, periodic", {.dim = dim, .seed = 6, .octaves = 3, .period = periods}, true);
        for (Fractal fractal : {Fractal::turbulence, Fractal::ridged, Fractal::billow, Fractal::eroded}) {
            const Settings s{.dim = dim, .seed = 7, .octaves = 4, .fractal = fractal};
            add("fractals", "perlin" + d + ", " + get(s, "fractal"), s, true);
        }
        add("fractals", "perlin" + d + ", warp", {.dim = dim, .seed = 8, .octaves = 3, .warp = 1.5f}, true);
        add("fractals", "perlin" + d + ", filter-width",
            {.dim = dim, .seed = 9, .octaves = 6, .fractal = Fractal::billow, .filter_width = 0.07f}, true);
        add("fractals", "perlin" + d + ", linear fade", {.dim = dim, .seed = 10, .fade = Fade::linear}, true);
        add("fractals", "perlin" + d + ", cubic fade", {.dim = dim, .seed = 11, .fade = Fade::cubic}, true);
        add("improved", "improved" + d, {.algorithm = Algorithm::improved, .dim = dim}, true);
        add("improved", "improved" + d + ", another seed, octaves, periodic",
            {.algorithm = Algorithm::improved, .dim = dim, .seed = 12, .octaves = 3, .period = periods}, true);
        add("value", "value" + d, {.algorithm = Algorithm::value, .dim = dim, .seed = 13}, true);
        add("value", "value" + d + ", fbm, cells",
            {.algorithm = Algorithm::value, .dim = dim, .seed = 14, .octaves = 3}, true, true);
    }
    add("fractals", "perlin2, flow", {.dim = 2, .seed = 15, .flow = 0.8f}, true);
    add("fractals", "perlin3, frequency and unit", {.dim = 3, .seed = 16, .frequency = 1.7f, .output = Output::unit},
        true);
    add("value", "value-two-layer2", {.algorithm = Algorithm::value_two_layer, .dim = 2, .seed = 17, .octaves = 2},
        true);
    add("articles", "axis2", {.algorithm = Algorithm::axis, .dim = 2}, false);
    add("articles", "axis2, another seed, octaves",
        {.algorithm = Algorithm::axis, .dim = 2, .seed = 4000000000u, .octaves = 3}, false);
    add("articles", "diagonal2", {.algorithm = Algorithm::diagonal, .dim = 2}, false);
    add("articles", "slope1", {.algorithm = Algorithm::slope, .dim = 1}, false);
    return all;
}

std::vector<Point> points(const Check& check) {
    constexpr float inf = std::numeric_limits<float>::infinity();
    static constexpr float specials[] = {0.0f,
                                         -0.0f,
                                         1.0f,
                                         -1.0f,
                                         0.5f,
                                         -0.5f,
                                         7.5f,
                                         0x1.fffffep-1f,
                                         0x1.000002p+0f,
                                         -0x1.fffffep-1f,
                                         -0x1.000002p+0f,
                                         1e-10f,
                                         -1e-10f,
                                         0x1p-40f,
                                         0x1.fffffep-41f,
                                         1e-42f,
                                         0x1.00001p+20f,
                                         -0x1.8p+21f,
                                         0x1.000006p+22f,
                                         0x1p+23f,
                                         -0x1.000002p+24f,
                                         0x1.fffffep+30f,
                                         0x1p+31f,
                                         -0x1p+31f,
                                         3e38f,
                                         std::numeric_limits<float>::quiet_NaN(),
                                         inf,
                                         -inf};
    static constexpr float fractions[] = {
        0.0f,     -0.0f,           1.0f,   0.5f,   0x1.fffffep-1f, 0x1p-24f,
        0x1p-40f, 0x1.fffffep-41f, 1e-42f, -0.25f, 1.5f,           std::numeric_limits<float>::quiet_NaN(),
        inf};
    static constexpr std::int32_t cells[] = {
        0, -1, 1, 255, 256, -256, 65536, 1 << 23, -(1 << 24), 2147483647, -2147483647 - 1, 2147483646, 1000000000};
    const int dim = check.settings.dim;
    Random random(1000 + static_cast<std::uint64_t>(dim));
    std::vector<Point> all;
    auto plain = [&] {
        Point point;
        for (int c = 0; c < dim; ++c) {
            const auto bits = random.bits();
            point.cell[c] = static_cast<std::int32_t>(bits % 64 == 0 ? bits : bits % 64 - 32);
            // Multiples of 2^-16, so that both the coordinate and its fraction are exact floats.
            const double near = std::floor(random.between(-64, 64) * 65536) / 65536;
            point.p[c] = static_cast<float>(check.cells ? std::floor(random.unit() * 0x1p24) * 0x1p-24 : near);
        }
        return point;
    };
    for (int lane = 0; lane < dim; ++lane) {
        const std::size_t count = check.cells ? std::size(fractions) : std::size(specials);
        for (std::size_t i = 0; i < count; ++i) {
            Point point = plain();
            point.p[lane] = check.cells ? fractions[i] : specials[i];
            point.cell[lane] = cells[i % std::size(cells)];
            all.push_back(point);
        }
    }
    for (float special : specials) {  // in all components at once
        Point point = plain();
        for (int c = 0; c < dim; ++c)
            point.p[c] = check.cells ? std::fabs(special) : special;
        all.push_back(point);
    }
    while (all.size() < 288)
        all.push_back(plain());
    return all;
}

std::vector<float> evaluate(const Noise& noise, const Check& check, const Point& point) {
    glm::vec4 g(0.0f);
    float value = 0.0f;
    if (!check.gradient) {
        value = check.cells ? noise(point.cell, point.p) : noise(point.p);
    } else if (check.settings.fractal == Fractal::eroded) {
        value = check.cells ? noise.slope(point.cell, point.p, g) : noise.slope(point.p, g);
    } else {
        value = check.cells ? noise.gradient(point.cell, point.p, g) : noise.gradient(point.p, g);
    }
    std::vector<float> all{value};
    for (int c = 0; check.gradient && c < check.settings.dim; ++c)
        all.push_back(g[c]);
    return all;
}

// Appends a word, little endian. All NaNs are one; as a result, so are zeros and subnormals, which the contract treats
// as equal.
static void append(std::string& bytes, std::uint32_t word) {
    for (int shift = 0; shift < 32; shift += 8)
        bytes += static_cast<char>(word >> shift);
}
static void append(std::string& bytes, float value, bool is_result) {
    if (is_result && std::fabs(value) < 0x1p-126f) value = 0.0f;
    append(bytes, std::isnan(value) ? 0x7fc00000u : std::bit_cast<std::uint32_t>(value));
}

std::string file(const std::string& name) {
    nlohmann::ordered_json root;
    root["about"] = "Golden vectors of isonoise: tests/golden/README.md says how to use them.";
    root["version"] = kVersion;
    std::string words;
    for (const Function& function : functions()) {
        if (function.file != name) continue;
        const Check& check = function.check;
        nlohmann::ordered_json entry, settings;
        entry["name"] = check.name;
        const Settings defaults;
        for_each_setting(check.settings, [&](const SettingInfo& info, const auto& field) {
            const std::string text = get(check.settings, info.name);
            const std::string_view key = info.name;
            if (text != get(defaults, info.name) || key == "algorithm" || key == "dim") {
                settings[info.name] = std::is_enum_v<std::decay_t<decltype(field)>> ? nlohmann::ordered_json(text)
                                      : std::is_arithmetic_v<std::decay_t<decltype(field)>>
                                          ? nlohmann::ordered_json::parse(text)
                                          : nlohmann::ordered_json::parse('[' + text + ']');
            }
        });
        entry["settings"] = settings;
        entry["cells"] = check.cells;
        entry["outputs-are"] = !check.gradient                             ? "value"
                               : check.settings.fractal == Fractal::eroded ? "value, slope"
                                                                           : "value, gradient";
        const Noise noise(check.settings);
        const std::vector<Point> all = points(check);
        entry["points"] = all.size();
        root["functions"].push_back(entry);
        for (const Point& point : all) {
            for (int c = 0; check.cells && c < check.settings.dim; ++c)
                append(words, static_cast<std::uint32_t>(point.cell[c]));
            for (int c = 0; c < check.settings.dim; ++c)
                append(words, point.p[c], false);
        }
        for (const Point& point : all) {
            for (float value : evaluate(noise, check, point))
                append(words, value, true);
        }
    }
    return root.dump() + '\n' + words;
}

}  // namespace golden
