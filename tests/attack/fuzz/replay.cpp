// fuzz_replay CORPUS SECONDS: runs the fuzzers without libFuzzer: first every input of CORPUS/TARGET.txt, then
// mutations (the same in every run) for SECONDS over all targets. Stops at the first broken promise; the input is kept
// in the file that it names, and `fuzz_replay TARGET FILE` reproduces it.
#include <chrono>
#include <cstdio>
#include <fstream>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "fuzz.hpp"
#include "mutate.hpp"

using namespace isonoise;

namespace fs = std::filesystem;

// A target's functions, renamed by CMakeLists.txt; few have a custom mutator.
#define ISONOISE_FUZZER(name)                                                                                          \
    extern "C" int fuzz_##name(const std::uint8_t* data, std::size_t size);                                            \
    extern "C" __attribute__((weak)) std::size_t mutate_##name(std::uint8_t*, std::size_t, std::size_t, unsigned);
ISONOISE_FUZZER(address)
ISONOISE_FUZZER(c)
ISONOISE_FUZZER(cli)
ISONOISE_FUZZER(function)
ISONOISE_FUZZER(glsl)
ISONOISE_FUZZER(names)
ISONOISE_FUZZER(noise)
ISONOISE_FUZZER(preset)
ISONOISE_FUZZER(report)
ISONOISE_FUZZER(sample)
ISONOISE_FUZZER(settings)
ISONOISE_FUZZER(tiles)
ISONOISE_FUZZER(world)
ISONOISE_FUZZER(writers)

// The sanitizers' functions, if linked.
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)());
extern "C" __attribute__((weak)) void __sanitizer_set_report_fd(void* file);

namespace {

struct Target {
    const char* name;
    int (*run)(const std::uint8_t* data, std::size_t size);
    std::size_t (*mutate)(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed);
};

#define ISONOISE_ROW(name)                                                                                             \
    Target { #name, fuzz_##name, mutate_##name }
const Target kTargets[] = {ISONOISE_ROW(address), ISONOISE_ROW(c),      ISONOISE_ROW(cli),      ISONOISE_ROW(function),
                           ISONOISE_ROW(glsl),    ISONOISE_ROW(names),  ISONOISE_ROW(noise),    ISONOISE_ROW(preset),
                           ISONOISE_ROW(report),  ISONOISE_ROW(sample), ISONOISE_ROW(settings), ISONOISE_ROW(tiles),
                           ISONOISE_ROW(world),   ISONOISE_ROW(writers)};

constexpr std::size_t kMost = 1024;  // bytes of an input

std::string current;        // the input
const char* name = "";      // of the current target
int errors = 2;             // standard error; the program's output is discarded
std::string program, kept;  // paths of this program and of the failing input

// Saves the input and prints the command that reproduces it.
void keep() {
    if (std::FILE* file = std::fopen(kept.c_str(), "wb")) {
        std::fwrite(current.data(), 1, current.size(), file);
        std::fclose(file);
    }
    dprintf(errors, "fuzz: %s failed; this repeats it:\n  %s %s %s\n", name, program.c_str(), name, kept.c_str());
}

void on_signal(int) {
    keep();
    _exit(1);
}

void run(const Target& target, std::string input) {
    name = target.name;
    current = std::move(input);
    target.run(reinterpret_cast<const std::uint8_t*>(current.data()), current.size());
}

// The inputs of a file in corpus.py's format.
std::vector<std::string> read_corpus(const fs::path& path) {
    std::vector<std::string> inputs;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::string& input = inputs.emplace_back();
        for (std::size_t at = std::min(line.find(' '), line.size() - 1) + 1; at < line.size(); ++at) {
            const char code = line[at] == '\\' ? line.at(++at) : '\0';
            if (code == 'x') {
                input += static_cast<char>(std::stoi(line.substr(at + 1, 2), nullptr, 16));
                at += 2;
            } else {
                input += code == 'n' ? '\n' : line[at];
            }
        }
    }
    fuzz::expect(!inputs.empty(), "{} has no inputs", path.string());
    return inputs;
}

// Flips, inserts, cuts, repeats and splices bytes.
std::string changed(std::string text, const std::string& other, fuzz::Random& random) {
    const auto below = [&](std::size_t count) { return random() / 8 % count; };
    for (std::size_t left = 1 + below(4); left > 0; --left) {
        const std::size_t at = below(text.size() + 1), length = 1 + below(8);
        switch (below(6)) {
        case 0:
            if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
            break;
        case 1:
            if (at < text.size()) text[at] = static_cast<char>(below(256));
            break;
        case 2: text.insert(at, length, static_cast<char>(below(256))); break;
        case 3: text.erase(at, length); break;
        case 4: text.insert(at, text.substr(below(text.size() + 1), length)); break;
        default: text = text.substr(0, at) + other.substr(below(other.size() + 1));
        }
    }
    text.resize(std::min(text.size(), kMost));
    return text;
}

}  // namespace

// Replaces libFuzzer's function for the targets' custom mutators.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most) {
    static fuzz::Random random(2);
    const std::string text(reinterpret_cast<const char*>(data), size);
    return fuzz::put(changed(text, text, random), data, most);
}

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    errors = dup(2);
    dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), 2);
    if (__sanitizer_set_report_fd) __sanitizer_set_report_fd(reinterpret_cast<void*>(std::intptr_t{errors}));
    program = fs::absolute(argv[0]).string();
    kept = fs::absolute("fuzz-failed").string();
    for (const int one : {SIGABRT, SIGSEGV, SIGFPE, SIGBUS, SIGILL})
        if (one == SIGABRT || !__sanitizer_set_death_callback) signal(one, on_signal);
    if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(keep);
    for (const Target& target : kTargets) {
        if (std::string_view(argv[1]) != target.name) continue;
        const fs::path path = fs::absolute(argv[2]);
        kept = path.string();
        run(target, fuzz::read_file(path));
        return 0;
    }
    const double seconds = std::strtod(argv[2], nullptr) / std::size(kTargets);
    for (const Target& target : kTargets) {
        const std::vector<std::string> inputs = read_corpus(fs::path(argv[1]) / fmt::format("{}.txt", target.name));
        for (const std::string& input : inputs)
            run(target, input);
        fuzz::Random random(1);
        std::size_t count = 0;
        const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
        for (; std::chrono::steady_clock::now() < end; ++count) {
            const std::string& one = inputs[random() / 8 % inputs.size()];
            std::string input = changed(one, inputs[random() / 8 % inputs.size()], random);
            if (target.mutate && random() / 8 % 2 == 0) {
                input = one;
                input.resize(std::max(kMost, one.size()));
                auto* data = reinterpret_cast<std::uint8_t*>(input.data());
                input.resize(target.mutate(data, one.size(), input.size(), static_cast<unsigned>(random())));
            }
            run(target, std::move(input));
        }
        dprintf(1, "fuzz: %s: %zu inputs and %zu changed ones\n", target.name, inputs.size(), count);
    }
}
