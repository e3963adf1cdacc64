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

Truth::Truth() : thread_([this] { work(); }) {}

Truth::~Truth() {
    {
        std::lock_guard lock(mutex_);
        stop_ = true;
    }
    wake_.notify_all();
    thread_.join();
}

void Truth::compare(const Preset& preset, int width, int height, std::shared_ptr<const std::vector<float>> gpu) {
    std::lock_guard lock(mutex_);
    if (gpu == job_.gpu && width == job_.width && height == job_.height && preset == job_.preset) return;
    job_ = {preset, width, height, std::move(gpu)};
    job_is_new_ = true;
    wake_.notify_all();
}

void Truth::measure(const Settings& settings) {
    std::lock_guard lock(mutex_);
    if (settings == measured_ && values_per_second_ != 0.0) return;
    measured_ = settings;
    measure_is_new_ = true;
    wake_.notify_all();
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
        wake_.notify_all();
    }
    return spectrum_;
}

void Truth::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait(lock, [&] { return stop_ || job_is_new_ || measure_is_new_ || spectrum_of_ != spectrum_asked_; });
        if (stop_) return;
        if (measure_is_new_) {
            measure_is_new_ = false;
            const Settings settings = measured_;
            lock.unlock();
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
            lock.lock();
            // Use the sum, so that it is not optimised away.
            values_per_second_ = count / std::max(fastest, 1e-9) + (sum == 12345.678f ? 1.0 : 0.0);
            continue;
        }
        if (!job_is_new_) {
            const std::optional<Settings> settings = spectrum_asked_;
            lock.unlock();
            const Spectrum spectrum = spectrum_of(*settings);
            lock.lock();
            spectrum_ = spectrum;
            spectrum_of_ = settings;
            continue;
        }
        const Job job = job_;
        job_is_new_ = false;
        lock.unlock();
        if (job.gpu) {
            run(job);
            lock.lock();
        } else {
            lock.lock();
            result_.reset();
        }
    }
}

void Truth::run(const Job& job) {
    const Noise noise(job.preset.settings);
    Preset map = job.preset;
    map.look.scene = Scene::map;
    const PictureAxes axes = picture_axes(map, Part::whole(job.width, job.height));
    const auto range = shown_range(map);
    auto result = std::make_shared<Comparison>();
    result->width = job.width;
    result->height = job.height;
    const auto width = static_cast<std::size_t>(job.width), height = static_cast<std::size_t>(job.height);
    if (job.gpu->size() != width * height) return;
    result->cpu_pixels.assign(width * height * 4, 0);
    result->difference.assign(width * height * 4, 0);
    std::array<glm::vec4, 1024> ramp{};
    for (std::size_t i = 0; i < ramp.size(); ++i)
        ramp[i] = colour(map.look, static_cast<float>(i) / 1023.0f);
    std::array<glm::vec4, kClasses> heat{};
    heat[0].w = 1.0f;
    for (std::size_t i = 1; i < heat.size(); ++i)
        heat[i] = {colour(Colormap::magma, 0.4f + 0.6f * static_cast<float>(i) / (kClasses - 1)), 1.0f};
    auto put = [](std::vector<unsigned char>& pixels, std::size_t i, const glm::vec4& c) {
        for (int k = 0; k < 4; ++k)
            pixels[4 * i + static_cast<std::size_t>(k)] = static_cast<unsigned char>(c[k] * 255.0f + 0.5f);
    };
    Stopwatch since_shown;
    for (std::size_t y = 0; y < height; ++y) {
        const Stopwatch watch;
        for (std::size_t x = 0; x < width; ++x) {
            const glm::ivec4 cell(axes.x[x].cell, axes.y[y].cell, axes.zw[0].cell, axes.zw[1].cell);
            const glm::vec4 f(axes.x[x].fraction, axes.y[y].fraction, axes.zw[0].fraction, axes.zw[1].fraction);
            const std::size_t i = y * width + x;
            const float value = noise(cell, f);
            const std::uint64_t ulp = ulp_distance(value, (*job.gpu)[i]);
            ++result->classes[static_cast<std::size_t>(class_of(ulp))];
            result->differing += ulp != 0;
            result->worst = std::max(result->worst, ulp);
            const double t = (static_cast<double>(value) - range[0]) / (range[1] - range[0]);
            put(result->cpu_pixels, i, ramp[static_cast<std::size_t>(std::clamp(t, 0.0, 1.0) * 1023 + 0.5)]);
            put(result->difference, i, heat[static_cast<std::size_t>(class_of(ulp))]);
        }
        result->cpu_ms += watch.seconds() * 1e3;
        result->rows = static_cast<int>(y) + 1;
        if (y + 1 < height && since_shown.seconds() < 0.15) continue;
        since_shown = Stopwatch();
        std::lock_guard lock(mutex_);
        if (stop_ || job_is_new_) return;
        result_ = std::make_shared<const Comparison>(*result);
    }
}

}  // namespace isonoise
