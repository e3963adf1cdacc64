#include "session/session.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "error.hpp"
#include "io/output.hpp"
#include "isonoise/function/source.hpp"
#include "paths.hpp"
#include "scene/function_file.hpp"
#include "scene/preset.hpp"
#include "scene/scenes.hpp"
#include "scene/written_function.hpp"
#include "session/copy_as.hpp"
#include "session/file_names.hpp"

namespace isonoise {
namespace {

void list_own_files(Session& session) {
    session.own_presets = own_presets(session.directory);
    session.own_functions = own_functions(session.directory);
    session.previews.clear();  // the name may now mean another preset
}

void follow_octaves(Session& session) { session.fractal = session.open.preset.settings.octaves > 1.0f; }

// Prepares for a preset of scene `next`: remembers the open one if its scene is another.
void leave_for(Session& session, Scene next) {
    const Scene scene = session.open.preset.look.scene;
    if (next != scene) session.left[scene] = session.open;
}

// The scene as last left, or in its initial state.
Document last_of(const Session& session, Scene scene) {
    if (const auto left = session.left.find(scene); left != session.left.end()) return left->second;
    const Preset begin = default_preset(scene);
    return {begin, begin, name_of(scene)};
}

// Keeps the noise and position of another scene. Returns the reason if that is impossible.
std::string keep_noise(Preset& preset, const Preset& from) {
    const auto [least, most] = dims(preset.look.scene);
    Preset with = preset;
    change_fractal(with, from.settings.fractal);
    with.settings = from.settings;
    with.settings.dim = std::clamp(from.settings.dim, least, most);
    with.settings = nearest(with.settings);
    if (const std::string wrong = problem(with); !wrong.empty()) return wrong;
    preset = with;
    if (!scene_info(preset.look.scene).own_place && !scene_info(from.look.scene).own_place) {
        preset.look.center = from.look.center;
        preset.look.span = from.look.span;
    }
    return {};
}

// A function in a file stays the same one when its text changes.
bool is_same_function(const Function& a, const Function& b) {
    return a.name() == b.name() && (is_function_name(a.name()) || a.text() == b.text());
}

// Keeps the function of another scene and its position on the map. Returns the reason if that is impossible.
std::string keep_function(Document& open, const Document& from) {
    Document with = open;
    with.function_file = from.function_file;
    for (auto preset : {&Document::preset, &Document::loaded}) {
        const auto before = (with.*preset).function;
        copy_function(with.*preset, from.*preset);
        if (!before || !is_same_function(*before, *(with.*preset).function))  // its look was for another one
            (with.*preset).look = default_look(with.*preset, (with.*preset).look.scene);
    }
    if (const std::string wrong = problem(with.preset); !wrong.empty()) return wrong;
    if (!scene_info(with.preset.look.scene).own_place && !scene_info(from.preset.look.scene).own_place)
        with.preset.look.center = from.preset.look.center;
    open = with;
    return {};
}

std::string choose_scene(Session& session, Scene scene) {
    const Document before = session.open;
    const Preset& from = before.preset;
    if (scene == from.look.scene) return {};
    const bool was_left = session.left.contains(scene);
    const Document next = last_of(session, scene);
    open_preset(session, next.preset, next.name);
    if (was_left) {
        session.open.loaded = next.loaded;
        session.open.function_file = next.function_file;
    }
    if (!from.function && !session.tools.keep_noise) return {};
    const std::string wrong =
        from.function ? keep_function(session.open, before) : keep_noise(session.open.preset, from);
    follow_octaves(session);
    if (wrong.empty()) return {};
    return fmt::format("The {} is not kept: {}", from.function ? "function" : "noise", wrong);
}

void go_to(Session& session, const History::Step& step) {
    const Scene scene = step.preset.look.scene;
    if (scene != session.open.preset.look.scene) {
        Document next = last_of(session, scene);
        leave_for(session, scene);
        session.open = std::move(next);
    }
    session.open.preset = step.preset;
    session.open.function_file = step.function_file;
    session.tools = step.tools;
    follow_octaves(session);
}

void reset_view(Session& session) {
    const Look from = standard(session).look;
    Look& look = session.open.preset.look;
    for (auto field :
         {&Look::span, &Look::time, &Look::yaw, &Look::pitch, &Look::fov, &Look::altitude, &Look::heading, &Look::tilt})
        look.*field = from.*field;
    look.center = from.center;
}

void turn_page(Look& look, int by) {
    if (look.scene != Scene::anatomy) return;
    const int stage = static_cast<int>(look.stage) + by;
    if (stage >= 0 && stage < static_cast<int>(std::size(detail::kStages))) look.stage = static_cast<Stage>(stage);
}

std::string save_preset(Session& session, bool replace) {
    const Preset& preset = session.open.preset;
    if (session.directory.empty()) {
        OutputFile file({"", path_of(free_name("json"))});
        file.write(to_json(preset));
        file.commit();
        return fmt::format("Saved {}: isonoise view {} opens it", file.name(), file.name());
    }
    std::string name = session.save_name;
    for (int i = 1; session.save_name.empty(); ++i) {  // no name was typed
        name = fmt::format("{}-{}", name_of(preset.look.scene), i);
        if (entry_of(own_preset_path(session.directory, name)) == Folder::Entry::nothing) break;
    }
    if (std::string what = preset_name_problem(name); !what.empty()) fail("{}", what);
    const FileName path = own_preset_path(session.directory, name);
    if (!replace && entry_of(path) != Folder::Entry::nothing)
        fail("a preset '{}' already exists: use the button 'save' to replace it", name);
    make_directories(session.directory);
    make_folders(path);
    OutputFile file(path);
    file.write(to_json(preset));
    file.commit();
    session.save_name.clear();
    list_own_files(session);
    session.open.name = name;
    session.open.loaded = preset;
    return fmt::format("Saved as preset '{}'", name);
}

// The open noise or function as a text, with its first line renamed.
std::string text_of_open(const Preset& preset, const std::string& name) {
    if (!preset.function) return written_function(preset.settings, name);
    if (!preset.function->includes().empty()) fail("the function includes files: copy them together");
    std::string text = preset.function->text();
    const std::string head = fmt::format("// {}.glsl:", path_of(preset.function->name()).stem().string());
    if (text.starts_with(head)) text.replace(0, head.size(), fmt::format("// {}.glsl:", name));
    return text;
}

// The open preset with another text of its function, or with its noise as a text.
Preset with_text(const Preset& open, const Function& text) {
    Preset preset = open;
    set_function(preset, open.function ? with_changes(text, *open.function) : text);
    const AskedLook asked = asked_look(text);
    if (asked != (open.function ? asked_look(*open.function) : AskedLook())) {
        preset.look = default_look(preset, asked.scene);
    } else if (!open.function && has_values(open.look.scene)) {
        // The picture stays the same, although functions have other ends of their colours.
        preset.look.range = shown_range(open);
    }
    if (std::string what = problem(preset); !what.empty()) fail("{}: {}", text.name(), what);
    return preset;
}

std::string write_function(Session& session, const command::WriteFunction& c) {
    std::string name = session.function_name;
    for (int i = 1; session.function_name.empty(); ++i) {  // no name was typed
        name = fmt::format("function-{}", i);
        if (entry_of(own_function_path(session.directory, name)) == Folder::Entry::nothing) break;
    }
    if (std::string what = preset_name_problem(name); !what.empty()) fail("{}", what);
    const FileName path = own_function_path(session.directory, name);
    if (!c.replace && entry_of(path) != Folder::Entry::nothing)
        fail("a function '{}' already exists: use the button 'replace'", name);
    const bool is_open = c.from == command::WriteFunction::From::open;
    const Preset& open = session.open.preset;
    const std::string text = is_open ? text_of_open(open, name) : function_template(name);
    const Function function(text, path.path().string());
    const Preset preset = is_open ? with_text(open, function) : preset_of(function);
    if (!session.directory.empty()) {
        make_directories(session.directory);
        make_folders(path);
    }
    OutputFile file(path);
    file.write(text);
    file.commit();
    session.function_name.clear();
    list_own_files(session);
    open_preset(session, preset, name, path.path());
    return fmt::format("Wrote {}: save it in any editor, and the picture follows", file.name());
}

std::string remove_preset(Session& session, const std::string& name) {
    const FileName path = own_preset_path(session.directory, name);
    std::string why;
    if (!folder_of(path, why)) fail("cannot remove {}: {}", quoted_name(path.path()), why);
    if (!remove_file(path.path())) fail("cannot remove {}: {}", quoted_name(path.path()), std::strerror(errno));
    std::erase(session.favourites, "own:" + name);
    list_own_files(session);
    return fmt::format("Removed the preset '{}'", name);
}

void take_text(Document& open, const Function& text) {
    const Preset preset = with_text(open.preset, text);
    Preset loaded = open.loaded;
    const Function standard = loaded.function ? with_changes(text, *loaded.function) : text;
    if (standard == *preset.function) {
        copy_function(loaded, preset);
    } else {
        set_function(loaded, standard);
    }
    open.preset = preset;
    open.loaded = loaded;
}

void read_function(Session& session) {
    Document& open = session.open;
    if (!open.function_file.empty() && open.preset.function)
        take_text(open, function_of_word(open.function_file.string()));
}

void change_function(Session& session, const std::string& text) {
    take_text(session.open, Function(text, "function"));
    session.open.name.clear();
    session.open.function_file.clear();
}

// A function has a seed if it has a whole parameter of this name.
void new_seed(Session& session) {
    Preset& preset = session.open.preset;
    const std::uint32_t seed = std::random_device()();
    if (!preset.function) {
        if (!session.tools.seed_locked) preset.settings.seed = seed;
        return;
    }
    for (const Parameter& p : preset.function->parameters()) {
        if (p.name != "seed" || p.size != 1 || (p.kind != Parameter::natural && p.kind != Parameter::integer)) continue;
        const auto [least, most] = p.range();
        const double value = least + std::fmod(static_cast<double>(seed), most - least + 1);
        Function changed = *preset.function;
        changed.set(p.name, {&value, 1});
        set_function(preset, std::move(changed));
        return;
    }
    fail("the function has no parameter seed, such as uniform uint seed = 1u;");
}

void compare(Session& session) {
    if (std::exchange(session.other, std::nullopt)) return;
    if (session.tools.truth) fail("the truth view is on: switch it off to compare presets");
    session.other = session.open;
}

void take_a(Session& session) {
    if (!session.other) return;
    const Document taken = *std::exchange(session.other, std::nullopt);
    open_preset(session, taken.preset, taken.name, taken.function_file);
}

void paste(Session& session, const std::string& text) {
    const auto begin = text.find_first_not_of(" \t\r\n");
    if (begin == text.npos) fail("expected a preset, got no text");
    const Preset preset = text[begin] == '{' ? parse_preset(text, "clipboard") : from_line(text);
    const bool has_file = preset.function && is_function_file(preset.function->name());
    open_preset(session, preset, "pasted", has_file ? path_of(preset.function->name()) : std::filesystem::path());
}

}  // namespace

Session begin_session(const Document& open, const Tools& tools, const std::filesystem::path& directory) {
    Session session;
    session.open = open;
    session.tools = tools;
    session.directory = directory;
    session.history = History({open.preset, tools, open.function_file});
    list_own_files(session);
    return session;
}

std::string execute(Session& session, const SessionCommand& command) {
    std::string message;
    std::visit(Overloaded{
                   [&](command::Undo) { go_to(session, session.history.undo()); },
                   [&](command::Redo) { go_to(session, session.history.redo()); },
                   [&](command::ResetView) { reset_view(session); },
                   [&](const command::ChooseScene& c) { message = choose_scene(session, c.scene); },
                   [&](const command::OpenPreset& c) {
                       const bool listed = c.name.starts_with("built-in:") || c.name.starts_with("own:") ||
                                           c.name.starts_with("function:");
                       open_preset(session, named_preset(session, c.name),
                                   listed ? c.name.substr(c.name.find(':') + 1) : path_of(c.name).stem().string(),
                                   is_function_file(c.name) ? path_of(c.name) : std::filesystem::path());
                   },
                   [&](command::ReadFunction) { read_function(session); },
                   [&](const command::ChangeFunction& c) { change_function(session, c.text); },
                   [&](command::NewSeed) { new_seed(session); },
                   [&](const command::SavePreset& c) { message = save_preset(session, c.replace); },
                   [&](const command::WriteFunction& c) { message = write_function(session, c); },
                   [&](const command::RemovePreset& c) { message = remove_preset(session, c.name); },
                   [&](command::Compare) { compare(session); },
                   [&](command::TakeA) { take_a(session); },
                   [&](const command::StepTime& c) { advance(session, c.frames * time_step(session.open.preset, 30)); },
                   [&](const command::TurnPage& c) { turn_page(session.open.preset.look, c.by); },
                   [&](const command::Paste& c) { paste(session, c.text); },
               },
               command);
    return message;
}

void open_preset(Session& session, const Preset& preset, const std::string& name,
                 const std::filesystem::path& function_file) {
    leave_for(session, preset.look.scene);
    Preset next = preset;
    if (session.tools.seed_locked && !next.function && !session.open.preset.function)
        next.settings.seed = session.open.preset.settings.seed;
    session.open = {next, next, name, function_file};
    session.tools.local.clear();
    follow_octaves(session);
}

void record(Session& session) {
    session.history.push({session.open.preset, session.tools, session.open.function_file});
}

void advance(Session& session, double by) {
    double& time = session.open.preset.look.time;
    const double before = time;
    time += by;
    if (const double loop = loop_time(session.open.preset); loop > 0 && (time != before || time < 0 || time > loop))
        time -= loop * std::floor(time / loop);
    time = std::clamp(time, -0x1p31, 0x1p31);
}

std::string text_to_edit(const Session& session) {
    const Preset& open = session.open.preset;
    if (open.function)
        return open.function->includes().empty() ? open.function->text() : function::joined(*open.function);
    return unwritable(open.settings).empty() ? written_function(open.settings, "function")
                                             : function_template("function");
}

Preset standard(const Session& session) {
    const Preset &preset = session.open.preset, &loaded = session.open.loaded;
    const bool is_of_scene = loaded.look.scene == preset.look.scene;
    return standard_of(is_of_scene ? loaded : default_preset(preset.look.scene), preset.settings.fractal);
}

Preset named_preset(const Session& session, const std::string& name) {
    if (name.starts_with("built-in:")) return load_builtin_preset(name.substr(9));
    if (is_function_name(name)) return preset_of(function_of_word(name));
    if (name.starts_with("function:")) return preset_of(named_function(name.substr(9)));
    return load_preset(name.starts_with("own:") ? own_preset_path(session.directory, name.substr(4)).path()
                                                : path_of(name));
}

const Preset* preview_of(Session& session, const std::string& name) {
    const auto [at, is_new] = session.previews.try_emplace(name);
    if (is_new) {
        try {
            at->second = named_preset(session, name);
        } catch (const std::exception&) {
        }
    }
    return at->second ? &*at->second : nullptr;
}

void follow_fractal(Preset& preset, const Preset& before) {
    const Fractal chosen = preset.settings.fractal;
    preset.settings.fractal = before.settings.fractal;
    change_fractal(preset, chosen);
}

std::string mend_settings(Preset& preset, const Preset& before) {
    const std::string wrong = problem(preset.settings);
    if (wrong.empty()) return {};
    if (Preset mended = preset; mended.settings = nearest(preset.settings), !problem(mended).empty()) {
        preset = before;
        return problem(mended);
    }
    const Settings asked = std::exchange(preset.settings, nearest(preset.settings));
    std::string changed;
    for_each_setting(asked, [&](const SettingInfo& info, const auto& was) {
        const std::string is = get(preset.settings, info.name);
        if (is != get_field(info, was)) changed += fmt::format("{}{} {}", changed.empty() ? "" : ", ", info.name, is);
    });
    return fmt::format("{}. Set instead: {}", wrong, changed);
}

}  // namespace isonoise
