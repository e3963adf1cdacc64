// Draws whole pictures in bands of rows.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <future>
#include <utility>

#include "gpu/timer.hpp"
#include "isonoise/function/function.hpp"
#include "platform/worker.hpp"
#include "scene/function_values.hpp"
#include "scene/painter.hpp"
#include "scene/scenes.hpp"

namespace isonoise {

// The step to either side for slopes by differences, if the noise has no gradient: half a pixel, to match the picture,
// but large enough that rounding of fractions does not dominate.
static double half_difference(const Preset& preset, const Region& part) {
    const Look& look = preset.look;
    const double step =
        look.tiling == Tiling::three ? tile_view(preset, part.width, part.height).step : look.span / part.height;
    return std::max(0.5 * step, 0x1p-12 / static_cast<double>(preset.settings.frequency));
}

// The distance from a to b in units of coordinate, approximately `about`, corrected for the rounding of their
// fractions. Cells do not help, since they wrap.
static double distance(const AxisPoint& a, const AxisPoint& b, double about, double frequency) {
    const double fraction = static_cast<double>(b.fraction) - static_cast<double>(a.fraction);
    return (std::round(about * frequency - fraction) + fraction) / frequency;
}

// Two floats per pixel of a part: the derivatives of the noise by x and y, analytic or by differences.
static void gradients(Evaluator& evaluator, const Frame& frame, const Region& part, Target& target,
                      std::span<float> result) {
    const Preset& preset = frame.preset;
    const auto columns = static_cast<std::size_t>(part.columns), rows = static_cast<std::size_t>(part.rows),
               stride = static_cast<std::size_t>(target.width());
    if (has_gradient(preset.settings)) {
        const PictureAxes axes = picture_axes(preset, part, frame.phase);
        evaluator.slice(frame.noise, axes.x, axes.y, axes.zw, target, 0, part.rows, true);
        std::vector<float> gradients(4 * stride * rows);
        target.read(0, part.rows, gradients, 1);
        for (std::size_t y = 0; y < rows; ++y) {
            for (std::size_t x = 0; x < columns; ++x)
                std::copy_n(&gradients[4 * (y * stride + x)], 2, &result[2 * (y * columns + x)]);
        }
        return;
    }
    const double half = half_difference(preset, part);
    const auto frequency = static_cast<double>(preset.settings.frequency);
    std::array<std::vector<float>, 2> values{std::vector<float>(stride * rows), std::vector<float>(stride * rows)};
    for (std::size_t axis = 0; axis < 2; ++axis) {
        std::array<PictureAxes, 2> axes;
        for (std::size_t side = 0; side < 2; ++side) {
            Preset moved = preset;
            moved.look.center[axis] += side == 0 ? -half : half;
            axes[side] = picture_axes(moved, part, frame.phase);
            evaluator.slice(frame.noise, axes[side].x, axes[side].y, axes[side].zw, target, 0, part.rows);
            target.read(0, part.rows, values[side]);
        }
        const auto &from = axis == 0 ? axes[0].x : axes[0].y, &to = axis == 0 ? axes[1].x : axes[1].y;
        for (std::size_t y = 0; y < rows; ++y) {
            for (std::size_t x = 0; x < columns; ++x) {
                const std::size_t i = axis == 0 ? x : y, at = y * stride + x;
                const double rise = static_cast<double>(values[1][at]) - static_cast<double>(values[0][at]);
                result[2 * (y * columns + x) + axis] =
                    static_cast<float>(rise / distance(from[i], to[i], 2 * half, frequency));
            }
        }
    }
}

namespace {

// The number of pixels per draw for a given time: short enough to be cancelled, to keep other windows responsive, and
// not to look like a hang to the driver.
class Pace {
  public:
    Pace(double seconds, Painter::Pacing* kept) : aim_(seconds), known_(kept ? *kept : own_) {}
    int rows(int columns) const { return std::max(1, static_cast<int>(known_.pixels / columns)); }
    int side() const { return std::max(1, static_cast<int>(std::sqrt(known_.pixels))); }
    // Call before each draw: time since the last one does not count.
    void begins() { last_ = std::chrono::steady_clock::now(); }
    // Call after each draw with its number of pixels. The slowest recent draw counts: ground may follow sky.
    void drew(double pixels) {
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - last_).count();
        if (pixels <= 0 || std::exchange(known_.first, false)) return;  // the first draw may have compiled a shader
        known_.slowest = std::max(0.98 * known_.slowest, seconds / pixels);
        known_.pixels =
            std::clamp(aim_ / std::max(known_.slowest, 1e-12), 256.0, std::min(2.0 * known_.pixels, 4194304.0));
    }

  private:
    double aim_;
    Painter::Pacing own_;
    Painter::Pacing& known_;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// Bands in flight from the GPU to the caller: while one is drawn, the previous one is read back and the one before that
// is used.
class Bands {
  public:
    // `floats` per row, `rows` per band, `height` rows in all.
    Bands(std::size_t floats, int rows, int height, const Painter::Band& band)
        : floats_(floats), rows_(rows), height_(height), band_(band) {}

    // The next band, to be filled by the CPU, or by the GPU through add().
    std::vector<float>& fill(int rows) {
        std::vector<float>& pixels = bands_[static_cast<std::size_t>(used_ % 2)];
        pixels.resize(floats_ * static_cast<std::size_t>(rows));
        return pixels;
    }
    void begin(int rows) { back_.begin(floats_ * static_cast<std::size_t>(rows)); }
    void add(const Target& target, int columns, int rows, std::size_t at, std::size_t stride) {
        back_.add(target, columns, rows, at, stride);
    }

    std::size_t pending() const { return back_.pending(); }

    // Passes the oldest band to the caller, on another thread.
    void use_next() {
        const int rows = std::min(rows_, height_ - used_ * rows_);
        const std::size_t count = floats_ * static_cast<std::size_t>(rows);
        std::vector<float>& pixels = bands_[static_cast<std::size_t>(used_++ % 2)];
        if (back_.pending() > 0) {
            pixels.resize(count);
            back_.take(pixels);
        }
        if (use_.valid()) use_.get();
        use_ = std::async(kBeside, band_, rows, std::span<const float>(pixels).first(count));
    }
    // Rethrows a band's exception (a full disk, say) without waiting for the next band.
    void check() {
        if (use_.valid() && use_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) use_.get();
    }
    void finish() {
        while (back_.pending() > 0)
            use_next();
        if (use_.valid()) use_.get();
    }

  private:
    std::size_t floats_;
    int rows_, height_;
    const Painter::Band& band_;
    Readback back_;
    std::array<std::vector<float>, 2> bands_;
    int used_ = 0;
    std::future<void> use_;
};

Painter::Encoding encoding_of(Painter::Pixels pixels) {
    if (pixels == Painter::Pixels::linear) return Painter::Encoding::linear;
    return pixels == Painter::Pixels::display8 ? Painter::Encoding::display8 : Painter::Encoding::display;
}

// The job of drawing one picture.
class Job {
  public:
    Job(Painter& painter, const Preset& preset, const Painter::Order& order, const Painter::Band& band,
        const Painter::Step& step)
        : painter_(painter), frame_(preset, order.width, order.height, order.phase, order.guides, order.dpi),
          order_(order), step_(step), slopes_(order.pixels == Painter::Pixels::slopes),
          colours_(!slopes_ && order.pixels != Painter::Pixels::values),
          filled_(slopes_ || (!colours_ && has_channels(preset))), field_(has_field(preset.look) || !colours_),
          one_row_(scene_info(preset.look.scene).one_row && field_), channels_(floats()),
          height_(one_row_ && !colours_ ? 1 : order.height),
          margins_(colours_ ? margins(preset, order.height) : std::array{0, 0}),
          columns_(std::min({order.width, order.tile, painter.max_texture() - 2 * margins_[0]})),
          // About two million pixels per band.
          rows_(std::clamp((1 << 21) / order.width, 1,
                           std::min({height_, order.tile, painter.max_texture() - 2 * margins_[1]}))),
          drawn_({!field_ ? painter.sum_format() : GLenum(has_channels(preset) && colours_ ? GL_RGBA32F : GL_R32F),
                  slopes_ && has_gradient(preset.settings) ? GLenum{GL_RGBA32F} : GLenum{GL_NONE}},
                 columns_ + 2 * margins_[0], one_row_ ? 1 : rows_ + 2 * margins_[1]),
          bands_(static_cast<std::size_t>(order.width) * channels_, rows_, height_, band) {
        // In strips, so that these draws are short as well.
        if (colours_) picture_.emplace(GL_RGBA32F, columns_, std::clamp((1 << 16) / columns_, 1, rows_));
    }

    void run() {
        if (!field_) painter_.bake(frame_, [this] { stepped(0); });
        for (int y0 = 0; y0 < height_; y0 += rows_) {
            const int rows = std::min(rows_, height_ - y0);
            std::vector<float>* filled = filled_ ? &bands_.fill(rows) : nullptr;
            if (!filled_) bands_.begin(rows);
            for (int x0 = 0; x0 < order_.width; x0 += columns_) {
                const Region part{order_.width, order_.height, x0, y0, std::min(columns_, order_.width - x0), rows};
                if (filled_) {
                    fill(part, *filled);
                } else {
                    draw(part);
                }
            }
            if (filled_ || bands_.pending() == 2) bands_.use_next();
        }
        bands_.finish();
    }

  private:
    // Per pixel of a band.
    std::size_t floats() const {
        if (colours_) return 4;
        if (slopes_) return 2;
        return filled_ ? static_cast<std::size_t>(frame_.preset.function->channels()) : 1;
    }

    // Call after each draw with the pixels it finished; 0 if it drew no noise.
    void stepped(double pixels) {
        wait_for_gpu();
        pace_.drew(pixels);
        done_ += pixels;
        const double total = static_cast<double>(order_.width) * height_ * (field_ ? 1 : order_.samples);
        if (step_) step_(std::min(done_ / total, 1.0));
        bands_.check();
        pace_.begins();
    }

    void draw(const Region& part) {
        if (field_) {
            draw_field(part);
        } else {
            draw_samples(part);
        }
        const auto stride = static_cast<std::size_t>(order_.width), x = static_cast<std::size_t>(part.x0);
        if (!colours_) return bands_.add(drawn_, part.columns, part.rows, x, stride);
        const Painter::Drawn drawn{drawn_, static_cast<double>(part.x0 - margins_[0]),
                                   static_cast<double>(part.y0 - margins_[1])};
        Region strip = part;
        for (int y = 0; y < part.rows; y += strip.rows) {
            strip.y0 = part.y0 + y;
            strip.rows = std::min(picture_->height(), part.rows - y);
            painter_.present(frame_, drawn, picture_->framebuffer(), strip, true, encoding_of(order_.pixels));
            bands_.add(*picture_, strip.columns, strip.rows, (static_cast<std::size_t>(y) * stride + x) * channels_,
                       stride);
            stepped(0);
        }
    }

    void draw_field(const Region& part) {
        const Region& plot = frame_.plot;
        const Region around{plot.columns,
                            plot.rows,
                            part.x0 - margins_[0] - plot.x0,
                            part.y0 - margins_[1] - plot.y0,
                            part.columns + 2 * margins_[0],
                            one_row_ ? 1 : part.rows + 2 * margins_[1]};
        for (int y = 0; y < around.rows;) {
            const int count = std::min(pace_.rows(around.columns), around.rows - y);
            painter_.field(frame_, around, drawn_, y, count);
            stepped(static_cast<double>(count) / around.rows * part.rows * part.columns);
            y += count;
        }
    }

    void draw_samples(const Region& part) {
        Painter::clear(drawn_);
        for (int i = 0; i < order_.samples; ++i) {
            for (int y = 0, side = 0; y < part.rows; y += side) {
                side = std::min(pace_.side(), part.rows - y);
                for (int x = 0; x < part.columns; x += side) {
                    const Painter::Rect rect{x, y, std::min(side, part.columns - x), side};
                    painter_.sample(frame_, part, drawn_, rect, i);
                    stepped(static_cast<double>(rect.columns) * rect.rows);
                }
            }
        }
    }

    void fill(const Region& part, std::vector<float>& band) {
        const auto row = static_cast<std::size_t>(part.columns) * channels_,
                   stride = static_cast<std::size_t>(order_.width) * channels_;
        for (int y = 0; y < part.rows;) {
            Region piece = part;
            piece.y0 += y;
            piece.rows = std::min(pace_.rows(part.columns), part.rows - y);
            piece_.resize(static_cast<std::size_t>(piece.rows) * row);
            if (slopes_ && frame_.preset.function) {
                function_slopes(frame_.preset, piece, frame_.phase, piece_);
            } else if (!slopes_) {
                function_channels(frame_.preset, piece, frame_.phase, piece_);
            } else {
                gradients(painter_.evaluator(), frame_, piece, drawn_, piece_);
            }
            for (std::size_t i = 0; i < static_cast<std::size_t>(piece.rows); ++i) {
                std::copy_n(piece_.data() + i * row, row,
                            band.data() + (static_cast<std::size_t>(y) + i) * stride +
                                static_cast<std::size_t>(part.x0) * channels_);
            }
            stepped(static_cast<double>(piece.rows) * part.columns);
            y += piece.rows;
        }
    }

    Painter& painter_;
    const Frame frame_;
    const Painter::Order& order_;
    const Painter::Step& step_;
    const bool slopes_, colours_;
    const bool filled_;   // the bands are filled here, instead of read back later
    const bool field_;    // draws a field, as colours or numbers
    const bool one_row_;  // the field has one row
    const std::size_t channels_;
    const int height_;
    const std::array<int, 2> margins_;
    const int columns_, rows_;  // of a tile
    Target drawn_;
    std::optional<Target> picture_;
    std::vector<float> piece_;
    Bands bands_;
    Pace pace_{order_.pace, order_.pacing};
    double done_ = 0;
};

}  // namespace

void Painter::picture(const Preset& preset, const Order& order, const Band& band, const Step& step) {
    Job(*this, preset, order, band, step).run();
}

}  // namespace isonoise
