// The sheet that exports: content, file, size, progress.
#pragma once

#include "viewer/fields.hpp"

namespace isonoise {

void export_sheet(const Group& group, float scale);
// What the first screen's door "Make" begins with: a tile of 1024x1024 pixels.
void order_a_texture(PanelState& state);

// Its rows for the size (export_size.cpp).
void size_fields(const Group& group, float scale);
void slices_field(const Group& group);
// A switch that is off where it cannot be on; `needs` then says what it needs.
void switch_field(const Group& group, const std::string& name, bool& on, bool can, const char* tip, const char* needs);

}  // namespace isonoise
