// File names with placeholders: "tile_{x:02}_{y}.r16".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "io/file_name.hpp"
#include "paths.hpp"

namespace isonoise {

// A placeholder's value: the text or, if that is empty, the number.
struct NameField {
    std::string_view name;
    std::int64_t number = 0;
    std::string_view text = {};
};

// Fills in the values. {x:03} pads a number to three digits; anything else in braces stays as it is.
std::string fill_name(std::string_view pattern, std::span<const NameField> fields);

// Fills in a file name. The folders before the first placeholder count as typed by the user; without placeholders, the
// whole name does.
FileName fill_file_name(std::string_view pattern, std::span<const NameField> fields);

// Like fill_file_name(), calling `fill` for each part of the name.
template <class Fill> FileName fill_parts(std::string_view pattern, Fill fill) {
    FileName name;
    bool is_typed = true;
    for (const std::filesystem::path& part : path_of(pattern)) {
        const std::string filled = fill(part.string());
        is_typed = is_typed && filled == part.string();
        (is_typed ? name.typed : name.made) /= path_of(filled);
    }
    return name;
}

// Does the pattern have a placeholder {name} or {name:0N}?
bool has_field(std::string_view pattern, std::string_view name);

// Do all numbers from 0 to those of `last` give distinct names? In "{x}{y}" 1, 11 and 11, 1 collide: a number must have
// a fixed number of digits or be followed by a character that is not a digit.
bool has_own_names(std::string_view pattern, std::span<const NameField> last);

}  // namespace isonoise
