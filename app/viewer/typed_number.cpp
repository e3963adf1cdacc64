#include "viewer/typed_number.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "isonoise/untrusted.hpp"

namespace isonoise {
namespace {

constexpr std::size_t kLongestTyped = 24;  // ImGui's number fields hold 31 characters and truncate the rest

// A sum is products between + and -, a product factors between * and /.
class Reader {
  public:
    explicit Reader(std::string_view text) : rest_(text) {}
    std::optional<double> all() {
        const double value = sum();
        skip_blanks();
        if (!good_ || !rest_.empty() || !std::isfinite(value)) return {};
        return value;
    }

  private:
    void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size())); }
    bool take(char c) {
        skip_blanks();
        if (!rest_.starts_with(c)) return false;
        rest_.remove_prefix(1);
        return true;
    }
    double sum() {
        double value = product();
        while (true) {
            if (take('+')) {
                value += product();
            } else if (take('-')) {
                value -= product();
            } else {
                return value;
            }
        }
    }
    double product() {
        double value = factor();
        while (true) {
            if (take('*')) {
                value *= factor();
            } else if (take('/')) {
                value /= factor();
            } else {
                return value;
            }
        }
    }
    double factor() {
        if (++depth_ > 64) good_ = false;  // too many brackets
        if (!good_) return 0;
        if (take('-')) return -factor();
        if (take('+')) return factor();
        if (take('(')) {
            const double value = sum();
            good_ &= take(')');
            return value;
        }
        return number();
    }
    double number() {
        skip_blanks();
        std::size_t end = 0;
        const auto digits = [&] {
            while (end < rest_.size() && rest_[end] >= '0' && rest_[end] <= '9')
                ++end;
        };
        digits();
        if (end < rest_.size() && rest_[end] == '.') ++end;
        digits();
        if (const std::size_t mantissa = end; end < rest_.size() && (rest_[end] == 'e' || rest_[end] == 'E')) {
            ++end;
            if (end < rest_.size() && (rest_[end] == '+' || rest_[end] == '-')) ++end;
            const std::size_t exponent = end;
            digits();
            if (end == exponent) end = mantissa;
        }
        double value = 0;
        good_ &= parse_number(rest_.substr(0, end), value);
        rest_.remove_prefix(end);
        return value;
    }

    std::string_view rest_;
    int depth_ = 0;
    bool good_ = true;
};

std::string text_of(const ImGuiInputTextState& field) {
    std::string text;
#if IMGUI_VERSION_NUM < 19130
    for (int i = 0; i < field.CurLenW; ++i)
        text += field.TextW[i] < 128 ? static_cast<char>(field.TextW[i]) : '?';
#else
    text = field.TextA.Data;
#endif
    return text;
}

void insert(ImGuiInputTextState& field, ImWchar c) {
#if IMGUI_VERSION_NUM < 19130
    field.OnKeyPressed(c);
#else
    field.OnCharPressed(c);
#endif
}

// ImGui's number fields drop brackets, blanks and, some of them, an e. These characters are inserted here instead, so
// that the typed sum is the one computed.
void insert_typed(ImGuiInputTextState& field) {
    ImGuiIO& io = ImGui::GetIO();
    if (io.KeyCtrl && !io.KeyAlt) return;  // shortcuts; AltGr sets both
    ImVector<ImWchar>& typed = io.InputQueueCharacters;
    const auto is_of_sums = [](ImWchar c) {
        return c < 128 && std::string_view("0123456789.+-*/() eE").find(static_cast<char>(c)) != std::string_view::npos;
    };
    if (!std::all_of(typed.begin(), typed.end(), is_of_sums)) return;
    for (const ImWchar c : typed)
        insert(field, c);
    typed.clear();
}

// Does ImGui read this text as the number that it is? It takes a leading + for an operator.
bool is_plain(const std::string& text, double most_whole) {
    double value = 0;
    if (text[0] == '+' || !parse_number(text, value)) return false;
    if (most_whole == 0) return true;
    return text.find_first_not_of("0123456789", text[0] == '-') == text.npos && std::fabs(value) <= most_whole;
}

// Will the field lose focus now, other than by Tab?
bool leaves(const ImGuiContext& context) {
    for (const int key : {ImGuiKey_Enter, ImGuiKey_KeyPadEnter}) {
        if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(static_cast<ImGuiKey>(key)))) return true;
    }
    return ImGui::IsMouseClicked(ImGuiMouseButton_Left) && context.HoveredIdPreviousFrame != context.ActiveId;
}

}  // namespace

std::optional<double> evaluate(std::string_view text) { return Reader(text).all(); }

bool paste_number(std::string text) {
    ImGuiInputTextState* field = ImGui::GetInputTextState(ImGui::GetCurrentContext()->ActiveId);
    if (!field || text_of(*field).starts_with('#')) return false;
    if (text.size() > kLongestTyped) {
        const auto value = evaluate(text);
        text = value ? fmt::format("{}", *value) : "";
    }
    for (const char c : text)
        insert(*field, c >= ' ' && c < 127 ? static_cast<ImWchar>(c) : ' ');
    return true;
}

std::string compute_typed_number(double most_whole, bool tab, bool& late_click) {
    static ImGuiID edited = 0;
    static std::string before;  // the field's text when typing began
    ImGuiContext& context = *ImGui::GetCurrentContext();
    ImGuiInputTextState* field = ImGui::GetInputTextState(context.ActiveId);
    if (!field || context.ActiveId == 0) {
        edited = 0;
        return {};
    }
    std::string text = text_of(*field);
    if (edited != context.ActiveId) {
        edited = context.ActiveId;
        before = text;
    }
    if (text.starts_with('#')) return {};  // a colour
    insert_typed(*field);
    text = text_of(*field);
    if (text == before || text.empty() || !(tab || leaves(context)) || is_plain(text, most_whole)) return {};
    const bool whole = most_whole > 0;
    double value = evaluate(text).value_or(NAN);
    const bool good = whole ? value == std::floor(value) : !std::isnan(value);
    if (whole) value = std::clamp(value, -most_whole, most_whole);
    field->SelectAll();
    ImGuiIO& io = ImGui::GetIO();
    io.InputQueueCharacters.clear();
    const std::string result = !good ? before : whole ? fmt::format("{:.0f}", value) : fmt::format("{}", value);
    for (const char c : result)
        io.InputQueueCharacters.push_back(static_cast<ImWchar>(c));
    before = result;
    // A widget drawn before the field would handle the click first, and close the field before it reads the value.
    if (io.MouseClicked[ImGuiMouseButton_Left]) {
        late_click = true;
        io.MouseClicked[ImGuiMouseButton_Left] = io.MouseDown[ImGuiMouseButton_Left] = false;
        io.MouseDownDuration[ImGuiMouseButton_Left] = -1;
    }
    if (good) return {};
    return fmt::format("expected a {}, got {}: nothing is changed", whole ? "whole number" : "number", in_quotes(text));
}

}  // namespace isonoise
