// consumer POINTS VALUES [--SETTING=VALUE...]: compares this program's noise with VALUES, which `isonoise sample --hex`
// printed for POINTS. Exit 0: the same bits.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>

#include <isonoise/isonoise.hpp>

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
    std::ifstream points(argv[1]), values(argv[2]);
    int compared = 0, different = 0;
    while (points >> std::ws && !points.eof()) {
        glm::vec4 p(0.0f);
        for (int axis = 0; axis < settings.dim; ++axis)
            p[axis] = number(points);
        const float value = noise(p), expected = number(values);
        ++compared;
        different += std::memcmp(&value, &expected, sizeof value) != 0;
    }
    std::printf("%d of %d values differ\n", different, compared);
    return different == 0 && compared > 0 ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "consumer: %s\n", error.what());
    return 2;
}
