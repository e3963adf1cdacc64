// Untrusted text: parsed into numbers and lists, and quoted in messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace isonoise {

// Parses all of `text` as a number, rounded once; underflow gives 0. False if it is not a number or too large.
bool parse_number(std::string_view text, double& value);

// Parses all of `text` as a float, decimal or hexadecimal (0x1.8p-3), rounded once. Returns result_out_of_range if it
// is too large.
std::errc parse_float(std::string_view text, float& value);

// The items of a list, without surrounding blanks. At least one, possibly empty.
std::vector<std::string_view> split_list(std::string_view text);

// Makes untrusted UTF-8 safe to print: control characters, invisible ones and bytes that are not UTF-8 become \x1b and
// the like. With `lines`, line ends stay.
std::string escaped(std::string_view text, bool lines = false);

// Quotes untrusted text for a message: escaped, cut after 60 bytes.
std::string in_quotes(std::string_view text);

// Shortens text of more than `most` bytes (64 or more) to its beginning and end with "…" between them.
std::string shortened(std::string_view text, std::size_t most);

}  // namespace isonoise
