// Wording of messages, and lines of words.
#pragma once

#include <algorithm>
#include <cctype>
#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "error.hpp"

namespace isonoise {

// "1 chunk", "2 chunks"; `many` is an irregular plural.
template <std::integral Count> std::string counted(Count count, std::string_view one, std::string_view many = {}) {
    if (count == 1) return fmt::format("1 {}", one);
    return many.empty() ? fmt::format("{} {}s", count, one) : fmt::format("{} {}", count, many);
}

// A field's name as an identifier: "value-two-layer" is value_two_layer.
inline std::string with_underscores(std::string name) {
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

// Splits a line into words like a POSIX shell, as far as lines by to_line() need. Throws Error.
inline std::vector<std::string> shell_words(const std::string& line) {
    std::vector<std::string> words;
    bool in_word = false, in_quotes = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (!in_quotes && std::isspace(static_cast<unsigned char>(c))) {
            in_word = false;
            continue;
        }
        if (!std::exchange(in_word, true)) words.emplace_back();
        if (c == '\'') {
            in_quotes = !in_quotes;
        } else if (c == '\\' && !in_quotes && i + 1 < line.size()) {
            words.back() += line[++i];
        } else {
            words.back() += c;
        }
    }
    if (in_quotes) throw Error("a quote is not closed");
    return words;
}

}  // namespace isonoise
