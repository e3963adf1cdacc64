#include "app/read_image.hpp"

#include <cstdio>
#include <set>

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfInputFile.h>
#include <gtest/gtest.h>
#include <png.h>

#include "temporary.hpp"

Image read_png(const std::filesystem::path& path) {
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

Floats read_exr(const std::filesystem::path& path) {
    Floats image;
    Imf::InputFile file(path.c_str());
    const auto window = file.header().dataWindow();
    image.width = window.max.x - window.min.x + 1;
    image.height = window.max.y - window.min.y + 1;
    std::vector<std::string> names;  // alphabetical: B, G, R
    for (auto i = file.header().channels().begin(); i != file.header().channels().end(); ++i) {
        EXPECT_EQ(i.channel().type, Imf::FLOAT);
        names.emplace_back(i.name());
    }
    image.channels = names.size() == 3 ? std::vector<std::string>(names.rbegin(), names.rend()) : names;
    const std::size_t n = names.size(), width = static_cast<std::size_t>(image.width);
    image.values.resize(n * width * static_cast<std::size_t>(image.height));
    Imf::FrameBuffer buffer;
    for (std::size_t c = 0; c < n; ++c) {
        buffer.insert(image.channels[c],
                      Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(&image.values[c]), 4 * n, 4 * n * width));
    }
    file.setFrameBuffer(buffer);
    file.readPixels(window.min.y, window.max.y);
    return image;
}

std::vector<float> read_npy(const std::filesystem::path& path, const std::string& shape) {
    const std::string bytes = read_file(path);
    EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
    const std::size_t length = static_cast<unsigned char>(bytes[8]) + 256u * static_cast<unsigned char>(bytes[9]);
    EXPECT_EQ((10 + length) % 64, 0u);
    std::string header = bytes.substr(10, length);
    EXPECT_EQ(header.back(), '\n');
    header.erase(header.find_last_not_of(" \n") + 1);
    EXPECT_EQ(header, "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }");
    std::vector<float> values = numbers<float>(bytes, 10 + length);
    std::size_t count = 1;
    std::string sides = shape;  // "(3, 4)" or "(5,)"
    std::replace_if(
        sides.begin(), sides.end(), [](char c) { return c < '0' || c > '9'; }, ' ');
    std::istringstream in(sides);
    for (std::size_t side = 0; in >> side;)
        count *= side;
    EXPECT_EQ(values.size(), count) << path << ": " << shape;
    return values;
}

std::size_t colours_of(const std::vector<float>& pixels) {
    std::set<int> found;
    for (std::size_t i = 0; i + 3 < pixels.size(); i += 4) {
        int colour = 0;
        for (std::size_t c = i; c < i + 3; ++c) {
            EXPECT_TRUE(pixels[c] >= 0.0f && pixels[c] <= 1.0f) << pixels[c];
            colour = colour * 64 + static_cast<int>(pixels[c] * 63.0f);
        }
        found.insert(colour);
    }
    return found.size();
}
