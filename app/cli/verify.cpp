// isonoise verify: does this machine's GL driver give the bits of the CPU?
#include <algorithm>

#include <nlohmann/json.hpp>

#include "cli/options.hpp"
#include "cli/verbs.hpp"
#include "conformance/checks.hpp"
#include "error.hpp"
#include "io/output.hpp"
#include "io/progress.hpp"
#include "version.hpp"

namespace isonoise {
namespace {

// Tolerance for one octave in fast mode: see docs/conformance.md.
constexpr double kFastDifference = 0x1p-18, kFastGradientDifference = 0x1p-15;

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

// One run of `verify`: prints its table and gathers the same as JSON.
class Verification {
  public:
    Verification(const VerifyOptions& options, std::uint64_t points, std::uint32_t seed, Report& report)
        : options_(options), points_(points), seed_(seed), report_(report), gpu_(options.gpu),
          evaluator_(gpu_.shaders(), gpu_.info()), mode_(gpu_.shaders().mode()) {}

    bool can_run(const Check& check) const { return isonoise::can_run(evaluator_, check); }

    void say_what_runs() {
        const GlInfo& info = gpu_.info();
        report_.say(fmt::format("isonoise {}\nrenderer  {}\nvendor    {}\nversion   {}\nshaders   GLSL {}, mode {}\n"
                                "seed      {}\n\n",
                                kVersion, info.renderer, info.vendor, info.version,
                                gpu_.glsl() == kEs300 ? "ES 300" : std::to_string(info.glsl),
                                kModes[static_cast<int>(mode_)], seed_));
        json_["isonoise"] = kVersion;
        json_["renderer"] = info.renderer;
        json_["vendor"] = info.vendor;
        json_["version"] = info.version;
        json_["glsl"] = gpu_.glsl();
        json_["mode"] = kModes[static_cast<int>(mode_)];
        json_["seed"] = seed_;
    }

    // The driver's behaviour without protection and with each kind this GLSL has.
    void probe_driver(bool has_compute) {
        bool flushes = false;
        for (Mode kind : {Mode::fast, Mode::precise, Mode::zero}) {
            const char* name = kind == Mode::fast ? "unprotected" : kind == Mode::precise ? "precise" : "opaque zero";
            std::optional<Evaluator::Probe> probe;
            try {
                Shaders shaders(gpu_.glsl(), options_.gpu.files(), kind);
                probe = Evaluator::probe(shaders);
            } catch (const Error&) {
                if (kind != Mode::precise || gpu_.glsl() >= 400) throw;  // optional in GLSL 3.30
            }
            report_.say(fmt::format("{:<32}{}\n", name, probe ? in_words(*probe) : "not there"));
            json_["probe"][name] = probe ? to_json(*probe) : nlohmann::ordered_json();
            flushes |= probe && probe->flushes;
        }
        report_.say(fmt::format("{:<32}{}\n", "subnormals", flushes ? "flushed to 0" : "kept"));
        report_.say(has_compute ? "\n" : "compute shaders                 not there\n\n");
    }

    // Cells, hashes and choices: if these integers differ, the floats must too.
    void compare_integers(const std::vector<Check>& checks) {
        std::uint64_t points = 0, differing = 0;
        for (const Check& check : checks) {
            if (check.cells || check.gradient || check.function || has_octaves(check)) continue;
            progress_.show(fmt::format("{:<32}cells, hashes, choices", check.name));
            const std::uint64_t count = std::min<std::uint64_t>(points_, 1 << 20);
            differing += differing_integers(evaluator_, check, count, seed_);
            points += count;
        }
        progress_.clear();
        report_.say(fmt::format("{:<32}{:>12}{:>12}{:>10}{:>14}{:>14}\n", "function", "points", "differing", "max ULP",
                                "max |dv|", "max |dg|"));
        report_.say(fmt::format("{:<32}{:>12}{:>12}\n", "cells, hashes, choices", points, differing));
        json_["integers"] = {{"points", points}, {"differing", differing}};
        all_hold_ &= differing == 0;
    }

    // On the CPU: a function has one value at a point, whether it is given a coordinate or a cell and a fraction.
    void compare_both_forms(const std::vector<Check>& checks) {
        FormsResult all;
        for (const Check& check : checks) {
            if (check.function && check.cells) continue;  // the function with the coordinate is the same
            progress_.show(fmt::format("{:<32}coordinates, cells", check.name));
            const FormsResult result = compare_forms(check, std::min<std::uint64_t>(points_, 1 << 14), seed_);
            all.points += result.points;
            all.differing += result.differing;
            for (const FormsDifference& d : result.first) {
                if (all.first.size() < 8) all.first.push_back(d);
            }
        }
        progress_.clear();
        report_.say(fmt::format("{:<32}{:>12}{:>12}\n", "coordinates, cells (CPU)", all.points, all.differing));
        nlohmann::ordered_json first = nlohmann::ordered_json::array();
        for (const FormsDifference& d : all.first) {
            report_.say("    " + describe(d) + "\n");
            first.push_back(describe(d));
        }
        json_["forms"] = {{"points", all.points}, {"differing", all.differing}, {"first", first}};
        two_values_ = all.differing;
        all_hold_ &= all.differing == 0;
    }

    void compare_functions(const std::vector<Check>& checks) {
        const Stopwatch time;
        for (std::size_t index = 0; index < checks.size(); ++index) {
            const Check& check = checks[index];
            const CheckResult result = run_check(evaluator_, check, points_, seed_, [&](std::uint64_t done) {
                const double share =
                    (static_cast<double>(index) + static_cast<double>(done) / static_cast<double>(points_)) /
                    static_cast<double>(checks.size());
                const double left = time.seconds() / std::max(share, 1e-9) * (1 - share);
                progress_.show(fmt::format("{:<32}{:>11} %   {:3.0f} % of all, {} left", check.name,
                                           100 * done / points_, 100 * share, duration(left)));
            });
            progress_.clear();
            add(check, result);
        }
    }

    // Ends the report, and returns whether the contract holds.
    bool finish() {
        json_["points"] = total_;
        json_["differing"] = differing_;
        json_["holds"] = all_hold_;
        report_.say(fmt::format(
            "\n{}: {} of {} points differ{}{}\n", all_hold_ ? "The contract holds" : "The contract is BROKEN",
            differing_, total_, mode_ == Mode::fast ? " (fast mode: by 2^-18 at most in one octave)" : "",
            two_values_ > 0 ? fmt::format("; on the CPU {} have another value at their cell", two_values_) : ""));
        report_.finish(json_.dump(2));
        return all_hold_;
    }

  private:
    void add(const Check& check, const CheckResult& r) {
        const bool ok = holds(check, r, mode_);
        all_hold_ &= ok;
        report_.say(fmt::format("{:<32}{:>12}{:>12}{:>10}{:>14.3g}{}\n", check.name, r.points, r.differing,
                                r.largest_ulp, r.largest_difference,
                                check.gradient ? fmt::format("{:>14.3g}", r.largest_gradient_difference) : ""));
        nlohmann::ordered_json first = nlohmann::ordered_json::array();
        for (const Difference& d : r.first) {
            if (!ok) report_.say("    " + describe(d) + "\n");
            first.push_back(describe(d));
        }
        json_["functions"].push_back({{"name", check.name},
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
        total_ += r.points;
        differing_ += r.differing;
    }

    const VerifyOptions& options_;
    std::uint64_t points_;  // of a function
    std::uint32_t seed_;
    Report& report_;
    Gpu gpu_;
    Evaluator evaluator_;
    Mode mode_;
    Progress progress_;
    nlohmann::ordered_json json_;
    std::uint64_t total_ = 0, differing_ = 0;
    std::uint64_t two_values_ = 0;  // points whose value depends on the form
    bool all_hold_ = true;
};

int verify(const VerifyOptions& options) {
    const auto points = static_cast<std::uint64_t>(parse_whole("points", options.points, 1, 4294967296));
    const auto seed = static_cast<std::uint32_t>(parse_whole("seed", options.seed, 0, 4294967295));
    std::vector<Check> checks;
    for (Check& check : all_checks()) {
        if (check.name.find(options.only) != std::string::npos) checks.push_back(std::move(check));
    }
    if (checks.empty()) fail("only: no function has {} in its name", in_quotes(options.only));
    Report report(options.json);
    Verification verification(options, points, seed, report);
    const std::size_t left_out = std::erase_if(checks, [&](const Check& c) { return !verification.can_run(c); });
    if (checks.empty())
        fail("only: these functions need compute shaders, which OpenGL before 4.3 and GLSL ES 3.00 lack");
    verification.say_what_runs();
    verification.probe_driver(left_out == 0);
    verification.compare_integers(checks);
    verification.compare_both_forms(checks);
    verification.compare_functions(checks);
    return verification.finish() ? 0 : 1;
}

}  // namespace

void add_verify(CommandLine& line) {
    auto options = std::make_shared<VerifyOptions>();
    Verb& verb = line.verb("verify", "compare this machine's OpenGL driver with the CPU, bit for bit");
    verb.footer("Tests special values first, then random points and settings of every kind, which depend only on "
                "--seed. On the CPU it also compares both forms of each function: at a coordinate, and at a cell and a "
                "fraction.\n"
                "Exit code: 0 if every bit agrees (in fast mode: within the bounds), 1 if a value differs, 2 if it "
                "could not run.\n\n"
                "  isonoise verify --points 16777216 --json report.json");
    verb.option("--points", options->points, "N", "points per function, 1 to 2^32 [1048576]");
    verb.option("--seed", options->seed, "0..4294967295", "chooses the random points and settings [0]");
    verb.option("--json", options->json, "FILE", "also write the report to this file; - is standard output");
    verb.option("--only", options->only, "WORD", "only functions with this in their name, such as 'perlin3' or 'warp'");
    options->gpu.add(verb);
    verb.run([options] { return verify(*options); });
}

}  // namespace isonoise
