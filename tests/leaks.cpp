// Chooses when LeakSanitizer checks. At exit Mesa ends its rasteriser's threads, and the sanitizer's tracer, which runs
// then by default, occasionally crashes on a thread that is just ending (google/sanitizers issue 1353). So the tests
// check while those threads sleep, and the programs they start do not check: their leaks are found by tests that call
// the same code in-process.
#ifdef ISONOISE_SANITIZED
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>
#include <sanitizer/lsan_interface.h>

// Up to GCC 13 the sanitizer mistakes a thread's variables of a loaded library for a block with glibc 2.19's header if
// they happen to begin 16 bytes into a page. It then reads an invalid address and size, and its tracer crashes
// (google/sanitizers issue 1322). Whether this happens depends on all previous allocations, e.g. of environment
// variables.
extern "C" const char* __asan_default_options();
const char* __asan_default_options() { return "intercept_tls_get_addr=0"; }

namespace {

class Leaks : public testing::Environment {
    void SetUp() override {  // this process has already read its own options
        const char* options = std::getenv("ASAN_OPTIONS");
        setenv("ASAN_OPTIONS", (std::string(options ? options : "") + ":detect_leaks=0").c_str(), 1);
    }
    void TearDown() override { __lsan_do_leak_check(); }
};

const testing::Environment* const kLeaks = testing::AddGlobalTestEnvironment(new Leaks);

}  // namespace
#endif
