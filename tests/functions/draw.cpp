// draw_functions FOLDER COUNT: writes random functions into a folder, one to a file, for the tests in JavaScript.
// Leaves out those that take too many steps.
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "functions/generator.hpp"
#include "isonoise/function/function.hpp"

int main(int count, char** words) {
    if (count != 3) {
        std::fputs("usage: draw_functions FOLDER COUNT\n", stderr);
        return 2;
    }
    const std::uint64_t most = std::strtoull(words[2], nullptr, 10);
    for (std::uint64_t i = 0; i < most; ++i) {
        const std::string text = isonoise::Generator(1000 + i).text();
        try {
            const isonoise::Function function(text);
        } catch (const isonoise::Error& e) {
            if (isonoise::is_slow(e.what())) continue;
            std::fprintf(stderr, "draw_functions: %s\n%s", e.what(), text.c_str());
            return 1;
        }
        std::ofstream file(fmt::format("{}/drawn{}.glsl", words[1], i));
        file << text;
        if (!file.flush()) {
            std::fprintf(stderr, "draw_functions: cannot write into %s\n", words[1]);
            return 1;
        }
    }
    return 0;
}
