#include "world/description.hpp"

#include <algorithm>

#include "error.hpp"
#include "io/file_name.hpp"
#include "io/output.hpp"
#include "isonoise/function/source.hpp"
#include "isonoise/untrusted.hpp"
#include "paths.hpp"
#include "scene/function_file.hpp"
#include "scene/preset.hpp"
#include "version.hpp"

namespace isonoise {

Json description(const Settings& settings, const GridAxes& axes, const Function* function) {
    Json offset = Json::array(), step = Json::array();
    for (std::size_t c = 0; c < static_cast<std::size_t>(settings.dim); ++c) {
        offset.push_back(axes[c].offset);
        step.push_back(axes[c].per_period == 0 ? Json(axes[c].step) : Json());
    }
    Json json = {{"version", kVersion}, {"offset", offset}, {"step", step}};
    if (function) {
        json["function"] = function::joined(*function);
        json["set"] = text_of_parameters(*function);
    } else {
        json["settings"] = parse_json(to_json(settings));
    }
    return json;
}

static std::array<std::string, 2> first_different_lines(const std::string& a, const std::string& b) {
    const auto line = [](const std::string& text, std::size_t from) {
        return text.substr(from, std::min(text.find('\n', from), text.size()) - from);
    };
    const auto [end, other_end] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    const auto same = static_cast<std::size_t>(end - a.begin());
    const std::size_t from = same == 0 ? 0 : a.rfind('\n', same - 1) + 1;  // npos + 1 is 0
    return {line(a, from), line(b, from)};
}

std::string difference(const Json& there, const Json& here, const std::string& name) {
    if (there.is_object() && here.is_object()) {
        if (there.contains("function") != here.contains("function"))
            return there.contains("function") ? "a function is there, and a noise here"
                                              : "a noise is there, and a function here";
        for (const auto& [key, value] : here.items()) {
            if (!there.contains(key)) return fmt::format("{} is missing there", key);
            if (std::string what = difference(there[key], value, key); !what.empty()) return what;
        }
        for (const auto& [key, value] : there.items())
            if (!here.contains(key)) return fmt::format("{} is unknown here", in_quotes(key));
        return {};
    }
    if (there == here) return {};
    if (name == "function" && there.is_string() && here.is_string()) {
        const auto [a, b] = first_different_lines(there.get<std::string>(), here.get<std::string>());
        return fmt::format("the function has {} there and {} here", in_quotes(a), in_quotes(b));
    }
    // Lists are in the order of the flags (x first), unlike Zarr's.
    const auto text = [&](Json value) {
        if (value.is_array() && (name == "shape" || name == "chunks")) std::reverse(value.begin(), value.end());
        std::string words = to_text(value);
        return words.size() <= 60 ? words : in_quotes(words);
    };
    const char* flag = name == "shape"        ? "size"
                       : name == "chunks"     ? "chunk"
                       : name == "compressor" ? "compression"
                                              : "";
    return fmt::format("{} is {} there and {} here", *flag ? flag : name, text(there), text(here));
}

Json read_json(const FileName& name) {
    try {
        return parse_json(read_text(name, "description"));
    } catch (const Json::exception&) {
        fail("{}: expected JSON, as isonoise writes it", quoted_name(name.path()));
    }
}

void write_json(const FileName& name, const Json& json) {
    OutputFile file(name);
    file.write(to_text(json, 2) + "\n");
    file.commit();
}

void write_first(const FileName& name, const Json& json) {
    if (entry_of(name) == Folder::Entry::file) return;
    OutputFile file(name);
    file.write(to_text(json, 2) + "\n");
    file.commit(true);
}

}  // namespace isonoise
