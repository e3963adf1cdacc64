#include "io/name_pattern.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include <fmt/format.h>

namespace isonoise {

// The length of the placeholder {name} or {name:0N} at the beginning of `text`, and its number of digits; 0 if there is
// none.
static std::size_t length_of(std::string_view text, std::string_view name, int& digits) {
    digits = 0;
    const std::size_t after = name.size() + 1;
    if (!text.starts_with('{') || text.substr(1, name.size()) != name || text.size() <= after) return 0;
    if (text[after] == '}') return after + 1;
    const char *begin = text.data() + after + 1, *end = text.data() + text.size();
    if (text[after] != ':' || begin == end || *begin != '0') return 0;
    const auto [stop, error] = std::from_chars(begin, end, digits);
    if (error != std::errc() || stop == end || *stop != '}' || digits > 19) return 0;
    return static_cast<std::size_t>(stop + 1 - text.data());
}

std::string fill_name(std::string_view pattern, std::span<const NameField> fields) {
    std::string name;
    while (!pattern.empty()) {
        std::size_t length = 0;
        for (const NameField& field : fields) {
            int digits;
            length = length_of(pattern, field.name, digits);
            if (length == 0) continue;
            name += field.text.empty() ? fmt::format("{:0{}}", field.number, digits) : std::string(field.text);
            break;
        }
        if (length == 0) name += pattern[0];
        pattern.remove_prefix(length == 0 ? 1 : length);
    }
    return name;
}

FileName fill_file_name(std::string_view pattern, std::span<const NameField> fields) {
    return fill_parts(pattern, [&](const std::string& part) { return fill_name(part, fields); });
}

bool has_field(std::string_view pattern, std::string_view name) {
    for (; !pattern.empty(); pattern.remove_prefix(1)) {
        int digits;
        if (length_of(pattern, name, digits) > 0) return true;
    }
    return false;
}

bool has_own_names(std::string_view pattern, std::span<const NameField> last) {
    std::vector<std::string_view> known;  // placeholders whose numbers can be read back from the name so far
    bool open = false;                    // may following digits belong to the number before?
    while (!pattern.empty()) {
        std::size_t length = 0;
        for (const NameField& field : last) {
            int digits;
            length = length_of(pattern, field.name, digits);
            if (length == 0) continue;
            if (std::find(known.begin(), known.end(), field.name) != known.end()) break;
            if (open) return false;
            open = fmt::formatted_size("{}", field.number) > static_cast<std::size_t>(std::max(digits, 1));
            known.push_back(field.name);
            break;
        }
        if (length == 0 && !(pattern[0] >= '0' && pattern[0] <= '9')) open = false;
        pattern.remove_prefix(length == 0 ? 1 : length);
    }
    return true;
}

}  // namespace isonoise
