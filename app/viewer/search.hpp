// The search, over everything in the viewer that has a name. Its entries come from the same tables as the panel, so
// that it finds new settings, presets and actions by itself.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "viewer/panel.hpp"

namespace isonoise {

struct Entry {
    std::string name;
    std::string kind;  // shown beside it
    std::string also;  // other words for it
    std::string about;
    std::function<void(Session&, PanelState&)> choose;
    std::string field;  // the widget of a setting, which the results show; empty for other entries
};

// All entries for the open preset's scene.
std::vector<Entry> everything(const Session& session, const PanelState& state);

// How well an entry matches all of the typed words: best by name, then by another word for it, then by its description;
// 0 if it does not. With `nearly`, words may have a letter wrong.
int fit(const Entry& entry, const std::string& typed, bool nearly = false);

// The matching entries, the best first; if none matches, those that nearly do.
std::vector<Entry> found(const std::vector<Entry>& entries, const std::string& typed);

// A word of other programs, and the names of the entries that it means here.
struct Synonym {
    const char *word, *names;
};
std::span<const Synonym> synonyms();

}  // namespace isonoise
