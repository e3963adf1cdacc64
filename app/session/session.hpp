// The user's work, independent of a window: the open preset, the other scenes as last left, undo, the comparison, and
// the user's own presets.
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
    Preset loaded;                             // as opened: fields and the view reset to this
    std::string name;                          // as shown in the lists of presets
    std::filesystem::path function_file = {};  // of the preset's function, which follows it; empty: none
    bool operator==(const Document&) const = default;
};

struct Session {
    Document open;
    Tools tools;
    bool playing = false;
    // The switch for several octaves. It stays on while a drag passes through one octave.
    bool fractal = false;
    float octaves_before = 5.0f;  // before it was switched off
    History history{{}};
    std::map<Scene, Document> left;                         // other scenes, as last left
    std::optional<Document> other;                          // picture A of a comparison
    std::filesystem::path directory;                        // the user's own presets; empty: none are kept
    std::vector<std::string> own_presets;                   // their names
    std::vector<std::string> own_functions;                 // and those of the user's own functions
    std::vector<std::string> favourites;                    // as in named_preset()
    std::string save_name;                                  // for the next preset to be saved
    std::string function_name;                              // for the next function to be written
    std::map<std::string, std::optional<Preset>> previews;  // see preview_of()
};

// User commands as data: panel, keys and search append commands, which are executed in order once the panel is drawn.
namespace command {

struct Undo {};
struct Redo {};
struct ResetView {};  // to the view and time of Document::loaded
struct ChooseScene {
    Scene scene;
};
struct OpenPreset {
    std::string name;  // see named_preset()
};
struct ReadFunction {};  // reads Document::function_file again; parameters that the user has changed stay
struct ChangeFunction {  // the open function gets this text, or it takes the noise's place; no file is followed any
                         // more
    std::string text;
};
struct NewSeed {};   // a random one, unless the noise's is locked
struct SavePreset {  // under Session::save_name
    bool replace = false;
};
struct WriteFunction {  // as a file under Session::function_name, which is opened and followed
    enum class From { open, start } from = From::open;  // the open noise or function, or a template
    bool replace = false;
};
struct RemovePreset {
    std::string name;  // one of the user's own presets
};
struct Compare {};  // starts a comparison with the current picture as A, or ends it
struct TakeA {};    // restores A and ends the comparison
struct StepTime {
    int frames;  // of 1/30 s each
};
struct TurnPage {
    int by;  // steps in scene anatomy
};
struct Paste {
    std::string text;  // a preset as JSON, or a line by to_line()
};

}  // namespace command

using SessionCommand =
    std::variant<command::Undo, command::Redo, command::ResetView, command::ChooseScene, command::OpenPreset,
                 command::ReadFunction, command::ChangeFunction, command::NewSeed, command::SavePreset,
                 command::WriteFunction, command::RemovePreset, command::Compare, command::TakeA, command::StepTime,
                 command::TurnPage, command::Paste>;

// Calls the function for the variant's alternative.
template <class... Functions> struct Overloaded : Functions... { using Functions::operator()...; };
template <class... Functions> Overloaded(Functions...) -> Overloaded<Functions...>;

Session begin_session(const Document& open, const Tools& tools, const std::filesystem::path& directory);

// Executes a command. Returns a message for the user, or an empty string. If it throws Error, the session is unchanged.
std::string execute(Session& session, const SessionCommand& command);

// Opens a preset; a locked seed stays.
void open_preset(Session& session, const Preset& preset, const std::string& name,
                 const std::filesystem::path& function_file = {});

// Adds the current state to the history unless it is the latest already. Do not call it during a drag or while typing.
void record(Session& session);

// Advances time, within the loop if there is one.
void advance(Session& session, double time);

// The preset that fields and the view reset to: the one opened or the scene's default, with the defaults for the
// current fractal.
Preset standard(const Session& session);

// The preset called "built-in:NAME" or "own:NAME", the function that comes with the program as "function:NAME", or the
// file at that path, which may be a function's. Throws Error.
Preset named_preset(const Session& session, const std::string& name);
// Cached for the lists of presets. Null if it cannot be read; opening it reports why.
const Preset* preview_of(Session& session, const std::string& name);

// A text to edit: the open function's, the open noise written out or, if it cannot be, a template.
std::string text_to_edit(const Session& session);

// Call after editing fields. A new fractal sets its defaults; contradictory settings become the nearest valid ones.
// Returns a message about the latter.
void follow_fractal(Preset& preset, const Preset& before);
std::string mend_settings(Preset& preset, const Preset& before);

}  // namespace isonoise
