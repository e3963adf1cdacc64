#include "snippet/printing/layout.hpp"

#include <algorithm>

namespace isonoise {

std::string fitted(const std::string& text, std::size_t indent) {
    std::string result;
    std::size_t from = 0, used = indent;
    while (text.size() - from + used > kColumns) {
        std::size_t best = std::string::npos;
        for (std::size_t i = from + 31; i < text.size() && i - from + used < kColumns - 1; ++i) {
            const bool between_words = glsl::in_word(text[i - 1]) && glsl::in_word(text[i + 1]);
            // Rust's Clippy complains about an else at the end of a line.
            const bool after_else = text.compare(i - 5, 5, " else") == 0;
            if (text[i] == ' ' && !between_words && !after_else) best = i;
        }
        if (best == std::string::npos) break;
        result += text.substr(from, best - from) + "\n" + std::string(indent + 4, ' ');
        from = best + 1;
        used = indent + 4;
    }
    return result + text.substr(from);
}

std::size_t indent_of(const std::string& before) {
    const std::size_t line = before.rfind('\n');
    return line == std::string::npos ? 0 : before.size() - line - 1;
}

// The comment directly above, if any: everything after the last empty line. `apart`: there is an empty line.
static std::string comment_of(const std::string& before, bool& apart) {
    std::size_t from = 0;
    for (std::size_t at = 0; at < before.size();) {
        const std::size_t end = std::min(before.find('\n', at), before.size());
        if (end < before.size() && before.find_first_not_of(" \t", at) >= end && at > 0) {
            apart = true;
            from = end + 1;
        }
        at = end + 1;
    }
    const std::size_t text = before.find_first_not_of('\n', from);
    return text == std::string::npos ? "" : before.substr(text);
}

std::string laid_out(const std::vector<Piece>& pieces) {
    std::string text;
    for (const Piece& piece : pieces) {
        bool apart = false;
        const std::string comment = comment_of(piece.before, apart);
        if (!text.empty()) text += apart || !comment.empty() ? "\n\n" : "\n";
        const bool fits =
            piece.text.size() + piece.after.size() <= kColumns || piece.text.find('\n') != std::string::npos;
        const std::size_t after = std::min(piece.after.find("//"), piece.after.size());
        text += comment + (fits ? piece.text + piece.after : piece.after.substr(after) + "\n" + piece.text);
    }
    return text + "\n";
}

}  // namespace isonoise
