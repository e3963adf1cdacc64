#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>

#include <zlib.h>

#include "error.hpp"
#include "io/output.hpp"
#include "paths.hpp"
#include "scene/function_file.hpp"
#include "scene/function_reach.hpp"
#include "scene/preset.hpp"
#include "version.hpp"
#include "world/description.hpp"
#include "world/world.hpp"

namespace isonoise {

namespace fs = std::filesystem;

static_assert(std::endian::native == std::endian::little, "chunks are written as they lie in memory");

static std::int64_t volume(const std::array<std::int64_t, 4>& counts) {
    return counts[0] * counts[1] * counts[2] * counts[3];
}

// ---- Worlds

std::string problem(const World& world) {
    std::int64_t points = 1;
    for (std::size_t c = 0; c < 4; ++c) {
        const std::int64_t count = world.axes[c].count, chunk = world.chunk[c];
        if (count < 1 || count > kMostOfAWorld / points)
            return fmt::format("size: expected at most 2^60 points in all, got {} along axis {}", count, c + 1);
        points *= count;
        if (chunk < 1 || chunk > kMostOfAChunk)
            return fmt::format("chunk: expected counts from 1 to {}, got {}", kMostOfAChunk, chunk);
    }
    std::int64_t chunk = 1;
    for (const std::int64_t count : world.chunk) {
        if (count > kMostOfAChunk / chunk)
            return fmt::format("chunk: expected at most 2^24 points (64 MiB) in all, got {}",
                               fmt::join(world.chunk.begin(), world.chunk.begin() + world.settings.dim, "x"));
        chunk *= count;
    }
    // Checked axis by axis, since the whole grid may exceed the number of points that evaluate() accepts.
    const Noise noise(world.settings);
    for (std::size_t c = 0; c < 4; ++c) {
        GridAxes line = world.axes;
        for (std::size_t other = 0; other < 4; ++other)
            if (other != c) line[other].count = 1;
        if (std::string what = problem(noise, line); !what.empty()) return what;
    }
    return {};
}

std::array<std::int64_t, 4> usual_chunk(int dim, const GridAxes& axes) {
    static constexpr std::int64_t sides[] = {1 << 20, 1024, 128, 32};
    std::array<std::int64_t, 4> chunk = {1, 1, 1, 1};
    for (std::size_t c = 0; c < static_cast<std::size_t>(dim); ++c)
        chunk[c] = std::min(sides[dim - 1], axes[c].count);
    return chunk;
}

bool names_world(const fs::path& path) {
    return std::any_of(path.begin(), path.end(), [](const fs::path& part) { return part.extension() == ".zarr"; });
}

// ---- The folder's description of its world

static fs::path without_slash(const fs::path& path) { return path.has_filename() ? path : path.parent_path(); }

// The array's folder relative to the path given by the user: a name that ends in .zarr is its group.
static fs::path array_in(const fs::path& named) { return named.extension() == ".zarr" ? "noise" : ""; }

static Json array_text(const World& world) {
    Json shape = Json::array(), chunks = Json::array();
    for (auto c = static_cast<std::size_t>(world.settings.dim); c-- > 0;) {
        shape.push_back(world.axes[c].count);
        chunks.push_back(world.chunk[c]);
    }
    Json compressor;
    if (world.compression == Compression::zlib) compressor = {{"id", "zlib"}, {"level", 1}};
    return {{"zarr_format", 2}, {"shape", shape},           {"chunks", chunks},
            {"dtype", "<f4"},   {"compressor", compressor}, {"fill_value", "NaN"},
            {"order", "C"},     {"filters", Json()},        {"dimension_separator", "/"}};
}

static Json attributes(const World& world) {
    Json dimensions = Json::array();
    for (std::size_t c = 0; c < static_cast<std::size_t>(world.settings.dim); ++c)
        dimensions.insert(dimensions.begin(), kAxisNames[c]);
    return {{"_ARRAY_DIMENSIONS", dimensions},
            {"isonoise", description(world.settings, world.axes, world.function.get())}};
}

std::vector<fs::path> Store::groups() const {
    std::vector<fs::path> all;
    for (fs::path group = path().parent_path();; group = group.parent_path()) {
        all.push_back(group);
        if (group.extension() == ".zarr" || group == group.parent_path()) return all;
    }
}

Store::Store(const fs::path& path, const World& world)
    : named_(without_slash(path)), array_(array_in(named_)), world_(world) {
    make_directories(named_);
    make_folders(beside(".zarray"));
    remove_leftovers_beside(beside(".zarray"));
    for (const fs::path& group : groups()) {
        remove_leftovers_beside({group, ".zgroup"});
        write_first({group, ".zgroup"}, {{"zarr_format", 2}});
    }
    // The attributes first: they identify the world, and readers look for .zarray.
    const std::pair<const char*, Json> texts[] = {{".zattrs", attributes(world)}, {".zarray", array_text(world)}};
    for (const auto& [name, text] : texts) {
        write_first(beside(name), text);
        const std::string what = difference(read_json(beside(name)), text, name);
        if (!what.empty()) fail("{} holds another world: {}", quoted_name(this->path()), what);
    }
}

Store::Store(const fs::path& path) : named_(without_slash(path)), array_(array_in(named_)) {
    const std::string quoted = quoted_name(this->path());
    std::string why;
    if (!folder_of(beside(".zarray"), why)) {
        if (errno == ELOOP) fail("cannot read {}: {}", quoted, why);
        fail("there is no array {}", quoted);
    }
    const Json array = read_json(beside(".zarray")), attributes = read_json(beside(".zattrs"));
    try {
        const Json& own = attributes.at("isonoise");
        const std::string name = quoted_name(beside(".zattrs").path());
        if (own.contains("function")) {
            Function function(own.at("function").get<std::string>(), name);
            set_parameters(function, own.at("set").get<std::string>());
            if (function.channels() != 1) fail("{}: expected a function that returns one number, a float", name);
            world_.settings = settings_of(function);
            world_.function = std::make_shared<const Function>(std::move(function));
        } else {
            world_.settings = parse_preset(to_text(own.at("settings")), name).settings;
        }
        const auto dim = static_cast<std::size_t>(world_.settings.dim);
        const auto period = periods(world_.settings);
        for (std::size_t c = 0; c < dim; ++c) {
            GridAxis& axis = world_.axes[c];
            axis.count = array.at("shape").at(dim - 1 - c).get_ref<const std::int64_t&>();  // throws for 1e300
            world_.chunk[c] = array.at("chunks").at(dim - 1 - c).get_ref<const std::int64_t&>();
            axis.offset = own.at("offset").at(c).get<double>();
            const Json& step = own.at("step").at(c);
            if (step.is_null() && period[c] != 0) {
                axis.per_period = axis.count;
            } else {
                axis.step = step.get<double>();
            }
        }
        world_.function = function_for(std::move(world_.function), world_.axes);
        world_.compression = array.at("compressor").is_null() ? Compression::none : Compression::zlib;
    } catch (const Json::exception& e) {
        fail("{} is not a world that isonoise {} made", quoted, kVersion);
    }
    std::string what = problem(world_);
    Json here = isonoise::attributes(world_);
    here["isonoise"]["version"] = attributes["isonoise"].value("version", Json());  // bits do not depend on it
    if (what.empty()) what = difference(array, array_text(world_), "");
    if (what.empty()) what = difference(attributes, here, "");
    if (!what.empty()) fail("{} is not a world of isonoise: {}", quoted, what);
}

// ---- Chunks

static std::int64_t chunks_along(const World& world, std::size_t axis) {
    return (world.axes[axis].count - 1) / world.chunk[axis] + 1;
}

// Position along x, y, z, w.
static std::array<std::int64_t, 4> position(const World& world, std::int64_t chunk) {
    std::array<std::int64_t, 4> at;
    for (std::size_t c = 0; c < 4; ++c) {
        at[c] = chunk % chunks_along(world, c);
        chunk /= chunks_along(world, c);
    }
    return at;
}

std::int64_t chunks_of(const World& world) {
    std::int64_t count = 1;
    for (std::size_t c = 0; c < 4; ++c)
        count *= chunks_along(world, c);
    return count;
}

GridAxes Store::box(std::int64_t chunk) const {
    GridAxes box = world_.axes;
    const auto at = position(world_, chunk);
    for (std::size_t c = 0; c < 4; ++c) {
        box[c].first = at[c] * world_.chunk[c];
        box[c].count = std::min(world_.chunk[c], world_.axes[c].count - box[c].first);
    }
    return box;
}

FileName Store::name(std::int64_t chunk) const {
    const auto at = position(world_, chunk);
    fs::path file = array_;
    for (auto c = static_cast<std::size_t>(world_.settings.dim); c-- > 0;)
        file /= path_of(std::to_string(at[c]));
    return {named_, file};
}

bool Store::has(std::int64_t chunk) const {
    std::string why;
    const FileName file = name(chunk);
    const auto folder = folder_of(file, why);
    std::uint64_t bytes = 0;
    if (!folder) return false;
    folder->remove_leftovers();
    if (folder->entry(file.made.filename(), &bytes) != Folder::Entry::file) return false;
    return world_.compression == Compression::none ? bytes == 4 * static_cast<std::uint64_t>(volume(world_.chunk))
                                                   : bytes > 0;
}

// Calls copy(from, to, count) for each row of the box; `from` is an offset in the box, `to` in the whole chunk.
template <class Copy> static void for_each_row(const World& world, const GridAxes& box, Copy copy) {
    std::size_t from = 0;
    for (std::int64_t l = 0; l < box.w.count; ++l) {
        for (std::int64_t k = 0; k < box.z.count; ++k) {
            for (std::int64_t j = 0; j < box.y.count; ++j) {
                const std::int64_t to = ((l * world.chunk[2] + k) * world.chunk[1] + j) * world.chunk[0];
                copy(from, static_cast<std::size_t>(to), static_cast<std::size_t>(box.x.count));
                from += static_cast<std::size_t>(box.x.count);
            }
        }
    }
}

void Store::write(std::int64_t chunk, std::span<const float> values) const {
    const auto whole = static_cast<std::size_t>(volume(world_.chunk));
    std::vector<float> padded;
    if (values.size() != whole) {
        padded.resize(whole, std::numeric_limits<float>::quiet_NaN());
        for_each_row(world_, box(chunk), [&](std::size_t from, std::size_t to, std::size_t count) {
            std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(from), count,
                        padded.begin() + static_cast<std::ptrdiff_t>(to));
        });
        values = padded;
    }
    std::string_view bytes(reinterpret_cast<const char*>(values.data()), values.size_bytes());
    std::string packed;
    if (world_.compression == Compression::zlib) {
        uLongf size = compressBound(static_cast<uLong>(bytes.size()));
        packed.resize(size);
        if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                      static_cast<uLong>(bytes.size()), 1) != Z_OK)
            throw std::bad_alloc();
        bytes = std::string_view(packed).substr(0, size);
    }
    make_folders(name(chunk), nullptr, array_.empty() ? 0 : 1);
    OutputFile file(name(chunk));
    file.write(bytes);
    file.sync();
    file.commit();
}

std::string Store::read(std::int64_t chunk, std::vector<float>& values) const {
    const auto expected = 4 * static_cast<std::size_t>(volume(world_.chunk));
    std::string packed, bytes(expected, '\0');
    std::string why;
    std::FILE* const stream = open_to_read(name(chunk), why);
    if (!stream) return why;
    const bool is_packed = world_.compression == Compression::zlib;
    std::string& contents = is_packed ? packed : bytes;
    contents.resize((is_packed ? compressBound(static_cast<uLong>(expected)) : expected) + 1);
    errno = 0;
    const std::size_t got = std::fread(contents.data(), 1, contents.size(), stream);
    const int error = std::ferror(stream) ? errno : 0;
    std::fclose(stream);
    if (error) return std::strerror(error);
    if (is_packed) {
        bytes.resize(expected);
        auto size = static_cast<uLongf>(expected);
        auto used = static_cast<uLong>(got);
        const int status = uncompress2(reinterpret_cast<Bytef*>(bytes.data()), &size,
                                       reinterpret_cast<const Bytef*>(packed.data()), &used);
        if (status != Z_OK || size != expected || used != got)
            return fmt::format("expected {} bytes compressed by zlib", expected);
        packed = {};
    } else if (got != expected) {
        return fmt::format("expected {} bytes, got {}", expected, got > expected ? "more" : std::to_string(got));
    }
    const GridAxes box = this->box(chunk);
    values.resize(static_cast<std::size_t>(box.x.count * box.y.count * box.z.count * box.w.count));
    for_each_row(world_, box, [&](std::size_t to, std::size_t at, std::size_t count) {
        std::memcpy(&values[to], &bytes[4 * at], 4 * count);
    });
    return {};
}

std::vector<std::string> Store::leftovers(std::int64_t chunk) const {
    std::vector<std::string> lines;
    const auto look_beside = [&](const FileName& file) {
        std::string why;
        const auto folder = folder_of(file, why);
        if (!folder) return;
        for (const Folder::Leftover& one : folder->leftovers()) {
            const std::string name = quoted_name(file.path().parent_path() / path_of(one.name));
            lines.push_back(
                one.is_of_this_host
                    ? fmt::format("left over {}: the next bake to its folder removes it", name)
                    : fmt::format("left over {}: by the host {}, where the next bake to its folder removes it", name,
                                  in_quotes(one.host)));
        }
    };
    if (chunk == 0) {
        for (const fs::path& group : groups())
            look_beside({group, ".zgroup"});
        look_beside(beside(".zarray"));
    }
    if (world_.settings.dim > 1 && position(world_, chunk)[0] == 0) look_beside(name(chunk));
    return lines;
}

}  // namespace isonoise
