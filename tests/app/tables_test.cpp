// The generated tables in docs/cli.md, between <!-- NAME --> and <!-- /NAME -->.
//   ISONOISE_WRITE_TABLES=1 app_test --gtest_filter=Tables.*
// regenerates them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scene/preset.hpp"
#include "scene/scenes.hpp"
#include "temporary.hpp"

using namespace isonoise;

namespace {

std::string dims_of(const SceneInfo& scene) {
    const auto [least, most] = scene.dims;
    return least == most ? fmt::format("{}", least) : fmt::format("{}-{}", least, most);
}

std::string table_of_scenes() {
    std::string text = "| scene | key | dim | shows | its own settings |\n|---|---|---|---|---|\n";
    for (std::size_t i = 0; i < std::size(detail::kScenes); ++i) {
        const SceneInfo& scene = scene_info(static_cast<Scene>(i));
        std::string fields;
        for (const LookInfo& row : scene.rows)
            fields += fmt::format("{}`{}`", fields.empty() ? "" : ", ", row.name);
        text += fmt::format("| `{}` | {} | {} | {} | {} |\n", detail::kScenes[i],
                            scene.key ? std::string(1, scene.key) : "", dims_of(scene), scene.about, fields);
    }
    return text;
}

std::string values_of(const FieldInfo& info) {
    if (info.widget.placeholder) return fmt::format("`{}`", info.widget.placeholder);
    return info.names.empty() ? fmt::format("{}..{}", info.min, info.max)
                              : fmt::format("{}", fmt::join(info.names, ", "));
}

std::string table_of_settings() {
    std::string text = "| name | values | default | meaning |\n|---|---|---|---|\n";
    const Settings standard;
    for_each_noise_field([&](const FieldInfo& info, auto) {
        const std::string value = get(standard, info.name);
        text += fmt::format("| `{}` | {} | {} | {} |\n", info.name, values_of(info), value.empty() ? "0" : value,
                            info.about);
    });
    return text;
}

std::string scenes_of(const LookInfo& info) {
    std::vector<const char*> names;
    for (std::size_t i = 0; i < std::size(detail::kScenes); ++i) {
        if (info.is_for(static_cast<Scene>(i))) names.push_back(detail::kScenes[i]);
    }
    return names.size() == std::size(detail::kScenes) ? "all" : fmt::format("{}", fmt::join(names, ", "));
}

std::string table_of_looks() {
    std::string text = "| name | values | default | scenes | meaning |\n|---|---|---|---|---|\n";
    const Preset map;
    for_each_look([&](const LookInfo& info, auto) {
        std::string standard = info.is_for(Scene::map) ? get(map, info.name) : "";
        if (info.is_for(Scene::map) && standard.empty()) standard = "auto";
        text += fmt::format("| `{}` | {} | {} | {} | {} |\n", info.name, values_of(info), standard, scenes_of(info),
                            info.about);
    });
    return text;
}

void expect_table(const std::string& name, const std::string& table) {
    const fs::path path = fs::path(ISONOISE_DOCS) / "cli.md";
    std::string page = read_file(path);
    const std::string begin = "<!-- " + name + " -->\n", end = "<!-- /" + name + " -->\n";
    const auto from = page.find(begin), to = page.find(end);
    ASSERT_TRUE(from != page.npos && to != page.npos) << name;
    const std::size_t first = from + begin.size();
    if (environment("ISONOISE_WRITE_TABLES", "") == "1") write_file(path, page.replace(first, to - first, table));
    EXPECT_EQ(read_file(path).substr(first, table.size() + end.size()), table + end)
        << "ISONOISE_WRITE_TABLES=1 writes it";
}

}  // namespace

TEST(Tables, Settings) { expect_table("settings", table_of_settings()); }
TEST(Tables, Scenes) { expect_table("scenes", table_of_scenes()); }
TEST(Tables, Looks) { expect_table("look", table_of_looks()); }
