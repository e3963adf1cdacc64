// Worlds in chunks: file contents, independence of parts, threads and backends, errors, and checks.
#include <algorithm>
#include <filesystem>
#include <future>
#include <set>

#include <gtest/gtest.h>

#include "app/cli.hpp"
#include "app/read_image.hpp"
#include "bake/bake.hpp"
#include "error.hpp"
#include "gpu/context.hpp"
#include "gpu/evaluator.hpp"
#include "points.hpp"
#include "world/world.hpp"

using namespace isonoise;

namespace {

World world_of(const Settings& settings, std::array<std::int64_t, 4> counts, std::array<std::int64_t, 4> chunk,
               Compression compression = Compression::none) {
    World world{settings, {}, {1, 1, 1, 1}, compression};
    for (std::size_t c = 0; c < static_cast<std::size_t>(settings.dim); ++c) {
        world.axes[c] = {.offset = 0.3 - static_cast<double>(c), .step = 0.07 * static_cast<double>(c + 1)};
        world.axes[c].count = counts[c];
        if (periods(settings)[c] != 0) world.axes[c] = {.offset = 0.25, .count = counts[c], .per_period = counts[c]};
        world.chunk[c] = chunk[c];
    }
    return world;
}

const std::vector<World>& some_worlds() {
    static const std::vector<World> all = {
        world_of({.dim = 1, .seed = 3, .octaves = 4}, {1000}, {77}),
        world_of({.dim = 2, .octaves = 5.5f, .lacunarity = 2.1f, .warp = 0.7f}, {61, 43}, {16, 11}),
        world_of({.algorithm = Algorithm::improved, .dim = 3, .octaves = 2}, {20, 31, 7}, {8, 31, 2},
                 Compression::zlib),
        world_of({.dim = 3, .frequency = 3.0f, .octaves = 3, .period = {5, 7, 0}, .loop = 2}, {13, 14, 15}, {5, 50, 4}),
        world_of({.algorithm = Algorithm::value, .dim = 4, .octaves = 2}, {9, 8, 7, 6}, {4, 3, 2, 5}),
        world_of({.algorithm = Algorithm::slope, .dim = 1, .octaves = 2}, {40}, {40})};
    return all;
}

std::vector<float> values_of(const World& world) {
    std::vector<float> values(static_cast<std::size_t>(points_of(world.axes)));
    evaluate(Noise(world.settings), world.axes, values);
    return values;
}

// Assembled like by a reader that knows only Zarr.
std::vector<float> values_in(const Store& store) {
    const World& world = store.world();
    std::vector<float> all(static_cast<std::size_t>(points_of(world.axes)), -99.0f), values;
    for (std::int64_t chunk = 0; chunk < chunks_of(world); ++chunk) {
        EXPECT_EQ(store.read(chunk, values), "") << chunk;
        const GridAxes box = store.box(chunk);
        std::size_t at = 0;
        for (std::int64_t l = box.w.first; l < box.w.first + box.w.count; ++l)
            for (std::int64_t k = box.z.first; k < box.z.first + box.z.count; ++k)
                for (std::int64_t j = box.y.first; j < box.y.first + box.y.count; ++j)
                    for (std::int64_t i = box.x.first; i < box.x.first + box.x.count; ++i)
                        all[static_cast<std::size_t>(
                            ((l * world.axes.z.count + k) * world.axes.y.count + j) * world.axes.x.count + i)] =
                            values[at++];
    }
    return all;
}

class Worlds : public Cli {
  protected:
    fs::path world_path(const std::string& name = "w.zarr") const { return dir / name; }
    std::uint64_t digest(const Store& store) const {
        const Checked checked = check(store, {.points = 0});
        EXPECT_TRUE(checked.good());
        return checked.digest;
    }
    static std::string error_of(const fs::path& path, const World& world) {
        try {
            Store(path, world);
        } catch (const Error& e) {
            return e.what();
        }
        return "";
    }
    // All files below, without their contents.
    std::set<std::string> tree(const fs::path& path) const {
        std::set<std::string> names;
        for (const auto& entry : fs::recursive_directory_iterator(path))
            if (entry.is_regular_file()) names.insert(fs::relative(entry.path(), path).string());
        return names;
    }
};

}  // namespace

TEST_F(Worlds, HoldTheNoise) {
    int n = 0;
    for (const World& world : some_worlds()) {
        SCOPED_TRACE(get(world.settings, "algorithm") + " " + std::to_string(world.settings.dim));
        const Store store(world_path(std::to_string(n++) + ".zarr"), world);
        const Filled filled = fill(store, {.threads = 2});
        EXPECT_EQ(filled.computed, chunks_of(world));
        EXPECT_EQ(filled.points, points_of(world.axes));
        EXPECT_EQ(values_in(store), values_of(world));
        EXPECT_EQ(values_in(Store(store.path())), values_of(world));  // opened from the folder alone
        EXPECT_EQ(digest(Store(store.path())), digest_of(0, values_of(world)));
    }
    // By the specification: z, y, x; chunks at the end are whole, too.
    EXPECT_EQ(fs::file_size(world_path("1.zarr/noise/3/3")), 16 * 11 * 4u);
    EXPECT_TRUE(fs::exists(world_path("4.zarr/noise/1/3/2/2")));
    EXPECT_FALSE(fs::exists(world_path("4.zarr/noise/2")));
}

TEST_F(Worlds, TheDigestDependsOnTheValuesAlone) {
    HeadlessContext context;
    Shaders shaders(context.info().glsl, ShaderFiles());
    Evaluator evaluator(shaders, context.info());
    const Settings settings{.dim = 3, .octaves = 3, .fractal = Fractal::ridged};
    const std::array<std::int64_t, 4> counts = {33, 20, 18};
    const std::uint64_t expected = digest_of(0, values_of(world_of(settings, counts, counts)));
    int n = 0;
    for (const auto& chunk :
         std::vector<std::array<std::int64_t, 4>>{{33, 20, 18}, {1, 20, 18}, {8, 8, 8}, {64, 7, 5}}) {
        for (const Compression compression : {Compression::none, Compression::zlib}) {
            for (const std::int64_t parts : {1, 3, 200}) {
                const Store store(world_path(std::to_string(n++) + ".zarr"),
                                  world_of(settings, counts, chunk, compression));
                for (std::int64_t i = parts; i > 0; --i)
                    fill(store, {.part = {i, parts},
                                 .threads = static_cast<unsigned>(n % 4),
                                 .gpu = n % 2 ? &evaluator : nullptr});
                EXPECT_EQ(digest(store), expected) << n;
            }
        }
    }
    // A chunk that the GPU computes in several pieces.
    const World large = world_of({.dim = 2}, {2048, 1100}, {2048, 1100});
    const Store store(world_path("large.zarr"), large);
    fill(store, {.gpu = &evaluator});
    EXPECT_EQ(digest(store), digest_of(0, values_of(large)));
    // Differences in one bit, in order, in the sign of zero.
    std::vector<float> values = values_of(world_of(settings, counts, counts));
    std::swap(values[5], values[6]);
    EXPECT_NE(digest_of(0, values), expected);
    EXPECT_NE(digest_of(0, std::vector<float>{0.0f}), digest_of(0, std::vector<float>{-0.0f}));
    EXPECT_EQ(digest_of(0, values),
              digest_of(0, std::span(values).first(100)) + digest_of(100, std::span(values).subspan(100)));
    // Fixed forever: other programs compute it as well.
    EXPECT_EQ(digest_of(3, std::vector<float>{0.5f, -1.25f}), 0xBCC236D32DBC8F1Cu);
}

TEST_F(Worlds, PartsCoverEachChunkOnce) {
    const World world = world_of({.dim = 2}, {100, 50}, {10, 10});
    for (const std::int64_t parts : {1, 2, 7, 49, 50, 51, 1000000000}) {
        std::int64_t next = 0;
        for (std::int64_t i = 1; i <= std::min<std::int64_t>(parts, 100); ++i) {
            const auto [from, to] = BakePart{i, parts}.range(chunks_of(world));
            EXPECT_EQ(from, next);
            EXPECT_LE(to - from, 50 / parts + 1);
            next = to;
        }
        EXPECT_EQ(next, 50);
    }
}

TEST_F(Worlds, ResumeComputesWhatIsMissing) {
    for (const Compression compression : {Compression::none, Compression::zlib}) {
        const Store store(world_path(), world_of({.dim = 2, .octaves = 3}, {100, 50}, {16, 16}, compression));
        fill(store, {.part = {2, 3}});
        EXPECT_EQ(fill(store, {.part = {2, 3}, .resume = true}).computed, 0);
        const Filled rest = fill(store, {.resume = true});
        EXPECT_EQ(rest.computed, 19);
        EXPECT_EQ(rest.kept, 9);
        const std::uint64_t whole = digest(store);
        const auto time = fs::last_write_time(store.file(4));
        fs::remove(store.file(3));
        fs::resize_file(store.file(5), compression == Compression::none ? 1000 : 0);
        EXPECT_EQ(fill(store, {.resume = true}).computed, 2);
        EXPECT_EQ(fs::last_write_time(store.file(4)), time);
        EXPECT_EQ(digest(store), whole);
        fs::remove_all(world_path());
    }
}

TEST_F(Worlds, AnotherWorldIsRefusedByName) {
    const World world = world_of({.dim = 2, .octaves = 3}, {100, 50}, {16, 16});
    fill(Store(world_path(), world), {});
    const auto before = tree(world_path());
    const auto refused = [&](auto change, const std::string& what) {
        World other = world;
        change(other);
        const std::string message = error_of(world_path(), other);
        EXPECT_NE(message.find("holds another world: " + what), std::string::npos) << message;
    };
    EXPECT_EQ(error_of(world_path(), world), "");
    refused([](World& w) { w.settings.octaves = 4; }, "octaves is 3 there and 4 here");
    refused([](World& w) { w.settings.fractal = Fractal::ridged; }, "fractal is \"fbm\" there and \"ridged\" here");
    refused([](World& w) { w.settings.period = {2, 3}; }, "period is 0 there and [2,3] here");
    refused([](World& w) { w.axes.x.count = 101; }, "size is [100,50] there and [101,50] here");
    refused([](World& w) { w.axes.y.step = 0.5; }, "step is ");
    refused([](World& w) { w.axes.y.offset = std::nextafter(-0.7, 0); }, "offset is [0.3,-0.7] there and [0.3,-0.69");
    refused([](World& w) { w.chunk[1] = 8; }, "chunk is [16,16] there and [16,8] here");
    refused([](World& w) { w.compression = Compression::zlib; }, "compression is null there and ");
    refused([](World& w) { w = world_of({.dim = 3, .octaves = 3}, {10, 10, 10}, {5, 5, 5}); }, "");
    std::string text = read(world_path("w.zarr/noise/.zattrs"));
    const std::size_t at = text.find("0.1.0");
    ASSERT_NE(at, std::string::npos);
    std::ofstream(world_path("w.zarr/noise/.zattrs")) << text.replace(at, 5, "9.9.9");
    refused([](World&) {}, "version is \"9.9.9\" there and \"0.1.0\" here");
    EXPECT_TRUE(check(Store(world_path()), {.points = 0}).good());  // but it can be checked
    EXPECT_EQ(tree(world_path()), before);
    // A second array in the same group is independent.
    fill(Store(world_path("w.zarr/height"), world_of({.dim = 2}, {10, 10}, {5, 5})), {});
    EXPECT_TRUE(fs::exists(world_path("w.zarr/height/1/1")));
}

TEST_F(Worlds, OfTwoThatBeginAtOnceOneWins) {
    for (int round = 0; round < 40; ++round) {
        std::vector<std::future<bool>> made;
        for (const float octaves : {2.0f, 3.0f, 2.0f, 4.0f})
            made.push_back(std::async(std::launch::async, [&, octaves] {
                return error_of(world_path(), world_of({.dim = 2, .octaves = octaves}, {10, 10}, {5, 5})).empty();
            }));
        std::vector<bool> won;
        for (auto& one : made)
            won.push_back(one.get());
        const float there = Store(world_path()).world().settings.octaves;
        EXPECT_EQ(won, (std::vector<bool>{there == 2, there == 3, there == 2, there == 4}));
        EXPECT_EQ(tree(world_path()), (std::set<std::string>{".zgroup", "noise/.zarray", "noise/.zattrs"}));
        fs::remove_all(world_path());
    }
}

TEST_F(Worlds, ACheckFindsWhatIsWrong) {
    for (const Compression compression : {Compression::none, Compression::zlib}) {
        const Store store(world_path(), world_of({.dim = 2, .octaves = 3}, {100, 50}, {16, 16}, compression));
        fill(store, {});
        fs::remove(store.file(0));
        fs::resize_file(store.file(1), 10);
        std::ofstream(store.file(2), std::ios::app) << std::string(5000, 'x');
        fs::remove(store.file(3));
        fs::create_directory(store.file(3));
        std::vector<float> values;
        ASSERT_EQ(store.read(4, values), "");
        values[100] = std::nextafter(values[100], 2.0f);
        store.write(4, values);
        std::vector<std::string> lines;
        const Checked checked =
            check(store, {.points = 0, .report = [&](const std::string& line) { lines.push_back(line); }});
        std::sort(lines.begin(), lines.end());
        EXPECT_EQ(checked.missing, 1);
        EXPECT_EQ(checked.damaged, 4);
        EXPECT_EQ(checked.differing, 1);
        EXPECT_FALSE(checked.good());
        ASSERT_EQ(lines.size(), 5u);
        EXPECT_EQ(lines[4], "missing '" + store.file(0).string() + "'");
        EXPECT_EQ(lines[3], "damaged '" + store.file(4).string() + "': 1 of 256 points differ");
        for (int i = 0; i < 3; ++i)
            EXPECT_EQ(lines[i].find("damaged '" + store.file(i + 1).string() + "': "), 0u) << lines[i];
        fs::remove_all(world_path());
    }
}

TEST_F(Worlds, ACheckHasBothEndsOfAChunkAmongItsPoints) {
    const Store store(world_path(), world_of({.dim = 2, .octaves = 3}, {40, 40}, {16, 16}));
    fill(store, {});
    for (const std::int64_t chunk : {0, 8}) {  // a whole one, and one at the grid's end
        std::vector<float> values;
        ASSERT_EQ(store.read(chunk, values), "");
        for (const std::size_t at : {std::size_t{0}, values.size() - 1}) {
            std::vector<float> changed = values;
            changed[at] = std::nextafter(values[at], 2.0f);
            store.write(chunk, changed);
            EXPECT_EQ(check(store, {.points = 2}).differing, 1) << at;
            store.write(chunk, values);
            EXPECT_EQ(check(store, {.points = 2}).differing, 0) << at;
        }
    }
}

TEST_F(Worlds, WhatIsNoWorldIsRefused) {
    const World world = world_of({.dim = 2}, {10, 10}, {5, 5});
    const auto opens = [&] {
        try {
            Store store(world_path());
            return std::string();
        } catch (const Error& e) {
            return std::string(e.what());
        }
    };
    EXPECT_EQ(opens(), "there is no array '" + world_path("w.zarr/noise").string() + "'");
    const Store store(world_path(), world);
    EXPECT_EQ(opens(), "");
    for (const char* file : {"noise/.zarray", "noise/.zattrs"}) {
        const fs::path path = world_path() / file;
        const std::string good = read(path);
        for (const char* text : {"", "{", "[]", "null", "{}", "\"a\"", "[[[[["}) {
            std::ofstream(path) << text;
            EXPECT_NE(opens(), "") << file << text;
            EXPECT_NE(error_of(world_path(), world), "") << file << text;
        }
        for (const char* number : {"10", "5", "0.3", "0.07", "2", "1"}) {
            for (const char* other : {"-1", "0", "1e300", "4611686018427387904", "\"a\"", "null", "[]", "{}"}) {
                std::string text = good;
                const std::size_t at = text.find(number);
                if (at == std::string::npos) continue;
                std::ofstream(path) << text.replace(at, std::strlen(number), other);
                EXPECT_NE(error_of(world_path(), world), "") << file << text;
                opens();  // whatever the result, it terminates
            }
        }
        std::ofstream(path) << good;
    }
    EXPECT_EQ(opens(), "");
}

TEST_F(Worlds, TheProgramMakesAndChecksThem) {
    const std::string what = "bake --dim 3 --octaves 2 --size 40x30x20 --chunk 16x16x16 -o w.zarr ";
    EXPECT_EQ(run(what + "--part 2/3").exit, 0);
    Result r = run("bake --check w.zarr");
    EXPECT_EQ(r.exit, 1);
    EXPECT_EQ(std::count(r.out.begin(), r.out.end(), '\n'), 8 + 1);
    EXPECT_EQ(r.out.find("digest"), std::string::npos);
    EXPECT_NE(r.out.find("w.zarr/noise: 12 chunks, 8 missing, 0 damaged; 0 of "), std::string::npos) << r.out;
    r = run(what + "--resume");
    EXPECT_EQ(r.exit, 0);
    EXPECT_NE(r.err.find("in 8 chunks"), std::string::npos) << r.err;
    EXPECT_NE(r.err.find("4 chunks were there"), std::string::npos) << r.err;
    const Result checked = run("bake --check w.zarr --points all");
    EXPECT_EQ(checked.exit, 0);
    EXPECT_NE(checked.out.find("0 of 24000 points"), std::string::npos) << checked.out;
    EXPECT_EQ(run("bake --dim 3 --octaves 2 --size 40x30x20 -o other.zarr/height").exit, 0);
    const Result other = run("bake --check other.zarr/height");
    EXPECT_EQ(other.out.substr(other.out.find("digest")), checked.out.substr(checked.out.find("digest")));
    // Parts of the check add up to the whole; one of 30 has no chunk.
    for (const int parts : {5, 30}) {
        std::uint64_t sum = 0;
        for (int i = 1; i <= parts; ++i) {
            const Result part = run(fmt::format("bake --check w.zarr --points all --part {}/{}", i, parts));
            EXPECT_EQ(part.exit, 0);
            const std::string digest = fmt::format("digest of part {}/{} ", i, parts);
            ASSERT_NE(part.out.find(digest), std::string::npos) << part.out;
            sum += std::stoull(part.out.substr(part.out.find(digest) + digest.size()), nullptr, 16);
        }
        EXPECT_NE(checked.out.find(fmt::format("digest {:016x}\n", sum)), std::string::npos) << parts;
    }
    std::string points, expected;
    for (const int i : {0, 17, 39}) {
        points += fmt::format("{} {} {}\n", i / 64.0, 29 / 64.0, 3 / 64.0);
        const std::string file = read(dir / fmt::format("w.zarr/noise/0/1/{}", i / 16));
        float value;
        std::memcpy(&value, &file[4 * static_cast<std::size_t>((3 * 16 + 29 % 16) * 16 + i % 16)], 4);
        expected += fmt::format("{:.9g}\n", value);
    }
    const Result sample = run("sample --dim 3 --octaves 2", points);
    EXPECT_EQ(sample.out, expected) << sample.err;
}

TEST_F(Worlds, WhatIsWrongIsSaidBeforeAnythingIsWritten) {
    const std::vector<std::pair<const char*, const char*>> calls = {
        {"--size 100x100 --chunk 10", "chunk: expected 2 counts"},
        {"--size 100x100 --chunk 0x10", "chunk: expected"},
        {"--size 100x100 --chunk 10x-1", "chunk: expected"},
        {"--size 100x100 --chunk 4097x4096", "chunk: expected at most 2^24 points"},
        {"--size 100x100 --chunk 2147483648x2147483648", "chunk: expected"},
        {"--dim 4 --size 2147483648x2147483648x2147483648x2147483648", "size: expected at most 2^60 points"},
        {"--size 1073741824x1073741824", "its disk has"},
        {"--size 100x100 --offset 1e300", "offset"},
        {"--size 100x100 --part 0/3", "part: expected"},
        {"--size 100x100 --part 4/3", "part: expected"},
        {"--size 100x100 --part 1", "part: expected"},
        {"--size 100x100 --part 1/", "part: expected"},
        {"--size 100x100 --part ''", "part: expected"},
        {"--size 100x100 --part 1/99999999999999999999", "part: expected"},
        {"--size 100x100 --compression lz4", "compression: expected"},
        {"--size 100x100 --format npy", "format: not for"},
        {"--size 100x100 --range 0,1", "range: not for"},
        {"--size 100x100 --threads -1", "threads"},
        {"--size 100x100 -o a.npy --resume", "only for an array (-o NAME.zarr)"},
        {"--size 100x100 -o a.npy --chunk 5x5", "only for an array (-o NAME.zarr) and a mesh (--mesh)\n"},
        {"--size 100x100 -o a.npy --part 1/2",
         "only for an array (-o NAME.zarr), tiles (--tiles), a mesh (--mesh) and --check\n"},
        {"--check w.zarr", "-o: not for --check"},
        {"--check nothing.zarr -o ''", "there is no array"},
        {"--check nothing.zarr --points 0 -o ''", "points: expected"},
        {"--size 100x100 -o .in/w.zarr", "cannot"},
    };
    for (const auto& [arguments, word] : calls) {
        const Result r = run(std::string("bake -o w.zarr ") + arguments);
        EXPECT_EQ(r.exit, 2) << arguments;
        EXPECT_NE(r.err.find(word), std::string::npos) << arguments << ": " << r.err;
        EXPECT_EQ(std::count(r.err.begin(), r.err.end(), '\n'), 1) << r.err;
        EXPECT_EQ(files(), std::vector<std::string>{}) << arguments;
    }
}

TEST_F(Worlds, MemoryStaysSmallWhateverTheSize) {
#ifdef ISONOISE_SANITIZED
    GTEST_SKIP() << "the sanitizer keeps what was freed";
#endif
    for (const char* arguments : {"--size 20000x10000", "--size 16384x4096 --chunk 4096x4096",
                                  "--dim 3 --size 512x512x256 --chunk 256x256x256 --compression zlib",
                                  "--dim 3 --size 300x300x300 --chunk 256x256x256", "--dim 1 --size 40000000"}) {
        const std::string limit = "prlimit --data=300000000 '" ISONOISE_BINARY "' bake --threads 16 ";
        Result r = shell(limit + "--backend cpu -o w.zarr " + arguments);
        EXPECT_EQ(r.exit, 0) << arguments << ": " << r.err;
        r = shell(limit + "--check w.zarr --points all");
        EXPECT_EQ(r.exit, 0) << arguments << ": " << r.err << r.out;
        fs::remove_all(world_path());
    }
}
