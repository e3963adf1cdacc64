#include "session/file_names.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "paths.hpp"
#include "scene/scenes.hpp"

namespace isonoise {

namespace fs = std::filesystem;

// The names of files with this extension, without it.
static std::vector<std::string> names_in(const fs::path& folder, const char* extension) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (it->path().extension() == extension) names.push_back(it->path().stem().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::vector<std::string> own_presets(const fs::path& directory) { return names_in(directory / "presets", ".json"); }

FileName own_preset_path(const fs::path& directory, const std::string& name) {
    return {directory, fs::path("presets") / path_of(name + ".json")};
}

std::vector<std::string> own_functions(const fs::path& directory) {
    if (directory.empty()) return {};
    return names_in(directory / "functions", ".glsl");
}

FileName own_function_path(const fs::path& directory, const std::string& name) {
    const fs::path file = path_of(name + ".glsl");
    return {directory, directory.empty() ? file : "functions" / file};
}

std::string preset_name_problem(const std::string& name) {
    if (name.empty()) return "a name is needed";
    if (name.size() > 100) return "the name is longer than 100 characters";
    for (unsigned char c : name) {
        // Only Windows forbids some of these, but preset files get copied between systems.
        if (c < 32 || c == 127 || std::strchr("/\\<>:\"|?*", c))
            return "a name cannot contain / \\ < > : \" | ? * or control characters";
    }
    if (name[0] == '.') return "a name cannot begin with a dot";
    if (name.back() == '.' || name.back() == ' ') return "a name cannot end with a dot or a space";
    return {};
}

std::string free_name(const std::string& extension) {
    for (int i = 1;; ++i) {
        std::string name = fmt::format("isonoise-{:04}.{}", i, extension);
        if (entry_of({"", path_of(name)}) == Folder::Entry::nothing) return name;
    }
}

void number_frames(Export& order) {
    constexpr std::string_view number = "-{frame:04}";
    const bool numbered = order.frames > 1 && !is_moving(order.format) && !is_sheet(order);
    if (const auto at = order.path.find(number); !numbered && at != std::string::npos) {
        order.path.erase(at, number.size());
    } else if (numbered && !has_frame(order.path)) {
        const auto path = path_of(order.path);
        order.path = (path.parent_path() / path.stem()).string() + std::string(number) + path.extension().string();
    }
}

std::string free_export_path(const Export& order, const Preset& preset, const std::string& name) {
    static constexpr const char* kinds[] = {"", "-values", "-heights", "-normals", "-normals-dx"};
    Export next = order;
    const bool named = preset_name_problem(name).empty() && name.find('{') == name.npos && name != "pasted";
    const std::string stem =
        (named ? name : name_of(preset.look.scene)) + std::string(kinds[static_cast<int>(order.what)]);
    const fs::path folder = path_of(order.path).parent_path();
    std::error_code error;
    for (int i = 1;; ++i) {
        const std::string number = i > 1 ? fmt::format("-{}", i) : "";
        next.path = (folder / path_of(stem + number + kExtensions[static_cast<int>(order.format)])).string();
        number_frames(next);
        if (!fs::exists(path_of(frame_name(next.path, 0)), error)) return next.path;
    }
}

}  // namespace isonoise
