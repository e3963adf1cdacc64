// The real window under Xvfb, driven by mouse and keyboard (XTest, through xdotool); its pixels against the CPU's.
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "cli/verify.hpp"
#include "error.hpp"
#include "isonoise/isonoise.hpp"
#include "scene/preset.hpp"
#include "temporary.hpp"
#include "viewer/viewer.hpp"

using namespace isonoise;
namespace fs = std::filesystem;

namespace {

// A display of our own for the whole program.
class Xvfb : public testing::Environment {
  public:
    void SetUp() override {
        int pipe_ends[2];
        ASSERT_EQ(pipe(pipe_ends), 0);
        pid_ = fork();
        if (pid_ == 0) {
            close(pipe_ends[0]);
            const std::string fd = std::to_string(pipe_ends[1]);
            const int null = open("/dev/null", O_WRONLY);
            dup2(null, 2);
            execlp("Xvfb", "Xvfb", "-displayfd", fd.c_str(), "-screen", "0", "1400x1000x24", "-noreset", "-nolisten",
                   "tcp", nullptr);
            _exit(127);
        }
        close(pipe_ends[1]);
        char number[16] = {};
        ssize_t size = 0;
        while (size < 15 && read(pipe_ends[0], number + size, 1) == 1 && number[size] != '\n')
            ++size;
        close(pipe_ends[0]);
        number[size] = 0;
        ASSERT_GT(size, 0) << "Xvfb did not start";
        setenv("DISPLAY", (std::string(":") + number).c_str(), 1);
        unsetenv("WAYLAND_DISPLAY");
    }
    void TearDown() override {
        if (pid_ <= 0) return;
        kill(pid_, SIGTERM);
        waitpid(pid_, nullptr, 0);
    }

  private:
    pid_t pid_ = 0;
};

class Window : public testing::Test {
  protected:
    Window() { fs::current_path(dir); }  // where the viewer saves
    ~Window() override {
        viewer.reset();
        fs::current_path(before);
    }

    void open(const Preset& preset, ShaderFiles files = ShaderFiles(), int width = 800, int height = 600) {
        ViewerOptions options;
        options.config.preset = preset;
        options.config.width = width;
        options.config.height = height;
        options.directory = config;
        options.files = std::move(files);
        viewer = std::make_unique<Viewer>(std::move(options));
        settle();
    }

    // Frames until the picture is sharp and all input has arrived.
    void settle() {
        for (int i = 0; i < 12; ++i)
            ASSERT_TRUE(viewer->frame(false));
        for (int i = 0; i < 20000 && !viewer->is_sharp(); ++i) {
            ASSERT_TRUE(viewer->frame(false));
            usleep(1000);
        }
        ASSERT_TRUE(viewer->is_sharp());
        viewer->frame(false);
    }
    // XTest events need no focus for the mouse; the keyboard needs it.
    void input(const std::string& words) {
        ASSERT_EQ(std::system(("xdotool " + words + " >/dev/null 2>&1").c_str()), 0) << words;
        settle_input();
    }
    void settle_input() {
        for (int i = 0; i < 6; ++i) {
            ASSERT_TRUE(viewer->frame(false));
            usleep(2000);
        }
    }
    void key(const std::string& name) {
        glfwFocusWindow(viewer->window());
        settle_input();
        input("key " + name);
    }
    // With the mouse where it neither hovers over a widget nor asks for a tooltip.
    Viewer::Capture capture() {
        input("mousemove 1390 990");
        Viewer::Capture pixels;
        viewer->capture(&pixels);
        viewer->frame(false);
        return pixels;
    }
    std::array<int, 2> at(const std::string& widget, double x) {
        const auto& widgets = viewer->panel().widgets;
        EXPECT_TRUE(widgets.count(widget)) << widget;
        const auto& r = widgets.at(widget);
        int left = 0, top = 0;
        glfwGetWindowPos(viewer->window(), &left, &top);
        return {left + static_cast<int>(static_cast<double>(r[0]) + x * static_cast<double>(r[2] - r[0])),
                top + static_cast<int>((r[1] + r[3]) / 2)};
    }
    void drag(std::array<int, 2> from, std::array<int, 2> to) {
        input("mousemove " + std::to_string(from[0]) + " " + std::to_string(from[1]));
        input("mousedown 1");
        input("mousemove " + std::to_string((from[0] + to[0]) / 2) + " " + std::to_string((from[1] + to[1]) / 2));
        input("mousemove " + std::to_string(to[0]) + " " + std::to_string(to[1]));
        input("mouseup 1");
        settle();
    }

    // Every pixel right of the panel, where there is one, and above the status bar is what the CPU says, to
    // the rounding of 8 bits.
    void expect_picture_of(const Preset& preset, const Viewer::Capture& pixels) {
        const Noise noise(preset.settings);
        const PictureAxes axes = picture_axes(preset, Part::whole(pixels.width, pixels.height));
        const auto range = shown_range(preset);
        int wrong = 0, compared = 0;
        for (int y = 0; y < pixels.height - (viewer->panel().visible ? 70 : 0); ++y) {
            for (int x = viewer->panel().visible ? 340 : 0; x < pixels.width; ++x) {
                const AxisPoint at[] = {axes.x[static_cast<std::size_t>(x)], axes.y[static_cast<std::size_t>(y)],
                                        axes.zw[0], axes.zw[1]};
                const glm::ivec4 cell(at[0].cell, at[1].cell, at[2].cell, at[3].cell);
                const glm::vec4 f(at[0].fraction, at[1].fraction, at[2].fraction, at[3].fraction);
                const auto t = (static_cast<double>(noise(cell, f)) - range[0]) / (range[1] - range[0]);
                const glm::vec3 c = colour(preset.look.colormap, static_cast<float>(t)) * 255.0f;
                for (int k = 0; k < 3; ++k) {
                    ++compared;
                    wrong +=
                        std::fabs(c[k] - static_cast<float>(
                                             pixels.rgb[static_cast<std::size_t>((y * pixels.width + x) * 3 + k)])) >
                        1.0f;
                }
            }
        }
        EXPECT_GT(compared, 1000);
        EXPECT_EQ(wrong, 0) << "of " << compared;
    }

    TemporaryDirectory temporary;
    fs::path dir = temporary.path(), before = fs::current_path();
    fs::path config;  // for settings and own presets; empty: none
    std::unique_ptr<Viewer> viewer;
};

Preset fbm_preset() {
    Preset preset;
    preset.settings = {.dim = 3, .octaves = 4};
    return preset;
}

}  // namespace

TEST_F(Window, ShowsTheNoiseOfTheCpu) {
    for (int dim = 2; dim <= 4; ++dim) {
        Preset preset = fbm_preset();
        preset.settings.dim = dim;
        preset.settings.algorithm = dim == 3 ? Algorithm::improved : Algorithm::perlin;
        preset.look.center = {0.3, -7, 0.25, 0.75};
        open(preset);
        expect_picture_of(preset, capture());
        viewer.reset();
    }
}

TEST_F(Window, DraggingASliderChangesThePictureAsTheCpuSays) {
    open(fbm_preset());
    const auto first = capture();
    expect_picture_of(viewer->preset(), first);
    drag(at("persistence", 0.26), at("persistence", 0.6));
    EXPECT_NEAR(viewer->preset().settings.persistence, 1.2, 0.15);
    auto second = capture();
    EXPECT_NE(first.rgb, second.rgb);
    expect_picture_of(viewer->preset(), second);

    // To the left end and back without letting go: the switch stays on.
    const auto right = at("octaves", 0.5), left = at("octaves", -0.05);
    input("mousemove " + std::to_string(right[0]) + " " + std::to_string(right[1]));
    input("mousedown 1");
    input("mousemove " + std::to_string(left[0]) + " " + std::to_string(left[1]));
    EXPECT_EQ(viewer->preset().settings.octaves, 1.0f);
    input("mousemove " + std::to_string(right[0]) + " " + std::to_string(right[1]));
    input("mouseup 1");
    EXPECT_NEAR(viewer->preset().settings.octaves, 16.5f, 1.5f);

    drag(at("octaves", 0.5), at("octaves", 1.5));  // beyond the end
    EXPECT_EQ(viewer->preset().settings.octaves, 32.0f);
    EXPECT_EQ(problem(viewer->preset().settings), "");
    input("mousemove " + std::to_string(at("fractal", 0.1)[0]) + " " + std::to_string(at("fractal", 0.1)[1]) +
          " click 1");
    EXPECT_EQ(viewer->preset().settings.octaves, 1.0f);
    settle();
    expect_picture_of(viewer->preset(), capture());
}

TEST_F(Window, ButtonsOfThePanel) {
    open(fbm_preset(), ShaderFiles(), 800, 760);
    auto click = [&](const std::string& widget) {
        const auto p = at(widget, 0.1);
        input("mousemove " + std::to_string(p[0]) + " " + std::to_string(p[1]));
        input("click 1");
        settle();
    };
    click("roll");
    EXPECT_NE(viewer->preset().settings.seed, 0u);
    expect_picture_of(viewer->preset(), capture());
    for (int dim : {1, 4}) {
        click("dim " + std::to_string(dim));
        EXPECT_EQ(viewer->preset().settings.dim, dim);
        expect_picture_of(viewer->preset(), capture());
    }
    click("lock");
    const auto seed = viewer->preset().settings.seed;
    key("n");
    EXPECT_EQ(viewer->preset().settings.seed, seed);
    click("lock");
    key("n");
    EXPECT_NE(viewer->preset().settings.seed, seed);
}

TEST_F(Window, DragPansAndWheelZoomsAtTheCursor) {
    Preset preset = fbm_preset();
    preset.look.span = 6;
    open(preset);
    drag({600, 300}, {660, 270});
    EXPECT_NEAR(viewer->preset().look.center[0], -60 * 6.0 / 600, 1e-9);
    EXPECT_NEAR(viewer->preset().look.center[1], 30 * 6.0 / 600, 1e-9);
    expect_picture_of(viewer->preset(), capture());

    auto under_cursor = [&] {
        const Look& look = viewer->preset().look;
        return std::array{look.center[0] + (600 - 400) * look.span / 600,
                          look.center[1] + (400 - 300) * look.span / 600};
    };
    input("mousemove 600 400");
    const auto before_zoom = under_cursor();
    input("click 4 click 4 click 4");
    EXPECT_LT(viewer->preset().look.span, 5.0);
    EXPECT_NEAR(under_cursor()[0], before_zoom[0], 1e-9);
    EXPECT_NEAR(under_cursor()[1], before_zoom[1], 1e-9);
    settle();
    expect_picture_of(viewer->preset(), capture());

    key("r");
    EXPECT_EQ(viewer->preset(), preset);
}

TEST_F(Window, Keys) {
    open(fbm_preset());
    key("space");
    EXPECT_TRUE(viewer->panel().playing);
    for (int i = 0; i < 20; ++i)
        viewer->frame(false);
    EXPECT_GT(viewer->preset().look.time, 0.0);
    key("space");
    EXPECT_FALSE(viewer->panel().playing);
    settle();
    expect_picture_of(viewer->preset(), capture());

    key("f");
    EXPECT_FALSE(viewer->panel().visible);
    const auto whole = capture();
    key("F12");
    EXPECT_EQ(whole.width, 800);
    key("ctrl+s");
    EXPECT_EQ(load_preset(dir / "isonoise-0001.json"), viewer->preset());
}

// With so much to compute a slow driver draws coarsely while time plays (asserted of CPU rasterisers only), and bit by
// bit sharply when it rests.
TEST_F(Window, IsCoarseWhileItMovesAndSharpWhenItRests) {
    Preset preset;
    preset.settings = {.dim = 4, .octaves = 32, .persistence = 0.9f, .lacunarity = 1.3f};
    open(preset, ShaderFiles(), 1300, 950);
    key("space");
    for (int i = 0; i < 10; ++i) {
        viewer->frame(false);
        usleep(20000);
    }
    if (viewer->info().software) {
        EXPECT_LT(viewer->panel().resolution, 100);
    }
    key("space");
    settle();
    EXPECT_EQ(viewer->panel().resolution, 100);
    expect_picture_of(viewer->preset(), capture());
}

TEST_F(Window, AnySizeIsSharp) {
    open(fbm_preset(), ShaderFiles(), 200, 150);
    key("f");  // the panel would cover it
    expect_picture_of(viewer->preset(), capture());
    for (const auto& [width, height] : {std::pair{1201, 777}, {301, 203}, {200, 150}}) {
        glfwSetWindowSize(viewer->window(), width, height);
        settle_input();
        settle();
        const auto pixels = capture();
        EXPECT_EQ(pixels.width, width);
        EXPECT_EQ(pixels.height, height);
        expect_picture_of(viewer->preset(), pixels);
    }
}

TEST_F(Window, ABrokenShaderLeavesThePictureAndSaysWhere) {
    const fs::path shaders = temporary.shaders(), file = shaders / "isonoise/hash.glsl";
    open(fbm_preset(), ShaderFiles(shaders), 800, 760);
    const std::string good = read_file(file);
    int changes = 0;
    auto change = [&](const std::string& text) {
        write_file(file, text);
        fs::last_write_time(file, fs::file_time_type::clock::now() + std::chrono::seconds(++changes));
        for (int i = 0; i < 4; ++i) {
            viewer->frame(false);
            usleep(120000);
        }
    };
    // below the message, which covers the top of the picture
    auto below = [](const Viewer::Capture& pixels) {
        return std::vector<unsigned char>(pixels.rgb.begin() + pixels.width * 3 * 200,
                                          pixels.rgb.end() - pixels.width * 3 * 40);
    };
    auto picture = [&] {
        const bool visible = viewer->panel().visible;
        if (visible) key("f");
        return below(capture());
    };
    const auto before_change = picture();
    change("oops\n" + good);
    EXPECT_NE(viewer->panel().report.shader_error.find("isonoise/hash.glsl:1"), std::string::npos)
        << viewer->panel().report.shader_error;
    EXPECT_EQ(picture(), before_change);
    change(good);
    EXPECT_EQ(viewer->panel().report.shader_error, "");
    settle();
    EXPECT_EQ(picture(), before_change);

    // Broken, and then something asked for that was not compiled before: the last picture stays, and all is well once
    // the file is mended.
    change("oops\n" + good);
    key("f");
    const auto p = at("dim 4", 0.1);
    input("mousemove " + std::to_string(p[0]) + " " + std::to_string(p[1]) + " click 1");
    EXPECT_EQ(viewer->preset().settings.dim, 4);
    EXPECT_NE(viewer->panel().report.shader_error, "");
    EXPECT_FALSE(viewer->is_sharp());
    const auto meanwhile = picture();
    EXPECT_TRUE(std::equal(meanwhile.begin(), meanwhile.begin() + 800 * 3 * 300, before_change.begin()));
    change(good);
    settle();
    key("f");
    key("f");
    expect_picture_of(viewer->preset(), capture());
}

TEST_F(Window, AnErrorInTheShadersAtTheStartEndsIt) {
    const fs::path shaders = temporary.shaders();
    write_file(shaders / "scenes/map.frag", "void main() { oops }\n");
    EXPECT_THROW(open(fbm_preset(), ShaderFiles(shaders)), Error);
}

TEST_F(Window, TheWindowsContextGivesTheCpusBitsToo) {
    // GLX, not EGL; and each version of GL that we use.
    for (GlVersion version : {GlVersion{3, 3}, {4, 1}, {4, 5}}) {
        WindowContext context(version, 64, 64, false);
        Shaders shaders(context.info().glsl, ShaderFiles());
        Evaluator evaluator(shaders, context.info().max_texture);
        for (const Check& check : all_checks())
            EXPECT_EQ(run_check(evaluator, check, 20000, 3).differing, 0u);
    }
}

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    testing::AddGlobalTestEnvironment(new Xvfb);
    return RUN_ALL_TESTS();
}
