// The window with what the tests of its tools share.
#pragma once

#include <fstream>

#include "app/window.hpp"

class Tool : public Window {
  protected:
    void write(const fs::path& path, const std::string& text) {
        fs::create_directories(path.parent_path());
        std::ofstream(path) << text;
    }
    static std::string read(const fs::path& path) {
        std::ifstream file(path);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    const Settings& settings() const { return viewer->preset().settings; }
    const Look& look() const { return viewer->preset().look; }
};
