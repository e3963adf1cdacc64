// A temporary directory for a test, deleted afterwards.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

class TemporaryDirectory {
  public:
    TemporaryDirectory() {
        std::string name = (std::filesystem::temp_directory_path() / "isonoise-test-XXXXXX").string();
        path_ = mkdtemp(name.data());
    }
    ~TemporaryDirectory() { std::filesystem::remove_all(path_); }
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    const std::filesystem::path& path() const { return path_; }

    // Copies the repository's shaders into this directory.
    std::filesystem::path shaders() const {
        const auto copy = path_ / "shaders";
        std::filesystem::copy(ISONOISE_SHADERS, copy, std::filesystem::copy_options::recursive);
        return copy;
    }

  private:
    std::filesystem::path path_;
};

inline std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline void write_file(const std::filesystem::path& path, const std::string& text) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

// The value of an environment variable.
inline std::string environment(const char* name, const char* otherwise) {
    const char* value = std::getenv(name);
    return value ? value : otherwise;
}

// Replaces every `what`, which must occur, with `by`.
inline std::string replaced_all(std::string text, const std::string& what, const std::string& by) {
    if (text.find(what) == std::string::npos) throw std::logic_error("not found: " + what);
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
    return text;
}
// Replaces only the first occurrence.
inline std::string replaced(std::string text, const std::string& what, const std::string& by) {
    const auto at = text.find(what);
    if (at == std::string::npos) throw std::logic_error("not found: " + what);
    return text.replace(at, what.size(), by);
}
