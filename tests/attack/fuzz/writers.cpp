// Every writer of pictures, numbers and meshes, with any numbers and sizes: other libraries must read back what was
// written.
#include <cmath>
#include <fstream>
#include <iterator>
#include <sstream>

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfInputFile.h>
#include <nlohmann/json.hpp>
#include <png.h>
#include <webp/decode.h>
#include <webp/demux.h>

#include "bake/bake.hpp"
#include "fuzz.hpp"
#include "io/image.hpp"
#include "io/video.hpp"
#include "mesh/mesh_file.hpp"

using namespace isonoise;
using fuzz::bits;
using fuzz::expect;

namespace {

constexpr const char* kFile = "file";

template <class T> T number_at(std::string_view bytes, std::size_t at) {
    expect(at + sizeof(T) <= bytes.size(), "the file ends before byte {}", at + sizeof(T));
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

// Never NaN: noise is not.
float value_of(fuzz::Input& input) {
    const float value = fuzz::coordinate(input);
    return std::isnan(value) ? 0.0f : value;
}

// ---- Pictures and numbers

struct Picture {
    std::size_t width, height, channels;
    unsigned depth;
    Levels levels;
    std::vector<float> values;

    unsigned whole(std::size_t i) const {
        return depth == 16 ? levels.at<std::uint16_t>(values[i]) : levels.at<std::uint8_t>(values[i]);
    }
};

Picture picture_of(fuzz::Input& input) {
    static constexpr std::size_t channels[] = {1, 3, 4};
    Picture picture{};
    picture.width = 1 + input.below(40);
    picture.height = 1 + input.below(12);
    picture.channels = channels[input.below(3)];
    picture.depth = input.flag() ? 16 : 8;
    picture.levels.low = input.number<std::int16_t>() / 256;
    picture.levels.high = picture.levels.low + (1 + input.number<std::uint16_t>()) / 256;
    picture.values.resize(picture.width * picture.height * picture.channels);
    for (float& value : picture.values)
        value = value_of(input);
    return picture;
}

void write_rows(const Picture& picture, ImageWriter& writer) {
    const std::size_t row = picture.width * picture.channels;
    for (std::size_t y = 0; y < picture.height; ++y)
        writer.row(std::span(picture.values).subspan(y * row, row));
    writer.finish();
}

void check_png(const Picture& picture) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    // libpng's simplified reader for the size, and the full one for the raw samples.
    expect(png_image_begin_read_from_file(&image, kFile) != 0, "png: {}", image.message);
    expect(image.width == picture.width && image.height == picture.height, "png: another size");
    png_image_free(&image);
    std::FILE* file = std::fopen(kFile, "rb");
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    if (setjmp(png_jmpbuf(png))) fuzz::broken("png: not read");
    png_init_io(png, file);
    png_read_png(png, info, PNG_TRANSFORM_IDENTITY, nullptr);
    expect(png_get_channels(png, info) == picture.channels && png_get_bit_depth(png, info) == picture.depth,
           "png: another kind");
    png_bytepp rows = png_get_rows(png, info);
    const std::size_t row = picture.width * picture.channels;
    for (std::size_t i = 0; i < picture.values.size(); ++i) {
        const png_bytep from = rows[i / row] + i % row * picture.depth / 8;
        const unsigned sample = picture.depth == 8 ? *from : from[0] * 256u + from[1];
        expect(sample == picture.whole(i), "png: {} became {}", picture.values[i], sample);
    }
    png_destroy_read_struct(&png, &info, nullptr);
    std::fclose(file);
}

void check_exr(const Picture& picture) {
    Imf::InputFile file(kFile);
    static constexpr const char* grey[] = {"Y"};
    static constexpr const char* colours[] = {"R", "G", "B", "A"};
    const char* const* names = picture.channels == 1 ? grey : colours;
    std::vector<float> values(picture.values.size());
    Imf::FrameBuffer buffer;
    for (std::size_t c = 0; c < picture.channels; ++c) {
        const Imf::Channel* channel = file.header().channels().findChannel(names[c]);
        expect(channel != nullptr && channel->type == Imf::FLOAT, "exr: no channel {}", names[c]);
        buffer.insert(names[c], Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(values.data() + c), 4 * picture.channels,
                                           4 * picture.channels * picture.width));
    }
    const auto window = file.header().dataWindow();
    expect(window.min.x == 0 && window.min.y == 0 && window.max.x + 1 == static_cast<int>(picture.width) &&
               window.max.y + 1 == static_cast<int>(picture.height),
           "exr: another size");
    file.setFrameBuffer(buffer);
    file.readPixels(0, static_cast<int>(picture.height) - 1);
    for (std::size_t i = 0; i < values.size(); ++i)
        expect(bits(values[i]) == bits(picture.values[i]), "exr: {} became {}", picture.values[i], values[i]);
}

void check_numbers(const Picture& picture, Format format, std::size_t from) {
    const std::string bytes = fuzz::read_file(kFile);
    const std::size_t each = format == Format::raw16 ? 2 : 4;
    expect(bytes.size() == from + each * picture.values.size(), "{} bytes", bytes.size());
    for (std::size_t i = 0; i < picture.values.size(); ++i) {
        if (format == Format::raw16) {
            const auto sample = number_at<std::uint16_t>(bytes, from + 2 * i);
            expect(sample == picture.levels.at<std::uint16_t>(picture.values[i]), "{} became {}", picture.values[i],
                   sample);
        } else {
            const auto value = number_at<float>(bytes, from + 4 * i);
            expect(bits(value) == bits(picture.values[i]), "{} became {}", picture.values[i], value);
        }
    }
}

std::size_t check_npy_header(const std::string& bytes, std::span<const std::int64_t> shape) {
    expect(bytes.starts_with(std::string_view("\x93NUMPY\x01\x00", 8)), "npy: another magic");
    const std::size_t length = number_at<std::uint16_t>(bytes, 8);
    expect((10 + length) % 64 == 0 && bytes[9 + length] == '\n', "npy: a header of {} bytes", length);
    std::string words;
    for (const std::int64_t count : shape)
        words += fmt::format("{}, ", count);
    words.resize(words.size() - (shape.size() > 1 ? 2 : 1));
    expect(bytes.substr(10, length).find(fmt::format("'shape': ({})", words)) != std::string::npos, "npy: {}",
           bytes.substr(10, length));
    return 10 + length;
}

void check_webp(const Picture& picture) {
    const std::string bytes = fuzz::read_file(kFile);
    const WebPData data{reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
    WebPAnimDecoderOptions options;
    WebPAnimDecoderOptionsInit(&options);
    options.color_mode = MODE_RGBA;
    WebPAnimDecoder* decoder = WebPAnimDecoderNew(&data, &options);
    expect(decoder != nullptr, "webp: not read");
    std::uint8_t* pixels = nullptr;
    int time = 0;
    expect(WebPAnimDecoderGetNext(decoder, &pixels, &time) != 0, "webp: no frame");
    for (std::size_t i = 0; i < picture.values.size(); ++i) {
        const std::size_t pixel = i / picture.channels, c = i % picture.channels;
        // Fully transparent pixels may have any colour.
        if (picture.channels == 4 && picture.levels.at<std::uint8_t>(picture.values[4 * pixel + 3]) == 0 && c < 3)
            continue;
        expect(pixels[4 * pixel + c] == picture.levels.at<std::uint8_t>(picture.values[i]), "webp: {} became {}",
               picture.values[i], pixels[4 * pixel + c]);
    }
    WebPAnimDecoderDelete(decoder);
}

// Several frames, which are lossy: checks their number and size, and when the last one ends.
void check_animation(Picture picture, fuzz::Input& input) {
    picture.channels = 3;
    const auto frames = static_cast<int>(2 + input.below(3)), fps = static_cast<int>(1 + input.below(kMostFps));
    picture.values.resize(picture.width * picture.height * 3);
    OutputFile output{std::filesystem::path(kFile)};
    const auto writer = webp_writer(output, static_cast<int>(picture.width), static_cast<int>(picture.height), 3, fps,
                                    frames, picture.levels);
    for (int frame = 0; frame < frames; ++frame) {
        for (std::size_t y = 0; y < picture.height; ++y)
            writer->row(std::span(picture.values).subspan(y * picture.width * 3, picture.width * 3));
        std::rotate(picture.values.begin(), picture.values.begin() + 1, picture.values.end());
    }
    writer->finish();
    output.commit();
    const std::string bytes = fuzz::read_file(kFile);
    const WebPData data{reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
    WebPAnimDecoder* decoder = WebPAnimDecoderNew(&data, nullptr);
    expect(decoder != nullptr, "webp: an animation is not read");
    WebPAnimInfo info;
    WebPAnimDecoderGetInfo(decoder, &info);
    // Equal frames may be merged.
    expect(info.canvas_width == picture.width && info.canvas_height == picture.height &&
               (info.loop_count == 0 || info.frame_count == 1) && info.frame_count >= 1 &&
               info.frame_count <= static_cast<unsigned>(frames),
           "webp: {} frames of {}x{}", info.frame_count, info.canvas_width, info.canvas_height);
    std::uint8_t* pixels = nullptr;
    int time = 0;
    while (WebPAnimDecoderHasMoreFrames(decoder))
        expect(WebPAnimDecoderGetNext(decoder, &pixels, &time) != 0, "webp: a frame is not read");
    if (info.frame_count > 1)
        expect(std::abs(time - 1000.0 * frames / fps) <= 1, "webp: {} frames at {} a second end at {} ms", frames, fps,
               time);
    WebPAnimDecoderDelete(decoder);
}

// A fake ffmpeg that writes its input to the output file.
void check_video(const Picture& picture, fuzz::Input& input) {
    static const bool once = [] {
        constexpr const char* own = "bin/ffmpeg";
        std::filesystem::create_directory("bin");
        std::ofstream(own) << "#!/bin/sh\nfor last; do :; done\nexec /bin/cat >\"$last\"\n";
        std::filesystem::permissions(own, std::filesystem::perms::owner_all);
        return setenv("PATH", (std::filesystem::current_path() / "bin").c_str(), 1) == 0;
    }();
    expect(once, "no program in ffmpeg's place");
    const std::size_t channels = picture.channels == 1 ? 1 : 3, frames = 1 + input.below(3);
    const std::size_t row = picture.width * channels;
    OutputFile output{std::filesystem::path(kFile)};
    const auto writer = video_writer(output, input.flag() ? Format::mp4 : Format::webm, static_cast<int>(picture.width),
                                     static_cast<int>(picture.height), static_cast<int>(channels), 30, picture.levels);
    for (std::size_t y = 0; y < frames * picture.height; ++y)
        writer->row(std::span(picture.values).subspan(y % picture.height * row, row));
    writer->finish();
    output.commit();
    const std::string bytes = fuzz::read_file(kFile);
    const std::size_t frame = 3 * picture.width * picture.height;
    expect(bytes.size() == frames * frame, "video: {} bytes for {} frames of {}", bytes.size(), frames, frame);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const float value = picture.values[channels == 1 ? i % frame / 3 : i % frame];
        expect(static_cast<std::uint8_t>(bytes[i]) == picture.levels.at<std::uint8_t>(value), "video: {} became {}",
               value, static_cast<std::uint8_t>(bytes[i]));
    }
}

void check_picture(fuzz::Input& input) {
    static constexpr Format formats[] = {Format::png,    Format::exr, Format::raw16,
                                         Format::raw32f, Format::npy, Format::webp};
    const std::size_t kind = input.below(32);
    const Format format = formats[kind % std::size(formats)];
    const Picture picture = picture_of(input);
    if (kind == 30) return check_animation(picture, input);
    if (kind == 31) return check_video(picture, input);
    const auto width = static_cast<int>(picture.width), height = static_cast<int>(picture.height),
               channels = static_cast<int>(picture.channels);
    // One axis or two.
    std::vector<std::int64_t> shape = {static_cast<std::int64_t>(picture.values.size())};
    if (input.flag()) shape = {height, width * channels};
    OutputFile file{std::filesystem::path(kFile)};
    const std::unique_ptr<ImageWriter> writer = [&] {
        switch (format) {
        case Format::png:
            return png_writer(file, width, height, channels, static_cast<int>(picture.depth), picture.levels, false);
        case Format::exr: return exr_writer(file, width, height, channels);
        case Format::raw16: return raw16_writer(file, picture.levels);
        case Format::raw32f: return raw32f_writer(file);
        case Format::npy: return npy_writer(file, shape);
        default: return webp_writer(file, width, height, channels, 30, 1, picture.levels);
        }
    }();
    write_rows(picture, *writer);
    file.commit();
    switch (format) {
    case Format::png: return check_png(picture);
    case Format::exr: return check_exr(picture);
    case Format::webp: return check_webp(picture);
    case Format::npy: return check_numbers(picture, format, check_npy_header(fuzz::read_file(kFile), shape));
    default: return check_numbers(picture, format, 0);
    }
}

// ---- Meshes

Mesh mesh_of(fuzz::Input& input, std::size_t levels) {
    Mesh mesh;
    mesh.positions.resize(3 + input.below(30));
    mesh.normals.resize(mesh.positions.size());
    const auto finite = [&] {
        const float value = fuzz::coordinate(input);
        return std::isfinite(value) ? value : 1.0f;
    };
    for (glm::vec3& p : mesh.positions)
        p = {finite(), finite(), finite()};
    for (glm::vec3& n : mesh.normals)
        n = {finite(), finite(), finite()};
    for (std::size_t level = 0; level < levels; ++level) {
        Mesh::Level& one = mesh.levels.emplace_back();
        one.error = static_cast<double>(level);
        one.indices.resize(3 * (1 + input.below(20)));
        for (std::uint32_t& i : one.indices)
            i = static_cast<std::uint32_t>(input.below(mesh.positions.size()));
    }
    return mesh;
}

using Json = nlohmann::json;

// One accessor's numbers.
template <class T>
std::vector<T> accessed(const Json& root, std::string_view binary, std::size_t accessor, std::size_t each) {
    const Json& a = root["accessors"][accessor];
    const Json& view = root["bufferViews"][a["bufferView"].get<std::size_t>()];
    const std::size_t offset = a.value("byteOffset", std::size_t{0}), count = a["count"].get<std::size_t>() * each;
    expect(offset + sizeof(T) * count <= view["byteLength"], "glb: accessor {} leaves its view", accessor);
    std::vector<T> numbers;
    for (std::size_t i = 0; i < count; ++i)
        numbers.push_back(number_at<T>(binary, view["byteOffset"].get<std::size_t>() + offset + sizeof(T) * i));
    return numbers;
}

void check_vectors(const std::vector<float>& numbers, const std::vector<glm::vec3>& vectors, const char* what) {
    expect(numbers.size() == 3 * vectors.size(), "{}: {} numbers", what, numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const float value = vectors[i / 3][static_cast<int>(i % 3)];
        expect(bits(numbers[i]) == bits(value), "{}: {} became {}", what, value, numbers[i]);
    }
}

void check_glb(const std::vector<Mesh>& meshes) {
    const std::string bytes = fuzz::read_file(kFile);
    expect(bytes.starts_with("glTF") && number_at<std::uint32_t>(bytes, 8) == bytes.size(), "glb: another head");
    const std::size_t length = number_at<std::uint32_t>(bytes, 12);
    const Json root = Json::parse(bytes.substr(20, length));
    const std::string_view binary = std::string_view(bytes).substr(28 + length);
    expect(length % 4 == 0 && number_at<std::uint32_t>(bytes, 20 + length) == binary.size(), "glb: odd chunks");
    expect(root["buffers"][0]["byteLength"] == binary.size(), "glb: another buffer");
    expect(root["scenes"][0]["nodes"].size() == meshes.size(), "glb: {} nodes", root["scenes"][0]["nodes"].size());
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        const std::size_t first = root["nodes"][root["scenes"][0]["nodes"][i].get<std::size_t>()]["mesh"];
        for (std::size_t level = 0; level < meshes[i].levels.size(); ++level) {
            const Json& one = root["meshes"][first + level]["primitives"][0];
            const std::size_t at = one["attributes"]["POSITION"];
            check_vectors(accessed<float>(root, binary, at, 3), meshes[i].positions, "glb");
            check_vectors(accessed<float>(root, binary, one["attributes"]["NORMAL"], 3), meshes[i].normals, "glb");
            const auto indices = accessed<std::uint16_t>(root, binary, one["indices"], 1);
            expect(std::equal(indices.begin(), indices.end(), meshes[i].levels[level].indices.begin(),
                              meshes[i].levels[level].indices.end()),
                   "glb: other triangles");
            for (int c = 0; c < 3; ++c) {
                float low = meshes[i].positions[0][c], high = low;
                for (const glm::vec3& p : meshes[i].positions) {
                    low = std::min(low, p[c]);
                    high = std::max(high, p[c]);
                }
                const Json& a = root["accessors"][at];
                expect(a["min"][static_cast<std::size_t>(c)].get<float>() == low &&
                           a["max"][static_cast<std::size_t>(c)].get<float>() == high,
                       "glb: other bounds than {} to {}", low, high);
            }
        }
    }
}

void check_obj(const std::vector<Mesh>& meshes) {
    std::istringstream text(fuzz::read_file(kFile));
    std::vector<float> positions, normals;
    std::vector<std::uint32_t> corners;
    std::size_t groups = 0;
    for (std::string line; std::getline(text, line);) {
        std::istringstream words(line);
        std::string kind, word;
        words >> kind;
        groups += kind == "g";
        while (words >> word) {
            if (kind == "v") positions.push_back(std::strtof(word.c_str(), nullptr));
            if (kind == "vn") normals.push_back(std::strtof(word.c_str(), nullptr));
            if (kind == "f") corners.push_back(static_cast<std::uint32_t>(std::stoul(word)));
        }
    }
    std::vector<glm::vec3> all, directions;
    std::vector<std::uint32_t> indices;
    for (const Mesh& mesh : meshes) {
        for (const std::uint32_t i : mesh.levels[0].indices)
            indices.push_back(static_cast<std::uint32_t>(all.size()) + 1 + i);
        all.insert(all.end(), mesh.positions.begin(), mesh.positions.end());
        directions.insert(directions.end(), mesh.normals.begin(), mesh.normals.end());
    }
    expect(groups == meshes.size() && corners == indices, "obj: {} groups, {} corners", groups, corners.size());
    check_vectors(positions, all, "obj");
    check_vectors(normals, directions, "obj");
}

void check_stl(const std::vector<Mesh>& meshes) {
    const std::string bytes = fuzz::read_file(kFile);
    std::size_t at = 84, count = 0;
    for (const Mesh& mesh : meshes) {
        const auto& indices = mesh.levels[0].indices;
        for (std::size_t i = 0; i < indices.size(); i += 3, at += 50, ++count) {
            for (std::size_t corner = 0; corner < 3; ++corner) {
                const glm::vec3& p = mesh.positions[indices[i + corner]];
                const std::array<float, 3> z_up = {p.x, -p.z, p.y};
                for (std::size_t c = 0; c < 3; ++c) {
                    const float value = number_at<float>(bytes, at + 12 + 12 * corner + 4 * c);
                    expect(value == z_up[c], "stl: another corner: {}", value);
                }
            }
            for (std::size_t c = 0; c < 3; ++c)
                expect(std::isfinite(number_at<float>(bytes, at + 4 * c)), "stl: a normal that is not finite");
        }
    }
    expect(bytes.size() == at && number_at<std::uint32_t>(bytes, 80) == count, "stl: {} triangles", count);
}

void check_mesh(fuzz::Input& input) {
    const auto format = static_cast<MeshFormat>(input.below(3));
    const std::size_t levels = 1 + input.below(3);
    std::vector<Mesh> meshes;
    for (std::size_t left = 1 + input.below(3); left > 0; --left)
        meshes.push_back(mesh_of(input, levels));
    OutputFile file{std::filesystem::path(kFile)};
    const StlTransform transform;
    const auto writer = format == MeshFormat::glb   ? glb_writer(file, 3, 3, R"({"seed":7})")
                        : format == MeshFormat::obj ? obj_writer(file, "seed 7")
                                                    : stl_writer(file, transform);
    for (std::size_t i = 0; i < meshes.size(); ++i)
        writer->chunk(fmt::format("chunk_{}", i), meshes[i]);
    writer->finish();
    file.commit();
    if (format == MeshFormat::glb) return check_glb(meshes);
    if (format == MeshFormat::obj) return check_obj(meshes);
    check_stl(meshes);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fuzz::Folder folder;
    const fuzz::Inside inside(folder);
    fuzz::Input input(data, size);
    if (input.flag()) {
        check_mesh(input);
    } else {
        check_picture(input);
    }
    return 0;
}
