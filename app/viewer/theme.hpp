// The window's colours and spacings, dark or light, as on the page in bindings/web/.
#pragma once

struct ImVec4;

namespace isonoise {

enum class Theme { dark, light };
inline constexpr const char* kThemes[] = {"dark", "light"};

// Sets ImGui's style, with lengths for a display of this scale.
void apply(Theme theme, float scale);

// While it exists, widgets use this theme: over pictures, which are dark or white whatever the window's theme.
class OnGround {
  public:
    explicit OnGround(Theme theme);
    ~OnGround();
    OnGround(const OnGround&) = delete;
    OnGround& operator=(const OnGround&) = delete;

  private:
    int colours_ = 0;
};

// Colours with a meaning, in the current theme.
namespace ink {
ImVec4 accent();  // names, keys, the wordmark, chart bars
ImVec4 error();
ImVec4 good();  // equal, done
ImVec4 soft();  // secondary text
}  // namespace ink

}  // namespace isonoise
