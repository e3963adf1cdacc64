// Lines of at most 120 columns, and declarations with their comments.
#pragma once

#include <string>
#include <vector>

#include "isonoise/function/reading/tree.hpp"

namespace isonoise {

inline constexpr std::size_t kColumns = 120;

// Breaks a long line after a comma or next to an operator. `indent`: the columns before it.
std::string fitted(const std::string& text, std::size_t indent);

// The column at which the text after these blanks starts.
std::size_t indent_of(const std::string& before);

// A declaration as text, with the text before and after it.
struct Piece {
    std::string before, text, after;
};

// Joins all pieces. Keeps only comments directly above a declaration.
std::string laid_out(const std::vector<Piece>& pieces);

}  // namespace isonoise
