// Makes one call of a kind fail: a library that tests/attack/faults/run preloads.
//
//   ISONOISE_FAULT=KIND:N      the N-th call of the kind fails, counted from 1
//   ISONOISE_FAULT=KIND:N+     it and all later ones
//   ISONOISE_FAULT=KIND:N!     the program is killed instead, just before it
//   ISONOISE_FAULT=count:0     none fails
//   ISONOISE_FAULT_LOG=FILE    FILE gets the stack of the first call that failed or, with count, the calls of each kind
//   ISONOISE_FAULT_DISK=plain  files without names (O_TMPFILE) are refused, as by NFS
//
// Kinds: open, mkdir, read, write, fsync, link, rename, mmap, start (threads and programs), malloc, egl, gl (memory of
// OpenGL) and reset (the context is lost). A failed write leaves the stream as a full disk would: with its error set.
//
// Counts calls by the program, or by a library on its behalf, from main() until it returns. Not counted:
//   - the dynamic loader, and what runs before main();
//   - drivers, and GLFW and Xlib below the window. Mesa does not check most of its allocations: a failed one inside of
//     it ends the process, which no program can prevent. So a call counts by its caller: from the innermost frame on,
//     libraries the program was started with are passed over; it counts if the program itself comes next, not if a
//     library that was loaded later does;
//   - standard error, since nothing is left to tell of its failure.
// Under AddressSanitizer, which replaces malloc() itself, malloc counts the calls of operator new alone.
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio_ext.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include <unwind.h>

#ifdef ISONOISE_FAULTS_LEAKS
#include <sanitizer/lsan_interface.h>
#endif

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace {

enum class Call { count, open, mkdir, read, write, fsync, link, rename, mmap, start, malloc, egl, gl, reset };
constexpr const char* kCalls[] = {"count",  "open", "mkdir", "read",   "write", "fsync", "link",
                                  "rename", "mmap", "start", "malloc", "egl",   "gl",    "reset"};

Call wanted = Call::count;
bool is_wanted = false;
long first = 0;
bool lasting = false, killing = false, plain_disk = false;
char log_file[4096] = "";
std::atomic<bool> in_main = false, failed = false;
std::atomic<long> calls[std::size(kCalls)];
std::atomic<bool> gl_is_out_of_memory = false;

// Accessed without a call, since malloc() uses it.
__thread int depth __attribute__((tls_model("initial-exec"))) = 0;
struct Inside {
    Inside() { ++depth; }
    ~Inside() { --depth; }
};

// The next definition of a function that this file defines too.
using Lookup = void* (*)(void*, const char*) noexcept;  // so that dlsym() can jump to it
Lookup real_dlsym() {
    static std::atomic<Lookup> found = nullptr;
    if (!found) {
        void* at = nullptr;
        for (const char* version : {"GLIBC_2.34", "GLIBC_2.17", "GLIBC_2.2.5"})
            if (!at) at = dlvsym(RTLD_NEXT, "dlsym", version);
        found = reinterpret_cast<Lookup>(at);
    }
    return found;
}
template <class Function> Function* next(const char* name) {
    const Inside inside;
    return reinterpret_cast<Function*>(real_dlsym()(RTLD_NEXT, name));
}
#define NEXT(name) static auto* const real = next<decltype(name)>(#name)

// ---- Who calls

struct Range {
    ElfW(Addr) from, to;
    enum Owner { program, library, other } owner;
    char name[64];
};
Range ranges[128];
std::size_t range_count = 0;

void add_range(const dl_phdr_info* info, Range::Owner owner) {
    ElfW(Addr) from = ~ElfW(Addr){0}, to = 0;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const auto& part = info->dlpi_phdr[i];
        if (part.p_type != PT_LOAD) continue;
        from = std::min(from, info->dlpi_addr + part.p_vaddr);
        to = std::max(to, info->dlpi_addr + part.p_vaddr + part.p_memsz);
    }
    if (range_count == std::size(ranges) || from >= to) return;
    Range& range = ranges[range_count++];
    range.from = from;
    range.to = to;
    range.owner = owner;
    const char* slash = std::strrchr(info->dlpi_name, '/');
    std::snprintf(range.name, sizeof range.name, "%s", slash ? slash + 1 : info->dlpi_name);
}

// All libraries loaded when main() begins.
void know_ranges() {
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void*) {
            static constexpr const char* others[] = {"ld-linux", "libX",   "libxcb",     "libglfw", "libGL",
                                                     "libEGL",   "libbsd", "libwayland", "libasan", "libubsan"};
            const bool is_program = range_count == 0;
            const bool is_other = std::any_of(std::begin(others), std::end(others),
                                              [&](const char* name) { return std::strstr(info->dlpi_name, name); });
            add_range(info, is_program ? Range::program : is_other ? Range::other : Range::library);
            return 0;
        },
        nullptr);
}

const Range* range_of(ElfW(Addr) at) {
    for (std::size_t i = 0; i < range_count; ++i)
        if (at >= ranges[i].from && at < ranges[i].to) return &ranges[i];
    return nullptr;
}

bool is_counted() {
    bool counted = false;
    _Unwind_Backtrace(
        [](_Unwind_Context* context, void* to) {
            const Range* range = range_of(_Unwind_GetIP(context) - 1);
            if (range && range->owner == Range::library) return _URC_NO_REASON;
            *static_cast<bool*>(to) = range && range->owner == Range::program;
            return _URC_END_OF_STACK;
        },
        &counted);
    return counted;
}

// ---- The log, written by system calls, which are not counted

struct Log {
    int file = -1;
    explicit Log(int flags) {
        if (*log_file)
            file = static_cast<int>(syscall(SYS_openat, AT_FDCWD, log_file, flags | O_WRONLY | O_CREAT, 0666));
    }
    ~Log() {
        if (file >= 0) syscall(SYS_close, file);
    }
    template <class... Args> void say(const char* format, Args... args) const {
        char line[256];
        const int size = std::snprintf(line, sizeof line, format, args...);
        if (file >= 0)
            syscall(SYS_write, file, line, std::min<std::size_t>(static_cast<std::size_t>(size), sizeof line - 1));
    }
};

void log_stack() {
    const Log log(O_TRUNC);
    log.say("%s\n", "failed");
    _Unwind_Backtrace(
        [](_Unwind_Context* context, void* to) {
            const ElfW(Addr) at = _Unwind_GetIP(context) - 1;
            if (const Range* range = range_of(at)) {
                static_cast<const Log*>(to)->say("%s+0x%lx\n", range->name,
                                                 static_cast<unsigned long>(at - range->from));
            }
            return _URC_NO_REASON;
        },
        const_cast<Log*>(&log));
}

// Should this call fail?
bool fails(Call call) {
    if (!in_main || depth != 0 || !is_wanted || (call != wanted && wanted != Call::count)) return false;
    const Inside inside;
    const int error = errno;
    const bool counted = is_counted();
    errno = error;
    if (!counted) return false;
    const long number = ++calls[static_cast<int>(call)];
    if (first == 0 || number < first || (number > first && !lasting)) return false;
    if (!failed.exchange(true)) log_stack();
    if (killing) syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
    errno = error;
    return true;
}

// The result of a failed call.
template <class Result> Result fault(int error, Result result) {
    errno = error;
    return result;
}

void at_end() {
    if (!in_main.exchange(false) || !is_wanted || wanted != Call::count) return;
    const Log log(O_TRUNC);
    for (std::size_t i = 1; i < std::size(kCalls); ++i)
        log.say("%s %ld\n", kCalls[i], calls[i].load());
}

__attribute__((constructor)) void begin() {
    const char* fault = std::getenv("ISONOISE_FAULT");
    if (!fault) return;
    const char* colon = std::strchr(fault, ':');
    if (!colon) return;
    for (std::size_t i = 0; i < std::size(kCalls); ++i) {
        const std::size_t length = std::strlen(kCalls[i]);
        if (static_cast<std::size_t>(colon - fault) == length && std::strncmp(fault, kCalls[i], length) == 0)
            wanted = static_cast<Call>(i), is_wanted = true;
    }
    char* end = nullptr;
    first = std::strtol(colon + 1, &end, 10);
    lasting = *end == '+';
    killing = *end == '!';
    if (const char* file = std::getenv("ISONOISE_FAULT_LOG")) std::snprintf(log_file, sizeof log_file, "%s", file);
    const char* disk = std::getenv("ISONOISE_FAULT_DISK");
    plain_disk = disk && std::strcmp(disk, "plain") == 0;
    // Not for programs started by this one.
    for (const char* name : {"LD_PRELOAD", "ISONOISE_FAULT", "ISONOISE_FAULT_LOG", "ISONOISE_FAULT_DISK"})
        unsetenv(name);
}

int (*program_main)(int, char**, char**) = nullptr;

int run_main(int argc, char** argv, char** environment) {
    know_ranges();
    next<void*(void*, const char*)>("dlsym");
    in_main = true;
    const int code = program_main(argc, argv, environment);
    at_end();
#ifdef ISONOISE_FAULTS_LEAKS
    // Here, because at the end of the process the sanitizer may encounter Mesa's threads as they end.
    if (__lsan_do_recoverable_leak_check()) return 23;
#endif
    return code;
}

}  // namespace

EXPORT int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(), void (*fini)(),
                             void (*loader_fini)(), void* stack_end) {
    program_main = main;
    NEXT(__libc_start_main);
    return real(run_main, argc, argv, init, fini, loader_fini, stack_end);
}

EXPORT void _exit(int code) {
    at_end();
    syscall(SYS_exit_group, code);
    __builtin_unreachable();
}

// ---- open: EMFILE

static bool makes_file(int flags) { return (flags & (O_CREAT | O_TMPFILE)) != 0; }

#define OPEN(name, parameters, arguments)                                                                              \
    EXPORT int name parameters {                                                                                       \
        mode_t mode = 0;                                                                                               \
        if (makes_file(flags)) {                                                                                       \
            va_list list;                                                                                              \
            va_start(list, flags);                                                                                     \
            mode = va_arg(list, mode_t);                                                                               \
            va_end(list);                                                                                              \
        }                                                                                                              \
        if (plain_disk && (flags & O_TMPFILE) == O_TMPFILE) return fault(EOPNOTSUPP, -1);                              \
        if (fails(Call::open)) return fault(EMFILE, -1);                                                               \
        NEXT(name);                                                                                                    \
        return real arguments;                                                                                         \
    }
OPEN(open, (const char* path, int flags, ...), (path, flags, mode))
OPEN(open64, (const char* path, int flags, ...), (path, flags, mode))
OPEN(openat, (int folder, const char* path, int flags, ...), (folder, path, flags, mode))
OPEN(openat64, (int folder, const char* path, int flags, ...), (folder, path, flags, mode))

#define FAULT(kind, error, result, type, name, parameters, arguments)                                                  \
    EXPORT type name parameters {                                                                                      \
        if (fails(Call::kind)) return fault(error, result);                                                            \
        NEXT(name);                                                                                                    \
        return real arguments;                                                                                         \
    }
static std::FILE* const no_file = nullptr;
FAULT(open, EMFILE, -1, int, creat, (const char* path, mode_t mode), (path, mode))
FAULT(open, EMFILE, no_file, FILE*, fopen, (const char* path, const char* mode), (path, mode))
FAULT(open, EMFILE, no_file, FILE*, fopen64, (const char* path, const char* mode), (path, mode))
FAULT(open, ENOMEM, no_file, FILE*, fdopen, (int file, const char* mode) noexcept, (file, mode))
FAULT(open, EMFILE, no_file, FILE*, tmpfile, (), ())
FAULT(open, EMFILE, no_file, FILE*, tmpfile64, (), ())
FAULT(open, EMFILE, -1, int, pipe, (int* ends) noexcept, (ends))
FAULT(open, EMFILE, -1, int, dup, (int file) noexcept, (file))
FAULT(open, EMFILE, static_cast<DIR*>(nullptr), DIR*, opendir, (const char* path), (path))
FAULT(open, EMFILE, static_cast<DIR*>(nullptr), DIR*, fdopendir, (int file), (file))

// Only commands that duplicate a descriptor. The argument is an integer or a pointer, which are passed alike.
template <class Function> static int fcntl_by(Function* real, int file, int command, void* argument) {
    if ((command == F_DUPFD || command == F_DUPFD_CLOEXEC) && fails(Call::open)) return fault(EMFILE, -1);
    return real(file, command, argument);
}
#define FCNTL(name)                                                                                                    \
    EXPORT int name(int file, int command, ...) {                                                                      \
        va_list list;                                                                                                  \
        va_start(list, command);                                                                                       \
        void* const argument = va_arg(list, void*);                                                                    \
        va_end(list);                                                                                                  \
        NEXT(name);                                                                                                    \
        return fcntl_by(real, file, command, argument);                                                                \
    }
FCNTL(fcntl)
FCNTL(fcntl64)

// ---- mkdir, read, fsync, link, rename, mmap, start

FAULT(mkdir, EACCES, -1, int, mkdir, (const char* path, mode_t mode) noexcept, (path, mode))
FAULT(mkdir, EACCES, -1, int, mkdirat, (int folder, const char* path, mode_t mode) noexcept, (folder, path, mode))
FAULT(read, EIO, ssize_t{-1}, ssize_t, read, (int file, void* to, size_t size), (file, to, size))
FAULT(read, EIO, ssize_t{-1}, ssize_t, readv, (int file, const iovec* to, int count), (file, to, count))
FAULT(fsync, EIO, -1, int, fsync, (int file), (file))
FAULT(fsync, EIO, -1, int, fdatasync, (int file), (file))
FAULT(link, EPERM, -1, int, link, (const char* from, const char* to) noexcept, (from, to))
FAULT(link, EPERM, -1, int, linkat, (int folder, const char* from, int folder_to, const char* to, int flags) noexcept,
      (folder, from, folder_to, to, flags))
FAULT(rename, EACCES, -1, int, rename, (const char* from, const char* to) noexcept, (from, to))
FAULT(rename, EACCES, -1, int, renameat, (int folder, const char* from, int folder_to, const char* to) noexcept,
      (folder, from, folder_to, to))
FAULT(mmap, ENOMEM, MAP_FAILED, void*, mmap,
      (void* at, size_t size, int what, int flags, int file, off_t from) noexcept, (at, size, what, flags, file, from))
FAULT(mmap, ENOMEM, MAP_FAILED, void*, mmap64,
      (void* at, size_t size, int what, int flags, int file, off64_t from) noexcept,
      (at, size, what, flags, file, from))

EXPORT int pthread_create(pthread_t* thread, const pthread_attr_t* how, void* (*run)(void*), void* with) noexcept {
    if (fails(Call::start)) return EAGAIN;
    NEXT(pthread_create);
    return real(thread, how, run, with);
}
EXPORT int posix_spawnp(pid_t* child, const char* file, const posix_spawn_file_actions_t* actions,
                        const posix_spawnattr_t* how, char* const* words, char* const* environment) {
    if (fails(Call::start)) return EAGAIN;
    NEXT(posix_spawnp);
    return real(child, file, actions, how, words, environment);
}

static void set_error(FILE* stream) { stream->_flags |= 0x20; }  // as glibc's _IO_ERR_SEEN

EXPORT size_t fread(void* to, size_t size, size_t count, FILE* stream) {
    if (fails(Call::read)) {
        set_error(stream);
        return fault(EIO, size_t{0});
    }
    NEXT(fread);
    return real(to, size, count, stream);
}

// ---- write

static bool write_fails(int file) { return file != STDERR_FILENO && fails(Call::write); }
static int error_of(int file) {
    struct stat facts {};
    return fstat(file, &facts) == 0 && S_ISFIFO(facts.st_mode) ? EPIPE : ENOSPC;
}
EXPORT ssize_t write(int file, const void* from, size_t size) {
    if (write_fails(file)) return fault(error_of(file), ssize_t{-1});
    NEXT(write);
    return real(file, from, size);
}
EXPORT ssize_t pwrite(int file, const void* from, size_t size, off_t at) {
    if (write_fails(file)) return fault(error_of(file), ssize_t{-1});
    NEXT(pwrite);
    return real(file, from, size, at);
}
EXPORT ssize_t pwrite64(int file, const void* from, size_t size, off64_t at) {
    if (write_fails(file)) return fault(error_of(file), ssize_t{-1});
    NEXT(pwrite64);
    return real(file, from, size, at);
}
EXPORT ssize_t writev(int file, const iovec* from, int count) {
    if (write_fails(file)) return fault(error_of(file), ssize_t{-1});
    NEXT(writev);
    return real(file, from, count);
}

static bool stream_fails(FILE* stream) {
    if (!stream || !__fwritable(stream) || stream == stderr || !write_fails(fileno(stream))) return false;
    set_error(stream);
    errno = error_of(fileno(stream));
    return true;
}
EXPORT size_t fwrite(const void* from, size_t size, size_t count, FILE* stream) {
    if (size * count > 0 && stream_fails(stream)) return 0;
    NEXT(fwrite);
    return real(from, size, count, stream);
}
EXPORT int fputs(const char* text, FILE* stream) {
    if (stream_fails(stream)) return EOF;
    NEXT(fputs);
    return real(text, stream);
}
EXPORT int fflush(FILE* stream) {
    if (stream && __fpending(stream) > 0 && stream_fails(stream)) return EOF;
    NEXT(fflush);
    return real(stream);
}
// False for files opened only as a test, where nothing is lost.
static bool is_written(FILE* stream) {
    struct stat facts {};
    return __fpending(stream) > 0 || (fstat(fileno(stream), &facts) == 0 && facts.st_size > 0);
}
EXPORT int fclose(FILE* stream) {
    const bool fails = is_written(stream) && stream_fails(stream);
    const int error = errno;
    NEXT(fclose);
    const int result = real(stream);
    return fails ? fault(error, EOF) : result;
}

// ---- malloc

#define NEW(symbol, parameters, arguments)                                                                             \
    EXPORT void* symbol parameters {                                                                                   \
        if (fails(Call::malloc)) throw std::bad_alloc();                                                               \
        const Inside inside;                                                                                           \
        static auto* const real = next<void * parameters>(#symbol);                                                    \
        return real arguments;                                                                                         \
    }
NEW(_Znwm, (size_t size), (size))
NEW(_Znam, (size_t size), (size))
NEW(_ZnwmSt11align_val_t, (size_t size, std::align_val_t align), (size, align))
NEW(_ZnamSt11align_val_t, (size_t size, std::align_val_t align), (size, align))

#define NEW_NOTHROW(symbol, parameters, arguments)                                                                     \
    EXPORT void* symbol parameters noexcept {                                                                          \
        if (fails(Call::malloc)) return nullptr;                                                                       \
        const Inside inside;                                                                                           \
        static auto* const real = next<void * parameters>(#symbol);                                                    \
        return real arguments;                                                                                         \
    }
NEW_NOTHROW(_ZnwmRKSt9nothrow_t, (size_t size, const std::nothrow_t& tag), (size, tag))
NEW_NOTHROW(_ZnamRKSt9nothrow_t, (size_t size, const std::nothrow_t& tag), (size, tag))

#ifndef ISONOISE_FAULTS_LEAKS
// glibc's own names: dlsym() may call malloc() itself.
extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
}
EXPORT void* malloc(size_t size) noexcept {
    return fails(Call::malloc) ? fault<void*>(ENOMEM, nullptr) : __libc_malloc(size);
}
EXPORT void* calloc(size_t count, size_t size) noexcept {
    return fails(Call::malloc) ? fault<void*>(ENOMEM, nullptr) : __libc_calloc(count, size);
}
EXPORT void* realloc(void* old, size_t size) noexcept {
    return fails(Call::malloc) ? fault<void*>(ENOMEM, nullptr) : __libc_realloc(old, size);
}
EXPORT void* aligned_alloc(size_t align, size_t size) noexcept {
    return fails(Call::malloc) ? fault<void*>(ENOMEM, nullptr) : __libc_memalign(align, size);
}
EXPORT int posix_memalign(void** to, size_t align, size_t size) noexcept {
    if (fails(Call::malloc)) return ENOMEM;
    *to = __libc_memalign(align, size);
    return *to ? 0 : ENOMEM;
}
#endif

// ---- OpenGL, whose functions the program looks up by name

namespace {

constexpr unsigned kOutOfMemory = 0x0505, kUnknownReset = 0x8255;

template <int Name> struct Real { static void* function; };
template <int Name> void* Real<Name>::function = nullptr;

// A function that allocates: it does nothing but set glGetError().
template <int Name, class... Args> void allocates(Args... args) {
    if (fails(Call::gl)) {
        gl_is_out_of_memory = true;
        return;
    }
    reinterpret_cast<void (*)(Args...)>(Real<Name>::function)(args...);
}
template <int Name, class... Args> void* maps(Args... args) {
    if (fails(Call::gl)) {
        gl_is_out_of_memory = true;
        return nullptr;
    }
    return reinterpret_cast<void* (*)(Args...)>(Real<Name>::function)(args...);
}
// EGL functions report failure as false or null.
template <int Name, class Result, class... Args> Result of_egl(Args... args) {
    if (fails(Call::egl)) return Result{};
    return reinterpret_cast<Result (*)(Args...)>(Real<Name>::function)(args...);
}
template <int Name> unsigned get_error() {
    if (gl_is_out_of_memory.exchange(false)) return kOutOfMemory;
    return reinterpret_cast<unsigned (*)()>(Real<Name>::function)();
}
template <int Name> unsigned reset_status() {
    if (fails(Call::reset)) return kUnknownReset;
    return reinterpret_cast<unsigned (*)()>(Real<Name>::function)();
}
void* wrapped(const char* name, void* function);
template <int Name> void* get_address(const char* name) {
    return wrapped(name, reinterpret_cast<void* (*)(const char*)>(Real<Name>::function)(name));
}

using Int = int;
using Enum = unsigned;
using Size = std::ptrdiff_t;
using Bytes = const void*;

struct Wrapper {
    const char* name;
    void* function;
    void** real;
};
template <int Name, class Function> Wrapper wrapper(const char* name, Function* function) {
    return {name, reinterpret_cast<void*>(function), &Real<Name>::function};
}

// Replaces `function` if it has a wrapper.
void* wrapped(const char* name, void* function) {
    static const Wrapper wrappers[] = {
        wrapper<0>("eglGetProcAddress", get_address<0>),
        wrapper<1>("glXGetProcAddress", get_address<1>),
        wrapper<2>("glXGetProcAddressARB", get_address<2>),
        wrapper<3>("glGetError", get_error<3>),
        wrapper<4>("glGetGraphicsResetStatus", reset_status<4>),
        wrapper<5>("glGetGraphicsResetStatusARB", reset_status<5>),
        wrapper<6>("glGetGraphicsResetStatusKHR", reset_status<6>),
        wrapper<7>("glBufferData", allocates<7, Enum, Size, Bytes, Enum>),
        wrapper<8>("glBufferStorage", allocates<8, Enum, Size, Bytes, Enum>),
        wrapper<9>("glTexImage2D", allocates<9, Enum, Int, Int, Int, Int, Int, Enum, Enum, Bytes>),
        wrapper<10>("glTexImage3D", allocates<10, Enum, Int, Int, Int, Int, Int, Int, Enum, Enum, Bytes>),
        wrapper<11>("glTexStorage2D", allocates<11, Enum, Int, Enum, Int, Int>),
        wrapper<12>("glTexStorage3D", allocates<12, Enum, Int, Enum, Int, Int, Int>),
        wrapper<13>("glRenderbufferStorage", allocates<13, Enum, Enum, Int, Int>),
        wrapper<14>("glMapBufferRange", maps<14, Enum, Size, Size, Enum>),
        wrapper<15>("eglInitialize", of_egl<15, unsigned, void*, Int*, Int*>),
        wrapper<16>("eglChooseConfig", of_egl<16, unsigned, void*, const Int*, void**, Int, Int*>),
        wrapper<17>("eglCreateContext", of_egl<17, void*, void*, void*, void*, const Int*>),
        wrapper<18>("eglMakeCurrent", of_egl<18, unsigned, void*, void*, void*, void*>),
        wrapper<19>("eglBindAPI", of_egl<19, unsigned, Enum>),
    };
    if (!function) return function;
    for (const Wrapper& one : wrappers) {
        if (std::strcmp(name, one.name) != 0) continue;
        *one.real = function;
        return one.function;
    }
    return function;
}

}  // namespace

FAULT(egl, ENOENT, static_cast<void*>(nullptr), void*, dlopen, (const char* file, int mode), (file, mode))

EXPORT void* dlsym(void* handle, const char* name) noexcept {
    // A tail call, since the real function uses its caller to find the next library.
    if (!in_main || depth != 0 || handle == RTLD_NEXT || handle == RTLD_DEFAULT) return real_dlsym()(handle, name);
    const Range* const caller = range_of(reinterpret_cast<ElfW(Addr)>(__builtin_return_address(0)));
    if (!caller || caller->owner == Range::library) return real_dlsym()(handle, name);
    return wrapped(name, real_dlsym()(handle, name));
}
