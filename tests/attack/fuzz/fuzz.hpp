// Shared by the fuzzers. Each target is a file with a function that libFuzzer calls with arbitrary bytes:
//
//   extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
//
// It returns if the program rejects the input with Error, the only exception that may leave the program's rooms. A
// broken promise ends the process through expect().
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "isonoise/isonoise.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed);

namespace isonoise::fuzz {

// Ends the process with a message unless `holds`.
template <class... Args> void expect(bool holds, fmt::format_string<Args...> format, Args&&... args);
[[noreturn]] void broken(const std::string& what);

// Reads an input from its beginning: numbers, then texts. Past the end all numbers are 0, so short inputs are valid
// too.
class Input {
  public:
    Input(const std::uint8_t* data, std::size_t size) : bytes_(reinterpret_cast<const char*>(data), size) {}

    template <class T> T take() {
        T value{};
        const std::size_t size = std::min(sizeof(T), bytes_.size());
        std::memcpy(&value, bytes_.data(), size);
        bytes_.remove_prefix(size);
        return value;
    }
    template <class T> double number() { return static_cast<double>(take<T>()); }
    bool flag() { return take<std::uint8_t>() & 1; }
    // 0 to count - 1; count is 1 to 256
    std::size_t below(std::size_t count) { return take<std::uint8_t>() % count; }
    // The text up to the next line of this form, or the end.
    std::string_view line();
    std::string_view rest() const { return bytes_; }
    bool empty() const { return bytes_.empty(); }

  private:
    std::string_view bytes_;
};

// Valid settings: each field at its default, at an end of its range, or anywhere within.
Settings settings_of(Input& input);

// A finite coordinate: near the origin, next to lattice points, far out; or any float.
float coordinate(Input& input);
double wide_coordinate(Input& input);

inline std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

// All settings on one line, for messages.
std::string in_words(const Settings& settings);

// The contents of a file; empty if it cannot be read.
std::string read_file(const std::filesystem::path& path);

// A stack as small as on Windows, so that inputs of a few kilobytes reveal unlimited nesting.
void use_small_stack();

// A folder in memory, one per process, deleted at exit; clear() empties it.
class Folder {
  public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    const std::filesystem::path& path() const { return path_; }
    void clear() const;

  private:
    std::filesystem::path path_;
};

// While one exists, the folder is the working directory; libFuzzer's own relative paths refer to the original one.
class Inside {
  public:
    explicit Inside(const Folder& folder);
    ~Inside();
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

  private:
    int before_;
};

// A message must be one line without control characters from the input.
void expect_message(std::string_view message);

template <class... Args> void expect(bool holds, fmt::format_string<Args...> format, Args&&... args) {
    if (!holds) broken(fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace isonoise::fuzz
