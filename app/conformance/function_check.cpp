#include "conformance/function_check.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "conformance/points.hpp"
#include "gpu/object.hpp"
#include "gpu/texels.hpp"
#include "isonoise/function/source.hpp"

namespace isonoise {
namespace {

constexpr int kSide = 512;
constexpr std::size_t kAtOnce = std::size_t{kSide} * kSide;

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

}  // namespace

// Texels with 4 words, and the framebuffer that draws them.
class FunctionTarget {
  public:
    FunctionTarget()
        : points_(Texture::make()), bits_(Texture::make()), framebuffer_(Framebuffer::make()),
          vertices_(VertexArray::make()) {
        for (const GLuint texture : {points_.get(), bits_.get()}) {
            glBindTexture(GL_TEXTURE_2D, texture);
            glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32UI, kSide, kSide, 0, GL_RGBA_INTEGER, GL_UNSIGNED_INT, nullptr);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        }
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, bits_.get(), 0);
    }
    void bind() {
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
        glViewport(0, 0, kSide, kSide);
        glBindVertexArray(vertices_.get());
        glActiveTexture(GL_TEXTURE0);
        glBindTexture(GL_TEXTURE_2D, points_.get());
    }
    void set(const std::vector<float>& points) {
        bind();
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, kSide, kSide, GL_RGBA_INTEGER, GL_UNSIGNED_INT, points.data());
    }
    void draw(const std::vector<float>& points, std::vector<std::uint32_t>& bits) {
        set(points);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        read_texels(0, kSide, kSide, GL_RGBA32UI, bits.data());
        check_gl("a function");
    }

  private:
    Texture points_, bits_;
    Framebuffer framebuffer_;
    VertexArray vertices_;
};

namespace {

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

}  // namespace

// The program that draws a function: function.frag with `text` in it.
static Shaders shaders_with(int glsl, const std::string& text) {
    return Shaders(glsl, ShaderFiles().edited([text](const std::string& name, std::string& file) {
        if (name == "evaluate/function.glsl") file = text;
    }));
}

static void use(Shaders& shaders) {
    glUniform1i(glGetUniformLocation(shaders.use("evaluate/function.frag"), "points"), 0);
}

struct FunctionDrawing::State {
    Shaders shaders;
    FunctionTarget target;
};

FunctionDrawing::FunctionDrawing(int glsl, const Function& function, const std::string& shader)
    : state_(new State{
          shaders_with(glsl, shader.empty() ? "#define ISONOISE_FUNCTION(p) p\n" : shader + call_of(function)), {}}) {
    std::vector<float> points(4 * kPoints);
    Random random(1);
    for (float& x : points)
        x = static_cast<float>(random.between(-1000, 1000));
    state_->target.set(points);
    draw(1);
    check_gl("a function");
}

FunctionDrawing::~FunctionDrawing() = default;

void FunctionDrawing::draw(int times) {
    use(state_->shaders);
    state_->target.bind();
    for (int i = 0; i < times; ++i)
        glDrawArrays(GL_TRIANGLES, 0, 3);
    glFinish();
}

FunctionResult check_function(int glsl, const Function& function, const std::string& shader, std::uint64_t points,
                              std::uint32_t seed, const std::function<void(std::uint64_t)>& progress) {
    Shaders shaders = shaders_with(glsl, shader + call_of(function));
    use(shaders);
    FunctionTarget target;
    const auto dim = static_cast<std::size_t>(function.dim()), channels = static_cast<std::size_t>(function.channels()),
               first = first_channel(function);
    std::vector<float> at(4 * kAtOnce), results(channels * kAtOnce);
    std::vector<std::uint32_t> bits(4 * kAtOnce);
    Random random(seed);
    FunctionResult result;
    while (result.points < points) {
        const std::size_t count = std::min<std::uint64_t>(kAtOnce, points - result.points);
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint64_t kind = random.next();
            for (std::size_t c = 0; c < dim; ++c)
                at[4 * i + c] = function.has_cells()
                                    ? random_cell(random)
                                    : function_coordinate(random, random.next() % 4 == 0 ? random.next() : kind);
        }
        target.draw(at, bits);
        Points list;
        list.count = static_cast<std::int64_t>(count);
        for (std::size_t c = 0; c < dim; ++c) {
            list.coordinates[c] = &at[c];
            list.strides[c] = 4;
        }
        std::vector<float*> to;
        for (std::size_t c = 0; c < channels; ++c)
            to.push_back(&results[c * kAtOnce]);
        if (function.has_cells())
            evaluate_cells(function, at, count, to);
        else
            function.evaluate(list, to, {.threads = 0});
        for (std::size_t i = 0; i < count; ++i) {
            std::vector<float> own;
            bool same = true, undefined = true;
            for (std::size_t c = first; c < channels; ++c) {
                own.push_back(to[c][i]);
                if (is_same_bits(std::bit_cast<std::uint32_t>(own.back()), bits[4 * i + c - first])) continue;
                same = false;
                undefined &= std::isnan(own.back());
            }
            if (same) continue;
            if (undefined) {
                ++result.undefined;
                continue;
            }
            if (++result.differing <= 3)
                result.first.push_back(difference_in_words(function, &at[4 * i], own, &bits[4 * i]));
        }
        result.points += count;
        progress(result.points);
    }
    return result;
}

}  // namespace isonoise
