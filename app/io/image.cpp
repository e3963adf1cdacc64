#include "io/image.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/ranges.h>

#include <png.h>

#include "error.hpp"
#include "io/png_calls.h"
#include "paths.hpp"

namespace isonoise {

std::optional<Format> format_of(const std::string& path) {
    const std::string extension = path_of(path).extension().string();
    if (extension == ".raw") return Format::raw16;
    if (extension == ".f32") return Format::raw32f;
    const auto found = std::find(std::begin(kExtensions), std::end(kExtensions), extension);
    if (found == std::end(kExtensions)) return {};
    return static_cast<Format>(found - std::begin(kExtensions));
}

unsigned Levels::at(float value, unsigned most) const {
    const double share = (static_cast<double>(value) - low) / (high - low);
    const double t = share > 0 ? std::min(share, 1.0) * most : 0.0;  // NaN is 0
    // Same as std::lround, without a call.
    const auto whole = static_cast<int>(t);
    return static_cast<unsigned>(whole + (t - whole >= 0.5 ? 1 : 0));
}

namespace {

// libpng is C, so exceptions must not pass through it: the write callback stores them for later.
class PngWriter final : public ImageWriter {
  public:
    PngWriter(OutputFile& file, int width, int height, int channels, int depth, const Levels& levels, bool srgb,
              int dpi)
        : file_(file), depth_(depth), levels_(levels), row_(static_cast<std::size_t>(width * channels * depth / 8)) {
        if (!png_ || !info_) fail("out of memory for a PNG");
        png_set_write_fn(png_, this, &PngWriter::on_write, &PngWriter::on_flush);
        const int colour_type = channels == 1   ? PNG_COLOR_TYPE_GRAY
                                : channels == 3 ? PNG_COLOR_TYPE_RGB
                                                : PNG_COLOR_TYPE_RGB_ALPHA;
        check(isonoise_png_begin(png_, info_, width, height, depth, colour_type, srgb, dpi));
    }
    void row(std::span<const float> values) override {
        const unsigned most = depth_ == 8 ? 255u : 65535u;
        std::size_t at = 0;
        for (float value : values) {
            const unsigned v = levels_.at(value, most);
            if (depth_ == 16) row_[at++] = static_cast<png_byte>(v >> 8);
            row_[at++] = static_cast<png_byte>(v & 255u);
        }
        check(isonoise_png_row(png_, row_.data()));
    }

    void finish() override { check(isonoise_png_end(png_, info_)); }

  private:
    static void on_write(png_structp png, png_bytep data, png_size_t size) {
        auto* self = static_cast<PngWriter*>(png_get_io_ptr(png));
        if (self->error_) return;
        try {
            self->file_.write({reinterpret_cast<const char*>(data), size});
        } catch (...) {
            self->error_ = std::current_exception();
        }
    }
    static void on_flush(png_structp) {}
    // Our message names the error; libpng's would only repeat it.
    static void on_error(png_structp png, png_const_charp) { png_longjmp(png, 1); }
    static void on_warning(png_structp, png_const_charp) {}

    // A separate object, so that it is destroyed even if the constructor throws.
    struct Owned {
        png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, on_error, on_warning);
        png_infop info = png ? png_create_info_struct(png) : nullptr;
        ~Owned() { png_destroy_write_struct(&png, &info); }
    };
    void check(int good) {
        if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
        if (!good) fail("cannot write a PNG to {}", file_.name());
    }

    OutputFile& file_;
    int depth_;
    Levels levels_;
    std::vector<png_byte> row_;
    Owned owned_;
    png_structp png_ = owned_.png;
    png_infop info_ = owned_.info;
    std::exception_ptr error_;
};

// Writes numbers in little-endian order.
template <class T> void write_little(OutputFile& file, std::vector<T>& numbers) {
    if constexpr (std::endian::native == std::endian::big) {
        for (T& number : numbers) {
            auto* bytes = reinterpret_cast<char*>(&number);
            std::reverse(bytes, bytes + sizeof(T));
        }
    }
    file.write({reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)});
}

class Raw16Writer final : public ImageWriter {
  public:
    Raw16Writer(OutputFile& file, const Levels& levels) : file_(file), levels_(levels) {}
    void row(std::span<const float> values) override {
        row_.resize(values.size());
        std::transform(values.begin(), values.end(), row_.begin(),
                       [&](float value) { return static_cast<std::uint16_t>(levels_.at(value, 65535)); });
        write_little(file_, row_);
    }

  private:
    OutputFile& file_;
    Levels levels_;
    std::vector<std::uint16_t> row_;
};

class FloatWriter final : public ImageWriter {
  public:
    explicit FloatWriter(OutputFile& file) : file_(file) {}
    void row(std::span<const float> values) override {
        row_.assign(values.begin(), values.end());
        write_little(file_, row_);
    }

  private:
    OutputFile& file_;
    std::vector<float> row_;
};

}  // namespace

std::unique_ptr<ImageWriter> raw16_writer(OutputFile& file, const Levels& levels) {
    return std::make_unique<Raw16Writer>(file, levels);
}

std::unique_ptr<ImageWriter> raw32f_writer(OutputFile& file) { return std::make_unique<FloatWriter>(file); }

std::unique_ptr<ImageWriter> npy_writer(OutputFile& file, std::span<const std::int64_t> shape) {
    // Formatted like a Python tuple: with one number it is (5,).
    std::string header = fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}{}), }}",
                                     fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
    // Six bytes of magic, two of version, two for the header's length; the total is a multiple of 64.
    header.resize((10 + header.size() + 1 + 63) / 64 * 64 - 10 - 1, ' ');
    header += '\n';
    const char start[] = {'\x93',
                          'N',
                          'U',
                          'M',
                          'P',
                          'Y',
                          1,
                          0,
                          static_cast<char>(header.size() & 255u),
                          static_cast<char>(header.size() >> 8)};
    file.write({start, sizeof start});
    file.write(header);
    return raw32f_writer(file);
}

std::unique_ptr<ImageWriter> png_writer(OutputFile& file, int width, int height, int channels, int depth,
                                        const Levels& levels, bool srgb, int dpi) {
    return std::make_unique<PngWriter>(file, width, height, channels, depth, levels, srgb, dpi);
}

}  // namespace isonoise
