// The search's index: everything in the viewer that has a name. It is built from the tables that the viewer itself
// uses, so new settings, presets and actions are found automatically.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "viewer/panel.hpp"

namespace isonoise {

struct Entry {
    std::string name;
    std::string kind;  // its kind, shown beside it
    std::string also;  // synonyms
    std::string about;
    std::function<void(Session&, PanelState&)> choose;
    std::string field;  // for a setting: its widget, shown when found; otherwise empty
};

// All entries for the open preset's scene.
std::vector<Entry> everything(const Session& session, const PanelState& state);

// How well an entry fits the typed words, which must all match: best by name, then by a synonym, then by its
// description; 0 if it does not fit. With `nearly`, words may have a wrong letter.
int fit(const Entry& entry, const std::string& typed, bool nearly = false);

// The entries that fit, best first; if none, those that nearly fit.
std::vector<Entry> found(const std::vector<Entry>& entries, const std::string& typed);

// A word from other programs, and the names of the entries that it means.
struct Synonym {
    const char *word, *names;
};
std::span<const Synonym> synonyms();

}  // namespace isonoise
