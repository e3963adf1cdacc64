// isonoise_measure: the figures that decided the hash and the gradient sets of `perlin`.
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "error.hpp"
#include "measures.hpp"

int main(int argc, char** argv) {
    CLI::App app("Measures the candidates for the hash and the gradient sets of perlin");
    app.require_subcommand(1);

    std::vector<std::string> parts;
    std::vector<std::string> keys;
    int skip = 0, rounds = 41;
    std::filesystem::path directory;
    CLI::App* quality = app.add_subcommand("quality", "Tables of quality, on the CPU");
    quality->add_option("parts", parts, "hashes, sets, fade; all if there is none")
        ->check(CLI::IsMember({"hashes", "sets", "fade"}));
    quality->add_option("--skip", skip, "Take gradient indices this many bits below the top")
        ->check(CLI::Range(0, 27))
        ->capture_default_str();
    quality->add_option("--hash", keys, "Only these hashes, by the first column of the tables");
    CLI::App* speed = app.add_subcommand("speed", "Tables of speed");
    speed->add_option("parts", parts, "gpu, cpu; both if there is none")->check(CLI::IsMember({"gpu", "cpu"}));
    speed->add_option("--rounds", rounds, "Rounds of A B A B")->check(CLI::Range(3, 1000))->capture_default_str();
    int log2_cells = 32;
    CLI::App* suprema = app.add_subcommand("suprema", "The suprema of core's functions, and cells that come near");
    suprema->add_option("--cells", log2_cells, "Logarithm of the cells to search in 4D")->check(CLI::Range(1, 40));
    CLI::App* plots = app.add_subcommand("plots", "Pictures of spectra and of noise, as WebP");
    plots->add_option("directory", directory, "Where to put them")->required()->check(CLI::ExistingDirectory);
    CLI::App* shaders = app.add_subcommand("shaders", "Compute shaders of hashes and sets, for a compiler's estimates");
    shaders->add_option("directory", directory, "Where to put them")->required()->check(CLI::ExistingDirectory);
    CLI11_PARSE(app, argc, argv);

    auto wanted = [&](const char* part) {
        return parts.empty() || std::find(parts.begin(), parts.end(), part) != parts.end();
    };
    try {
        measure::check_chosen();
        if (*quality) {
            if (wanted("hashes")) measure::hash_quality(skip, keys);
            if (wanted("sets")) measure::set_quality();
            if (wanted("fade")) measure::fade_quality();
        }
        if (*speed) {
            if (wanted("gpu")) measure::gpu_speed(rounds);
            if (wanted("cpu")) measure::cpu_speed(rounds);
        }
        if (*suprema) measure::suprema(log2_cells);
        if (*shaders) measure::shaders(directory);
        if (*plots) measure::plots(directory);
    } catch (const isonoise::Error& e) {
        std::fprintf(stderr, "isonoise_measure: %s\n", e.what());
        return 2;
    }
    return 0;
}
