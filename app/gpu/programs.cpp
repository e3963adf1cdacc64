#include "gpu/programs.hpp"

#include <cstdlib>

#include "error.hpp"
#include "isonoise/shader.hpp"
#include "isonoise/text.hpp"

namespace isonoise {

std::string function_call(const Settings& s, bool cells, bool gradient) {
    const bool perlin = s.algorithm == Algorithm::perlin, value = s.algorithm == Algorithm::value;
    const bool article = !perlin && !value && s.algorithm != Algorithm::improved;
    static constexpr const char *components[] = {"", ".x", ".xy", ".xyz", ""},
                                *ints[] = {"", "int(", "ivec2(", "ivec3(", "ivec4("};
    const std::string swizzle = components[s.dim];
    std::string name = get(s, "algorithm") + std::to_string(s.dim), arguments = "p" + swizzle;
    if (cells) arguments = ints[s.dim] + ("cell" + swizzle) + "), " + arguments;
    if (perlin || value) arguments += ", seed";
    if (s.octaves > 1.0f) {
        name += "_fbm";
        arguments += ", IsonoiseFbm(terms.x, terms.y, terms.z, terms.w)";
    } else if (!article && (is_periodic(s) || !perlin)) {
        if (perlin) name += "_periodic";
        arguments += ", isonoise_plan.octaves[0].period" + swizzle;
    }
    if (gradient) {
        name += "_gradient";
        arguments += ", g" + swizzle;
    }
    return name + "(" + arguments + ")";
}

std::string program_defines(const Settings& settings, const Variant& variant) {
    std::string defines = shader_defines(settings, variant.far);
    defines +=
        fmt::format("#define ISONOISE_CELLS {:d}\n#define ISONOISE_GRADIENT {:d}\n", variant.cells, variant.gradient);
    if (variant.function)
        defines += fmt::format("#define ISONOISE_CALL(p, cell, g) {}\n",
                               function_call(settings, variant.cells, variant.gradient));
    return defines;
}

// Can four rows of a grid be computed together (see rows.comp)? That decides the compute shader.
bool has_rows(const Settings& s) { return s.dim > 1 && has_separate_axes(s); }
const char* compute_shader(const Settings& s) { return has_rows(s) ? "evaluate/rows.comp" : "evaluate/grid.comp"; }

bool leaves_32_bits(const Noise& noise, const GridPart& axes) {
    std::int64_t farthest = 0;
    for (const std::span<const AxisPoint> axis : axes) {
        for (const AxisPoint& point : axis)
            farthest = std::max(farthest, std::abs(std::int64_t{point.cell}));
    }
    return leaves_32_bits(noise, farthest);
}

void check_sizes(std::size_t points, std::span<const glm::ivec4> cells, std::span<const float> values,
                 std::span<const glm::vec4> gradients) {
    if (values.size() < points || (!gradients.empty() && gradients.size() < points))
        fail("a buffer is too small for the values of {} points", points);
    if (!cells.empty() && cells.size() < points) fail("{} points have only {} cells", points, cells.size());
}

int rows_for(std::size_t points, int max_texture) {
    const std::size_t rows = (points + kRowOfPoints - 1) / kRowOfPoints;
    return static_cast<int>(std::min<std::size_t>(rows, static_cast<std::size_t>(std::min(max_texture, 1024))));
}

// The rounding that the words of evaluate/arithmetic.frag show; that file lists those for rounding to nearest even.
static Rounding rounding_of(std::span<const std::uint32_t, 4> sums, std::span<const std::uint32_t, 4> products) {
    static constexpr std::uint32_t found[][4] = {{0, 1, 1, 1}, {0, 0, 0, 0}, {1, 1, 1, 0}, {0, 0, 0, 1}};
    for (std::size_t i = 0; i < std::size(found); ++i) {
        if (std::equal(sums.begin(), sums.end(), found[i]) && std::equal(products.begin(), products.end(), found[i]))
            return static_cast<Rounding>(i);
    }
    return Rounding::other;
}

Arithmetic arithmetic_of(std::span<const std::uint32_t, 12> found) {
    const std::uint32_t sign = 0x7FFFFFFFu;  // -0 counts as 0
    return {(found[0] & sign) != 0, (found[1] & sign) != 0, (found[2] & sign) != 0, (found[3] & sign) == 0,
            rounding_of(found.subspan<4, 4>(), found.subspan<8, 4>())};
}

}  // namespace isonoise
