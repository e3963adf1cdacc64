// isonoise sample: evaluates the noise at points read from standard input.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <system_error>

#include "cli/options.hpp"
#include "cli/verbs.hpp"
#include "conformance/points.hpp"
#include "error.hpp"
#include "gpu/evaluator.hpp"
#include "io/decimal.hpp"
#include "io/output.hpp"
#include "io/progress.hpp"
#include "isonoise/batch.hpp"
#include "isonoise/reference.hpp"
#include "platform/system.hpp"
#include "words.hpp"

namespace isonoise {
namespace {

struct SampleOptions {
    PresetOptions preset;
    GpuOptions gpu;
    std::string backend = "cpu";
    std::string format = "text";
    bool cells = false;
    bool gradient = false;
    bool slope = false;
    bool hex = false;
    bool reference = false;
    std::string set;
};

constexpr const char* kPointFormats[] = {"text", "f32", "f64"};
enum class PointFormat { text, f32, f64 };

constexpr std::size_t kLongestLine = 65536;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// The words of a line, separated by blanks or a single comma.
void split(std::string_view line, std::uint64_t number, std::vector<std::string_view>& words) {
    words.clear();
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
}

float read_float(std::string_view word, std::uint64_t number) {
    float value = 0.0f;
    const std::errc error = parse_float(word, value);
    if (error == std::errc::result_out_of_range) fail("line {}: {} is too large for a float", number, in_quotes(word));
    if (error != std::errc()) fail("line {}: expected a number, got {}", number, in_quotes(word));
    return value;
}

// A cell may be any 64-bit integer: the lattice repeats after 2^32, or after its period.
std::int64_t parse_cell(std::string_view word, std::uint64_t number) {
    std::int64_t value = 0;
    const char* begin = word.data() + (word.size() > 1 && word[0] == '+' ? 1 : 0);
    const char* end = word.data() + word.size();
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

bool is_fraction(float value) { return value >= 0.0f && value <= 1.0f; }

// Parses one line: `dim` numbers, or `dim` cells and then `dim` fractions. `words` is scratch memory.
Point parse_point(std::string_view line, const Settings& settings, bool cells, std::uint64_t number,
                  std::vector<std::string_view>& words) {
    const auto dim = static_cast<std::size_t>(settings.dim);
    split(line, number, words);
    const std::size_t count = cells ? 2 * dim : dim;
    Point point;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto axis = static_cast<int>(i % dim);
        if (cells && i < dim) {
            point.cell[axis] = wrapped_cell(parse_cell(words[i], number), periods(settings)[i]);
            continue;
        }
        const float value = read_float(words[i], number);
        if (cells && !is_fraction(value)) {
            fail("line {}: expected a fraction from 0 to 1, got {}", number, in_quotes(words[i]));
        }
        if (i < count) point.p[axis] = value;
    }
    if (words.size() != count) {
        fail("line {}: expected {}{}, got {}", number, counted(count, "number"),
             cells ? ", first the cells, then the fractions" : "", words.size());
    }
    return point;
}

template <class T> T number_at(const char*& bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    bytes += sizeof value;
    return value;
}

// Parses one binary record: `dim` coordinates, or `dim` 64-bit cells and then `dim` fractions.
template <class Number> Point read_point(const char* bytes, const Settings& settings, bool cells, std::uint64_t count) {
    Point point;
    for (int axis = 0; cells && axis < settings.dim; ++axis) {
        const auto period = periods(settings)[static_cast<std::size_t>(axis)];
        point.cell[axis] = wrapped_cell(number_at<std::int64_t>(bytes), period);
    }
    for (int axis = 0; axis < settings.dim; ++axis) {
        const auto number = number_at<Number>(bytes);
        const auto value = static_cast<float>(number);
        if (cells && !is_fraction(value)) fail("point {}: expected a fraction from 0 to 1, got {}", count, number);
        point.p[axis] = value;
    }
    return point;
}

// The points read so far, and their noise.
class Sampler {
  public:
    explicit Sampler(const SampleOptions& options)
        : options_(options), format_(parse_word<PointFormat>("format", kPointFormats, options.format)),
          function_(function_to_sample(options)),
          noise_(function_ ? Settings{.dim = function_->dim()} : options.preset.preset().settings),
          slopes_(!function_ && (options.gradient || options.slope)), more_(function_ ? function_->channels() - 1
                                                                            : slopes_ ? noise_.settings().dim
                                                                                      : 0) {
        const Settings& s = noise_.settings();
        if (function_ && !options.cells) cells_per_unit_ = function_->cells_per_unit();
        if (options.cells && s.frequency != 1.0f) fail("cells: expected frequency 1");
        if (options.gradient && options.slope) fail("slope: expected without --gradient");
        if (options.gradient && has_slope(s)) {
            fail("gradient: fractal eroded has none; --slope prints the slope that it accumulates");
        }
        if (options.gradient && !has_gradient(s)) fail("gradient: algorithm {} has none", get(s, "algorithm"));
        if (options.slope && !has_slope(s)) fail("slope: only fractal eroded has one");
        if (format_ != PointFormat::text && options.hex) fail("hex: only with --format text");
        if (format_ != PointFormat::text && is_terminal(stdout))
            fail("format: not writing {} to a terminal", options.format);
        if (options.reference && options.backend == "gpu") fail("reference: only with --backend cpu");
        if (options.backend == "gpu") {
            gpu_.emplace(options.gpu);
            evaluator_.emplace(gpu_->shaders(), gpu_->info());
        }
    }

    // Parses the complete lines or records in `bytes` (everything if `at_end`), writes their noise, and returns the
    // number of bytes used. Points before an error are still answered.
    std::size_t answer(std::string_view bytes, bool at_end) {
        std::size_t taken = 0;
        try {
            taken = format_ == PointFormat::text ? read_lines(bytes, at_end) : read_records(bytes, at_end);
        } catch (const Error&) {
            write();
            throw;
        }
        write();
        return taken;
    }

  private:
    static std::optional<Function> function_to_sample(const SampleOptions& options) {
        std::optional<Function> function = function_of(options.preset.file(), options.set);
        if (!function) return {};
        if (options.slope || options.reference || options.backend == "gpu")
            fail("expected none of --slope, --reference and --backend gpu with a function");
        options.preset.apply_to(*function);
        if (options.gradient) function = function->with_gradient();
        return options.cells ? function->with_cells() : function;
    }

    std::size_t read_lines(std::string_view bytes, bool at_end) {
        std::size_t at = 0;
        while (at < bytes.size()) {
            const std::size_t end = bytes.find('\n', at), stop = std::min(end, bytes.size());
            if (stop - at > kLongestLine) fail("line {}: expected at most {} bytes", count_ + 1, kLongestLine);
            if (end == std::string_view::npos && !at_end) break;
            const std::string_view line = bytes.substr(at, stop - at);
            add(parse_point(line, noise_.settings(), options_.cells, ++count_, words_));
            at = stop + 1;
        }
        return std::min(at, bytes.size());
    }

    std::size_t read_records(std::string_view bytes, bool at_end) {
        const bool wide = format_ == PointFormat::f64;
        const std::size_t size =
            static_cast<std::size_t>(noise_.settings().dim) *
            ((options_.cells ? sizeof(std::int64_t) : 0) + (wide ? sizeof(double) : sizeof(float)));
        std::size_t at = 0;
        for (; bytes.size() - at >= size; at += size) {
            const char* const record = bytes.data() + at;
            ++count_;
            add(wide ? read_point<double>(record, noise_.settings(), options_.cells, count_)
                     : read_point<float>(record, noise_.settings(), options_.cells, count_));
        }
        if (at_end && at < bytes.size())
            fail("point {}: expected {} bytes, got {} before the end", count_ + 1, size, bytes.size() - at);
        return at;
    }

    void add(const Point& point) {
        if (options_.cells) cells_.push_back(point.cell);
        points_.push_back(point.p);
    }

    // Writes one line or record per point read.
    void write() {
        values_.resize(points_.size());
        if (more_ > 0) gradients_.resize(points_.size());
        if (!points_.empty()) compute();
        out_.clear();
        for (std::size_t i = 0; i < points_.size(); ++i) {
            append(values_[i]);
            for (int c = 0; c < more_; ++c) {
                if (format_ == PointFormat::text) out_ += ' ';
                append(gradients_[i][c]);
            }
            if (format_ == PointFormat::text) out_ += '\n';
        }
        print(out_);
        flush_output();
        points_.clear();
        cells_.clear();
    }

    void append(float value) {
        if (std::fabs(value) < 0x1p-126f) value = 0.0f;  // the numeric contract counts -0 and subnormals as 0
        if (format_ != PointFormat::text) {
            out_.append(reinterpret_cast<const char*>(&value), sizeof value);
        } else if (options_.hex) {
            out_ += in_hex(value);
        } else {
            append_decimal(out_, value);
        }
    }

    void compute() {
        if (function_) return compute_function();
        if (evaluator_ && options_.cells) return evaluator_->points(noise_, cells_, points_, values_, gradients_);
        if (evaluator_) return evaluator_->points(noise_, points_, values_, gradients_);
        for (std::size_t i = 0; options_.reference && i < points_.size(); ++i) {
            glm::vec4 g;
            values_[i] =
                options_.cells ? reference(noise_, cells_[i], points_[i], g) : reference(noise_, points_[i], g);
            if (slopes_) gradients_[i] = g;
        }
        if (options_.reference) return;
        for (std::size_t i = 0; options_.cells && i < points_.size(); ++i)
            values_[i] = options_.slope      ? noise_.slope(cells_[i], points_[i], gradients_[i])
                         : options_.gradient ? noise_.gradient(cells_[i], points_[i], gradients_[i])
                                             : noise_(cells_[i], points_[i]);
        if (options_.cells) return;
        Points points{.count = std::ssize(points_)};
        Channels to;
        to.value = {values_.data(), {1}};
        for (int c = 0; c < noise_.settings().dim; ++c) {
            const auto i = static_cast<std::size_t>(c);
            points.coordinates[i] = &points_[0][c];
            points.strides[i] = 4;
            if (slopes_) to.gradient[i] = {&gradients_[0][c], {4}};
        }
        evaluate(noise_, points, to);
    }

    // Says once from where on the coordinates are coarse.
    void tell_if_far() {
        std::array<Reach, 4> reach;
        for (const glm::vec4& point : points_) {
            for (int c = 0; c < function_->dim(); ++c) {
                double& farthest = reach[static_cast<std::size_t>(c)].farthest;
                if (std::isfinite(point[c])) farthest = std::max(farthest, std::fabs(static_cast<double>(point[c])));
            }
        }
        const std::string note = far_note(reach, cells_per_unit_);
        if (note.empty()) return;
        tell([&] { return "sample: " + note; });
        has_told_ = true;
    }

    // The channels after the first stand in for the gradient.
    void compute_function() {
        if (!has_told_ && !options_.cells) tell_if_far();
        Points points{.strides = {4, 4, 4, 4}, .count = std::ssize(points_)};
        CellPoints places{.strides = points.strides, .count = points.count};
        for (int c = 0; c < function_->dim(); ++c) {
            const auto i = static_cast<std::size_t>(c);
            places.fractions[i] = points.coordinates[i] = &points_[0][c];
            if (options_.cells) places.cells[i] = &cells_[0][c];
        }
        std::vector<std::vector<float>> more(static_cast<std::size_t>(more_), std::vector<float>(points_.size()));
        std::vector<float*> results = {values_.data()};
        for (auto& channel : more)
            results.push_back(channel.data());
        if (options_.cells)
            function_->evaluate(places, results);
        else
            function_->evaluate(points, results);
        for (std::size_t c = 0; c < more.size(); ++c) {
            for (std::size_t i = 0; i < points_.size(); ++i)
                gradients_[i][static_cast<int>(c)] = more[c][i];
        }
    }

    const SampleOptions& options_;
    PointFormat format_;
    std::optional<Function> function_;
    Noise noise_;
    bool slopes_;
    int more_;  // numbers after the first
    std::optional<Gpu> gpu_;
    std::optional<Evaluator> evaluator_;
    std::array<double, 4> cells_per_unit_{};  // of the function
    bool has_told_ = false;                   // that points are far out
    std::uint64_t count_ = 0;                 // points read
    std::vector<std::string_view> words_;
    std::vector<glm::ivec4> cells_;
    std::vector<glm::vec4> points_;
    std::vector<float> values_;
    std::vector<glm::vec4> gradients_;
    std::string out_;
};

void sample(const SampleOptions& options) {
    if (options.backend != "cpu" && options.backend != "gpu") {
        fail("backend: expected one of cpu, gpu, got {}", in_quotes(options.backend));
    }
    options.gpu.check();
    Sampler sampler(options);

    // Each chunk is answered before the next is read: line by line on a terminal, in large batches from a file.
    constexpr std::size_t room = std::size_t{1} << 20;
    static_assert(room > kLongestLine);
    const std::unique_ptr<char[]> bytes(new char[room]);  // not zeroed
    for (std::size_t held = 0;;) {
        std::size_t got = 0;
        try {
            got = read_input(bytes.get() + held, room - held);
        } catch (const std::system_error& e) {
            fail("cannot read standard input: {}", e.code().message());
        }
        held += got;
        const std::size_t taken = sampler.answer({bytes.get(), held}, got == 0);
        std::memmove(bytes.get(), bytes.get() + taken, held - taken);
        held -= taken;
        if (got == 0) return;
    }
}

}  // namespace

void add_sample(CommandLine& line) {
    auto options = std::make_shared<SampleOptions>();
    Verb& verb = line.verb("sample", "print the noise at points read from standard input");
    verb.footer("Reads one point per line: `dim` numbers separated by blanks or commas; decimal, hexadecimal, nan or "
                "inf.\n"
                "Writes one line per point: the value and, with --gradient, the derivative by each coordinate.\n"
                "With --format f32 or f64 a point is `dim` floats or doubles, lowest byte first, without separators; "
                "with --cells, `dim` 64-bit integers and then `dim` floats or doubles. Results are floats in both. "
                "Doubles are rounded to floats, as decimals are; those too large for a float act as 0.\n\n"
                "  echo 0.5 0.25 | isonoise sample\n"
                "  isonoise sample --dim 3 --octaves 6 --backend gpu --hex < points.txt\n"
                "  isonoise sample --dim 3 --format f32 < points.f32 > values.f32\n"
                "  echo 1000000000 -5 0.5 0.25 | isonoise sample --cells --gradient\n"
                "  echo 0.5 0.25 | isonoise sample hills.json\n"
                "  echo 0.5 0.25 | isonoise sample --set mountains=0.3 islands.glsl");
    options->preset.add(verb, PresetFlags::noise);
    verb.option("--set", options->set, "NAME=NUMBER,...",
                "of a function FILE.glsl: values of its parameters; --period and --loop set its parameter period");
    options->preset.add_local(verb);
    options->gpu.add(verb);
    verb.option("--backend", options->backend, "WORD", "cpu or gpu; both print the same bits [cpu]");
    verb.option("--format", options->format, "WORD",
                "text, or binary numbers for millions of points: f32 (reads floats) or f64 (reads doubles) [text]");
    verb.choices("--backend", {"cpu", "gpu"});
    verb.choices("--format", {"text", "f32", "f64"});
    verb.flag("--hex", options->hex, "print hexadecimal floats instead of nine digits");
    verb.flag("--gradient", options->gradient, "print the value and its derivative by each coordinate");
    verb.flag("--slope", options->slope, "print the value and the slope that fractal eroded accumulates");
    verb.flag("--cells", options->cells, "each point is `dim` whole cells, then `dim` fractions from 0 to 1");
    verb.flag("--reference", options->reference,
              "compute by the definition (core/isonoise/definition), slowly, to compare with: the same bits");
    verb.run([options] {
        sample(*options);
        return 0;
    });
}

}  // namespace isonoise
