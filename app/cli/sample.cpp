// isonoise sample: evaluates the noise at points read from standard input.
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iostream>

#include "cli/options.hpp"
#include "cli/verbs.hpp"
#include "conformance/points.hpp"
#include "error.hpp"
#include "gpu/evaluator.hpp"
#include "io/output.hpp"

namespace isonoise {
namespace {

struct SampleOptions {
    PresetOptions preset;
    GpuOptions gpu;
    std::string backend = "cpu";
    bool cells = false;
    bool gradient = false;
    bool slope = false;
    bool hex = false;
};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// The words of a line, separated by blanks or a single comma.
std::vector<std::string> split(const std::string& line, std::uint64_t number) {
    std::vector<std::string> words;
    std::size_t at = 0;
    auto skip_blanks = [&] {
        while (at < line.size() && is_blank(line[at]))
            ++at;
    };
    skip_blanks();
    while (at < line.size()) {
        std::size_t stop = at;
        while (stop < line.size() && !is_blank(line[stop]) && line[stop] != ',')
            ++stop;
        words.push_back(line.substr(at, stop - at));
        at = stop;
        skip_blanks();
        if (at < line.size() && line[at] == ',') {
            ++at;
            skip_blanks();
            if (at == line.size()) fail("line {}: expected a number after the last comma", number);
        }
    }
    return words;
}

// strtof accepts decimal and hexadecimal numbers, nan and inf, and rounds once.
float parse_float(const std::string& word, std::uint64_t number) {
    char* parsed = nullptr;
    errno = 0;
    const float value = std::strtof(word.c_str(), &parsed);
    if (word.empty() || parsed != word.c_str() + word.size()) {
        fail("line {}: expected a number, got {}", number, in_quotes(word));
    }
    if (errno == ERANGE && std::isinf(value)) fail("line {}: {} is too large for a float", number, in_quotes(word));
    return value;
}

// A cell may be any 64-bit integer: the lattice repeats after 2^32, or after its period.
std::int64_t parse_cell(const std::string& word, std::uint64_t number) {
    std::int64_t value = 0;
    const char* begin = word.c_str() + (word.size() > 1 && word[0] == '+' ? 1 : 0);
    const char* end = word.c_str() + word.size();
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (error != std::errc() || stop != end || word.empty()) {
        fail("line {}: expected a cell, a whole number, got {}", number, in_quotes(word));
    }
    return value;
}

struct Point {
    glm::ivec4 cell{0};
    glm::vec4 p{0.0f};  // or the fraction
};

// One line: `dim` numbers, or `dim` cells and then `dim` fractions.
Point parse_point(const std::string& line, const Settings& settings, bool cells, std::uint64_t number) {
    const int dim = settings.dim;
    const std::vector<std::string> words = split(line, number);
    const auto count = static_cast<std::size_t>(cells ? 2 * dim : dim);
    Point point;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto axis = static_cast<int>(i) % dim;
        if (cells && i < static_cast<std::size_t>(dim)) {
            point.cell[axis] = wrapped_cell(parse_cell(words[i], number), repeats(settings)[i]);
            continue;
        }
        const float value = parse_float(words[i], number);
        if (cells && !(value >= 0.0f && value <= 1.0f)) {
            fail("line {}: expected a fraction from 0 to 1, got {}", number, in_quotes(words[i]));
        }
        if (i < count) point.p[axis] = value;
    }
    if (words.size() != count) {
        fail("line {}: expected {} number{}{}, got {}", number, count, count == 1 ? "" : "s",
             cells ? ", first the cells, then the fractions" : "", words.size());
    }
    return point;
}

std::string text_of(float value, bool hex) {
    if (std::fabs(value) < 0x1p-126f) value = 0.0f;  // -0 and subnormals: the contract counts them as 0
    return hex ? in_hex(value) : fmt::format("{:.9g}", value);
}

// The points read so far, and their noise.
class Sampler {
  public:
    explicit Sampler(const SampleOptions& options)
        : options_(options), noise_(options.preset.preset().settings), slopes_(options.gradient || options.slope) {
        const Settings& s = noise_.settings();
        if (options.cells && s.frequency != 1.0f) fail("cells: expected frequency 1");
        if (options.gradient && options.slope) fail("slope: expected without --gradient");
        if (options.gradient && s.fractal == Fractal::eroded) {
            fail("gradient: fractal eroded has none; --slope prints the slope that it accumulates");
        }
        if (options.gradient && !has_gradient(s)) fail("gradient: algorithm {} has none", get(s, "algorithm"));
        if (options.slope && s.fractal != Fractal::eroded) fail("slope: only fractal eroded has one");
        if (options.backend == "gpu") {
            gpu_.emplace(options.gpu);
            evaluator_.emplace(gpu_->shaders(), gpu_->info());
        }
    }

    void read(const std::string& line, std::uint64_t number) {
        const Point point = parse_point(line, noise_.settings(), options_.cells, number);
        if (options_.cells) cells_.push_back(point.cell);
        points_.push_back(point.p);
    }
    std::size_t waiting() const { return points_.size(); }

    // Writes one line per point read.
    void write() {
        values_.resize(points_.size());
        if (slopes_) gradients_.resize(points_.size());
        if (evaluator_) {
            if (options_.cells) {
                evaluator_->points(noise_, cells_, points_, values_, gradients_);
            } else {
                evaluator_->points(noise_, points_, values_, gradients_);
            }
        } else {
            for (std::size_t i = 0; i < points_.size(); ++i)
                compute(i);
        }
        for (std::size_t i = 0; i < points_.size(); ++i) {
            std::string line = text_of(values_[i], options_.hex);
            for (int c = 0; slopes_ && c < noise_.settings().dim; ++c)
                line += ' ' + text_of(gradients_[i][c], options_.hex);
            print(line + '\n');
        }
        flush_output();
        points_.clear();
        cells_.clear();
    }

  private:
    void compute(std::size_t i) {
        const glm::vec4 p = points_[i];
        if (options_.slope) {
            values_[i] = options_.cells ? noise_.slope(cells_[i], p, gradients_[i]) : noise_.slope(p, gradients_[i]);
        } else if (options_.gradient) {
            values_[i] =
                options_.cells ? noise_.gradient(cells_[i], p, gradients_[i]) : noise_.gradient(p, gradients_[i]);
        } else {
            values_[i] = options_.cells ? noise_(cells_[i], p) : noise_(p);
        }
    }

    const SampleOptions& options_;
    Noise noise_;
    bool slopes_;
    std::optional<Gpu> gpu_;
    std::optional<Evaluator> evaluator_;
    std::vector<glm::ivec4> cells_;
    std::vector<glm::vec4> points_;
    std::vector<float> values_;
    std::vector<glm::vec4> gradients_;
};

void sample(const SampleOptions& options) {
    if (options.backend != "cpu" && options.backend != "gpu") {
        fail("backend: expected one of cpu, gpu, got {}", in_quotes(options.backend));
    }
    options.gpu.check();
    Sampler sampler(options);

    std::ios::sync_with_stdio(false);
    std::uint64_t number = 0;
    for (std::string line; std::getline(std::cin, line);) {
        try {
            sampler.read(line, ++number);
        } catch (const Error&) {
            sampler.write();  // answers for the lines before the bad one
            throw;
        }
        // Interactive or line-by-line input gets each answer at once; a file goes in batches.
        if (sampler.waiting() >= 1 << 18 || std::cin.rdbuf()->in_avail() <= 0) sampler.write();
    }
    if (std::cin.bad()) fail("cannot read standard input");
    sampler.write();
}

}  // namespace

void add_sample(CommandLine& line) {
    auto options = std::make_shared<SampleOptions>();
    Verb& verb = line.verb("sample", "print the noise at points read from standard input");
    verb.footer("Reads one point per line: `dim` numbers separated by blanks or commas; decimal, hexadecimal, nan or "
                "inf.\n"
                "Writes one line per point: the value and, with --gradient, the derivative by each coordinate.\n\n"
                "  echo 0.5 0.25 | isonoise sample\n"
                "  isonoise sample --dim 3 --octaves 6 --backend gpu --hex < points.txt\n"
                "  echo 1000000000 -5 0.5 0.25 | isonoise sample --cells --gradient");
    options->preset.add(verb, PresetFlags::settings);
    options->gpu.add(verb);
    verb.option("--backend", options->backend, "WORD", "cpu or gpu; both print the same bits [cpu]");
    verb.choices("--backend", {"cpu", "gpu"});
    verb.flag("--hex", options->hex, "print hexadecimal floats instead of nine digits");
    verb.flag("--gradient", options->gradient, "print the value and its derivative by each coordinate");
    verb.flag("--slope", options->slope, "print the value and the slope that fractal eroded accumulates");
    verb.flag("--cells", options->cells, "each line holds `dim` whole cells, then `dim` fractions from 0 to 1");
    verb.run([options] {
        sample(*options);
        return 0;
    });
}

}  // namespace isonoise
