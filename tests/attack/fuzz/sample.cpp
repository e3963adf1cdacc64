// `isonoise sample` with any flags and standard input: as many answers as points, each equal to the noise and the same
// in every format.
#include <cmath>
#include <cstdlib>
#include <map>

#include "cli/verbs.hpp"
#include "fuzz.hpp"
#include "isonoise/range.hpp"
#include "isonoise/text.hpp"
#include "program.hpp"

using namespace isonoise;
using fuzz::expect;

namespace {

struct Flags {
    Settings settings;
    bool cells, gradient, slope, hex;
    std::size_t format;  // text, f32, f64
};

std::vector<std::string> words_of(const Flags& flags) {
    static constexpr const char* formats[] = {"text", "f32", "f64"};
    std::vector<std::string> words = {"sample", "--format", formats[flags.format]};
    for_each_setting(flags.settings, [&](const SettingInfo& info, const auto& field) {
        words.push_back(fmt::format("--{}={}", info.name, get_field(info, field)));
    });
    if (flags.cells) words.push_back("--cells");
    if (flags.gradient) words.push_back("--gradient");
    if (flags.slope) words.push_back("--slope");
    if (flags.hex) words.push_back("--hex");
    return words;
}

// The numbers in the text of the answers, line by line.
std::vector<float> numbers_of(const std::string& text, std::size_t each) {
    std::vector<float> numbers;
    for (const char* at = text.c_str(); *at != '\0';) {
        for (std::size_t i = 0; i < each; ++i) {
            char* end = nullptr;
            numbers.push_back(std::strtof(at, &end));
            expect(end != at && *end == (i + 1 < each ? ' ' : '\n'), "an answer of another form: {}", text);
            at = end + 1;
        }
    }
    return numbers;
}

// Zeros and subnormals count as one value.
std::uint32_t shown(float value) { return std::fabs(value) < 0x1p-126f ? 0 : fuzz::bits(value); }

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input(data, size);
    Flags flags{};
    const auto bits = input.take<std::uint8_t>();
    flags.cells = bits & 1;
    flags.gradient = bits & 2;
    flags.slope = bits & 4;
    flags.hex = bits & 8;
    flags.format = input.below(3);
    flags.settings = fuzz::settings_of(input);
    if (!problem(flags.settings).empty()) return 0;
    const std::string_view points = input.rest();
    static std::map<unsigned, CommandLine> parsers;  // one per set of boolean flags, which cannot be unset
    CommandLine& line = parsers[bits & 15u];
    if (line.verbs().empty()) add_sample(line);
    const fuzz::Run run = fuzz::run_program(line, words_of(flags), points);
    if (run.failed) fuzz::expect_message(run.error);
    expect(run.exit == 0, "exit code {}", run.exit);

    const auto dim = static_cast<std::size_t>(flags.settings.dim);
    const std::size_t each = flags.gradient || flags.slope ? dim + 1 : 1;
    std::vector<float> numbers;
    if (flags.format == 0) {
        numbers = numbers_of(run.out, each);
    } else {
        expect(run.out.size() % (4 * each) == 0, "{} bytes of answers", run.out.size());
        numbers.resize(run.out.size() / 4);
        if (!numbers.empty()) std::memcpy(numbers.data(), run.out.data(), run.out.size());
    }
    const auto [low, high] = value_range(flags.settings);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        expect(std::isfinite(numbers[i]), "answer {} is {}", i, numbers[i]);
        if (i % each == 0)
            expect(numbers[i] >= static_cast<float>(low) && numbers[i] <= static_cast<float>(high), "{} is outside",
                   numbers[i]);
    }
    if (!run.failed && flags.format == 0) {
        const auto lines = static_cast<std::size_t>(std::count(points.begin(), points.end(), '\n')) +
                           (!points.empty() && points.back() != '\n');
        expect(numbers.size() == lines * each, "{} lines, {} answers", lines, numbers.size() / each);
    }
    if (flags.format == 0) return 0;
    const std::size_t width = flags.format == 1 ? 4 : 8, record = dim * (width + (flags.cells ? 8 : 0));
    if (!run.failed) expect(numbers.size() / each == points.size() / record, "another number of answers");
    const Noise noise(flags.settings);
    for (std::size_t i = 0; i < numbers.size() / each; ++i) {
        const char* at = points.data() + i * record;
        glm::ivec4 cell(0);
        glm::vec4 p(0.0f);
        for (std::size_t c = 0; c < dim && flags.cells; ++c, at += 8) {
            std::int64_t whole;
            std::memcpy(&whole, at, 8);
            cell[static_cast<int>(c)] = wrapped_cell(whole, periods(flags.settings)[c]);
        }
        for (std::size_t c = 0; c < dim; ++c, at += width) {
            double wide = 0;
            float narrow = 0;
            if (width == 8) std::memcpy(&wide, at, 8);
            if (width == 4) std::memcpy(&narrow, at, 4);
            p[static_cast<int>(c)] = width == 8 ? static_cast<float>(wide) : narrow;
        }
        const float alone = flags.cells ? noise(cell, p) : noise(p);
        expect(shown(alone) == shown(numbers[i * each]), "point {}: {}, alone {}", i, numbers[i * each], alone);
    }
    return 0;
}
