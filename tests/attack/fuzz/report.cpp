// Driver reports as read by `verify --merge`: an accepted one survives writing and reading, and merges.
#include <optional>
#include <set>
#include <tuple>

#include "conformance/report.hpp"
#include "error.hpp"
#include "fuzz.hpp"
#include "mutate.hpp"

using namespace isonoise;
using fuzz::expect;

namespace {

void check_counts(const Counts& counts) {
    expect(counts.differing <= counts.points, "{} of {} points differ", counts.differing, counts.points);
}

// The promises of docs/conformance.md for every accepted report.
void check(const DriverReport& report) {
    std::set<std::tuple<std::string, std::string, std::string, std::string>> runs;
    for (const DriverRun& run : report.runs) {
        const auto [at, is_new] = runs.emplace(run.renderer, run.version, run.language, run.mode);
        expect(is_new, "taken with two runs of {}", run.renderer);
        std::set<std::string> names;
        std::uint64_t others = 0;
        for (const FunctionCounts& function : run.functions) {
            expect(names.insert(function.name).second, "taken with the function {} twice", function.name);
            check_counts(function);
        }
        for (const std::optional<Counts>& counts : {run.integers, run.forms}) {
            if (counts) check_counts(*counts);
            if (counts) others += counts->differing;
        }
        if (run.holds) {
            expect(others == 0 && run.failed.empty(), "{} holds, although it failed", run.renderer);
            expect(run.differing() == 0, "{} holds, although points differ", run.renderer);
        } else {
            expect(others + run.differing() > 0 || !run.failed.empty(), "{} is broken without a reason", run.renderer);
        }
    }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    DriverReport report;
    try {
        report = parse_report(text);
    } catch (const Error& error) {
        fuzz::expect_message(error.what());
        return 0;
    }
    check(report);
    const std::string json = to_json(report);
    DriverReport again;
    try {
        again = parse_report(json);
    } catch (const Error& error) {
        fuzz::broken(fmt::format("its own text is refused: {}: {}", error.what(), json));
    }
    expect(to_json(again) == json, "written differently: {} and {}", json, to_json(again));
    DriverReport other = report;
    other.os += " 2";
    const Merged merged = merge({{"a.json", report}, {"b.json", again}, {"c.json", other}});
    for (const std::string& line : merged.contradictions)
        fuzz::expect_message(line);
    std::string table = merged.table;
    std::replace(table.begin(), table.end(), '\n', ' ');
    fuzz::expect_message(table);
    // At most one row per run, whatever the texts.
    const auto rows = static_cast<std::size_t>(std::count(merged.table.begin(), merged.table.end(), '\n'));
    expect(rows <= 2 + 3 * report.runs.size(), "{} rows: {}", rows, merged.table);
    return 0;
}

// Mostly corrects the sums: otherwise nearly every mutation would be rejected for them.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
    fuzz::Random random(seed);
    std::string text = fuzz::mutate_json({reinterpret_cast<const char*>(data), size}, random, most);
    if (random() / 8 % 4 > 0) text = fuzz::with_sums(text, most);
    return fuzz::put(text, data, most);
}
