#include <algorithm>

#include <fmt/format.h>

#include "conformance/report.hpp"

namespace isonoise {
namespace {

class Comparing {
  public:
    void runs(const DriverRun& before, const DriverRun& after) {
        where_ = fmt::format("{}, mode {}: ", before.language, before.mode);
        for (const auto& [was, is] : {std::pair(before.renderer, after.renderer), {before.version, after.version}}) {
            if (was != is) result.drivers.push_back(fmt::format("{}{} -> {}", where_, was, is));
        }
        for (const auto& [mode, arithmetic] : before.arithmetic) {
            const auto its = after.arithmetic.find(mode);
            if (its != after.arithmetic.end())
                text("arithmetic, mode " + mode, in_words(arithmetic), in_words(its->second));
        }
        counts("cells, hashes, choices", before.integers, after.integers);
        for (const FunctionCounts& one : before.functions) {
            const FunctionCounts* other = find(after, one.name);
            if (!other) {
                say(one.name, "only in the first report");
                continue;
            }
            ++result.functions;
            counts(one.name, one, *other);
            if (one.fast && other->fast) counts(one.name + ", CPU", one.fast, other->fast);
        }
        for (const FunctionCounts& one : after.functions) {
            if (!find(before, one.name)) say(one.name, "only in the second report");
        }
        text("end", before.failed, after.failed);
    }
    void only(const DriverRun& run, const char* report) {
        result.changes.push_back(fmt::format("{}, mode {}: only in the {} report", run.language, run.mode, report));
    }

    Comparison result;

  private:
    static const FunctionCounts* find(const DriverRun& run, const std::string& name) {
        const auto found = std::find_if(run.functions.begin(), run.functions.end(),
                                        [&](const FunctionCounts& one) { return one.name == name; });
        return found == run.functions.end() ? nullptr : &*found;
    }
    void say(const std::string& what, const std::string& words) {
        result.changes.push_back(fmt::format("{}{}: {}", where_, what, words));
    }
    void text(const std::string& what, const std::string& before, const std::string& after) {
        if (before != after) say(what, fmt::format("{} -> {}", before, after));
    }
    // The numbers of points may differ: what counts is the share of wrong ones.
    void counts(const std::string& what, const std::optional<Counts>& before, const std::optional<Counts>& after) {
        if (!before || !after) return;
        const auto share = [](const Counts& c) {
            return c.points > 0 ? static_cast<double>(c.differing) / static_cast<double>(c.points) : 0.0;
        };
        if (share(*before) == share(*after)) return;
        say(what, fmt::format("{} of {} differ -> {} of {}", before->differing, before->points, after->differing,
                              after->points));
    }

    std::string where_;
};

}  // namespace

Comparison compare(const DriverReport& before, const DriverReport& after) {
    Comparing all;
    const auto find = [](const DriverReport& report, const DriverRun& run) {
        return std::find_if(report.runs.begin(), report.runs.end(),
                            [&](const DriverRun& one) { return one.language == run.language && one.mode == run.mode; });
    };
    for (const DriverRun& run : before.runs) {
        const auto its = find(after, run);
        if (its == after.runs.end()) {
            all.only(run, "first");
        } else {
            all.runs(run, *its);
        }
    }
    for (const DriverRun& run : after.runs) {
        if (find(before, run) == before.runs.end()) all.only(run, "second");
    }
    return std::move(all.result);
}

}  // namespace isonoise
