// Reports on drivers, as `verify --merge` reads them: one that is taken is written and read back, and merges.
#include "conformance/report.hpp"
#include "error.hpp"
#include "fuzz.hpp"
#include "mutate.hpp"

using namespace isonoise;
using fuzz::expect;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    DriverReport report;
    try {
        report = parse_report(text);
    } catch (const Error& error) {
        fuzz::expect_message(error.what());
        return 0;
    }
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
    // One row for each run at most, however odd the texts in it are.
    const auto rows = static_cast<std::size_t>(std::count(merged.table.begin(), merged.table.end(), '\n'));
    expect(rows <= 2 + 3 * report.runs.size(), "{} rows: {}", rows, merged.table);
    return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
    fuzz::Random random(seed);
    return fuzz::put(fuzz::mutate_json({reinterpret_cast<const char*>(data), size}, random, most), data, most);
}
