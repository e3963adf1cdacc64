// What the user asks for, as data: panel, keys and search append commands, which are carried out in order once the
// panel is drawn.
#pragma once

#include <string>
#include <variant>

#include "scene/look.hpp"

namespace isonoise {

namespace command {

struct Undo {};
struct Redo {};
struct ResetView {};  // to the view and time of the preset as loaded
struct ChooseScene {
    Scene scene;
};
struct OpenPreset {
    std::string name;  // see named_preset()
};
struct SavePreset {  // under Session::save_name
    bool replace = false;
};
struct RemovePreset {
    std::string name;  // one of the user's own
};
struct Compare {};  // keeps the picture as A beside what follows, or ends that
struct TakeA {};    // back to the picture kept, which ends the comparison
struct StepTime {
    int frames;  // of 1/30 s
};
struct TurnPage {
    int by;  // steps of scene anatomy
};
struct Paste {
    std::string text;  // a preset as JSON, or a line by to_line()
};

}  // namespace command

using SessionCommand = std::variant<command::Undo, command::Redo, command::ResetView, command::ChooseScene,
                                    command::OpenPreset, command::SavePreset, command::RemovePreset, command::Compare,
                                    command::TakeA, command::StepTime, command::TurnPage, command::Paste>;

// Calls the one of the functions that takes the variant's alternative.
template <class... Functions> struct Overloaded : Functions... { using Functions::operator()...; };
template <class... Functions> Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace isonoise
