// Reports on drivers, as `verify` and the page write them and docs/report.schema.json defines them; and the table of
// docs/conformance.md that many reports make. Reads and writes texts, not files.
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
    // If any point differs: the largest difference, empty if a number is NaN; of derivatives in multiples of frequency.
    std::optional<std::uint64_t> largest_ulp;
    std::optional<double> largest_difference, largest_gradient_difference;
    std::optional<Counts> fast;  // on the CPU: its fast paths
};

// One language of one driver.
struct DriverRun {
    std::string language;                   // one of kLanguages
    std::string mode;                       // one of kModes; `exact` if the language itself rounds each operation
    std::string renderer, vendor, version;  // of the driver
    std::map<std::string, Arithmetic> arithmetic;  // by mode: fast, precise, zero
    std::optional<Counts> integers;                      // cells, hashes and choices
    std::optional<Counts> forms;                         // of older reports: on the CPU, coordinates against cells
    std::vector<FunctionCounts> functions;
    bool holds = true;   // the contract
    std::string failed;  // why the run could not be completed; empty if it was

    // Sums over all functions.
    std::uint64_t points() const;
    std::uint64_t differing() const;
    std::optional<Counts> fast() const;
};

inline constexpr const char* kLanguages[] = {"GLSL 3.30",    "GLSL 4.00", "GLSL 4.10",  "GLSL 4.20",
                                             "GLSL 4.30",    "GLSL 4.40", "GLSL 4.50",  "GLSL 4.60",
                                             "GLSL ES 3.00", "WGSL",      "JavaScript", "WebAssembly"};
std::string in_words(const Arithmetic& probe);  // "reorders sums, rounds nearest-even"
std::string language_of(int glsl);                    // "GLSL 4.50", as kLanguages has it

struct DriverReport {
    std::string isonoise;  // its version
    std::string program;   // verify, page
    std::string date;      // 2026-11-24
    std::string os;
    std::string browser;  // empty for programs
    std::uint32_t seed = 0;
    bool partial = false;  // interrupted: lacks functions
    std::vector<DriverRun> runs;
};

// Texts from outside, such as a driver's name, are cut and freed of control characters.
std::string to_json(const DriverReport& report);

// Throws Error that names the place in the text and what was expected there.
DriverReport parse_report(std::string_view json);

struct NamedReport {
    std::string name;  // in messages
    DriverReport report;
};

struct Merged {
    std::string table;  // in Markdown: a row for each driver, system, language and mode, sorted
    std::vector<std::string> contradictions;
};
Merged merge(const std::vector<NamedReport>& reports);

}  // namespace isonoise
