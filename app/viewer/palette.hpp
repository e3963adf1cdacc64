// The search: its row in the panel with what it finds below, or both in a sheet of their own where there is no panel.
#pragma once

#include "viewer/fields.hpp"

namespace isonoise {

// The field for words, and a cross that clears it.
void search_row(const Group& group);

// What is found, in place of the panel's tabs: fields of the noise and the picture as they are, the rest as a list.
void search_results(const Group& group);

void palette_sheet(const Group& group, float scale);

}  // namespace isonoise
