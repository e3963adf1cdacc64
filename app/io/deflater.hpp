// Packing by zlib, piece by piece. Private to the writers of pictures.
#pragma once

#include <algorithm>
#include <cstdint>
#include <new>
#include <span>
#include <string>

#include <zlib.h>

#include "error.hpp"
#include "platform/ahead.hpp"

namespace isonoise {

class Deflater {
  public:
    struct Method {
        int level, strategy = Z_DEFAULT_STRATEGY;
    };
    // Finds only repeats of one byte. Data that looks random packs as well as by other methods, in a tenth of the time.
    static constexpr Method kRuns = {6, Z_RLE};

    Deflater() {
        if (deflateInit2(&stream_, 6, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY) != Z_OK) throw std::bad_alloc();
    }
    ~Deflater() { deflateEnd(&stream_); }
    Deflater(const Deflater&) = delete;
    Deflater& operator=(const Deflater&) = delete;

    // Appends whole blocks of a deflate stream. Unless they are the last, the blocks of another call can follow.
    void add(std::span<const std::uint8_t> bytes, const Method& method, bool last, std::string& to) {
        const std::size_t begin = to.size();
        // zlib's bound does not count the empty block that a flush adds.
        to.resize(begin + deflateBound(&stream_, static_cast<uLong>(bytes.size())) + 16);
        stream_.next_out = reinterpret_cast<Bytef*>(to.data() + begin);
        stream_.avail_out = static_cast<uInt>(to.size() - begin);
        deflateReset(&stream_);
        deflateParams(&stream_, method.level, method.strategy);  // before there is input, which it could pack
        stream_.next_in = const_cast<Bytef*>(bytes.data());
        stream_.avail_in = static_cast<uInt>(bytes.size());
        const int result = deflate(&stream_, last ? Z_FINISH : Z_SYNC_FLUSH);
        to.resize(begin + stream_.total_out);
        if (result != (last ? Z_STREAM_END : Z_OK) || stream_.avail_in > 0) fail("zlib cannot pack a picture");
    }
    std::size_t packed_size(std::span<const std::uint8_t> bytes, const Method& method) {
        trial_.clear();
        add(bytes, method, true, trial_);
        return trial_.size();
    }

  private:
    z_stream stream_ = {};
    std::string trial_;
};

// The number of threads for packing. Each needs a few megabytes, and 16 keep any disk busy.
inline unsigned packing_threads(unsigned asked) { return std::min(threads_for(asked), 16u); }

// The header of a stream of zlib, around deflate's.
inline constexpr const char* kBeginOfZlib = "\x78\x9c";
// Its end is the Adler-32 sum of everything that was packed.
inline std::string big_endian(std::uint32_t number) {
    std::string bytes;
    for (const int shift : {24, 16, 8, 0})
        bytes += static_cast<char>(number >> shift & 255u);
    return bytes;
}
inline std::uint32_t sum_of(std::span<const std::uint8_t> bytes) {
    return static_cast<std::uint32_t>(adler32(1, bytes.data(), static_cast<uInt>(bytes.size())));
}

}  // namespace isonoise
