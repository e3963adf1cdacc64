// Pictures as they stand in files.
#pragma once

#include <cstdio>
#include <filesystem>
#include <vector>

#include <png.h>

struct Image {
    int width = 0, height = 0, channels = 0, depth = 0;
    std::vector<int> samples;
};

inline Image read_png(const std::filesystem::path& path) {
    Image image;
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (!file) return image;
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    if (!setjmp(png_jmpbuf(png))) {
        png_init_io(png, file);
        png_read_png(png, info, PNG_TRANSFORM_IDENTITY, nullptr);
        image.width = static_cast<int>(png_get_image_width(png, info));
        image.height = static_cast<int>(png_get_image_height(png, info));
        image.channels = png_get_channels(png, info);
        image.depth = png_get_bit_depth(png, info);
        png_bytepp rows = png_get_rows(png, info);
        for (int y = 0; y < image.height; ++y) {
            for (int i = 0; i < image.width * image.channels; ++i) {
                image.samples.push_back(image.depth == 8 ? rows[y][i] : rows[y][2 * i] * 256 + rows[y][2 * i + 1]);
            }
        }
    }
    png_destroy_read_struct(&png, &info, nullptr);
    std::fclose(file);
    return image;
}
