// Settings as text, one "name value" per line: rejected texts change nothing, accepted ones read back, and nearest()
// repairs any result.
#include "error.hpp"
#include "fuzz.hpp"
#include "isonoise/range.hpp"
#include "isonoise/text.hpp"
#include "scene/look.hpp"
#include "session/copy_as.hpp"

using namespace isonoise;
using fuzz::expect;

namespace {

void check_line(Preset& preset, std::string_view line) {
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::string_view name = line.substr(0, space), value = line.substr(std::min(space + 1, line.size()));
    Preset changed = preset;
    if (const std::string what = set(changed, name, value); !what.empty()) {
        expect(changed == preset, "{} {}: refused, but changed", name, value);
        fuzz::expect_message(what);
        return;
    }
    Preset again = preset;
    const std::string text = get(changed, name);
    expect(set(again, name, text).empty() && again == changed, "{} {}: not read back from {}", name, value, text);
    preset = changed;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input(data, size);
    Preset preset;
    for (int left = 12; left > 0 && !input.empty(); --left)  // more find nothing new
        check_line(preset, input.line());
    Preset fitted = preset;
    fitted.settings = nearest(preset.settings);
    expect(problem(fitted.settings).empty(), "nearest() leaves: {}", problem(fitted.settings));
    if (const std::string what = problem(preset.settings); !what.empty()) {
        fuzz::expect_message(what);
    } else if (preset.settings.loop == 0) {  // otherwise it is in `period` too
        expect(fitted == preset, "nearest() changes valid settings: {}", fuzz::in_words(preset.settings));
    }
    const auto [low, high] = value_range(fitted.settings);
    expect(low < high, "range {} to {}", low, high);
    expect(standard_deviation(fitted.settings) >= 0, "a negative deviation");
    to_cpp(fitted.settings);
    if (!problem(fitted).empty()) return 0;  // the scene does not draw these dimensions
    const auto range = shown_range(fitted);
    expect(range[0] <= range[1], "shows {} to {}", range[0], range[1]);
    // Lines omit what the scene does not show.
    for (const std::string& line : {to_line(fitted), to_command(fitted)}) {
        const Preset again = from_line(line);
        expect(again.settings == fitted.settings && to_line(again) == to_line(fitted), "read back differently: {}",
               line);
    }
    return 0;
}
