// The platform in a browser's page. Files live in memory as long as the page; bindings/web/try/page.js keeps the
// settings folder across visits and offers all other files as downloads.
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include <emscripten.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "platform/files.hpp"
#include "platform/process.hpp"
#include "platform/system.hpp"

namespace isonoise {

namespace fs = std::filesystem;

// clang-format off
EM_JS(void, page_changed_file, (const char* path), { Module["changedFile"](UTF8ToString(path)); });
EM_JS(void, page_set_address, (const char* const* words, std::size_t count), {
    Module["setAddress"](Array.from(HEAPU32.subarray(words / 4, words / 4 + count), (word) => UTF8ToString(word)));
});
EM_JS(void, page_edit, (const char* text, bool open), { Module["edit"](UTF8ToString(text), open); });
// clang-format on

// ---- Files

std::uint64_t free_space(const fs::path&) { return std::uint64_t{1} << 31; }  // WebAssembly's memory

bool remove_file(const fs::path& path) {
    if (unlink(path.c_str()) != 0) return false;
    page_changed_file(fs::absolute(path).c_str());
    return true;
}

struct Folder::State {
    fs::path path;
};

Folder::Folder(const fs::path& path) : state_(std::make_shared<State>(State{path.empty() ? "." : path})) {
    if (!fs::is_directory(state_->path)) throw std::system_error(ENOTDIR, std::generic_category());
}

Folder::Folder(const Folder& parent, const fs::path& name)
    : state_(std::make_shared<State>(State{parent.state_->path / name})) {
    const Entry entry = parent.entry(name);
    if (entry == Entry::folder) return;
    const int error = entry == Entry::nothing ? ENOENT : entry == Entry::link ? ELOOP : ENOTDIR;
    throw std::system_error(error, std::generic_category());
}

// No other program writes here, so checking first is safe.
Folder::Entry Folder::entry(const fs::path& name, std::uint64_t* bytes) const {
    struct stat facts {};
    if (lstat((state_->path / name).c_str(), &facts) != 0) return Entry::nothing;
    if (bytes) *bytes = static_cast<std::uint64_t>(facts.st_size);
    return S_ISREG(facts.st_mode)   ? Entry::file
           : S_ISDIR(facts.st_mode) ? Entry::folder
           : S_ISLNK(facts.st_mode) ? Entry::link
                                    : Entry::other;
}

std::FILE* Folder::open(const fs::path& name) const {
    const Entry found = entry(name);
    if (found == Entry::file || found == Entry::nothing) return open_file(state_->path / name, "rb");
    errno = found == Entry::link ? ELOOP : found == Entry::folder ? EISDIR : ENXIO;
    return nullptr;
}

bool Folder::make(const fs::path& name) const { return mkdir((state_->path / name).c_str(), 0777) == 0; }
bool Folder::remove(const fs::path& name) const { return rmdir((state_->path / name).c_str()) == 0; }
std::vector<Folder::Leftover> Folder::leftovers() const { return {}; }
void Folder::remove_leftovers() const {}

NewFile::NewFile(const Folder& folder, const fs::path& name) : NewFile(folder, name, Begun()) {
    static int count = 0;
    temporary_ = fmt::format("/tmp/{}.part", count++);
    stream_ = std::fopen(temporary_.c_str(), "w+bx");
    if (!stream_) throw std::system_error(errno, std::generic_category());
}

NewFile::~NewFile() {
    if (stream_) std::fclose(stream_);
    unlink(temporary_.c_str());
}

std::string NewFile::temporary_path() const { return temporary_.string(); }

bool NewFile::commit(bool keep) {
    const fs::path target = folder_.state_->path / name_;
    if (keep && fs::exists(target)) return true;
    if (std::rename(temporary_.c_str(), target.c_str()) != 0) return false;
    page_changed_file(fs::absolute(target).lexically_normal().c_str());
    return true;
}

// ---- Streams and requests to end

std::vector<std::string> start_program(int argc, char** argv) { return {argv + (argc > 0 ? 1 : 0), argv + argc}; }

bool is_terminal(std::FILE* stream) { return stream == stderr; }  // bindings/web/try displays it

std::size_t read_input(char* to, std::size_t size) { return std::fread(to, 1, size, stdin); }

EndRequests::EndRequests() = default;
EndRequests::~EndRequests() = default;
bool EndRequests::asked() { return false; }
void EndRequests::end() {}
void end_at_once(int code) { std::_Exit(code); }

LostDisplay::LostDisplay(std::function<void()>) {}
LostDisplay::~LostDisplay() = default;

// ---- Folders and facts

fs::path config_directory() { return "/settings"; }
fs::path find_program(const std::string&) { return {}; }
std::string cpu_name() { return "unknown"; }
std::string system_name() { return "WebAssembly"; }

bool in_page() { return true; }
void set_address(const std::vector<std::string>& words) {
    std::vector<const char*> texts;
    for (const std::string& word : words)
        texts.push_back(word.c_str());
    page_set_address(texts.data(), texts.size());
}
void edit_in_page(const std::string& text, bool open) { page_edit(text.c_str(), open); }

// ---- Processes: there are none

struct Process::Handles {};
Process::Process(const std::vector<std::string>&) { throw std::system_error(ENOSYS, std::generic_category()); }
Process::~Process() = default;
bool Process::write(const void*, std::size_t) { return false; }
bool Process::finish() { return false; }
std::string Process::said() { return {}; }

OpenedFile::OpenedFile(const fs::path&) { throw std::system_error(ENOSYS, std::generic_category()); }
bool OpenedFile::failed() { return process_ != 0; }

}  // namespace isonoise
