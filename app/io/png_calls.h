/* libpng's calls, each of which returns 0 if it failed. In C: libpng fails by longjmp, over which C++ may have no
   objects, and WebAssembly no exceptions. Private to image.cpp. */
#pragma once

#include <png.h>

#ifdef __cplusplus
extern "C" {
#endif

int isonoise_png_begin(png_structp png, png_infop info, int width, int height, int depth, int colour_type, int srgb,
                       int dpi);
int isonoise_png_row(png_structp png, png_const_bytep row);
int isonoise_png_end(png_structp png, png_infop info);

#ifdef __cplusplus
}
#endif
