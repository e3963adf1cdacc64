#include <algorithm>
#include <bit>
#include <cmath>
#include <thread>

#include <fmt/format.h>

#include "conformance/checks.hpp"
#include "conformance/points.hpp"
#include "isonoise/reference.hpp"
#include "isonoise/text.hpp"
#include "platform/worker.hpp"

namespace isonoise {

static constexpr std::size_t kBatch = 1 << 17;

// A period: small, prime, a power of two, large, or any.
static std::uint32_t draw_period(Random& random) {
    static constexpr std::uint32_t usual[] = {0, 0, 1, 2, 3, 5, 7, 8, 64, 255, 256, 257, 289};
    if (random.next() % 8 == 0) return static_cast<std::uint32_t>(random.next() % 2147483647);
    return usual[random.next() % std::size(usual)];
}

// Seeds for which a corner of the cell at the origin has a hash at a boundary between gradients: the last below it, and
// the first above. (Hashes are even.) In 2D the boundary is 0, in 3D the thirds, in 4D the quarters.
static std::span<const std::uint32_t> border_seeds(int dim) {
    static constexpr std::uint32_t two[] = {0x28D5A4F9u, 0x0414C8F5u};
    static constexpr std::uint32_t three[] = {0x08B5C28Cu, 0x655129FBu, 0x58B6452Eu, 0x02EC8A5Fu};
    static constexpr std::uint32_t four[] = {0x196CBB1Au, 0x0E37B250u, 0x08CA0E9Au,
                                             0x267B7F53u, 0x00E4B736u, 0x0D118139u};
    if (dim == 2) return two;
    if (dim == 3) return three;
    if (dim == 4) return four;
    return {};
}

Random random_of(const Check& check, std::uint32_t seed) {
    std::uint64_t state = seed * 0x9E3779B97F4A7C15u;
    for (char c : check.name)
        state = (state ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
    return Random(state);
}

Settings settings_of_batch(const Check& check, std::uint64_t batch, std::uint32_t seed, Random& random) {
    Settings s = check.settings;
    if (check.any) {
        s = random_settings(random, s.algorithm, s.dim);
        if (check.cells) s.frequency = 1.0f;
        return s;
    }
    const bool seeded = supports(s, "seed");
    if (seeded) s.seed = seed;
    if (batch == 0 && !check.periods) return s;
    const std::span<const std::uint32_t> borders = border_seeds(s.dim);
    if (seeded) s.seed = batch % 2 && !borders.empty() ? borders[batch / 2 % borders.size()] : random.bits();
    if (!check.cells && !check.function) s.frequency = static_cast<float>(random.between(0.125, 8));
    if (!check.function && random.next() % 4 == 0) s.output = Output::unit;
    if (has_octaves(check)) {
        // Or one that gives the second octave an amplitude of 2^-60, the smallest that counts.
        s.persistence = random.next() % 8 ? static_cast<float>(random.between(0, 2)) : 0x1.00004p-60f;
        s.lacunarity =
            random.next() % 2 ? static_cast<float>(random.between(1, 8)) : static_cast<float>(1 + random.next() % 8);
        if (random.next() % 2) s.octaves -= static_cast<float>(random.unit());
        if (has_slope(s) && random.next() % 4 == 0) {
            s.octaves = 32;  // steeper than 2^20, where erosion stops growing
            s.persistence = 2;
            s.lacunarity = 8;
        }
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

// Points, and the results of both sides.
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

// Calls body(begin, end) on each hardware thread for its share of 0..count.
template <class Body> void in_parallel(std::size_t count, Body body) {
    const std::size_t threads = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 64);
    std::vector<std::future<void>> workers;
    for (std::size_t t = 0; t < threads; ++t)
        workers.push_back(std::async(kBeside, body, count * t / threads, count * (t + 1) / threads));
    for (std::future<void>& worker : workers)
        worker.get();
}

void define(const Noise& noise, const Check& check, Batch& b, std::size_t i) {
    const Settings& s = noise.settings();
    if (check.function && has_octaves(check)) {
        b.cpu[i] = reference_fbm(s.dim, b.points[i], s.seed, fbm(s.octaves, s.persistence, s.lacunarity));
        return;
    }
    glm::vec4 g;
    b.cpu[i] = check.cells ? reference(noise, b.cells[i], b.points[i], g) : reference(noise, b.points[i], g);
    if (check.gradient) b.cpu_gradients[i] = g;
}

// The GPU's results at a list of points.
void draw(NoiseDriver& driver, const Noise& noise, const Check& check, Batch& batch) {
    if (check.function) {
        driver.function(noise, batch.cells, batch.points, batch.gpu, batch.gpu_gradients);
    } else if (check.cells) {
        driver.points(noise, batch.cells, batch.points, batch.gpu, batch.gpu_gradients);
    } else {
        driver.points(noise, batch.points, batch.gpu, batch.gpu_gradients);
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
// unrelated points. Half of all grids begin in the cell at the origin: see border_seeds.
Grid draw_grid(Random& random, int dim, std::size_t most) {
    Grid grid;
    const bool at_origin = random.next() % 2 == 0;
    for (int c = dim; c-- > 0;) {
        const std::size_t count = c == 0 ? most : 1 + random.next() % std::min<std::size_t>(most, c == 1 ? 61 : 7);
        most /= count;
        std::vector<glm::ivec4> cells(count);
        std::vector<glm::vec4> fractions(count);
        fill_cells(random, cells, fractions);
        const std::uint64_t kind = at_origin ? 0 : random.next() % 4;
        const double start = at_origin ? 0.0 : random.between(-1000, 1000);
        const double step = at_origin ? random.between(0, 0.25) : random.between(-0.5, 0.5);
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

// Large batches are faster; more batches cover more settings.
std::uint64_t most_of_batch(std::uint64_t points) { return std::clamp<std::uint64_t>(points / 16, 4096, kBatch); }

bool takes_every_float(const Check& check, std::uint64_t points) {
    return points == std::uint64_t{1} << 32 && check.settings.dim == 1 && !check.cells && !check.periods &&
           check.grid == Check::Grid::none;
}

}  // namespace

CheckResult run_check(NoiseDriver& driver, const Check& check, std::uint64_t points, std::uint32_t seed,
                      const std::function<void(std::uint64_t)>& progress) {
    CheckResult result;
    Random random = random_of(check, seed);
    Batch batch;
    const bool is_grid = check.grid != Check::Grid::none;
    const bool every = takes_every_float(check, points);
    const std::uint64_t most = most_of_batch(points);
    for (std::uint64_t number = 0; result.points < points; ++number) {
        auto count = static_cast<std::size_t>(std::min(most, points - result.points));
        const Noise noise(settings_of_batch(check, every ? 0 : number, seed, random));
        Grid grid;
        if (is_grid) {
            grid = draw_grid(random, check.settings.dim, count);
            count = 1;
            for (int c = 0; c < check.settings.dim; ++c)
                count *= grid[static_cast<std::size_t>(c)].size();
        }
        batch.resize(count, check);
        if (is_grid) {
            list_points(grid, check.settings.dim, batch);
        } else if (check.cells) {
            fill_cells(random, batch.cells, batch.points);
        } else if (every) {
            for (std::size_t i = 0; i < count; ++i)
                batch.points[i].x = std::bit_cast<float>(static_cast<std::uint32_t>(result.points + i));
        } else {
            fill_points(random, batch.points, number == 0);
        }
        in_parallel(batch.points.size(), [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                define(noise, check, batch, i);
        });
        if (is_grid) {
            driver.grid(noise, grid, batch.gpu, check.grid == Check::Grid::computed);
        } else {
            draw(driver, noise, check, batch);
        }
        count_differences(noise, check, batch, result);
        result.points += batch.points.size();
        if (progress) progress(result.points);
    }
    return result;
}

std::optional<Difference> first_difference(NoiseDriver& driver, const Check& check, const Settings& settings,
                                           std::span<const glm::ivec4> cells, std::span<const glm::vec4> points) {
    const Noise noise(settings);
    Batch batch;
    batch.resize(points.size(), check);
    std::copy(points.begin(), points.end(), batch.points.begin());
    if (check.cells) std::copy(cells.begin(), cells.end(), batch.cells.begin());
    for (std::size_t i = 0; i < points.size(); ++i)
        define(noise, check, batch, i);
    draw(driver, noise, check, batch);
    CheckResult result;
    count_differences(noise, check, batch, result);
    return result.first.empty() ? std::nullopt : std::optional(result.first[0]);
}

std::uint64_t differing_integers(NoiseDriver& driver, const Check& check, std::uint64_t points, std::uint32_t seed) {
    Random random = random_of(check, seed);
    std::vector<glm::vec4> batch;
    std::vector<Integers> cpu, gpu;
    std::uint64_t differing = 0, done = 0;
    const std::uint64_t most = most_of_batch(points);
    for (std::uint64_t number = 0; done < points; ++number) {
        batch.resize(static_cast<std::size_t>(std::min(most, points - done)));
        cpu.resize(batch.size());
        gpu.resize(batch.size());
        const Noise noise(settings_of_batch(check, number, seed, random));
        fill_points(random, batch, number == 0);
        in_parallel(batch.size(), [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                cpu[i] = integers(noise, batch[i]);
        });
        driver.integers(noise, batch, gpu);
        for (std::size_t i = 0; i < batch.size(); ++i)
            differing += cpu[i] != gpu[i];
        done += batch.size();
    }
    return differing;
}

// All settings that differ from their defaults.
std::string flags_of(const Settings& settings) {
    std::string flags;
    const Settings defaults;
    for_each_setting(settings, [&](const SettingInfo& info, auto&) {
        const std::string text = get(settings, info.name);
        if (text != get(defaults, info.name)) flags += fmt::format(" --{} {}", info.name, text);
    });
    return flags;
}
static std::string name_of_component(int c) { return c == 0 ? "value" : fmt::format("derivative {}", c); }

// A point in the input format of `sample`.
static std::string in_words(int dim, const glm::ivec4* cell, glm::vec4 point) {
    std::string words;
    for (int c = 0; cell != nullptr && c < dim; ++c)
        words += fmt::format("{} ", (*cell)[c]);
    for (int c = 0; c < dim; ++c)
        words += (c ? ", " : "") + in_hex(point[c]);
    return words;
}

std::string describe(const Difference& d) {
    const std::string flags = (d.cells ? " --cells" : "") + flags_of(d.settings);
    return fmt::format("at ({}) {} cpu {} gpu {} with{}",
                       in_words(d.settings.dim, d.cells ? &d.cell : nullptr, d.point), name_of_component(d.component),
                       in_hex(d.cpu), in_hex(d.gpu), flags.empty() ? " no setting" : flags);
}

std::string describe(const FastDifference& d) {
    const int dim = d.settings.dim;
    const bool in_cell = d.way == std::string_view("in a grid") || d.way == std::string_view("in the cell");
    return fmt::format("at {}cell ({}) {} {}, {} by {} {} with{}",
                       in_cell ? "" : fmt::format("({}), ", in_words(dim, nullptr, d.point)),
                       in_words(dim, &d.cell, d.fraction), name_of_component(d.component), in_hex(d.defined), d.way,
                       d.instructions, in_hex(d.fast), flags_of(d.settings));
}

}  // namespace isonoise
