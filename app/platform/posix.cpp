// The platform on Linux and macOS.
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <system_error>
#include <thread>
#include <utility>

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef __APPLE__
#include <sys/sysctl.h>
#endif

#include <fmt/format.h>

#include "platform/files.hpp"
#include "platform/pending.hpp"
#include "platform/process.hpp"
#include "platform/system.hpp"

extern char** environ;

namespace isonoise {

namespace fs = std::filesystem;

[[noreturn]] static void system_failed(int error) { throw std::system_error(error, std::generic_category()); }

// ---- Files

std::uint64_t free_space(const fs::path& folder) { return fs::space(folder).available; }

bool remove_file(const fs::path& path) { return unlink(path.c_str()) == 0; }

static PendingNames<char> pending;
static void remove_pending() {
    pending.each([](const char* name, int folder) { unlinkat(folder, name, 0); });
}

static std::string host_name() {
    char name[64] = {};
    gethostname(name, sizeof name - 1);
    std::replace(name, name + sizeof name, '/', '_');
    return name;
}

struct Folder::State {
    int descriptor = -1;
    fs::path path;
    ~State() {
        if (descriptor >= 0) ::close(descriptor);
    }
};

#ifdef O_PATH
static constexpr int kOpenFolder = O_PATH | O_DIRECTORY | O_CLOEXEC;  // works for folders that cannot be listed, too
#else
static constexpr int kOpenFolder = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
#endif

Folder::Folder(const fs::path& path) {
    const auto state = std::make_shared<State>();
    state->path = path.empty() ? fs::path(".") : path;
    state->descriptor = openat(AT_FDCWD, state->path.c_str(), kOpenFolder);
    if (state->descriptor < 0) system_failed(errno);
    state_ = state;
}

Folder::Folder(const Folder& parent, const fs::path& name) {
    const auto state = std::make_shared<State>();
    state->path = parent.state_->path / name;
    state->descriptor = openat(parent.state_->descriptor, name.c_str(), kOpenFolder | O_NOFOLLOW);
    const int error = errno;
    // Linux reports a link as ENOTDIR, too.
    if (state->descriptor < 0) system_failed(parent.entry(name) == Entry::link ? ELOOP : error);
    state_ = state;
}

Folder::Entry Folder::entry(const fs::path& name, std::uint64_t* bytes) const {
    struct stat facts {};
    if (fstatat(state_->descriptor, name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) return Entry::nothing;
    if (bytes) *bytes = static_cast<std::uint64_t>(facts.st_size);
    return S_ISREG(facts.st_mode)   ? Entry::file
           : S_ISDIR(facts.st_mode) ? Entry::folder
           : S_ISLNK(facts.st_mode) ? Entry::link
                                    : Entry::other;
}

std::FILE* Folder::open(const fs::path& name) const {
    // O_NONBLOCK: opening a pipe must not wait.
    const int file =
        openat(state_->descriptor, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0) return nullptr;
    struct stat facts {};
    if (fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode)) {
        ::close(file);
        errno = S_ISDIR(facts.st_mode) ? EISDIR : ENXIO;
        return nullptr;
    }
    std::FILE* const stream = fdopen(file, "rb");
    if (!stream) ::close(file);
    return stream;
}

bool Folder::make(const fs::path& name) const { return mkdirat(state_->descriptor, name.c_str(), 0777) == 0; }
bool Folder::remove(const fs::path& name) const {
    return unlinkat(state_->descriptor, name.c_str(), AT_REMOVEDIR) == 0;
}

// Opens a temporary file that this host left; -1 if it is still being written or not a file. Its writer holds a lock as
// long as it runs. The process number alone is not enough: another process may have it by now, or the same number in
// another container of this host name.
static int open_dead(int folder, const std::string& name, unsigned long process) {
    const int how = O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    int file = openat(folder, name.c_str(), O_RDWR | how);  // NFS locks only files open for writing
    if (file < 0 && errno == EACCES) file = openat(folder, name.c_str(), O_RDONLY | how);
    if (file < 0) return -1;
    struct stat facts {};
    bool dead = fstat(file, &facts) == 0 && S_ISREG(facts.st_mode);
    if (dead && flock(file, LOCK_EX | LOCK_NB) != 0)  // without locks, only the process number counts
        dead = errno != EWOULDBLOCK && kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH;
    if (dead) return file;
    ::close(file);
    return -1;
}

// Calls use(name, its parts) for each temporary file.
template <class Use> static void each_temporary(int folder, Use use) {
    const int list = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (list < 0) return;
    const std::unique_ptr<DIR, int (*)(DIR*)> entries(fdopendir(list), closedir);
    if (!entries) {
        ::close(list);
        return;
    }
    while (const dirent* entry = readdir(entries.get()))
        if (const auto parts = parse_temporary(entry->d_name)) use(std::string(entry->d_name), *parts);
}

std::vector<Folder::Leftover> Folder::leftovers() const {
    std::vector<Leftover> left;
    const std::string host = host_name();
    each_temporary(state_->descriptor, [&](const std::string& name, const TemporaryName& parts) {
        if (parts.host == host) {
            const int file = open_dead(state_->descriptor, name, parts.process);
            if (file < 0) return;
            ::close(file);
        }
        left.push_back({name, parts.host, parts.host == host});
    });
    return left;
}

void Folder::remove_leftovers() const {
    static FoldersMet met;
    struct stat facts {};
    if (fstat(state_->descriptor, &facts) != 0 ||
        !met.meet({static_cast<std::uint64_t>(facts.st_dev), static_cast<std::uint64_t>(facts.st_ino)}))
        return;
    const std::string host = host_name();
    each_temporary(state_->descriptor, [&](const std::string& name, const TemporaryName& parts) {
        if (parts.host != host) return;
        const int file = open_dead(state_->descriptor, name, parts.process);
        if (file < 0) return;
        // Locked and still under that name: no other program can have started to write it.
        struct stat opened {
        }, named{};
        if (fstat(file, &opened) == 0 && fstatat(state_->descriptor, name.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 &&
            opened.st_dev == named.st_dev && opened.st_ino == named.st_ino)
            unlinkat(state_->descriptor, name.c_str(), 0);
        ::close(file);
    });
}

static std::string descriptor_path(const char* process, int descriptor) {
    return fmt::format("/proc/{}/fd/{}", process, descriptor);
}

// Programs in other containers with this host name may choose the same temporary names.
static constexpr int kMostTries = 100;

NewFile::NewFile(const Folder& folder, const fs::path& name) : NewFile(folder, name, Begun()) {
    const int at = folder_.state_->descriptor;
    // A nameless file accepts any name until the final link fails: check the length now.
    if (name.native().size() > NAME_MAX) system_failed(ENAMETOOLONG);
    folder_.remove_leftovers();
#ifdef O_TMPFILE
    descriptor_ = openat(at, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
    if (descriptor_ >= 0 && access(descriptor_path("self", descriptor_).c_str(), F_OK) != 0)
        ::close(std::exchange(descriptor_, -1));
    if (descriptor_ >= 0) flock(descriptor_, LOCK_EX | LOCK_NB);
#endif
    for (int tries = 0; descriptor_ < 0; ++tries) {
        temporary_ = temporary_name(host_name(), static_cast<unsigned long>(getpid()));
        pending.add(temporary_.native(), at);  // before opening: a signal may arrive right after
        descriptor_ = openat(at, temporary_.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666);
        struct stat facts {};
        if (descriptor_ < 0) {
            const int error = errno;
            pending.drop(temporary_.native());
            temporary_.clear();
            if (error != EEXIST || tries == kMostTries) system_failed(error);
        } else if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0 ? fstat(descriptor_, &facts) == 0 && facts.st_nlink == 0
                                                              : errno == EWOULDBLOCK && tries < kMostTries) {
            // Another program took it for a leftover before it was locked.
            unlinkat(at, temporary_.c_str(), 0);
            pending.drop(temporary_.native());
            temporary_.clear();
            ::close(std::exchange(descriptor_, -1));
        }
    }
    const int copy = fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
    stream_ = copy >= 0 ? fdopen(copy, "w+b") : nullptr;
    if (stream_) return;
    const int error = errno;
    if (copy >= 0) ::close(copy);
    system_failed(error);
}

NewFile::~NewFile() {
    if (stream_) std::fclose(stream_);
    if (!temporary_.empty()) {
        unlinkat(folder_.state_->descriptor, temporary_.c_str(), 0);
        pending.drop(temporary_.native());
    }
    if (descriptor_ >= 0) ::close(descriptor_);
}

std::string NewFile::temporary_path() const {
    if (temporary_.empty()) return descriptor_path(std::to_string(getpid()).c_str(), descriptor_);
    const std::string path = (folder_.state_->path / temporary_).string();
    return path.starts_with('-') ? "./" + path : path;  // must not look like a flag
}

bool NewFile::commit(bool keep) {
    const int at = folder_.state_->descriptor;
    struct stat old {};
    const bool replaces = fstatat(at, name_.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0;
    if (replaces && S_ISLNK(old.st_mode)) {
        errno = ELOOP;
        return false;
    }
    const auto link_as = [&](const fs::path& name) {
        if (!temporary_.empty()) return linkat(at, temporary_.c_str(), at, name.c_str(), 0) == 0;
        return linkat(AT_FDCWD, descriptor_path("self", descriptor_).c_str(), at, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
    };
    if (keep) {
        if (replaces || link_as(name_) || errno == EEXIST) return true;
        if (temporary_.empty()) return false;  // otherwise: a disk without hard links
    }
    if (replaces) {
        // The owner first: chown clears the setuid and setgid bits.
        if (fchown(descriptor_, old.st_uid, old.st_gid) != 0 && fchown(descriptor_, uid_t(-1), old.st_gid) != 0) {
            // Others may not give files away.
        }
        if (fchmod(descriptor_, old.st_mode & 07777) != 0) return false;
    }
    if (temporary_.empty()) {
        if (!replaces && link_as(name_)) return true;
        if (!replaces && errno != EEXIST) return false;
        for (int tries = 0;; ++tries) {  // a link cannot replace a file
            fs::path name = temporary_name(host_name(), static_cast<unsigned long>(getpid()));
            pending.add(name.native(), at);
            if (link_as(name)) {
                temporary_ = std::move(name);  // does not allocate: memory may have run out
                break;
            }
            const int error = errno;
            pending.drop(name.native());
            errno = error;
            if (error != EEXIST || tries == kMostTries) return false;
        }
    }
    if (renameat(at, temporary_.c_str(), at, name_.c_str()) != 0) return false;
    pending.drop(temporary_.native());
    temporary_.clear();
    return true;
}

// ---- Streams and signals

static constexpr int kEndSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static volatile std::sig_atomic_t asked_by = 0, holding = 0;

static void on_end(int signal) {
    const int error = errno;
    if (holding && !asked_by) {
        asked_by = signal;
        errno = error;
        return;
    }
    remove_pending();
    // Ends by the signal itself, so that a shell's loop ends too.
    std::signal(signal, SIG_DFL);
    sigset_t own;
    sigemptyset(&own);
    sigaddset(&own, signal);
    pthread_sigmask(SIG_UNBLOCK, &own, nullptr);
    raise(signal);
}

std::vector<std::string> start_program(int argc, char** argv) {
#ifdef __GLIBC__
    // By default glibc returns 128 KiB to the system at once (e.g. zlib's buffers after each EXR block) and asks for
    // them again: an EXR of 40 x 1 000 000 took seven times as long.
    mallopt(M_TRIM_THRESHOLD, 16 << 20);
#endif
    for (int fd = 0; fd <= 2; ++fd) {
        if (fcntl(fd, F_GETFD) == -1) open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
    }
    setenv("EGL_LOG_LEVEL", "fatal", 0);  // otherwise Mesa prints warnings above our message
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    for (int signal : kEndSignals) {
        struct sigaction action {};
        sigaction(signal, nullptr, &action);
        if (action.sa_handler == SIG_IGN) continue;
        action.sa_handler = on_end;
        action.sa_flags = 0;
        sigaction(signal, &action, nullptr);
    }
    return {argv + (argc > 0 ? 1 : 0), argv + argc};
}

bool is_terminal(std::FILE* stream) { return isatty(fileno(stream)) != 0; }

std::size_t read_input(char* to, std::size_t size) {
    for (;;) {
        const ssize_t got = read(STDIN_FILENO, to, size);
        if (got >= 0) return static_cast<std::size_t>(got);
        if (errno != EINTR) system_failed(errno);
    }
}

EndRequests::EndRequests() { holding = 1; }
EndRequests::~EndRequests() { holding = 0; }
bool EndRequests::asked() { return asked_by != 0; }
void EndRequests::end() {
    if (asked_by) raise(asked_by);
}

void end_at_once(int code) {
    remove_pending();
    _exit(code);
}

// ---- The X server

#ifdef __APPLE__
LostDisplay::LostDisplay(std::function<void()>) {}
LostDisplay::~LostDisplay() = default;
#else
static std::function<void()> save_at_loss;
static std::thread::id thread_of_window;

static std::atomic<bool> saves_at_loss = false;

// Xlib calls this when the connection is lost, and ends the program when it returns. Xlib and the driver may hold locks
// at that point, so this must neither draw nor wait for a thread that draws.
static int on_lost_display(void*) {
    // The window's thread notices too, and saves its own settings, unless it is waiting for this one.
    if (std::this_thread::get_id() != thread_of_window) std::this_thread::sleep_for(std::chrono::seconds(2));
    if (saves_at_loss.exchange(true)) {
        std::this_thread::sleep_for(std::chrono::seconds(10));  // the other thread ends the program
    } else if (save_at_loss) {
        try {
            save_at_loss();
        } catch (const std::exception& e) {
            std::fprintf(stderr, "isonoise: %s\n", e.what());
        }
    }
    std::fputs("isonoise: the X server is gone\n", stderr);
    remove_pending();
    _exit(2);
}

LostDisplay::LostDisplay(std::function<void()> save) {
    save_at_loss = std::move(save);
    thread_of_window = std::this_thread::get_id();
    // The library that GLFW has loaded, if any.
    void* xlib = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (!xlib) return;
    using Handler = int (*)(void*);
    if (const auto set = reinterpret_cast<Handler (*)(Handler)>(dlsym(xlib, "XSetIOErrorHandler")))
        set(on_lost_display);
    dlclose(xlib);
}
LostDisplay::~LostDisplay() { save_at_loss = {}; }
#endif

// ---- Folders and facts

fs::path config_directory() {
    // The XDG specification says to ignore relative paths.
    const auto absolute = [](const char* name) -> const char* {
        const char* value = std::getenv(name);
        return value && value[0] == '/' ? value : nullptr;
    };
    if (const char* home = absolute("XDG_CONFIG_HOME")) return fs::path(home) / "isonoise";
    const char* home = absolute("HOME");
    if (!home) return {};
#ifdef __APPLE__
    return fs::path(home) / "Library" / "Application Support" / "isonoise";
#else
    return fs::path(home) / ".config" / "isonoise";
#endif
}

fs::path find_program(const std::string& name) {
    const char* path = std::getenv("PATH");
    std::string_view rest = path ? path : "";
    while (!rest.empty()) {
        const std::size_t colon = std::min(rest.find(':'), rest.size());
        const fs::path file = fs::path(rest.substr(0, colon)) / name;
        if (access(file.c_str(), X_OK) == 0) return file;
        rest.remove_prefix(std::min(colon + 1, rest.size()));
    }
    return {};
}

bool in_page() { return false; }
void set_address(const std::vector<std::string>&) {}
void edit_in_page(const std::string&, bool) {}

std::string cpu_name() {
#ifdef __APPLE__
    char name[256] = {};
    std::size_t size = sizeof name;
    if (sysctlbyname("machdep.cpu.brand_string", name, &size, nullptr, 0) == 0) return name;
#else
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
    }
#endif
    return "unknown";
}

std::string system_name() {
    utsname kernel{};
    uname(&kernel);
    std::string name = fmt::format("{} {}", kernel.sysname, kernel.release);
#ifdef __APPLE__
    char version[64] = {};
    std::size_t size = sizeof version;
    if (sysctlbyname("kern.osproductversion", version, &size, nullptr, 0) == 0) name = fmt::format("macOS {}", version);
#else
    std::ifstream file("/etc/os-release");
    for (std::string line; std::getline(file, line);) {
        constexpr std::string_view key = "PRETTY_NAME=\"";
        if (line.starts_with(key)) name = line.substr(key.size(), line.rfind('"') - key.size());
    }
#endif
    return fmt::format("{}, {}", name, kernel.machine);
}

// ---- Processes

struct Process::Handles {
    std::FILE* said = nullptr;
    int pipe = -1;
    pid_t child = -1;

    // Waits for the process to end.
    bool ended_well() {
        int status = 0;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
        child = -1;
        return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    ~Handles() {
        if (pipe >= 0) close(pipe);
        if (child > 0) {
            kill(child, SIGKILL);
            waitpid(child, nullptr, 0);
        }
        if (said) std::fclose(said);
    }
};

Process::Process(const std::vector<std::string>& words) : handles_(std::make_unique<Handles>()) {
    Handles& h = *handles_;
    int ends[2];
    h.said = std::tmpfile();
    if (!h.said || pipe(ends) != 0) system_failed(errno);
    for (int end : ends)
        fcntl(end, F_SETFD, FD_CLOEXEC);
    h.pipe = ends[1];
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(h.said), STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(h.said), STDOUT_FILENO);
    std::vector<char*> arguments;
    for (const std::string& word : words)
        arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const int error = posix_spawnp(&h.child, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    if (error == 0) return;
    h.child = -1;
    system_failed(error);
}
Process::~Process() = default;

bool Process::write(const void* bytes, std::size_t size) {
    const char* from = static_cast<const char*>(bytes);
    while (size > 0) {
        const ssize_t written = ::write(handles_->pipe, from, size);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0 && errno == EPIPE) return false;
        if (written < 0) system_failed(errno);
        from += written;
        size -= static_cast<std::size_t>(written);
    }
    return true;
}

bool Process::finish() {
    if (handles_->pipe >= 0) close(std::exchange(handles_->pipe, -1));
    return handles_->child > 0 && handles_->ended_well();
}

std::string Process::said() {
    std::string text(2000, '\0');
    std::rewind(handles_->said);
    text.resize(std::fread(text.data(), 1, text.size(), handles_->said));
    return text;
}

OpenedFile::OpenedFile(const fs::path& file) {
#ifdef __APPLE__
    std::vector<std::string> words = {"open", "-t", file.string()};
#else
    std::vector<std::string> words = {"xdg-open", file.string()};
#endif
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
    // In a group of its own, Ctrl+C in our terminal does not end an editor.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    pid_t child = 0;
    const int error = posix_spawnp(&child, arguments[0], &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) system_failed(error);
    process_ = child;
}

bool OpenedFile::failed() {
    int status = 0;
    if (process_ == 0 || waitpid(static_cast<pid_t>(process_), &status, WNOHANG) != process_) return false;
    process_ = 0;
    return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

}  // namespace isonoise
