// A program of two files with different flags, which share a Walker: compiled once with FIRST, once without. See run.
#include <bit>
#include <cstdint>
#include <cstdio>

#include "isonoise/inline.hpp"

struct Agent {
    int before;
    isonoise::Walker<3> walker;
    int after;
};
float step(Agent& agent, glm::vec3 p);

#ifdef FIRST
float step(Agent& agent, glm::vec3 p) { return agent.walker(p); }
#else
int main() {
    Agent agent{1, isonoise::Walker<3>(7u), 2};
    for (int i = 0; i < 1000; ++i) {
        const glm::vec3 p(0.013f * static_cast<float>(i), 0.5f, -0.007f * static_cast<float>(i));
        const float value = i / 2 % 2 == 0 ? step(agent, p) : agent.walker(p);
        if (std::bit_cast<std::uint32_t>(value) == std::bit_cast<std::uint32_t>(isonoise::perlin3(p, 7u))) continue;
        std::printf("Walker: %a at step %d\n", static_cast<double>(value), i);
        return 1;
    }
    return agent.before != 1 || agent.after != 2;
}
#endif
