// The command line. Exit codes: 0 success, 1 `verify` found a difference, 2 anything else.
#include <csignal>
#include <cstdio>
#include <exception>
#include <string_view>

#include <fcntl.h>

#include "cli/options.hpp"
#include "error.hpp"
#include "io/output.hpp"
#include "isonoise/text.hpp"
#include "version.hpp"

static int run(int argc, char** argv) {
    using namespace isonoise;
    CLI::App app("isonoise: Perlin noise in 1D to 4D with the same bits on the CPU and the GPU", "isonoise");
    app.set_version_flag("--version", std::string("isonoise ") + kVersion);
    app.set_help_flag("-h,--help", "print this help");
    app.footer("isonoise VERB --help says more.");
    app.require_subcommand(1);
    app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);  // as most programs do
    int exit_code = 0;
    add_view(app, exit_code);
    add_render(app, exit_code);
    add_bake(app, exit_code);
    add_sample(app, exit_code);
    add_verify(app, exit_code);
    add_snippet(app, exit_code);
    add_gallery(app, exit_code);
    add_bench(app, exit_code);
    for (CLI::App* verb : app.get_subcommands({}))
        verb->set_help_flag("-h,--help", "print this help");

    if (argc < 2 || argv[1][0] != '-') {
        std::string names;
        bool known = false;
        for (CLI::App* verb : app.get_subcommands({})) {
            known |= argc > 1 && verb->get_name() == argv[1];
            names += (names.empty() ? "" : ", ") + verb->get_name();
        }
        if (argc < 2) fail("expected a verb, one of {}; isonoise --help says more", names);
        if (!known) fail("unknown verb {}: expected one of {}", in_quotes(argv[1]), names);
    }
    CLI::App* verb = argc > 1 && argv[1][0] != '-' ? app.get_subcommand(argv[1]) : &app;
    const std::string where = verb == &app ? "isonoise" : verb->get_name();
    try {
        app.parse(argc, argv);
        flush_output();
    } catch (const CLI::CallForHelp&) {
        print(verb == &app ? app.help() : verb->help("isonoise"));
        flush_output();
    } catch (const CLI::CallForVersion& e) {
        print(e.what() + std::string("\n"));
        flush_output();
    } catch (const CLI::ArgumentMismatch& e) {
        const std::string_view what = e.what();
        fail("{}: {}: expected one value", where, what.substr(0, what.find(':')));
    } catch (const CLI::ExtrasError&) {
        std::string extra;
        for (const std::string& word : verb->remaining())
            extra += " " + word;
        fail("{}: not expected: {} ({} --help lists what is)", where,
             in_quotes(extra.empty() ? extra : extra.substr(1)), verb == &app ? where : "isonoise " + where);
    } catch (const CLI::ParseError& e) {
        if (argc > 1 && verb == &app)
            fail("unknown option {}: isonoise --help lists verbs and options", in_quotes(argv[1]));
        fail("{}", e.what());
    }
    return exit_code;
}

int main(int argc, char** argv) {
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
