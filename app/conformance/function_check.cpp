#include "conformance/function_check.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "conformance/points.hpp"
#include "isonoise/function/source.hpp"

namespace isonoise {
namespace {

constexpr std::size_t kAtOnce = kDrawnPoints;

// Near the origin and far out, on lattice points and near them, and tiny.
float function_coordinate(Random& random, std::uint64_t kind) {
    switch (kind % 8) {
    case 0: return static_cast<float>(random.between(-1e6, 1e6));
    case 1: return static_cast<float>(std::floor(random.between(-64, 64)));
    case 2: return static_cast<float>(std::floor(random.between(-64, 64)) + random.between(-1e-5, 1e-5));
    case 3: return static_cast<float>(std::ldexp(random.between(-1, 1), static_cast<int>(random.next() % 36) - 12));
    default: return static_cast<float>(random.between(-32, 32));
    }
}

// Zeros of both signs are equal, as are all NaN and numbers so small that drivers flush them.
bool is_same_bits(std::uint32_t a, std::uint32_t b) {
    const float x = std::bit_cast<float>(a), y = std::bit_cast<float>(b);
    return a == b || (std::isnan(x) && std::isnan(y)) || (std::fabs(x) < 0x1p-126f && std::fabs(y) < 0x1p-126f);
}

// A function with its gradient has up to five channels; in four dimensions the value is left out.
std::size_t first_channel(const Function& function) { return function.channels() > 4 ? 1 : 0; }

std::string call_of(const Function& function) {
    static constexpr const char *parts[] = {"", "p.x", "p.xy", "p.xyz", "p"},
                                *rest[] = {"", ", 0.0, 0.0, 0.0", ", 0.0, 0.0", ", 0.0", ""},
                                *points[] = {"", "float", "vec2", "vec3", "vec4"},
                                *cells[] = {"", "int(w.x)", "ivec2(w.xy)", "ivec3(w.xyz)", "ivec4(w)"},
                                *fractions[] = {"", "f.x", "f.xy", "f.xyz", "f"};
    const int dim = function.dim();
    const std::string name = function::entry_name(function.form());
    std::string at = parts[dim], text = "vec4 isonoise_at(vec4 p, uvec4 w) {\n";
    if (function.has_cells()) {
        // The words themselves are cells, and mixed they are fractions: see fraction_of().
        text += "    vec4 f = uintBitsToFloat(((w * 0x9E3779B9u) >> 9) | 0x3F800000u) - 1.0;\n";
        at = fmt::format("{}, {}", cells[dim], fractions[dim]);
    }
    if (function.has_gradient()) {
        text += fmt::format("    {} g;\n    float n = {}({}, g);\n    return vec4({}g{});\n", points[dim], name, at,
                            dim < 4 ? "n, " : "", dim < 4 ? rest[1 + dim] : "");
    } else {
        text += fmt::format("    return vec4({}({}){});\n", name, at, rest[function.channels()]);
    }
    return text + "}\n#define ISONOISE_FUNCTION(p) isonoise_at(p, words)\n";
}

float fraction_of(float word) {
    return std::bit_cast<float>(((std::bit_cast<std::uint32_t>(word) * 0x9E3779B9u) >> 9) | 0x3F800000u) - 1.0f;
}

// A cell near or far from 0, as the bits of a float.
float random_cell(Random& random) {
    const std::uint32_t cell = random.bits() >> random.next() % 32;
    return std::bit_cast<float>(random.next() % 2 == 0 ? cell : ~cell);
}

std::string difference_in_words(const Function& function, const float* point, const std::vector<float>& cpu,
                                const std::uint32_t* gpu) {
    std::string text = function.has_cells() ? "noise_cell(" : "noise(";
    for (int c = 0; c < function.dim(); ++c) {
        if (function.has_cells())
            text +=
                fmt::format("{}{} + {}", c ? ", " : "", std::bit_cast<std::int32_t>(point[c]), fraction_of(point[c]));
        else
            text += fmt::format("{}{}", c ? ", " : "", point[c]);
    }
    text += "):";
    for (std::size_t c = 0; c < cpu.size(); ++c)
        text += fmt::format("{} CPU {}, GPU {}", c ? ";" : "", cpu[c], std::bit_cast<float>(gpu[c]));
    return text;
}

// At the cells whose bits `at` has.
void evaluate_cells(const Function& function, std::span<const float> at, std::size_t count,
                    std::span<float* const> to) {
    std::vector<std::int32_t> cells;
    std::vector<float> fractions;
    for (const float word : at) {
        cells.push_back(std::bit_cast<std::int32_t>(word));
        fractions.push_back(fraction_of(word));
    }
    CellPoints list;
    list.count = static_cast<std::int64_t>(count);
    for (std::size_t c = 0; c < static_cast<std::size_t>(function.dim()); ++c) {
        list.cells[c] = &cells[c];
        list.fractions[c] = &fractions[c];
        list.strides[c] = 4;
    }
    function.evaluate(list, to, {.threads = 0});
}

// function.frag with `text` in it.
std::unique_ptr<WordShader> shader_with(NoiseDriver& driver, const std::string& text) {
    const char* const name = "evaluate/function.frag";
    return driver.word_shader(ShaderFiles()
                                  .edited([&](const std::string& file, std::string& of_file) {
                                      if (file == "evaluate/function.glsl") of_file = text;
                                  })
                                  .resolve(name),
                              name);
}

}  // namespace

std::function<void()> function_work(NoiseDriver& driver, const Function& function, const std::string& shader,
                                    int times) {
    const std::shared_ptr<WordShader> drawn =
        shader_with(driver, shader.empty() ? "#define ISONOISE_FUNCTION(p) p\n" : shader + call_of(function));
    std::vector<glm::vec4> points(kAtOnce);
    Random random(1);
    for (glm::vec4& p : points) {
        for (int c = 0; c < 4; ++c)
            p[c] = static_cast<float>(random.between(-1000, 1000));
    }
    drawn->points(points);
    return [=] { drawn->draw(times); };
}

FunctionResult check_function(NoiseDriver& driver, const Function& function, const std::string& shader,
                              std::uint64_t points, std::uint32_t seed,
                              const std::function<void(std::uint64_t)>& progress) {
    const std::unique_ptr<WordShader> drawn = shader_with(driver, shader + call_of(function));
    const auto dim = static_cast<std::size_t>(function.dim()), channels = static_cast<std::size_t>(function.channels()),
               first = first_channel(function);
    std::vector<glm::vec4> at(kAtOnce);
    std::vector<float> results(channels * kAtOnce);
    std::vector<std::array<std::uint32_t, 4>> bits(kAtOnce);
    Random random(seed);
    FunctionResult result;
    while (result.points < points) {
        const std::size_t count = std::min<std::uint64_t>(kAtOnce, points - result.points);
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint64_t kind = random.next();
            for (std::size_t c = 0; c < dim; ++c)
                at[i][static_cast<int>(c)] =
                    function.has_cells() ? random_cell(random)
                                         : function_coordinate(random, random.next() % 4 == 0 ? random.next() : kind);
        }
        drawn->points(at);
        drawn->draw();
        drawn->read(bits);
        Points list;
        list.count = static_cast<std::int64_t>(count);
        for (std::size_t c = 0; c < dim; ++c) {
            list.coordinates[c] = &at[0][static_cast<int>(c)];
            list.strides[c] = 4;
        }
        std::vector<float*> to;
        for (std::size_t c = 0; c < channels; ++c)
            to.push_back(&results[c * kAtOnce]);
        if (function.has_cells())
            evaluate_cells(function, std::span(&at[0].x, 4 * at.size()), count, to);
        else
            function.evaluate(list, to, {.threads = 0});
        for (std::size_t i = 0; i < count; ++i) {
            std::vector<float> own;
            bool same = true, undefined = true;
            for (std::size_t c = first; c < channels; ++c) {
                own.push_back(to[c][i]);
                if (is_same_bits(std::bit_cast<std::uint32_t>(own.back()), bits[i][c - first])) continue;
                same = false;
                undefined &= std::isnan(own.back());
            }
            if (same) continue;
            if (undefined) {
                ++result.undefined;
                continue;
            }
            if (++result.differing <= 3)
                result.first.push_back(difference_in_words(function, &at[i].x, own, bits[i].data()));
        }
        result.points += count;
        progress(result.points);
    }
    return result;
}

}  // namespace isonoise
