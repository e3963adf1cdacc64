// Lines that open a preset, as in the page's URL and on the clipboard: an accepted line gives a preset that survives
// writing and reading.
#include "error.hpp"
#include "fuzz.hpp"
#include "scene/look.hpp"
#include "session/copy_as.hpp"
#include "words.hpp"

using namespace isonoise;
using fuzz::expect;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    // Any words survive shell quoting.
    std::string line;
    std::vector<std::string> words;
    for (std::size_t at = 0; at <= text.size(); at += words.back().size() + 1) {
        words.push_back(text.substr(at, std::min(text.find('\n', at), text.size()) - at));
        line += isonoise::quoted(words.back()) + " ";
    }
    expect(shell_words(line) == words, "other words: {}", line);
    // The URL lacks the line's first two words.
    for (const char* start : {"", "isonoise view "}) {
        Preset preset;
        try {
            preset = from_line(start + text);
        } catch (const Error& error) {
            fuzz::expect_message(error.what());
            continue;
        }
        expect(problem(preset).empty(), "taken, but {}", problem(preset));
        // Lines omit what the scene does not show.
        for (const std::string& own : {to_line(preset), to_command(preset)}) {
            const Preset again = from_line(own);
            expect(again.settings == preset.settings && to_line(again) == to_line(preset), "read back differently: {}",
                   own);
        }
    }
    return 0;
}
