// Runs the kernels of main.cl, each listed in a line "//job NAME POINTS INPUTS SLOPES", on the first device: from file
// `in` to file `out`, in 32-bit words. The argument is the compiler's options.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(cl_int error, const char* what) {
    if (error == CL_SUCCESS) return;
    fprintf(stderr, "%s: error %d\n", what, error);
    exit(1);
}

int main(int count, char** arguments) {
    cl_platform_id platform;
    cl_device_id device;
    cl_int error;
    check(clGetPlatformIDs(1, &platform, NULL), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
    const cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    check(error, "context");
    const cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    check(error, "queue");

    FILE *file = fopen("main.cl", "rb"), *in = fopen("in", "rb"), *out = fopen("out", "wb");
    fseek(file, 0, SEEK_END);
    const size_t size = (size_t)ftell(file);
    char* source = calloc(size + 1, 1);
    rewind(file);
    if (fread(source, 1, size, file) != size) return 1;
    const cl_program program = clCreateProgramWithSource(context, 1, (const char**)&source, &size, &error);
    check(error, "program");
    char options[200];
    snprintf(options, sizeof options, "-I. %s", count > 1 ? arguments[1] : "");
    if (clBuildProgram(program, 1, &device, options, NULL, NULL) != CL_SUCCESS) {
        static char log[20000];
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        fprintf(stderr, "%s\n", log);
        return 1;
    }
    for (char* line = source; (line = strstr(line, "//job ")); ++line) {
        char name[100], kernel_name[110];
        size_t points, inputs, slopes;
        if (sscanf(line, "//job %99s %zu %zu %zu", name, &points, &inputs, &slopes) != 4) return 1;
        snprintf(kernel_name, sizeof kernel_name, "run_%s", name);
        const size_t read = points * inputs * 4, written = points * (slopes + 1) * 4;
        char* words = malloc(read > written ? read : written);
        if (fread(words, 1, read, in) != read) return 1;
        const cl_mem from = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, read, words, &error);
        check(error, "inputs");
        const cl_mem to = clCreateBuffer(context, CL_MEM_WRITE_ONLY, written, NULL, &error);
        check(error, "outputs");
        const cl_kernel kernel = clCreateKernel(program, kernel_name, &error);
        check(error, kernel_name);
        check(clSetKernelArg(kernel, 0, sizeof from, &from), "argument");
        check(clSetKernelArg(kernel, 1, sizeof to, &to), "argument");
        check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &points, NULL, 0, NULL, NULL), kernel_name);
        check(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, written, words, 0, NULL, NULL), "results");
        fwrite(words, 1, written, out);
        clReleaseKernel(kernel);
        clReleaseMemObject(from);
        clReleaseMemObject(to);
        free(words);
    }
    return fclose(out);
}
