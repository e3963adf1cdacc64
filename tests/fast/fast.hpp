// The core compiled the way a GPU in fast mode may compile the shaders: with a*b + c fused wherever possible. Its
// namespace is renamed so that one program can hold both.
#pragma once

namespace fast {

struct Setting {
    const char* name;
    const char* text;
};

// Chooses the noise of evaluate(), by settings as for isonoise::set.
void choose(const Setting* settings, int count);
// The value at p and, with `gradient`, the derivatives.
float evaluate(const float (&p)[4], float* gradient);

}  // namespace fast
