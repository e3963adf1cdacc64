// The window's colours and measures: those of the page in web/, dark or light.
#pragma once

struct ImVec4;

namespace isonoise {

enum class Theme { dark, light };
inline constexpr const char* kThemes[] = {"dark", "light"};

// Sets ImGui's style; lengths for a display of this scale.
void apply(Theme theme, float scale);

// While it exists, widgets have the dark theme's colours: on pictures that are dark whatever the theme.
class DarkGround {
  public:
    DarkGround();
    ~DarkGround();
    DarkGround(const DarkGround&) = delete;
    DarkGround& operator=(const DarkGround&) = delete;

  private:
    int colours_ = 0;
};

// Colours with a meaning, in the theme applied last.
namespace ink {
ImVec4 accent();  // names, keys, the wordmark, bars of a chart
ImVec4 error();
ImVec4 good();  // equal, done
ImVec4 soft();  // secondary words
}  // namespace ink

}  // namespace isonoise
