// isonoise_measure: the figures that decided the hash and the gradient sets of `perlin`.
#include <cstdio>
#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/options.hpp"
#include "error.hpp"
#include "measures.hpp"

using namespace isonoise;

static int run(const std::vector<std::string>& arguments) {
    CommandLine line("isonoise_measure", "the figures that decided the hash and the gradient sets of perlin");
    std::string skip = "0", hash, rounds = "41", cells = "32", directory;
    const auto number = [](const char* name, const std::string& text, int min, int max) {
        return static_cast<int>(parse_whole(name, text, min, max));
    };
    const auto add = [&](const char* name, const char* about, auto measure) -> Verb& {
        Verb& verb = line.verb(name, about);
        verb.run([measure] {
            measure::check_chosen();
            measure();
            return 0;
        });
        return verb;
    };
    Verb& hashes = add("hashes", "quality of the hashes", [&] {
        measure::hash_quality(number("skip", skip, 0, 27),
                              hash.empty() ? std::vector<std::string>() : std::vector{hash});
    });
    hashes.option("--skip", skip, "0..27", "take gradient indices this many bits below the top");
    hashes.option("--hash", hash, "KEY", "only this hash, by the first column of the tables");
    add("sets", "quality of the gradient sets", measure::set_quality);
    add("fade", "quality of the fades", measure::fade_quality);
    for (Verb* verb : {&add("gpu", "speed on the GPU", [&] { measure::gpu_speed(number("rounds", rounds, 3, 1000)); }),
                       &add("cpu", "speed on the CPU", [&] { measure::cpu_speed(number("rounds", rounds, 3, 1000)); })})
        verb->option("--rounds", rounds, "3..1000", "rounds of A B A B [41]");
    add("suprema", "the suprema of core's functions, and cells that come near", [&] {
        measure::suprema(number("cells", cells, 1, 40));
    }).option("--cells", cells, "1..40", "logarithm of the cells to search in 4D [32]");
    add("plots", "pictures of spectra and of noise, as WebP", [&] {
        measure::plots(directory);
    }).option("DIR", directory, "", "where to put them");
    add("shaders", "compute shaders of hashes and sets, for a compiler's estimates", [&] {
        measure::shaders(directory);
    }).option("DIR", directory, "", "where to put them");
    return line.run(arguments);
}

int main(int argc, char** argv) {
    try {
        return run({argv + 1, argv + argc});
    } catch (const Error& e) {
        std::fprintf(stderr, "isonoise_measure: %s\n", e.what());
        return 2;
    }
}
