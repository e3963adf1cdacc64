// Prints a map of hills and puts a hut on one: the CPU side of a game whose ground hills.vert draws.
//
//   cmake -B build -DCMAKE_PREFIX_PATH=/where/isonoise/is/installed && cmake --build build && build/hills
#include <cstdint>
#include <cstdio>

#include <isonoise/isonoise.hpp>

// hills.vert has the same constants. Powers of two scale without rounding, so both sides agree however they are
// compiled.
const std::uint32_t kSeed = 7;
const float kCell = 32.0f;    // metres
const float kHeight = 64.0f;  // metres

// The height of the ground at a place, in metres. hills.vert has the same function.
float height(glm::vec2 place, const isonoise::Fbm& octaves) {
    return kHeight * isonoise::perlin2_fbm(place / kCell, kSeed, octaves);
}

int main() {
    const isonoise::Fbm octaves = isonoise::fbm(5.0f, 0.5f, 2.0f);
    const glm::vec2 hut(34.0f, 44.0f);
    for (float y = 0.0f; y < 64.0f; y += 2.0f) {
        for (float x = 0.0f; x < 128.0f; ++x) {
            const int level = static_cast<int>(5.0f + 5.0f * height({x, y}, octaves) / (0.6f * kHeight));
            std::putchar(hut == glm::vec2(x, y) ? 'A' : " .,:-=+*#%@"[level < 0 ? 0 : level > 10 ? 10 : level]);
        }
        std::putchar('\n');
    }
    std::printf("A hut at %g, %g: %.5f m up. hills.vert puts the ground at the same height, to the last bit, with\n"
                "the uniform vec4 octaves = %.9g, %.9g, %.9g, %.9g\n",
                hut.x, hut.y, height(hut, octaves), octaves.octaves, octaves.persistence, octaves.lacunarity,
                octaves.normalization);
}
