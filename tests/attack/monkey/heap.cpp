// Preloaded into the viewer by tests/attack/monkey/run: every five seconds, writes the number of allocated bytes to the
// file ISONOISE_HEAP. Resident memory is less precise, since allocators keep freed memory.
#include <malloc.h>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <thread>

extern "C" __attribute__((weak)) std::size_t __sanitizer_get_current_allocated_bytes();

static std::size_t allocated() {
    if (__sanitizer_get_current_allocated_bytes) return __sanitizer_get_current_allocated_bytes();
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

__attribute__((constructor)) static void start() {
    const char* name = std::getenv("ISONOISE_HEAP");
    if (!name) return;
    unsetenv("LD_PRELOAD");  // not for programs started by this one
    std::thread([name] {
        for (;; std::this_thread::sleep_for(std::chrono::seconds(5))) {
            if (std::FILE* file = std::fopen(name, "w")) {
                std::fprintf(file, "%zu\n", allocated());
                std::fclose(file);
            }
        }
    }).detach();
}
