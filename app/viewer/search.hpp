// What the search finds: everything that the viewer has a name for. The rows come from the tables that the viewer
// itself is made from, so that a new setting, preset or action is found without an entry here.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "viewer/panel.hpp"

namespace isonoise {

struct Entry {
    std::string name;
    std::string kind;  // what it is, shown beside it
    std::string also;  // other words for it
    std::string about;
    std::function<void(Session&, PanelState&)> choose;
    std::string field;  // of the settings and the picture: its widget, shown by itself when it is found; else empty
};

// All of them, for the open preset's scene.
std::vector<Entry> everything(const Session& session, const PanelState& state);

// How well an entry fits what is typed, whose words must all be found in it: best by name, then by another word for it,
// then by its meaning; 0 if it does not. With `nearly`, words may have a letter wrong.
int fit(const Entry& entry, const std::string& typed, bool nearly = false);

// Those that fit, the best first; if none does, those that nearly do.
std::vector<Entry> found(const std::vector<Entry>& entries, const std::string& typed);

// Words of other programs and what they mean here: a word, and the names of entries.
struct Synonym {
    const char *word, *names;
};
std::span<const Synonym> synonyms();

}  // namespace isonoise
