// isonoise verify: does this machine's driver return the same bits as the CPU? --merge instead combines many such
// reports into a table.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/options.hpp"
#include "cli/verbs.hpp"
#include "conformance/checks.hpp"
#include "conformance/failing_files.hpp"
#include "conformance/function_check.hpp"
#include "conformance/report.hpp"
#include "error.hpp"
#include "io/file_name.hpp"
#include "io/output.hpp"
#include "io/progress.hpp"
#include "isonoise/untrusted.hpp"
#include "paths.hpp"
#include "platform/system.hpp"
#include "snippet/function_text.hpp"
#include "version.hpp"
#include "words.hpp"

namespace isonoise {
namespace {

// Points per function when comparing the CPU's fast paths, once per instruction set.
constexpr std::uint64_t kFastPoints = 1 << 14;

// --quick.
constexpr std::uint64_t kQuickPoints = 1024;
constexpr double kQuickSeconds = 8;

struct VerifyOptions {
    GpuOptions gpu;
    std::string points = "1048576";
    std::string seed = "0";
    std::string json;
    std::string only;
    bool quick = false;
    std::optional<std::string> merge, output, reproduce, compare;
    FunctionOptions function;
    std::string period;
};

std::string duration(double seconds) {
    if (seconds < 90) return fmt::format("{:.0f} s", seconds);
    if (seconds < 90 * 60) return fmt::format("{:.0f} min", seconds / 60);
    return fmt::format("{:.1f} h", seconds / 3600);
}

// Ctrl+C, `kill` and the like end the comparison; results so far are reported.
struct Interrupted {};
void stop_if_asked() {
    if (EndRequests::asked()) throw Interrupted();
}

std::string today() {
    const std::chrono::year_month_day day(std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
    return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
                       static_cast<unsigned>(day.day()));
}

// The smallest tests of what differs, as files in a folder, one set for each fault.
class FailingCases {
  public:
    FailingCases(std::filesystem::path folder, const Report& report, NoiseDriver& driver)
        : folder_(std::move(folder)), report_(report), driver_(driver) {
        folders_.make(folder_);
        const OutputFile none(FileName(folder_, path_of("test.frag")));  // fails now if no file can be made
    }

    void add(const Check& check, const Difference& difference) {
        FailingCase failing;
        progress_.show(fmt::format("{:<32} smallest test", check.name));
        try {
            failing = reduced(driver_, check, difference);
        } catch (const Error& e) {
            progress_.clear();
            return report_.say(fmt::format("    no smaller test: {}\n", e.what()));
        }
        progress_.clear();
        const std::string fault = fault_of(failing);
        std::string& name = names_[fault + failing.place];  // of overloads each may be wrong
        if (name.empty()) name = write(failing);
        report_.say(fmt::format("    smallest test: {}.*, {}\n", quoted_name(folder_ / path_of(name)), fault));
    }

  private:
    // Returns the files' name: "isonoise-lerp", with a number where another fault has it, of this run or an earlier
    // one.
    std::string write(const FailingCase& failing) {
        const auto files = files_of(failing, driver_.info());
        std::string name;
        for (const char c : failing.helper.empty() ? failing.function : failing.helper)
            name += std::isalnum(static_cast<unsigned char>(c)) ? c : '-';
        while (name.ends_with('-'))
            name.pop_back();
        const std::string first = name;
        const auto is_taken = [&] {
            const FileName file(folder_, path_of(name + ".frag"));
            std::error_code error;
            return std::filesystem::exists(file.path(), error) && read_text(file, "test") != files.at(".frag");
        };
        for (int number = 2; is_taken(); ++number)
            name = fmt::format("{}-{}", first, number);
        for (const auto& [extension, text] : files) {
            OutputFile output(FileName(folder_, path_of(name + extension)));
            output.write(text);
            output.commit();
        }
        return name;
    }

    std::filesystem::path folder_;
    NewFolders folders_;
    const Report& report_;
    NoiseDriver& driver_;
    Progress progress_;
    std::map<std::string, std::string> names_;  // of files, by fault and place
};

// One run of `verify`: prints its table and collects the report.
class Verification {
  public:
    Verification(const VerifyOptions& options, std::uint64_t points, std::uint32_t seed, Report& report)
        : options_(options), points_(points), seed_(seed), report_(report), gpu_(options.gpu), driver_(gpu_.driver()) {
        if (const std::filesystem::path folder = folder_of_cases(options); !folder.empty())
            cases_.emplace(folder, report, driver_);
    }

    bool can_run(const Check& check) const { return isonoise::can_run(driver_, check); }

    // Returns whether the contract holds.
    bool run(const std::vector<Check>& checks, bool has_compute) {
        say_what_runs();
        bool partial = false;
        try {
            probe_driver(has_compute);
            compare_integers(checks);
            compare_functions(checks);
        } catch (const Interrupted&) {
            progress_.clear();
            partial = true;
        }
        return finish(partial);
    }

  private:
    // Beside the report, unless the user names one.
    static std::filesystem::path folder_of_cases(const VerifyOptions& options) {
        if (options.reproduce) return path_of(*options.reproduce);
        if (options.json.empty() || options.json == "-") return {};
        return path_of(options.json).replace_extension() += "-cases";
    }

    void say_what_runs() {
        const DriverInfo& info = driver_.info();
        run_.language = info.language;
        run_.mode = kModes[static_cast<int>(driver_.mode())];
        run_.renderer = info.renderer;
        run_.vendor = info.vendor;
        run_.version = info.version;
        report_.say(fmt::format("isonoise {}\nsystem    {}\nrenderer  {}\nvendor    {}\nversion   {}\n"
                                "shaders   {}, mode {}\n{}seed      {}\n\n",
                                kVersion, system_name(), info.renderer, info.vendor, info.version, run_.language,
                                run_.mode, info.floats.empty() ? "" : "floats    " + info.floats + "\n", seed_));
    }

    // Measures the driver's arithmetic, unprotected and in each protected mode that this GLSL version has.
    void probe_driver(bool has_compute) {
        for (Mode kind : {Mode::fast, Mode::precise, Mode::zero}) {
            const char* name = kind == Mode::fast ? "unprotected" : kind == Mode::precise ? "precise" : "opaque zero";
            std::string words = "not there";
            try {
                const Arithmetic found = driver_.arithmetic(kind);
                run_.arithmetic[kModes[static_cast<int>(kind)]] = found;
                words = in_words(found);
                if (kind != Mode::fast && (found.fuses || found.reorders || found.combines))
                    words += kind == Mode::zero ? "; this compiler sees through it: please report the driver"
                                                : "; this driver ignores it: please report it";
            } catch (const Error&) {
                if (kind != Mode::precise || driver_.info().glsl >= 400) throw;  // optional in GLSL 3.30
            }
            report_.say(fmt::format("{:<32}{}\n", name, words));
        }
        report_.say(has_compute ? "\n" : "compute shaders                 not there\n\n");
    }

    // Cells, hashes and choices: if these integers differ, the floats must differ too.
    void compare_integers(const std::vector<Check>& checks) {
        Counts all;
        for (const Check& check : checks) {
            if (check.cells || check.gradient || check.function || has_octaves(check)) continue;
            stop_if_asked();
            progress_.show(fmt::format("{:<32}cells, hashes, choices", check.name));
            const std::uint64_t count = std::min<std::uint64_t>(points_, 1 << 20);
            all.differing += differing_integers(driver_, check, count, seed_);
            all.points += count;
        }
        progress_.clear();
        report_.say(fmt::format("{:<32} {:>12} {:>8} {:>12} {:>10} {:>12} {:>12}\n", "differing from the definition",
                                "points", "CPU", "GPU", "max ULP", "max |dv|", "max |dg|"));
        report_.say(
            fmt::format("{:<32} {:>12} {:>8} {:>12}\n", "cells, hashes, choices", all.points, "", all.differing));
        run_.integers = all;
    }

    void compare_functions(const std::vector<Check>& checks) {
        const Stopwatch time;
        for (std::size_t index = 0; index < checks.size(); ++index) {
            const Check& check = checks[index];
            stop_if_asked();
            if (options_.quick && time.seconds() > kQuickSeconds) {
                ended_early_ =
                    fmt::format(" in the {} of {} functions that --quick had time for", index, checks.size());
                throw Interrupted();
            }
            const FastResult fast = compare_fast(check, std::min<std::uint64_t>(points_, kFastPoints), seed_);
            const CheckResult result = run_check(driver_, check, points_, seed_, [&](std::uint64_t done) {
                stop_if_asked();
                const double fraction =
                    (static_cast<double>(index) + static_cast<double>(done) / static_cast<double>(points_)) /
                    static_cast<double>(checks.size());
                const double left = time.seconds() / std::max(fraction, 1e-9) * (1 - fraction);
                progress_.show(fmt::format("{:<32} {:>11} %   {:3.0f} % of all, {} left", check.name,
                                           100 * done / points_, 100 * fraction, duration(left)));
            });
            progress_.clear();
            add(check, fast, result);
        }
    }

    void add(const Check& check, const FastResult& fast, const CheckResult& r) {
        const bool ok = r.differing == 0;
        run_.holds &= ok && fast.differing == 0;
        const bool is_nan = r.largest_ulp > 0xFFFFFFFFu;
        report_.say(fmt::format("{:<32} {:>12} {:>8} {:>12} {:>10} {:>12.3g}{}\n", check.name, r.points, fast.differing,
                                r.differing, is_nan ? "NaN" : std::to_string(r.largest_ulp), r.largest_difference,
                                check.gradient ? fmt::format(" {:>12.3g}", r.largest_gradient_difference) : ""));
        FunctionCounts& function = run_.functions.emplace_back();
        function.name = check.name;
        function.points = r.points;
        function.differing = r.differing;
        if (!is_nan) function.largest_ulp = r.largest_ulp;
        function.largest_difference = r.largest_difference;
        function.largest_gradient_difference = r.largest_gradient_difference;
        function.fast = {fast.points, fast.differing, {}};
        for (const FastDifference& d : fast.first) {
            function.fast->first.push_back(describe(d));
            report_.say("    " + function.fast->first.back() + "\n");
        }
        if (ok) return;
        for (const Difference& d : r.first) {
            function.first.push_back(describe(d));
            report_.say("    " + function.first.back() + "\n");
        }
        if (cases_) cases_->add(check, r.first[0]);
    }

    bool finish(bool partial) {
        std::string also;
        const auto tell = [&](const std::optional<Counts>& counts, const char* what) {
            if (!counts || counts->differing == 0) return;
            run_.holds = false;
            also += fmt::format("; {} of {} {}", counts->differing, counts->points, what);
        };
        tell(run_.integers, "differ in cells, hashes or choices");
        tell(run_.fast(), "differ on the CPU");
        report_.say(fmt::format("\n{}: {} of {} differ{}\n",
                                !run_.holds             ? "The contract is BROKEN"
                                : !ended_early_.empty() ? "The contract holds" + ended_early_
                                : partial               ? "Interrupted: the contract holds so far"
                                                        : "The contract holds",
                                run_.differing(), counted(run_.points(), "point"), also));
        report_.finish(to_json(DriverReport{.isonoise = kVersion,
                                            .program = "verify",
                                            .date = today(),
                                            .os = system_name(),
                                            .browser = "",
                                            .seed = seed_,
                                            .partial = partial,
                                            .runs = {run_}}));
        return run_.holds;
    }

    const VerifyOptions& options_;
    std::uint64_t points_;  // per function
    std::uint32_t seed_;
    Report& report_;
    AnyDriver gpu_;
    NoiseDriver& driver_;
    Progress progress_;
    DriverRun run_;
    std::optional<FailingCases> cases_;
    std::string ended_early_;  // why
};

// ---- Many reports

// Reads all reports of a folder: its files NAME.json. Throws Error with one line per rejected file.
std::vector<NamedReport> read_reports(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> paths;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (entry->path().extension() == ".json") paths.push_back(entry->path());
    if (error) fail("merge: cannot read the folder {}: {}", in_quotes(folder.string()), error.message());
    if (paths.empty()) fail("merge: expected reports, files NAME.json, in the folder {}", in_quotes(folder.string()));
    std::sort(paths.begin(), paths.end());
    std::vector<NamedReport> reports;
    std::map<std::string, std::string> names;  // which report has this text
    std::vector<std::string> refused;
    for (const std::filesystem::path& path : paths) {
        const std::string quoted = in_quotes(path.filename().string());
        const std::string name = quoted.substr(1, quoted.size() - 2);
        try {
            const std::string text = read_text({folder, path.filename()}, "report");
            reports.push_back({name, parse_report(text)});
            const auto [first, is_new] = names.emplace(text, name);
            if (!is_new) fail("expected another report than that in {}", first->second);
        } catch (const Error& e) {
            refused.push_back(fmt::format("{}: {}", name, e.what()));
        }
    }
    if (!refused.empty()) fail("{}", fmt::join(refused, "\nisonoise: "));
    return reports;
}

// --merge and --compare only read reports: refuses options that they would ignore.
void check_no_others(const VerifyOptions& options, const char* name, const char* expected) {
    const VerifyOptions defaults;
    if (options.points != defaults.points || options.seed != defaults.seed || !options.json.empty() ||
        !options.only.empty() || options.quick || options.reproduce || options.gpu.any())
        fail("{}: expected no other option{}, since it runs nothing", name, expected);
}

// Two reports: what has changed.
int compare_reports(const VerifyOptions& options) {
    check_no_others(options, "compare", "");
    if (options.output || options.merge) fail("compare: expected no other option, since it runs nothing");
    if (!options.function.file) fail("compare: expected two reports, --compare A.json B.json");
    std::vector<DriverReport> reports;
    for (const std::string& file : {*options.compare, *options.function.file}) {
        try {
            reports.push_back(parse_report(read_text(path_of(file), "report")));
        } catch (const Error& e) {
            fail("{}: {}", quoted_name(path_of(file)), e.what());
        }
    }
    const Comparison found = compare(reports[0], reports[1]);
    for (const auto& lines : {found.drivers, found.changes}) {
        for (const std::string& line : lines)
            print(line + "\n");
    }
    print(fmt::format("{}: {} in both\n", found.changes.empty() ? "The same results" : "DIFFERENT results",
                      counted(found.functions, "function")));
    return found.changes.empty() ? 0 : 1;
}

int merge_reports(const VerifyOptions& options) {
    check_no_others(options, "merge", " except -o");
    const auto [table, contradictions] = merge(read_reports(path_of(*options.merge)));
    OutputFile file(path_of(options.output.value_or("-")));
    file.write(table);
    file.commit();
    for (const std::string& words : contradictions)
        std::fprintf(stderr, "isonoise: %s\n", words.c_str());
    return contradictions.empty() ? 0 : 1;
}

// Compares a function of the user.
int verify_function(const VerifyOptions& options, std::uint64_t points, std::uint32_t seed) {
    if (!options.json.empty() || !options.only.empty() || options.reproduce)
        fail("expected none of --json, --only and --reproduce with a function");
    Function function = *options.function.function();
    set_period(function, options.period, "");
    AnyDriver gpu(options.gpu);
    const DriverInfo& info = gpu.driver().info();
    print(fmt::format("isonoise {}\nrenderer  {}\nversion   {}\nshaders   {}\n\n", kVersion, info.renderer,
                      info.version, info.language));
    bool equal = true;
    const auto compare = [&](const Function& one, const char* name) {
        Progress progress;
        const FunctionResult result = check_function(gpu.driver(), one, function_shader(one, options.gpu.files()),
                                                     points, seed, [&](std::uint64_t done) {
                                                         stop_if_asked();
                                                         progress.show(fmt::format("{} %", 100 * done / points));
                                                     });
        progress.clear();
        for (const std::string& words : result.first)
            print("    " + words + "\n");
        if (result.undefined > 0)
            print(fmt::format("{}: {} NaN on the CPU alone, which is left to the driver (docs/functions.md): not "
                              "counted\n",
                              name,
                              result.undefined == 1 ? "1 point is" : fmt::format("{} points are", result.undefined)));
        print(fmt::format("{}: {}: {} of {} differ\n", name, result.differing == 0 ? "equal bits" : "DIFFERENT bits",
                          result.differing, counted(result.points, "point")));
        equal &= result.differing == 0;
    };
    compare(function, "noise");
    std::optional<Function> with_gradient;
    try {
        with_gradient.emplace(function.with_gradient());
    } catch (const Error& e) {
        const std::string why = e.what();
        print(fmt::format("no gradient: {}\n", why.substr(0, why.find('\n'))));
    }
    if (with_gradient) compare(*with_gradient, "noise_gradient");
    return equal ? 0 : 1;
}

// The checks that every word of the list `only` selects: a word is a part of the name, or a dimension such as 3d; after
// a minus it selects all others.
std::vector<Check> chosen_checks(const std::string& only) {
    std::vector<Check> checks = all_checks();
    if (only.empty()) return checks;
    const std::vector<std::string_view> words = split_list(only);
    for (std::string_view word : words) {
        const bool without = word.starts_with('-');
        if (without) word.remove_prefix(1);
        if (word.empty()) fail("only: expected words with commas between, got {}", in_quotes(only));
        const bool is_dim = word.size() == 2 && word[1] == 'd' && word[0] >= '1' && word[0] <= '4';
        std::erase_if(checks, [&](const Check& check) {
            return without ==
                   (is_dim ? check.settings.dim == word[0] - '0' : check.name.find(word) != std::string::npos);
        });
        if (checks.empty())
            fail("only: no function is left {} {} in its name{}", without ? "without" : "with", in_quotes(word),
                 words.size() > 1 ? ", after the words before it" : "");
    }
    return checks;
}

// In another order, so that the first ones are of all kinds.
void spread(std::vector<Check>& checks) {
    constexpr std::size_t kStep = 17;
    std::vector<Check> all;
    for (std::size_t first = 0; first < kStep; ++first) {
        for (std::size_t i = first; i < checks.size(); i += kStep)
            all.push_back(checks[i]);
    }
    checks = std::move(all);
}

int verify(const VerifyOptions& options) {
    if (options.compare) return compare_reports(options);
    if (options.merge) return merge_reports(options);
    if (options.output) fail("o: needs --merge; --json FILE writes a report");
    if (options.reproduce && options.reproduce->empty()) fail("reproduce: the name of the folder is empty");
    auto points = static_cast<std::uint64_t>(parse_whole("points", options.points, 1, 4294967296));
    if (options.quick) {
        if (options.points != VerifyOptions().points) fail("quick: expected no --points, which it chooses");
        points = kQuickPoints;
    }
    const auto seed = static_cast<std::uint32_t>(parse_whole("seed", options.seed, 0, 4294967295));
    if (options.function.file) return verify_function(options, points, seed);
    for (const auto& [name, text] : {std::pair("set", options.function.set), std::pair("period", options.period)})
        if (!text.empty()) fail("{}: needs a function, FILE.glsl", name);
    std::vector<Check> checks = chosen_checks(options.only);
    if (options.quick) spread(checks);
    bool holds = false;
    {
        const EndRequests requests;
        Report report(options.json);
        Verification verification(options, points, seed, report);
        const std::size_t left_out = std::erase_if(checks, [&](const Check& c) { return !verification.can_run(c); });
        if (checks.empty())
            fail("only: these functions need compute shaders, which OpenGL before 4.3 and GLSL ES 3.00 lack");
        holds = verification.run(checks, left_out == 0);
    }
    EndRequests::end();
    return holds ? 0 : 1;
}

}  // namespace

void add_verify(CommandLine& line) {
    auto options = std::make_shared<VerifyOptions>();
    Verb& verb = line.verb("verify", "compare this machine's GPU driver with the CPU, bit for bit");
    verb.footer("Tests special values first, then random points and settings of every kind, which depend only on "
                "--seed. With 2^32 points a function of one coordinate gets every float once instead. On the CPU it "
                "also compares both forms of each function: at a coordinate, and at a cell and a fraction.\n"
                "Exit code: 0 if every bit agrees, 1 if a value differs, 2 if it "
                "could not run. --reproduce looks for the smallest test of each difference: fewer settings, a simple "
                "point, one function of the library, as few operations as still differ. With --json FILE.json it does "
                "so by itself, in the folder FILE-cases. After Ctrl+C the report has the functions compared so far, "
                "and says that it is "
                "partial.\n"
                "--merge compares nothing: it reads the files NAME.json of a folder, reports of --json or of the page, "
                "and prints a table of drivers. Exit code: 0, 1 if two reports of a driver contradict each other, 2 if "
                "a report is malformed, which leaves no table.\n"
                "--compare exits with 0 if both reports have the same results, and 1 if not.\n\n"
                "  isonoise verify --quick\n"
                "  isonoise verify --points 16777216 --json report.json\n"
                "  isonoise verify --only perlin,3d --reproduce cases\n"
                "  isonoise verify --vulkan --device NVIDIA\n"
                "  isonoise verify --compare before.json after.json\n"
                "  isonoise verify --merge reports -o table.md");
    options->function.add(verb, "a function instead of the library's");
    verb.option("--period", options->period, "N,N,...", "units until the function repeats, one count per axis");
    verb.option("--points", options->points, "N", "points per function, 1 to 2^32 [1048576]");
    verb.option("--seed", options->seed, "0..4294967295", "chooses the random points and settings [0]");
    verb.option("--json", options->json, "FILE", "also write the report to this file; - is standard output");
    verb.option("--only", options->only, "WORD,...",
                "only functions with these words in their names, such as 'perlin3' or 'warp'; 1d to 4d: of that "
                "dimension; -WORD: without it");
    verb.flag("--quick", options->quick, "1024 points of as many functions as eight seconds allow");
    verb.option("--reproduce", options->reproduce, "DIR",
                "where bits differ: write the smallest tests to this folder, for piglit, Amber and browsers");
    verb.option("--compare", options->compare, "A.json B.json", "run nothing: print what changed from report A to B");
    verb.option("--merge", options->merge, "DIR", "print the table of all reports in this folder");
    verb.option("-o", options->output, "FILE", "with --merge: write the table to this file; - is standard output [-]");
    options->gpu.add(verb);
    options->gpu.add_vulkan(verb);
    verb.run([options] { return verify(*options); });
}

}  // namespace isonoise
