// isonoise verify: does this machine's GL driver give the bits of the CPU?
#include <algorithm>
#include <chrono>
#include <thread>

#include <nlohmann/json.hpp>

#include "cli/options.hpp"
#include "cli/verify.hpp"
#include "error.hpp"
#include "gpu/compare.hpp"
#include "gpu/evaluator.hpp"
#include "io/output.hpp"
#include "io/progress.hpp"
#include "version.hpp"

namespace isonoise {

static constexpr std::size_t kBatch = 1 << 17;
static constexpr std::size_t kShown = 4;  // differing inputs to keep
// Tolerance for one octave in fast mode: see docs/conformance.md.
static constexpr double kFastDifference = 0x1p-18, kFastGradientDifference = 0x1p-15;

static bool has_octaves(const Check& check) { return check.settings.octaves > 1.0f; }

// A typical period, or any: small, prime, a power of two, large.
static std::uint32_t draw_period(Random& random) {
    static constexpr std::uint32_t usual[] = {0, 0, 1, 2, 3, 5, 7, 8, 64, 255, 256, 257, 289};
    if (random.next() % 8 == 0) return static_cast<std::uint32_t>(random.next() % 2147483647);
    return usual[random.next() % std::size(usual)];
}

// The settings of one batch: the plain ones first, then all at random within their ranges.
static Settings settings_of_batch(const Check& check, std::uint64_t batch, std::uint32_t seed, Random& random) {
    Settings s = check.settings;
    const bool seeded = s.algorithm != Algorithm::diagonal && s.algorithm != Algorithm::slope;
    if (seeded) s.seed = seed;
    if (batch == 0 && !check.periods) return s;
    if (seeded) s.seed = random.bits();
    if (!check.cells && !check.function) s.frequency = static_cast<float>(random.between(0.125, 8));
    if (!check.function && random.next() % 4 == 0) s.output = Output::unit;
    if (has_octaves(check)) {
        s.persistence = static_cast<float>(random.between(0, 2));
        s.lacunarity =
            random.next() % 2 ? static_cast<float>(random.between(1, 8)) : static_cast<float>(1 + random.next() % 8);
        if (random.next() % 2) s.octaves -= static_cast<float>(random.unit());
        if (s.algorithm == Algorithm::perlin && !check.function && random.next() % 4 == 0) {
            s.filter_width = static_cast<float>(random.between(0, 0.5));
        }
    }
    if (s.warp != 0.0f) s.warp = static_cast<float>(random.between(0.01, 16));
    if (s.flow != 0.0f) s.flow = static_cast<float>(random.between(-10, 10));
    if (!check.periods) return s;
    s.lacunarity = static_cast<float>(1 + random.next() % 4);
    Settings periodic = s;
    do {
        periodic.period.clear();
        for (int c = 0; c < s.dim; ++c)
            periodic.period.push_back(draw_period(random));
        periodic.loop = random.next() % 4 ? 0 : periodic.period.back();
    } while (!problem(periodic).empty());
    return periodic;
}

namespace {

// Points, and both sides' results for them.
struct Batch {
    std::vector<glm::ivec4> cells;
    std::vector<glm::vec4> points;
    std::vector<float> cpu, gpu;
    std::vector<glm::vec4> cpu_gradients, gpu_gradients;

    void resize(std::size_t count, const Check& check) {
        points.resize(count);
        cpu.resize(count);
        gpu.resize(count);
        if (check.cells) cells.resize(count);
        if (check.gradient) {
            cpu_gradients.resize(count);
            gpu_gradients.resize(count);
        }
    }
};

// Calls body(begin, end) on each of the machine's threads for its share of 0..count.
template <class Body> void in_parallel(std::size_t count, Body body) {
    const std::size_t threads = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 64);
    std::vector<std::jthread> workers;
    for (std::size_t t = 0; t < threads; ++t)
        workers.emplace_back([&, begin = count * t / threads, end = count * (t + 1) / threads] { body(begin, end); });
}

void compute(const Noise& noise, const Check& check, Batch& b, std::size_t i) {
    const glm::vec4 p = b.points[i];
    if (check.function && has_octaves(check)) {
        const Settings& s = noise.settings();
        const Fbm terms = fbm(s.octaves, s.persistence, s.lacunarity);
        b.cpu[i] = s.dim == 1   ? perlin1_fbm(p.x, s.seed, terms)
                   : s.dim == 2 ? perlin2_fbm(glm::vec2(p), s.seed, terms)
                   : s.dim == 3 ? perlin3_fbm(glm::vec3(p), s.seed, terms)
                                : perlin4_fbm(p, s.seed, terms);
    } else if (!check.gradient) {
        b.cpu[i] = check.cells ? noise(b.cells[i], p) : noise(p);
    } else if (check.settings.fractal == Fractal::eroded) {
        b.cpu[i] = check.cells ? noise.slope(b.cells[i], p, b.cpu_gradients[i]) : noise.slope(p, b.cpu_gradients[i]);
    } else {
        b.cpu[i] =
            check.cells ? noise.gradient(b.cells[i], p, b.cpu_gradients[i]) : noise.gradient(p, b.cpu_gradients[i]);
    }
}

void count_differences(const Noise& noise, const Check& check, const Batch& b, CheckResult& result) {
    const int components = check.gradient ? 1 + noise.settings().dim : 1;
    for (std::size_t i = 0; i < b.points.size(); ++i) {
        bool differs = false;
        for (int c = 0; c < components; ++c) {
            const float cpu = c == 0 ? b.cpu[i] : b.cpu_gradients[i][c - 1];
            const float gpu = c == 0 ? b.gpu[i] : b.gpu_gradients[i][c - 1];
            const std::uint64_t ulp = ulp_distance(cpu, gpu);
            if (ulp == 0) continue;
            result.largest_ulp = std::max(result.largest_ulp, ulp);
            double difference = std::fabs(static_cast<double>(cpu) - static_cast<double>(gpu));
            if (c > 0) difference /= static_cast<double>(noise.settings().frequency);
            double& largest = c == 0 ? result.largest_difference : result.largest_gradient_difference;
            largest = std::isnan(difference) ? difference : std::max(largest, difference);
            if (!differs && result.first.size() < kShown) {
                result.first.push_back({noise.settings(), check.cells, check.cells ? b.cells[i] : glm::ivec4(0),
                                        b.points[i], c, cpu, gpu});
            }
            differs = true;
        }
        result.differing += differs;
    }
}

// A grid of at most `most` points: along each axis evenly spaced as in normal use, runs of points in one cell, or
// unrelated points.
Grid draw_grid(Random& random, int dim, std::size_t most) {
    Grid grid;
    for (int c = dim; c-- > 0;) {
        const std::size_t count = c == 0 ? most : 1 + random.next() % std::min<std::size_t>(most, c == 1 ? 61 : 7);
        most /= count;
        std::vector<glm::ivec4> cells(count);
        std::vector<glm::vec4> fractions(count);
        fill_cells(random, cells, fractions);
        const std::uint64_t kind = random.next() % 4;
        const double start = random.between(-1000, 1000), step = random.between(-0.5, 0.5);
        for (std::size_t i = 0; i < count; ++i) {
            grid[static_cast<std::size_t>(c)].push_back(
                kind < 2 ? axis_point(start + static_cast<double>(i) * step)
                         : AxisPoint{cells[kind == 2 ? i / 5 : i].x, fractions[i].x});
        }
    }
    return grid;
}

// Lists all its points, with x running fastest.
void list_points(const Grid& grid, int dim, Batch& batch) {
    for (std::size_t i = 0; i < batch.points.size(); ++i) {
        std::size_t rest = i;
        batch.cells[i] = glm::ivec4(0);
        batch.points[i] = glm::vec4(0.0f);
        for (int c = 0; c < dim; ++c) {
            const auto& axis = grid[static_cast<std::size_t>(c)];
            batch.cells[i][c] = axis[rest % axis.size()].cell;
            batch.points[i][c] = axis[rest % axis.size()].fraction;
            rest /= axis.size();
        }
    }
}

Random random_of(const Check& check, std::uint32_t seed) {
    std::uint64_t state = seed * 0x9E3779B97F4A7C15u;
    for (char c : check.name)
        state = (state ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
    return Random(state);
}

}  // namespace

CheckResult run_check(Evaluator& evaluator, const Check& check, std::uint64_t points, std::uint32_t seed,
                      const std::function<void(std::uint64_t)>& progress) {
    CheckResult result;
    Random random = random_of(check, seed);
    Batch batch;
    const bool is_grid = check.grid != Check::Grid::none, computed = evaluator.computes();
    if (is_grid) evaluator.compute(check.grid == Check::Grid::computed);
    // Large batches are quicker; several batches cover more settings.
    const std::uint64_t most = std::clamp<std::uint64_t>(points / 4, 4096, kBatch);
    for (std::uint64_t number = 0; result.points < points; ++number) {
        auto count = static_cast<std::size_t>(std::min(most, points - result.points));
        const Noise noise(settings_of_batch(check, number, seed, random));
        Grid grid;
        Readback back;
        if (is_grid) {
            grid = draw_grid(random, check.settings.dim, count);
            count = 1;
            for (int c = 0; c < check.settings.dim; ++c)
                count *= grid[static_cast<std::size_t>(c)].size();
        }
        batch.resize(count, check);
        if (is_grid) {
            list_points(grid, check.settings.dim, batch);
            evaluator.begin_grid(noise, grid, back);
        } else if (check.cells) {
            fill_cells(random, batch.cells, batch.points);
        } else {
            fill_points(random, batch.points, number == 0);
        }
        in_parallel(batch.points.size(), [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                compute(noise, check, batch, i);
        });
        if (is_grid) {
            back.take(batch.gpu);
        } else if (check.function) {
            evaluator.function(noise, batch.cells, batch.points, batch.gpu, batch.gpu_gradients);
        } else if (check.cells) {
            evaluator.points(noise, batch.cells, batch.points, batch.gpu, batch.gpu_gradients);
        } else {
            evaluator.points(noise, batch.points, batch.gpu, batch.gpu_gradients);
        }
        count_differences(noise, check, batch, result);
        result.points += batch.points.size();
        if (progress) progress(result.points);
    }
    evaluator.compute(computed);
    return result;
}

std::uint64_t differing_integers(Evaluator& evaluator, const Check& check, std::uint64_t points, std::uint32_t seed) {
    Random random = random_of(check, seed);
    std::vector<glm::vec4> batch;
    std::vector<Integers> cpu, gpu;
    std::uint64_t differing = 0, done = 0;
    for (std::uint64_t number = 0; done < points; ++number) {
        batch.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kBatch, points - done)));
        cpu.resize(batch.size());
        gpu.resize(batch.size());
        const Noise noise(settings_of_batch(check, number, seed, random));
        fill_points(random, batch, number == 0);
        in_parallel(batch.size(), [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                cpu[i] = integers(noise, batch[i]);
        });
        evaluator.integers(noise, batch, gpu);
        for (std::size_t i = 0; i < batch.size(); ++i)
            differing += cpu[i] != gpu[i];
        done += batch.size();
    }
    return differing;
}

// Grids: by fragment shaders, which compute as for a list of points, and by compute shaders, which use methods of their
// own.
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

// Each function of the library under its own name; the values equal those of the matching settings.
static void add_functions(std::vector<Check>& checks) {
    auto add = [&](const std::string& name, const Settings& settings, bool gradient, bool periods = false) {
        checks.push_back({name + "()", settings, gradient, false, periods, true});
        if (settings.octaves == 1.0f) checks.push_back({name + "(cell)", settings, gradient, true, periods, true});
    };
    for (int dim = 1; dim <= 4; ++dim) {
        const std::string d = std::to_string(dim);
        for (bool gradient : {false, true}) {
            const std::string slope = gradient ? "_gradient" : "";
            add("perlin" + d + slope, {.dim = dim}, gradient);
            add("perlin" + d + "_periodic" + slope, {.dim = dim}, gradient, true);
            add("improved" + d + slope, {.algorithm = Algorithm::improved, .dim = dim}, gradient, true);
            add("value" + d + slope, {.algorithm = Algorithm::value, .dim = dim}, gradient, true);
        }
        add("perlin" + d + "_fbm", {.dim = dim, .octaves = 8}, false);
    }
    add("axis2", {.algorithm = Algorithm::axis, .dim = 2}, false);
    add("diagonal2", {.algorithm = Algorithm::diagonal, .dim = 2}, false);
    add("slope1", {.algorithm = Algorithm::slope, .dim = 1}, false);
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
        add("warp", warped, true);
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
    return checks;
}

bool can_run(const Evaluator& evaluator, const Check& check) {
    return check.grid != Check::Grid::computed || evaluator.can_compute();
}

std::string describe(const Difference& d) {
    std::string point;
    for (int c = 0; d.cells && c < d.settings.dim; ++c)
        point += fmt::format("{} ", d.cell[c]);
    for (int c = 0; c < d.settings.dim; ++c)
        point += (c ? ", " : "") + fmt::format("{:a}", d.point[c]);
    std::string settings;
    const Settings defaults;
    for_each_setting(d.settings, [&](const SettingInfo& info, auto&) {
        const std::string text = get(d.settings, info.name);
        if (text != get(defaults, info.name)) settings += fmt::format(" --{} {}", info.name, text);
    });
    return fmt::format("at ({}) {} cpu {:a} gpu {:a} with{}{}", point,
                       d.component == 0 ? "value" : fmt::format("derivative {}", d.component), d.cpu, d.gpu,
                       d.cells ? " --cells" : "", settings);
}

namespace {

struct VerifyOptions {
    GpuOptions gpu;
    std::string points = "1048576";
    std::string seed = "0";
    std::string json;
    std::string only;
};

nlohmann::ordered_json to_json(const Evaluator::Probe& probe) {
    return {
        {"fuses", probe.fuses}, {"reorders", probe.reorders}, {"combines", probe.combines}, {"flushes", probe.flushes}};
}

std::string in_words(const Evaluator::Probe& probe) {
    std::string words;
    auto add = [&](bool is, const char* what) {
        if (is) words += (words.empty() ? "" : ", ") + std::string(what);
    };
    add(probe.fuses, "fuses a*b + c");
    add(probe.reorders, "reorders sums");
    add(probe.combines, "reorders products");
    return words.empty() ? "rounds each operation" : words;
}

std::string duration(double seconds) {
    if (seconds < 90) return fmt::format("{:.0f} s", seconds);
    if (seconds < 90 * 60) return fmt::format("{:.0f} min", seconds / 60);
    return fmt::format("{:.1f} h", seconds / 3600);
}

bool holds(const Check& check, const CheckResult& result, Mode mode) {
    if (mode != Mode::fast) return result.differing == 0;
    if (has_octaves(check) || check.settings.warp != 0.0f) return true;  // reported, not bounded
    return result.largest_difference <= kFastDifference &&
           result.largest_gradient_difference <= kFastGradientDifference;
}

int verify(const VerifyOptions& options) {
    const auto points = static_cast<std::uint64_t>(parse_whole("points", options.points, 1, 4294967296));
    const auto seed = static_cast<std::uint32_t>(parse_whole("seed", options.seed, 0, 4294967295));
    std::vector<Check> checks;
    for (Check& check : all_checks()) {
        if (check.name.find(options.only) != std::string::npos) checks.push_back(std::move(check));
    }
    if (checks.empty()) fail("only: no function has {} in its name", in_quotes(options.only));
    std::optional<OutputFile> json_file;
    if (!options.json.empty()) json_file.emplace(options.json);

    Gpu gpu(options.gpu);
    Evaluator evaluator(gpu.shaders(), gpu.info());
    const std::size_t left_out = std::erase_if(checks, [&](const Check& check) { return !can_run(evaluator, check); });
    if (checks.empty())
        fail("only: these need compute shaders, which begin with OpenGL 4.3 and are not in GLSL ES 3.00");
    const GlInfo& info = gpu.info();
    const Mode mode = gpu.shaders().mode();
    const bool quiet = options.json == "-";
    auto say = [&](const std::string& text) {
        if (quiet) return;
        print(text);
        flush_output();
    };
    say(fmt::format(
        "isonoise {}\nrenderer  {}\nvendor    {}\nversion   {}\nshaders   GLSL {}, mode {}\nseed      {}\n\n", kVersion,
        info.renderer, info.vendor, info.version, gpu.glsl() == kEs300 ? "ES 300" : std::to_string(info.glsl),
        kModes[static_cast<int>(mode)], seed));

    nlohmann::ordered_json report;
    report["isonoise"] = kVersion;
    report["renderer"] = info.renderer;
    report["vendor"] = info.vendor;
    report["version"] = info.version;
    report["glsl"] = gpu.glsl();
    report["mode"] = kModes[static_cast<int>(mode)];
    report["seed"] = seed;

    // The driver's behaviour without protection and with each kind this GLSL has.
    bool flushes = false;
    for (Mode kind : {Mode::fast, Mode::precise, Mode::zero}) {
        const char* name = kind == Mode::fast ? "unprotected" : kind == Mode::precise ? "precise" : "opaque zero";
        std::optional<Evaluator::Probe> probe;
        try {
            Shaders shaders(gpu.glsl(), options.gpu.files(), kind);
            probe = Evaluator::probe(shaders);
        } catch (const Error&) {
            if (kind != Mode::precise || gpu.glsl() >= 400) throw;  // optional in GLSL 3.30
        }
        say(fmt::format("{:<32}{}\n", name, probe ? in_words(*probe) : "not there"));
        report["probe"][name] = probe ? to_json(*probe) : nlohmann::ordered_json();
        flushes |= probe && probe->flushes;
    }
    say(fmt::format("{:<32}{}\n", "subnormals", flushes ? "flushed to 0" : "kept"));
    say(left_out > 0 ? "compute shaders                 not there\n\n" : "\n");

    // Integers first: if they differ, floats must too.
    std::uint64_t total = 0, differing = 0, integer_points = 0, integers = 0;
    bool all_hold = true;
    Progress progress;
    const auto begin = std::chrono::steady_clock::now();
    auto share = [&](std::size_t index, std::uint64_t done) {
        const double part = (static_cast<double>(index) + static_cast<double>(done) / static_cast<double>(points)) /
                            static_cast<double>(checks.size());
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        return fmt::format("{:3.0f} % of all, {} left", 100 * part,
                           duration(seconds / std::max(part, 1e-9) * (1 - part)));
    };
    for (const Check& check : checks) {
        if (check.cells || check.gradient || check.function || has_octaves(check)) continue;
        progress.show(fmt::format("{:<32}cells, hashes, choices", check.name));
        const std::uint64_t count = std::min<std::uint64_t>(points, 1 << 20);
        integers += differing_integers(evaluator, check, count, seed);
        integer_points += count;
    }
    progress.clear();
    say(fmt::format("{:<32}{:>12}{:>12}{:>10}{:>14}{:>14}\n", "function", "points", "differing", "max ULP", "max |dv|",
                    "max |dg|"));
    say(fmt::format("{:<32}{:>12}{:>12}\n", "cells, hashes, choices", integer_points, integers));
    report["integers"] = {{"points", integer_points}, {"differing", integers}};
    all_hold &= integers == 0;

    for (std::size_t index = 0; index < checks.size(); ++index) {
        const Check& check = checks[index];
        const CheckResult r = run_check(evaluator, check, points, seed, [&](std::uint64_t done) {
            progress.show(fmt::format("{:<32}{:>11} %   {}", check.name, 100 * done / points, share(index, done)));
        });
        progress.clear();
        const bool ok = holds(check, r, mode);
        all_hold &= ok;
        say(fmt::format("{:<32}{:>12}{:>12}{:>10}{:>14.3g}{}\n", check.name, r.points, r.differing, r.largest_ulp,
                        r.largest_difference,
                        check.gradient ? fmt::format("{:>14.3g}", r.largest_gradient_difference) : ""));
        nlohmann::ordered_json first = nlohmann::ordered_json::array();
        for (const Difference& d : r.first) {
            if (!ok) say("    " + describe(d) + "\n");
            first.push_back(describe(d));
        }
        report["functions"].push_back({{"name", check.name},
                                       {"algorithm", get(check.settings, "algorithm")},
                                       {"dim", check.settings.dim},
                                       {"gradient", check.gradient},
                                       {"points", r.points},
                                       {"differing", r.differing},
                                       {"largest_ulp", r.largest_ulp},
                                       {"largest_difference", r.largest_difference},
                                       {"largest_gradient_difference", r.largest_gradient_difference},
                                       {"holds", ok},
                                       {"first", first}});
        total += r.points;
        differing += r.differing;
    }
    report["points"] = total;
    report["differing"] = differing;
    report["holds"] = all_hold;
    say(fmt::format("\n{}: {} of {} points differ{}\n", all_hold ? "The contract holds" : "The contract is BROKEN",
                    differing, total, mode == Mode::fast ? " (fast mode: by 2^-18 at most in one octave)" : ""));
    if (json_file) {
        json_file->write(report.dump(2) + "\n");
        json_file->commit();
    }
    return all_hold ? 0 : 1;
}

}  // namespace

void add_verify(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<VerifyOptions>();
    CLI::App* verb = app.add_subcommand("verify", "compare this machine's OpenGL driver with the CPU, bit for bit");
    verb->footer("Special values first, then points and settings of every kind, at random but the same for a seed.\n"
                 "Exit code: 0 the contract holds, 1 some value differs, 2 it could not run.\n\n"
                 "  isonoise verify --points 16777216 --json report.json");
    verb->add_option("--points", options->points, "points a function, 1 to 2^32 [1048576]")->type_name("N");
    verb->add_option("--seed", options->seed, "other points and settings [0]")->type_name("0..4294967295");
    verb->add_option("--json", options->json, "write the report to this file too; - is standard output")
        ->type_name("FILE");
    verb->add_option("--only", options->only, "only functions with this in their name, as in 'perlin3' or 'warp'")
        ->type_name("WORD");
    options->gpu.add(*verb);
    verb->callback([options, &exit_code] { exit_code = verify(*options); });
}

}  // namespace isonoise
