// Mouse and keyboard of the display that DISPLAY names, by XTest.
#pragma once

#include <string>

namespace input {

// Moves the mouse to a pixel of the screen.
void move(int x, int y);
// Presses or releases a button: 1 is the left one, 4 the wheel away from the user.
void button(int number, bool down);
void click(int number);

// Presses or releases a key, by X's name: Control_L, Return, a.
void key(const std::string& name, bool down);
// Presses keys together and releases them: "ctrl+shift+z".
void chord(const std::string& names);
// Types ASCII.
void type(const std::string& text);

// The number of nearly white pixels, e.g. of text, in a box at the display's upper left corner.
int white_pixels(int width, int height);

}  // namespace input
