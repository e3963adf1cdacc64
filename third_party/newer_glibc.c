/* What gcc 12's static C++ library takes from C libraries newer than Debian 11's (third_party/sysroot.sh). */
#include <stdint.h>
#include <sys/random.h>

/* glibc 2.32: never single-threaded, so counts of references are always atomic. */
__attribute__((visibility("hidden"))) char __libc_single_threaded = 0;

/* glibc 2.36: std::random_device. The kernel always gives up to 256 bytes at once. */
__attribute__((visibility("hidden"))) uint32_t arc4random(void) {
    uint32_t word;
    while (getrandom(&word, sizeof word, 0) != sizeof word) {
    }
    return word;
}
