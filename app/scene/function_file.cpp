#include "scene/function_file.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "error.hpp"
#include "io/file_name.hpp"
#include "paths.hpp"
#include "scene/function_reach.hpp"
#include "scene/function_values.hpp"

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
bool is_function(std::string_view name) { return is_function_file(name) || builtin_function(name); }

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

Function function_file(const std::string& name, const std::string& parameters) {
    const std::filesystem::path path = path_of(name);
    const BuiltinFunction* const builtin = builtin_function(name);
    Function function = builtin ? Function(builtin->text, name)
                                : Function(read_text(FileName(path), "function"), name, files_beside(path));
    set_parameters(function, parameters);
    return function;
}

// One item of --set.
static void set(Function& function, std::string_view item) {
    const std::size_t sign = item.find('=');
    if (sign == std::string_view::npos) fail("set: expected NAME=NUMBER, got {}", in_quotes(item));
    const std::string name(item.substr(0, sign));
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

void set_function(Preset& preset, Function function) {
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
