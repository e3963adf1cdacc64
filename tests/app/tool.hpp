// The window, with helpers for the tests of its tools.
#pragma once

#include "app/window.hpp"

class Tool : public Window {
  protected:
    const Settings& settings() const { return viewer->preset().settings; }
    const Look& look() const { return viewer->preset().look; }
};

// Files, presets and settings, over a whole session.
class UserSession : public Tool {};
