// consumer POINTS VALUES [--SETTING=VALUE...]: compares this program's noise with VALUES, as printed by `isonoise
// sample --hex` for POINTS. Exit status 0 means identical bits.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <isonoise/inline.hpp>
#include <isonoise/isonoise.hpp>
#include <isonoise/range.hpp>
#include <isonoise/shader.hpp>
#include <isonoise/text.hpp>
#ifdef CONSUMER_BATCH
#include <isonoise/batch.hpp>
#include <isonoise/function/function.hpp>
#endif

static float number(std::ifstream& file) {
    std::string text;
    if (!(file >> text)) throw std::runtime_error("a number is missing");
    return std::strtof(text.c_str(), nullptr);
}

int main(int argc, char** argv) try {
    if (argc < 3) throw std::runtime_error("two files, please");
    isonoise::Settings settings;
    for (int i = 3; i < argc; ++i) {
        const std::string argument = argv[i];
        const std::size_t equals = argument.find('=');
        const std::string wrong = set(settings, argument.substr(2, equals - 2), argument.substr(equals + 1));
        if (!wrong.empty()) throw std::runtime_error(wrong);
    }
    const isonoise::Noise noise(settings);
    const auto [low, high] = isonoise::value_range(settings);
    if (isonoise::shader_defines(settings).find("#define ISONOISE_DIM ") == std::string::npos)
        throw std::runtime_error("the shader's macros are missing");
    std::ifstream points(argv[1]), values(argv[2]);
    int compared = 0, different = 0;
    while (points >> std::ws && !points.eof()) {
        glm::vec4 p(0.0f);
        for (int axis = 0; axis < settings.dim; ++axis)
            p[axis] = number(points);
        different +=
            isonoise::inlined::perlin3(glm::vec3(p), settings.seed) != isonoise::perlin3(glm::vec3(p), settings.seed);
        const float value = noise(p), expected = number(values);
        ++compared;
        different += std::memcmp(&value, &expected, sizeof value) != 0;
        if (double(value) < low || double(value) > high) throw std::runtime_error("a value is out of range");
    }
#ifdef CONSUMER_BATCH
    // The same points in a single batch.
    points.clear();
    points.seekg(0);
    values.clear();
    values.seekg(0);
    std::vector<float> expected, coordinates, result;
    for (int i = 0; i < compared; ++i) {
        for (int axis = 0; axis < settings.dim; ++axis)
            coordinates.push_back(number(points));
        expected.push_back(number(values));
    }
    result.resize(expected.size());
    isonoise::Points list;
    list.count = compared;
    for (int axis = 0; axis < settings.dim; ++axis) {
        list.coordinates[static_cast<std::size_t>(axis)] = coordinates.data() + axis;
        list.strides[static_cast<std::size_t>(axis)] = settings.dim;
    }
    isonoise::Channels to;
    to.value.data = result.data();
    evaluate(noise, list, to, {.threads = 2});
    for (std::size_t i = 0; i < result.size(); ++i)
        different += std::memcmp(&result[i], &expected[i], sizeof result[i]) != 0;
    // A function of the user, which calls the library's.
    const isonoise::Function function("float noise(vec2 p) { return 0.5 * perlin2(p, 7u) + 0.1; }");
    const float point[] = {0.5f, 0.25f};
    float own = 0;
    function.at(point, {&own, 1});
    const volatile float half = 0.5f * isonoise::perlin2({point[0], point[1]}, 7), sum = half + 0.1f;
    different += own != sum;
    std::printf("%s: ", isonoise::batch_instructions());
#endif
    std::printf("%d of %d values differ\n", different, compared);
    return different == 0 && compared > 0 ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "consumer: %s\n", error.what());
    return 2;
}
