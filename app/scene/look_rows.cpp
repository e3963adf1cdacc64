// Combines the rows of Look's fields: common ones, the cameras' and the scenes' own.
#include <algorithm>
#include <deque>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scene/rows.hpp"
#include "scene/scenes.hpp"

namespace isonoise {
namespace {

using Panel = LookInfo::Panel;
constexpr double kFar = 2147483648.0;

constexpr LookInfo kCommonRows[] = {
    {{{.name = "scene", .about = "how the noise is drawn", .names = detail::kScenes}}, Panel::apart},
    {{{.name = "center",
       .about = "coordinate that the picture looks at, up to 4 numbers; the rest is 0",
       .min = -kFar,
       .max = kFar},
      {.heading = rows::kView,
       .placeholder = "X,Y,Z,W",
       .format = "%.4g",
       .step = 1.0 / 500,
       .also = "offset, position"}},
     Panel::of_span},
    {{{.name = "span", .about = "units of coordinate from top to bottom", .min = 1.0 / 1048576, .max = 1048576},
      {.heading = rows::kView,
       .placeholder = "2^-20..2^20",
       .format = "%.5g",
       .step = 1.0 / 200,
       .also = "zoom, scale"}},
     Panel::of_span},
    {{{.name = "time", .about = "added to the last coordinate", .min = -kFar, .max = kFar},
      {.placeholder = "NUMBER", .step = 0.01}},
     Panel::apart},
    {{{.name = "speed", .about = "units of time per second", .min = -64, .max = 64}, {.format = "%.2f", .step = 0.01}},
     Panel::apart},
};

constexpr LookInfo kYaw = {{{.name = "yaw",
                             .about = "camera's direction in degrees, clockwise from -y of the ground",
                             .min = -360,
                             .max = 360},
                            {.heading = rows::kCamera, .format = "%.1f°", .usual_min = -180, .usual_max = 180}}};
constexpr LookInfo kPitch = {
    {{.name = "pitch", .about = "camera's angle above the horizon in degrees", .min = -89, .max = 89},
     {.heading = rows::kCamera, .format = "%.1f°"}}};
constexpr LookInfo kFov = {{{.name = "fov", .about = "vertical angle of view in degrees", .min = 5, .max = 120},
                            {.heading = rows::kCamera, .format = "%.1f°", .usual_min = 15, .usual_max = 90}}};

constexpr LookInfo kOrbitRows[] = {kYaw, kPitch, kFov};
constexpr LookInfo kGlobeRows[] = {
    rows::with_words(kYaw, "longitude in degrees"),
    rows::with_words(kPitch, "latitude in degrees"),
    kFov,
    {{{.name = "heading", .about = "camera's direction in degrees, clockwise from north", .min = -360, .max = 360},
      {.heading = rows::kCamera, .format = "%.1f°", .usual_min = -180, .usual_max = 180}}},
    {{{.name = "tilt", .about = "camera's angle in degrees, from straight down to the horizon", .max = 90},
      {.heading = rows::kCamera, .format = "%.1f°"}}},
};

std::span<const LookInfo> camera_rows(View view) {
    switch (view) {
    case View::flat: return {};
    case View::ground:
    case View::space: return kOrbitRows;
    case View::globe: return kGlobeRows;
    }
    return {};
}

constexpr std::size_t kSceneCount = std::size(detail::kScenes);

// The combined table, and one per scene.
class Tables {
  public:
    Tables() {
#define ISONOISE_NAME(type, name, ...) #name,
        for (std::string name : {ISONOISE_LOOK(ISONOISE_NAME)}) {
#undef ISONOISE_NAME
            std::replace(name.begin(), name.end(), '_', '-');
            add_field(texts_.emplace_back(std::move(name)).c_str());
        }
        keep_first_headings(all_);
        for (std::vector<LookInfo>& table : own_)
            keep_first_headings(table);
    }
    std::span<const LookInfo> of(std::optional<Scene> scene) const {
        return scene ? own_[static_cast<std::size_t>(*scene)] : all_;
    }

  private:
    static const LookInfo* find(std::span<const LookInfo> rows, std::string_view name) {
        const auto found =
            std::find_if(rows.begin(), rows.end(), [&](const LookInfo& row) { return row.name == name; });
        return found == rows.end() ? nullptr : &*found;
    }
    void add_field(const char* name) {
        std::array<const LookInfo*, kSceneCount> rows;
        LookInfo all{{{.name = name, .about = ""}}};
        for (std::size_t i = 0; i < kSceneCount; ++i) {
            const SceneInfo& scene = scene_info(static_cast<Scene>(i));
            rows[i] = find(scene.rows, name);
            if (!rows[i]) rows[i] = find(camera_rows(scene.view), name);
            if (!rows[i]) rows[i] = find(kCommonRows, name);
            if (rows[i]) widen(all, *rows[i], i);
        }
        all.about = texts_.emplace_back(about(rows)).c_str();
        all_.push_back(all);
        for (std::size_t i = 0; i < kSceneCount; ++i) {
            LookInfo& own = own_[i].emplace_back(rows[i] ? *rows[i] : all);
            own.scenes = all.scenes;
        }
    }
    // Merges a scene's row into `all`.
    static void widen(LookInfo& all, const LookInfo& row, std::size_t scene) {
        const LookInfo before = all;
        all = before.scenes == 0 ? row : before;
        all.scenes = before.scenes | 1u << scene;
        all.min = std::min(all.min, row.min);
        all.max = std::max(all.max, row.max);
    }
    // The most common description, followed by the differing ones with their scenes' names.
    static std::string about(const std::array<const LookInfo*, kSceneCount>& rows) {
        std::vector<std::pair<std::string_view, std::vector<const char*>>> groups;
        for (std::size_t i = 0; i < kSceneCount; ++i) {
            if (!rows[i]) continue;
            auto group =
                std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == rows[i]->about; });
            if (group == groups.end()) group = groups.insert(group, {rows[i]->about, {}});
            group->second.push_back(detail::kScenes[i]);
        }
        std::stable_sort(groups.begin(), groups.end(),
                         [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
        std::string text;
        for (const auto& [words, scenes] : groups)
            text += text.empty() ? std::string(words) : fmt::format("; {}: {}", fmt::join(scenes, ", "), words);
        return text;
    }
    // Panels start a group at its first field.
    static void keep_first_headings(std::vector<LookInfo>& rows) {
        std::string_view last;
        for (LookInfo& row : rows) {
            const std::string_view heading = row.widget.heading ? row.widget.heading : "";
            if (heading == last) row.widget.heading = nullptr;
            if (!heading.empty()) last = heading;
        }
    }

    std::deque<std::string> texts_;  // names and words, which stay where they are
    std::vector<LookInfo> all_;
    std::array<std::vector<LookInfo>, kSceneCount> own_;
};

}  // namespace

std::span<const LookInfo> look_rows(std::optional<Scene> scene) {
    static const Tables tables;
    return tables.of(scene);
}

}  // namespace isonoise
