// consumer PROGRAM: compares this program's noise with that of PROGRAM (isonoise), at points of every kind.
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include <isonoise/isonoise.hpp>

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const std::string points = "consumer-points.txt";
    std::vector<glm::vec3> list;
    std::FILE* file = std::fopen(points.c_str(), "w");
    for (int i = 0; i < 20000; ++i) {
        const glm::vec3 p(0.01f * static_cast<float>(i) - 70.0f, 1e-3f * static_cast<float>(i * i % 9973),
                          static_cast<float>(i) / 7.0f);
        list.push_back(p);
        std::fprintf(file, "%a %a %a\n", static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z));
    }
    std::fclose(file);
    int different = 0, compared = 0;
    for (const char* octaves : {"1", "6"}) {
        const isonoise::Fbm fbm = isonoise::fbm(octaves[0] == '1' ? 1.0f : 6.0f, 0.5f, 2.0f);
        const std::string command =
            std::string(argv[1]) + " sample --dim 3 --seed 3 --hex --octaves " + octaves + " < " + points;
        std::FILE* pipe = popen(command.c_str(), "r");
        char line[64];
        for (const glm::vec3& p : list) {
            if (!std::fgets(line, sizeof line, pipe)) break;
            float expected = 0;
            std::sscanf(line, "%a", &expected);
            const float value = isonoise::perlin3_fbm(p, 3, fbm);
            ++compared;
            different += std::memcmp(&value, &expected, sizeof value) != 0;
        }
        if (pclose(pipe) != 0) return 2;
    }
    std::printf("%d of %d values differ\n", different, compared);
    return different == 0 && compared == 40000 ? 0 : 1;
}
