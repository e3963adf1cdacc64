// isonoise_golden DIR: writes the golden vectors, one file per group of functions. Existing files are left alone and
// listed, since values never change under a version. Compact: one point per line.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>

#include "golden/vectors.hpp"

// JSON with one line per list of strings.
static std::string pretty(const nlohmann::ordered_json& root) {
    std::string text = "{\n  \"about\": " + root["about"].dump() + ",\n  \"version\": " + root["version"].dump() +
                       ",\n  \"functions\": [\n";
    bool first = true;
    for (const auto& function : root["functions"]) {
        text += first ? "    {\n" : ",\n    {\n";
        first = false;
        for (const char* key : {"name", "settings", "cells", "outputs-are"})
            text += "      \"" + std::string(key) + "\": " + function[key].dump() + ",\n";
        for (const char* key : {"inputs", "outputs"}) {
            text += "      \"" + std::string(key) + "\": [\n";
            for (std::size_t i = 0; i < function[key].size(); ++i)
                text += "        " + function[key][i].dump() + (i + 1 < function[key].size() ? ",\n" : "\n");
            text += key == std::string("inputs") ? "      ],\n" : "      ]\n";
        }
        text += "    }";
    }
    return text + "\n  ]\n}\n";
}

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("isonoise_golden: expected a directory to write to\n", stderr);
        return 2;
    }
    std::set<std::string> names;
    for (const golden::Function& function : golden::functions())
        names.insert(function.file);
    for (const std::string& name : names) {
        const std::filesystem::path path = std::filesystem::path(argv[1]) / (name + ".json");
        if (std::filesystem::exists(path)) {
            std::printf("%s is there: left as it is\n", path.string().c_str());
            continue;
        }
        std::ofstream file(path, std::ios::binary);
        if (!(file << pretty(golden::file(name)) << std::flush)) {
            std::fprintf(stderr, "isonoise_golden: cannot write %s\n", path.string().c_str());
            return 2;
        }
        std::printf("%s\n", path.string().c_str());
    }
    return 0;
}
