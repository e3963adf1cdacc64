#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <openexr.h>

#include "error.hpp"
#include "io/deflater.hpp"
#include "io/image.hpp"

namespace isonoise {

namespace {

// OpenEXR leaves room for a table of its chunks' positions and returns to write it after the last chunk. Standard
// output and pipes cannot seek, so their data is buffered until then.
class ExrFile {
  public:
    explicit ExrFile(OutputFile& file) : file_(file), seekable_(file.can_seek()) {}

    std::string name() const { return file_.name(); }
    void write(std::string_view bytes, std::uint64_t position) {
        const std::uint64_t end = position + bytes.size();
        if (seekable_) {
            if (position > size_) {  // the table's room is written too, so that the disk has it
                write(std::string(position - size_, '\0'), size_);
            } else if (position != at_) {
                file_.seek(position);
            }
            file_.write(bytes);
            at_ = end;
            size_ = std::max(size_, end);
            return;
        }
        if (end > kMostKept)
            fail("cannot write an EXR of more than 1 GiB to {}: it needs a file that it can seek in", name());
        if (end > kept_.size()) kept_.resize(end);
        std::copy(bytes.begin(), bytes.end(), kept_.begin() + static_cast<std::ptrdiff_t>(position));
    }
    void release() {
        if (!seekable_) file_.write(kept_);
    }

  private:
    static constexpr std::uint64_t kMostKept = 1u << 30;
    OutputFile& file_;
    bool seekable_;
    std::uint64_t at_ = 0, size_ = 0;
    std::string kept_;
};

// Rows that are packed together.
struct ExrChunk {
    // Each row's channels one after the other, in alphabetical order.
    std::vector<float> values;
    int y = 0;           // of the first row
    std::string packed;  // or the bytes themselves, if packing does not pay: readers tell them by their size
};

// Packs like OpenEXR's ZIP: the even bytes of all numbers and then the odd ones, as differences from the byte before
// plus 128, by zlib.
class ExrPacker {
  public:
    void pack(ExrChunk& chunk) {
        const std::vector<float>& values = chunk.values;
        const std::size_t half = 2 * values.size();
        bytes_.resize(2 * half);
        std::uint8_t *even = bytes_.data(), *odd = even + half;
        for (const float value : values) {
            const auto word = std::bit_cast<std::uint32_t>(value);
            *even++ = static_cast<std::uint8_t>(word);
            *odd++ = static_cast<std::uint8_t>(word >> 8);
            *even++ = static_cast<std::uint8_t>(word >> 16);
            *odd++ = static_cast<std::uint8_t>(word >> 24);
        }
        for (std::size_t i = bytes_.size() - 1; i > 0; --i)
            bytes_[i] = static_cast<std::uint8_t>(bytes_[i] - bytes_[i - 1] + 128);

        // Noise takes long to pack and hardly shrinks, so a sample of both halves decides whether it pays.
        const auto trial = static_cast<std::ptrdiff_t>(std::min<std::size_t>(half, 1 << 13));
        trial_.assign(bytes_.begin(), bytes_.begin() + trial);
        trial_.insert(trial_.end(), bytes_.end() - trial, bytes_.end());
        if (deflater_.packed_size(trial_, kMethod) <= trial_.size() - trial_.size() / 16) {
            chunk.packed = kBeginOfZlib;
            deflater_.add(bytes_, kMethod, true, chunk.packed);
            chunk.packed += big_endian(sum_of(bytes_));
            if (chunk.packed.size() < bytes_.size()) return;
        }
        chunk.packed.resize(bytes_.size());
        char* to = chunk.packed.data();
        for (const float value : values) {
            const auto word = std::bit_cast<std::uint32_t>(value);
            for (const int shift : {0, 8, 16, 24})
                *to++ = static_cast<char>(word >> shift);
        }
    }

  private:
    static constexpr Deflater::Method kMethod = {4};  // as OpenEXR's C++ library
    Deflater deflater_;
    std::vector<std::uint8_t> bytes_, trial_;
};

// The file by OpenEXR's C library alone: its C++ library takes minutes to build. Chunks are packed side by side.
// Exceptions must not pass through C: the write callback stores them for later.
class ExrWriter final : public ImageWriter {
  public:
    ExrWriter(OutputFile& file, int width, int height, int channels, unsigned threads)
        : file_(file), height_(height), channels_(static_cast<std::size_t>(channels)),
          ahead_(
              packing_threads(threads),
              [](Group& group) {
                  for (ExrChunk& chunk : std::span(group.chunks).first(group.count))
                      group.packer.pack(chunk);
              },
              [this](Group& group) {
                  for (const ExrChunk& chunk : std::span(group.chunks).first(group.count))
                      check(
                          exr_write_scanline_chunk(exr_.context, 0, chunk.y, chunk.packed.data(), chunk.packed.size()));
                  group.count = 0;
              }) {
        exr_context_initializer_t start = EXR_DEFAULT_CONTEXT_INITIALIZER;
        start.error_handler_fn = &ExrWriter::on_error;
        start.write_fn = &ExrWriter::on_write;
        start.user_data = this;
        // The name is only for messages, which we do not show.
        check(exr_start_write(&exr_.context, "image", EXR_WRITE_FILE_DIRECTLY, &start));
        int part = 0;  // the only one
        check(exr_add_part(exr_.context, nullptr, EXR_STORAGE_SCANLINE, &part));
        for (const char channel : channels == 1 ? "Y" : std::string_view("RGBA").substr(0, channels_)) {
            const char name[] = {channel, '\0'};
            check(exr_add_channel(exr_.context, part, name, EXR_PIXEL_FLOAT, EXR_PERCEPTUALLY_LOGARITHMIC, 1, 1));
        }
        // ZIP packs 16 rows together, a chunk; ZIPS packs each row alone.
        check(exr_initialize_required_attr_simple(exr_.context, part, width, height,
                                                  width > 32768 ? EXR_COMPRESSION_ZIPS : EXR_COMPRESSION_ZIP));
        check(exr_write_header(exr_.context));
        std::int32_t rows = 0;
        check(exr_get_scanlines_per_chunk(exr_.context, part, &rows));
        chunk_rows_ = rows;
    }

    void row(std::span<const float> values) override {
        Group& group = ahead_.next();
        if (y_ % chunk_rows_ == 0) {
            if (group.count == group.chunks.size()) group.chunks.emplace_back();
            group.chunks[group.count].y = y_;
            group.chunks[group.count].values.clear();
            group.chunks[group.count++].values.reserve(values.size() * static_cast<std::size_t>(chunk_rows_));
        }
        std::vector<float>& to = group.chunks[group.count - 1].values;
        for (std::size_t c = channels_; c-- > 0;) {  // of RGBA, A comes first
            for (std::size_t i = c; i < values.size(); i += channels_)
                to.push_back(values[i]);
        }
        ++y_;
        const bool whole = y_ % chunk_rows_ == 0 && group.count * to.size() >= kLeastOfGroup;
        if (whole || y_ == height_) ahead_.begin();
    }

    void finish() override {
        ahead_.finish();
        check(exr_.finish());
        file_.release();
    }

  private:
    // Starting a thread takes time, so each packs at least this many numbers.
    static constexpr std::size_t kLeastOfGroup = 1 << 16;
    struct Group {
        std::vector<ExrChunk> chunks;
        std::size_t count = 0;  // of those that are filled
        ExrPacker packer;
    };

    static std::int64_t on_write(exr_const_context_t, void* user, const void* data, std::uint64_t size,
                                 std::uint64_t position, exr_stream_error_func_ptr_t) {
        auto* self = static_cast<ExrWriter*>(user);
        try {
            self->file_.write({static_cast<const char*>(data), static_cast<std::size_t>(size)}, position);
            return static_cast<std::int64_t>(size);
        } catch (...) {
            self->error_ = std::current_exception();
            return -1;
        }
    }
    // By default OpenEXR prints its messages.
    static void on_error(exr_const_context_t, exr_result_t, const char*) {}

    void check(exr_result_t result) {
        if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
        if (result == EXR_ERR_OUT_OF_MEMORY) throw std::bad_alloc();
        if (result != EXR_ERR_SUCCESS)
            fail("cannot write an EXR to {}: {}", file_.name(), exr_get_default_error_message(result));
    }

    // A separate object, so that it is destroyed even if the constructor throws.
    struct Owned {
        exr_context_t context = nullptr;
        exr_result_t finish() { return context ? exr_finish(&context) : EXR_ERR_SUCCESS; }
        ~Owned() { finish(); }
    };

    ExrFile file_;
    int height_, y_ = 0, chunk_rows_ = 1;
    std::size_t channels_;
    std::exception_ptr error_;
    Owned exr_;
    Ahead<Group> ahead_;
};

}  // namespace

std::unique_ptr<ImageWriter> exr_writer(OutputFile& file, int width, int height, int channels, unsigned threads) {
    return std::make_unique<ExrWriter>(file, width, height, channels, threads);
}

}  // namespace isonoise
