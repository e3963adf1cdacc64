// File names with placeholders: "tile_{x:02}_{y}.r16".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "io/file_name.hpp"
#include "paths.hpp"

namespace isonoise {

// A placeholder's value: a text, or if that is empty a number.
struct NameField {
    std::string_view name;
    std::int64_t number = 0;
    std::string_view text = {};
};

// Puts the values in. {x:03} asks for at least three digits of a number; anything else in braces stays as it is.
std::string fill_name(std::string_view pattern, std::span<const NameField> fields);

// The file of that name. The folders before the first placeholder are the user's; without one, all of the name is.
FileName fill_file_name(std::string_view pattern, std::span<const NameField> fields);

// Like fill_file_name(), with `fill` to put the values into each part of the name.
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

// Is there a placeholder {name} or {name:0N}?
bool has_field(std::string_view pattern, std::string_view name);

// Do all numbers from 0 to those of `last` give names of their own? Not so in "{x}{y}", where 1, 11 and 11, 1 meet: a
// number must end at a character that is no digit, or always have as many digits, before another one follows.
bool has_own_names(std::string_view pattern, std::span<const NameField> last);

}  // namespace isonoise
