#include "conformance/checks.hpp"

#include <type_traits>

#include "isonoise/text.hpp"

namespace isonoise {

// Grids: fragment shaders compute them like a list of points; compute shaders have their own algorithm.
static void add_grids(std::vector<Check>& checks) {
    auto add = [&](const std::string& what, const Settings& settings, bool periods, Check::Grid grid) {
        checks.push_back({get(settings, "algorithm") + std::to_string(settings.dim) + what, settings, false, true,
                          periods, false, grid});
    };
    auto computed = [&](const std::string& what, const Settings& settings, bool periods = false) {
        add(what + " compute", settings, periods, Check::Grid::computed);
    };
    for (int dim = 1; dim <= 4; ++dim) {
        add(" grid", {.dim = dim, .octaves = 3}, true, Check::Grid::drawn);
        computed("", {.dim = dim});
        computed(" fbm", {.dim = dim, .octaves = 5});
        computed(" periodic", {.dim = dim, .octaves = 3}, true);
        computed("", {.algorithm = Algorithm::value, .dim = dim, .octaves = 3});
        computed("", {.algorithm = Algorithm::improved, .dim = dim, .octaves = 3}, true);
    }
    computed(" linear", {.dim = 3, .fade = Fade::linear});
    computed(" cubic", {.dim = 4, .fade = Fade::cubic});
    computed(" turbulence", {.dim = 2, .octaves = 5, .fractal = Fractal::turbulence});
    computed(" ridged", {.dim = 3, .octaves = 5, .fractal = Fractal::ridged});
    computed(" billow", {.dim = 4, .octaves = 5, .fractal = Fractal::billow});
    computed(" eroded", {.dim = 2, .octaves = 5, .fractal = Fractal::eroded});
    computed(" warp", {.dim = 3, .octaves = 3, .warp = 1});
    computed(" flow", {.dim = 2, .flow = 1});
    for (Algorithm algorithm : {Algorithm::value_two_layer, Algorithm::axis, Algorithm::diagonal})
        computed("", {.algorithm = algorithm, .dim = 2, .octaves = 3});
    computed("", {.algorithm = Algorithm::slope, .dim = 1, .octaves = 3});
}

// Each function of the library under its own name; its values equal those of the matching settings.
static void add_functions(std::vector<Check>& checks) {
    auto add = [&](const std::string& name, const Settings& settings, bool gradient, bool periods = false) {
        checks.push_back({name + "()", settings, gradient, false, periods, true});
        if (settings.octaves == 1.0f) checks.push_back({name + "(cell)", settings, gradient, true, periods, true});
    };
    for (int dim = 1; dim <= 4; ++dim) {
        const std::string d = std::to_string(dim);
        for (bool gradient : {false, true}) {
            const std::string suffix = gradient ? "_gradient" : "";
            add("perlin" + d + suffix, {.dim = dim}, gradient);
            add("perlin" + d + "_periodic" + suffix, {.dim = dim}, gradient, true);
            add("improved" + d + suffix, {.algorithm = Algorithm::improved, .dim = dim}, gradient, true);
            add("value" + d + suffix, {.algorithm = Algorithm::value, .dim = dim}, gradient, true);
        }
        add("perlin" + d + "_fbm", {.dim = dim, .octaves = 8}, false);
    }
    add("axis2", {.algorithm = Algorithm::axis, .dim = 2}, false);
    add("diagonal2", {.algorithm = Algorithm::diagonal, .dim = 2}, false);
    add("slope1", {.algorithm = Algorithm::slope, .dim = 1}, false);
}

// All settings at random, from the table of settings: catches unforeseen combinations and new settings.
static void add_any(std::vector<Check>& checks) {
    for_each_setting([&](const SettingInfo& info, auto member) {
        if constexpr (std::is_same_v<decltype(member), Algorithm Settings::*>) {
            for (std::size_t i = 0; i < info.names.size(); ++i) {
                for (int dim = 1; dim <= 4; ++dim) {
                    const Settings s = nearest({.algorithm = static_cast<Algorithm>(i), .dim = dim});
                    if (s.dim != dim) continue;
                    const std::string name = info.names[i] + std::to_string(dim) + " any settings";
                    checks.push_back({.name = name, .settings = s, .gradient = has_gradient(s), .any = true});
                    checks.push_back({.name = name + " cells",
                                      .settings = s,
                                      .gradient = has_gradient(s),
                                      .cells = true,
                                      .any = true});
                    checks.push_back({.name = name + " compute",
                                      .settings = s,
                                      .cells = true,
                                      .grid = Check::Grid::computed,
                                      .any = true});
                }
            }
        }
    });
}

std::vector<Check> all_checks() {
    std::vector<Check> checks;
    add_functions(checks);
    auto add = [&](const std::string& what, const Settings& settings, bool gradient, bool cells = false,
                   bool periods = false) {
        checks.push_back({get(settings, "algorithm") + std::to_string(settings.dim) + (what.empty() ? "" : " " + what),
                          settings, gradient, cells, periods, false});
    };
    for (int dim = 1; dim <= 4; ++dim) {
        const Settings s{.dim = dim};
        auto with = [&](auto change) {
            Settings changed = s;
            change(changed);
            return changed;
        };
        add("", s, false);
        add("gradient", s, true);
        add("cells", s, true, true);
        add("periodic", s, true, false, true);
        add("fade linear", with([](Settings& t) { t.fade = Fade::linear; }), true);
        add("fade cubic", with([](Settings& t) { t.fade = Fade::cubic; }), true);
        add("fbm", with([](Settings& t) { t.octaves = 8; }), false);
        add("fbm gradient", with([](Settings& t) { t.octaves = 8; }), true);
        add("fbm cells", with([](Settings& t) { t.octaves = 8; }), true, true);
        add("fbm periodic", with([](Settings& t) { t.octaves = 8; }), true, false, true);
        for (Fractal fractal : {Fractal::turbulence, Fractal::ridged, Fractal::billow, Fractal::eroded}) {
            const Settings f = with([&](Settings& t) {
                t.octaves = 5;
                t.fractal = fractal;
            });
            add(get(f, "fractal"), f, true);
        }
        const Settings warped = with([](Settings& t) {
            t.octaves = 3;
            t.warp = 1;
        });
        add("warp", warped, false, false, true);
        add("warp periodic cells", warped, true, true, true);
        add("warp eroded", with([](Settings& t) {
                t.octaves = 3;
                t.warp = 1;
                t.fractal = Fractal::eroded;
            }),
            true);
    }
    add("flow", {.dim = 2, .flow = 1}, true);
    add("flow fbm warp", {.dim = 2, .octaves = 3, .warp = 1, .flow = 1}, true);
    for (Algorithm algorithm : {Algorithm::improved, Algorithm::value}) {
        for (int dim = 1; dim <= 4; ++dim) {
            add("", {.algorithm = algorithm, .dim = dim}, false);
            add("gradient", {.algorithm = algorithm, .dim = dim}, true);
            add("fbm", {.algorithm = algorithm, .dim = dim, .octaves = 5}, true);
            add("fbm periodic cells", {.algorithm = algorithm, .dim = dim, .octaves = 5}, true, true, true);
        }
        add("fade linear", {.algorithm = algorithm, .dim = 2, .fade = Fade::linear}, true);
        add("fade cubic", {.algorithm = algorithm, .dim = 3, .fade = Fade::cubic}, true);
    }
    add("", {.algorithm = Algorithm::value_two_layer, .dim = 2}, false);
    add("fbm", {.algorithm = Algorithm::value_two_layer, .dim = 2, .octaves = 4}, true);
    add("cells", {.algorithm = Algorithm::value_two_layer, .dim = 2}, true, true);
    for (const auto& [algorithm, dim] :
         {std::pair{Algorithm::axis, 2}, {Algorithm::diagonal, 2}, {Algorithm::slope, 1}}) {
        add("", {.algorithm = algorithm, .dim = dim}, false);
        add("octaves", {.algorithm = algorithm, .dim = dim, .octaves = 4}, false);
        add("cells", {.algorithm = algorithm, .dim = dim, .octaves = 4}, false, true);
    }
    add_grids(checks);
    add_any(checks);
    return checks;
}

bool can_run(const NoiseDriver& driver, const Check& check) {
    return check.grid != Check::Grid::computed || driver.can_compute();
}

}  // namespace isonoise
