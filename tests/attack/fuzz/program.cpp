#include "program.hpp"

#include <filesystem>
#include <new>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/verbs.hpp"
#include "error.hpp"
#include "fuzz.hpp"

// The linker replaces the libraries' functions by these: no driver is searched.
extern "C" int __wrap_gladLoaderLoadEGL(void*) { return 0; }
extern "C" int __wrap_glfwInit() { return 0; }

namespace isonoise::fuzz {

// A file in memory that replaces a standard stream.
class Stream {
  public:
    explicit Stream(int stream) : stream_(stream), before_(dup(stream)), file_(memfd_create("isonoise", MFD_CLOEXEC)) {
        if (before_ < 0 || file_ < 0) broken("no file in memory");
        dup2(file_, stream_);
    }
    ~Stream() {
        dup2(before_, stream_);
        close(before_);
        close(file_);
    }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    void write(std::string_view text) const {
        if (pwrite(file_, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) broken("no memory");
    }
    std::string read() const {
        std::string text(static_cast<std::size_t>(lseek(file_, 0, SEEK_END)), '\0');
        if (pread(file_, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) broken("no memory");
        return text;
    }

  private:
    int stream_, before_, file_;
};

Run run_program(CommandLine& line, const std::vector<std::string>& words, std::string_view input) {
    Run run;
    const Stream in(0), out(1);
    in.write(input);
    try {
        run.exit = line.run(words);
    } catch (const Error& error) {
        run.failed = true;
        run.error = error.what();
    } catch (const std::filesystem::filesystem_error& error) {  // main() has a message for it
        run.failed = true;
        run.error = error.code().message();
    }
    std::fflush(stdout);
    run.out = out.read();
    return run;
}

Run run_program(const std::vector<std::string>& words, std::string_view input) {
    // Adding all verbs takes longer than running most lines.
    const std::string_view first = words.empty() ? std::string_view() : words[0];
    const auto known =
        std::find_if(std::begin(kVerbs), std::end(kVerbs), [&](auto& verb) { return verb.name == first; });
    if (known == std::end(kVerbs) && !first.starts_with('-')) {
        // Rejected before any option is parsed, so one object serves repeatedly.
        static CommandLine all;
        if (all.verbs().empty()) add_verbs(all);
        return run_program(all, words, input);
    }
    CommandLine line;
    if (known == std::end(kVerbs) || first == "generate") {  // which lists the verbs
        add_verbs(line);
    } else {
        known->add(line);
    }
    return run_program(line, words, input);
}

}  // namespace isonoise::fuzz
