// isonoise verify: does this machine's GL driver give the bits of the CPU?
#include <algorithm>
#include <thread>

#include <nlohmann/json.hpp>

#include "cli/compare.hpp"
#include "cli/options.hpp"
#include "cli/verify.hpp"
#include "error.hpp"
#include "gpu/evaluator.hpp"
#include "io/output.hpp"
#include "io/progress.hpp"
#include "version.hpp"

namespace isonoise {

static constexpr std::size_t kBatch = 1 << 17;
static constexpr std::size_t kShown = 4;  // differing inputs that are kept

// The settings of batch b: the plain ones first, then all within their ranges at random.
static Settings settings_of_batch(const Check& check, std::uint64_t batch, std::uint32_t seed, Random& random) {
    Settings s;
    s.algorithm = check.algorithm;
    s.dim = check.dim;
    s.octaves = static_cast<float>(check.octaves);
    s.seed = seed;
    if (batch == 0) return s;
    s.seed = random.bits();
    s.frequency = static_cast<float>(random.between(0.125, 8));
    s.output = random.next() % 4 == 0 ? Output::unit : Output::signed_;
    if (check.octaves > 1) {
        s.persistence = static_cast<float>(random.between(0, 2));
        s.lacunarity = static_cast<float>(random.between(1, 8));
        if (random.next() % 2) s.octaves -= static_cast<float>(random.unit());
    }
    return s;
}

CheckResult run_check(Evaluator& evaluator, const Check& check, std::uint64_t points, std::uint32_t seed,
                      const std::function<void(std::uint64_t)>& progress) {
    CheckResult result;
    result.check = check;
    Random random(seed * 0x9E3779B97F4A7C15u + static_cast<std::uint64_t>(check.algorithm) * 1000 +
                  static_cast<std::uint64_t>(check.dim * 100 + check.octaves));
    std::vector<glm::vec4> batch;
    std::vector<float> cpu, gpu;
    for (std::uint64_t number = 0; result.points < points; ++number) {
        batch.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kBatch, points - result.points)));
        cpu.resize(batch.size());
        gpu.resize(batch.size());
        const Noise noise(settings_of_batch(check, number, seed, random));
        fill_points(random, batch, number == 0);

        const std::size_t threads = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 64);
        std::vector<std::jthread> workers;
        for (std::size_t t = 0; t < threads; ++t) {
            workers.emplace_back([&, begin = batch.size() * t / threads, end = batch.size() * (t + 1) / threads] {
                for (std::size_t i = begin; i < end; ++i)
                    cpu[i] = noise(batch[i]);
            });
        }
        workers.clear();  // joins
        evaluator.points(noise, batch, gpu);

        for (std::size_t i = 0; i < batch.size(); ++i) {
            const std::uint64_t ulp = ulp_distance(cpu[i], gpu[i]);
            if (ulp == 0) continue;
            ++result.differing;
            result.largest_ulp = std::max(result.largest_ulp, ulp);
            const double difference = std::fabs(static_cast<double>(cpu[i]) - static_cast<double>(gpu[i]));
            result.largest_difference =
                std::isnan(difference) ? difference : std::max(result.largest_difference, difference);
            if (result.first.size() < kShown) result.first.push_back({noise.settings(), batch[i], cpu[i], gpu[i]});
        }
        result.points += batch.size();
        if (progress) progress(result.points);
    }
    return result;
}

std::vector<Check> all_checks() {
    std::vector<Check> checks;
    for (Algorithm algorithm : {Algorithm::perlin, Algorithm::improved}) {
        for (int dim = 1; dim <= 4; ++dim) {
            for (int octaves : {1, 8})
                checks.push_back({algorithm, dim, octaves});
        }
    }
    return checks;
}

std::string describe(const Difference& d) {
    std::string point;
    for (int c = 0; c < d.settings.dim; ++c)
        point += (c ? ", " : "") + fmt::format("{:a}", d.point[c]);
    std::string settings;
    for_each_setting(d.settings, [&](const SettingInfo& info, auto&) {
        settings += fmt::format(" --{} {}", info.name, get(d.settings, info.name));
    });
    return fmt::format("at ({}) cpu {:a} gpu {:a} with{}", point, d.cpu, d.gpu, settings);
}

namespace {

struct VerifyOptions {
    GpuOptions gpu;
    std::string points = "1048576";
    std::string seed = "0";
    std::string json;
};

int verify(const VerifyOptions& options) {
    const auto points = static_cast<std::uint64_t>(parse_whole("points", options.points, 1, 4294967296));
    const auto seed = static_cast<std::uint32_t>(parse_whole("seed", options.seed, 0, 4294967295));
    std::optional<OutputFile> json_file;
    if (!options.json.empty()) json_file.emplace(options.json);

    Gpu gpu(options.gpu);
    Evaluator evaluator(gpu.shaders(), gpu.info().max_texture);
    const GlInfo& info = gpu.info();
    const bool quiet = options.json == "-";
    auto say = [&](const std::string& text) {
        if (quiet) return;
        print(text);
        flush_output();
    };
    say(fmt::format("isonoise {}\nrenderer  {}\nvendor    {}\nversion   {}\nshaders   GLSL {}\nseed      {}\n\n",
                    kVersion, info.renderer, info.vendor, info.version, info.glsl, seed));
    say(fmt::format("{:<26}{:>12}{:>12}{:>10}{:>14}\n", "function", "points", "differing", "max ULP", "max |cpu-gpu|"));

    nlohmann::ordered_json report;
    report["isonoise"] = kVersion;
    report["renderer"] = info.renderer;
    report["vendor"] = info.vendor;
    report["version"] = info.version;
    report["glsl"] = info.glsl;
    report["seed"] = seed;
    std::uint64_t total = 0, differing = 0;
    Progress progress;
    for (const Check& check : all_checks()) {
        const std::string algorithm = get(Settings{.algorithm = check.algorithm}, "algorithm");
        const std::string name = fmt::format("{}{}{}", algorithm, check.dim,
                                             check.octaves == 1 ? "" : fmt::format("_fbm, {} octaves", check.octaves));
        CheckResult r = run_check(evaluator, check, points, seed, [&](std::uint64_t done) {
            progress.show(fmt::format("{:<26}{:>11} %", name, 100 * done / points));
        });
        progress.clear();
        say(fmt::format("{:<26}{:>12}{:>12}{:>10}{:>14.3g}\n", name, r.points, r.differing, r.largest_ulp,
                        r.largest_difference));
        nlohmann::ordered_json first = nlohmann::ordered_json::array();
        for (const Difference& d : r.first) {
            say("    " + describe(d) + "\n");
            first.push_back(describe(d));
        }
        report["functions"].push_back({{"algorithm", algorithm},
                                       {"dim", check.dim},
                                       {"octaves", check.octaves},
                                       {"points", r.points},
                                       {"differing", r.differing},
                                       {"largest_ulp", r.largest_ulp},
                                       {"largest_difference", r.largest_difference},
                                       {"first", first}});
        total += r.points;
        differing += r.differing;
    }
    report["points"] = total;
    report["differing"] = differing;
    report["holds"] = differing == 0;
    say(fmt::format("\n{}: {} of {} values differ\n", differing == 0 ? "The contract holds" : "The contract is BROKEN",
                    differing, total));
    if (json_file) {
        json_file->write(report.dump(2) + "\n");
        json_file->commit();
    }
    return differing == 0 ? 0 : 1;
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
    options->gpu.add(*verb);
    verb->callback([options, &exit_code] { exit_code = verify(*options); });
}

}  // namespace isonoise
