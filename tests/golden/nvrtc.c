// Compiles CUDA texts with NVRTC, without headers, with fast math: fails at the first text that gives a message.
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>

static void check(nvrtcResult result, const char* what) {
    if (result == NVRTC_SUCCESS) return;
    fprintf(stderr, "%s: %s\n", what, nvrtcGetErrorString(result));
    exit(1);
}

int main(int count, char** names) {
    static char source[1 << 20];
    static const char* const options[] = {"--gpu-architecture=compute_80", "--use_fast_math"};
    for (int i = 1; i < count; ++i) {
        FILE* const file = fopen(names[i], "rb");
        source[file ? fread(source, 1, sizeof source - 1, file) : 0] = 0;
        if (file) fclose(file);
        nvrtcProgram program;
        size_t size;
        check(nvrtcCreateProgram(&program, source, names[i], 0, NULL, NULL), names[i]);
        const nvrtcResult result = nvrtcCompileProgram(program, 2, options);
        check(nvrtcGetProgramLogSize(program, &size), names[i]);
        char* const log = malloc(size + 1);
        check(nvrtcGetProgramLog(program, log), names[i]);
        if (size > 1) fprintf(stderr, "%s", log);
        check(size > 1 ? NVRTC_ERROR_COMPILATION : result, names[i]);
        free(log);
        nvrtcDestroyProgram(&program);
    }
}
