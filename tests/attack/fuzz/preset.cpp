// Presets: an accepted text describes valid settings, and survives writing and reading.
#include "scene/preset.hpp"
#include "error.hpp"
#include "fuzz.hpp"
#include "mutate.hpp"

using namespace isonoise;
using fuzz::expect;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    Preset preset;
    try {
        preset = parse_preset(text, "input");
    } catch (const Error& error) {
        fuzz::expect_message(error.what());
        return 0;
    }
    expect(problem(preset).empty(), "accepted, but {}", problem(preset));
    const std::string json = to_json(preset);
    expect(parse_preset(json, "own text") == preset, "reads differently from its own text {}", json);
    const std::string settings = to_json(preset.settings);
    expect(parse_preset(settings, "own settings").settings == preset.settings, "reads differently from {}", settings);
    return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
    fuzz::Random random(seed);
    return fuzz::put(fuzz::mutate_json({reinterpret_cast<const char*>(data), size}, random, most), data, most);
}
