// The pictures of docs/viewer.md, captured from the real window:
//   ISONOISE_TOUR=docs/pictures build/release/tests/viewer_test --gtest_filter='Tour.*'
#include <webp/encode.h>

#include "app/window.hpp"
#include "io/output.hpp"
#include "scene/function_file.hpp"

namespace {

class Tour : public Window {
  protected:
    void SetUp() override {
        const char* to = std::getenv("ISONOISE_TOUR");
        if (!to) GTEST_SKIP() << "takes pictures, and only where ISONOISE_TOUR names a directory for them";
        to_ = fs::path(to).is_absolute() ? fs::path(to) : started_in / to;
    }
    void go(const std::string& preset) {
        viewer.reset();
        open(load_preset(preset), ShaderFiles(), 1060, 680);
    }
    void shoot(const std::string& name) {
        settle();
        Capture pixels;
        viewer->capture(&pixels);
        viewer->frame(false);
        std::uint8_t* bytes = nullptr;  // a fifth of the lossless size, visually equal
        const std::size_t size =
            WebPEncodeRGB(pixels.rgb.data(), pixels.width, pixels.height, pixels.width * 3, 92, &bytes);
        const std::unique_ptr<std::uint8_t, void (*)(void*)> holder(bytes, WebPFree);
        ASSERT_GT(size, 0u);
        OutputFile file(to_ / ("tour-" + name + ".webp"));
        file.write({reinterpret_cast<const char*>(bytes), size});
        file.commit();
        std::printf("%s\n", name.c_str());
    }
    void point(int x, int y) { move_to({x, y}); }
    void tab(const std::string& name) {
        click("tab " + name, 0.5);
        point(700, 40);
    }

    void draw_thumbnails() {
        for (int i = 0; i < 500; ++i) {
            viewer->frame(false);
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    }

  private:
    fs::path to_;
};

}  // namespace

TEST_F(Tour, OfTheViewer) {
    go("terrain");
    click("wordmark", 0.5);
    point(1050, 20);
    shoot("start");
    key("Escape");
    click("theme", 0.5);
    point(1050, 20);
    shoot("light");
    click("theme", 0.5);
    point(1050, 20);
    shoot("terrain");
    point(700, 560);
    click_here();
    settle_input();
    click("pin hut", 0.5);
    until([&] { return ImGui::GetTime() > viewer->panel().status.message.until; });
    point(1050, 20);
    shoot("hut");
    go("terrain");
    click("preset", 0.5);
    draw_thumbnails();
    shoot("presets");
    go("terrain");
    key("b");
    viewer->open("terrain-dusk");
    point(900, 420);
    until([&] { return ImGui::GetTime() > viewer->panel().status.message.until; });
    shoot("beside");
    go("map-clouds");
    tab("picture");
    shoot("gradient");
    go("clouds");
    tab("picture");
    shoot("picture");
    go("map-contours");
    tab("measure");
    settle_input();
    shoot("measure");
    go("map-agate");
    tab("measure");
    key("t");
    until([&] {
        const auto& c = viewer->panel().status.comparison;
        return c && c->rows == c->height;
    });
    point(700, 560);
    shoot("truth");
    go("anatomy-gradients");
    point(600, 260);
    shoot("anatomy");
    go("anatomy-compare");
    point(700, 675);
    shoot("compare");
    go("anatomy");
    point(640, 300);
    shoot("line");
    go("anatomy-precision");
    point(700, 675);
    shoot("precision");
    go("map-tiles");
    point(700, 40);
    shoot("tiles");
    go("density");
    key("ctrl+e");
    point(700, 560);
    until([&] { return viewer->panel().status.preview_is_done; });
    shoot("export");
    go("sea");
    key("F1");
    point(700, 675);
    shoot("keys");
    go("planet-ground");
    point(700, 40);
    shoot("planet");
}

// The first function of docs/functions.md.
TEST_F(Tour, OfAFunction) {
    const std::string page = read_file(fs::path(ISONOISE_DOCS) / "functions.md");
    const std::size_t from = page.find("```glsl\n") + 8;
    write_file(dir / "islands.glsl", page.substr(from, page.find("```", from) - from));
    ViewerOptions options;
    set_function(options.config.preset, function_of_word("islands.glsl"));
    options.config.preset.look.colormap = Colormap::terrain;
    options.opened = true;
    options.name = "islands";
    options.function_file = "islands.glsl";
    options.config.width = 1060;
    options.config.height = 680;
    start(std::move(options));
    point(700, 300);
    shoot("function");
    click("function", 0.5);
    draw_thumbnails();
    point(700, 300);
    shoot("shelf");
}
