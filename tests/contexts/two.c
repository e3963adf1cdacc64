// Two OpenGL contexts that share nothing, each on its own thread: one draws with many textures, the other updates one.
// The argument is the time in seconds. See run.
#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { kTextures = 1000 };

static EGLDisplay display;
static EGLConfig config;
static time_t end;
static atomic_long rounds[2];

static GLuint texture(int size) {
    GLuint id;
    glGenTextures(1, &id);
    glBindTexture(GL_TEXTURE_2D, id);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    return id;
}

static void use_program(void) {
    static const char* const texts[] = {
        "#version 330\nvoid main() { gl_Position = vec4(gl_VertexID % 3 - 1, gl_VertexID % 2, 0, 1); }",
        "#version 330\nuniform sampler2D t; out vec4 o; void main() { o = texelFetch(t, ivec2(0), 0); }"};
    const GLuint program = glCreateProgram();
    for (int i = 0; i < 2; ++i) {
        const GLuint shader = glCreateShader(i == 0 ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER);
        glShaderSource(shader, 1, &texts[i], NULL);
        glCompileShader(shader);
        glAttachShader(program, shader);
    }
    glLinkProgram(program);
    glUseProgram(program);
}

static void draw(void) {
    GLuint from[kTextures], framebuffer, vertices;
    for (int i = 0; i < kTextures; ++i)
        from[i] = texture(4);
    const GLuint to = texture(16);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, to, 0);
    glViewport(0, 0, 16, 16);
    glGenVertexArrays(1, &vertices);
    glBindVertexArray(vertices);
    use_program();
    for (; time(NULL) < end; ++rounds[0]) {
        const int first = rand() % (kTextures / 2), count = rand() % (kTextures / 2);
        for (int i = first; i < first + count; ++i) {
            glBindTexture(GL_TEXTURE_2D, from[i]);
            glDrawArrays(GL_TRIANGLES, 0, 3 * (1 + rand() % 8));
        }
        glFlush();
    }
}

static void update(void) {
    static const unsigned char texel[4];
    texture(16);
    for (; time(NULL) < end; ++rounds[1])
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel);
}

static void* with_context(void* work) {
    const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
    eglBindAPI(EGL_OPENGL_API);
    const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, attributes);
    if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) exit(77);
    if (*(int*)work == 0) printf("%s, %s\n", glGetString(GL_RENDERER), glGetString(GL_VERSION));
    fflush(stdout);
    *(int*)work == 0 ? draw() : update();
    return NULL;
}

int main(int count, char** words) {
    if (count != 2) return 2;
    end = time(NULL) + atoi(words[1]);
    display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    EGLint found = 0;
    const EGLint attributes[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE};
    if (!eglInitialize(display, NULL, NULL) || !eglChooseConfig(display, attributes, &config, 1, &found) || found < 1)
        return 77;
    pthread_t threads[2];
    int numbers[2] = {0, 1};
    for (int i = 0; i < 2; ++i)
        pthread_create(&threads[i], NULL, with_context, &numbers[i]);
    for (int i = 0; i < 2; ++i)
        pthread_join(threads[i], NULL);
    printf("%ld lists drawn, %ld updates\n", rounds[0], rounds[1]);
    return 0;
}
