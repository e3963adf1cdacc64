// The only place that reads and writes JSON text: nlohmann's reader and writer take seconds to compile.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace isonoise {

using Json = nlohmann::ordered_json;

// Throws Json::exception.
Json parse_json(std::string_view text);

// Calls the reader for each value in turn; on failure its parse_error() receives the error.
void parse_json(std::string_view text, nlohmann::json_sax<Json>& reader);

// On one line, or indented by `indent`. Bytes that are not UTF-8 become U+FFFD.
std::string to_text(const Json& json, int indent = -1);

}  // namespace isonoise
