#include "fuzz.hpp"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <type_traits>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "isonoise/text.hpp"

// The sanitizers' options, so that a crash can be reproduced without setting any.
extern "C" const char* __ubsan_default_options() { return "print_stacktrace=1"; }
// For speed: records only the caller of each allocation, and quarantines little freed memory.
extern "C" const char* __asan_default_options() { return "malloc_context_size=1:quarantine_size_mb=4"; }

namespace isonoise::fuzz {

// Standard error at the start of the process: libFuzzer and the targets may redirect it.
static const int errors = dup(2);

void broken(const std::string& what) {
    const std::string line = "broken promise: " + what + "\n";
    if (write(errors, line.data(), line.size()) < 0) std::abort();
    std::abort();
}

void use_small_stack() {
    static const rlimit stack{std::size_t{1} << 20, std::size_t{1} << 20};
    static const bool once = setrlimit(RLIMIT_STACK, &stack) == 0;
    static_cast<void>(once);
}

std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string_view Input::line() {
    const std::size_t end = std::min(bytes_.find('\n'), bytes_.size());
    const std::string_view text = bytes_.substr(0, end);
    bytes_.remove_prefix(std::min(end + 1, bytes_.size()));
    return text;
}

namespace {

double in_range(Input& input, const SettingInfo& info) {
    switch (input.below(4)) {
    case 0: return info.min;
    case 1: return info.max;
    case 2: return std::clamp(input.number<std::uint8_t>() / 8.0, info.min, info.max);
    default: return info.min + (info.max - info.min) * (input.number<std::uint16_t>() / 65535.0);
    }
}

}  // namespace

Settings settings_of(Input& input) {
    Settings settings;
    const auto given = input.take<std::uint16_t>();  // one bit per setting
    unsigned bit = 0;
    for_each_setting(settings, [&](const SettingInfo& info, auto& field) {
        if (!(given >> bit++ & 1)) return;
        using T = std::decay_t<decltype(field)>;
        if constexpr (std::is_enum_v<T>) {
            field = static_cast<T>(input.below(info.names.size()));
        } else if constexpr (std::is_arithmetic_v<T>) {
            field = static_cast<T>(in_range(input, info));
        } else {
            field.resize(static_cast<std::size_t>(settings.dim));
            for (auto& count : field)
                count = static_cast<std::uint32_t>(in_range(input, info));
        }
    });
    return nearest(settings);
}

double wide_coordinate(Input& input) {
    switch (input.below(6)) {
    case 0: return input.number<std::int16_t>() / 256.0;
    case 1: return std::nextafter(input.number<std::int16_t>(), 1e300 * (input.flag() ? 1 : -1));
    case 2: return std::ldexp(input.number<std::int16_t>(), static_cast<int>(input.below(64)) - 32);
    case 3: return input.number<std::int32_t>() + input.number<std::uint8_t>() / 256.0;
    case 4: return input.number<float>();
    default: return input.take<double>();
    }
}

float coordinate(Input& input) {
    // Avoids converting a value that a float cannot represent.
    const double wide = wide_coordinate(input);
    return std::isfinite(wide) && std::fabs(wide) > 3e38 ? static_cast<float>(std::copysign(3e38, wide))
                                                         : static_cast<float>(wide);
}

std::string in_words(const Settings& settings) {
    std::string words;
    for_each_setting(settings, [&](const SettingInfo& info, const auto& field) {
        words += fmt::format("{}--{} {}", words.empty() ? "" : " ", info.name, get_field(info, field));
    });
    return words;
}

Folder::Folder() {
    std::error_code error;
    const char* memory = "/dev/shm";
    std::string name =
        std::filesystem::is_directory(memory, error) ? memory : std::filesystem::temp_directory_path().string();
    name += "/isonoise-fuzz-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) broken("no folder to write in");
    path_ = name;
}

Folder::~Folder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
}

void Folder::clear() const {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(path_, error))
        std::filesystem::remove_all(entry, error);
}

Inside::Inside(const Folder& folder) : before_(open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (before_ < 0 || chdir(folder.path().c_str()) != 0) broken("no folder to work in");
}

Inside::~Inside() {
    if (fchdir(before_) != 0) broken("no way back from the folder");
    close(before_);
}

void expect_message(std::string_view message) {
    expect(!message.empty(), "an error without a message");
    const bool clean =
        std::none_of(message.begin(), message.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
    expect(clean, "a message with control characters: {}", in_quotes(message));
}

}  // namespace isonoise::fuzz
