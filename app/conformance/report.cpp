#include "conformance/report.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "error.hpp"
#include "gpu/shader.hpp"
#include "io/json.hpp"
#include "isonoise/characters.hpp"
#include "isonoise/untrusted.hpp"
#include "words.hpp"

namespace isonoise {
namespace {

// The limits of docs/report.schema.json.
constexpr int kReportSchema = 1;
constexpr std::size_t kName = 200, kSentence = 1000;  // characters
constexpr std::size_t kFunctions = 1000, kRuns = 20, kFirst = 8;
constexpr std::uint64_t kPoints = std::uint64_t{1} << 40, kSum = std::uint64_t{1} << 50;
constexpr std::uint64_t kUlp = 0xFFFFFFFFu;
constexpr const char* kPrograms[] = {"verify", "page"};
constexpr const char* kArithmeticModes[] = {"fast", "precise", "zero"};

// ---- Texts

// Replaces control characters and invalid UTF-8 with `?`, and truncates to `most` characters.
std::string plain(std::string_view text, std::size_t most) {
    std::string all;
    for (std::size_t count = 0; !text.empty() && count < most; ++count) {
        const auto [code, size] = first_character(text);
        all += size > 0 && !is_hidden(code) ? text.substr(0, size) : "?";
        text.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return all;
}

// Escapes text for a cell of a Markdown table: punctuation that Markdown, HTML or GitHub could interpret becomes an
// entity. (bindings/web/report.js does the same.)
std::string in_markdown(std::string_view text) {
    const auto is_letter = [&](std::size_t i) {
        return i < text.size() && std::isalnum(static_cast<unsigned char>(text[i]));
    };
    std::string all;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool in_word = text[i] == '_' && is_letter(i - 1) && is_letter(i + 1);
        const bool in_link =
            text.substr(i).starts_with("://") || (text[i] == '.' && text.substr(0, i).ends_with("www"));
        if (in_link || (!in_word && std::string_view("\\`*_[]|~<>&$@#!").find(text[i]) != std::string_view::npos)) {
            all += fmt::format("&#{};", static_cast<int>(text[i]));
        } else {
            all += text[i];
        }
    }
    return all;
}

// 1048576 as "1 048 576".
std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3; at -= 3)
        text.insert(at - 3, " ");
    return text;
}

// ---- Writing

Json to_json(const Counts& counts) {
    Json json = {{"points", counts.points}, {"differing", counts.differing}};
    if (!counts.first.empty()) json["first"] = Json::array();
    for (const std::string& words : counts.first)
        json["first"].push_back(plain(words, kSentence));
    return json;
}

Json to_json(const FunctionCounts& function) {
    Json json = {{"name", function.name}};
    json.update(to_json(static_cast<const Counts&>(function)));
    if (function.fast) json["fast"] = to_json(*function.fast);
    if (function.differing == 0) return json;
    const auto finite = [](const std::optional<double>& x) { return x && std::isfinite(*x) ? Json(*x) : Json(); };
    json["largest_ulp"] = function.largest_ulp ? Json(*function.largest_ulp) : Json();
    json["largest_difference"] = finite(function.largest_difference);
    json["largest_gradient_difference"] = finite(function.largest_gradient_difference);
    return json;
}

Json to_json(const Arithmetic& arithmetic) {
    return {{"fuses", arithmetic.fuses},
            {"reorders", arithmetic.reorders},
            {"combines", arithmetic.combines},
            {"flushes", arithmetic.flushes},
            {"rounds", kRoundings[static_cast<int>(arithmetic.rounds)]}};
}

Json to_json(const DriverRun& run) {
    Json json = {{"language", run.language},
                 {"mode", run.mode},
                 {"driver",
                  {{"renderer", plain(run.renderer, kName)},
                   {"vendor", plain(run.vendor, kName)},
                   {"version", plain(run.version, kName)}}},
                 {"arithmetic", Json::object()}};
    for (const auto& [mode, arithmetic] : run.arithmetic)
        json["arithmetic"][mode] = to_json(arithmetic);
    if (run.integers) json["integers"] = to_json(*run.integers);
    json["functions"] = Json::array();
    for (const FunctionCounts& function : run.functions)
        json["functions"].push_back(to_json(function));
    json["points"] = run.points();
    json["differing"] = run.differing();
    json["holds"] = run.holds;
    if (!run.failed.empty()) json["failed"] = plain(run.failed, kSentence);
    return json;
}

// Indented JSON, with innermost objects and lists on one line: one line per function.
std::string in_lines(const Json& json, const std::string& indent) {
    if (!json.is_structured()) return to_text(json);
    const bool one = std::none_of(json.begin(), json.end(), [](const Json& each) { return each.is_structured(); });
    const std::string start = one ? "" : "\n  " + indent;
    std::string text;
    for (const auto& [key, value] : json.items()) {
        text += (text.empty() ? start
                 : one        ? ", "
                              : "," + start) +
                (json.is_object() ? to_text(Json(key)) + ": " : "") + in_lines(value, indent + "  ");
    }
    if (!one) text += "\n" + indent;
    return json.is_object() ? "{" + text + "}" : "[" + text + "]";
}

// ---- Reading

// A value and its path in the report, such as runs[0].driver.
class Field {
  public:
    Field(const Json& json, std::string path) : json_(json), path_(std::move(path)) {}

    // Rejects non-objects, missing keys and unknown keys.
    void object(const std::vector<std::string>& required, const std::vector<std::string>& optional = {}) const {
        if (!json_.is_object()) expected("an object");
        const auto lists = [](const auto& list, const std::string& key) {
            return std::find(list.begin(), list.end(), key) != list.end();
        };
        for (const auto& item : json_.items()) {
            if (lists(required, item.key()) || lists(optional, item.key())) continue;
            auto known = required;
            known.insert(known.end(), optional.begin(), optional.end());
            problem("unknown key {}: expected {}", in_quotes(item.key()), fmt::join(known, ", "));
        }
        for (const std::string& key : required) {
            if (!json_.contains(key)) problem("expected the key {}", in_quotes(key));
        }
    }
    bool has(const char* key) const { return json_.contains(key); }
    Field operator[](const char* key) const {
        return {json_.at(key), path_.empty() ? key : fmt::format("{}.{}", path_, key)};
    }
    template <class Read> auto list(std::size_t most, Read read) const {
        if (!json_.is_array() || json_.size() > most) expected(fmt::format("a list of at most {}", most));
        std::vector<decltype(read(*this))> all;
        for (const Json& item : json_)
            all.push_back(read(Field(item, fmt::format("{}[{}]", path_, all.size()))));
        return all;
    }
    std::string text(std::size_t least, std::size_t most) const {
        const std::string* text = json_.get_ptr<const std::string*>();
        if (!text || text->size() < least || plain(*text, most) != *text)
            expected(fmt::format("a text of {} to {} characters without control characters", least, most));
        return *text;
    }
    template <std::size_t N> std::string word(const char* const (&words)[N]) const {
        const std::string* text = json_.get_ptr<const std::string*>();
        if (!text || std::find(std::begin(words), std::end(words), *text) == std::end(words))
            expected(fmt::format("one of {}", fmt::join(words, ", ")));
        return *text;
    }
    // JSON Schema accepts 3.0 as an integer.
    std::uint64_t whole(std::uint64_t most) const {
        const double number = json_.is_number() ? json_.get<double>() : -1;
        if (!(number >= 0 && number <= static_cast<double>(most)) || number != std::floor(number))
            expected(fmt::format("a whole number from 0 to {}", most));
        return static_cast<std::uint64_t>(number);
    }
    std::optional<double> difference() const {
        if (json_.is_null()) return {};
        if (!json_.is_number() || json_.get<double>() < 0) expected("a number from 0 on, or null");
        return json_.get<double>();
    }
    bool flag() const {
        if (!json_.is_boolean()) expected("true or false");
        return json_.get<bool>();
    }
    bool is_null() const { return json_.is_null(); }

    [[noreturn]] void expected(const std::string& what) const {
        problem("expected {}, got {}", what, in_quotes(json_.dump(-1, ' ', true)));
    }
    template <class... Args> [[noreturn]] void problem(fmt::format_string<Args...> format, Args&&... args) const {
        const std::string what = fmt::format(format, std::forward<Args>(args)...);
        throw Error(path_.empty() ? what : path_ + ": " + what);
    }

  private:
    const Json& json_;
    std::string path_;
};

bool is_number(std::string_view text, std::size_t least, std::size_t most) {
    return text.size() >= least && text.size() <= most &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string read_version(const Field& field) {
    std::string version = field.text(1, kName);
    const std::size_t first = version.find('.'), second = version.find('.', first + 1);
    if (first == std::string::npos || second == std::string::npos || !is_number(version.substr(0, first), 1, 4) ||
        !is_number(version.substr(first + 1, second - first - 1), 1, 4) || !is_number(version.substr(second + 1), 1, 4))
        field.expected("a version such as 0.1.0");
    return version;
}

std::string read_date(const Field& field) {
    std::string date = field.text(1, kName);
    const auto within = [&](std::size_t at, const char* least, const char* most) {
        const std::string part = date.substr(at, 2);
        return is_number(part, 2, 2) && part >= least && part <= most;
    };
    if (date.size() != 10 || !date.starts_with("20") || !within(2, "00", "99") || date[4] != '-' ||
        !within(5, "01", "12") || date[7] != '-' || !within(8, "01", "31"))
        field.expected("a date such as 2026-11-24");
    return date;
}

Counts read_counts(const Field& field, std::uint64_t most) {
    Counts counts{field["points"].whole(most), field["differing"].whole(most), {}};
    if (field.has("first"))
        counts.first = field["first"].list(kFirst, [](const Field& words) { return words.text(1, kSentence); });
    if (counts.differing > counts.points)
        field["differing"].problem("expected at most {}, the points, got {}", counts.points, counts.differing);
    return counts;
}

FunctionCounts read_function(const Field& field) {
    field.object({"name", "points", "differing"},
                 {"first", "fast", "largest_ulp", "largest_difference", "largest_gradient_difference"});
    FunctionCounts function;
    static_cast<Counts&>(function) = read_counts(field, kPoints);
    function.name = field["name"].text(1, kName);
    if (field.has("fast")) {
        field["fast"].object({"points", "differing"}, {"first"});
        function.fast = read_counts(field["fast"], kPoints);
    }
    if (field.has("largest_ulp") && !field["largest_ulp"].is_null())
        function.largest_ulp = field["largest_ulp"].whole(kUlp);
    if (field.has("largest_difference")) function.largest_difference = field["largest_difference"].difference();
    if (field.has("largest_gradient_difference"))
        function.largest_gradient_difference = field["largest_gradient_difference"].difference();
    return function;
}

Arithmetic read_arithmetic(const Field& field) {
    field.object({"fuses", "reorders", "combines", "flushes", "rounds"});
    const std::string rounds = field["rounds"].word(kRoundings);
    const auto index = std::find(std::begin(kRoundings), std::end(kRoundings), rounds) - std::begin(kRoundings);
    return {field["fuses"].flag(), field["reorders"].flag(), field["combines"].flag(), field["flushes"].flag(),
            static_cast<Rounding>(index)};
}

DriverRun read_run(const Field& field) {
    field.object({"language", "mode", "driver", "arithmetic", "functions", "points", "differing", "holds"},
                 {"integers", "forms", "failed"});
    DriverRun run;
    run.language = field["language"].word(kLanguages);
    run.mode = field["mode"].word(kModes);
    const Field driver = field["driver"], arithmetic = field["arithmetic"];
    driver.object({"renderer", "vendor", "version"});
    run.renderer = driver["renderer"].text(1, kName);
    run.vendor = driver["vendor"].text(0, kName);
    run.version = driver["version"].text(0, kName);
    arithmetic.object({}, {std::begin(kArithmeticModes), std::end(kArithmeticModes)});
    for (const char* mode : kArithmeticModes) {
        if (arithmetic.has(mode)) run.arithmetic[mode] = read_arithmetic(arithmetic[mode]);
    }
    for (auto [key, counts] : {std::pair{"integers", &run.integers}, {"forms", &run.forms}}) {
        if (!field.has(key)) continue;
        field[key].object({"points", "differing"}, {"first"});
        *counts = read_counts(field[key], kSum);
    }
    run.functions = field["functions"].list(kFunctions, read_function);
    run.holds = field["holds"].flag();
    if (field.has("failed")) run.failed = field["failed"].text(1, kSentence);

    // Rules that a schema cannot express.
    std::set<std::string> names;
    for (const FunctionCounts& function : run.functions) {
        if (!names.insert(function.name).second)
            field["functions"].problem("the function {} appears twice", in_quotes(function.name));
    }
    for (auto [key, sum] : {std::pair{"points", run.points()}, {"differing", run.differing()}}) {
        const std::uint64_t got = field[key].whole(kSum);
        if (got != sum) field[key].problem("expected {}, the sum over all functions, got {}", sum, got);
    }
    const auto differ = [](const std::optional<Counts>& counts) { return counts && counts->differing > 0; };
    const bool equal = run.differing() == 0 && !differ(run.integers) && !differ(run.forms) && !differ(run.fast()) &&
                       run.failed.empty();
    if (run.holds != equal)
        field["holds"].problem("expected {}, since {}", !run.holds,
                               equal ? "nothing differs" : "points differ or the run failed");
    return run;
}

DriverReport read_report(const Json& json) {
    const Field root(json, "");
    root.object({"schema", "isonoise", "program", "date", "system", "seed", "partial", "runs"});
    if (const auto schema = root["schema"].whole(kSum); schema != kReportSchema)
        root["schema"].problem("expected {}, got {}", kReportSchema, schema);
    const Field system = root["system"];
    system.object({"os"}, {"browser"});
    DriverReport report{
        .isonoise = read_version(root["isonoise"]),
        .program = root["program"].word(kPrograms),
        .date = read_date(root["date"]),
        .os = system["os"].text(1, kName),
        .browser = system.has("browser") ? system["browser"].text(1, kName) : "",
        .seed = static_cast<std::uint32_t>(root["seed"].whole(0xFFFFFFFFu)),
        .partial = root["partial"].flag(),
        .runs = root["runs"].list(kRuns, read_run),
    };
    if (report.runs.empty()) root["runs"].expected("at least one run");
    std::set<std::tuple<std::string, std::string, std::string, std::string>> seen;
    for (const DriverRun& run : report.runs) {
        if (!seen.emplace(run.renderer, run.version, run.language, run.mode).second)
            root["runs"].problem("{}, {}, of the same driver appears twice", run.language, run.mode);
    }
    return report;
}

// ---- Merging

struct Driver {
    std::string vendor, renderer, version, system, isonoise, language;  // the vendor in lower case
    auto words() const { return std::tie(vendor, renderer, version, system, isonoise, language); }
    bool operator<(const Driver& other) const { return words() < other.words(); }
};

std::string in_lower_case(std::string text) {
    for (char& c : text)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

struct RunOfReport {
    const NamedReport* from;
    const DriverRun* run;
};

// Describes the arithmetic of all runs in a table row.
std::string arithmetic(const std::vector<RunOfReport>& runs) {
    std::set<std::string> found;
    for (const auto& [from, run] : runs) {
        const auto fast = run->arithmetic.find("fast"), own = run->arithmetic.find(run->mode);
        if (fast == run->arithmetic.end()) continue;
        std::string words = in_words(fast->second);
        const bool kept = own == run->arithmetic.end() || own == fast ||
                          !(own->second.fuses || own->second.reorders || own->second.combines);
        if (!kept) words += "; protected: " + in_words(own->second);
        found.insert(words);
    }
    return fmt::format("{}", fmt::join(found, " or "));
}

std::string row(const Driver& driver, const std::string& mode, const std::vector<RunOfReport>& runs) {
    std::uint64_t points = 0, differing = 0, partial = 0, failed = 0;
    bool holds = true;
    std::set<std::string> functions;
    for (const auto& [from, run] : runs) {
        points += run->points();
        differing += run->differing();
        partial += from->report.partial;
        failed += !run->failed.empty();
        holds &= run->holds;
        for (const FunctionCounts& function : run->functions)
            functions.insert(function.name);
    }
    std::string result = grouped(differing);
    if (!holds) result += ", **broken**";
    if (failed > 0) result += fmt::format(" ({} failed)", failed);
    const std::string name = driver.version.empty() ? driver.renderer : driver.renderer + ", " + driver.version;
    return fmt::format("| {} | {} | {} | {} | {} | {} | {}{} | {} | {} | {} |\n", in_markdown(name),
                       in_markdown(driver.system), driver.isonoise, driver.language, mode, arithmetic(runs),
                       runs.size(), partial > 0 ? fmt::format(" ({} partial)", partial) : "", functions.size(),
                       grouped(points), result);
}

// Lists contradictions between two runs on one driver. Equal points must give equal counts. With different points the
// count may change, but not between none and some.
std::vector<std::string> contradictions(const RunOfReport& a, const RunOfReport& b) {
    std::vector<std::string> found;
    for (const auto& [mode, arithmetic] : a.run->arithmetic) {
        const auto its = b.run->arithmetic.find(mode);
        if (its != b.run->arithmetic.end() && its->second != arithmetic)
            found.push_back(
                fmt::format("arithmetic.{}: {}, and {}", mode, in_words(arithmetic), in_words(its->second)));
    }
    if (a.run->mode != b.run->mode) return found;
    const DriverReport &from = a.from->report, &other = b.from->report;
    const bool one_seed = from.seed == other.seed && from.program == other.program;
    const auto compare = [&](const std::string& name, const Counts& x, const Counts& y) {
        const bool one = one_seed && x.points == y.points && x.differing != y.differing;
        const bool zero = (x.differing == 0) != (y.differing == 0);
        if (one || zero)
            found.push_back(fmt::format("{} in mode {}: {} of {} differ, and {} of {}", name, a.run->mode, x.differing,
                                        counted(x.points, "point"), y.differing, y.points));
    };
    for (const FunctionCounts& x : a.run->functions) {
        for (const FunctionCounts& y : b.run->functions) {
            if (x.name == y.name) compare(x.name, x, y);
        }
    }
    if (a.run->integers && b.run->integers) compare("cells, hashes, choices", *a.run->integers, *b.run->integers);
    return found;
}

}  // namespace

std::uint64_t DriverRun::points() const {
    return std::accumulate(functions.begin(), functions.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const FunctionCounts& f) { return sum + f.points; });
}
std::uint64_t DriverRun::differing() const {
    return std::accumulate(functions.begin(), functions.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const FunctionCounts& f) { return sum + f.differing; });
}

std::optional<Counts> DriverRun::fast() const {
    std::optional<Counts> sum;
    for (const FunctionCounts& f : functions) {
        if (!f.fast) continue;
        if (!sum) sum.emplace();
        sum->points += f.fast->points;
        sum->differing += f.fast->differing;
    }
    return sum;
}

std::string in_words(const Arithmetic& arithmetic) {
    std::string words;
    if (arithmetic.fuses) words += "fuses, ";
    if (arithmetic.reorders) words += "reorders sums, ";
    if (arithmetic.combines) words += "reorders products, ";
    if (arithmetic.flushes) words += "flushes subnormals, ";
    return fmt::format("{}rounds {}", words, kRoundings[static_cast<int>(arithmetic.rounds)]);
}

std::string to_json(const DriverReport& report) {
    Json json = {{"schema", kReportSchema},   {"isonoise", report.isonoise}, {"program", report.program},
                 {"date", report.date},       {"system", Json::object()},    {"seed", report.seed},
                 {"partial", report.partial}, {"runs", Json::array()}};
    json["system"]["os"] = plain(report.os, kName);
    if (!report.browser.empty()) json["system"]["browser"] = plain(report.browser, kName);
    for (const DriverRun& run : report.runs)
        json["runs"].push_back(to_json(run));
    return in_lines(json, "");
}

DriverReport parse_report(std::string_view json) {
    std::vector<std::set<std::string>> keys;  // per open object
    try {
        return read_report(Json::parse(json, [&](int depth, Json::parse_event_t event, Json& parsed) {
            if (depth > 8) fail("nested too deeply");
            if (event == Json::parse_event_t::object_start) keys.emplace_back();
            if (event == Json::parse_event_t::object_end) keys.pop_back();
            if (event == Json::parse_event_t::key) {
                const auto key = parsed.get<std::string>();
                if (!keys.back().insert(key).second) fail("the key {} appears twice in an object", in_quotes(key));
            }
            return true;
        }));
    } catch (const Json::exception& e) {
        // "[json.exception.parse_error.101] parse error at line 1, column 2: ...; last read: ...", which may be long.
        const std::string what = e.what();
        const std::size_t begin = what.find("] ") + 2, end = what.find("; last read");
        fail("expected JSON: {}", plain(what.substr(begin, end - begin), kName));
    }
}

Merged merge(const std::vector<NamedReport>& reports) {
    std::map<Driver, std::vector<RunOfReport>> drivers;
    for (const NamedReport& named : reports) {
        const DriverReport& report = named.report;
        for (const DriverRun& run : report.runs) {
            drivers[{in_lower_case(run.vendor), run.renderer, run.version,
                     report.browser.empty() ? report.os : report.browser + ", " + report.os, report.isonoise,
                     run.language}]
                .push_back({&named, &run});
        }
    }
    Merged merged;
    merged.table = "| driver | system | isonoise | language | mode | unprotected arithmetic | reports | functions | "
                   "points | differing |\n|---|---|---|---|---|---|---|---|---|---|\n";
    for (const auto& [driver, runs] : drivers) {
        std::map<std::string, std::vector<RunOfReport>> modes;
        for (const RunOfReport& one : runs)
            modes[one.run->mode].push_back(one);
        for (const auto& [mode, those] : modes)
            merged.table += row(driver, mode, those);
        for (std::size_t i = 0; i < runs.size(); ++i) {
            for (std::size_t j = i + 1; j < runs.size(); ++j) {
                const auto found = contradictions(runs[i], runs[j]);
                if (found.empty()) continue;
                merged.contradictions.push_back(
                    fmt::format("{} and {} contradict each other about {}, {}: {}{}", runs[i].from->name,
                                runs[j].from->name, driver.renderer, driver.language, found[0],
                                found.size() > 1 ? fmt::format("; and {} more", found.size() - 1) : ""));
            }
        }
    }
    return merged;
}

}  // namespace isonoise
