// Reads pictures and grids from files, with helpers to inspect them.
#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

struct Image {
    int width = 0, height = 0, channels = 0, depth = 0;
    std::vector<int> samples;
};
Image read_png(const std::filesystem::path& path);

// The floats of an EXR, pixel by pixel.
struct Floats {
    int width = 0, height = 0;
    std::vector<std::string> channels;
    std::vector<float> values;
};
Floats read_exr(const std::filesystem::path& path);

// Reads NumPy's format 1.0; `shape` is the expected header entry.
std::vector<float> read_npy(const std::filesystem::path& path, const std::string& shape);

template <class T> std::vector<T> numbers(const std::string& bytes, std::size_t from = 0) {
    std::vector<T> all((bytes.size() - from) / sizeof(T));
    std::memcpy(all.data(), bytes.data() + from, all.size() * sizeof(T));
    return all;
}

template <class T> std::vector<int> as_ints(const std::vector<T>& words) { return {words.begin(), words.end()}; }

// Number of distinct colours of RGBA pixels at 6 bits per channel; fails on channels outside 0 to 1.
std::size_t colours_of(const std::vector<float>& pixels);
