// Number fields evaluate arithmetic: typing 3*7 gives 21. Dear ImGui alone would take the 3 and drop the rest.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace isonoise {

// The value of an expression with + - * / and brackets, such as "3*7" or "-(1 + 2.5e-3) / 4". Empty for any other text,
// or if the value is not finite.
std::optional<double> evaluate(std::string_view text);

// Inserts text into the focused number field, keeping blanks, brackets and letters, which ImGui would drop: "3 7" must
// not become 37. Returns false if no number field has the focus.
bool paste_number(std::string text);

// Call it between ImGui::NewFrame() and the first widget while a number is being typed. When the field is about to lose
// focus, the typed expression becomes its value; if it has none, the old text is restored and a message is returned.
// `most_whole`: the maximum of an integer field; 0 for other fields. `tab`: Tab leaves the field. `late_click`: the
// click that leaves the field must wait for the next frame, see there.
std::string compute_typed_number(double most_whole, bool tab, bool& late_click);

}  // namespace isonoise
