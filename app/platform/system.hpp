// Streams, signals, folders and system information.
#pragma once

#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace isonoise {

// Call first. Returns the arguments after the program's name, as UTF-8. Makes standard streams binary, turns SIGPIPE
// and SIGXFSZ into write errors, and reopens closed standard streams so that no other file takes their place.
std::vector<std::string> start_program(int argc, char** argv);

bool is_terminal(std::FILE* stream);

// Reads available bytes of standard input, at least one. Returns the number of bytes; 0 at the end. Throws
// std::system_error.
std::size_t read_input(char* to, std::size_t size);

// Requests to end: Ctrl+C, `kill`, a lost terminal. By default they remove temporary files and end the program like the
// signal would; a signal that the caller ignored (nohup) stays ignored. While an EndRequests exists, the first request
// only sets asked(); a second one ends the program.
class EndRequests {
  public:
    EndRequests();
    ~EndRequests();
    EndRequests(const EndRequests&) = delete;
    EndRequests& operator=(const EndRequests&) = delete;

    static bool asked();
    // Ends the program like the request would have; returns if there was none.
    static void end();
};

// Removes temporary files and ends the program without destructors.
[[noreturn]] void end_at_once(int code);

// While one exists, losing the X server calls `save` on the thread that created this, and then ends the program with a
// message and exit code 2 (by default Xlib would end it at once). `save` must not use the window. Create it after the
// window. Does nothing on systems without X.
class LostDisplay {
  public:
    explicit LostDisplay(std::function<void()> save);
    ~LostDisplay();
    LostDisplay(const LostDisplay&) = delete;
    LostDisplay& operator=(const LostDisplay&) = delete;
};

// The user's folder for isonoise's settings, which may not exist yet; empty if unknown.
std::filesystem::path config_directory();

// Full path of the program, searched in PATH; empty if not found.
std::filesystem::path find_program(const std::string& name);

// Is this a browser's page? There, written files are downloads, and no other program can be started.
bool in_page();
// In a browser, shows the words that recreate this picture (e.g. --octaves 5) in the URL. Does nothing elsewhere.
void set_address(const std::vector<std::string>& words);
// In a browser, opens the page's editor with a function's text, or with `open` false changes the text in an open one.
// The page answers by page_change_function(). Does nothing elsewhere.
void edit_in_page(const std::string& text, bool open);

// The processor's name, or "unknown".
std::string cpu_name();

// The operating system with version and architecture: "Debian GNU/Linux 12 (bookworm), x86_64".
std::string system_name();

}  // namespace isonoise
