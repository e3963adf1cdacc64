#include "png_calls.h"

#include <setjmp.h>

int isonoise_png_begin(png_structp png, png_infop info, int width, int height, int depth, int colour_type, int srgb,
                       int dpi) {
    if (setjmp(png_jmpbuf(png))) return 0;
    png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, depth, colour_type, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (srgb) png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    if (dpi > 0) {  /* per metre, rounded */
        const png_uint_32 dots = (png_uint_32)((dpi * 10000LL + 127) / 254);
        png_set_pHYs(png, info, dots, dots, PNG_RESOLUTION_METER);
    }
    png_write_info(png, info);
    return 1;
}

int isonoise_png_row(png_structp png, png_const_bytep row) {
    if (setjmp(png_jmpbuf(png))) return 0;
    png_write_row(png, row);
    return 1;
}

int isonoise_png_end(png_structp png, png_infop info) {
    if (setjmp(png_jmpbuf(png))) return 0;
    png_write_end(png, info);
    return 1;
}
