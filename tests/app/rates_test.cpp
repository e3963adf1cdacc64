// Pictures a second in the window while something moves, for docs/performance.md:
//   ISONOISE_RATES=1 build/release/tests/viewer_test --gtest_filter='Rates.*'
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <functional>

#include <fmt/format.h>

#include "app/window.hpp"
#include "scene/scenes.hpp"

namespace {

class Rates : public Window {
  protected:
    void SetUp() override {
        if (!std::getenv("ISONOISE_RATES")) GTEST_SKIP() << "measures, and only if ISONOISE_RATES is set";
    }

    // Calls move(frame) before each frame, for a second to get going and for three that count.
    void measure(const char* scene, const char* what, const std::function<void(int)>& move) {
        using Clock = std::chrono::steady_clock;
        const auto ms = [](Clock::duration d) { return std::chrono::duration<double, std::milli>(d).count(); };
        std::vector<double> gaps;
        double resolution = 0;
        const std::clock_t cpu = std::clock();
        int all = 0;
        const auto begin = Clock::now(), from = begin + std::chrono::seconds(1), end = from + std::chrono::seconds(3);
        auto last = begin;
        Preset before = viewer->shot().holds.preset;
        for (int i = 0; last < end && Clock::now() < end; ++i) {
            move(i);
            ASSERT_TRUE(viewer->frame());
            const Renderer::Shot& shot = viewer->shot();
            if (shot.holds.preset == before) continue;
            before = shot.holds.preset;
            const auto now = Clock::now();
            ++all;
            if (now > from) {
                gaps.push_back(ms(now - last));
                resolution += shot.resolution;
            }
            last = now;
        }
        const auto count = gaps.size();
        if (count == 0) return void(std::printf("%-10s %-8s none\n", scene, what));
        std::sort(gaps.begin(), gaps.end());
        std::printf("%-10s %-8s %5.1f a second, median %5.1f ms, 95 %% %5.1f ms, at %3.0f %%, "
                    "%5.1f ms of CPU each\n",
                    scene, what, static_cast<double>(count) / 3, gaps[count / 2], gaps[count * 19 / 20],
                    resolution / static_cast<double>(count),
                    static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC * 1e3 / all);
        std::fflush(stdout);
    }
};

}  // namespace

TEST_F(Rates, OfEveryScene) {
    const std::string only = std::getenv("ISONOISE_RATES");
    for (const char* scene : {"line", "map", "anatomy", "terrain", "density", "density-blocks", "density-polygons",
                              "sea", "fire", "clouds", "planet", "marble"}) {
        if (only != "1" && only != scene) continue;
        viewer.reset();
        Preset preset = load_preset(scene);
        if (preset.look.speed == 0) preset.look.speed = 0.1;
        open_without_settling(preset, 1280, 800);
        for (int i = 0; i < 100; ++i)
            viewer->frame(false);
        const Area area = viewer->area();
        const int x = area.x + area.width / 2, y = area.height / 2;
        const auto drag = [&](int button, const char* what) {
            move_to({x, y});
            input::button(button, true);
            measure(scene, what, [&](int i) { input::move(x + 2 * (i % 120) - 120, y + i % 60 - 30); });
            input::button(button, false);
            settle_input();
        };
        drag(1, "turning");
        drag(3, "dragging");
        key("space");
        measure(scene, "playing", [](int) {});
    }
}
