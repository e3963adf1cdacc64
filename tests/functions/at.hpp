// A function at one point, and the files of functions.
#pragma once

#include <algorithm>
#include <filesystem>
#include <vector>

#include "isonoise/function/function.hpp"

// The first channel.
inline float at(const isonoise::Function& function, const std::vector<float>& point) {
    std::vector<float> result(static_cast<std::size_t>(function.channels()));
    function.at(point, result);
    return result[0];
}

// Lists the functions that come with the program and those of the tests.
inline std::vector<std::filesystem::path> function_files() {
    std::vector<std::filesystem::path> files;
    for (const char* folder : {ISONOISE_FUNCTION_SHELF, ISONOISE_FUNCTION_CORPUS}) {
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}
