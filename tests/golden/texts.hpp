// Texts of `isonoise snippet` for languages of the CPU, with inputs and expected outputs of each function: all golden
// vectors, and a million points of every kind against the core.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "app/shell.hpp"
#include "conformance/points.hpp"
#include "functions/at.hpp"
#include "functions/generator.hpp"
#include "golden/read.hpp"
#include "isonoise/function/reading/parser.hpp"
#include "isonoise/function/reading/types.hpp"
#include "isonoise/isonoise.hpp"
#include "points.hpp"
#include "scene/preset.hpp"
#include "snippet/baking.hpp"
#include "snippet/function_text.hpp"
#include "snippet/passes/passes.hpp"
#include "snippet/snippet.hpp"
#include "snippet/translate.hpp"
#include "temporary.hpp"

using namespace isonoise;

// A function of a text, and its inputs and expected outputs as 32-bit words, a row for each point.
struct Call {
    std::string name{}, kinds{};       // of its inputs: f float, i int, u uint, b bool
    std::vector<std::size_t> sizes{};  // of its arguments as vectors, if not as those of the library's functions
    std::size_t outputs = 1;           // the value, then the gradient; or a vector
    bool returns_vector = false;
    std::vector<std::uint32_t> inputs{}, expected{};

    std::size_t count() const { return expected.size() / outputs; }
};
struct Text {
    std::string name;  // of the file, and of its class
    std::string text{};
    std::vector<Call> calls{};
};

inline std::uint32_t word(float x) { return std::bit_cast<std::uint32_t>(x); }
template <class Vector> void put(std::vector<std::uint32_t>& to, const Vector& v, int dim) {
    for (int c = 0; c < dim; ++c)
        to.push_back(std::bit_cast<std::uint32_t>(v[c]));
}

inline std::string repeated(char kind, int times) { return std::string(static_cast<std::size_t>(times), kind); }

// ---- perlin1 to perlin4

// The same function of the core for any dimension.
inline float core(int dim, const std::string& kind, glm::ivec4 cell, glm::vec4 p, std::uint32_t seed, glm::uvec4 period,
                  glm::vec4& g, const Fbm& sum) {
    const bool cells = kind.ends_with("_cell");
    const auto call = [&](auto value, auto gradient, auto periodic, auto both, auto octaves) -> float {
        if (kind.starts_with("_fbm")) return octaves();
        if (kind.starts_with("_periodic_gradient")) return both();
        if (kind.starts_with("_periodic")) return periodic();
        return kind.starts_with("_gradient") ? gradient() : value();
    };
#define ISONOISE_CALL(n, P, C, U, at, in, by, slope)                                                                   \
    {                                                                                                                  \
        P d{};                                                                                                         \
        const float v =                                                                                                \
            cells ? call([&] { return perlin##n(C(in), P(at), seed); },                                                \
                         [&] { return perlin##n##_gradient(C(in), P(at), seed, d); },                                  \
                         [&] { return perlin##n##_periodic(C(in), P(at), seed, U(by)); },                              \
                         [&] { return perlin##n##_periodic_gradient(C(in), P(at), seed, U(by), d); },                  \
                         [&] { return 0.0f; })                                                                         \
                  : call([&] { return perlin##n(P(at), seed); }, [&] { return perlin##n##_gradient(P(at), seed, d); }, \
                         [&] { return perlin##n##_periodic(P(at), seed, U(by)); },                                     \
                         [&] { return perlin##n##_periodic_gradient(P(at), seed, U(by), d); },                         \
                         [&] { return perlin##n##_fbm(P(at), seed, sum); });                                           \
        slope = d;                                                                                                     \
        return v;                                                                                                      \
    }
    glm::vec2 g2(0);
    glm::vec3 g3(0);
    const float n = [&] {
        switch (dim) {
        case 1: ISONOISE_CALL(1, float, int, std::uint32_t, p.x, cell.x, period.x, g.x)
        case 2: ISONOISE_CALL(2, glm::vec2, glm::ivec2, glm::uvec2, p, cell, period, g2)
        case 3: ISONOISE_CALL(3, glm::vec3, glm::ivec3, glm::uvec3, p, cell, period, g3)
        default: ISONOISE_CALL(4, glm::vec4, glm::ivec4, glm::uvec4, p, cell, period, g)
        }
    }();
#undef ISONOISE_CALL
    if (dim == 2) g = glm::vec4(g2, 0, 0);
    if (dim == 3) g = glm::vec4(g3, 0);
    return n;
}

inline Text file_of(const Language& language, int dim, std::size_t points) {
    const SnippetParts parts{.dim = dim, .gradient = true, .periodic = true, .fbm = true};
    Text text{.name = fmt::format("isonoise{}", dim), .text = snippet(language, parts, ShaderFiles())};
    Random random(static_cast<std::uint64_t>(dim));
    for (const std::string kind : {"", "_cell", "_gradient", "_gradient_cell", "_periodic", "_periodic_cell",
                                   "_periodic_gradient", "_periodic_gradient_cell", "_fbm"}) {
        const bool cells = kind.ends_with("_cell"), periodic = kind.starts_with("_periodic"), fbm = kind == "_fbm";
        const bool gradient = kind.find("_gradient") != std::string::npos;
        Call call{.name = fmt::format("perlin{}{}", dim, kind)};
        call.kinds = (cells ? repeated('i', dim) : "") + repeated('f', dim) + "u" +
                     (periodic ? repeated('u', dim) : "") + (fbm ? "ffff" : "");
        call.outputs = gradient ? 1 + static_cast<std::size_t>(dim) : 1;
        std::vector<glm::vec4> p(points);
        std::vector<glm::ivec4> cell(points);
        if (cells) {
            fill_cells(random, cell, p);
        } else {
            fill_points(random, p, true);
        }
        for (std::size_t i = 0; i < points; ++i) {
            const std::uint32_t seed = i % 3 == 0 ? 0u : random.bits();
            glm::uvec4 period;
            for (int c = 0; c < 4; ++c)
                period[c] = i % 5 == 0 ? random.bits() >> 1 : random.bits() % 300;
            const auto octaves = static_cast<float>(random.between(1, 9));
            const Fbm sum =
                isonoise::fbm(i % 2 ? std::floor(octaves) : octaves, static_cast<float>(random.between(0, 1.5)),
                              i % 2 ? 2.0f : static_cast<float>(random.between(1, 8)));
            if (cells) put(call.inputs, cell[i], dim);
            put(call.inputs, p[i], dim);
            call.inputs.push_back(seed);
            if (periodic) put(call.inputs, period, dim);
            if (fbm) put(call.inputs, glm::vec4(sum.octaves, sum.persistence, sum.lacunarity, sum.normalization), 4);
            glm::vec4 g(0);
            call.expected.push_back(word(core(dim, kind, cell[i], p[i], seed, period, g, sum)));
            if (gradient) put(call.expected, g, dim);
        }
        text.calls.push_back(std::move(call));
    }
    if (language.vectors || !language.doubles) return text;
    Call normal{.name = fmt::format("perlin{}_fbm_normalization", dim), .kinds = "ff"};
    for (int i = 0; i < 1000; ++i) {
        const auto octaves = static_cast<float>(random.between(1, 33)),
                   persistence = static_cast<float>(random.between(0, 2));
        put(normal.inputs, glm::vec2(i % 2 ? std::floor(octaves) : octaves, persistence), 2);
        normal.expected.push_back(
            word(isonoise::fbm(i % 2 ? std::floor(octaves) : octaves, persistence, 2).normalization));
    }
    text.calls.push_back(std::move(normal));
    return text;
}

// ---- Baked settings

inline void add_row(Call& call, const Settings& s, const Noise& noise, bool cells, glm::ivec4 cell, glm::vec4 p) {
    if (cells) put(call.inputs, cell, s.dim);
    put(call.inputs, p, s.dim);
    glm::vec4 g(0);
    const bool slope = s.fractal == Fractal::eroded;
    const float n = call.outputs == 1 ? (cells ? noise(cell, p) : noise(p))
                    : slope           ? (cells ? noise.slope(cell, p, g) : noise.slope(p, g))
                                      : (cells ? noise.gradient(cell, p, g) : noise.gradient(p, g));
    call.expected.push_back(word(n));
    if (call.outputs > 1) put(call.expected, g, s.dim);
}

// A function of the text `name` with these settings baked in.
inline Call call_of(const Language& language, const std::string& name, const Settings& s, bool gradient, bool cells) {
    const std::string kind = s.fractal == Fractal::eroded && gradient ? "_slope" : gradient ? "_gradient" : "";
    const std::string own = kind + (cells ? "_cell" : "");
    return {.name = language.naming != Naming::pascal ? name + own
                    : kind.empty()                    ? "at" + own
                                                      : own.substr(1),
            .kinds = (cells ? repeated('i', s.dim) : "") + repeated('f', s.dim),
            .outputs = gradient ? 1 + static_cast<std::size_t>(s.dim) : 1};
}

// Rows at points drawn at random.
inline void add_rows(Call& call, const Settings& s, const Noise& noise, bool cells, std::size_t points,
                     Random& random) {
    std::vector<glm::vec4> p(points);
    std::vector<glm::ivec4> cell(points);
    if (cells) {
        fill_cells(random, cell, p);
    } else {
        fill_points(random, p, true);
    }
    for (std::size_t i = 0; i < points; ++i)
        add_row(call, s, noise, cells, cell[i], p[i]);
}

// Every function of the golden vectors, each as a text of its own.
inline std::vector<Text> baked_texts(const Language& language, std::size_t points) {
    std::vector<Text> texts;
    Random random(77);
    for (const char* file : golden::kFiles) {
        for (const golden::Vectors& v : golden::read(file)) {
            const Settings& s = v.check.settings;
            const bool cells = v.check.cells;
            // The first has the name of a function that it needs.
            Text text{.name = texts.empty() && !language.vectors ? "fraction" : fmt::format("baked{}", texts.size())};
            text.text = baked_snippet(language, s, ShaderFiles(), text.name);
            const bool gradient = v.check.gradient || s.fractal == Fractal::eroded;
            Call call = call_of(language, text.name, s, gradient, cells);
            for (std::size_t i = 0; i < v.points.size(); ++i) {
                if (cells) put(call.inputs, v.points[i].cell, s.dim);
                put(call.inputs, v.points[i].p, s.dim);
                for (std::size_t c = 0; c < call.outputs; ++c)
                    call.expected.push_back(word(v.outputs[i].at(c)));
            }
            add_rows(call, s, Noise(s), cells, points, random);
            text.calls.push_back(std::move(call));
            texts.push_back(std::move(text));
        }
    }
    return texts;
}

// All functions of every built-in preset, and of settings drawn at random: others with another ISONOISE_TEST_SEED.
inline std::vector<Text> preset_texts(const Language& language, std::size_t points, int drawn = 60) {
    std::vector<std::pair<std::string, Settings>> all;
    for (const BuiltinPreset& preset : builtin_presets()) {
        std::string name(preset.name());
        std::ranges::replace(name, '-', '_');
        all.emplace_back(name + "_preset", parse_preset(preset.json, preset.file).settings);
    }
    const std::string seed = environment("ISONOISE_TEST_SEED", "1");
    std::printf("%d random settings of ISONOISE_TEST_SEED=%s\n", drawn, seed.c_str());
    Random random(std::strtoull(seed.c_str(), nullptr, 10));
    for (int i = 0; i < drawn; ++i)
        all.emplace_back(fmt::format("random{}", i), random_settings(random, i % 2));

    std::vector<Text> texts;
    for (const auto& [name, s] : all) {
        Text text{.name = name, .text = baked_snippet(language, s, ShaderFiles(), name)};
        const Noise noise(s);
        for (const bool gradient : {false, true}) {
            if (gradient && !has_gradient(s) && s.fractal != Fractal::eroded) continue;
            for (const bool cells : {false, true}) {
                Call call = call_of(language, name, s, gradient, cells);
                add_rows(call, s, noise, cells, points, random);
                text.calls.push_back(std::move(call));
            }
        }
        texts.push_back(std::move(text));
    }
    return texts;
}

// ---- Functions of the user: those of functions/ and tests/functions/corpus, and their gradients

// With a value for each parameter: the defaults, then others.
inline Function with_drawn_values(Function function, Random& random) {
    for (const Parameter& p : std::vector(function.parameters())) {
        const auto [least, most] = p.range();
        std::vector<double> values(static_cast<std::size_t>(p.size));
        for (double& x : values) {
            x = random.between(std::max(least, -3.0), std::min(most, 9.0));
            if (p.kind != Parameter::real) x = std::floor(x);
        }
        function.set(p.name, values);
    }
    return function;
}

// A call of the function at these points, of its value alone or also of its gradient. `arguments`: followed by its
// parameters.
inline void add_points(Call& call, const Function& function, std::vector<glm::vec4> p, bool arguments) {
    for (std::size_t i = 0; i < p.size(); ++i) {
        for (int c = 0; c < 4; ++c)  // what others call undefined: see docs/functions.md
            p[i][c] = std::fabs(p[i][c]) < 1e15f && std::fabs(p[i][c]) > 1e-15f ? p[i][c] : static_cast<float>(i % 7);
    }
    Points list;
    list.count = static_cast<std::int64_t>(p.size());
    for (int c = 0; c < function.dim(); ++c) {
        list.coordinates[c] = &p[0][c];
        list.strides[c] = 4;
    }
    std::vector<std::vector<float>> all(static_cast<std::size_t>(function.channels()), std::vector<float>(p.size()));
    std::vector<float*> to;
    for (std::vector<float>& channel : all)
        to.push_back(channel.data());
    function.evaluate(list, to);
    for (std::size_t i = 0; i < p.size(); ++i) {
        if (std::any_of(all.begin(), all.end(), [&](const auto& channel) { return std::isnan(channel[i]); }))
            continue;  // of any sign
        put(call.inputs, p[i], function.dim());
        for (std::size_t k = 0; arguments && k < function.parameters().size(); ++k)
            std::ranges::copy(function.words(k), std::back_inserter(call.inputs));
        for (std::size_t c = 0; c < call.outputs; ++c)
            call.expected.push_back(word(all[c][i]));
    }
}

inline Text function_text_of(const Language& language, const Function& function, const std::string& name,
                             std::size_t points, bool arguments) {
    Text text{.name = name};
    text.text = function_text(language, function, ShaderFiles(), name,
                              arguments ? Parameters::arguments : Parameters::constants);
    Random random(static_cast<std::uint64_t>(function.dim()));
    std::vector<glm::vec4> p(points);
    fill_points(random, p, true);
    Call call{.name = language.naming == Naming::pascal ? "noise" : name, .kinds = repeated('f', function.dim())};
    call.sizes = {static_cast<std::size_t>(function.dim())};
    for (std::size_t i = 0; arguments && i < function.parameters().size(); ++i) {
        const Parameter& one = function.parameters()[i];
        call.kinds += repeated("fiub"[one.kind], one.size);
        call.sizes.push_back(static_cast<std::size_t>(one.size));
    }
    call.returns_vector = function.channels() > 1 && !function.has_gradient();
    if (call.returns_vector) call.outputs = static_cast<std::size_t>(function.channels());
    std::vector<Call> calls = {call};
    if (function.has_gradient()) {
        call.name += "_gradient";
        call.outputs += static_cast<std::size_t>(function.dim());
        calls.push_back(call);
    }
    for (Call& one : calls) {
        add_points(one, function, p, arguments);
        for (int i = 0; arguments && i < 3; ++i)
            add_points(one, with_drawn_values(function, random), p, true);
        text.calls.push_back(std::move(one));
    }
    return text;
}

// The function at cells near and far, with its gradient if it has one; its parameters are arguments.
inline Text cell_text_of(const Language& language, const Function& function, const std::string& name,
                         std::size_t points) {
    Text text{.name = name, .text = function_text(language, function, ShaderFiles(), name, Parameters::arguments)};
    const auto dim = static_cast<std::size_t>(function.dim());
    Call call{.name = (language.naming == Naming::pascal ? "noise" : name) +
                      (function.has_gradient() ? "_gradient_cell" : "_cell"),
              .kinds = repeated('i', function.dim()) + repeated('f', function.dim())};
    call.sizes = {dim, dim};
    for (const Parameter& one : function.parameters()) {
        call.kinds += repeated("fiub"[one.kind], one.size);
        call.sizes.push_back(static_cast<std::size_t>(one.size));
    }
    call.outputs = static_cast<std::size_t>(function.channels());
    Random random(static_cast<std::uint64_t>(function.dim()));
    std::vector<glm::vec4> fractions(points);
    std::vector<glm::ivec4> cells(points);
    fill_cells(random, cells, fractions);
    CellPoints list;
    list.count = static_cast<std::int64_t>(points);
    for (std::size_t c = 0; c < dim; ++c) {
        for (glm::vec4& f : fractions) {
            float& x = f[static_cast<int>(c)];
            x = x > 1e-15f && x <= 1 ? x : 0;
        }
        list.cells[c] = &cells[0][static_cast<int>(c)];
        list.fractions[c] = &fractions[0][static_cast<int>(c)];
        list.strides[c] = 4;
    }
    std::vector<std::vector<float>> values(call.outputs, std::vector<float>(points));
    std::vector<float*> to;
    for (std::vector<float>& channel : values)
        to.push_back(channel.data());
    function.evaluate(list, to);
    for (std::size_t i = 0; i < points; ++i) {
        if (std::any_of(values.begin(), values.end(), [&](const auto& channel) { return std::isnan(channel[i]); }))
            continue;
        put(call.inputs, cells[i], function.dim());
        put(call.inputs, fractions[i], function.dim());
        for (std::size_t k = 0; k < function.parameters().size(); ++k)
            std::ranges::copy(function.words(k), std::back_inserter(call.inputs));
        for (const std::vector<float>& channel : values)
            call.expected.push_back(word(channel[i]));
    }
    text.calls.push_back(std::move(call));
    return text;
}

// Adds the function, with its gradient if it has one, and again with its parameters as arguments.
inline void add_function(std::vector<Text>& texts, const Language& language, Function function, const std::string& name,
                         std::size_t points) {
    try {
        function = function.with_gradient();
    } catch (const Error&) {  // it has none
    }
    texts.push_back(function_text_of(language, function, name, points, false));
    if (!function.parameters().empty())
        texts.push_back(function_text_of(language, function, name + "_set", points / 4, true));
}

// Returns the texts of all files, or of those whose names contain ISONOISE_TEST_ONLY.
inline std::vector<Text> function_texts(const Language& language, std::size_t points) {
    std::vector<Text> texts;
    const std::string only = environment("ISONOISE_TEST_ONLY", "");
    for (const std::filesystem::path& file : function_files()) {
        Function function(read_file(file), file.filename().string());
        const std::string stem = file.stem().string();
        if (stem.find(only) == std::string::npos) continue;
        if (stem == "islands" || stem == "cellular" || stem == "matrices" || stem == "veins" || stem == "rings1d")
            texts.push_back(cell_text_of(language, function.with_cells(), stem + "_far", points / 4));
        if (stem == "islands" || stem == "veins")
            texts.push_back(
                cell_text_of(language, function.with_gradient().with_cells(), stem + "_slope_far", points / 4));
        add_function(texts, language, function,
                     std::ranges::count(language.reserved, stem) == 0 ? stem : stem + "_noise", points);
    }
    return texts;
}

// Returns ISONOISE_TEST_FUNCTIONS random texts.
inline std::vector<Text> drawn_texts(const Language& language, std::size_t points) {
    std::vector<Text> texts;
    const std::uint64_t drawn = std::strtoull(environment("ISONOISE_TEST_FUNCTIONS", "24").c_str(), nullptr, 10);
    for (std::uint64_t i = 0; i < drawn; ++i) {
        const std::string text = Generator(1000 + i).text();
        try {
            add_function(texts, language, Function(text), fmt::format("drawn{}", i), points);
        } catch (const Error& e) {
            if (!is_slow(e.what())) ADD_FAILURE() << e.what() << "\n" << text;
        }
    }
    std::erase_if(texts, [](const Text& text) {  // NaN everywhere
        return std::ranges::all_of(text.calls, [](const Call& call) { return call.inputs.empty(); });
    });
    return texts;
}
