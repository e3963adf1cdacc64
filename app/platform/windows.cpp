// The platform on Windows.
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <system_error>
#include <utility>

#define WIN32_LEAN_AND_MEAN
#define NOMINMAX 1  // libstdc++ defines it so
#include <windows.h>

#include <fcntl.h>
#include <io.h>
#include <shellapi.h>

#include <fmt/format.h>

#include "platform/files.hpp"
#include "platform/pending.hpp"
#include "platform/process.hpp"
#include "platform/system.hpp"

namespace isonoise {

namespace fs = std::filesystem;

// Maps a Windows error to errno.
static int number_of(DWORD error) {
    switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_BAD_PATHNAME:
    case ERROR_INVALID_DRIVE: return ENOENT;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_WRITE_PROTECT: return EACCES;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS: return EEXIST;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL: return ENOSPC;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY: return ENOMEM;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA: return EPIPE;
    case ERROR_FILENAME_EXCED_RANGE: return ENAMETOOLONG;
    case ERROR_INVALID_NAME:
    case ERROR_INVALID_PARAMETER: return EINVAL;
    case ERROR_DIRECTORY: return ENOTDIR;
    default: return EIO;
    }
}
[[noreturn]] static void system_failed(int error) { throw std::system_error(error, std::generic_category()); }
[[noreturn]] static void last_failed() { system_failed(number_of(GetLastError())); }

static std::string narrow(const std::wstring& wide) {
    const int size = WideCharToMultiByte(CP_UTF8, 0, wide.data(), int(wide.size()), nullptr, 0, nullptr, nullptr);
    std::string text(std::size_t(size), '\0');
    WideCharToMultiByte(CP_UTF8, 0, wide.data(), int(wide.size()), text.data(), size, nullptr, nullptr);
    return text;
}
static std::wstring widened(const std::string& text) {
    const int size = MultiByteToWideChar(CP_UTF8, 0, text.data(), int(text.size()), nullptr, 0);
    std::wstring wide(std::size_t(size), L'\0');
    MultiByteToWideChar(CP_UTF8, 0, text.data(), int(text.size()), wide.data(), size);
    return wide;
}

// ---- Files

std::FILE* open_file(const fs::path& path, const char* mode) {
    return _wfopen(path.c_str(), widened(std::string(mode) + "N").c_str());  // N: not inherited by children
}

static HANDLE handle_of(std::FILE* file) { return reinterpret_cast<HANDLE>(_get_osfhandle(_fileno(file))); }

bool can_seek(std::FILE* file) { return GetFileType(handle_of(file)) == FILE_TYPE_DISK; }
bool seek_to(std::FILE* file, std::uint64_t position) {
    return _fseeki64(file, static_cast<std::int64_t>(position), SEEK_SET) == 0;
}

bool sync(std::FILE* file) { return std::fflush(file) == 0 && _commit(_fileno(file)) == 0; }

// For a full disk the C library reports EINVAL, for a closed pipe the same or what an earlier call left there.
int error_of_write(std::FILE* file) {
    if (!can_seek(file)) return EPIPE;
    return errno == EINVAL ? ENOSPC : errno;
}

bool remove_file(const fs::path& path) { return _wremove(path.c_str()) == 0; }

// libstdc++'s std::filesystem::space() measures the drive, even if another volume is mounted at the folder.
std::uint64_t free_space(const fs::path& folder) {
    ULARGE_INTEGER available = {};
    if (!GetDiskFreeSpaceExW(folder.c_str(), &available, nullptr, nullptr)) last_failed();
    return available.QuadPart;
}

static PendingNames<wchar_t> pending;
static void remove_pending() {
    pending.each([](const wchar_t* name, int) { DeleteFileW(name); });
}

static std::string host_name() {
    wchar_t name[MAX_COMPUTERNAME_LENGTH + 1] = {};
    DWORD size = DWORD(std::size(name));
    GetComputerNameW(name, &size);
    return narrow(name);
}
static fs::path new_temporary_name() { return widened(temporary_name(host_name(), GetCurrentProcessId())); }

struct Folder::State {
    fs::path path;
    // While the handle is open, no other folder can take this one's place; `parent` protects its parents.
    HANDLE handle = INVALID_HANDLE_VALUE;
    std::shared_ptr<const State> parent;
    ~State() {
        if (handle != INVALID_HANDLE_VALUE) CloseHandle(handle);
    }
};

static HANDLE open_existing(const fs::path& path, DWORD access, DWORD sharing, DWORD flags) {
    return CreateFileW(path.c_str(), access, sharing, nullptr, OPEN_EXISTING, flags, nullptr);
}
static constexpr DWORD kShared = FILE_SHARE_READ | FILE_SHARE_WRITE, kMayGo = kShared | FILE_SHARE_DELETE;

// Symbolic links and junctions count as links; reparse points of OneDrive or of compressed files do not.
static bool is_link(HANDLE handle) {
    FILE_ATTRIBUTE_TAG_INFO info = {};
    return GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &info, sizeof info) &&
           (info.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) && IsReparseTagNameSurrogate(info.ReparseTag);
}
static bool is_folder(HANDLE handle) {
    BY_HANDLE_FILE_INFORMATION facts = {};
    return GetFileInformationByHandle(handle, &facts) && (facts.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY);
}

Folder::Folder(const fs::path& path) {
    const auto state = std::make_shared<State>();
    state->path = path.empty() ? fs::path(".") : path;
    state->handle = open_existing(state->path, FILE_READ_ATTRIBUTES, kMayGo, FILE_FLAG_BACKUP_SEMANTICS);
    if (state->handle == INVALID_HANDLE_VALUE) last_failed();
    if (!is_folder(state->handle)) system_failed(ENOTDIR);
    state_ = state;
}

Folder::Folder(const Folder& parent, const fs::path& name) {
    const auto state = std::make_shared<State>();
    state->path = parent.state_->path / name;
    state->parent = parent.state_;
    state->handle = open_existing(state->path, FILE_LIST_DIRECTORY | FILE_READ_ATTRIBUTES, kShared,
                                  FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT);
    if (state->handle == INVALID_HANDLE_VALUE) last_failed();
    if (is_link(state->handle)) system_failed(ELOOP);
    if (!is_folder(state->handle)) system_failed(ENOTDIR);
    state_ = state;
}

Folder::Entry Folder::entry(const fs::path& name, std::uint64_t* bytes) const {
    const HANDLE handle = open_existing(state_->path / name, FILE_READ_ATTRIBUTES, kMayGo,
                                        FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT);
    if (handle == INVALID_HANDLE_VALUE) return Entry::nothing;
    LARGE_INTEGER size = {};
    if (bytes && GetFileSizeEx(handle, &size)) *bytes = static_cast<std::uint64_t>(size.QuadPart);
    const Entry entry = GetFileType(handle) != FILE_TYPE_DISK ? Entry::other
                        : is_link(handle)                     ? Entry::link
                        : is_folder(handle)                   ? Entry::folder
                                                              : Entry::file;
    CloseHandle(handle);
    return entry;
}

std::FILE* Folder::open(const fs::path& name) const {
    const fs::path path = state_->path / name;
    // While this is open, no other file can take its name.
    const HANDLE handle =
        open_existing(path, GENERIC_READ, kShared, FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT);
    if (handle == INVALID_HANDLE_VALUE) {
        errno = number_of(GetLastError());
        return nullptr;
    }
    const int error = is_link(handle)                         ? ELOOP
                      : is_folder(handle)                     ? EISDIR
                      : GetFileType(handle) != FILE_TYPE_DISK ? ENXIO
                                                              : 0;
    std::FILE* const stream = error ? nullptr : open_file(path, "rb");
    const int why = error ? error : errno;
    CloseHandle(handle);
    errno = why;
    return stream;
}

bool Folder::make(const fs::path& name) const {
    const bool made = CreateDirectoryW((state_->path / name).c_str(), nullptr) != 0;
    if (!made) errno = number_of(GetLastError());
    return made;
}
bool Folder::remove(const fs::path& name) const { return RemoveDirectoryW((state_->path / name).c_str()) != 0; }

// True if no process has this number. Other hosts' processes are not checked.
static bool is_dead(unsigned long process) {
    if (const HANDLE alive = OpenProcess(SYNCHRONIZE, FALSE, DWORD(process))) {
        CloseHandle(alive);
        return false;
    }
    return GetLastError() == ERROR_INVALID_PARAMETER;
}

std::vector<Folder::Leftover> Folder::leftovers() const {
    std::vector<Leftover> left;
    const std::string host = host_name();
    std::error_code error;
    for (fs::directory_iterator it(state_->path, error), end; !error && it != end; it.increment(error)) {
        const std::string name = narrow(it->path().filename().wstring());
        const auto parts = parse_temporary(name);
        if (!parts || (parts->host == host && !is_dead(parts->process))) continue;
        left.push_back({name, parts->host, parts->host == host});
    }
    return left;
}

void Folder::remove_leftovers() const {
    static FoldersMet met;
    BY_HANDLE_FILE_INFORMATION facts = {};
    if (!GetFileInformationByHandle(state_->handle, &facts) ||
        !met.meet({facts.dwVolumeSerialNumber, std::uint64_t{facts.nFileIndexHigh} << 32 | facts.nFileIndexLow}))
        return;
    for (const Leftover& one : leftovers()) {
        if (!one.is_of_this_host) continue;
        // Opened without sharing: fails if the file is open anywhere.
        const HANDLE handle = open_existing(state_->path / widened(one.name), DELETE, 0,
                                            FILE_FLAG_OPEN_REPARSE_POINT | FILE_FLAG_DELETE_ON_CLOSE);
        if (handle != INVALID_HANDLE_VALUE) CloseHandle(handle);
    }
}

NewFile::NewFile(const Folder& folder, const fs::path& name) : NewFile(folder, name, Begun()) {
    folder_.remove_leftovers();
    const fs::path path = folder_.state_->path / new_temporary_name();
    pending.add(path.native());
    temporary_ = path;
    // Others may write and remove it while it is open.
    const HANDLE handle = CreateFileW(temporary_.c_str(), GENERIC_READ | GENERIC_WRITE, kMayGo, nullptr, CREATE_NEW,
                                      FILE_ATTRIBUTE_NORMAL, nullptr);
    if (handle == INVALID_HANDLE_VALUE) {
        const DWORD error = GetLastError();
        pending.drop(temporary_.native());
        temporary_.clear();
        system_failed(number_of(error));
    }
    const int descriptor = _open_osfhandle(reinterpret_cast<std::intptr_t>(handle), _O_RDWR | _O_BINARY);
    stream_ = descriptor >= 0 ? _fdopen(descriptor, "w+b") : nullptr;
    if (stream_) return;
    CloseHandle(handle);
    system_failed(EMFILE);
}

NewFile::~NewFile() {
    if (stream_) std::fclose(stream_);
    if (temporary_.empty()) return;
    DeleteFileW(temporary_.c_str());
    pending.drop(temporary_.native());
}

std::string NewFile::temporary_path() const { return narrow(temporary_.wstring()); }

bool NewFile::commit(bool keep) {
    std::error_code error;
    if (folder_.entry(name_) == Folder::Entry::link) {
        errno = ELOOP;
        return false;
    }
    const fs::path target = folder_.state_->path / name_;
    if (keep) {
        // The destructor removes a file that was not moved.
        if (MoveFileExW(temporary_.c_str(), target.c_str(), 0)) return true;
        const DWORD why = GetLastError();
        if (fs::exists(target, error)) return true;
        errno = number_of(why);
        return false;
    }
    // ReplaceFile keeps the old file's access rights.
    const bool done = fs::exists(target, error) && ReplaceFileW(target.c_str(), temporary_.c_str(), nullptr,
                                                                REPLACEFILE_IGNORE_MERGE_ERRORS, nullptr, nullptr);
    if (!done && !MoveFileExW(temporary_.c_str(), target.c_str(), MOVEFILE_REPLACE_EXISTING)) {
        errno = number_of(GetLastError());
        return false;
    }
    pending.drop(temporary_.native());
    temporary_.clear();
    return true;
}

// ---- Streams and requests to end

static std::atomic<bool> asked_for_end = false, holding = false;

static BOOL WINAPI on_end(DWORD) {
    if (holding && !asked_for_end.exchange(true)) return TRUE;
    remove_pending();  // they would outlive this program
    return FALSE;      // ends the program
}

std::vector<std::string> start_program(int, char**) {
    for (std::FILE* stream : {stdin, stdout, stderr})
        _setmode(_fileno(stream), _O_BINARY);
    SetConsoleOutputCP(CP_UTF8);
    SetConsoleCtrlHandler(on_end, TRUE);
    int count = 0;
    wchar_t** words = CommandLineToArgvW(GetCommandLineW(), &count);
    std::vector<std::string> arguments;
    for (int i = 1; i < count; ++i)
        arguments.push_back(narrow(words[i]));
    LocalFree(words);
    return arguments;
}

bool is_terminal(std::FILE* stream) {
    DWORD mode = 0;
    return GetConsoleMode(handle_of(stream), &mode) != 0;
}

std::size_t read_input(char* to, std::size_t size) {
    const int got = _read(_fileno(stdin), to, unsigned(size));
    if (got < 0) system_failed(errno);
    return std::size_t(got);
}

EndRequests::EndRequests() { holding = true; }
EndRequests::~EndRequests() { holding = false; }
bool EndRequests::asked() { return asked_for_end; }
void EndRequests::end() {
    if (!asked_for_end) return;
    on_end(CTRL_C_EVENT);
    ExitProcess(0xC000013A);  // STATUS_CONTROL_C_EXIT
}

void end_at_once(int code) {
    remove_pending();
    std::_Exit(code);
}

LostDisplay::LostDisplay(std::function<void()>) {}
LostDisplay::~LostDisplay() = default;

// ---- Folders and facts

fs::path config_directory() {
    const wchar_t* home = _wgetenv(L"APPDATA");
    return home && fs::path(home).is_absolute() ? fs::path(home) / "isonoise" : fs::path();
}

fs::path find_program(const std::string& name) {
    wchar_t file[32768];
    const DWORD size = SearchPathW(nullptr, widened(name).c_str(), L".exe", DWORD(std::size(file)), file, nullptr);
    return size > 0 && size < std::size(file) ? fs::path(file) : fs::path();
}

bool in_page() { return false; }
void set_address(const std::vector<std::string>&) {}
void edit_in_page(const std::string&, bool) {}

std::string cpu_name() {
    wchar_t name[256] = {};
    DWORD size = sizeof name - sizeof *name;
    const wchar_t* key = L"HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0";
    if (RegGetValueW(HKEY_LOCAL_MACHINE, key, L"ProcessorNameString", RRF_RT_REG_SZ, nullptr, name, &size) != 0)
        return "unknown";
    return narrow(name);
}

std::string system_name() {
    wchar_t build[32] = {};
    DWORD size = sizeof build - sizeof *build;
    const wchar_t* key = L"SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion";
    RegGetValueW(HKEY_LOCAL_MACHINE, key, L"CurrentBuild", RRF_RT_REG_SZ, nullptr, build, &size);
    return "Windows, build " + narrow(build) + ", x86_64";
}

// ---- Processes

struct Process::Handles {
    HANDLE said = INVALID_HANDLE_VALUE, pipe = nullptr, child = nullptr;
    ~Handles() {
        if (pipe) CloseHandle(pipe);
        if (child) {
            TerminateProcess(child, 1);
            WaitForSingleObject(child, INFINITE);
            CloseHandle(child);
        }
        if (said != INVALID_HANDLE_VALUE) CloseHandle(said);
    }
};

// Quotes one argument for CommandLineToArgvW, which treats backslashes specially only before a quote.
static std::wstring quoted(const std::wstring& word) {
    std::wstring text = L"\"";
    std::size_t slashes = 0;
    for (const wchar_t c : word) {
        if (c == L'"') text.append(slashes + 1, L'\\');
        slashes = c == L'\\' ? slashes + 1 : 0;
        text += c;
    }
    return text.append(slashes, L'\\') + L'"';
}

// An inheritable file that is deleted on close.
static HANDLE nameless_file() {
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, nullptr, TRUE};
    const fs::path path = fs::temp_directory_path() / new_temporary_name();
    return CreateFileW(path.c_str(), GENERIC_READ | GENERIC_WRITE,
                       FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, &inherited, CREATE_NEW,
                       FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
}

Process::Process(const std::vector<std::string>& words) : handles_(std::make_unique<Handles>()) {
    Handles& h = *handles_;
    const fs::path program = find_program(words[0]);
    if (program.empty()) system_failed(ENOENT);
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, nullptr, TRUE};
    HANDLE input = nullptr;
    h.said = nameless_file();
    if (h.said == INVALID_HANDLE_VALUE || !CreatePipe(&input, &h.pipe, &inherited, 1 << 20)) last_failed();
    SetHandleInformation(h.pipe, HANDLE_FLAG_INHERIT, 0);
    STARTUPINFOW start = {};
    start.cb = sizeof start;
    start.dwFlags = STARTF_USESTDHANDLES;
    start.hStdInput = input;
    start.hStdOutput = start.hStdError = h.said;
    std::wstring line;
    for (const std::string& word : words)
        line += (line.empty() ? L"" : L" ") + quoted(widened(word));
    PROCESS_INFORMATION process = {};
    const bool started = CreateProcessW(program.c_str(), line.data(), nullptr, nullptr, TRUE, CREATE_NO_WINDOW, nullptr,
                                        nullptr, &start, &process) != 0;
    const DWORD error = GetLastError();
    CloseHandle(input);
    if (!started) system_failed(number_of(error));
    CloseHandle(process.hThread);
    h.child = process.hProcess;
}
Process::~Process() = default;

bool Process::write(const void* bytes, std::size_t size) {
    const char* from = static_cast<const char*>(bytes);
    while (size > 0) {
        DWORD written = 0;
        const DWORD part = DWORD(std::min<std::size_t>(size, 1 << 30));
        if (!WriteFile(handles_->pipe, from, part, &written, nullptr)) {
            const int error = number_of(GetLastError());
            if (error == EPIPE) return false;
            system_failed(error);
        }
        from += written;
        size -= written;
    }
    return true;
}

bool Process::finish() {
    Handles& h = *handles_;
    if (h.pipe) CloseHandle(std::exchange(h.pipe, nullptr));
    if (!h.child) return false;
    WaitForSingleObject(h.child, INFINITE);
    DWORD code = 1;
    GetExitCodeProcess(h.child, &code);
    CloseHandle(std::exchange(h.child, nullptr));
    return code == 0;
}

std::string Process::said() {
    std::string text(2000, '\0');
    DWORD size = 0;
    SetFilePointer(handles_->said, 0, nullptr, FILE_BEGIN);
    if (!ReadFile(handles_->said, text.data(), DWORD(text.size()), &size, nullptr)) size = 0;
    text.resize(size);
    return text;
}

OpenedFile::OpenedFile(const fs::path& file) {
    const auto starts = [](const wchar_t* program, const wchar_t* argument) {
        return reinterpret_cast<INT_PTR>(ShellExecuteW(nullptr, nullptr, program, argument, nullptr, SW_SHOWNORMAL)) >
               32;
    };
    // Windows has no program for .glsl unless the user chose one.
    if (starts(file.c_str(), nullptr) || starts(L"notepad.exe", quoted(file.wstring()).c_str())) return;
    throw std::system_error(ENOENT, std::generic_category());
}

bool OpenedFile::failed() { return process_ != 0; }  // known at once

}  // namespace isonoise
