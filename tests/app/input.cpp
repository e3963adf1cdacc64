#include "app/input.hpp"

#include <sstream>
#include <stdexcept>
#include <vector>

#include <X11/XKBlib.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XTest.h>

namespace input {
namespace {

Display* display() {
    static Display* const opened = XOpenDisplay(nullptr);
    if (!opened) throw std::runtime_error("input: no display");
    return opened;
}

// Waits until the server has dealt with what was sent.
void send() { XSync(display(), False); }

void key_of(KeySym symbol, bool down) {
    const KeyCode code = XKeysymToKeycode(display(), symbol);
    if (code == 0) throw std::runtime_error("input: no key gives symbol " + std::to_string(symbol));
    XTestFakeKeyEvent(display(), code, down, CurrentTime);
    send();
}

}  // namespace

void move(int x, int y) {
    XTestFakeMotionEvent(display(), -1, x, y, CurrentTime);
    send();
}

void button(int number, bool down) {
    XTestFakeButtonEvent(display(), static_cast<unsigned>(number), down, CurrentTime);
    send();
}

void click(int number) {
    button(number, true);
    button(number, false);
}

void key(const std::string& name, bool down) {
    const KeySym symbol = XStringToKeysym(name.c_str());
    if (symbol == NoSymbol) throw std::runtime_error("input: no key is named " + name);
    key_of(symbol, down);
}

void chord(const std::string& names) {
    std::vector<std::string> keys;
    std::istringstream list(names);
    for (std::string name; std::getline(list, name, '+');)
        keys.push_back(name == "ctrl" ? "Control_L" : name == "shift" ? "Shift_L" : name);
    for (const std::string& name : keys)
        key(name, true);
    for (auto name = keys.rbegin(); name != keys.rend(); ++name)
        key(*name, false);
}

void type(const std::string& text) {
    for (const char c : text) {
        const auto symbol = static_cast<KeySym>(c);  // of a printable character: its code
        const bool shift = XkbKeycodeToKeysym(display(), XKeysymToKeycode(display(), symbol), 0, 0) != symbol;
        if (shift) key("Shift_L", true);
        key_of(symbol, true);
        key_of(symbol, false);
        if (shift) key("Shift_L", false);
    }
}

int white_pixels(int width, int height) {
    XImage* image = XGetImage(display(), DefaultRootWindow(display()), 0, 0, static_cast<unsigned>(width),
                              static_cast<unsigned>(height), AllPlanes, ZPixmap);
    int count = 0;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x)
            count += (XGetPixel(image, x, y) & 0xe0e0e0) == 0xe0e0e0;
    }
    XDestroyImage(image);
    return count;
}

}  // namespace input
