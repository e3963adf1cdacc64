#include "viewer/locals.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "error.hpp"
#include "scene/function_file.hpp"

namespace isonoise {

bool Locals::update(const Session& session) {
    const std::shared_ptr<const Function>& function = session.open.preset.function;
    const std::string& name = session.tools.local;
    bool is_changed = function != of_ || name != name_;
    if (function != of_) {
        if (!function || !of_ || function->text() != of_->text() || function->includes() != of_->includes()) {
            each_.clear();
            is_complete_ = false;
        }
        of_ = function;
        for (Function& one : each_) {
            for (const Parameter& p : of_->parameters())
                one.set(p.name, p.value);
        }
    }
    is_complete_ |= !of_ || each_.size() == of_->locals().size();
    if (!is_complete_) {
        try {
            each_.push_back(of_->with_local(each_.size()));
            is_changed |= of_->locals()[each_.size() - 1].name == name;
        } catch (const Error&) {  // too many steps with the copies
            is_complete_ = true;
        }
    }
    if (!is_changed) return !is_complete_;
    name_ = name;
    shown_.reset();
    for (std::size_t i = 0; i < each_.size() && !shown_ && !name.empty(); ++i) {
        if (of_->locals()[i].name == name) set_function(shown_.emplace(), each_[i]);
    }
    return !is_complete_;
}

Preset Locals::picture(const Session& session) const {
    Preset preset = session.open.preset;
    if (!shown_ || preset.function != of_) return preset;
    preset.function = shown_->function;
    preset.function_values = shown_->function_values;
    preset.settings = shown_->settings;
    preset.look.range.reset();
    if (has_channels(preset)) preset.look.scene = Scene::map;
    return preset;
}

std::vector<std::string> Locals::values(const std::array<float, 4>& point) const {
    std::vector<std::string> all;
    for (const Function& one : each_) {
        std::vector<float> numbers(static_cast<std::size_t>(one.channels()));
        one.at(std::span(point).first(static_cast<std::size_t>(one.dim())), numbers);
        std::vector<std::string> words;
        for (const float x : numbers)
            words.push_back(fmt::format("{:+.9g}", x));
        all.push_back(fmt::format("{}", fmt::join(words, "  ")));
    }
    return all;
}

}  // namespace isonoise
