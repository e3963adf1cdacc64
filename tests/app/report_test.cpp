// Driver reports: those that `verify` writes, those that `verify --merge` accepts and rejects, and the table that it
// prints. tests/reports/cases.json has valid and invalid reports; tests/engines/reports.mjs checks that the schema
// agrees.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <regex>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/cli.hpp"
#include "conformance/report.hpp"
#include "error.hpp"

namespace {

using Json = nlohmann::ordered_json;

const Json& cases() {
    static const Json all = Json::parse(read_file(ISONOISE_REPORTS "/cases.json"));
    return all;
}

// The cases' report with one value changed, added or, without a value, removed.
Json changed(const std::string& at, const Json* value) {
    Json report = cases()["report"];
    const Json::json_pointer place(at);
    if (value) {
        report[place] = *value;
    } else {
        report[place.parent_pointer()].erase(place.back());
    }
    return report;
}
Json changed(const Json& change) {
    if (!change.contains("value")) return changed(change["at"], nullptr);
    if (!change.contains("times")) return changed(change["at"], &change["value"]);
    Json text = "";
    for (int i = 0; i < change["times"]; ++i)
        text.get_ref<std::string&>() += change["value"].get<std::string>();
    return changed(change["at"], &text);
}

std::string error_of(const std::string& text) {
    try {
        isonoise::parse_report(text);
    } catch (const isonoise::Error& e) {
        return e.what();
    }
    return "";
}

class Reports : public Cli {
  protected:
    void report(const std::string& name, const Json& report) const { write("reports/" + name, report.dump()); }
    void SetUp() override { fs::create_directories(dir / "reports"); }
    static int lines(const std::string& text) { return static_cast<int>(std::count(text.begin(), text.end(), '\n')); }
};

}  // namespace

TEST_F(Reports, GoodOnesAreTaken) {
    EXPECT_EQ(error_of(cases()["report"].dump()), "");
    for (const Json& change : cases()["good"])
        EXPECT_EQ(error_of(changed(change).dump()), "") << change;
}

TEST_F(Reports, BadOnesAreRefused) {
    for (const char* kind : {"bad", "bad beyond the schema"}) {
        for (const Json& change : cases()[kind]) {
            const std::string said = error_of(changed(change).dump());
            EXPECT_NE(said.find(change["says"]), std::string::npos) << change << " says " << said;
            EXPECT_EQ(lines(said), 0) << said;
        }
    }
}

TEST_F(Reports, TextsThatAreNoReportsAreRefused) {
    const std::string good = cases()["report"].dump();
    const auto replaced = [&](const std::string& old, const std::string& by) {
        std::string text = good;
        text.replace(text.find(old), old.size(), by);
        return text;
    };
    for (const auto& [text, says] : std::vector<std::pair<std::string, std::string>>{
             {"", "expected JSON"},
             {" ", "expected JSON"},
             {"{", "expected JSON"},
             {good.substr(0, good.size() / 2), "expected JSON"},
             {good + good, "expected JSON"},
             {good + "x", "expected JSON"},
             {replaced("\"seed\":7", "\"seed\":NaN"), "expected JSON"},
             {replaced("\"seed\":7", "\"seed\":Infinity"), "expected JSON"},
             {replaced("\"seed\":7", "\"seed\":0x7"), "expected JSON"},
             {replaced("\"seed\":7", "\"seed\":1e999"), "number overflow"},
             {replaced("\"seed\":7", "\"seed\":" + std::string(100000, '9')), "number"},
             {replaced("\"seed\":7", "\"seed\":7,\"seed\":7"), "the key 'seed' appears twice"},
             {replaced("\"fuses\":true", "\"fuses\":true,\"fuses\":false"), "the key 'fuses' appears twice"},
             {replaced("Nobody", "Nob\xFFody"), "UTF-8"},
             {replaced("Nobody", "Nob\xC3"), "UTF-8"},
             {replaced("Nobody", "Nob\xED\xA0\x80"), "UTF-8"},
             {replaced("Nobody", "Nob\\ud800ody"), "surrogate"},
             {replaced("Nobody", "Nob\nody"), "expected JSON"},
             {replaced("Nobody", std::string(100000, 'x') + "\x01"), "expected JSON"},
             {replaced("7", std::string(500000, '[')), "nested too deeply"},
             {std::string("\0\0\0", 3), "expected JSON"},
             {"\xFF\xFE{\0}\0", "expected JSON"},
         }) {
        const std::string said = error_of(text);
        EXPECT_NE(said.find(says), std::string::npos) << text.substr(0, 80) << " says " << said;
        EXPECT_EQ(lines(said), 0) << said;
        EXPECT_LT(said.size(), 300u) << said;
        EXPECT_TRUE(std::all_of(said.begin(), said.end(), [](char c) { return c >= ' ' && c < 0x7F; })) << said;
    }
}

// All or nothing: one line for each bad file, no table, and an older file stays.
TEST_F(Reports, AFolderWithBadFilesIsRefused) {
    report("good.json", cases()["report"]);
    report("negative.json", changed(Json{{"at", "/seed"}, {"value", -1}}));
    report("same.json", cases()["report"]);
    write("reports/empty.json", "");
    write("reports/large.json", std::string(1 << 20, ' ') + cases()["report"].dump());
    write("reports/README.md", "not a report");
    fs::create_directories(dir / "reports/folder.json");
    fs::create_symlink("nowhere", dir / "reports/link.json");
    write("table.md", "old");
    const Result r = shell("mkfifo reports/fifo.json; isonoise verify --merge reports -o table.md");
    EXPECT_EQ(r.exit, 2);
    EXPECT_EQ(r.out, "");
    EXPECT_EQ(read(dir / "table.md"), "old");
    for (const char* line : {"isonoise: empty.json: expected JSON: ", "isonoise: fifo.json: cannot read report ",
                             "it is not a file\n", "isonoise: folder.json: cannot read report ", "it is a directory\n",
                             "larger than 1 MiB\n", "isonoise: link.json: cannot read report ",
                             "isonoise: negative.json: seed: expected a whole number from 0 to "
                             "4294967295, got '-1'\n",
                             "isonoise: same.json: expected another report than that in good.json\n"})
        EXPECT_NE(r.err.find(line), std::string::npos) << line << " in " << r.err;
    EXPECT_EQ(lines(r.err), 7) << r.err;
    for (const auto& [arguments, word] :
         std::vector<std::pair<std::string, std::string>>{{"--merge nowhere", "No such file"},
                                                          {"--merge table.md", "Not a directory"},
                                                          {"--merge ''", "merge"},
                                                          {"--merge .", "expected reports"},
                                                          {"--merge reports --json r.json", "no other option"},
                                                          {"--merge reports --es", "no other option"},
                                                          {"--merge reports --points 5", "no other option"},
                                                          {"-o table.md", "needs --merge"}}) {
        const Result bad = run("verify " + arguments);
        EXPECT_EQ(bad.exit, 2) << arguments;
        EXPECT_NE(bad.err.find(word), std::string::npos) << bad.err;
        EXPECT_EQ(lines(bad.err), 1) << bad.err;
        EXPECT_EQ(bad.out + read(dir / "table.md"), "old");
    }
}

TEST_F(Reports, TheTableAddsUp) {
    report("b.json", cases()["report"]);
    Json other = changed(Json{{"at", "/seed"}, {"value", 8}});
    other["partial"] = true;
    other["runs"][0]["functions"] = {{{"name", "perlin2()"}, {"points", 1000000}, {"differing", 0}}};
    other["runs"][0]["points"] = 1000000;
    report("a.json", other);
    other["runs"] = Json::array({other["runs"][0]});
    other["runs"][0]["driver"]["renderer"] =
        "An | evil\\| `name` <img src=x> [link](http://www.x.de) @you #1 $x$ a_b _c_";
    other["runs"][0]["arithmetic"] = Json::object();
    other["runs"][0]["functions"][0]["differing"] = 3;
    other["runs"][0]["differing"] = 3;
    other["runs"][0]["holds"] = false;
    other["runs"][0]["failed"] = "the context was lost";
    report("c.json", other);
    const std::string os = "Debian GNU/Linux 12 (bookworm), x86_64", made_up = "Made up, 4.5 (Core Profile) 1.2";
    const std::string table =
        "| driver | system | isonoise | language | mode | unprotected arithmetic | reports | functions | points | "
        "differing |\n|---|---|---|---|---|---|---|---|---|---|\n"
        "| An &#124; evil&#92;&#124; &#96;name&#96; &#60;img src=x&#62; &#91;link&#93;(http&#58;//www&#46;x.de) "
        "&#64;you &#35;1 &#36;x&#36; a_b &#95;c&#95;, 4.5 (Core Profile) 1.2 | " +
        os +
        " | 0.1.0 | GLSL 4.50 | precise |  | 1 (1 partial) | 1 | 1 000 000 | 3, **broken** (1 failed) |\n"
        "| " +
        made_up + " | " + os +
        " | 0.1.0 | GLSL 4.50 | fast |  | 2 (1 partial) | 1 | 2 000 | 1 000, **broken** |\n"
        "| " +
        made_up + " | " + os +
        " | 0.1.0 | GLSL 4.50 | precise | fuses, reorders sums, flushes subnormals, rounds "
        "nearest-even | 2 (1 partial) | 3 | 1 003 000 | 0 |\n";
    const Result r = run("verify --merge reports");
    EXPECT_EQ(r.exit, 0) << r.err;
    EXPECT_EQ(r.out, table);
    EXPECT_EQ(run("verify --merge reports -o table.md").out, "");
    EXPECT_EQ(read(dir / "table.md"), table);
}

TEST_F(Reports, ContradictionsAreTold) {
    const auto merged = [&](const std::vector<std::pair<std::string, Json>>& changes) {
        report("a.json", cases()["report"]);
        Json other = cases()["report"];
        for (const auto& [at, value] : changes)
            other[Json::json_pointer(at)] = value;
        report("b.json", other);
        return run("verify --merge reports");
    };
    const auto told = [&](const std::vector<std::pair<std::string, Json>>& changes, const std::string& what) {
        const Result r = merged(changes);
        EXPECT_EQ(r.exit, 1) << r.err;
        EXPECT_EQ(r.err, "isonoise: a.json and b.json contradict each other about Made up, GLSL 4.50: " + what + "\n");
        EXPECT_NE(r.out.find("| Made up, "), std::string::npos) << "the table comes nevertheless";
    };
    const std::string run = "/runs/0/", f = run + "functions/1/";
    told({{run + "arithmetic/fast/fuses", false}},
         "arithmetic.fast: fuses, reorders sums, flushes subnormals, rounds nearest-even, and reorders sums, flushes "
         "subnormals, rounds nearest-even");
    // No difference at some points but differences at others is a contradiction, also with different seeds.
    for (const int seed : {7, 8})
        told({{"/seed", seed},
              {f + "points", 3000},
              {f + "differing", 2},
              {run + "points", 4000},
              {run + "differing", 2},
              {run + "holds", false}},
             "perlin3_gradient() in mode precise: 0 of 2000 points differ, and 2 of 3000");
    told({{run + "integers/differing", 1}, {run + "holds", false}},
         "cells, hashes, choices in mode precise: 0 of 1000 points differ, and 1 of 1000");
    // With differences at both sets of points, only equal points must give equal counts.
    const std::string fast = "/runs/1/";
    const std::vector<std::pair<std::string, Json>> few = {{fast + "functions/0/differing", 499},
                                                           {fast + "differing", 499}};
    told(few, "perlin3() in mode fast: 500 of 1000 points differ, and 499 of 1000");
    const auto agree = [&](std::vector<std::pair<std::string, Json>> changes, const std::pair<std::string, Json>& one) {
        changes.push_back(one);
        const Result r = merged(changes);
        EXPECT_EQ(r.exit, 0) << r.err;
        EXPECT_EQ(r.err, "");
    };
    agree(few, {"/seed", 8});
    // Another driver, system, language or isonoise version may give different results.
    const std::vector<std::pair<std::string, Json>> fuses = {{run + "arithmetic/fast/fuses", false}};
    agree(fuses, {run + "driver/renderer", "Another"});
    agree(fuses, {run + "driver/version", "1.3"});
    agree(fuses, {run + "language", "WGSL"});
    agree(fuses, {"/isonoise", "0.1.1"});
    agree(fuses, {"/system/os", "Debian GNU/Linux 13"});
    agree(fuses, {"/system/browser", "Chromium 150"});
}

TEST_F(Reports, AreCompared) {
    const auto compare = [&](const std::string& a, const std::string& b) {
        write_file(dir / "a.json", a);
        write_file(dir / "b.json", b);
        return run("verify --compare a.json b.json");
    };
    const std::string good = run("verify --points 100 --only perlin2 --json -").out;
    const std::string updated = replaced_all(good, "Mesa ", "Mesa 1");
    EXPECT_EQ(compare(good, good).exit, 0);
    const Result driver = compare(good, updated);  // another version alone is no other result
    EXPECT_EQ(driver.exit, 0) << driver.out;
    EXPECT_NE(driver.out.find(" -> "), std::string::npos) << driver.out;
    EXPECT_NE(driver.out.find("The same results: "), std::string::npos) << driver.out;
    isonoise::DriverReport worse = isonoise::parse_report(good);
    worse.runs[0].functions[1].differing = 7;
    worse.runs[0].functions[1].largest_ulp = 3;
    worse.runs[0].holds = false;
    worse.runs[0].functions.pop_back();
    worse.runs[0].arithmetic["precise"].fuses = true;
    const Result changed = compare(good, to_json(worse));
    EXPECT_EQ(changed.exit, 1);
    for (const std::string& words :
         {worse.runs[0].functions[1].name + ": 0 of 100 differ -> 7 of 100", std::string("only in the first report"),
          std::string("mode precise: "), std::string("-> fuses, "), std::string("DIFFERENT results: ")})
        EXPECT_NE(changed.out.find(words), std::string::npos) << words << "\n" << changed.out;
    EXPECT_EQ(compare(good, "{}").exit, 2);
}

TEST_F(Reports, VerifyWritesOne) {
    isonoise::DriverReport report;
    report = isonoise::parse_report(run("verify --points 100 --only perlin2 --seed 3 --json -").out);
    EXPECT_EQ(report.isonoise, ISONOISE_VERSION);
    EXPECT_EQ(report.program, "verify");
    EXPECT_EQ(report.seed, 3u);
    EXPECT_FALSE(report.partial);
    ASSERT_EQ(report.runs.size(), 1u);
    EXPECT_GT(report.runs[0].functions.size(), 20u);
    for (const char* mode : {"fast", "precise", "zero"}) {
        EXPECT_EQ(report.runs[0].arithmetic[mode].rounds, isonoise::Rounding::nearest_even);
        EXPECT_EQ(report.runs[0].arithmetic[mode].reorders, std::string(mode) == "fast");
    }
    // Untrusted text is sanitized: a driver may have any name.
    report.runs[0].renderer = "a\nb\xFF|\u202e" + std::string(300, 'x');
    report.runs[0].functions[0].differing = 1;
    report.runs[0].functions[0].largest_difference = NAN;
    report.runs[0].functions[0].largest_gradient_difference = INFINITY;
    report.runs[0].holds = false;
    const isonoise::DriverReport again = isonoise::parse_report(to_json(report));
    EXPECT_EQ(again.runs[0].renderer, "a?b?|?" + std::string(194, 'x'));
    EXPECT_EQ(again.runs[0].differing(), 1u);
    EXPECT_FALSE(again.runs[0].functions[0].largest_difference);
}

// The verdict says if only integers differ.
TEST_F(Reports, DifferingIntegersBreakTheContract) {
    fs::copy(ISONOISE_SHADERS, dir / "wrong", fs::copy_options::recursive);
    const fs::path shader = dir / "wrong/evaluate/integers.frag";
    std::string text = read(shader);
    const std::size_t end = text.rfind('}');
    write("wrong/evaluate/integers.frag", text.insert(end, " cells.x ^= 1u; "));
    const Result r = run("verify --points 100 --only 'perlin2' --shader-dir wrong --json r.json");
    EXPECT_EQ(r.exit, 1);
    EXPECT_TRUE(std::regex_search(r.out, std::regex("BROKEN: 0 of \\d+ points differ; (\\d+) of \\1 differ in cells, "
                                                    "hashes or choices\n")))
        << r.out;
    EXPECT_EQ(error_of(read(dir / "r.json")), "");
}

// A blank precedes each number, however large.
TEST_F(Reports, ColumnsStayApart) {
    fs::copy(ISONOISE_SHADERS, dir / "wrong", fs::copy_options::recursive);
    const std::string shader = read(dir / "wrong/isonoise/perlin.glsl");
    ASSERT_NE(shader.find("return"), std::string::npos);
    write("wrong/isonoise/perlin.glsl", std::regex_replace(shader, std::regex("return ([^;]*);"), "return -($1);"));
    const Result r = run("verify --points 20000 --only 'perlin1_periodic_gradient' --shader-dir wrong");
    EXPECT_EQ(r.exit, 1) << r.err;
    const std::regex row("perlin1_periodic_gradient\\(\\S*\\) +20000 +0 +(\\d+) +(\\d{10}) +\\S+ +\\S+\n");
    EXPECT_TRUE(std::regex_search(r.out, row)) << r.out;
}

// Ctrl+C: the report contains the completed comparisons and is marked partial; the program ends by the signal. (Without
// --foreground, timeout sends two signals.)
TEST_F(Reports, AnInterruptedOneIsPartial) {
    const Result r =
        shell("timeout --foreground -k 60 -s INT 8 '" ISONOISE_BINARY "' verify --points 4294967296 --only perlin1 "
              "--json reports/r.json; echo \"$?\"; isonoise verify --merge reports");
    EXPECT_NE(r.out.find("Interrupted: the contract holds so far: "), std::string::npos) << r.out;
    EXPECT_NE(r.out.find("\n124\n"), std::string::npos) << r.out;
    EXPECT_NE(r.out.find("| 1 (1 partial) |"), std::string::npos) << r.out << r.err;
    EXPECT_TRUE(isonoise::parse_report(read(dir / "reports/r.json")).partial);
    EXPECT_EQ(r.exit, 0);
}

// docs/conformance.md prints the table of docs/reports.
TEST_F(Reports, TheDocumentedTableIsCurrent) {
    const std::string docs = ISONOISE_SHADERS "/../docs", page = read(docs + "/conformance.md");
    const std::string begin = "<!-- reports -->\n", end = "<!-- /reports -->";
    const std::size_t from = page.find(begin) + begin.size(), to = page.find(end);
    ASSERT_LT(from, to);
    const Result r = run("verify --merge '" + docs + "/reports'");
    EXPECT_EQ(r.exit, 0) << r.err;
    EXPECT_TRUE(page.substr(from, to - from) == r.out) << "docs/conformance.md should have this table:\n" << r.out;
}
