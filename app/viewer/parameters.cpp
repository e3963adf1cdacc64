// The parameters of the user's function, as fields by their types and comments.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "scene/function_file.hpp"
#include "viewer/icons.hpp"
#include "viewer/panel_parts.hpp"
#include "words.hpp"

namespace isonoise {
namespace {

// "vec2 to a number"
std::string kind_of(const Function& function) {
    static constexpr const char* points[] = {"", "float", "vec2", "vec3", "vec4"};
    static constexpr const char* values[] = {"", "a number", "a vector", "a colour", "a colour with alpha"};
    return fmt::format("{} to {}", points[function.dim()], values[function.channels()]);
}

bool is_whole(const Parameter& p) { return p.kind == Parameter::natural || p.kind == Parameter::integer; }

std::string tip_of(const Parameter& p, const std::vector<double>& standard) {
    std::string text = p.about;
    if (!text.empty()) text += ".\n";
    if (p.least && p.most) text += fmt::format("{} to {}; ", all_digits(*p.least), all_digits(*p.most));
    text += fmt::format("default {}; now {}", text_of_values(p, standard, ", "), text_of_values(p, p.value, ", "));
    return p.name + ": " + text + (p.kind == Parameter::boolean ? "." : ".\nDouble-click resets, Ctrl+click types.");
}

// How far a drag of one pixel moves a number without a range.
double step_of(const Parameter& p) {
    if (is_whole(p)) return 0.1;
    double most = 0;
    for (const double x : p.standard)
        most = std::max(most, std::fabs(x));
    return 0.005 * (most == 0 ? 1.0 : most);
}

void switches(std::vector<double>& values) {
    for (std::size_t c = 0; c < values.size(); ++c) {
        bool on = values[c] != 0;
        if (c > 0) ImGui::SameLine();
        if (ImGui::Checkbox(fmt::format("##{}", c).c_str(), &on)) values[c] = on ? 1 : 0;
    }
}

// Draws the numbers of a vector side by side.
template <class Draw> void components(std::vector<double>& values, Draw&& draw) {
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x, count = static_cast<float>(values.size());
    const float width = std::floor((ImGui::GetContentRegionAvail().x - (count - 1) * gap) / count);
    ImGui::BeginGroup();
    for (std::size_t c = 0; c < values.size(); ++c) {
        if (c > 0) ImGui::SameLine(0, gap);
        ImGui::SetNextItemWidth(width);
        draw(fmt::format("##{}", c).c_str(), values[c]);
    }
    ImGui::EndGroup();
}

// Sliders over the comment's range, or numbers to drag.
void numbers(const Group& group, const std::string& widget, const Parameter& p, std::vector<double>& values) {
    const double low = p.range()[0], high = p.range()[1];
    std::string digits;  // the number with the most digits decides the format of all
    for (const double x : values) {
        const std::string one = text_of_values(p, {&x, 1}, "");
        if (digits.empty() || places_of(one) > places_of(digits)) digits = one;
    }
    const std::string format = is_whole(p) ? "%.0f" : typed_format(group, widget, digits, "%.4g");
    const bool slides = p.least && p.most;
    const auto step = static_cast<float>(step_of(p));
    const auto draw = [&](const char* name, double& value) {
        if (slides) {
            ImGui::SliderScalar(name, ImGuiDataType_Double, &value, &low, &high, format.c_str());
        } else {
            ImGui::DragScalar(name, ImGuiDataType_Double, &value, step, nullptr, nullptr, format.c_str());
        }
    };
    if (values.size() == 1) {
        draw("##value", values[0]);
    } else {
        components(values, draw);
    }
    if (is_whole(p)) group.whole(high);
}

// Draws a parameter's row; returns its values.
std::vector<double> row_of(const Group& group, const Parameter& p, const std::vector<double>& standard) {
    const std::string widget = "parameter " + p.name;
    std::vector<double> values = p.value;
    const bool reset = group.is_reset(widget);
    const bool is_seed = p.name == "seed" && p.size == 1 && is_whole(p);
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x, button = ImGui::GetFrameHeight() * 1.7f;
    group.row(p.name, p.size);
    ImGui::PushID(p.name.c_str());
    ImGui::BeginDisabled(reset);  // the field must not take the double click itself
    if (is_seed) ImGui::PushItemWidth(-button - gap);
    if (p.kind == Parameter::boolean) {
        switches(values);
    } else {
        numbers(group, widget, p, values);
    }
    if (is_seed) ImGui::PopItemWidth();
    ImGui::EndDisabled();
    group.after(widget, tip_of(p, standard));
    if (is_seed) {
        ImGui::SameLine(0.0f, gap);
        if (icon_button("##roll", Icon::die, ImVec2(button, 0))) group.ask(command::NewSeed{});
        group.after("roll", "A random seed (N).");
    }
    ImGui::PopID();
    if (reset) return standard;
    const auto [low, high] = p.range();
    for (std::size_t c = 0; c < values.size(); ++c) {
        if (std::isnan(values[c])) values[c] = p.value[c];  // NaN can be typed
        if (values[c] == p.value[c]) continue;              // a default may lie outside of its range
        values[c] = std::clamp(is_whole(p) ? std::round(values[c]) : values[c], low, high);
    }
    return values;
}

void head(const Function& function, const std::filesystem::path& file) {
    const BuiltinFunction* const builtin = file.empty() ? builtin_function(function.name()) : nullptr;
    ImGui::TextDisabled("%s", builtin        ? builtin->file
                              : file.empty() ? "part of the preset"
                                             : file.filename().string().c_str());
    tooltip(builtin        ? fmt::format("{}.\nComes with the program: new copies it, to be changed.", builtin->about())
            : file.empty() ? "The preset holds the function's text."
                           : fmt::format("{}\nThe picture follows this file: save it in any editor.", file.string()));
    ImGui::SameLine();
    ImGui::TextDisabled("%s", kind_of(function).c_str());
    if (function.parameters().empty())
        ImGui::TextWrapped("No parameters. A uniform with a default is one: uniform float height = 0.5;  // 0..1");
}

const Parameter* parameter_of(const Function* function, const std::string& name) {
    if (!function) return nullptr;
    const auto found = std::find_if(function->parameters().begin(), function->parameters().end(),
                                    [&](const Parameter& p) { return p.name == name; });
    return found == function->parameters().end() ? nullptr : &*found;
}

// A row for each variable, with its value under the pointer. A click shows it in place of the result.
void variables(const Group& group, const Function& function) {
    if (function.locals().empty()) return;
    ImGui::Spacing();
    ImGui::TextDisabled("variables");
    tooltip("The variables of noise(), and their values at the point under the pointer. Click on one to see it.");
    const std::vector<std::string>& values = group.state.status.locals;
    std::string& shown = group.session.tools.local;
    for (std::size_t i = 0; i < function.locals().size(); ++i) {
        const std::string& name = function.locals()[i].name;
        const auto first = std::find_if(function.locals().begin(), function.locals().end(),
                                        [&](const Function::Local& local) { return local.name == name; });
        const bool is_first = first == function.locals().begin() + static_cast<std::ptrdiff_t>(i);
        ImGui::PushID(static_cast<int>(i));
        ImGui::BeginDisabled(!is_first);
        if (ImGui::Selectable(name.c_str(), shown == name && is_first)) shown = shown == name ? "" : name;
        ImGui::EndDisabled();
        if (is_first)
            group.after("local " + name, "Shows this variable in place of the result; click again for the result.");
        if (i < values.size()) {
            ImGui::SameLine(group.state.layout.names + ImGui::GetStyle().ItemSpacing.x);
            ImGui::TextUnformatted(values[i].c_str());
        }
        ImGui::PopID();
    }
}

}  // namespace

void parameter_fields(const Group& group) {
    const std::shared_ptr<const Function> function = group.preset.function;
    const PanelChoices& choices = group.state.choices;
    if (choices.search.empty()) head(*function, group.session.open.function_file);
    for (const Parameter& p : function->parameters()) {
        if (!choices.search.empty() && !choices.found.contains(p.name)) continue;
        const Parameter* loaded = parameter_of(group.standard.function.get(), p.name);
        const bool fits = loaded && loaded->kind == p.kind && loaded->size == p.size;
        const std::vector<double> values = row_of(group, p, fits ? loaded->value : p.standard);
        if (values == p.value) continue;
        Function changed = *function;
        changed.set(p.name, values);
        if (!(changed == *function)) set_function(group.preset, std::move(changed));
    }
    if (choices.search.empty()) variables(group, *function);
}

}  // namespace isonoise
