#include "snippet/wording.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

#include <fmt/format.h>

#include "error.hpp"
#include "isonoise/function/reading/tokens.hpp"
#include "isonoise/text.hpp"
#include "snippet/passes/passes.hpp"

namespace isonoise {

std::string in_words(const Settings& settings) {
    const Settings standard;
    std::string words =
        fmt::format("{}, {} dimension{}", get(settings, "algorithm"), settings.dim, settings.dim == 1 ? "" : "s");
    for_each_setting(settings, [&](const SettingInfo& info, const auto&) {
        const std::string_view name = info.name;
        if (name == "algorithm" || name == "dim" || get(settings, name) == get(standard, name)) return;
        words += fmt::format(", {} {}", name, get(settings, name));
    });
    return words;
}

void check_name(std::string_view name) {
    const bool good = !name.empty() && name.size() <= 64 && name[0] >= 'a' && name[0] <= 'z' && name.back() != '_' &&
                      name.find("__") == std::string_view::npos && !name.starts_with("gl_") &&
                      std::all_of(name.begin(), name.end(), glsl::in_word);
    if (!good) fail("name: expected a lower-case letter, then letters, digits and single _, got {}", in_quotes(name));
}

std::string framed(const Language& language, const std::string& prefix, const std::string& text) {
    std::string opening = language.opening;
    if (const std::size_t at = opening.find("CLASS"); at != std::string::npos)
        opening.replace(at, 5, styled(prefix, Naming::pascal, true));
    return opening + "\n" + text + language.closing;
}

std::string dressed(const Language& language, const std::string& text) {
    std::string result, line;
    std::istringstream lines(text);
    while (std::getline(lines, line)) {
        const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
        for (std::size_t i = 4; i <= blanks; i += 4)
            result += language.indentation;
        line.erase(0, blanks - blanks % 4);
        if (const std::size_t comment = line.find("//"); comment != std::string::npos)
            line.replace(comment, 2, language.comment);
        result += line + "\n";
    }
    return result;
}

std::string renamed(const std::string& text, std::string_view name) {
    std::string upper(name), title(name), result;
    for (char& c : upper)
        c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
    for (std::size_t at = 0, end = 0; at < text.size(); at = end) {
        end = at + 1;
        while (glsl::in_word(text[at]) && end < text.size() && glsl::in_word(text[end]))
            ++end;
        const std::string word = text.substr(at, end - at), rest = word.size() >= 8 ? word.substr(8) : "";
        if (word.starts_with("isonoise_") || (word == "isonoise" && text.compare(end, 1, "(") == 0)) {
            result += std::string(name) + rest;
        } else if (word.starts_with("ISONOISE_")) {
            result += upper + rest;
        } else if (word.starts_with("Isonoise")) {
            result += title + rest;
        } else {
            result += word;
        }
    }
    return result;
}

}  // namespace isonoise
