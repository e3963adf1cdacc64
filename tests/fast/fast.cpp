// Compiled with -Disonoise=isonoise_fast: see tests/CMakeLists.txt.
#include "fast/fast.hpp"

#include "isonoise/isonoise.hpp"
#include "isonoise/text.hpp"

static isonoise::Noise noise{isonoise::Settings()};

void fast::choose(const Setting* settings, int count) {
    isonoise::Settings chosen;
    for (int i = 0; i < count; ++i)
        set(chosen, settings[i].name, settings[i].text);
    noise = isonoise::Noise(chosen);
}

float fast::evaluate(const float (&p)[4], float* gradient) {
    const glm::vec4 at(p[0], p[1], p[2], p[3]);
    glm::vec4 g(0.0f);
    const float value = gradient ? noise.gradient(at, g) : noise(at);
    for (int c = 0; gradient && c < 4; ++c)
        gradient[c] = g[c];
    return value;
}
