// Streams, signals, folders and facts.
#pragma once

#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace isonoise {

// Call first. Returns the words behind the program's name, as UTF-8. Standard streams carry bytes unchanged; a closed
// pipe and a file that grows too large become errors of the write; no file opened later can take the place of a
// standard stream that the caller closed.
std::vector<std::string> start_program(int argc, char** argv);

bool is_terminal(std::FILE* stream);

// Reads what there is of standard input, at least a byte. Returns the number of bytes; 0 at the end. Throws
// std::system_error.
std::size_t read_input(char* to, std::size_t size);

// A request to end: Ctrl+C, `kill`, a lost terminal. By default it removes temporary files and ends the program, as the
// signal would; one that the caller had ignored, as nohup does, stays ignored. While one of these exists, the first
// request only sets asked(); a second one ends the program.
class EndRequests {
  public:
    EndRequests();
    ~EndRequests();
    EndRequests(const EndRequests&) = delete;
    EndRequests& operator=(const EndRequests&) = delete;

    static bool asked();
    // Ends the program as the request would have; returns if there was none.
    static void end();
};

// Removes temporary files and ends the program without destructors.
[[noreturn]] void end_at_once(int code);

// While one exists, the loss of the X server calls `save` on the thread that made this, and then ends the program with a
// message and exit code 2; Xlib would end it at once. `save` must not use the window. Make it after the window. On
// systems without X it does nothing.
class LostDisplay {
  public:
    explicit LostDisplay(std::function<void()> save);
    ~LostDisplay();
    LostDisplay(const LostDisplay&) = delete;
    LostDisplay& operator=(const LostDisplay&) = delete;
};

// The user's folder for isonoise's settings, which may not exist yet; empty if there is none.
std::filesystem::path config_directory();

// The program's path, if there is one of that name in PATH; else empty.
std::filesystem::path find_program(const std::string& name);

// Is this a page? There a written file is a download, and no other program can be started.
bool in_page();
// A page's address holds the words that show again what is shown, such as --octaves 5. Elsewhere there is none.
void set_address(const std::vector<std::string>& words);

// The processor's name; "unknown" if it is.
std::string cpu_name();

// The operating system with its version, and the kind of processor: "Debian GNU/Linux 12 (bookworm), x86_64".
std::string system_name();

}  // namespace isonoise
