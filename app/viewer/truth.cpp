#include "viewer/truth.hpp"

#include <algorithm>
#include <bit>

#include <cmath>

#include <glm/common.hpp>

#include "conformance/points.hpp"
#include "io/progress.hpp"
#include "isonoise/function/function.hpp"
#include "scene/function_values.hpp"

namespace isonoise {

const char* Truth::class_name(int index) {
    static constexpr const char* names[kClasses] = {"0",      "1",      "2",      "<=4",   "<=8",    "<=16",
                                                    "<=32",   "<=64",   "<=2^7",  "<=2^8", "<=2^10", "<=2^12",
                                                    "<=2^16", "<=2^20", "<=2^24", "more"};
    return names[index];
}

static int class_of(std::uint64_t ulp) {
    static constexpr std::uint64_t most[] = {0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 1024, 4096, 65536, 1 << 20, 1 << 24};
    return static_cast<int>(std::lower_bound(std::begin(most), std::end(most), ulp) - std::begin(most));
}

static Preset on_map(Preset preset) {
    preset.look.scene = Scene::map;
    return preset;
}

Truth::Truth() : worker_({.piece = [this] { return work(); }}) {}

void Truth::compare(const Preset& preset, int width, int height, std::shared_ptr<const std::vector<float>> gpu) {
    std::lock_guard lock(mutex_);
    if (gpu == job_.gpu && width == job_.width && height == job_.height && on_map(preset) == job_.preset) return;
    job_ = {on_map(preset), width, height, std::move(gpu)};
    job_is_new_ = true;
    worker_.wake();
}

void Truth::measure(const Preset& preset) {
    std::lock_guard lock(mutex_);
    if (measured_ && measured_->settings == preset.settings && measured_->function == preset.function) return;
    measured_ = preset;
    measure_is_new_ = true;
    worker_.wake();
}

std::shared_ptr<const Truth::Comparison> Truth::comparison() {
    std::lock_guard lock(mutex_);
    return result_;
}

Truth::Speed Truth::speed() {
    std::lock_guard lock(mutex_);
    return speed_;
}

std::optional<Spectrum> Truth::spectrum(const Preset& preset, bool& is_done) {
    const Source source{preset.settings, preset.function};
    std::lock_guard lock(mutex_);
    is_done = spectrum_of_ == source;
    if (spectrum_asked_ != source) {
        spectrum_asked_ = source;
        worker_.wake();
    }
    return spectrum_;
}

static Truth::Speed speed_of(const Function& function) {
    constexpr std::size_t count = 4096;
    std::array<std::vector<float>, 4> coordinates;
    Points points{.count = count};
    for (std::size_t c = 0; c < static_cast<std::size_t>(function.dim()); ++c) {
        for (std::size_t i = 0; i < count; ++i)
            coordinates[c].push_back(static_cast<float>(c == 0 ? i % 64 : c == 1 ? i / 64 : 0) * 0.037f + 0.4f);
        points.coordinates[c] = coordinates[c].data();
    }
    std::vector<std::vector<float>> values(static_cast<std::size_t>(function.channels()), std::vector<float>(count));
    std::vector<float*> to;
    for (std::vector<float>& channel : values)
        to.push_back(channel.data());
    double fastest = 1e30;
    for (int run = 0; run < 3; ++run) {
        const Stopwatch watch;
        function.evaluate(points, to);
        fastest = std::min(fastest, watch.seconds());
    }
    return {static_cast<double>(count) / std::max(fastest, 1e-9), function.octaves(points)};
}

static Truth::Speed speed_of(const Settings& settings) {
    const Noise noise(settings);
    float sum = 0.0f;
    double fastest = 1e30;
    constexpr int count = 512;
    for (int run = 0; run < 3; ++run) {
        const Stopwatch watch;
        for (int i = 0; i < count; ++i) {
            const float x = static_cast<float>(i + count * run);
            sum += noise(glm::vec4(x * 0.137f, x * 0.071f, 0.4f, 0.6f));
        }
        fastest = std::min(fastest, watch.seconds());
    }
    // Use the sum, so that it is not optimised away.
    return {count / std::max(fastest, 1e-9) + (sum == 12345.678f ? 1.0 : 0.0)};
}

bool Truth::work() {
    std::unique_lock lock(mutex_);
    if (measure_is_new_) {
        measure_is_new_ = false;
        const Preset preset = *measured_;
        lock.unlock();
        const Speed speed = preset.function ? speed_of(*preset.function) : speed_of(preset.settings);
        lock.lock();
        speed_ = speed;
    } else if (job_is_new_) {
        job_is_new_ = false;
        running_.reset();
        const Job job = job_;
        if (!job.gpu) {
            result_.reset();
        } else {
            lock.unlock();
            running_.emplace(job);
        }
    } else if (running_) {
        lock.unlock();
        const bool done = running_->rows();
        lock.lock();
        if (!job_is_new_ && running_->shows()) result_ = std::make_shared<const Comparison>(running_->so_far);
        if (done) running_.reset();
    } else if (spectrum_of_ != spectrum_asked_) {
        const std::optional<Source> source = spectrum_asked_;
        lock.unlock();
        const Spectrum spectrum = source->function ? spectrum_of(*source->function) : spectrum_of(source->settings);
        lock.lock();
        spectrum_ = spectrum;
        spectrum_of_ = source;
    } else {
        return false;
    }
    return true;
}

Truth::Running::Running(const Job& of)
    : job(of), each(has_channels(of.preset) ? 4 : 1), noise(of.preset.settings),
      axes(picture_axes(of.preset, Region::whole(of.width, of.height))), range(shown_range(job.preset)) {
    so_far.width = job.width;
    so_far.height = job.height;
    const auto count = static_cast<std::size_t>(job.width) * static_cast<std::size_t>(job.height);
    so_far.cpu_pixels.assign(count * 4, 0);
    so_far.difference.assign(count * 4, 0);
    for (std::size_t i = 0; i < ramp.size(); ++i)
        ramp[i] = colour(job.preset.look, static_cast<float>(i) / 1023.0f);
    heat[0].w = 1.0f;
    for (std::size_t i = 1; i < heat.size(); ++i)
        heat[i] = {colour(Colormap::magma, 0.4f + 0.6f * static_cast<float>(i) / (kClasses - 1)), 1.0f};
}

static void put(std::vector<unsigned char>& pixels, std::size_t i, const glm::vec4& c) {
    for (int k = 0; k < 4; ++k)
        pixels[4 * i + static_cast<std::size_t>(k)] = static_cast<unsigned char>(c[k] * 255.0f + 0.5f);
}

void Truth::Running::noise_row(std::size_t y, std::span<float> values) const {
    for (std::size_t x = 0; x < values.size(); ++x) {
        const glm::ivec4 cell(axes.x[x].cell, axes.y[y].cell, axes.zw[0].cell, axes.zw[1].cell);
        const glm::vec4 f(axes.x[x].fraction, axes.y[y].fraction, axes.zw[0].fraction, axes.zw[1].fraction);
        values[x] = noise(cell, f);
    }
}

// Compares a pixel's numbers. A vector's length, which leads it, is only for its colour; where a function is NaN,
// drivers may do what they like.
void Truth::Running::compare(std::size_t pixel, std::span<const float> cpu) {
    std::uint64_t ulp = 0;
    for (std::size_t c = is_flow(job.preset) ? 1 : 0; c < cpu.size(); ++c) {
        if (!std::isnan(cpu[c])) ulp = std::max(ulp, ulp_distance(cpu[c], (*job.gpu)[each * pixel + c]));
    }
    ++so_far.classes[static_cast<std::size_t>(class_of(ulp))];
    so_far.differing += ulp != 0;
    so_far.worst = std::max(so_far.worst, ulp);
    glm::vec4 shown{};
    if (is_in_colour(job.preset)) {
        const auto part = [&](float x) { return (static_cast<double>(x) - range[0]) / (range[1] - range[0]); };
        shown = glm::clamp(glm::vec4(part(cpu[0]), part(cpu[1]), part(cpu[2]), cpu[3]), 0.0f, 1.0f);
    } else {
        const double value = std::isnan(cpu[0]) ? range[0] : static_cast<double>(cpu[0]),
                     t = std::clamp((value - range[0]) / (range[1] - range[0]), 0.0, 1.0);
        shown = ramp[static_cast<std::size_t>(t * 1023 + 0.5)];
    }
    put(so_far.cpu_pixels, pixel, shown);
    put(so_far.difference, pixel, heat[static_cast<std::size_t>(class_of(ulp))]);
}

// Compares the next rows, for some milliseconds. Returns true when all are done.
bool Truth::Running::rows() {
    const Stopwatch watch;
    const auto width = static_cast<std::size_t>(so_far.width), height = static_cast<std::size_t>(so_far.height);
    auto y = static_cast<std::size_t>(so_far.rows);
    std::vector<float> values(each * width);
    for (; y < height && watch.seconds() < 0.008; ++y) {
        if (job.preset.function) {
            Region row = Region::whole(so_far.width, so_far.height);
            row.y0 = static_cast<int>(y);
            row.rows = 1;
            function_values(job.preset, row, {}, values);
        } else {
            noise_row(y, values);
        }
        for (std::size_t x = 0; x < width; ++x)
            compare(y * width + x, std::span(values).subspan(each * x, each));
    }
    so_far.cpu_ms += watch.seconds() * 1e3;
    so_far.rows = static_cast<int>(y);
    return y == height;
}

// Is it time to publish the rows so far?
bool Truth::Running::shows() {
    if (so_far.rows < so_far.height && since_shown.seconds() < 0.15) return false;
    since_shown = Stopwatch();
    return true;
}

}  // namespace isonoise
