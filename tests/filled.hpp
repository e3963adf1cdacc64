// Replaces words of a text.
#pragma once

#include <map>
#include <string>

// `words`: what to replace, and by what.
inline std::string filled(std::string text, const std::map<std::string, std::string>& words) {
    for (const auto& [from, to] : words) {
        for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
            text.replace(at, from.size(), to);
    }
    return text;
}
