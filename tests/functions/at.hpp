// A function at one point, and the files of functions.
#pragma once

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <vector>

#include "isonoise/function/function.hpp"

// The first channel.
inline float at(const isonoise::Function& function, const std::vector<float>& point) {
    std::vector<float> result(static_cast<std::size_t>(function.channels()));
    function.at(point, result);
    return result[0];
}

inline std::vector<std::filesystem::path> files_in(std::initializer_list<const char*> folders) {
    std::vector<std::filesystem::path> files;
    for (const char* folder : folders) {
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

// Lists the functions that come with the program and those of the tests.
inline std::vector<std::filesystem::path> function_files() {
    return files_in({ISONOISE_FUNCTION_SHELF, ISONOISE_FUNCTION_CORPUS});
}
