// A wrong OpenGL driver, for LD_PRELOAD: blanks the word `precise` in all shaders.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef void (*Any)(void);
typedef Any (*GetProcAddress)(const char*);
typedef void (*ShaderSource)(unsigned, int, const char* const*, const int*);
typedef void* (*Symbol)(void*, const char*);

static ShaderSource shader_source;
static GetProcAddress get_by_egl, get_by_glx;

static void without_precise(unsigned shader, int count, const char* const* texts, const int* lengths) {
    char** copies = calloc(count, sizeof *copies);
    for (int i = 0; i < count; ++i) {
        copies[i] = lengths && lengths[i] >= 0 ? strndup(texts[i], lengths[i]) : strdup(texts[i]);
        for (char* at = copies[i]; (at = strstr(at, "precise"));)
            memset(at, ' ', strlen("precise"));
    }
    shader_source(shader, count, (const char* const*)copies, NULL);
    for (int i = 0; i < count; ++i)
        free(copies[i]);
    free(copies);
}

// In place of what a library or a driver gives for this name.
static Any in_place_of(const char* name, Any found);
static Any egl(const char* name) { return in_place_of(name, get_by_egl(name)); }
static Any glx(const char* name) { return in_place_of(name, get_by_glx(name)); }
static Any in_place_of(const char* name, Any found) {
    if (!found) return found;
    if (!strcmp(name, "glShaderSource")) {
        shader_source = (ShaderSource)found;
        return (Any)without_precise;
    }
    if (!strcmp(name, "eglGetProcAddress")) {
        get_by_egl = (GetProcAddress)found;
        return (Any)egl;
    }
    if (!strcmp(name, "glXGetProcAddress") || !strcmp(name, "glXGetProcAddressARB")) {
        get_by_glx = (GetProcAddress)found;
        return (Any)glx;
    }
    return found;
}

static void* symbol(void* library, const char* name) {
    static Symbol own;
    const char* versions[] = {"GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17"};
    for (int i = 0; !own && i < 3; ++i)
        own = (Symbol)dlvsym(RTLD_NEXT, "dlsym", versions[i]);
    return own(library, name);
}

// Programs that open the libraries themselves, and those that are linked to them.
void* dlsym(void* library, const char* name) { return (void*)in_place_of(name, (Any)symbol(library, name)); }
Any eglGetProcAddress(const char* name) {
    return ((GetProcAddress)in_place_of("eglGetProcAddress", (Any)symbol(RTLD_NEXT, "eglGetProcAddress")))(name);
}
Any glXGetProcAddress(const char* name) {
    return ((GetProcAddress)in_place_of("glXGetProcAddress", (Any)symbol(RTLD_NEXT, "glXGetProcAddress")))(name);
}
Any glXGetProcAddressARB(const char* name) { return glXGetProcAddress(name); }
void glShaderSource(unsigned shader, int count, const char* const* texts, const int* lengths) {
    in_place_of("glShaderSource", (Any)symbol(RTLD_NEXT, "glShaderSource"));
    without_precise(shader, count, texts, lengths);
}
