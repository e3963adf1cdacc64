// The command line. Exit codes: 0 success, 1 `verify` found a difference, 2 anything else.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/verbs.hpp"
#include "paths.hpp"
#include "platform/system.hpp"

namespace isonoise {

static std::terminate_handler usual_end = nullptr;

// Some destructors allocate, e.g. nlohmann::json's; if memory has run out, they end up here.
[[noreturn]] static void on_terminate() {
    try {
        if (std::current_exception()) throw;
    } catch (const std::bad_alloc&) {
        std::fputs("isonoise: out of memory\n", stderr);
        end_at_once(2);
    } catch (...) {
    }
    usual_end();
    std::abort();
}

static int run(const std::vector<std::string>& arguments) {
    CommandLine line;
    add_verbs(line);
    return line.run(arguments);
}

}  // namespace isonoise

int main(int argc, char** argv) {
    using namespace isonoise;
    usual_end = std::set_terminate(on_terminate);
    try {
        return run(start_program(argc, argv));
    } catch (const std::bad_alloc&) {
        std::fputs("isonoise: out of memory\n", stderr);
    } catch (const std::filesystem::filesystem_error& e) {
        std::fprintf(stderr, "isonoise: %s: %s\n", quoted_name(e.path1()).c_str(), e.code().message().c_str());
    } catch (const std::system_error& e) {  // other rooms name what they tried; this is from starting a thread
        std::fprintf(stderr, "isonoise: cannot start a thread: %s\n", e.code().message().c_str());
    } catch (const std::exception& e) {
        std::fprintf(stderr, "isonoise: %s\n", e.what());
    }
    return 2;
}
