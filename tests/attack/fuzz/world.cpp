// A world's folder with any contents: it is rejected or opened, and its chunks are read or reported as damaged. An
// input is two bytes that select what to corrupt, then the texts of .zarray and .zattrs and a chunk, each after a line
// "////". Empty texts are replaced by those of a valid world.
#include <fstream>

#include "error.hpp"
#include "fuzz.hpp"
#include "world/world.hpp"

using namespace isonoise;
using fuzz::expect;

namespace fs = std::filesystem;

namespace {

World good_world(bool packed) {
    World world;
    world.settings.dim = 3;
    world.settings.octaves = 2.5f;
    world.settings.period = {4, 0, 8};
    world.axes.x = {.offset = 0.5, .count = 5, .per_period = 5};
    world.axes.y = {.step = 0.25, .count = 4};
    world.axes.z = {.step = -1, .count = 3};
    world.chunk = {2, 3, 2, 1};
    world.compression = packed ? Compression::zlib : Compression::none;
    return world;
}

void write_file(const fs::path& path, std::string_view text) { std::ofstream(path, std::ios::binary) << text; }

// The files of a valid world, created once.
struct Good {
    explicit Good(const fs::path& folder, bool packed) : path(folder / (packed ? "packed.zarr" : "plain.zarr")) {
        const World world = good_world(packed);
        const Store store(path, world);
        fill(store, {.threads = 1});
        array = fuzz::read_file(path / "noise/.zarray");
        attributes = fuzz::read_file(path / "noise/.zattrs");
        chunk = fuzz::read_file(store.file(0));
        std::vector<std::string> said;
        const Checked checked = isonoise::check(store, {.threads = 1});
        expect(checked.good(), "a good world is refused");
        digest = checked.digest;
        std::vector<float> values(5 * 4 * 3);
        evaluate(Noise(world.settings), world.axes, values);
        expect(digest == digest_of(0, values), "a world has another digest than its grid");
    }
    fs::path path;
    std::string array, attributes, chunk;
    std::uint64_t digest;
};

// Replaces part of a text: "from" by "to" for a line "from//to".
std::string changed(std::string text, std::string_view line) {
    const std::size_t middle = line.find("//");
    if (middle == line.npos || middle == 0) return text;
    const std::string_view from = line.substr(0, middle), to = line.substr(middle + 2);
    if (const std::size_t at = text.find(from); at != text.npos) text.replace(at, from.size(), to);
    return text;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fuzz::Folder folder;
    static const Good goods[] = {Good(folder.path(), false), Good(folder.path(), true)};
    fuzz::Input input(data, size);
    const auto kind = input.take<std::uint8_t>();
    const Good& good = goods[kind & 1];
    std::string array = good.array, attributes = good.attributes;
    for (int i = 0; i < 3; ++i) {
        const std::string_view line = input.line();
        array = changed(array, line);
        attributes = changed(attributes, line);
    }
    std::string chunk(input.rest());
    if (kind & 2) array = chunk;
    if (kind & 4) attributes = chunk;
    if (kind & 8) chunk = good.chunk + chunk;
    if (!(kind & 16)) chunk = good.chunk;

    const fs::path noise = good.path / "noise";
    write_file(noise / ".zarray", array);
    write_file(noise / ".zattrs", attributes);
    try {
        const Store store(good.path);
        const World& world = store.world();
        expect(problem(world).empty(), "opened, but {}", problem(world));
        if (chunks_of(world) > 64 || world.chunk[0] * world.chunk[1] * world.chunk[2] * world.chunk[3] > 4096) return 0;
        const bool same = array == good.array && attributes == good.attributes;
        write_file(store.file(0), chunk);
        std::vector<float> values;
        if (const std::string what = store.read(0, values); !what.empty()) {
            fuzz::expect_message(what);
            expect(chunk != good.chunk || !same, "a good chunk is refused: {}", what);
        }
        std::size_t said = 0;
        const Checked checked =
            isonoise::check(store, {.points = 0, .threads = 1, .report = [&](const std::string& line) {
                                        fuzz::expect_message(line);
                                        ++said;
                                    }});
        expect(checked.good() == (said == 0), "{} lines about a world that is {}", said, checked.good());
        if (same) {
            expect(checked.good() == (chunk == good.chunk) || checked.digest == good.digest,
                   "a chunk of {} bytes that differs passes", chunk.size());
            write_file(store.file(0), good.chunk);
        }
    } catch (const Error& error) {
        fuzz::expect_message(error.what());
    }
    return 0;
}
