// Number fields evaluate arithmetic: typing 3*7 gives 21. Dear ImGui alone would take the 3 and drop the rest.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace isonoise {

// The value of an expression with + - * / and brackets, such as "3*7" or "-(1 + 2.5e-3) / 4". Empty for any other text,
// or if the value is not finite.
std::optional<double> evaluate(std::string_view text);

// Inserts text into the focused number field. Keeps blanks, brackets and letters, which ImGui would drop: "3 7" must
// not become 37. Returns false if no number field has the focus.
bool paste_number(std::string text);

// Call it between ImGui::NewFrame() and the first widget, while a number is being typed. When the user is about to
// leave the field, it replaces the typed text by its value; a text without a value is replaced by the field's old text,
// and a message returned. `most_whole`: the largest value of a field for whole numbers; 0 for other fields. `tab`: Tab
// leaves the field. Sets `late_click` if the click that leaves the field must wait for the next frame.
std::string compute_typed_number(double most_whole, bool tab, bool& late_click);

}  // namespace isonoise
