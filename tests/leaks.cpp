// When LeakSanitizer looks. At the end of a process Mesa ends its rasteriser's threads, and the sanitizer's tracer,
// which looks then by default, crashes now and then on one that is just ending (google/sanitizers issue 1353). So the
// tests look while those threads sleep, and the programs they start do not look: what these leak, tests that call the
// same code in their own process find.
#ifdef __SANITIZE_ADDRESS__
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>
#include <sanitizer/lsan_interface.h>

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
