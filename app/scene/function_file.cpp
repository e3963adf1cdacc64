#include "scene/function_file.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "error.hpp"
#include "io/file_name.hpp"
#include "isonoise/function/source.hpp"
#include "paths.hpp"
#include "scene/function_reach.hpp"
#include "scene/function_values.hpp"
#include "scene/preset.hpp"
#include "words.hpp"

namespace isonoise {

// Between "// wood.glsl: " and the end of the line.
std::string_view BuiltinFunction::about() const {
    const std::string_view line = std::string_view(text).substr(0, std::string_view(text).find('\n'));
    return line.substr(std::min(line.find(": ") + 2, line.size()));
}

static const BuiltinFunction* find(std::string_view name) {
    const auto all = builtin_functions();
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name() == name; });
    return found == all.end() ? nullptr : &*found;
}

const BuiltinFunction* builtin_function(std::string_view name) {
    std::error_code error;
    return std::filesystem::exists(path_of(std::string(name)), error) ? nullptr : find(name);
}

Function named_function(const std::string& name) {
    const BuiltinFunction* const found = find(name);
    if (!found) fail("no function {} comes with the program", in_quotes(name));
    return Function(found->text, name);
}

bool is_function_file(std::string_view name) { return name.ends_with(".glsl"); }
bool is_function_name(std::string_view name) { return is_function_file(name) || builtin_function(name); }

static bool is_function_text(std::string_view word) {
    const auto has = [&](std::string_view part) { return word.find(part) != word.npos; };
    return has("{") && (has("noise(") || (has("(") && has(";"))) && !is_function_file(word);
}
bool is_function(std::string_view word) { return is_function_text(word) || is_function_name(word); }

function::Include files_beside(const std::filesystem::path& path) {
    return [folder = path.parent_path()](const std::string& file) -> std::optional<std::string> {
        const std::filesystem::path below = path_of(file);
        if (below.empty() || below.is_absolute() || below.has_parent_path()) return {};
        try {
            return read_text(FileName(folder / below), "function");
        } catch (const Error&) {
            return {};
        }
    };
}

static Function read_function(const std::string& word) {
    if (is_function_text(word)) return Function(word, "function");
    if (const BuiltinFunction* const builtin = builtin_function(word)) return Function(builtin->text, word);
    const std::filesystem::path path = path_of(word);
    return Function(read_text(FileName(path), "function"), word, files_beside(path));
}

Function function_of_word(const std::string& word, const std::string& parameters) {
    Function function = read_function(word);
    set_parameters(function, parameters);
    return function;
}

// One item of --set.
static void set(Function& function, std::string_view item) {
    const std::size_t sign = item.find('=');
    if (sign == std::string_view::npos) fail("set: expected NAME=NUMBER, got {}", in_quotes(item));
    const auto words = [](std::string_view text) {
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
        return text.substr(0, text.find_last_not_of(' ') + 1);
    };
    const std::string name(words(item.substr(0, sign)));
    std::string_view rest = item.substr(sign + 1);
    std::vector<double> values;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        const std::string_view word = rest.substr(0, end);
        double value = word == "true" ? 1 : 0;
        if (!word.empty()) {
            if (word != "true" && word != "false" && !parse_number(word, value))
                fail("set: {}: expected a number, got {}", name, in_quotes(word));
            values.push_back(value);
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    function.set(name, values);
}

void set_parameters(Function& function, std::string_view items) {
    if (items.empty()) return;
    for (const std::string_view item : split_list(items))
        set(function, item);
}

std::string text_of_values(const Parameter& p, std::span<const double> values, const char* between) {
    std::vector<std::string> texts;
    for (const double x : values)
        texts.push_back(p.kind == Parameter::real ? fmt::format("{}", static_cast<float>(x)) : fmt::format("{}", x));
    return fmt::format("{}", fmt::join(texts, between));
}

Function with_local(const Function& function, const std::string& name) {
    std::vector<std::string> names;
    for (const Function::Local& local : function.locals()) {
        if (local.name == name) return function.with_local(names.size());
        names.push_back(local.name);
    }
    if (names.empty()) fail("local: noise() has no variables, got {}", in_quotes(name));
    fail("local: expected a variable of noise(), {}, got {}", fmt::join(names, ", "), in_quotes(name));
}

std::string text_of_parameters(const Function& function) {
    std::vector<std::string> items;
    for (const Parameter& p : function.parameters()) {
        if (p.value != p.standard) items.push_back(fmt::format("{}={}", p.name, text_of_values(p, p.value, " ")));
    }
    return fmt::format("{}", fmt::join(items, ","));
}

Function with_changes(Function function, const Function& before) {
    for (const Parameter& p : before.parameters()) {
        if (p.value == p.standard) continue;
        try {
            function.set(p.name, p.value);
        } catch (const Error&) {  // it has no such parameter any more, or other values
        }
    }
    return function;
}

// Takes the flags of one line.
static void take_look(AskedLook& asked, const std::string& flags) {
    const std::vector<std::string> words = shell_words(flags);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (!word.starts_with("--")) fail("expected a flag, got {}", in_quotes(word));
        const std::size_t equals = word.find('=');
        std::string name = word.substr(2, equals == word.npos ? equals : equals - 2), value;
        if (equals == word.npos && i + 1 == words.size()) fail("{}: a value is missing", in_quotes(word));
        value = equals == word.npos ? words[++i] : word.substr(equals + 1);
        Preset with;
        with.look.scene = asked.scene;
        const auto rows = look_rows(asked.scene);
        const bool known = std::any_of(rows.begin(), rows.end(), [&](const LookInfo& row) {
            return row.name == name && (name == "scene" || row.is_for(asked.scene));
        });
        if (name == "scene" && !asked.fields.empty()) fail("expected --scene before the other flags");
        if (!known) fail("scene {} has no setting {}", detail::kScenes[static_cast<int>(asked.scene)], in_quotes(name));
        if (std::string what = set(with, name, value); !what.empty()) fail("{}", what);
        asked.scene = with.look.scene;
        if (name != "scene") asked.fields.emplace_back(std::move(name), std::move(value));
    }
}

// Returns the flags of a line such as "// look: --span 3"; nothing if it is another line. Blanks count for nothing, and
// the colon may be left out.
static std::optional<std::string> flags_in(std::string_view line) {
    const auto takes = [&](std::string_view word) {
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        const bool is_there = line.starts_with(word);
        if (is_there) line.remove_prefix(word.size());
        return is_there;
    };
    if (!takes("//") || !takes("look")) return {};
    takes(":");
    return takes("--") ? std::optional("--" + std::string(line)) : std::nullopt;
}

AskedLook asked_look(const Function& function) {
    AskedLook asked;
    std::string_view rest = function.text();
    for (int number = 1; !rest.empty(); ++number) {
        const std::size_t end = std::min(rest.find_first_of("\r\n"), rest.size());
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(rest.find('\n', end), rest.size() - 1) + 1);
        const std::optional<std::string> flags = flags_in(line);
        if (!flags) continue;
        try {
            take_look(asked, *flags);
        } catch (const Error& e) {
            fail("{}:{}:1: look: {}\n    {}\n    ^", function.name(), number, e.what(), line);
        }
    }
    return asked;
}

Preset preset_of(Function function) {
    Preset preset;
    set_function(preset, std::move(function));
    preset.look = default_look(preset, asked_look(*preset.function).scene);
    if (std::string what = problem(preset); !what.empty()) fail("{}: {}", preset.function->name(), what);
    return preset;
}

Preset without_file(const Preset& preset) {
    Preset whole = preset;
    if (preset.function && is_function_file(preset.function->name())) {
        const Function text(function::joined(*preset.function), "function");
        whole.function = std::make_shared<const Function>(with_changes(text, *preset.function));
    }
    return whole;
}

void set_function(Preset& preset, Function function) {
    asked_look(function);  // checks it
    preset.settings = settings_of(function);
    preset.function_values = {};
    preset.function = std::make_shared<const Function>(std::move(function));
    if (!is_in_colour(preset)) measure_function(preset);
    preset.function_values.tiling_problem = tiling_problem(*preset.function);
    Settings& s = preset.settings;
    for (const std::uint32_t units : s.period)  // a period must be a whole number of cells
        if (units != 0) s.frequency = std::max(s.frequency, std::ldexp(1.0f, -std::countr_zero(units)));
    const auto in_cells = [&](std::uint32_t units) {
        return static_cast<std::uint32_t>(static_cast<float>(units) * s.frequency);
    };
    std::transform(s.period.begin(), s.period.end(), s.period.begin(), in_cells);
    s.loop = in_cells(s.loop);
}

void copy_function(Preset& preset, const Preset& from) {
    preset.settings = from.settings;
    preset.function = from.function;
    preset.function_values = from.function_values;
}

}  // namespace isonoise
