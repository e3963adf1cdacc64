// isonoise in C: the library libisonoise, for programs in C and for other languages' bindings.
//
//   #include <stdio.h>
//   #include <isonoise/isonoise.h>
//
//   int main(void) {
//       const char *settings[] = {"octaves", "6", "fractal", "ridged", NULL};
//       double x[] = {0.5, 1.5, 2.5}, y[] = {0.25, 0.5, 0.75};
//       const double *points[] = {x, y};
//       float values[3];
//       isonoise_noise *noise;
//       if (isonoise_create(settings, &noise) || isonoise_points(noise, points, 3, values))
//           return printf("%s\n", isonoise_message()), 1;
//       for (int i = 0; i < 3; ++i) printf("%f\n", values[i]);
//       isonoise_destroy(noise);
//       return 0;
//   }
//
// Link with -lisonoise, or with `pkg-config --cflags --libs isonoise`, or in CMake with isonoise::c.
//
// Values
//   The bits of `isonoise sample` and `isonoise bake`, with any number of threads, on any CPU. A noise never returns
//   NaN; a function may.
// Coordinates
//   In units of coordinate: times the setting frequency, they are in cells. Those of points are rounded to float, once.
//   NaN, infinities and coordinates of 2^31 cells or more act as 0 in noises, also doubles too large for a float;
//   larger worlds pass whole cells and fractions. Those of grids stay in double, up to 2^52 cells.
// Errors
//   Functions that can fail return a status other than ISONOISE_OK, and isonoise_message() then says in one line what
//   was wrong, where, and what was expected; for the text of a function that line and a mark under it follow. A request
//   that is refused before it starts changes no output; one that fails or is stopped later leaves some results
//   unwritten. No C++ exception crosses this interface.
// Threads
//   A noise never changes: any number of threads may use one at the same time. Threads can also share a function, as
//   long as none of them sets its parameters.
// Versions
//   Functions, structures and numbers below stay as they are within ISONOISE_ABI; settings are text, so new ones need
//   no new functions. libisonoise.so.N is for ISONOISE_ABI N.
// Not included
//   Files, presets, GPUs.
#ifndef ISONOISE_H
#define ISONOISE_H

#include <stddef.h>
#include <stdint.h>

#ifndef ISONOISE_API
#if defined(__GNUC__) && !defined(_WIN32)
#define ISONOISE_API __attribute__((visibility("default")))
#else
#define ISONOISE_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define ISONOISE_ABI 1

// ISONOISE_ABI of the loaded library.
ISONOISE_API int isonoise_abi_version(void);

// The version of the loaded library, such as "0.1.0".
ISONOISE_API const char* isonoise_version(void);

typedef enum isonoise_status {
    ISONOISE_OK = 0,
    ISONOISE_INVALID = 1,  // an argument is wrong
    ISONOISE_NO_MEMORY = 2,
    ISONOISE_STOPPED = 3,  // `progress` returned 0
    ISONOISE_INTERNAL = 4  // should not occur
} isonoise_status;

// Describes the last error on this thread, in UTF-8. Valid until the next call on this thread.
ISONOISE_API const char* isonoise_message(void);

// Settings: the names and values of the command line, as text. `isonoise sample --help` and docs/cli.md list them.

typedef struct isonoise_noise isonoise_noise;

// Creates a noise. `settings` alternates names and values and ends with NULL; NULL itself means no settings. Settings
// that are not given have their defaults: one octave of 2D Perlin noise, one cell per unit. Sets *noise to NULL on
// failure.
ISONOISE_API isonoise_status isonoise_create(const char* const* settings, isonoise_noise** noise);

// Frees a noise. NULL is fine.
ISONOISE_API void isonoise_destroy(isonoise_noise* noise);

// The name of a setting, from index 0 on; NULL after the last.
ISONOISE_API const char* isonoise_setting(size_t index);

// A setting's description in a few words, or NULL if there is no such setting.
ISONOISE_API const char* isonoise_about(const char* setting);

// Writes the value of a setting to `text`, truncated to `size` bytes including the final 0. Returns the full length, or
// 0 if there is no such setting.
ISONOISE_API size_t isonoise_get(const isonoise_noise* noise, const char* setting, char* text, size_t size);

// The number of axes, 1 to 4. 0 for NULL.
ISONOISE_API int isonoise_dim(const isonoise_noise* noise);

// The kind of derivatives that the gradient of isonoise_results holds.
typedef enum isonoise_derivatives {
    ISONOISE_NONE = 0,
    ISONOISE_GRADIENT = 1,  // the derivatives by the coordinates
    ISONOISE_SLOPE = 2      // for fractal eroded: the slope it accumulates, good for shading but not the derivative
} isonoise_derivatives;
ISONOISE_API isonoise_derivatives isonoise_has(const isonoise_noise* noise);

// Options of a request; NULL or all 0 are the defaults, except for `threads`, where NULL is 1.
typedef struct isonoise_options {
    int threads;  // up to 1024; 0: one per hardware thread
    // If not NULL, called on the calling thread every few milliseconds with the progress, 0 to 1, and `data`. Return 0
    // to stop soon after, nonzero to go on.
    int (*progress)(double done, void* data);
    void* data;
} isonoise_options;

// Where results go: an array of floats. Strides are in bytes, multiples of 4, and may be negative; one per axis of the
// request.
typedef struct isonoise_output {
    float* data;               // NULL: not wanted
    const ptrdiff_t* strides;  // NULL: no gaps
} isonoise_output;

// Results must not overlap each other or the coordinates.
typedef struct isonoise_results {
    isonoise_output value;
    isonoise_output gradient[4];  // by x, y, z, w; as many as the noise has axes
} isonoise_results;

// The noise at `count` points, up to 2^48. Coordinates of point i: points[0][i], points[1][i], ..., one array per axis
// of the noise.
ISONOISE_API isonoise_status isonoise_points(const isonoise_noise* noise, const double* const* points, int64_t count,
                                             float* values);

typedef enum isonoise_type { ISONOISE_FLOAT32 = 1, ISONOISE_FLOAT64 = 2, ISONOISE_INT64 = 3 } isonoise_type;

// An array of numbers in the machine's byte order.
typedef struct isonoise_input {
    const void* data;
    const ptrdiff_t* strides;  // in bytes, one per axis of the shape; 0 repeats a number. NULL: no gaps
    int type;                  // an isonoise_type
} isonoise_input;

// Points in arrays of any shape, as NumPy has them. Without strides the last axis runs fastest.
typedef struct isonoise_arrays {
    int rank;                       // axes of the arrays, 0 to 64
    const int64_t* shape;           // their sizes; 2^48 points at most
    isonoise_input coordinates[4];  // float32 or float64; one per axis of the noise
    // Optional, one per axis of the noise, int64: whole cells of any size. The coordinates are then fractions from 0 to
    // 1 within these cells (other values act as 0), and the setting frequency must be 1. Cells of a function are units
    // of coordinate; they wrap around after 2^32.
    isonoise_input cells[4];
} isonoise_arrays;

ISONOISE_API isonoise_status isonoise_evaluate(const isonoise_noise* noise, const isonoise_arrays* points,
                                               const isonoise_results* to, const isonoise_options* options);

// Points along one axis of a grid: point i lies at offset + (first + i) * step, computed in double, plus cell +
// fraction cells, added exactly.
typedef struct isonoise_axis {
    int64_t count;    // 1 to 2^48, and so is the product of all axes
    double step;      // not 0 if there are two points or more
    double offset;    // all points must lie less than 2^52 cells from 0, before `cell` is added
    int64_t first;    // for parts of a grid, which have the bits of the whole; within +-2^52
    int64_t cell;     // any
    double fraction;  // at least 0 and less than 1
    // If not 0 (up to 2^31): this many points cover the axis's period once in equal steps, and point i equals point
    // i + per_period to the bit. `step` is then ignored.
    int64_t per_period;
} isonoise_axis;

// The noise on a grid: one axis per axis of the noise, x first. The strides of `to` are in that order too; without
// strides x runs fastest.
ISONOISE_API isonoise_status isonoise_grid(const isonoise_noise* noise, const isonoise_axis* axes,
                                           const isonoise_results* to, const isonoise_options* options);

// Functions of your own, written in GLSL: docs/functions.md teaches them. They have the same bits in shaders, which
// `isonoise snippet` prints.
//
//   isonoise_function *islands;
//   isonoise_function_create("float noise(vec2 p) { return abs(perlin2(p, 7u)); }", "islands", NULL, NULL, &islands);

typedef struct isonoise_function isonoise_function;

// Returns the text of a file that a function includes, valid until the next call, or NULL if there is none.
typedef const char* (*isonoise_include)(const char* name, void* data);

// Creates a function from a text. `name` is the text's name in messages, such as "islands.glsl"; NULL: "function".
// `include` is called with `data`; NULL: nothing can be included. Sets *function to NULL on failure.
ISONOISE_API isonoise_status isonoise_function_create(const char* text, const char* name, isonoise_include include,
                                                      void* data, isonoise_function** function);

// Creates a function that also returns the partial derivatives: it has 1 + dim channels, first the value, with the same
// bits, and keeps the parameters. Fails, with the place, if `function` returns more than a number or if a derivative is
// not known; *derived is then NULL. Free both functions.
ISONOISE_API isonoise_status isonoise_function_with_gradient(const isonoise_function* function,
                                                             isonoise_function** derived);

// Frees a function. NULL is fine.
ISONOISE_API void isonoise_function_destroy(isonoise_function* function);

// The number of coordinates of a point, and of numbers that the function returns: 1 to 4 each, and with its gradient up
// to 5. 0 for NULL.
ISONOISE_API int isonoise_function_dim(const isonoise_function* function);
ISONOISE_API int isonoise_function_channels(const isonoise_function* function);

typedef enum isonoise_kind {
    ISONOISE_REAL = 1,     // float
    ISONOISE_INTEGER = 2,  // int
    ISONOISE_NATURAL = 3,  // uint
    ISONOISE_BOOLEAN = 4   // bool: 0 or 1
} isonoise_kind;

// A `uniform` of a function. The texts are valid as long as the function.
typedef struct isonoise_parameter {
    const char* name;
    const char* about;   // from the comment behind it; may be empty
    int kind;            // an isonoise_kind
    int size;            // components, 1 to 4
    double value[4];     // of each component
    double least, most;  // the range in the comment; NaN without one
} isonoise_parameter;

// Describes parameter `index`, from 0 on. Returns 0 if there is none, else 1.
ISONOISE_API int isonoise_function_parameter(const isonoise_function* function, size_t index,
                                             isonoise_parameter* parameter);

// Sets all components of a parameter. No other thread may use the function meanwhile.
ISONOISE_API isonoise_status isonoise_function_set(isonoise_function* function, const char* parameter,
                                                   const double* values, size_t count);

// Bounds a channel's values at all points within 2^60 of the origin, with the parameters as set: from range[0] to
// range[1]. The bounds are proved, so they may be wider than the values that occur. If none are found, they are
// -INFINITY and INFINITY, and values may be NaN; docs/functions.md says when.
ISONOISE_API isonoise_status isonoise_function_proved_range(const isonoise_function* function, int channel,
                                                            double range[2]);

// The function at points in arrays of any shape: it gets the coordinates as they are, rounded to float; with cells it
// goes on far from 0, where floats are coarse: see "Tiles and worlds far out" in docs/functions.md. Fails, with the
// place, if the text cannot have cells. `results` has an output for each channel; values may be NaN or infinite, if that
// is what the text computes.
ISONOISE_API isonoise_status isonoise_function_evaluate(const isonoise_function* function,
                                                        const isonoise_arrays* points, const isonoise_output* results,
                                                        const isonoise_options* options);

#ifdef __cplusplus
}
#endif

#endif
