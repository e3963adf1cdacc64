#include "io/json.hpp"

namespace isonoise {

Json parse_json(std::string_view text) { return Json::parse(text); }

void parse_json(std::string_view text, nlohmann::json_sax<Json>& reader) { Json::sax_parse(text, &reader); }

std::string to_text(const Json& json, int indent) {
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace isonoise
