#include "isonoise/shader.hpp"

#include <cmath>
#include <cstddef>

#include "isonoise/octaves.hpp"

namespace isonoise {

static_assert(offsetof(Plan, flow) % 16 == 0 && offsetof(Plan, octaves) % 16 == 0 &&
                  sizeof(Plan) == offsetof(Plan, octaves) + 32 * 32,
              "the layout that std140 gives the block of noise.glsl");

std::map<std::string, int> shader_macros(const Settings& s, bool far) {
    return {{"ISONOISE_ALGORITHM", static_cast<int>(s.algorithm)},
            {"ISONOISE_DIM", s.dim},
            {"ISONOISE_FADE", static_cast<int>(used_fade(s))},
            {"ISONOISE_FRACTAL", static_cast<int>(s.fractal)},
            {"ISONOISE_WHOLE", is_whole(s.lacunarity)},
            {"ISONOISE_PERIODIC", is_periodic(s)},
            {"ISONOISE_WARP", s.warp != 0.0f},
            {"ISONOISE_FLOW", s.flow != 0.0f},
            {"ISONOISE_FAR", far && hashes_keys(s.algorithm)}};
}

std::string shader_defines(const Settings& settings, bool far) {
    std::string text;
    for (const auto& [name, value] : shader_macros(settings, far))
        text += "#define " + name + " " + std::to_string(value) + "\n";
    return text;
}

bool leaves_32_bits(const Noise& noise, std::int64_t farthest) {
    const double reach = (static_cast<double>(farthest) + static_cast<double>(noise.settings().warp) + 2.0) *
                         std::pow(static_cast<double>(noise.settings().lacunarity), noise.plan().count);
    return reach >= 2147483648.0;
}

std::array<std::uint32_t, 64> shader_table(const Noise& noise) {
    std::array<std::uint32_t, 64> words{};  // lowest entries first, regardless of byte order
    if (noise.settings().algorithm == Algorithm::axis) {
        for (std::size_t i = 0; i < 1024; ++i)
            words[i / 16] |= (noise.axis_table()[i] & 3u) << (2 * (i % 16));
    } else {
        for (std::size_t i = 0; i < 256; ++i)
            words[i / 4] |= static_cast<std::uint32_t>(noise.permutation()[i]) << (8 * (i % 4));
    }
    return words;
}

}  // namespace isonoise
