// Names of the files of a sequence: "a{frame:04}.png".
#include <charconv>
#include <string_view>

#include <fmt/format.h>

#include "io/name_pattern.hpp"
#include "paths.hpp"
#include "scene/export.hpp"

namespace isonoise {

namespace {

// A "{frame}" or "{frame:04}" in the name of a file.
struct FrameField {
    std::size_t begin, end;
    int digits;
};

std::optional<FrameField> find_frame(std::string_view name, std::size_t from) {
    constexpr std::string_view kOpen = "{frame";
    for (std::size_t begin = name.find(kOpen, from); begin != name.npos; begin = name.find(kOpen, begin + 1)) {
        const std::string_view rest = name.substr(begin + kOpen.size());
        if (rest.starts_with('}')) return FrameField{begin, begin + kOpen.size() + 1, 1};
        const std::size_t close = rest.find('}');
        if (!rest.starts_with(':') || close == rest.npos) continue;
        std::string_view digits = rest.substr(1, close - 1);
        if (digits.starts_with('0') && digits.size() > 1) digits.remove_prefix(1);
        int count = 0;
        const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
        const bool plain = digits.find_first_not_of("0123456789") == digits.npos;
        if (plain && digits.size() <= 2 && error == std::errc() && stop == digits.data() + digits.size())
            return FrameField{begin, begin + kOpen.size() + close + 1, count};
    }
    return {};
}

}  // namespace

bool has_frame(const std::string& pattern) { return find_frame(pattern, 0).has_value(); }

std::string frame_name(const std::string& pattern, std::int64_t frame) {
    std::string name;
    std::size_t done = 0;
    while (const auto field = find_frame(pattern, done)) {
        name += pattern.substr(done, field->begin - done) + fmt::format("{:0{}}", frame, field->digits);
        done = field->end;
    }
    return name + pattern.substr(done);
}

FileName frame_file(const Export& order, std::int64_t frame) {
    if (order.maps) {  // the first of them, see material.hpp
        Export map = order;
        map.maps = false;
        map.own_name = true;
        map.path.insert(map.path.rfind('.'), "_albedo");
        return frame_file(map, frame);
    }
    const std::filesystem::path path = path_of(order.path);
    if (order.own_name && order.path != "-") return {path.parent_path(), path.filename()};
    return fill_parts(order.path, [&](const std::string& part) { return frame_name(part, frame); });
}

std::string sequence_name(const std::string& pattern) {
    std::string name = path_of(pattern).stem().string();
    while (const auto field = find_frame(name, 0)) {
        constexpr std::string_view separators = "-_. ";
        const bool separated = field->begin > 0 && separators.find(name[field->begin - 1]) != separators.npos;
        const std::size_t begin = field->begin - (separated ? 1 : 0);
        name.erase(begin, field->end - begin);
    }
    return name.empty() ? "frames" : name;
}

std::string names_of(const std::string& pattern, std::int64_t count) {
    const std::string first = frame_name(pattern, 0);
    return count > 1 ? fmt::format("{} to {}", first, frame_name(pattern, count - 1)) : first;
}

}  // namespace isonoise
