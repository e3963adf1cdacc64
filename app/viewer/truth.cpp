#include "viewer/truth.hpp"

#include <algorithm>
#include <bit>

#include "conformance/points.hpp"
#include "io/progress.hpp"

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

void Truth::measure(const Settings& settings) {
    std::lock_guard lock(mutex_);
    if (settings == measured_ && values_per_second_ != 0.0) return;
    measured_ = settings;
    measure_is_new_ = true;
    worker_.wake();
}

std::shared_ptr<const Truth::Comparison> Truth::comparison() {
    std::lock_guard lock(mutex_);
    return result_;
}

double Truth::values_per_second() {
    std::lock_guard lock(mutex_);
    return values_per_second_;
}

std::optional<Spectrum> Truth::spectrum(const Settings& settings, bool& is_done) {
    std::lock_guard lock(mutex_);
    is_done = spectrum_of_ == settings;
    if (spectrum_asked_ != settings) {
        spectrum_asked_ = settings;
        worker_.wake();
    }
    return spectrum_;
}

// Values per second with these settings.
static double speed_of(const Settings& settings) {
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
    return count / std::max(fastest, 1e-9) + (sum == 12345.678f ? 1.0 : 0.0);
}

bool Truth::work() {
    std::unique_lock lock(mutex_);
    if (measure_is_new_) {
        measure_is_new_ = false;
        const Settings settings = measured_;
        lock.unlock();
        const double speed = speed_of(settings);
        lock.lock();
        values_per_second_ = speed;
    } else if (job_is_new_) {
        job_is_new_ = false;
        running_.reset();
        const Job job = job_;
        if (!job.gpu) {
            result_.reset();
        } else if (job.gpu->size() == static_cast<std::size_t>(job.width) * static_cast<std::size_t>(job.height)) {
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
        const std::optional<Settings> settings = spectrum_asked_;
        lock.unlock();
        const Spectrum spectrum = isonoise::spectrum_of(*settings);
        lock.lock();
        spectrum_ = spectrum;
        spectrum_of_ = settings;
    } else {
        return false;
    }
    return true;
}

Truth::Running::Running(const Job& job)
    : gpu(job.gpu), noise(job.preset.settings), axes(picture_axes(job.preset, Region::whole(job.width, job.height))),
      range(shown_range(job.preset)) {
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

// Compares the next rows, for some milliseconds. Returns true when all are done.
bool Truth::Running::rows() {
    const Stopwatch watch;
    const auto width = static_cast<std::size_t>(so_far.width), height = static_cast<std::size_t>(so_far.height);
    auto y = static_cast<std::size_t>(so_far.rows);
    for (; y < height && watch.seconds() < 0.008; ++y) {
        for (std::size_t x = 0; x < width; ++x) {
            const glm::ivec4 cell(axes.x[x].cell, axes.y[y].cell, axes.zw[0].cell, axes.zw[1].cell);
            const glm::vec4 f(axes.x[x].fraction, axes.y[y].fraction, axes.zw[0].fraction, axes.zw[1].fraction);
            const std::size_t i = y * width + x;
            const float value = noise(cell, f);
            const std::uint64_t ulp = ulp_distance(value, (*gpu)[i]);
            ++so_far.classes[static_cast<std::size_t>(class_of(ulp))];
            so_far.differing += ulp != 0;
            so_far.worst = std::max(so_far.worst, ulp);
            const double t = (static_cast<double>(value) - range[0]) / (range[1] - range[0]);
            put(so_far.cpu_pixels, i, ramp[static_cast<std::size_t>(std::clamp(t, 0.0, 1.0) * 1023 + 0.5)]);
            put(so_far.difference, i, heat[static_cast<std::size_t>(class_of(ulp))]);
        }
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
