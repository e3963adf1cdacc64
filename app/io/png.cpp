#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "io/deflater.hpp"
#include "io/image.hpp"

namespace isonoise {

namespace {

using Bytes = std::vector<std::uint8_t>;

// Makes a PNG's chunk of its name and contents, which stand behind room for the length.
void finish_chunk(std::string& chunk) {
    chunk.replace(0, 4, big_endian(static_cast<std::uint32_t>(chunk.size() - 8)));
    const auto* const summed = reinterpret_cast<const Bytef*>(chunk.data() + 4);
    chunk += big_endian(static_cast<std::uint32_t>(crc32(0, summed, static_cast<uInt>(chunk.size() - 4))));
}

std::string chunk_of(std::string_view name, std::string_view contents) {
    std::string chunk(4, '\0');
    (chunk += name) += contents;
    finish_chunk(chunk);
    return chunk;
}

// PNG's filters replace each byte by its difference from a prediction. The prediction comes from the bytes of the same
// channel to the left, above, and above left.
enum class Filter : std::uint8_t { none, left, above, mean, paeth };
constexpr std::size_t kFilters = 5;

template <class From>
void filter_row(const std::uint8_t* row, const std::uint8_t* up, std::size_t pixel, std::size_t size, std::uint8_t* to,
                From from) {
    const std::size_t first = std::min(pixel, size);
    for (std::size_t i = 0; i < first; ++i)
        to[i] = static_cast<std::uint8_t>(row[i] - from(0, up[i], 0));
    for (std::size_t i = first; i < size; ++i)
        to[i] = static_cast<std::uint8_t>(row[i] - from(row[i - pixel], up[i], up[i - pixel]));
}

// The one of three neighbours that is nearest to left + above - (above to the left).
int paeth(int a, int b, int c) {
    const int to_a = std::abs(b - c), to_b = std::abs(a - c), to_c = std::abs(a + b - 2 * c);
    return to_a <= to_b && to_a <= to_c ? a : to_b <= to_c ? b : c;
}

struct Layout {
    std::size_t pixel, row;  // in bytes
};

// A part of the picture that is packed alone; its memory is used again.
class Stripe {
  public:
    Bytes bytes;  // rows, and before them the one above
    bool is_last = false;
    // The results of pack(): a chunk of the file, and the check sum and size of its data before packing.
    std::string chunk;
    std::uint32_t sum = 0;
    std::size_t size = 0;

    void pack(const Layout& layout, int slow_level) {
        const std::size_t rows = bytes.size() / layout.row - 1;
        const auto [filter, method] = chosen(layout, rows, slow_level);
        this->filter(layout, filter, 0, rows, layout.row, filtered_);
        chunk = "    IDAT";
        deflater_.add(filtered_, method, is_last, chunk);
        finish_chunk(chunk);
        size = filtered_.size();
        sum = sum_of(filtered_);
    }

  private:
    // The first `columns` bytes of rows. A filtered row begins with its filter.
    void filter(const Layout& layout, Filter filter, std::size_t first, std::size_t rows, std::size_t columns,
                Bytes& to) const {
        to.resize(rows * (columns + 1));
        for (std::size_t y = 0; y < rows; ++y) {
            const std::uint8_t *const up = &bytes[(first + y) * layout.row], *const row = up + layout.row;
            std::uint8_t* const result = &to[y * (columns + 1)];
            const auto each = [&](auto from) { filter_row(row, up, layout.pixel, columns, result + 1, from); };
            result[0] = static_cast<std::uint8_t>(filter);
            switch (filter) {
            case Filter::none: std::copy_n(row, columns, result + 1); break;
            case Filter::left: each([](int a, int, int) { return a; }); break;
            case Filter::above: each([](int, int b, int) { return b; }); break;
            case Filter::mean: each([](int a, int b, int) { return (a + b) / 2; }); break;
            case Filter::paeth: each([](int a, int b, int c) { return paeth(a, b, c); }); break;
            }
        }
    }

    // Tries all filters on a part from the middle, and takes the fastest way that packs it nearly as well as the
    // smallest.
    std::pair<Filter, Deflater::Method> chosen(const Layout& layout, std::size_t rows, int slow_level) {
        constexpr std::size_t kSample = 1 << 14;
        const std::size_t columns = std::min(layout.row, kSample);
        const std::size_t count = std::clamp<std::size_t>(kSample / columns, 1, rows);
        const auto packed_size = [&](Filter filter, const Deflater::Method& method) {
            this->filter(layout, filter, (rows - count) / 2, count, columns, filtered_);
            return deflater_.packed_size(filtered_, method);
        };
        struct Way {
            Filter filter;
            Deflater::Method method;
            std::size_t size = std::numeric_limits<std::size_t>::max();
        } ways[] = {{{}, Deflater::kRuns}, {{}, {1}}, {{}, {slow_level}}};
        for (std::size_t i = 0; i < kFilters; ++i) {
            const auto filter = static_cast<Filter>(i);
            for (Way& way : std::span(ways).first(2)) {
                if (const std::size_t packed = packed_size(filter, way.method); packed < way.size) {
                    way.filter = filter;
                    way.size = packed;
                }
            }
        }
        ways[2].filter = ways[1].filter;
        ways[2].size = packed_size(ways[2].filter, ways[2].method);
        const std::size_t smallest = std::min({ways[0].size, ways[1].size, ways[2].size});
        const Way& way = *std::find_if(std::begin(ways), std::end(ways),
                                       [&](const Way& w) { return w.size <= smallest + smallest / 32; });
        return {way.filter, way.method};
    }

    Deflater deflater_;
    Bytes filtered_;
};

// Packs stripes side by side and writes them as one stream of zlib.
class PngWriter final : public ImageWriter {
  public:
    PngWriter(OutputFile& file, int width, int height, int channels, int depth, const Levels& levels, bool srgb,
              int dpi, unsigned threads)
        : file_(file), levels_(levels), depth_(depth), rows_left_(height),
          // Higher levels gain little from the low bytes of 16 bits, and take three times as long.
          ahead_(
              packing_threads(threads), [this](Stripe& stripe) { stripe.pack(layout_, depth_ == 8 ? 6 : 3); },
              [this](Stripe& stripe) {
                  file_.write(stripe.chunk);
                  sum_ = adler32_combine(sum_, stripe.sum, static_cast<z_off_t>(stripe.size));
              }) {
        layout_.pixel = static_cast<std::size_t>(channels * depth / 8);
        layout_.row = static_cast<std::size_t>(width) * layout_.pixel;
        ahead_.next().bytes.assign(layout_.row, 0);
        std::string header = big_endian(static_cast<std::uint32_t>(width));
        header += big_endian(static_cast<std::uint32_t>(height));
        header += static_cast<char>(depth);
        header += static_cast<char>(channels == 1 ? 0 : channels == 3 ? 2 : 6);  // grey, RGB, RGBA
        header.append(3, '\0');  // the only ways to pack and filter; not interlaced
        file_.write("\x89PNG\r\n\x1a\n" + chunk_of("IHDR", header));
        if (srgb) file_.write(chunk_of("sRGB", std::string(1, '\0')));  // with perceptual intent
        if (dpi > 0) {                                                  // per metre, rounded
            const std::string dots = big_endian(static_cast<std::uint32_t>((dpi * 10000LL + 127) / 254));
            file_.write(chunk_of("pHYs", dots + dots + '\1'));
        }
        file_.write(chunk_of("IDAT", kBeginOfZlib));
    }

    void row(std::span<const float> values) override {
        Stripe& stripe = ahead_.next();
        Bytes& bytes = stripe.bytes;
        const std::size_t begin = bytes.size();
        bytes.resize(begin + layout_.row);
        if (depth_ == 8) {
            levels_.apply(values, &bytes[begin]);
        } else {
            whole_.resize(values.size());
            levels_.apply(values, whole_.data());
            if constexpr (std::endian::native == std::endian::little) {
                for (std::uint16_t& number : whole_)
                    number = static_cast<std::uint16_t>(number << 8 | number >> 8);
            }
            std::memcpy(&bytes[begin], whole_.data(), layout_.row);
        }
        if (--rows_left_ > 0 && bytes.size() <= kStripe) return;
        stripe.is_last = rows_left_ == 0;
        last_row_.assign(bytes.end() - static_cast<std::ptrdiff_t>(layout_.row), bytes.end());
        ahead_.begin();
        if (rows_left_ > 0) ahead_.next().bytes = last_row_;
    }

    void finish() override {
        ahead_.finish();
        file_.write(chunk_of("IDAT", big_endian(static_cast<std::uint32_t>(sum_))) + chunk_of("IEND", ""));
    }

  private:
    static constexpr std::size_t kStripe = 1 << 20;  // bytes, or a row

    OutputFile& file_;
    Layout layout_{};
    Levels levels_;
    int depth_, rows_left_;
    std::vector<std::uint16_t> whole_;
    uLong sum_ = 1;
    Bytes last_row_;
    Ahead<Stripe> ahead_;
};

}  // namespace

std::unique_ptr<ImageWriter> png_writer(OutputFile& file, int width, int height, int channels, int depth,
                                        const Levels& levels, bool srgb, int dpi, unsigned threads) {
    return std::make_unique<PngWriter>(file, width, height, channels, depth, levels, srgb, dpi, threads);
}

}  // namespace isonoise
