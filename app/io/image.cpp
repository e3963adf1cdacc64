#include "io/image.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <vector>

#include <fmt/ranges.h>

#include "error.hpp"
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

namespace {

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
        levels_.apply(values, row_.data());
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

}  // namespace isonoise
