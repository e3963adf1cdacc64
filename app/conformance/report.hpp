// Driver reports as written by `verify` and the page and defined by docs/report.schema.json, and the table of
// docs/conformance.md that combines many of them. Reads and writes text, not files.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/arithmetic.hpp"

namespace isonoise {

struct Counts {
    std::uint64_t points = 0;
    std::uint64_t differing = 0;     // points with any differing bit
    std::vector<std::string> first;  // the first differing inputs, in words
    bool operator==(const Counts&) const = default;
};

struct FunctionCounts : Counts {
    std::string name;
    // If any point differs: the largest difference, empty if a number is NaN; for derivatives in multiples of
    // frequency.
    std::optional<std::uint64_t> largest_ulp;
    std::optional<double> largest_difference, largest_gradient_difference;
    std::optional<Counts> fast;  // the CPU's fast paths
};

// One language of one driver.
struct DriverRun {
    std::string language;                   // one of kLanguages
    std::string mode;                       // one of kModes; `exact` if the language itself guarantees exact operations
    std::string renderer, vendor, version;  // of the driver
    std::map<std::string, Arithmetic> arithmetic;  // by mode: fast, precise, zero
    std::optional<Counts> integers;                // cells, hashes and choices
    std::optional<Counts> forms;                   // in older reports: coordinates against cells, on the CPU
    std::vector<FunctionCounts> functions;
    bool holds = true;   // whether the contract holds
    std::string failed;  // why the run could not complete; empty if it did

    // Sums over all functions.
    std::uint64_t points() const;
    std::uint64_t differing() const;
    std::optional<Counts> fast() const;
};

inline constexpr const char* kLanguages[] = {"GLSL 3.30", "GLSL 4.00",  "GLSL 4.10",  "GLSL 4.20",    "GLSL 4.30",
                                             "GLSL 4.40", "GLSL 4.50",  "GLSL 4.60",  "GLSL ES 3.00", "SPIR-V",
                                             "WGSL",      "JavaScript", "WebAssembly"};
std::string in_words(const Arithmetic& arithmetic);  // "reorders sums, rounds nearest-even"

struct DriverReport {
    std::string isonoise;  // version
    std::string program;   // verify, page
    std::string date;      // 2026-11-24
    std::string os;
    std::string browser;  // empty for programs
    std::uint32_t seed = 0;
    bool partial = false;  // interrupted: some functions are missing
    std::vector<DriverRun> runs;
};

// Truncates untrusted text (e.g. a driver's name) and strips control characters.
std::string to_json(const DriverReport& report);

// Throws Error that names the place in the text and what was expected there.
DriverReport parse_report(std::string_view json);

struct NamedReport {
    std::string name;  // for messages
    DriverReport report;
};

struct Merged {
    std::string table;  // Markdown: one row per driver, system, language and mode, sorted by vendor
    std::vector<std::string> contradictions;
};
Merged merge(const std::vector<NamedReport>& reports);

// Compares two reports by language and mode, for example those of a driver before and after an update.
struct Comparison {
    std::size_t functions = 0;         // that both have
    std::vector<std::string> drivers;  // in words, one line each: how their names and versions differ
    std::vector<std::string> changes;  // likewise, of the results; empty if all are the same
};
Comparison compare(const DriverReport& before, const DriverReport& after);

}  // namespace isonoise
