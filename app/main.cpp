// The command line. Exit codes: 0 success, 1 `verify` found a difference, 2 anything else.
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "cli/command_line.hpp"
#include "cli/verbs.hpp"
#include "io/output.hpp"

static int run(int argc, char** argv) {
    using namespace isonoise;
    CommandLine line;
    add_view(line);
    add_render(line);
    add_bake(line);
    add_sample(line);
    add_verify(line);
    add_snippet(line);
    add_gallery(line);
    add_bench(line);
    return line.run(argc, argv);
}

int main(int argc, char** argv) {
#ifdef __GLIBC__
    // By default glibc gives 128 KiB back to the system at once, such as zlib's after each block of an EXR, and asks for
    // them again: an EXR of 40 x 1 000 000 took seven times as long.
    mallopt(M_TRIM_THRESHOLD, 16 << 20);
#endif
    // No file may get the number of a standard stream the caller closed: reading and writing there must fail.
    for (int fd = 0; fd <= 2; ++fd) {
        if (fcntl(fd, F_GETFD) == -1) open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
    }
    std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is an error like any other
    isonoise::remove_files_on_interrupt();
    try {
        return run(argc, argv);
    } catch (const std::bad_alloc&) {
        std::fputs("isonoise: out of memory\n", stderr);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "isonoise: %s\n", e.what());
    }
    return 2;
}
