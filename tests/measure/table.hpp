// Markdown tables on standard output.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "io/output.hpp"

namespace measure {

// Prints a heading, its text, and a table's header.
inline void print_head(const std::string& title, const std::string& text, const std::vector<std::string>& columns) {
    std::string head = "|", rule = "|";
    for (const std::string& column : columns) {
        head += " " + column + " |";
        rule += "---|";
    }
    isonoise::print(fmt::format("\n### {}\n\n{}\n\n{}\n{}\n", title, text, head, rule));
    isonoise::flush_output();
}

inline void print_row(const std::vector<std::string>& cells) {
    std::string row = "|";
    for (const std::string& cell : cells)
        row += " " + cell + " |";
    isonoise::print(row + "\n");
    isonoise::flush_output();
}

// A figure `sigmas` away from the ideal: bold beyond `limit`.
inline std::string flagged(const std::string& text, double sigmas, double limit = 5) {
    return sigmas < limit ? text : "**" + text + "**";
}

}  // namespace measure
