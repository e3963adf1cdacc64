// isonoise sample: the noise at points read from standard input.
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <iostream>

#include "cli/options.hpp"
#include "error.hpp"
#include "gpu/evaluator.hpp"
#include "io/output.hpp"

namespace isonoise {
namespace {

struct SampleOptions {
    PresetOptions preset;
    GpuOptions gpu;
    std::string backend = "cpu";
    bool gradient = false;
    bool hex = false;
};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// One line of `dim` numbers, separated by blanks or by one comma.
glm::vec4 parse_point(const std::string& line, int dim, std::uint64_t number) {
    glm::vec4 point(0.0f);
    int count = 0;
    const char* at = line.c_str();
    const char* end = at + line.size();
    auto skip_blanks = [&] {
        while (at != end && is_blank(*at))
            ++at;
    };
    skip_blanks();
    while (at != end) {
        const char* stop = at;
        while (stop != end && !is_blank(*stop) && *stop != ',')
            ++stop;
        // strtof takes decimal and hexadecimal numbers, nan and inf, and rounds once.
        char* parsed = nullptr;
        errno = 0;
        float value = std::strtof(at, &parsed);
        const std::string word(at, stop);
        if (parsed != stop || word.empty()) fail("line {}: expected a number, got {}", number, in_quotes(word));
        if (errno == ERANGE && std::isinf(value)) fail("line {}: {} is too large for a float", number, in_quotes(word));
        if (count < dim) point[count] = value;
        ++count;
        at = stop;
        skip_blanks();
        if (at != end && *at == ',') {
            ++at;
            skip_blanks();
            if (at == end) fail("line {}: expected a number after the last comma", number);
        }
    }
    if (count != dim) fail("line {}: expected {} number{}, got {}", number, dim, dim == 1 ? "" : "s", count);
    return point;
}

std::string text_of(float value, bool hex) {
    if (std::fabs(value) < 0x1p-126f) value = 0.0f;  // -0 and subnormals: the contract counts them as 0
    return hex ? fmt::format("{:a}\n", value) : fmt::format("{:.9g}\n", value);
}

void sample(const SampleOptions& options) {
    if (options.gradient) fail("--gradient: is not in this version yet");
    if (options.backend != "cpu" && options.backend != "gpu") {
        fail("backend: expected one of cpu, gpu, got {}", in_quotes(options.backend));
    }
    options.gpu.gl();  // refused where it is wrong, whether it is used or not
    const Noise noise(options.preset.preset().settings);
    const int dim = noise.settings().dim;
    std::optional<Gpu> gpu;
    std::optional<Evaluator> evaluator;
    if (options.backend == "gpu") {
        gpu.emplace(options.gpu);
        evaluator.emplace(gpu->shaders(), gpu->info().max_texture);
    }

    std::ios::sync_with_stdio(false);
    std::vector<glm::vec4> points;
    std::vector<float> values;
    auto evaluate = [&] {
        values.resize(points.size());
        if (evaluator) {
            evaluator->points(noise, points, values);
        } else {
            for (std::size_t i = 0; i < points.size(); ++i)
                values[i] = noise(points[i]);
        }
        for (float value : values)
            print(text_of(value, options.hex));
        flush_output();
        points.clear();
    };
    std::uint64_t number = 0;
    for (std::string line; std::getline(std::cin, line);) {
        try {
            points.push_back(parse_point(line, dim, ++number));
        } catch (const Error&) {
            evaluate();  // what came before the bad line
            throw;
        }
        // Whoever types or pipes line by line gets each answer at once; a file goes in batches.
        if (points.size() >= 1 << 18 || std::cin.rdbuf()->in_avail() <= 0) evaluate();
    }
    if (std::cin.bad()) fail("cannot read standard input");
    evaluate();
}

}  // namespace

void add_sample(CLI::App& app, int&) {
    auto options = std::make_shared<SampleOptions>();
    CLI::App* verb = app.add_subcommand("sample", "print the noise at points read from standard input");
    verb->footer("Reads one point a line: `dim` numbers separated by blanks or commas; decimal, hexadecimal, "
                 "nan or inf.\n"
                 "Writes one line a point: the value.\n\n"
                 "  echo 0.5 0.25 | isonoise sample\n"
                 "  isonoise sample --dim 3 --octaves 6 --backend gpu --hex < points.txt");
    options->preset.add(*verb, false);
    options->gpu.add(*verb);
    verb->add_option("--backend", options->backend, "which twin computes: cpu or gpu [cpu]")->type_name("WORD");
    verb->add_flag("--hex", options->hex, "print hexadecimal floats, not nine digits");
    verb->add_flag("--gradient", options->gradient)->group("");
    verb->callback([options] { sample(*options); });
}

}  // namespace isonoise
