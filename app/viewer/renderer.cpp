#include "viewer/renderer.hpp"

#include <algorithm>
#include <cmath>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "error.hpp"
#include "io/image.hpp"
#include "scene/scenes.hpp"

namespace isonoise {

Renderer::Renderer(const WindowContext& window, Options options, const Preset& first)
    : context_(window), options_(std::move(options)) {
    context_.make_current();
    try {
        shaders_ = std::make_unique<Shaders>(options_.glsl, options_.files, options_.mode);
        painter_ = std::make_unique<Painter>(*shaders_, options_.info);
        painter_->prepare(Frame(first, 1, 1));
        refiner_.emplace(*painter_, options_.info.software,
                         Refiner::Hooks{.is_stale = [this](const Wanted& now) { return is_stale(now); },
                                        .publish = [this](const Wanted& now) { publish(now); }});
    } catch (...) {
        refiner_.reset();
        painter_.reset();
        shaders_.reset();
        glfwMakeContextCurrent(window.window());
        throw;
    }
    SharedContext::release();
    glfwMakeContextCurrent(window.window());
    worker_.emplace(Worker::Work{.begin = [this] { context_.make_current(); },
                                 .piece = [this] { return work(); },
                                 .end = [this] { release(); },
                                 .look_again = std::chrono::milliseconds(options_.files.has_directory() ? 200 : 0)});
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

void Renderer::follow(double interval) {
    std::lock_guard lock(mutex_);
    interval_ = interval;
}

bool Renderer::has_next() {
    std::lock_guard lock(mutex_);
    return ready_ != held_;
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
    for (const SmallPicture& one : thumbnails_) {
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
    SmallPicture& one = sides_[index];
    if (!(one.preset == preset && one.order == order)) {
        one.preset = preset;
        one.order = order;
        one.done = false;
        worker_->wake();
    }
    if (one.texture.get()) handed_out_[index] = std::move(one.texture);
    return {handed_out_[index].get(), one.done};
}

Renderer::SmallPicture* Renderer::next_small_picture() {
    const auto waits = [](const auto& one) { return !one.done; };
    if (const auto found = std::find_if(sides_.begin(), sides_.end(), waits); found != sides_.end()) return &*found;
    const auto found = std::find_if(thumbnails_.begin(), thumbnails_.end(), waits);
    return found == thumbnails_.end() ? nullptr : &*found;  // a deque: it stays where it is when others are added
}

// Yields to the window: abandons this picture once the window wants another than `shown`, or someone another in place
// of this one.
void Renderer::draw_small_picture(SmallPicture& one, const Wanted& shown) {
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

std::optional<float> Renderer::value(const Settings& settings, const std::array<AxisPoint, 4>& point) {
    const PointRequest request{settings, point};
    std::lock_guard lock(mutex_);
    if (point_.wanted != request) {
        point_.wanted = request;
        point_.value.reset();
        worker_->wake();
    }
    return point_.value;
}

// Computes it with the program that draws fields.
void Renderer::compute(const PointRequest& request) {
    const auto& p = request.point;
    Target target(GL_R32F, 1, 1);
    painter_->evaluator().slice(Noise(request.settings), std::span(&p[0], 1), std::span(&p[1], 1), {p[2], p[3]}, target,
                                0, 1);
    float value = 0.0f;
    target.read(0, 1, std::span(&value, 1));
    std::lock_guard lock(mutex_);
    if (point_.wanted == request) point_.value = value;
    glfwPostEmptyEvent();
}

bool Renderer::work() {
    std::unique_lock lock(mutex_);
    if (!report_.lost.empty()) return false;
    if (point_.wanted && !point_.value && point_.wanted != point_.failed) {
        const PointRequest request = *point_.wanted;
        lock.unlock();
        try {
            compute(request);
        } catch (const std::exception&) {  // the picture reports it
            point_.failed = request;
        }
        return true;
    }
    const bool looks = options_.files.has_directory() && Clock::now() - last_reload_ > std::chrono::milliseconds(200);
    if (!unfinished_ && wanted_ == latest_ && !looks) {
        SmallPicture* const one = next_small_picture();
        if (!one) return false;
        lock.unlock();
        draw_small_picture(*one, latest_);
        return true;
    }
    latest_ = wanted_;
    refiner_->follow(interval_);
    lock.unlock();
    std::string error, lost;
    try {
        check_context();
        if (looks) look_for_changes();
        if (!(failed_ && *failed_ == latest_)) {
            unfinished_ = latest_.width > 0 && latest_.height > 0 && refiner_->draw(latest_);
            failed_.reset();
        } else {
            unfinished_ = false;
            error = report().error;
        }
    } catch (const std::exception& e) {
        error = e.what();
        failed_ = latest_;  // do not retry until something changes
        refiner_->forget();
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
    report_.measured = refiner_->measurements();
    return true;
}

// Reloads the shaders if their files have changed.
void Renderer::look_for_changes() {
    last_reload_ = Clock::now();
    std::string error;
    const bool reloaded = shaders_->reload(error);
    if (!reloaded && error.empty()) return;
    if (reloaded) {
        refiner_->forget();
        failed_.reset();
    }
    const std::lock_guard lock(mutex_);
    report_.shader_error = error;
    if (reloaded) report_.error.clear();  // the error was the old shaders'
    glfwPostEmptyEvent();
}

void Renderer::release() {
    {
        const std::lock_guard lock(mutex_);
        thumbnails_.clear();
        for (SmallPicture& one : sides_)
            one.texture = {};
    }
    for (Slot& slot : slots_) {
        slot.read = {};
        slot.target.reset();
    }
    refiner_.reset();
    painter_.reset();
    shaders_.reset();
    SharedContext::release();
}

bool Renderer::is_stale(const Wanted& now) {
    std::lock_guard lock(mutex_);
    return stop_ || !(wanted_ == now);
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
    Target& screen = sized(slot->target, GL_RGBA8, now.width, now.height);
    refiner_->present(now, screen);
    slot->shot = {.texture = screen.texture(),
                  .holds = now,
                  .sharp = refiner_->is_sharp(),
                  .resolution = refiner_->resolution(),
                  .progress = refiner_->progress(),
                  .values = refiner_->values()};
    {
        std::lock_guard lock(mutex_);
        ready_ = writing_;
        writing_ = -1;
        report_.measured = refiner_->measurements();
    }
    glfwPostEmptyEvent();
}

}  // namespace isonoise
