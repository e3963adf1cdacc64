// The core once more, compiled as a GPU in fast mode may compile the shaders: with a*b + c fused wherever that is
// possible. Its namespace is renamed, so that both fit into one program.
#pragma once

namespace fast {

struct Setting {
    const char* name;
    const char* text;
};

// The value at p, and with `gradient` the derivatives. Settings as of isonoise::set.
float evaluate(const Setting* settings, int count, const float (&p)[4], float* gradient);

}  // namespace fast
