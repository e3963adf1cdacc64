// What the user works on, without a window: the open preset, the scenes left behind, undo, the comparison, and the
// user's own presets.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "session/history.hpp"

namespace isonoise {

// An open preset.
struct Document {
    Preset preset;
    Preset loaded;     // as opened: where fields and the view are reset to
    std::string name;  // in the lists of presets
    bool operator==(const Document&) const = default;
};

struct Session {
    Document open;
    Tools tools;
    bool playing = false;
    // The switch for more than one octave. It stays on while a drag passes through one octave.
    bool fractal = false;
    float octaves_before = 5.0f;  // when it was switched off
    History history{{}};
    std::map<Scene, Document> left;                         // the other scenes, as last left
    std::optional<Document> other;                          // the picture A of a comparison
    std::filesystem::path directory;                        // of the user's own presets; empty: none are kept
    std::vector<std::string> own_presets;                   // their names
    std::vector<std::string> favourites;                    // as in named_preset()
    std::string save_name;                                  // of the next preset to be saved
    std::map<std::string, std::optional<Preset>> previews;  // see preview_of()
};

// What the user asks for, as data: panel, keys and search append commands, which are carried out in order once the
// panel is drawn.
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

Session begin_session(const Document& open, const Tools& tools, const std::filesystem::path& directory);

// Carries a command out. Returns a message for the user, or nothing. If it throws Error, the session is unchanged.
std::string execute(Session& session, const SessionCommand& command);

// Opens a preset, as it is except for a locked seed.
void open_preset(Session& session, const Preset& preset, const std::string& name);

// Adds the present state to the history, if it is new. Call it while nothing is being dragged or typed.
void record(Session& session);

// Moves time on, within the loop if there is one.
void advance(Session& session, double time);

// The preset that fields and the view are reset to: the one opened, or the scene's default, with the starting values
// of the fractal chosen since.
Preset standard(const Session& session);

// The preset called "built-in:NAME" or "own:NAME", or the file of that path. Throws Error.
Preset named_preset(const Session& session, const std::string& name);
// The same for the lists of presets, read once. Null if it cannot be read, which opening it reports.
const Preset* preview_of(Session& session, const std::string& name);

// After an edit field by field. A new fractal brings its starting values; settings that contradict each other become
// the nearest that agree. Returns a message about the latter.
void follow_fractal(Preset& preset, const Preset& before);
std::string mend_settings(Preset& preset, const Preset& before);

}  // namespace isonoise
