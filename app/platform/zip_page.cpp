// The frames of a sequence as one zip, for bindings/web/try/worker.js. minizip writes it file by file, and the browser
// takes each file's bytes once complete, so memory holds only one frame.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <vector>

#include <emscripten.h>
#include <zip.h>
#include <zlib.h>

// clang-format off
EM_JS(void, page_zip_bytes, (const unsigned char* from, std::size_t size), {
    Module["zipBytes"](HEAPU8.slice(from >>> 0, (from >>> 0) + (size >>> 0)));
});
// clang-format on

namespace {

// The end of the zip, which minizip still patches: a file's sizes precede its data.
struct Tail {
    std::vector<unsigned char> bytes;
    ZPOS64_T begin = 0;  // offset in the zip
    ZPOS64_T at = 0;

    void hand_over() {
        page_zip_bytes(bytes.data(), bytes.size());
        begin += bytes.size();
        bytes.clear();
    }
};

Tail tail;
zipFile zip = nullptr;

uLong write(voidpf, voidpf, const void* from, uLong size) {
    const auto offset = static_cast<std::size_t>(tail.at - tail.begin);
    tail.bytes.resize(std::max(tail.bytes.size(), offset + size));
    std::memcpy(tail.bytes.data() + offset, from, size);
    tail.at += size;
    return size;
}

long seek(voidpf, voidpf, ZPOS64_T offset, int origin) {
    const ZPOS64_T end = tail.begin + tail.bytes.size();
    const ZPOS64_T from = origin == ZLIB_FILEFUNC_SEEK_SET ? 0 : origin == ZLIB_FILEFUNC_SEEK_CUR ? tail.at : end;
    if (from + offset < tail.begin || from + offset > end) return -1;
    tail.at = from + offset;
    return 0;
}

void open() {
    tail = {};
    zlib_filefunc64_def calls{};
    calls.zopen64_file = [](voidpf, const void*, int) -> voidpf { return &tail; };
    calls.zread_file = [](voidpf, voidpf, void*, uLong) -> uLong { return 0; };
    calls.zwrite_file = write;
    calls.ztell64_file = [](voidpf, voidpf) { return tail.at; };
    calls.zseek64_file = seek;
    calls.zclose_file = [](voidpf, voidpf) { return 0; };
    calls.zerror_file = [](voidpf, voidpf) { return 0; };
    zip = zipOpen2_64("", APPEND_STATUS_CREATE, nullptr, &calls);
}

zip_fileinfo now() {
    const std::time_t seconds = std::time(nullptr);
    const std::tm local = *std::localtime(&seconds);
    zip_fileinfo info{};
    info.tmz_date = {local.tm_sec, local.tm_min, local.tm_hour, local.tm_mday, local.tm_mon, local.tm_year + 1900};
    return info;
}

}  // namespace

extern "C" {

// Adds a file without compression: most formats are compressed already. Returns 0 on failure.
int page_zip_add(const char* path) {
    if (!zip) open();
    std::FILE* file = std::fopen(path, "rb");
    if (!zip || !file) return 0;
    const char* slash = std::strrchr(path, '/');
    const zip_fileinfo info = now();
    constexpr uLong utf8 = 1 << 11;
    bool right =
        zipOpenNewFileInZip4_64(zip, slash ? slash + 1 : path, &info, nullptr, 0, nullptr, 0, nullptr, 0, 0, 0,
                                -MAX_WBITS, DEF_MEM_LEVEL, Z_DEFAULT_STRATEGY, nullptr, 0, 0, utf8, 0) == ZIP_OK;
    std::array<unsigned char, 65536> part;
    for (std::size_t size; right && (size = std::fread(part.data(), 1, part.size(), file)) > 0;)
        right = zipWriteInFileInZip(zip, part.data(), static_cast<unsigned>(size)) == ZIP_OK;
    right = right && std::ferror(file) == 0 && zipCloseFileInZip(zip) == ZIP_OK;
    std::fclose(file);
    if (right) tail.hand_over();
    return right ? 1 : 0;
}

// Writes the zip's directory. Returns 0 on failure.
int page_zip_end() {
    if (!zip) open();
    const bool right = zip && zipClose(zip, nullptr) == ZIP_OK;
    zip = nullptr;
    if (right) tail.hand_over();
    return right ? 1 : 0;
}
}
