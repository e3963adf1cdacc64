#include <algorithm>
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

// EXR_ENCODE_PIPELINE_INITIALIZER, which clang warns about for the fields that it leaves out.
template <class Encoder> Encoder empty() {
    Encoder encoder{};
    if constexpr (requires { encoder.pipe_size; }) encoder.pipe_size = sizeof encoder;  // not in OpenEXR 3.1
    return encoder;
}

// By OpenEXR's C library alone: its C++ library takes minutes to build. Exceptions must not pass through C: the write
// callback stores them for later.
class ExrWriter final : public ImageWriter {
  public:
    ExrWriter(OutputFile& file, int width, int height, int channels)
        : file_(file), height_(height), row_size_(static_cast<std::size_t>(width) * static_cast<std::size_t>(channels)),
          names_(channels == 1 ? "Y" : std::string_view("RGBA").substr(0, static_cast<std::size_t>(channels))) {
        exr_context_initializer_t start = EXR_DEFAULT_CONTEXT_INITIALIZER;
        start.error_handler_fn = &ExrWriter::on_error;
        start.write_fn = &ExrWriter::on_write;
        start.user_data = this;
        start.zip_level = 4;  // the C++ library's default; this one's is zlib's, which is slower
        // The name is only for messages, which we do not show.
        check(exr_start_write(&exr_.context, "image", EXR_WRITE_FILE_DIRECTLY, &start));
        int part = 0;  // the only one
        check(exr_add_part(exr_.context, nullptr, EXR_STORAGE_SCANLINE, &part));
        for (const char channel : names_) {
            const char name[] = {channel, '\0'};
            check(exr_add_channel(exr_.context, part, name, EXR_PIXEL_FLOAT, EXR_PERCEPTUALLY_LOGARITHMIC, 1, 1));
        }
        // ZIP packs 16 rows together, a chunk; ZIPS packs each row alone.
        check(exr_initialize_required_attr_simple(exr_.context, part, width, height,
                                                  width > 32768 ? EXR_COMPRESSION_ZIPS : EXR_COMPRESSION_ZIP));
        check(exr_write_header(exr_.context));
        std::int32_t rows = 0;
        check(exr_get_scanlines_per_chunk(exr_.context, part, &rows));
        chunk_.resize(row_size_ * static_cast<std::size_t>(std::min(rows, height)));
    }

    void row(std::span<const float> values) override {
        std::copy(values.begin(), values.end(), chunk_.begin() + static_cast<std::ptrdiff_t>(filled_));
        filled_ += row_size_;
        ++y_;
        if (filled_ < chunk_.size() && y_ < height_) return;
        write_chunk();
        filled_ = 0;
    }

    void finish() override {
        check(exr_.finish());
        file_.release();
    }

  private:
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

    static exr_result_t on_compress(exr_encode_pipeline_t* encoder) {
        const auto* self = static_cast<const ExrWriter*>(encoder->encoding_user_data);
        // The buffers are large enough for any data, so only memory can be missing; OpenEXR 3.1 gives another reason.
        if (self->compress_(encoder) != EXR_ERR_SUCCESS) return EXR_ERR_OUT_OF_MEMORY;
        // Readers take a chunk of its full size for one that is not compressed, but OpenEXR up to 3.4.7 also writes
        // compressed ones that happen to have it.
        if (encoder->compressed_bytes == encoder->packed_bytes)
            std::memcpy(encoder->compressed_buffer, encoder->packed_buffer, encoder->packed_bytes);
        return EXR_ERR_SUCCESS;
    }

    // Chunks have to come in order, so the first one sets up the encoder for all.
    void write_chunk() {
        exr_chunk_info_t info;
        check(exr_write_scanline_chunk_info(exr_.context, 0, y_ - 1, &info));
        if (compress_) {
            check(exr_encoding_update(exr_.context, 0, &info, &exr_.encoder));
        } else {
            check(exr_encoding_initialize(exr_.context, 0, &info, &exr_.encoder));
            for (int c = 0; c < exr_.encoder.channel_count; ++c) {  // in the file's order: alphabetical
                exr_coding_channel_info_t& channel = exr_.encoder.channels[c];
                const float* first = chunk_.data() + names_.find(channel.channel_name);
                channel.encode_from_ptr = reinterpret_cast<const std::uint8_t*>(first);
                channel.user_pixel_stride = static_cast<std::int32_t>(sizeof(float) * names_.size());
                channel.user_line_stride = static_cast<std::int32_t>(sizeof(float) * row_size_);
            }
            check(exr_encoding_choose_default_routines(exr_.context, 0, &exr_.encoder));
            compress_ = std::exchange(exr_.encoder.compress_fn, &ExrWriter::on_compress);
            exr_.encoder.encoding_user_data = this;
        }
        check(exr_encoding_run(exr_.context, 0, &exr_.encoder));
    }

    void check(exr_result_t result) {
        if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
        if (result == EXR_ERR_OUT_OF_MEMORY) throw std::bad_alloc();
        if (result != EXR_ERR_SUCCESS)
            fail("cannot write an EXR to {}: {}", file_.name(), exr_get_default_error_message(result));
    }

    // A separate object, so that it is destroyed even if the constructor throws.
    struct Owned {
        exr_context_t context = nullptr;
        exr_encode_pipeline_t encoder = empty<exr_encode_pipeline_t>();
        exr_result_t finish() {
            if (!context) return EXR_ERR_SUCCESS;
            exr_encoding_destroy(context, &encoder);
            return exr_finish(&context);
        }
        ~Owned() { finish(); }
    };

    ExrFile file_;
    int height_;
    std::size_t row_size_;
    std::string_view names_;
    std::vector<float> chunk_;
    std::size_t filled_ = 0;  // of the chunk
    int y_ = 0;
    exr_result_t (*compress_)(exr_encode_pipeline_t*) = nullptr;  // OpenEXR's own
    std::exception_ptr error_;
    Owned exr_;
};

}  // namespace

std::unique_ptr<ImageWriter> exr_writer(OutputFile& file, int width, int height, int channels) {
    return std::make_unique<ExrWriter>(file, width, height, channels);
}

}  // namespace isonoise
