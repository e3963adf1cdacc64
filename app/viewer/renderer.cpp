#include "viewer/renderer.hpp"

#include <algorithm>
#include <cmath>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "error.hpp"
#include "io/image.hpp"
#include "scene/scenes.hpp"

namespace isonoise {

// Time budgets in milliseconds: for a frame while something moves, for one refinement step, for one draw (which the
// window may have to wait for, since drivers take turns), and between two pictures of the refinement.
static constexpr double kMovingBudget = 45.0;
static constexpr double kRefineBudget = 60.0;
static constexpr double kDrawBudget = 20.0;
static constexpr double kPublishEvery = 100.0;

static double ms_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

// The relative cost of a value with these settings: corners times octaves.
static double cost(const Settings& settings) {
    return (1 << settings.dim) * std::ceil(static_cast<double>(settings.octaves)) *
           (settings.warp > 0.0f ? 1.0 + settings.dim / std::ceil(static_cast<double>(settings.octaves)) : 1.0);
}

// The part of a preset that affects its samples or field; the rest is applied when presenting.
static Renderer::Wanted essence(Renderer::Wanted wanted) {
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

Renderer::Renderer(const WindowContext& window, Options options, const Preset& first)
    : context_(window), options_(std::move(options)), watches_(options_.files.has_directory()) {
    context_.make_current();
    try {
        shaders_ = std::make_unique<Shaders>(options_.glsl, options_.files, options_.mode);
        painter_ = std::make_unique<Painter>(*shaders_, options_.info);
        painter_->prepare(Frame(first, 1, 1));
        timer_ = Timer::make();
    } catch (...) {
        painter_.reset();
        shaders_.reset();
        glfwMakeContextCurrent(window.window());
        throw;
    }
    SharedContext::release();
    glfwMakeContextCurrent(window.window());
    worker_.emplace(Worker::Work{.begin = [this] { context_.make_current(); },
                                 .piece = [this] { return work(); },
                                 .end = [this] { leave(); },
                                 .look_again = std::chrono::milliseconds(watches_ ? 200 : 0)});
}

Renderer::~Renderer() {
    {
        std::lock_guard lock(mutex_);
        stop_ = true;
    }
    worker_.reset();
}

void Renderer::want(const Wanted& wanted) {
    std::lock_guard lock(mutex_);
    if (wanted == wanted_) return;
    wanted_ = wanted;
    worker_->wake();
}

const Renderer::Shot& Renderer::take() {
    std::lock_guard lock(mutex_);
    static const Shot none;
    if (ready_ >= 0) held_ = ready_;
    return held_ < 0 ? none : slots_[static_cast<std::size_t>(held_)].shot;
}

void Renderer::used() {
    std::lock_guard lock(mutex_);
    if (held_ < 0) return;
    slots_[static_cast<std::size_t>(held_)].read.set();
}

Renderer::Report Renderer::report() {
    std::lock_guard lock(mutex_);
    return report_;
}

GLuint Renderer::thumbnail(const Preset& preset, int width, int height) {
    std::lock_guard lock(mutex_);
    for (const Small& one : thumbnails_) {
        if (one.order.width == width && one.order.height == height && one.preset == preset)
            return one.done ? one.texture.get() : 0;
    }
    thumbnails_.push_back({preset, {.width = width, .height = height}, {}, false});
    worker_->wake();
    return 0;
}

Renderer::Picture Renderer::side_picture(Side which, const Preset& preset, const Export& order) {
    const auto index = static_cast<std::size_t>(which);
    std::lock_guard lock(mutex_);
    Small& one = sides_[index];
    if (!(one.preset == preset && one.order == order)) {
        one.preset = preset;
        one.order = order;
        one.done = false;
        worker_->wake();
    }
    if (one.texture.get()) handed_out_[index] = std::move(one.texture);
    return {handed_out_[index].get(), one.done};
}

Renderer::Small* Renderer::next_small() {
    const auto waits = [](const auto& one) { return !one.done; };
    if (const auto found = std::find_if(sides_.begin(), sides_.end(), waits); found != sides_.end()) return &*found;
    const auto found = std::find_if(thumbnails_.begin(), thumbnails_.end(), waits);
    return found == thumbnails_.end() ? nullptr : &*found;  // a deque: stays valid when others are added
}

// Yields to the window: abandons this picture as soon as the window needs another one than `shown`, or this one is
// replaced.
void Renderer::draw_small(Small& one, const Wanted& shown) {
    struct Interrupted {};
    std::unique_lock lock(mutex_);
    const Preset preset = one.preset;
    const Export order = one.order;
    lock.unlock();
    const auto is_other = [&] { return !(one.preset == preset && one.order == order); };
    Texture texture;
    try {
        const auto pixels = pixels_of(*painter_, preset, order, [&](double) {
            const std::lock_guard locked(mutex_);
            if (stop_ || !(wanted_ == shown) || is_other()) throw Interrupted();
        });
        texture = Texture::make();
        glBindTexture(GL_TEXTURE_2D, texture.get());
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
        const int rows = static_cast<int>(pixels.size() / 4 / static_cast<std::size_t>(order.width));
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, order.width, rows, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
        glFinish();
    } catch (const Interrupted&) {
        return;
    } catch (const Error&) {
        texture = {};
    }
    lock.lock();
    if (is_other()) return;
    one.texture = std::move(texture);
    one.done = true;
    glfwPostEmptyEvent();
}

std::optional<float> Renderer::value(const Settings& settings, const std::array<AxisPoint, 4>& place) {
    const Asked asked{settings, place};
    std::lock_guard lock(mutex_);
    if (asked_ != asked) {
        asked_ = asked;
        answer_.reset();
        worker_->wake();
    }
    return answer_;
}

// Uses the program that draws fields.
void Renderer::answer(const Asked& asked) {
    const auto& p = asked.place;
    Target target(GL_R32F, 1, 1);
    painter_->evaluator().slice(Noise(asked.settings), std::span(&p[0], 1), std::span(&p[1], 1), {p[2], p[3]}, target,
                                0, 1);
    float value = 0.0f;
    target.read(0, 1, std::span(&value, 1));
    std::lock_guard lock(mutex_);
    if (asked_ == asked) answer_ = value;
    glfwPostEmptyEvent();
}

bool Renderer::work() {
    std::unique_lock lock(mutex_);
    if (!report_.lost.empty()) return false;
    if (asked_ && !answer_ && asked_ != refused_) {
        const Asked asked = *asked_;
        lock.unlock();
        try {
            answer(asked);
        } catch (const std::exception&) {  // the picture reports it
            refused_ = asked;
        }
        return true;
    }
    const bool looks = watches_ && ms_since(last_reload_) > 200;
    if (!unfinished_ && wanted_ == seen_ && !looks) {
        Small* const one = next_small();
        if (!one) return false;
        lock.unlock();
        draw_small(*one, seen_);
        return true;
    }
    seen_ = wanted_;
    lock.unlock();
    std::string error, lost;
    try {
        check_context();
        if (looks) look_for_changes();
        if (!(failed_ && *failed_ == seen_)) {
            unfinished_ = seen_.width > 0 && seen_.height > 0 && draw_next(seen_);
            failed_.reset();
        } else {
            unfinished_ = false;
            error = report().error;
        }
    } catch (const std::exception& e) {
        error = e.what();
        failed_ = seen_;  // do not retry until something changes
        drawing_.reset();
        unfinished_ = false;
        try {
            check_context();
        } catch (const Error& of_context) {
            lost = of_context.what();
        }
    }
    lock.lock();
    if (report_.error != error || report_.lost != lost) glfwPostEmptyEvent();
    report_.error = error;
    report_.lost = lost;
    return true;
}

// Reloads the shaders if their files have changed.
void Renderer::look_for_changes() {
    last_reload_ = Clock::now();
    std::string error;
    const bool reloaded = shaders_->reload(error);
    if (!reloaded && error.empty()) return;
    if (reloaded) {
        drawing_.reset();
        failed_.reset();
        warmed_ = 0;
    }
    const std::lock_guard lock(mutex_);
    report_.shader_error = error;
    if (reloaded) report_.error.clear();  // the error was the old shaders'
    glfwPostEmptyEvent();
}

void Renderer::leave() {
    {
        const std::lock_guard lock(mutex_);
        thumbnails_.clear();
        for (Small& one : sides_)
            one.texture = {};
    }
    for (Slot& slot : slots_) {
        slot.read = {};
        slot.target.reset();
    }
    coarse_.reset();
    fine_.reset();
    timer_ = {};
    painter_.reset();
    shaders_.reset();
    SharedContext::release();
}

bool Renderer::is_stale(const Wanted& now) {
    std::lock_guard lock(mutex_);
    return stop_ || !(wanted_ == now);
}

void Renderer::timed(double pixels, const std::function<void()>& draw) {
    timer_.begin();
    try {
        draw();
    } catch (...) {
        timer_.end();
        throw;
    }
    timer_.end();
    const double ms = timer_.wait();
    std::lock_guard lock(mutex_);
    report_.noise_ms = ms;
    report_.noise_pixels = pixels;
}

bool Renderer::draw_next(const Wanted& now) {
    const Wanted what = essence(now);
    if (!drawing_ || !(essence(*drawing_) == what)) {
        start(now);
    } else if (!(*drawing_ == now)) {
        drawing_ = now;  // only colours differ
        frame_.emplace(now.preset, now.width, now.height, LoopPoint{}, true);
        if (sharp_ && now.values && !values_) gather(now);
        publish(now);
    } else if (!sharp_) {
        refine(now);
    }
    return !sharp_;
}

// A target of this size.
static Target& sized(std::optional<Target>& target, GLenum format, int width, int height) {
    if (!target || target->width() != width || target->height() != height || target->format() != format)
        target = Target(format, width, height);
    return *target;
}

void Renderer::draw_field(const Frame& frame, Target& target, const Part& around, int row, int rows) {
    const auto begin = Clock::now();
    const double pixels = static_cast<double>(around.columns) * rows;
    timed(pixels, [&] { painter_->field(frame, around, target, row, rows); });
    // Wall-clock time: a driver's timer may cover only part of the work.
    if (pixels >= 4096) ns_per_cost_ = ms_since(begin) * 1e6 / pixels / cost(frame.preset.settings);
}

// The side of a square tile that takes about kDrawBudget at `ns` nanoseconds per pixel.
static int side_for(double ns) {
    return std::clamp(static_cast<int>(std::sqrt(kDrawBudget * 1e6 / ns)) / 16 * 16, 16, 1024);
}

// Draws square tiles, from the middle outwards, until the budget is spent. Each draw is short.
void Renderer::draw_samples(const Wanted& now, const Frame& frame, Target& target, int sample, int& tile,
                            double budget_ms, bool may_stop) {
    const Part part = Part::whole(frame.width, frame.height);
    const int across = (part.columns + side_ - 1) / side_, down = (part.rows + side_ - 1) / side_;
    const auto begin = Clock::now();
    const int first = tile;
    double pixels = 0;
    timed(0, [&] {
        while (tile < across * down) {
            const int n = tile / across, y = down / 2 + (n % 2 ? -(n + 1) / 2 : n / 2), x = tile % across;
            const int row = down % 2 == 0 && n == down - 1 ? 0 : std::clamp(y, 0, down - 1);
            Painter::Rect rect{x * side_, row * side_, 0, 0};
            rect.columns = std::min(side_, part.columns - rect.x);
            rect.rows = std::min(side_, part.rows - rect.y);
            painter_->sample(frame, part, target, rect, sample);
            wait_for_gpu();
            pixels += static_cast<double>(rect.columns) * rect.rows;
            ++tile;
            if (may_stop && (ms_since(begin) > budget_ms || (tile > first && is_stale(now)))) break;
        }
    });
    {
        std::lock_guard lock(mutex_);
        report_.noise_pixels = pixels;
    }
    if (pixels < 512) return;
    const double ns = ms_since(begin) * 1e6 / pixels / cost(now.preset.settings);
    // Some tiles contain only sky: until all are drawn, the slowest counts.
    ns_per_cost_ = tile >= across * down && first == 0 ? ns : std::max(ns_per_cost_, ns);
}

int Renderer::coarseness(const Wanted& now, int unknown) const {
    if (ns_per_cost_ == 0) return unknown;
    const double ms = ns_per_cost_ * cost(now.preset.settings) * now.width * now.height * 1e-6;
    return ms > kMovingBudget ? std::min(12, static_cast<int>(std::ceil(std::sqrt(ms / kMovingBudget)))) : 1;
}

// Draws the first picture of a request immediately, as finely as the time budget allows.
void Renderer::start(const Wanted& now) {
    Frame frame(now.preset, now.width, now.height, {}, true);
    const GLuint program = painter_->prepare(frame);  // if this throws, nothing has changed
    frame_.emplace(std::move(frame));
    const Scene scene = now.preset.look.scene;
    if (cost_scene_ != scene) ns_per_cost_ = 0;
    cost_scene_ = scene;
    drawing_.reset();
    sharp_ = false;
    values_.reset();
    sample_ = tile_ = row_ = 0;
    const bool field = has_field(now.preset.look);
    if (field) {
        start_field(now);
    } else {
        start_samples(now, program);
    }
    drawing_ = now;
    if (sharp_) gather(now);
    publish(now);
    if (!sharp_ && !field) gather(now);
}

void Renderer::start_field(const Wanted& now) {
    const bool one_row = scene_info(now.preset.look.scene).one_row;
    factor_ = one_row ? 1 : coarseness(now, options_.info.software ? 4 : 1);
    const Part& plot = frame_->plot;
    const int width = std::max(1, plot.columns / factor_), height = std::max(1, plot.rows / factor_);
    const auto [mx, my] = margins(now.preset, std::max(1, now.height / factor_));
    const Part around{width, height, -mx, -my, width + 2 * mx, height + 2 * my};
    const int rows = one_row ? 1 : around.rows;
    draw_field(*frame_, sized(coarse_, GL_R32F, around.columns, rows), around, 0, rows);
    sharp_ = factor_ == 1;
}

void Renderer::start_samples(const Wanted& now, GLuint program) {
    // A driver may compile during the first draw: do not measure that one.
    if (warmed_ != program) {
        Target& probe = sized(coarse_, painter_->sum_format(), 64, 64);
        const Part middle{now.width, now.height, now.width / 2 - 32, now.height / 2 - 32, 64, 64};
        Painter::clear(probe);
        painter_->sample(*frame_, middle, probe, {0, 0, 8, 8}, 0);
        wait_for_gpu();
        warmed_ = program;
        ns_per_cost_ = 0;
    }
    factor_ = coarseness(now, options_.info.software ? 8 : 2);
    const Frame coarse = frame_->coarser(factor_);
    Target& target = sized(coarse_, painter_->sum_format(), coarse.width, coarse.height);
    Painter::clear(target);
    side_ = ns_per_cost_ == 0 ? 32 : side_for(ns_per_cost_ * cost(now.preset.settings));
    int tile = 0;
    draw_samples(now, coarse, target, 0, tile, 0, false);
    Painter::clear(sized(fine_, painter_->sum_format(), now.width, now.height));
    if (factor_ == 1) {
        std::swap(coarse_, fine_);
        sample_ = 1;
    }
}

void Renderer::refine_field(const Wanted& now) {
    const auto [mx, my] = margins(now.preset, now.height);
    const int width = frame_->plot.columns, height = frame_->plot.rows;
    const Part around{width, height, -mx, -my, width + 2 * mx, height + 2 * my};
    const double ns = std::max(ns_per_cost_ * cost(now.preset.settings), 0.01);
    const int rows = std::clamp(static_cast<int>(kDrawBudget * 1e6 / ns / now.width), 1, around.rows - row_);
    draw_field(*frame_, sized(fine_, GL_R32F, around.columns, around.rows), around, row_, rows);
    row_ += rows;
    if (row_ < around.rows) return;
    std::swap(coarse_, fine_);
    factor_ = 1;
    sharp_ = true;
    gather(now);
    publish(now);
}

void Renderer::refine(const Wanted& now) {
    if (has_field(now.preset.look)) return refine_field(now);
    const int samples = good_samples(now.preset.look);
    if (tile_ == 0) side_ = side_for(std::max(ns_per_cost_ * cost(now.preset.settings), 0.01));
    draw_samples(now, *frame_, *fine_, sample_, tile_, kRefineBudget, true);
    const int tiles = ((now.width + side_ - 1) / side_) * ((now.height + side_ - 1) / side_);
    if (tile_ >= tiles) {
        tile_ = 0;
        ++sample_;
    }
    sharp_ = sample_ >= samples;
    if (sharp_) gather(now);
    if (sharp_ || ms_since(last_publish_) > kPublishEvery) publish(now);
}

static Statistics statistics_of(std::span<const float> values, Output output) {
    Statistics s;
    s.count = values.size();
    if (values.empty()) return s;
    double sum = 0, squares = 0;
    float low = values.front(), high = values.front();
    std::array<std::size_t, Statistics::kBins> bins{};
    const float from = output == Output::unit ? 0.0f : -1.0f,
                scale = Statistics::kBins / (output == Output::unit ? 1.0f : 2.0f);
    for (float v : values) {
        low = std::min(low, v);
        high = std::max(high, v);
        sum += static_cast<double>(v);
        squares += static_cast<double>(v) * static_cast<double>(v);
        ++bins[static_cast<std::size_t>(std::clamp((v - from) * scale, 0.0f, Statistics::kBins - 1.0f))];
    }
    const double n = static_cast<double>(values.size());
    s.min = static_cast<double>(low);
    s.max = static_cast<double>(high);
    s.mean = sum / n;
    s.sigma = std::sqrt(std::max(0.0, squares / n - s.mean * s.mean));
    for (std::size_t i = 0; i < bins.size(); ++i)
        s.bins[i] = static_cast<float>(static_cast<double>(bins[i]) / n);
    return s;
}

// The values without their margins.
static std::vector<float> cropped(const std::vector<float>& all, int width, int height, int margin_x, int margin_y) {
    const auto stride = static_cast<std::size_t>(width + 2 * margin_x);
    std::vector<float> inner;
    inner.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    for (int y = 0; y < height; ++y) {
        auto from =
            all.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(y + margin_y) * stride) + margin_x;
        inner.insert(inner.end(), from, from + width);
    }
    return inner;
}

void Renderer::gather(const Wanted& now) {
    if (ms_since(last_gather_) < 150 && is_stale(now) && !now.values) return;  // while moving, this is often enough
    last_gather_ = Clock::now();
    std::vector<float> all;
    if (has_field(now.preset.look)) {
        const auto [mx, my] = margins(now.preset, now.height);
        all.resize(static_cast<std::size_t>(coarse_->width()) * static_cast<std::size_t>(coarse_->height()));
        coarse_->read(0, coarse_->height(), all);
        const int height = scene_info(now.preset.look.scene).one_row ? 1 : frame_->plot.rows;
        if (mx != 0 || my != 0) all = cropped(all, frame_->plot.columns, height, mx, my);
    } else {
        // The noise on a plane through the camera's target.
        const Preset slice = plane_of(now.preset);
        constexpr int width = 160, height = 100;
        Target target(GL_R32F, width, height);
        painter_->field(Frame(slice, width, height), Part::whole(width, height), target, 0, height);
        all.resize(std::size_t{width} * height);
        target.read(0, height, all);
    }
    Statistics statistics = statistics_of(all, now.preset.settings.output);
    if (now.values && now.preset.look.scene == Scene::map)
        values_ = std::make_shared<const std::vector<float>>(std::move(all));
    std::lock_guard lock(mutex_);
    report_.statistics = statistics;
}

void Renderer::publish(const Wanted& now) {
    Slot* slot = nullptr;
    Fence read;
    {
        std::lock_guard lock(mutex_);
        writing_ = 0;
        while (writing_ == held_ || writing_ == ready_)
            ++writing_;
        slot = &slots_[static_cast<std::size_t>(writing_)];
        std::swap(read, slot->read);
    }
    read.wait();
    const bool field = has_field(now.preset.look);
    Target& screen = sized(slot->target, GL_RGBA8, now.width, now.height);
    const Part whole = Part::whole(now.width, now.height);
    timer_.begin();
    if (field) {
        const auto [mx, my] = margins(now.preset, std::max(1, now.height / factor_));
        const Part& plot = frame_->plot;
        const double sx = static_cast<double>(coarse_->width() - 2 * mx) / plot.columns,
                     sy = static_cast<double>(coarse_->height() - 2 * my) / plot.rows;
        const bool line = scene_info(now.preset.look.scene).one_row;
        painter_->present(*frame_, {*coarse_, plot.x0 - mx / sx, line ? 0 : plot.y0 - my / sy, sx, line ? 1 : sy},
                          screen.framebuffer(), whole, true, Painter::Encoding::display);
    } else {
        const Painter::Drawn coarse{*coarse_, 0, 0, static_cast<double>(coarse_->width()) / now.width,
                                    static_cast<double>(coarse_->height()) / now.height};
        painter_->present(*frame_, {*fine_}, screen.framebuffer(), whole, true, Painter::Encoding::display8, &coarse);
    }
    timer_.end();
    const double ms = timer_.wait();
    glFinish();
    last_publish_ = Clock::now();
    slot->shot.texture = screen.texture();
    slot->shot.holds = now;
    slot->shot.sharp = sharp_;
    slot->shot.resolution = sharp_ || (!field && sample_ + tile_ > 0) ? 100 : std::max(1, 100 / factor_);
    const double all = static_cast<double>(now.width) * now.height;
    slot->shot.progress = sharp_  ? 1.0
                          : field ? static_cast<double>(row_) / now.height
                                  : (sample_ + std::min(1.0, tile_ * static_cast<double>(side_) * side_ / all)) /
                                        good_samples(now.preset.look);
    slot->shot.values = sharp_ ? values_ : nullptr;
    {
        std::lock_guard lock(mutex_);
        ready_ = writing_;
        writing_ = -1;
        report_.present_ms = ms;
    }
    glfwPostEmptyEvent();
}

}  // namespace isonoise
