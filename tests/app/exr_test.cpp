// EXR files read back by OpenEXR's C++ library: every value, and the header.
#include <algorithm>
#include <string>
#include <vector>

#include <ImfCompression.h>
#include <ImfHeader.h>
#include <ImfInputFile.h>
#include <gtest/gtest.h>

#include "app/read_image.hpp"
#include "io/image.hpp"
#include "temporary.hpp"

using namespace isonoise;
namespace fs = std::filesystem;

namespace {

struct ExrPicture {
    int width = 0, height = 0, channels = 0;
    std::vector<float> values;
};

class Exrs : public testing::Test {
  protected:
    void write(const ExrPicture& picture) {
        OutputFile output{path};
        const auto writer = exr_writer(output, picture.width, picture.height, picture.channels);
        const std::size_t row = picture.values.size() / static_cast<std::size_t>(picture.height);
        for (std::size_t at = 0; at < picture.values.size(); at += row)
            writer->row(std::span(picture.values).subspan(at, row));
        writer->finish();
        output.commit();
    }

    // Writes the picture and reads it back.
    void expect_same(const ExrPicture& picture) {
        write(picture);
        const Floats read = read_exr(path);
        ASSERT_EQ(read.width, picture.width);
        ASSERT_EQ(read.height, picture.height);
        ASSERT_EQ(static_cast<int>(read.channels.size()), picture.channels);
        for (std::size_t i = 0; i < picture.values.size(); ++i) {
            const std::size_t channel = i % read.channels.size();
            const std::size_t place = picture.channels == 1 ? 0 : std::string("RGBA").find(read.channels[channel]);
            ASSERT_EQ(read.values[i], picture.values[i - channel + place]) << read.channels[channel] << " of " << i;
        }
    }

    TemporaryDirectory temporary;
    fs::path path = temporary.path() / "a.exr";
};

ExrPicture with_values(int width, int height, int channels, float (*value)(std::size_t)) {
    ExrPicture picture{width, height, channels, {}};
    for (std::size_t i = 0; i < static_cast<std::size_t>(width * height * channels); ++i)
        picture.values.push_back(value(i));
    return picture;
}

// Chunks of 16 rows, a last one of fewer, and values that hardly pack: some pack to exactly their own size, and readers
// take such a chunk for one that is not packed.
TEST_F(Exrs, AnySizeIsReadBack) {
    for (const int channels : {1, 3, 4}) {
        for (const int height : {1, 2, 15, 16, 17, 33}) {
            for (int width = 1; width <= 12; ++width) {
                SCOPED_TRACE(std::to_string(width) + "x" + std::to_string(height) + ", " + std::to_string(channels));
                for (float (*value)(std::size_t) :
                     {+[](std::size_t) { return 0.25f; }, +[](std::size_t i) { return static_cast<float>(i) / 7.0f; },
                      +[](std::size_t i) { return static_cast<float>(i / 3); }})
                    ASSERT_NO_FATAL_FAILURE(expect_same(with_values(width, height, channels, value)));
            }
        }
    }
}

// Pieces of packed rows take much memory where rows are long, so these are packed one by one.
TEST_F(Exrs, LongRowsArePackedAlone) {
    for (const int width : {32768, 32769, kLargestSide}) {
        expect_same(with_values(width, 2, 4, [](std::size_t i) { return static_cast<float>(i % 1000); }));
        const Imf::InputFile file(path.c_str());
        EXPECT_EQ(file.header().compression(), width == 32768 ? Imf::ZIP_COMPRESSION : Imf::ZIPS_COMPRESSION);
    }
}

TEST_F(Exrs, TheHeaderIsTheUsualOne) {
    write(with_values(7, 5, 3, [](std::size_t i) { return static_cast<float>(i); }));
    const Imf::InputFile file(path.c_str());
    const Imf::Header& header = file.header();
    EXPECT_TRUE(file.isComplete());
    EXPECT_EQ(header.dataWindow(), header.displayWindow());
    EXPECT_EQ(header.dataWindow().min, Imath::V2i(0, 0));
    EXPECT_EQ(header.lineOrder(), Imf::INCREASING_Y);
    EXPECT_EQ(header.pixelAspectRatio(), 1.0f);
    EXPECT_EQ(header.screenWindowWidth(), 1.0f);
    EXPECT_EQ(header.screenWindowCenter(), Imath::V2f(0.0f, 0.0f));
    std::vector<std::string> names;
    for (auto i = header.begin(); i != header.end(); ++i)
        names.emplace_back(i.name());
    std::erase(names, "type");  // "scanlineimage", which OpenEXR's C library adds, the C++ library not
    EXPECT_EQ(names, (std::vector<std::string>{"channels", "compression", "dataWindow", "displayWindow", "lineOrder",
                                               "pixelAspectRatio", "screenWindowCenter", "screenWindowWidth"}));
}

}  // namespace
