#include "scene/export.hpp"

#include <algorithm>
#include <cmath>

#include "error.hpp"
#include "io/image.hpp"
#include "io/progress.hpp"
#include "io/video.hpp"
#include "isonoise/function/function.hpp"
#include "paths.hpp"
#include "scene/axes.hpp"
#include "scene/painter.hpp"
#include "scene/scenes.hpp"
#include "scene/svg.hpp"

namespace isonoise {

namespace {

// How a band of the painter maps to rows of a file.
struct Layout {
    Painter::Pixels pixels;
    std::size_t stride;  // floats per pixel of the painter
    std::size_t channels;
    int width, height;  // of the file: all slices, or all frames of a sheet
    Levels levels;
    bool srgb;
};

Layout layout_of(const Preset& preset, const Export& order) {
    Layout layout{};
    layout.width = order.width * order.columns;
    layout.height = slice_rows(preset, order) * order.slices * order.rows;
    if (is_normals(order.what)) {
        layout.pixels = Painter::Pixels::slopes;
        layout.stride = 2;
        layout.channels = 3;
        layout.levels = {-1, 1};
    } else if (order.what != What::picture) {
        const auto range = value_range(preset);
        layout.pixels = Painter::Pixels::values;
        layout.stride = layout.channels =
            has_channels(preset) ? static_cast<std::size_t>(preset.function->channels()) : 1;
        layout.levels = {range[0], range[1]};
    } else {
        const Look& look = preset.look;
        const bool grey =
            look.scene == Scene::map && look.colormap == Colormap::grey && look.gradient.empty() && !has_axes(look);
        layout.pixels = !is_whole(order.format)                             ? Painter::Pixels::linear
                        : order.depth == 8 && order.format != Format::raw16 ? Painter::Pixels::display8
                                                                            : Painter::Pixels::display;
        layout.stride = 4;
        layout.channels = has_alpha(preset) ? 4 : grey && is_whole(order.format) ? 1 : 3;
        layout.srgb = layout.channels != 1;
    }
    return layout;
}

std::unique_ptr<ImageWriter> writer(OutputFile& file, const Export& order, const Layout& layout) {
    const int channels = static_cast<int>(layout.channels);
    const std::int64_t frames = is_one_file(order) && !is_sheet(order) ? order.frames : 1;
    switch (order.format) {
    case Format::png:
        return png_writer(file, layout.width, layout.height, channels, order.depth, layout.levels, layout.srgb,
                          order.dpi);
    case Format::exr: return exr_writer(file, layout.width, layout.height, channels);
    case Format::raw16: return raw16_writer(file, layout.levels);
    case Format::raw32f: return raw32f_writer(file);
    case Format::npy: {
        std::vector<std::int64_t> shape = {layout.height / order.slices, layout.width};
        if (order.slices > 1) shape.insert(shape.begin(), order.slices);
        if (channels > 1) shape.push_back(channels);
        return npy_writer(file, shape);
    }
    case Format::webp:
        return webp_writer(file, layout.width, layout.height, channels, order.fps, frames, layout.levels);
    case Format::mp4:
    case Format::webm:
        return video_writer(file, order.format, layout.width, layout.height, channels, order.fps, layout.levels);
    case Format::svg: break;  // has no rows
    }
    return nullptr;
}

// The normal of a ground with these slopes along x and y. The picture's y points down like the noise's, the normal's y
// up; where the ground rises to the right, the normal leans left.
std::array<float, 3> normal(const float* slope, double strength, bool down) {
    const double x = -strength * static_cast<double>(slope[0]),
                 y = (down ? -strength : strength) * static_cast<double>(slope[1]);
    const double length = std::hypot(x, y, 1.0);
    return {static_cast<float>(x / length), static_cast<float>(y / length), static_cast<float>(1 / length)};
}

struct Ended {};

// Takes frames one after the other and passes them on as rows of a sprite sheet.
class SheetWriter final : public ImageWriter {
  public:
    SheetWriter(std::unique_ptr<ImageWriter> to, int columns, int frame_height)
        : to_(std::move(to)), columns_(static_cast<std::size_t>(columns)),
          height_(static_cast<std::size_t>(frame_height)) {}
    void row(std::span<const float> values) override {
        // Row y of the frame in column c lies at (y, c).
        const std::size_t column = count_ / height_, y = count_ % height_;
        values_.resize(columns_ * height_ * values.size());
        std::copy(values.begin(), values.end(),
                  values_.begin() + static_cast<std::ptrdiff_t>((y * columns_ + column) * values.size()));
        if (++count_ < columns_ * height_) return;
        const std::size_t length = columns_ * values.size();
        for (std::size_t i = 0; i < height_; ++i)
            to_->row(std::span(values_).subspan(i * length, length));
        count_ = 0;
    }
    void finish() override { to_->finish(); }

  private:
    std::unique_ptr<ImageWriter> to_;
    std::size_t columns_, height_, count_ = 0;  // count_: rows of this row of frames that have come
    std::vector<float> values_;
};

// A file being written, of one frame or of several.
struct File {
    File(const Preset& preset, const Export& order, const FileName& name)
        : output(name), layout(layout_of(drawn_preset(preset, order), order)), image(writer(output, order, layout)) {
        if (is_sheet(order))
            image = std::make_unique<SheetWriter>(std::move(image), order.columns, layout.height / order.rows);
    }
    void finish() {
        if (image) image->finish();
        output.commit();
    }
    OutputFile output;
    Layout layout;
    std::unique_ptr<ImageWriter> image;
};

}  // namespace

// The preset of a frame's middle slice, and its position in the loop.
static std::pair<Preset, LoopPoint> moment(const Preset& preset, const Export& order, std::int64_t frame) {
    Preset at = preset;
    LoopPoint phase = order.phase;
    if (const std::uint32_t loop = preset.settings.loop; order.frames > 1 && loop != 0) {
        // Frames lie at exact integer positions, so a loop closes exactly.
        const LoopPoint next = loop_point(frame, order.frames, loop);
        const double fraction = phase.fraction + next.fraction, carry = std::floor(fraction);
        phase = {phase.cell + next.cell + static_cast<std::int64_t>(carry), fraction - carry};
    } else {
        at.look.time = preset.look.time + static_cast<double>(frame) * order.time_step;
    }
    return {at, phase};
}

// The preset of one slice of a frame: slices along z are as far apart as pixels along x and y, centred on the middle
// one.
static Preset slice_of(const Preset& preset, const Export& order, int slice) {
    Preset at = preset;
    const double step = drawn_preset(preset, order).look.span / order.height;
    at.look.center[2] += (slice + 0.5 - 0.5 * order.slices) * step;
    return at;
}

static Painter::Order painted(const Preset& preset, const Export& order, Painter::Pixels pixels, const LoopPoint& phase,
                              Painter::Pacing* pacing) {
    return {.width = order.width,
            .height = order.height,
            .pixels = pixels,
            .samples = order.samples > 0 ? order.samples : good_samples(preset.look),
            .phase = phase,
            .guides = order.guides,
            .dpi = order.dpi,
            .tile = order.tile,
            .pace = order.pace,
            .pacing = pacing};
}

// Widens `levels` to include the values of a frame.
static void gather_levels(Painter& painter, const Preset& preset, const Export& order, const LoopPoint& phase,
                          const Painter::Step& step, Painter::Pacing* pacing,
                          std::optional<std::array<double, 2>>& levels) {
    auto band = [&](int, std::span<const float> values) {
        const auto [low, high] = std::minmax_element(values.begin(), values.end());
        if (low == values.end()) return;
        const auto least = static_cast<double>(*low), most = static_cast<double>(*high);
        levels =
            levels ? std::array{std::min((*levels)[0], least), std::max((*levels)[1], most)} : std::array{least, most};
    };
    painter.picture(drawn_preset(preset, order), painted(preset, order, Painter::Pixels::values, phase, pacing), band,
                    step);
}

static void write_frame(Painter& painter, const Preset& preset, const Export& order, const Layout& layout,
                        ImageWriter& image, const LoopPoint& phase, const Painter::Step& step,
                        Painter::Pacing* pacing) {
    const auto width = static_cast<std::size_t>(order.width);
    std::vector<float> row(width * layout.channels);
    const auto relief = static_cast<float>(preset.look.relief);  // as in the shader and in shape_snippet
    const double strength = order.strength.value_or(usual_strength(preset.look));
    const bool premultiplies = order.what == What::picture && order.format == Format::exr && layout.channels == 4;
    auto band = [&](int rows, std::span<const float> pixels) {
        for (std::size_t y = 0; y < static_cast<std::size_t>(rows); ++y) {
            const float* from = pixels.data() + y * width * layout.stride;
            for (std::size_t x = 0; x < width; ++x) {
                float* to = row.data() + x * layout.channels;
                if (is_normals(order.what)) {
                    const auto n = normal(from + 2 * x, strength, order.what == What::normals_dx);
                    std::copy(n.begin(), n.end(), to);
                } else if (order.what == What::heights && !is_whole(order.format)) {
                    *to = relief * from[x];
                } else {
                    std::copy_n(from + x * layout.stride, layout.channels, to);
                    if (premultiplies) {  // EXR expects premultiplied colours
                        for (int i = 0; i < 3; ++i)
                            to[i] *= to[3];
                    }
                }
            }
            image.row(row);
        }
    };
    painter.picture(drawn_preset(preset, order), painted(preset, order, layout.pixels, phase, pacing), band, step);
}

namespace {

// Collects an image's pixels as RGBA bytes.
class Pixels final : public ImageWriter {
  public:
    Pixels(std::size_t channels, const Levels& levels) : channels_(channels), levels_(levels) {}
    void row(std::span<const float> values) override {
        for (std::size_t x = 0; x < values.size(); x += channels_) {
            for (std::size_t i = 0; i < 4; ++i) {
                const bool missing = i == 3 && channels_ != 4;
                const float value = values[x + (channels_ == 1 || missing ? 0 : i)];
                bytes.push_back(missing ? 255 : levels_.at<unsigned char>(value));
            }
        }
    }
    std::vector<unsigned char> bytes;

  private:
    std::size_t channels_;
    Levels levels_;
};

}  // namespace

std::vector<unsigned char> pixels_of(Painter& painter, const Preset& preset, const Export& order,
                                     const Painter::Step& step) {
    Export shown = order;
    shown.format = Format::png;
    shown.depth = 8;
    shown.slices = 1;
    Preset levelled = preset;
    if (order.auto_levels && has_levels(order)) {
        std::optional<std::array<double, 2>> levels;
        gather_levels(painter, preset, shown, order.phase, step, nullptr, levels);
        if ((*levels)[0] < (*levels)[1]) levelled.look.range = levels;
    }
    const Layout layout = layout_of(drawn_preset(levelled, shown), shown);
    Pixels pixels(layout.channels, layout.levels);
    write_frame(painter, levelled, shown, layout, pixels, order.phase, step, nullptr);
    return pixels.bytes;
}

// The size of a frame's file without its header; 0 if unknown before compression.
static std::uint64_t bytes_of(const Preset& preset, const Export& order) {
    const bool plain = order.format == Format::raw16 || order.format == Format::raw32f || order.format == Format::npy;
    if (!plain) return 0;
    const Layout layout = layout_of(drawn_preset(preset, order), order);
    const auto pixels = static_cast<std::uint64_t>(layout.width) * static_cast<std::uint64_t>(layout.height);
    return pixels * layout.channels * (order.format == Format::raw16 ? 2 : 4);
}

void check_writable(const Preset& preset, const Export& order) {
    const FileName first = frame_file(order, 0);
    if (!first.made.empty() || entry_of(first) != Folder::Entry::other) {  // a pipe must not be opened twice
        OutputFile test(first);
        const std::uint64_t frame = bytes_of(preset, order);
        if (frame == 0) return;
        const std::int64_t files = is_one_file(order) ? 1 : order.frames;
        const auto frames = static_cast<std::uint64_t>(files);
        std::uint64_t all = std::min(frames, ~std::uint64_t{0} / frame) * frame;
        // Files of an earlier run are replaced one by one, freeing their space.
        for (std::int64_t i = 0; i < files && all > frame; ++i) {
            std::uint64_t old = 0;
            if (entry_of(frame_file(order, i), &old) != Folder::Entry::file) break;
            all -= std::min(all - frame, old);
        }
        test.expect(all);
    }
}

bool export_files(Painter& painter, const Preset& preset, const Export& order, const ExportWatch& watch) {
    if (std::string what = problem(preset, order); !what.empty()) throw Error(what);
    check_writable(preset, order);

    const Stopwatch time;
    ExportState state;
    state.frames = order.frames;
    Painter::Pacing pacing;
    int pass = 0, slice = 0;
    const int passes = order.auto_levels ? 2 : 1;
    auto step = [&](double done) {
        if (!watch) return;
        const double frames = static_cast<double>(state.frames);
        const double of_frame = (slice + done) / order.slices;
        state.done = (pass * frames + static_cast<double>(state.frame) + of_frame) / (passes * frames);
        state.seconds_left = time.seconds_left(state.done);
        if (!watch(state)) throw Ended();
    };
    Preset levelled = preset;
    std::optional<File> file;
    try {
        if (order.auto_levels) {
            std::optional<std::array<double, 2>> levels;
            for (; state.frame < state.frames; ++state.frame) {
                const auto [at, phase] = moment(preset, order, state.frame);
                for (slice = 0; slice < order.slices; ++slice)
                    gather_levels(painter, slice_of(at, order, slice), order, phase, step, &pacing, levels);
            }
            if ((*levels)[0] == (*levels)[1])
                fail("auto-levels: expected different values, got {} everywhere", (*levels)[0]);
            levelled.look.range = state.levels = levels;
            state.frame = slice = 0;
            ++pass;
        }
        for (; state.frame < state.frames; ++state.frame) {
            const auto [at, phase] = moment(levelled, order, state.frame);
            slice = 0;
            step(0);
            const FileName name = frame_file(order, state.frame);
            if (!file) {
                if (!order.replace && entry_of(name) != Folder::Entry::nothing)
                    fail("the file {} already exists", quoted_name(name.path()));
                file.emplace(at, order, name);
            }
            if (order.format == Format::svg) {
                file->output.write(to_svg(Frame(at, order.width, order.height, phase, order.guides, order.dpi)));
                slice = order.slices;
            }
            for (; slice < order.slices; ++slice)
                write_frame(painter, slice_of(at, order, slice), order, file->layout, *file->image, phase, step,
                            &pacing);
            if (is_one_file(order) && state.frame + 1 < state.frames) continue;
            file->finish();
            file.reset();
            ++state.written;
        }
    } catch (const Ended&) {
        return false;
    }
    return true;
}

}  // namespace isonoise
