// Command lines, split like by a shell. Verbs that need no GL run if they request little work; the others are parsed
// and checked until they look for a driver, which is missing. The second line of an input is standard input.
#include <cctype>

#include <sys/resource.h>

#include "error.hpp"
#include "fuzz.hpp"
#include "program.hpp"
#include "session/copy_as.hpp"
#include "words.hpp"

using namespace isonoise;
using fuzz::expect;

namespace {

// Files must stay in the target's folder.
bool stays_here(std::string_view word) {
    if (word.find("..") != word.npos || word.find('\0') != word.npos) return false;
    for (std::size_t at = word.find('/'); at != word.npos; at = word.find('/', at + 1)) {
        if (at == 0 || !(std::isalnum(static_cast<unsigned char>(word[at - 1])) || word[at - 1] == '}')) return false;
    }
    return true;
}

// At most 24 along an axis and a few thousand points in total, so that no run takes long.
bool asks_for_little(std::string_view counts) {
    std::int64_t all = 1;
    for (std::size_t at = 0; at < counts.size();) {
        if (!std::isdigit(static_cast<unsigned char>(counts[at]))) {
            ++at;
            continue;
        }
        std::int64_t number = 0;
        for (; at < counts.size() && std::isdigit(static_cast<unsigned char>(counts[at])); ++at)
            number = std::min<std::int64_t>(10 * number + (counts[at] - '0'), 1000);
        all *= std::max<std::int64_t>(number, 1);
        if (number > 24 || all > 4096) return false;
    }
    return counts.find_first_of("eEpP.") == counts.npos;
}

// Do all flags that set the amount of work request little? Both "--size=8" and "--size 8" count.
bool is_small(const std::vector<std::string>& words) {
    static constexpr std::string_view sizes[] = {"--size",   "--chunk",  "--tiles", "--cube",    "--equirect",
                                                 "--levels", "--points", "--part",  "--threads", "--overlap"};
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::size_t equals = words[i].find('=');
        if (std::find(std::begin(sizes), std::end(sizes), words[i].substr(0, equals)) == std::end(sizes)) continue;
        if (equals != std::string::npos && !asks_for_little(words[i].substr(equals + 1))) return false;
        if (equals == std::string::npos && i + 1 < words.size() && !asks_for_little(words[i + 1])) return false;
    }
    return true;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fuzz::Folder folder;
    static const bool once = [] {
        setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1);
        setenv("PATH", "", 1);  // no ffmpeg
        const rlimit files{std::size_t{64} << 20, std::size_t{64} << 20};
        return setrlimit(RLIMIT_FSIZE, &files) == 0;
    }();
    static_cast<void>(once);
    const fuzz::Inside inside(folder);
    fuzz::Input input(data, size);
    std::vector<std::string> words;
    try {
        words = shell_words(std::string(input.line()));
    } catch (const Error& error) {
        fuzz::expect_message(error.what());
        return 0;
    }
    if (!std::all_of(words.begin(), words.end(), stays_here) || !is_small(words)) return 0;
    if (!words.empty() && words[0] == "bench") words.push_back("--rounds=none");  // otherwise it measures the CPU first
    const fuzz::Run run = fuzz::run_program(words, input.rest());
    if (run.failed) {
        fuzz::expect_message(run.error);
        // A file is complete or absent; after a failure some of several files may remain.
        const bool several = std::any_of(words.begin(), words.end(), [](const std::string& word) {
            return word.find_first_of("{}") != word.npos || word.find(".zarr") != word.npos ||
                   word.starts_with("--tiles");
        });
        for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
            expect(several, "a failure leaves {}: {}", entry.path().filename().string(), run.error);
    }
    folder.clear();
    return 0;
}
