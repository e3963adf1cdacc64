#include "viewer/refiner.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "error.hpp"
#include "scene/scenes.hpp"

namespace isonoise {

// Milliseconds: for one step of refinement, for one draw (which the window may have to wait for, since some drivers
// draw for one context at a time), between two pictures of the refinement, and for a pause between two frames.
static constexpr double kRefineBudget = 60.0;
static constexpr double kDrawBudget = 20.0;
static constexpr double kPublishEvery = 100.0;
static constexpr double kPause = 500.0;
// A picture at rest is drawn at this scale before it is refined, if it is coarser.
static constexpr double kRestingScale = 0.25;

static double ms_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

// The cost of a value: corners times octaves.
static double cost(const Settings& settings) {
    return (1 << settings.dim) * std::ceil(static_cast<double>(settings.octaves)) *
           (settings.warp > 0.0f ? 1.0 + settings.dim / std::ceil(static_cast<double>(settings.octaves)) : 1.0);
}

// The part of a preset that its samples or field depend on: the rest is applied when presenting.
static WantedPicture essence(WantedPicture wanted) {
    wanted.values = false;
    Look& look = wanted.preset.look;
    look.speed = 0;
    if (has_field(look)) {
        const Look standard;
        look.colormap = standard.colormap;
        look.range = {};
        look.contours = look.contours > 0 ? 1 : 0;
        look.background = standard.background;
    }
    return wanted;
}

Refiner::Refiner(Painter& painter, bool software, Hooks hooks)
    : painter_(painter), software_(software), hooks_(std::move(hooks)) {}

void Refiner::forget() {
    drawing_.reset();
    warmed_ = 0;
}

// One value per pixel, or the numbers that a function returns.
static GLenum field_format(const Preset& preset) { return has_channels(preset) ? GL_RGBA32F : GL_R32F; }

double Refiner::timed(const std::function<void()>& draw, bool on_cpu) {
    const auto begin = Clock::now();
    timer_.begin();
    try {
        draw();
    } catch (...) {
        timer_.end();
        throw;
    }
    timer_.end();
    const double ms = timer_.wait();
    return on_cpu || software_ || ms <= 0 ? ms_since(begin) : ms;
}

bool Refiner::draw(const WantedPicture& now) {
    const WantedPicture what = essence(now);
    if (!drawing_ || !(essence(*drawing_) == what) || (now.values && measurements_.by_cpu)) {
        start(now);
    } else if (!(*drawing_ == now)) {
        drawing_ = now;  // other colours
        frame_.emplace(now.preset, now.width, now.height, LoopPoint{}, true);
        if (sharp_ && now.values && !values_) gather(now);
        publish(now);
    } else if (std::exchange(is_trial_, false)) {
        start(now);
    } else if (!sharp_) {
        refine(now);
    }
    if (sharp_) painter_.compile_function(*frame_);  // for the next picture
    return !sharp_;
}

void Refiner::draw_field(const WantedPicture& now, Target& target, const Region& around, int row, int rows) {
    const auto begin = Clock::now();
    const double pixels = static_cast<double>(around.columns) * rows;
    const auto by = now.values ? Painter::Computer::gpu : painter_.computer_of(*frame_);
    measurements_.by_cpu = by == Painter::Computer::cpu;
    measurements_.noise_ms =
        timed([&] { painter_.field(*frame_, around, target, row, rows, by); }, measurements_.by_cpu);
    measurements_.noise_pixels = pixels;
    // Measured by the clock: a driver may count only part of its work.
    if (pixels >= 4096) ns_per_cost_ = ms_since(begin) * 1e6 / pixels / cost(now.preset.settings);
}

// The side of a square tile that takes about kDrawBudget at so many nanoseconds a pixel.
static int side_for(double ns) {
    return std::clamp(static_cast<int>(std::sqrt(kDrawBudget * 1e6 / ns)) / 16 * 16, 16, 1024);
}

// Draws square tiles, from the middle of the rows outwards, until the budget is spent. Each draw is kept short.
double Refiner::draw_samples(const WantedPicture& now, const Frame& frame, Target& target, int sample, int& tile,
                             double budget_ms, bool may_stop) {
    const Region part = Region::whole(frame.width, frame.height);
    const int across = (part.columns + side_ - 1) / side_, down = (part.rows + side_ - 1) / side_;
    painter_.bake(frame);  // before the clock starts: no pixel takes longer for it
    const auto begin = Clock::now();
    const int first = tile;
    double pixels = 0;
    const double ms = timed([&] {
        while (tile < across * down) {
            const int n = tile / across, y = down / 2 + (n % 2 ? -(n + 1) / 2 : n / 2), x = tile % across;
            const int row = down % 2 == 0 && n == down - 1 ? 0 : std::clamp(y, 0, down - 1);
            Painter::Rect rect{x * side_, row * side_, 0, 0};
            rect.columns = std::min(side_, part.columns - rect.x);
            rect.rows = std::min(side_, part.rows - rect.y);
            painter_.sample(frame, part, target, rect, sample);
            wait_for_gpu();
            pixels += static_cast<double>(rect.columns) * rect.rows;
            ++tile;
            if (may_stop && (ms_since(begin) > budget_ms || (tile > first && hooks_.is_stale(now)))) break;
        }
    });
    measurements_.by_cpu = false;
    measurements_.noise_ms = ms;
    measurements_.noise_pixels = pixels;
    if (pixels < 512) return ms;
    const double ns = ms_since(begin) * 1e6 / pixels / cost(now.preset.settings);
    // Some tiles are all sky, so a part of the picture may only raise the estimate.
    ns_per_cost_ = tile >= across * down && first == 0 ? ns : std::max(ns_per_cost_, ns);
    return ms;
}

// Draws the first picture of a request: at once, as fine as the time allows.
void Refiner::start(const WantedPicture& now) {
    Frame frame(now.preset, now.width, now.height, {}, true);
    const GLuint program = painter_.prepare(frame);  // if this fails, nothing has changed
    const bool field = has_field(now.preset.look);
    if (!frame_ || frame_->preset.look.scene != now.preset.look.scene) {
        ns_per_cost_ = 0;
        pace_.forget({software_ ? 0.25 : 1.0});
    }
    frame_.emplace(std::move(frame));
    drawing_.reset();
    sharp_ = false;
    values_.reset();
    sample_ = tile_ = row_ = 0;
    next_frame_.reset();
    FrameTimes times = field ? start_field(now) : start_samples(now, program);
    drawing_ = now;
    if (sharp_) gather(now);
    publish(now);
    times.present = measurements_.present_ms;
    times.interval = ms_since(std::exchange(last_start_, Clock::now()));
    if (times.interval > kPause) times.interval = 0;
    pace_.took(times.draw, times.bake + times.present);
    std::vector<FrameTimes>& frames = measurements_.frames;
    if (frames.size() == kFrames) frames.erase(frames.begin());
    frames.push_back(times);
    if (!sharp_ && !field) gather(now);
}

// Chooses the quality of a request's first picture.
void Refiner::choose_quality(const WantedPicture& now) {
    is_trial_ = pace_.is_new();
    quality_ = pace_.choose(cost(now.preset.settings) * now.width * now.height, good_samples(now.preset.look));
}

int Refiner::coarse_side(int pixels) const { return std::max(1, static_cast<int>(pixels * quality_.scale)); }

FrameTimes Refiner::start_field(const WantedPicture& now) {
    const bool one_row = scene_info(now.preset.look.scene).one_row;
    quality_ = {};
    if (!one_row) choose_quality(now);
    const Region& plot = frame_->plot;
    const int width = coarse_side(plot.columns), height = coarse_side(plot.rows);
    const auto [mx, my] = margins(now.preset, coarse_side(now.height));
    const Region around{width, height, -mx, -my, width + 2 * mx, height + 2 * my};
    const int rows = one_row ? 1 : around.rows;
    draw_field(now, sized(coarse_, field_format(now.preset), around.columns, rows), around, 0, rows);
    sharp_ = quality_.scale == 1;
    return {.draw = measurements_.noise_ms, .quality = quality_};
}

FrameTimes Refiner::start_samples(const WantedPicture& now, GLuint program) {
    // Drivers may compile at the first draw, so its time does not count.
    if (warmed_ != program) {
        Target& first = sized(coarse_, painter_.sum_format(), 64, 64);
        const Region middle{now.width, now.height, now.width / 2 - 32, now.height / 2 - 32, 64, 64};
        Painter::clear(first);
        painter_.sample(*frame_, middle, first, {0, 0, 8, 8}, 0);
        wait_for_gpu();
        warmed_ = program;
        ns_per_cost_ = 0;
        pace_.forget({software_ ? 0.125 : 0.5});
    }
    choose_quality(now);
    const Frame frame = quality_.scale == 1 ? *frame_ : frame_->coarser(1 / quality_.scale);
    FrameTimes times{.quality = quality_};
    if (!frame.passes.empty()) times.bake = timed([&] { painter_.bake(frame); });
    Target& target = sized(coarse_, painter_.sum_format(), frame.width, frame.height);
    Painter::clear(target);
    side_ = ns_per_cost_ == 0 ? 32 : side_for(ns_per_cost_ * cost(now.preset.settings));
    for (int sample = 0; sample < quality_.samples; ++sample) {
        int tile = 0;
        times.draw += draw_samples(now, frame, target, sample, tile, 0, false);
    }
    if (quality_.scale == 1) {
        std::swap(coarse_, fine_);
        sample_ = quality_.samples;
        sharp_ = sample_ >= good_samples(now.preset.look);
    }
    return times;
}

void Refiner::refine_field(const WantedPicture& now) {
    const auto [mx, my] = margins(now.preset, now.height);
    const int width = frame_->plot.columns, height = frame_->plot.rows;
    const Region around{width, height, -mx, -my, width + 2 * mx, height + 2 * my};
    const double ns = std::max(ns_per_cost_ * cost(now.preset.settings), 0.01);
    const int rows = std::clamp(static_cast<int>(kDrawBudget * 1e6 / ns / now.width), 1, around.rows - row_);
    draw_field(now, sized(fine_, field_format(now.preset), around.columns, around.rows), around, row_, rows);
    row_ += rows;
    if (row_ < around.rows) return;
    std::swap(coarse_, fine_);
    quality_ = {};
    sharp_ = true;
    gather(now);
    publish(now);
}

// The number of tiles in a picture.
static int tiles_of(int width, int height, int side) {
    return ((width + side - 1) / side) * ((height + side - 1) / side);
}

// In place of the coarse picture, draws a less coarse one, which takes a small part of the refinement's time.
void Refiner::refine_coarse(const WantedPicture& now) {
    if (!next_frame_) {
        next_frame_ = frame_->coarser(1 / kRestingScale);
        Painter::clear(sized(next_coarse_, painter_.sum_format(), next_frame_->width, next_frame_->height));
        next_tile_ = 0;
    }
    draw_samples(now, *next_frame_, *next_coarse_, 0, next_tile_, kRefineBudget, true);
    if (next_tile_ < tiles_of(next_frame_->width, next_frame_->height, side_)) return;
    std::swap(coarse_, next_coarse_);
    quality_ = {kRestingScale};
    publish(now);
}

void Refiner::refine(const WantedPicture& now) {
    if (has_field(now.preset.look)) return refine_field(now);
    if (sample_ == 0 && quality_.scale < kRestingScale) return refine_coarse(now);
    const int samples = good_samples(now.preset.look);
    if (sample_ == 0 && tile_ == 0) Painter::clear(sized(fine_, painter_.sum_format(), now.width, now.height));
    if (tile_ == 0) side_ = side_for(std::max(ns_per_cost_ * cost(now.preset.settings), 0.01));
    draw_samples(now, *frame_, *fine_, sample_, tile_, kRefineBudget, true);
    if (tile_ >= tiles_of(now.width, now.height, side_)) {
        tile_ = 0;
        ++sample_;
    }
    sharp_ = sample_ >= samples;
    if (sharp_) gather(now);
    if (sharp_ || ms_since(last_publish_) > kPublishEvery) publish(now);
}

// The ends of the histogram: the output's range, or for a function those of its colours.
static std::array<double, 2> histogram_ends(const Preset& preset) {
    if (preset.function) return shown_range(preset);
    return {preset.settings.output == Output::unit ? 0.0 : -1.0, 1.0};
}

static Statistics statistics_of(std::span<const float> values, const std::array<double, 2>& ends) {
    Statistics s{.low = ends[0], .high = ends[1]};
    double sum = 0, squares = 0;
    float low = std::numeric_limits<float>::infinity(), high = -low;
    std::array<std::size_t, Statistics::kBins> bins{};
    const auto from = static_cast<float>(s.low), scale = static_cast<float>(Statistics::kBins / (s.high - s.low));
    for (float v : values) {
        if (!std::isfinite(v)) continue;  // of a function
        ++s.count;
        low = std::min(low, v);
        high = std::max(high, v);
        sum += static_cast<double>(v);
        squares += static_cast<double>(v) * static_cast<double>(v);
        ++bins[static_cast<std::size_t>(std::clamp((v - from) * scale, 0.0f, Statistics::kBins - 1.0f))];
    }
    if (s.count == 0) return s;
    const double n = static_cast<double>(s.count);
    s.min = static_cast<double>(low);
    s.max = static_cast<double>(high);
    s.mean = sum / n;
    s.sigma = std::sqrt(std::max(0.0, squares / n - s.mean * s.mean));
    for (std::size_t i = 0; i < bins.size(); ++i)
        s.bins[i] = static_cast<float>(static_cast<double>(bins[i]) / n);
    return s;
}

// Texels of `each` numbers, without the margins around them.
static std::vector<float> cropped(const std::vector<float>& all, int each, int width, int height, int margin_x,
                                  int margin_y) {
    const std::ptrdiff_t stride = std::ptrdiff_t{each} * (width + 2 * margin_x), row = std::ptrdiff_t{each} * width;
    std::vector<float> inner;
    inner.reserve(static_cast<std::size_t>(row) * static_cast<std::size_t>(height));
    for (int y = 0; y < height; ++y) {
        const auto from = all.begin() + (y + margin_y) * stride + std::ptrdiff_t{each} * margin_x;
        inner.insert(inner.end(), from, from + row);
    }
    return inner;
}

void Refiner::gather(const WantedPicture& now) {
    if (ms_since(last_gather_) < 300 && hooks_.is_stale(now) && !now.values) return;  // often enough while moving
    last_gather_ = Clock::now();
    std::vector<float> all;
    if (has_field(now.preset.look)) {
        const auto [mx, my] = margins(now.preset, now.height);
        const int each = has_channels(now.preset) ? 4 : 1;
        all.resize(static_cast<std::size_t>(each) * static_cast<std::size_t>(coarse_->width()) *
                   static_cast<std::size_t>(coarse_->height()));
        coarse_->read(0, coarse_->height(), all);
        const int height = scene_info(now.preset.look.scene).one_row ? 1 : frame_->plot.rows;
        if (mx != 0 || my != 0) all = cropped(all, each, frame_->plot.columns, height, mx, my);
        if (now.values && now.preset.look.scene == Scene::map)
            values_ = std::make_shared<const std::vector<float>>(all);
        if (each > 1) {  // the first is what the colours stand for
            for (std::size_t i = 0; i < all.size() / 4; ++i)
                all[i] = all[4 * i];
            all.resize(all.size() / 4);
        }
    } else {
        // The noise on a plane through the point the picture looks at.
        const Preset slice = plane_of(now.preset);
        constexpr int width = 160, height = 100;
        Target target(GL_R32F, width, height);
        painter_.field(Frame(slice, width, height), Region::whole(width, height), target, 0, height);
        all.resize(std::size_t{width} * height);
        target.read(0, height, all);
    }
    measurements_.statistics = is_in_colour(now.preset) ? Statistics() : statistics_of(all, histogram_ends(now.preset));
}

void Refiner::publish(const WantedPicture& now) {
    hooks_.publish(now);
    last_publish_ = Clock::now();
}

void Refiner::present(const WantedPicture& now, const Target& screen) {
    measurements_.present_ms = timed([&] {
        const Region whole = Region::whole(now.width, now.height);
        const GLuint to = screen.framebuffer();
        if (has_field(now.preset.look)) {
            const auto [mx, my] = margins(now.preset, coarse_side(now.height));
            const Region& plot = frame_->plot;
            const double sx = static_cast<double>(coarse_->width() - 2 * mx) / plot.columns,
                         sy = static_cast<double>(coarse_->height() - 2 * my) / plot.rows;
            const bool line = scene_info(now.preset.look.scene).one_row;
            painter_.present(*frame_, {*coarse_, plot.x0 - mx / sx, line ? 0 : plot.y0 - my / sy, sx, line ? 1 : sy},
                             to, whole, true, Painter::Encoding::display);
            return;
        }
        const Painter::Drawn coarse{*coarse_, 0, 0, static_cast<double>(coarse_->width()) / now.width,
                                    static_cast<double>(coarse_->height()) / now.height};
        const bool none = sample_ == 0 && tile_ == 0, all = sample_ > 0;
        painter_.present(*frame_, none ? coarse : Painter::Drawn{*fine_}, to, whole, true, Painter::Encoding::display8,
                         all ? nullptr : &coarse);
    });
    glFinish();
}

int Refiner::resolution() const {
    const bool all = sharp_ || (!has_field(drawing_->preset.look) && sample_ + tile_ > 0);
    return all ? 100 : std::max(1, static_cast<int>(std::lround(100 * quality_.scale)));
}

double Refiner::progress() const {
    if (sharp_) return 1.0;
    const WantedPicture& now = *drawing_;
    if (has_field(now.preset.look)) return static_cast<double>(row_) / now.height;
    const double pixels = static_cast<double>(now.width) * now.height;
    return (sample_ + std::min(1.0, tile_ * static_cast<double>(side_) * side_ / pixels)) /
           good_samples(now.preset.look);
}

}  // namespace isonoise
