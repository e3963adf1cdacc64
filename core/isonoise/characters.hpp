// Decodes and classifies the characters of untrusted text before it is printed. Not installed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace isonoise {

struct Character {
    char32_t code = 0;
    std::size_t size = 0;  // in bytes; 0 if the text does not begin with a character of well-formed UTF-8
};

// The first character of a non-empty text.
inline Character first_character(std::string_view text) {
    const auto byte = static_cast<unsigned char>(text[0]);
    const std::size_t size = byte < 0x80   ? 1
                             : byte < 0xC2 ? 0
                             : byte < 0xE0 ? 2
                             : byte < 0xF0 ? 3
                             : byte < 0xF5 ? 4
                                           : 0;
    if (size == 0 || size > text.size()) return {};
    char32_t code = size == 1 ? byte : byte & (0x7Fu >> size);
    for (std::size_t i = 1; i < size; ++i) {
        if ((text[i] & 0xC0) != 0x80) return {};
        code = code << 6 | (text[i] & 0x3F);
    }
    const bool overlong = size > 2 && code < (size == 3 ? 0x800u : 0x10000u);
    if (overlong || (code >= 0xD800 && code <= 0xDFFF) || code > 0x10FFFF) return {};
    return {code, size};
}

// Could the character break a line, move a terminal's cursor, hide text or turn it around?
inline bool is_hidden(char32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

inline bool is_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t size = first_character(text.substr(i)).size;
        if (size == 0) return false;
        i += size;
    }
    return true;
}

// The length of `text` truncated to at most `most` bytes without splitting a character.
inline std::size_t cut_length(std::string_view text, std::size_t most) {
    if (text.size() <= most) return text.size();
    std::size_t end = most;
    while (end > 0 && most - end < 4 && (text[end] & 0xC0) == 0x80)
        --end;
    return first_character(text.substr(end)).size > most - end ? end : most;
}

}  // namespace isonoise
