// When LeakSanitizer looks. At the end of a process Mesa ends its rasteriser's threads, and the sanitizer's tracer,
// which looks then by default, crashes now and then on one that is just ending (google/sanitizers issue 1353). So the
// tests look while those threads sleep, and the programs they start do not look: what these leak, tests that call the
// same code in their own process find.
#ifdef __SANITIZE_ADDRESS__
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>
#include <sanitizer/lsan_interface.h>

// Up to GCC 13 the sanitizer takes a thread's variables of a loaded library for a block with glibc 2.19's header if they
// happen to begin 16 bytes into a page. It then reads an address and a size where none are, and its tracer crashes there
// (google/sanitizers issue 1322). Whether they do depends on all that was allocated before, such as on the environment.
extern "C" const char* __asan_default_options();
const char* __asan_default_options() { return "intercept_tls_get_addr=0"; }

namespace {

class Leaks : public testing::Environment {
    void SetUp() override {  // this process has read its own options
        const char* options = std::getenv("ASAN_OPTIONS");
        setenv("ASAN_OPTIONS", (std::string(options ? options : "") + ":detect_leaks=0").c_str(), 1);
    }
    void TearDown() override { __lsan_do_leak_check(); }
};

const testing::Environment* const kLeaks = testing::AddGlobalTestEnvironment(new Leaks);

}  // namespace
#endif
