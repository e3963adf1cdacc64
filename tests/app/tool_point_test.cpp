// The point under the pointer, the pinned point, and numbers with all their digits.
#include <bit>

#include "app/window.hpp"
#include "session/copy_as.hpp"
#include "viewer/fields.hpp"

namespace {

// The numbers in a line.
std::vector<float> numbers_in(const std::string& line) {
    std::vector<float> numbers;
    for (const char* at = line.c_str(); *at;) {
        char* end = nullptr;
        const float number = std::strtof(at, &end);
        if (end == at) {
            ++at;
        } else {
            numbers.push_back(number);
            at = end;
        }
    }
    return numbers;
}

}  // namespace

// The point that the bar shows gives the value that it shows in every program that computes this noise.
TEST_F(Tool, ThePointShownHasTheValueShown) {
    Preset line = default_preset(Scene::line), tiles = load_preset("map-tiles"), moving = fbm_preset();
    moving.settings.frequency = 0.7f;
    moving.look.center = {-3.3, 17.1, 0.123456789, 0};
    moving.look.time = 0.7654321;
    for (const Preset& preset : {line, tiles, moving, default_preset(Scene::terrain)}) {
        viewer.reset();
        open_without_settling(preset, 900, 700);
        settle_input();
        for (const auto& at : {std::array{500, 420}, {611, 517}, {803, 655}, {444, 333}}) {
            move_to(at);
            const std::string& text = viewer->panel().status.under_cursor;
            if (text.empty()) continue;  // the sky
            const auto numbers = numbers_in(text);
            const auto dim = static_cast<std::size_t>(settings().dim);
            ASSERT_GT(numbers.size(), dim) << text;
            glm::vec4 p(0.0f);
            for (std::size_t i = 0; i < dim; ++i)
                p[static_cast<int>(i)] = numbers[i];
            EXPECT_EQ(std::bit_cast<std::uint32_t>(Noise(settings())(p)), std::bit_cast<std::uint32_t>(numbers[dim]))
                << text;
        }
    }
}

TEST_F(Tool, AClickPinsAPoint) {
    open_without_settling(default_preset(Scene::terrain), 1000, 700);
    settle_input();
    const auto drag_to = [&](std::array<int, 2> from, std::array<int, 2> to) {  // does not wait for the picture
        move_to(from);
        mouse_down();
        move_to(to);
        mouse_up();
    };
    const Preset before = viewer->preset();
    move_to({700, 560});
    const std::string seen =
        viewer->panel().status.under_cursor.substr(0, viewer->panel().status.under_cursor.find("   "));
    click_here();
    settle_input();
    const auto& status = viewer->panel().status;
    EXPECT_EQ(status.pinned.text, seen);
    EXPECT_EQ(viewer->preset(), before);
    // The mark stays at its place in the world.
    const auto mark = viewer->panel().layout.widgets.at("pin");
    EXPECT_NEAR((mark[0] + mark[2]) / 2, 700, 3);
    EXPECT_NEAR((mark[1] + mark[3]) / 2, 560, 3);
    drag_to({600, 300}, {620, 300});
    EXPECT_EQ(status.pinned.text, seen) << "a drag pins nothing";
    EXPECT_NE(look().yaw, before.look.yaw);
    move_to({700, 200});
    EXPECT_NE(viewer->panel().layout.widgets.at("pin"), mark);
    // Its value follows the settings.
    enter("persistence", "0.4");
    EXPECT_NE(status.pinned.text, seen);
    EXPECT_EQ(status.pinned.text.substr(0, seen.find(")")), seen.substr(0, seen.find(")")));
    const auto numbers = numbers_in(status.pinned.text);
    EXPECT_EQ(Noise(settings())(glm::vec4(numbers[0], numbers[1], 0, 0)), numbers[2]);
    EXPECT_EQ(static_cast<float>(look().relief) * numbers[2], numbers[3]);

    const auto copied = [&](const std::string& what) {
        click("pin copy", 0.5);
        settle_input();
        click("copy point " + what, 0.2);
        settle_input();
        return std::string(glfwGetClipboardString(viewer->window()));
    };
    EXPECT_EQ(copied("text"), status.pinned.text);
    const std::string line = copied("csharp");
    EXPECT_TRUE(line.starts_with("float here = Isonoise.At(")) << line;
    EXPECT_TRUE(line.ends_with(fmt::format("// {}", numbers[2]))) << line;
    EXPECT_TRUE(copied("python").starts_with("here = isonoise.Noise(")) << line;
    click("pin close", 0.5);
    settle_input();
    EXPECT_EQ(status.pinned.text, "");
    click_here();  // a pin disappears with its scene
    move_to({700, 560});
    click_here();
    settle_input();
    EXPECT_NE(status.pinned.text, "");
    viewer->ask(command::ChooseScene{Scene::map});
    settle_input();
    EXPECT_EQ(status.pinned.text, "");
}

// The hut has the height that the line shows, is part of the preset, and is removed by the same button.
TEST_F(Tool, AHutIsBuiltWhereOneClicks) {
    open_without_settling(default_preset(Scene::terrain), 1000, 700);
    settle_input();
    const Preset before = viewer->preset();
    const auto& status = viewer->panel().status;
    key("h");
    EXPECT_TRUE(status.message.is_error) << "no point is pinned";
    move_to({700, 560});
    click_here();
    settle_input();
    const auto numbers = numbers_in(status.pinned.text);
    ASSERT_EQ(numbers.size(), 4u) << status.pinned.text;
    EXPECT_TRUE(viewer->panel().layout.widgets.contains("pin"));
    click("pin hut", 0.5);
    settle_input();
    ASSERT_EQ(look().own_huts.size(), 1u);
    EXPECT_EQ(static_cast<float>(look().own_huts[0][0]), numbers[0]);
    EXPECT_EQ(static_cast<float>(look().own_huts[0][1]), numbers[1]);
    EXPECT_EQ(static_cast<float>(markers(viewer->preset())[0].position.y), numbers[3]);
    EXPECT_EQ(parse_preset(to_json(viewer->preset()), "hut"), viewer->preset());
    EXPECT_EQ(from_line(to_line(viewer->preset())), viewer->preset());
    press("h");  // removes it; undo restores it
    EXPECT_EQ(viewer->preset(), before);
    key("ctrl+z");
    settle_input();
    EXPECT_EQ(look().own_huts.size(), 1u);
    key("ctrl+z");
    settle_input();
    EXPECT_EQ(viewer->preset(), before);
    // Also where time moves the noise; but not in the water.
    viewer->take(to_line(before) + " --time 0.0123");
    move_to({720, 550});
    click_here();
    settle_input();
    press("h");
    ASSERT_EQ(look().own_huts.size(), 1u) << status.message.text;
    EXPECT_EQ(static_cast<float>(markers(viewer->preset())[0].position.y), numbers_in(status.pinned.text)[3])
        << status.pinned.text;
    viewer->take(to_line(before) + " --water 1");
    move_to({700, 560});
    click_here();
    settle_input();
    EXPECT_FALSE(status.pinned.text.empty());
    press("h");
    EXPECT_TRUE(look().own_huts.empty()) << status.pinned.text;
    EXPECT_TRUE(status.message.is_error);
}

// Scene anatomy's numbers are copied with all their digits.
TEST_F(Tool, AClickOnAFigurePinsItsNumbers) {
    for (const Stage stage : {Stage::line, Stage::gradients, Stage::octaves}) {
        Preset preset = default_preset(Scene::anatomy);
        preset.look.stage = stage;
        viewer.reset();
        open_without_settling(preset, 1280, 800);
        settle_input();
        move_to({620, 300});
        const auto area = viewer->area();
        const auto here = probe(preset, area.width, area.height, 620 - area.x, 300);
        ASSERT_TRUE(here);
        click_here();
        settle_input();
        click("pin copy", 0.5);
        settle_input();
        click("copy point text", 0.2);
        settle_input();
        const std::string text = glfwGetClipboardString(viewer->window());
        EXPECT_NE(text.find(fmt::format("{:+}\n", here->value)), text.npos) << text;
        if (stage != Stage::gradients) continue;
        for (const auto& corner : here->anatomy.corners) {
            EXPECT_NE(text.find(fmt::format("{:+} {:+}", corner.gradient.x, corner.gradient.y)), text.npos) << text;
        }
        EXPECT_NE(text.find(fmt::format("{}", here->anatomy.fraction.x)), text.npos) << text;
    }
}

// Typing begins with all digits of the number, so that Enter alone changes nothing, and so that they can be copied.
TEST_F(Tool, TypingBeginsWithAllDigits) {
    Preset preset = fbm_preset();
    preset.settings.persistence = 0.61803399f;
    preset.settings.lacunarity = 2.0943952f;
    preset.settings.octaves = 3.14159265f;
    preset.settings.frequency = 0.0625013f;
    preset.settings.warp = 0.12345678f;
    preset.look.time = 0.1234567890123;
    preset.look.speed = 0.3333333333333333;
    preset.look.center[2] = 1.0 / 3;
    preset.look.range = {{-0.7071067811865476, 0.8660254037844386}};
    open_without_settling(preset, 1000, 900);
    settle_input();
    const auto keep = [&](const std::string& widget, double x = 0.2) {
        SCOPED_TRACE(widget);
        glfwFocusWindow(viewer->window());
        move_to(at(widget, x));
        input::key("Control_L", true);
        settle_input();
        click_here();
        input::key("c", true);
        settle_input();
        input::key("c", false);
        input::key("Control_L", false);
        settle_input();
        press("Return");
        EXPECT_EQ(viewer->preset(), preset);
        return std::string(glfwGetClipboardString(viewer->window()));
    };
    EXPECT_EQ(keep("persistence"), "0.618034");
    EXPECT_EQ(keep("lacunarity"), "2.0943952");
    EXPECT_EQ(keep("octaves"), "3.1415927");
    EXPECT_EQ(keep("frequency"), "0.0625013");
    EXPECT_EQ(keep("warp"), "0.12345678");
    EXPECT_EQ(keep("time"), "0.1234567890123");
    EXPECT_EQ(keep("speed"), "0.3333333333333333");
    click("tab picture", 0.5);
    settle_input();
    EXPECT_EQ(std::strtod(keep("range").c_str(), nullptr), -0.7071067811865476);
    EXPECT_EQ(std::strtod(keep("range", 0.8).c_str(), nullptr), 0.8660254037844386);
    EXPECT_EQ(keep("slice z"), "0.3333333333333333");
    // By keyboard as well.
    click("tab noise", 0.5);
    settle_input();
    for (int i = 0; i < 60 && viewer->panel().layout.tab.focused() != "lacunarity"; ++i)
        press("Tab");
    press("Return");  // out of the text
    press("space");   // adjusts
    press("Right");
    EXPECT_GT(settings().lacunarity, preset.settings.lacunarity);
}
