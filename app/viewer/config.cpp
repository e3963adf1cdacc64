#include "viewer/config.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "error.hpp"
#include "io/file_name.hpp"
#include "io/json.hpp"
#include "io/output.hpp"
#include "paths.hpp"
#include "scene/preset.hpp"

namespace isonoise {

namespace fs = std::filesystem;

void put_first(std::vector<std::string>& recent, const std::string& path) {
    std::erase(recent, path);
    recent.insert(recent.begin(), path);
    if (recent.size() > kMostRecent) recent.resize(kMostRecent);
}

static Config parse(const std::string& text, const std::string& name) {
    Config config;
    Json root;
    try {
        root = parse_json(text);
        auto whole = [&](const char* key, int least, int most) {
            const auto& value = root.at(key);
            if (!value.is_number_integer() || value < least || value > most)
                fail("{}: {}: expected a whole number from {} to {}", name, key, least, most);
            return value.get<int>();
        };
        config.width = whole("width", 200, 32768);
        config.height = whole("height", 150, 32768);
        config.panel = root.at("panel").get<bool>();
        // Older files lack these.
        if (root.contains("panel-width")) config.panel_width = whole("panel-width", 240, 560);
        if (root.contains("theme")) {
            const auto word = root.at("theme").get<std::string>();
            const auto found = std::find(std::begin(kThemes), std::end(kThemes), word);
            if (found == std::end(kThemes)) fail("{}: theme: expected dark or light, got '{}'", name, word);
            config.theme = static_cast<Theme>(found - std::begin(kThemes));
        }
        if (root.contains("exports")) {
            for (const auto& path : root.at("exports"))
                config.exports.push_back(path.get<std::string>());
            if (config.exports.size() > kMostRecent) config.exports.resize(kMostRecent);
        }
        if (root.contains("favourites")) {
            for (const auto& preset : root.at("favourites"))
                config.favourites.push_back(preset.get<std::string>());
        }
        config.seed_locked = root.at("seed-locked").get<bool>();
        config.rate = root.at("rate").get<double>();
        if (!(config.rate >= 0.25 && config.rate <= 4)) fail("{}: rate: expected a number from 0.25 to 4", name);
        if (root.contains("function-file")) config.function_file = root.at("function-file").get<std::string>();
        config.preset = parse_preset(text, name, "preset");
    } catch (const Json::exception& e) {
        // "[json.exception.parse_error.101] parse error at line 1, ...": only the words after the tag are useful.
        const std::string what = e.what();
        const auto end = what.find("] ");
        fail("{}: not a settings file: {}", name, end == std::string::npos ? what : what.substr(end + 2));
    }
    return config;
}

Config load_config(const fs::path& directory, const Config& defaults, std::string& message) {
    if (directory.empty()) return defaults;
    const fs::path path = directory / "viewer.json";
    std::error_code error;
    if (!fs::exists(path, error)) return defaults;
    try {
        return parse(read_text(path, "settings"), path.string());
    } catch (const Error& e) {
        const fs::path kept = path_of(path.string() + ".bak");
        fs::rename(path, kept, error);
        message = error ? fmt::format("{}; the last settings are not used", e.what())
                        : fmt::format("{}; kept as {}; the settings are the defaults", e.what(), kept.string());
        return defaults;
    }
}

void save_config(const fs::path& directory, const Config& config) {
    if (directory.empty()) return;
    make_directories(directory);
    Json root = Json::object();
    root["width"] = config.width;
    root["height"] = config.height;
    root["panel"] = config.panel;
    root["panel-width"] = config.panel_width;
    root["theme"] = kThemes[static_cast<int>(config.theme)];
    root["seed-locked"] = config.seed_locked;
    root["rate"] = config.rate;
    root["exports"] = config.exports;
    root["favourites"] = config.favourites;
    root["preset"] = parse_json(to_json(config.preset));
    if (!config.function_file.empty()) root["function-file"] = config.function_file;
    OutputFile file({directory, "viewer.json"});
    file.write(to_text(root, 2) + "\n");  // a path may contain bytes that are not UTF-8
    file.commit();
}

}  // namespace isonoise
