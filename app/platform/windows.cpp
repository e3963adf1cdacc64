// The platform room on Windows.
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cwchar>
#include <system_error>
#include <utility>

#define WIN32_LEAN_AND_MEAN
#define NOMINMAX 1  // as libstdc++ does
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

// The errno that says the same.
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
    return _wfopen(path.c_str(), widened(std::string(mode) + "N").c_str());  // N: children do not inherit it
}

static HANDLE handle_of(std::FILE* file) { return reinterpret_cast<HANDLE>(_get_osfhandle(_fileno(file))); }

bool can_seek(std::FILE* file) { return GetFileType(handle_of(file)) == FILE_TYPE_DISK; }
bool seek_to(std::FILE* file, std::uint64_t position) {
    return _fseeki64(file, static_cast<std::int64_t>(position), SEEK_SET) == 0;
}
std::int64_t position_in(std::FILE* file) { return _ftelli64(file); }

bool sync(std::FILE* file) { return std::fflush(file) == 0 && _commit(_fileno(file)) == 0; }

// For a closed pipe, and for a disk that took a part, the C library gives EINVAL.
int error_of_write(std::FILE* file) {
    if (errno != EINVAL) return errno;
    return can_seek(file) ? ENOSPC : EPIPE;
}

bool remove_file(const fs::path& path) { return _wremove(path.c_str()) == 0; }

// std::filesystem::space() of libstdc++ tells that of the drive, whatever is mounted on the folder.
std::uint64_t free_space(const fs::path& folder) {
    ULARGE_INTEGER available = {};
    if (!GetDiskFreeSpaceExW(folder.c_str(), &available, nullptr, nullptr)) last_failed();
    return available.QuadPart;
}

static PendingNames<wchar_t> pending;

static const wchar_t* const kStart = L".isonoise-";
static fs::path temporary_name(const fs::path& folder) {
    static std::atomic<int> count = 0;
    return folder / widened(fmt::format(".isonoise-{}-{}.part", GetCurrentProcessId(), count++));
}
// Removes what dead programs left.
static void remove_stale(const fs::path& folder) {
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        const std::wstring name = it->path().filename().wstring();
        if (!name.starts_with(kStart) || !name.ends_with(L".part")) continue;
        const DWORD process = DWORD(std::wcstoul(name.c_str() + std::wcslen(kStart), nullptr, 10));
        if (const HANDLE alive = OpenProcess(SYNCHRONIZE, FALSE, process)) {
            CloseHandle(alive);
        } else if (GetLastError() == ERROR_INVALID_PARAMETER) {  // no such process
            DeleteFileW(it->path().c_str());
        }
    }
}

NewFile::NewFile(const fs::path& target) : target_(target) {
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    remove_stale(folder);
    temporary_ = temporary_name(folder);
    pending.add(temporary_.native());
    // May be removed and written by others while it is open.
    const HANDLE handle = CreateFileW(temporary_.c_str(), GENERIC_READ | GENERIC_WRITE,
                                      FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, CREATE_NEW,
                                      FILE_ATTRIBUTE_NORMAL, nullptr);
    if (handle == INVALID_HANDLE_VALUE) {
        const DWORD error = GetLastError();
        pending.drop(temporary_.native());
        system_failed(number_of(error));
    }
    const int descriptor = _open_osfhandle(reinterpret_cast<std::intptr_t>(handle), _O_RDWR | _O_BINARY);
    stream_ = descriptor >= 0 ? _fdopen(descriptor, "w+b") : nullptr;
    if (stream_) return;
    CloseHandle(handle);
    DeleteFileW(temporary_.c_str());
    pending.drop(temporary_.native());
    system_failed(EMFILE);
}

NewFile::~NewFile() {
    if (stream_) std::fclose(stream_);
    if (temporary_.empty()) return;
    DeleteFileW(temporary_.c_str());
    pending.drop(temporary_.native());
}

std::string NewFile::place() const { return narrow(temporary_.wstring()); }

bool NewFile::commit(bool keep) {
    std::error_code error;
    if (keep) {
        // The destructor removes a file that was not moved.
        if (MoveFileExW(temporary_.c_str(), target_.c_str(), 0)) return true;
        const DWORD why = GetLastError();
        if (fs::exists(target_, error)) return true;
        errno = number_of(why);
        return false;
    }
    // ReplaceFile keeps who may read the old file.
    const bool done = fs::exists(target_, error) && ReplaceFileW(target_.c_str(), temporary_.c_str(), nullptr,
                                                                 REPLACEFILE_IGNORE_MERGE_ERRORS, nullptr, nullptr);
    if (!done && !MoveFileExW(temporary_.c_str(), target_.c_str(), MOVEFILE_REPLACE_EXISTING)) {
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
    pending.each(DeleteFileW);  // gone when this program ends
    return FALSE;               // ends the program
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
    pending.each(DeleteFileW);
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

// One word as CommandLineToArgvW reads it: backslashes count only before a quotation mark.
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

// An inheritable file that is gone when it is closed.
static HANDLE nameless_file() {
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, nullptr, TRUE};
    const fs::path path = temporary_name(fs::temp_directory_path());
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

}  // namespace isonoise
