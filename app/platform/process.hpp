// Other programs: a child process that reads our output, and the user's editor.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace isonoise {

// Its standard output and error go to a nameless file, so that neither program waits for the other. Without finish(),
// the destructor kills it.
class Process {
  public:
    // words[0] is looked up in PATH. Throws std::system_error.
    explicit Process(const std::vector<std::string>& words);
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    // False if it no longer reads. Throws std::system_error.
    bool write(const void* bytes, std::size_t size);
    // Closes its input and waits for it to end. False if it failed.
    bool finish();
    // The first 2000 bytes of its output and errors so far.
    std::string said();

  private:
    struct Handles;
    std::unique_ptr<Handles> handles_;
};

// A text file that the desktop opens in the user's editor, which goes on without us.
class OpenedFile {
  public:
    // An absolute path. Throws std::system_error if the system cannot even try.
    explicit OpenedFile(const std::filesystem::path& file);
    // True once the desktop says that no program opened it.
    bool failed();

  private:
    long process_ = 0;  // of the program that asks the desktop; 0 once it has ended
};

}  // namespace isonoise
