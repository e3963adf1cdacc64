// isonoise_golden DIR: writes the golden vectors, one file per group of functions. Existing files are left alone and
// listed, since values never change under a version.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>

#include "golden/vectors.hpp"

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("isonoise_golden: expected a directory to write to\n", stderr);
        return 2;
    }
    std::set<std::string> names;
    for (const golden::Function& function : golden::functions())
        names.insert(function.file);
    for (const std::string& name : names) {
        const std::filesystem::path path = std::filesystem::path(argv[1]) / (name + ".bin");
        if (std::filesystem::exists(path)) {
            std::printf("%s is there: left as it is\n", path.string().c_str());
            continue;
        }
        std::ofstream file(path, std::ios::binary);
        if (!(file << golden::file(name) << std::flush)) {
            std::fprintf(stderr, "isonoise_golden: cannot write %s\n", path.string().c_str());
            return 2;
        }
        std::printf("%s\n", path.string().c_str());
    }
    return 0;
}
