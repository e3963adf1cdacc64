// isonoise bench: measures the speed of noise on this machine's CPU and GPU.
#include <algorithm>
#include <cmath>
#include <functional>

#include "cli/bench_files.hpp"
#include "cli/bench_scenes.hpp"
#include "cli/options.hpp"
#include "cli/verbs.hpp"
#include "conformance/function_check.hpp"
#include "conformance/points.hpp"
#include "error.hpp"
#include "gpu/evaluator.hpp"
#include "io/json.hpp"
#include "io/output.hpp"
#include "io/progress.hpp"
#include "isonoise/batch.hpp"
#include "median.hpp"
#include "platform/ahead.hpp"
#include "platform/system.hpp"
#include "snippet/function_text.hpp"
#include "version.hpp"
#include "words.hpp"

namespace isonoise {

namespace {

struct BenchOptions {
    GpuOptions gpu;
    FunctionOptions function;
    std::string rounds = "15";
    std::string json;
    bool peers = false;
    bool scenes = false;
    std::optional<std::string> files;
    std::string size = "1280x720";
};

double seconds_of(const std::function<void()>& work) {
    const Stopwatch time;
    work();
    return time.seconds();
}

// A measured operation: `work` computes `values` values, `times` times.
struct Subject {
    std::string name;
    double values;
    std::function<void()> work;
    int times = 1;
    bool baseline = false;  // the overhead included in all other times
    bool net = true;        // subtract the baseline, if there is one
    unsigned threads = 1;   // if above 1, the preceding subject is the same on one thread
    std::vector<double> seconds = {};
};

// Values per second: half of the rounds lie between low and high.
struct Speed {
    double low, median, high;
};

// Runs the subjects in turn, so that other load on the machine affects all alike. The first round only warms up and
// determines how often to repeat each subject to take long enough.
void measure(std::vector<Subject>& subjects, int rounds, const std::string& what, Progress& progress) {
    constexpr double kEnough = 0.01;  // seconds: clock resolution and thread start-up don't matter
    for (Subject& s : subjects) {
        progress.show(what + ": " + s.name);
        s.work();
        s.times = std::clamp(static_cast<int>(std::ceil(kEnough / std::max(seconds_of(s.work), 1e-7))), 1, 1000);
    }
    for (int round = 0; round < rounds; ++round) {
        for (Subject& s : subjects) {
            progress.show(fmt::format("{}: round {} of {}", what, round + 1, rounds));
            s.seconds.push_back(seconds_of([&] {
                                    for (int i = 0; i < s.times; ++i)
                                        s.work();
                                }) /
                                s.times);
        }
    }
    progress.clear();
}

Speed speed_of(const Subject& subject, const std::vector<Subject>& all) {
    const Subject* base = nullptr;
    for (const Subject& s : all) {
        if (s.baseline && subject.net) base = &s;
    }
    std::vector<double> seconds;
    for (std::size_t i = 0; i < subject.seconds.size(); ++i)
        seconds.push_back(subject.seconds[i] - (base != nullptr ? base->seconds[i] : 0.0));
    const auto at = [&](double part) {
        const double s = quantile(seconds, part);
        return s > 0.0 ? subject.values / s : 0.0;  // 0: too fast to measure, shown as "-" and null
    };
    return {at(0.75), at(0.5), at(0.25)};
}

Settings noise_in(int dim, float octaves = 1) {
    Settings settings{.dim = dim, .seed = 12345};
    settings.octaves = octaves;
    return settings;
}

constexpr std::size_t kGrid = 1 << 21;
constexpr std::size_t kLargeGrid = 1 << 24;  // a smaller grid finishes so fast that thread start-up shows

// A grid with `per_cell` points per cell along each axis, kGrid or kLargeGrid points in all.
GridAxes grid_of(int dim, double per_cell, bool large) {
    static constexpr std::int64_t small_counts[][4] = {
        {1 << 21, 1, 1, 1}, {2048, 1024, 1, 1}, {256, 128, 64, 1}, {128, 64, 16, 16}};
    static constexpr std::int64_t large_counts[][4] = {
        {1 << 24, 1, 1, 1}, {4096, 4096, 1, 1}, {256, 256, 256, 1}, {128, 128, 32, 32}};
    GridAxes grid;
    for (std::size_t c = 0; c < static_cast<std::size_t>(dim); ++c)
        grid[c] = {.offset = 0.37 + 3.1 * static_cast<double>(c),
                   .step = 1.0 / per_cell,
                   .count = (large ? large_counts : small_counts)[dim - 1][c]};
    return grid;
}

std::vector<Subject> cpu_subjects(unsigned threads) {
    struct Memory {
        std::vector<float> values = std::vector<float>(kGrid);
        std::vector<float> large;
        std::array<std::vector<float>, 4> more;  // coordinates, or gradients
    };
    auto memory = std::make_shared<Memory>();
    Random random(1);
    for (std::vector<float>& axis : memory->more) {
        axis.resize(1 << 18);
        for (float& x : axis)
            x = static_cast<float>(random.between(-1000, 1000));
    }
    std::vector<Subject> all;
    const auto add_grid = [&](const std::string& name, const Settings& settings, double per_cell) {
        const GridAxes grid = grid_of(settings.dim, per_cell, false);
        auto noise = std::make_shared<Noise>(settings);
        all.push_back({name, kGrid, [=] { evaluate(*noise, grid, memory->values); }});
    };
    const auto add_points = [&](const std::string& name, const Settings& settings, bool gradient) {
        auto noise = std::make_shared<Noise>(settings);
        auto slopes = std::make_shared<std::vector<float>>(gradient ? 4 << 18 : 0);
        all.push_back({name, 1 << 18, [=] {
                           Points points;
                           points.count = 1 << 18;
                           Channels to;
                           to.value.data = memory->values.data();
                           for (std::size_t c = 0; c < static_cast<std::size_t>(settings.dim); ++c) {
                               points.coordinates[c] = memory->more[c].data();
                               if (gradient) to.gradient[c].data = slopes->data() + (c << 18);
                           }
                           evaluate(*noise, points, to);
                       }});
    };
    all.push_back({"memory filled with one number", kGrid,
                   [=] { std::fill(memory->values.begin(), memory->values.end(), 0.5f); }});
    for (int dim = 1; dim <= 4; ++dim)
        add_grid(fmt::format("perlin {}D, grid, 64 points a cell along each axis", dim), noise_in(dim), 64);
    for (int dim = 2; dim <= 4; ++dim)
        add_grid(fmt::format("perlin {}D, grid, 4 points a cell along each axis", dim), noise_in(dim), 4);
    add_grid("perlin 2D, grid, 64 points a cell, fBm of 8 octaves", noise_in(2, 8), 64);
    add_grid("perlin 3D, grid, 64 points a cell, fBm of 8 octaves", noise_in(3, 8), 64);
    for (int dim = 2; dim <= 4; ++dim)
        add_points(fmt::format("perlin {}D, points at random", dim), noise_in(dim), false);
    for (int dim = 2; dim <= 4; ++dim)
        add_points(fmt::format("perlin {}D, points at random, with gradient", dim), noise_in(dim), true);
    auto noise = std::make_shared<Noise>(noise_in(3));
    all.push_back(
        {"perlin 3D, points at random, one by one", 1 << 18, [=] {
             for (std::size_t i = 0; i < 1 << 18; ++i)
                 memory->values[i] = (*noise)({memory->more[0][i], memory->more[1][i], memory->more[2][i], 0.0f});
         }});
    if (threads > 1) {
        memory->large.resize(kLargeGrid);
        for (int dim = 2; dim <= 4; ++dim) {
            const GridAxes grid = grid_of(dim, 64, true);
            auto of_both = std::make_shared<Noise>(noise_in(dim));
            for (const unsigned on : {1u, threads}) {
                all.push_back(
                    {fmt::format("perlin {}D, grid of 2^24, 64 points a cell, {}", dim, counted(on, "thread")),
                     kLargeGrid, [=] { evaluate(*of_both, grid, memory->large, {.threads = on}); }});
            }
            all.back().threads = threads;
        }
    }
    return all;
}

// Slices of a grid drawn into a texture; the CPU waits for the GPU once per draw.
std::vector<Subject> gpu_subjects(NoiseDriver& driver) {
    using Way = NoiseDriver::Way;
    const DriverInfo& info = driver.info();
    const int side = std::min(info.max_texture, info.software ? 512 : 4096);
    GridSlice slice;
    for (int i = 0; i < side; ++i) {
        slice.x.push_back(axis_point(0.37 + i / 64.0));
        slice.y.push_back(axis_point(3.47 + i / 64.0));
    }
    slice.zw = {axis_point(6.6), axis_point(9.7)};
    const double values = static_cast<double>(side) * side;
    std::vector<Subject> all;
    all.push_back({"a slice without noise", values, driver.slice_work(nullptr, slice, Way::drawn)});
    all.back().baseline = true;
    const auto add = [&](const std::string& name, const Settings& settings, Way way) {
        const Noise noise(settings);
        all.push_back({name, values, driver.slice_work(&noise, slice, way)});
        all.back().net = way != Way::computed;  // it draws nothing
    };
    for (int dim = 1; dim <= 4; ++dim)
        add(fmt::format("perlin {}D", dim), noise_in(dim), Way::drawn);
    for (int dim = 2; dim <= 4; ++dim)
        add(fmt::format("perlin {}D, with gradient", dim), noise_in(dim), Way::drawn_gradient);
    for (int dim = 2; dim <= 3; ++dim)
        add(fmt::format("perlin {}D, fBm of 8 octaves", dim), noise_in(dim, 8), Way::drawn);
    if (driver.can_compute()) {
        for (int dim = 2; dim <= 4; ++dim)
            add(fmt::format("perlin {}D, compute shader", dim), noise_in(dim), Way::computed);
        for (int dim = 2; dim <= 3; ++dim)
            add(fmt::format("perlin {}D, compute shader, fBm of 8 octaves", dim), noise_in(dim, 8), Way::computed);
    }
    // The workload of a bake: a volume as fast as possible, into main memory.
    const std::size_t edge = info.software ? 64 : 256;
    Grid grid;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (std::size_t i = 0; i < edge; ++i)
            grid[axis].push_back(axis_point(0.37 + 3.1 * static_cast<double>(axis) + static_cast<double>(i) / 64.0));
    }
    auto noise = std::make_shared<Noise>(noise_in(3));
    auto memory = std::make_shared<std::vector<float>>(edge * edge * edge);
    const bool computes = driver.can_compute() && !info.software;
    all.push_back({fmt::format("perlin 3D, {0}x{0}x{0}, read back into memory", edge),
                   static_cast<double>(memory->size()),
                   [=, &driver] { driver.grid(*noise, grid, *memory, computes); }});
    all.back().net = false;
    return all;
}

// A function and, if it is known, its gradient.
std::vector<std::pair<std::string, std::shared_ptr<const Function>>> with_gradient(const Function& function) {
    std::vector<std::pair<std::string, std::shared_ptr<const Function>>> both;
    both.emplace_back("function", std::make_shared<Function>(function));
    try {
        both.emplace_back("function with gradient", std::make_shared<Function>(function.with_gradient()));
    } catch (const Error&) {  // no derivative
    }
    return both;
}

// Points at random, within 1000 of the origin.
struct RandomPoints {
    std::array<std::vector<float>, 4> coordinates;
    Points points;

    explicit RandomPoints(std::size_t count) {
        Random random(1);
        points.count = static_cast<std::int64_t>(count);
        for (std::size_t c = 0; c < 4; ++c) {
            coordinates[c].resize(count);
            for (float& x : coordinates[c])
                x = static_cast<float>(random.between(-1000, 1000));
            points.coordinates[c] = coordinates[c].data();
        }
    }
};

// On a grid and at a list of points, beside one octave of perlin.
std::vector<Subject> cpu_subjects_of(const Function& function, unsigned threads) {
    constexpr std::size_t kList = 1 << 18;
    struct Memory {
        std::vector<float> grid = std::vector<float>(kGrid);
        RandomPoints list{kList};
        std::array<std::vector<float>, 5> results;
    };
    auto memory = std::make_shared<Memory>();
    std::vector<float*> results;
    for (std::vector<float>& channel : memory->results) {
        channel.resize(kList);
        results.push_back(channel.data());
    }
    const GridAxes grid = grid_of(function.dim(), 64, false);
    auto noise = std::make_shared<Noise>(noise_in(function.dim()));
    std::vector<Subject> all;
    const auto add = [&](const std::string& name, double values, const std::function<void(unsigned)>& work) {
        all.push_back({name + ", 1 thread", values, [=] { work(1); }});
        if (threads == 1) return;
        all.push_back({fmt::format("{}, {} threads", name, threads), values, [=] { work(threads); }});
        all.back().threads = threads;
    };
    add("function, grid, 64 points a unit along each axis", kGrid,
        [=, own = std::make_shared<Function>(function)](unsigned on) {
            own->evaluate(grid, memory->grid, {.threads = on});
        });
    for (const auto& [name, own] : with_gradient(function)) {
        add(name + ", points at random", kList, [=, one = own](unsigned on) {
            one->evaluate(memory->list.points, std::span(results).first(static_cast<std::size_t>(one->channels())),
                          {.threads = on});
        });
    }
    all.push_back({fmt::format("perlin {}D, grid, 1 thread", function.dim()), kGrid,
                   [=] { evaluate(*noise, grid, memory->grid); }});
    all.push_back({fmt::format("perlin {}D, points at random, 1 thread", function.dim()), kList, [=] {
                       Channels to;
                       to.value.data = results[0];
                       evaluate(*noise, memory->list.points, to);
                   }});
    return all;
}

// At points in a texture, net of reading them.
std::vector<Subject> gpu_subjects_of(const Function& function, NoiseDriver& driver) {
    const int times = driver.info().software ? 1 : 64;
    std::vector<Subject> all;
    const auto add = [&](const std::string& name, const Function& one, const std::string& shader) {
        all.push_back({name, static_cast<double>(kDrawnPoints) * times, function_work(driver, one, shader, times)});
    };
    add("the points alone", function, "");
    all.back().baseline = true;
    for (const auto& [name, one] : with_gradient(function))
        add(name + ", points at random", *one, function_shader(*one, driver.files()));
    const std::string text = fmt::format(
        "float noise({} p) {{ return perlin{}(p, 12345u); }}\n",
        std::array{"float", "vec2", "vec3", "vec4"}[static_cast<std::size_t>(function.dim() - 1)], function.dim());
    const Function perlin(text);
    add(fmt::format("perlin {}D, points at random", function.dim()), perlin, function_shader(perlin, driver.files()));
    return all;
}

std::string in_millions(double speed) {
    return speed > 0.0 ? fmt::format("{:.{}f}", speed / 1e6, speed < 1e7 ? 2 : speed < 1e8 ? 1 : 0) : "-";
}

// One run of `bench`: prints its tables and collects them as JSON.
class Bench {
  public:
    Bench(int rounds, Report& report) : rounds_(rounds), report_(report) {
        json_["isonoise"] = kVersion;
        json_["rounds"] = rounds;
    }

    void say_function(const std::string& name, double octaves) {
        json_["function"] = name;
        json_["octaves"] = octaves;
        report_.say(fmt::format("function  {}, {:.1f} octaves of noise a point\n", escaped(name), octaves));
    }

    void say_what_runs(unsigned threads, const NoiseDriver* driver, const std::string& missing) {
        json_["cpu"] = {{"name", cpu_name()}, {"threads", threads}, {"instructions", batch_instructions()}};
        report_.say(fmt::format("isonoise {}\ncpu       {}, {}, instructions {}\n", kVersion, cpu_name(),
                                counted(threads, "thread"), batch_instructions()));
        if (driver == nullptr) {
            report_.say("gpu       none: " + missing + "\n");
            json_["gpu"] = nullptr;
            return;
        }
        const DriverInfo& info = driver->info();
        const char* mode = kModes[static_cast<int>(driver->mode())];
        report_.say(fmt::format("gpu       {}{}\nversion   {}, {}, mode {}\n", info.renderer,
                                info.software ? " (a rasteriser on the CPU)" : "", info.version, info.language, mode));
        json_["gpu"] = {{"renderer", info.renderer}, {"vendor", info.vendor},     {"version", info.version},
                        {"software", info.software}, {"language", info.language}, {"mode", mode}};
    }

    void run(std::vector<Subject> subjects, const std::string& what, const char* key) {
        measure(subjects, rounds_, what, progress_);
        report_.say(fmt::format("\n{:<58}{:>10}{:>20}\n", "on the " + what, "M values/s", "half of the rounds"));
        json_[key] = Json::array();
        for (std::size_t i = 0; i < subjects.size(); ++i)
            json_[key].push_back(row(subjects, i));
    }

    void run_scenes(Gpu& gpu, int width, int height) {
        json_["size"] = {width, height};
        json_["scenes"] = bench_scenes(gpu, width, height, rounds_, report_, progress_);
    }

    void run_files(const std::filesystem::path& folder) {
        json_["files"] = bench_files(folder, rounds_, report_, progress_);
    }

    void finish() { report_.finish(to_text(json_, 2)); }

  private:
    Json row(const std::vector<Subject>& subjects, std::size_t i) const {
        const Subject& s = subjects[i];
        if (s.baseline) return {{"name", s.name}, {"seconds", *std::min_element(s.seconds.begin(), s.seconds.end())}};
        const Speed speed = speed_of(s, subjects);
        std::string line = fmt::format("{:<58}{:>10}{:>20}", s.name, in_millions(speed.median),
                                       in_millions(speed.low) + " to " + in_millions(speed.high));
        const auto number = [](double x) { return x > 0.0 ? Json(x) : Json(); };
        Json row = {{"name", s.name},
                    {"values_per_second", number(speed.median)},
                    {"lower_quartile", number(speed.low)},
                    {"upper_quartile", number(speed.high)}};
        if (s.threads > 1) {
            std::vector<double> times;  // ratios of two subjects that ran back to back
            for (std::size_t round = 0; round < s.seconds.size(); ++round)
                times.push_back(subjects[i - 1].seconds[round] / s.seconds[round]);
            const double middle = median(std::move(times));
            row["threads"] = s.threads;
            row["times_one_thread"] = middle;
            line += fmt::format("  {:.2f} times one thread", middle);
        }
        report_.say(line + "\n");
        return row;
    }

    int rounds_;
    Report& report_;
    Progress progress_;
    Json json_ = Json::object();
};

void bench(const BenchOptions& options) {
    if (options.peers)
        fail("peers: expected ./run bench --peers in the repository, which installs and builds the other libraries");
    const std::optional<Function> function = options.function.function();
    if (function && options.scenes) fail("scenes: not with a function");
    if (options.scenes && options.gpu.vulkan()) fail("scenes: not with --vulkan; OpenGL draws them");
    if (options.files && (function || options.scenes || options.gpu.any()))
        fail("files: expected no function, --scenes or option of the GPU, which has no part in them");
    const int rounds = static_cast<int>(parse_whole("rounds", options.rounds, 3, 1000));
    int width = 0, height = 0;
    parse_size(options.size, width, height);
    if (std::max(width, height) > 4096) fail("size: expected at most 4096x4096, got {}", options.size);
    Report report(options.json);

    std::optional<AnyDriver> gpu;
    std::string missing;
    options.gpu.check();  // an invalid option must not look like a missing GPU
    const bool asked_for = options.gpu.gl().has_value() || options.gpu.es() || options.gpu.vulkan();
    try {
        gpu.emplace(options.gpu);
    } catch (const Error& error) {
        if (asked_for) throw;
        missing = error.what();
    }
    Bench bench(rounds, report);
    const unsigned threads = threads_for(0);
    bench.say_what_runs(threads, gpu ? &gpu->driver() : nullptr, missing);
    if (options.files) {
        bench.run_files(path_of(*options.files));
        return bench.finish();
    }
    if (function) {
        bench.say_function(*options.function.file, function->octaves(RandomPoints(1 << 16).points));
        bench.run(cpu_subjects_of(*function, threads), "CPU", "on_cpu");
        if (gpu) bench.run(gpu_subjects_of(*function, gpu->driver()), "GPU", "on_gpu");
        return bench.finish();
    }
    if (options.scenes) {
        if (!gpu) fail("scenes: {}", missing);
        bench.run_scenes(*gpu->gpu(), width, height);
        return bench.finish();
    }
    bench.run(cpu_subjects(threads), "CPU", "on_cpu");
    if (gpu) bench.run(gpu_subjects(gpu->driver()), "GPU", "on_gpu");
    bench.finish();
}

}  // namespace

void add_bench(CommandLine& line) {
    auto options = std::make_shared<BenchOptions>();
    Verb& verb = line.verb("bench", "measure the speed of this machine's CPU and GPU");
    verb.footer(
        "Prints millions of values per second: the median of the rounds, and the range that holds the middle "
        "half of them. Unless a line says otherwise, CPU figures are for one thread of isonoise::batch, and "
        "GPU figures are for drawing into a texture, net of the same draw without noise. The gain from more "
        "threads is measured on grids of 2^24 points, since below 2^22 the cost of starting a thread shows.\n\n"
        "--scenes draws the scenes that take more than a value a pixel, with one sample. It prints the time, the "
        "program's CPU time (on a driver that draws on the CPU, that is the cost), how many octaves of noise "
        "a pixel takes, and the part of the time that goes into tables that all samples share.\n\n"
        "--files bakes a grid of 4096x4096 values and a mesh into a file of each format, in a new folder within DIR "
        "that is "
        "removed: nanoseconds and bytes of a pixel or a vertex, and how long a byte takes in times of one that is "
        "only copied to the disk.\n\n"
        "With a FUNCTION it measures that instead: on a grid, at a list of points, and at points in a texture, net of "
        "reading them; with its gradient, if that is known; and one octave of perlin beside it. It also prints how "
        "many "
        "octaves of noise a point takes.\n\n"
        "  isonoise bench\n"
        "  isonoise bench islands.glsl\n"
        "  isonoise bench --rounds 50 --json bench.json");
    options->function.add(verb, "a function instead of the library's");
    verb.option("--rounds", options->rounds, "N", "times each is measured, interleaved [15]");
    verb.option("--json", options->json, "FILE", "also write the figures to this file; - is standard output");
    verb.flag("--scenes", options->scenes, "instead the cost of a picture of each scene");
    verb.option("--files", options->files, "DIR",
                "instead the cost of files, which are made in this folder and removed");
    verb.option("--size", options->size, "WxH", "pixels of these pictures, up to 4096 per side [1280x720]");
    verb.flag("--peers", options->peers, "compare with other libraries; only as ./run bench --peers");
    options->gpu.add(verb);
    options->gpu.add_vulkan(verb);
    verb.run([options] {
        bench(*options);
        return 0;
    });
}

}  // namespace isonoise
