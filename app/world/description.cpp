#include "world/description.hpp"

#include <algorithm>

#include "error.hpp"
#include "io/file_name.hpp"
#include "io/output.hpp"
#include "paths.hpp"
#include "scene/preset.hpp"
#include "version.hpp"

namespace isonoise {

Json description(const Settings& settings, const GridAxes& axes) {
    Json offset = Json::array(), step = Json::array();
    for (std::size_t c = 0; c < static_cast<std::size_t>(settings.dim); ++c) {
        offset.push_back(axes[c].offset);
        step.push_back(axes[c].per_period == 0 ? Json(axes[c].step) : Json());
    }
    return {{"version", kVersion}, {"offset", offset}, {"step", step}, {"settings", parse_json(to_json(settings))}};
}

std::string difference(const Json& there, const Json& here, const std::string& name) {
    if (there.is_object() && here.is_object()) {
        for (const auto& [key, value] : here.items()) {
            if (!there.contains(key)) return fmt::format("{} is missing there", key);
            if (std::string what = difference(there[key], value, key); !what.empty()) return what;
        }
        for (const auto& [key, value] : there.items())
            if (!here.contains(key)) return fmt::format("{} is unknown here", in_quotes(key));
        return {};
    }
    if (there == here) return {};
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
