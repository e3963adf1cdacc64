// The files of meshes: formats, solids to print, heads and levels, presets, errors, memory.
#include "app/meshes.hpp"

TEST_F(Meshes, FormatsHoldTheSameTriangles) {
    for (const char* arguments : {"--octaves 4 --offset -3 --step 0.05 --size 48x40 --chunk 16x16",
                                  "--dim 3 --octaves 2 --step 0.1,-0.1,0.1 --size 24x24x24 --chunk 16x16x16",
                                  "--dim 3 --planet --octaves 3 --size 16"}) {
        const Triangles expected = triangles_of(bake(arguments));
        good(std::string(arguments) + " -o one.obj");
        std::vector<glm::vec3> normals, glb_normals;
        EXPECT_EQ(read_obj(read(dir / "one.obj"), &normals), expected) << arguments;
        for (const Chunk& chunk : chunks("one.glb"))
            glb_normals.insert(glb_normals.end(), chunk.normals.begin(), chunk.normals.end());
        EXPECT_EQ(normals, glb_normals) << arguments;
        // Text may go to a pipe; what begins with its size may not.
        const Result piped = shell("isonoise bake --mesh " + std::string(arguments) + " --format obj -o - | cat");
        EXPECT_EQ(piped.exit, 0);
        EXPECT_EQ(piped.out, read(dir / "one.obj"));
        for (const char* format : {"glb", "stl"}) {
            const Result r = run(fmt::format("bake --mesh {} --format {} -o -", arguments, format));
            EXPECT_EQ(r.exit, 2);
            EXPECT_EQ(r.out, "");
            EXPECT_NE(r.err.find(fmt::format("-o -: expected a file's name for {}", format)), std::string::npos);
        }
    }
}

// What Blender, slicers and printers take an STL for: millimetres, z up.
TEST_F(Meshes, StlHasZUpInMillimetres) {
    for (const char* arguments : {"--octaves 4 --offset -3 --step 0.05 --size 48x40 --chunk 16x16",
                                  "--octaves 2 --step -0.05,0.02 --size 40x48 --relief -0.5 --mm 250 --base 0.5",
                                  "--dim 3 --octaves 2 --step 0.1,-0.1,0.1 --size 24x18x20 --chunk 16x16x16 "
                                  "--all-pieces --mm 30",
                                  "--dim 3 --planet --octaves 3 --size 16"}) {
        const std::string words = arguments;
        const bool is_planet = words.find("planet") != std::string::npos, is_ground = words.find("dim") > words.size();
        const auto number = [&](const char* flag, double otherwise) {
            const std::size_t at = words.find(flag);
            return at > words.size() ? otherwise : std::strtod(words.c_str() + at + std::strlen(flag), nullptr);
        };
        const double longest = number("--mm ", 100), base = number("--base ", 2);
        const std::string in_units = words.substr(0, std::min(words.find(" --mm"), words.find(" --all-pieces")));
        const Triangles expected = triangles_of(bake(in_units));
        const Result r = good(words + " -o one.STL");
        const std::string file = read(dir / "one.STL");
        EXPECT_NE(file.substr(0, 5), "solid");  // so would one of text begin
        const Triangles found = read_stl(file);
        const auto [from, to] = box_of(found);
        EXPECT_GE(std::min({from.x, from.y, from.z}), 0) << words;
        const glm::dvec3 size(to - from);
        EXPECT_NE(r.err.find(fmt::format("one.STL: {:.4g} x {:.4g} x {:.4g} millimetres", size.x, size.y, size.z)),
                  std::string::npos)
            << r.err;

        // Each triangle in units of coordinate, turned, scaled and moved, is there, in the same order.
        const auto [low, high] = box_of(expected);
        const glm::dvec3 extent(high - low);
        const double scale = longest / (is_planet   ? 2
                                        : is_ground ? std::max(extent.x, extent.z)
                                                    : std::max({extent.x, extent.y, extent.z}));
        if (!is_planet) {
            EXPECT_NEAR(is_ground ? std::max(size.x, size.y) : std::max({size.x, size.y, size.z}), longest, 1e-4);
            EXPECT_EQ(std::min({from.x, from.y, from.z}), 0) << words;
        }
        if (is_ground) {
            EXPECT_NEAR(size.z, scale * extent.y + base, 1e-4);
        }
        const glm::dvec3 moved = is_planet ? glm::dvec3(from) - glm::dvec3(low.x, -high.z, low.y) * scale
                                           : glm::dvec3(-low.x, high.z, (is_ground ? base / scale : 0) - low.y) * scale;
        std::size_t next = 0;
        for (const auto& t : found) {
            double off = 0;
            for (std::size_t c = 0; c < 3 && next < expected.size(); ++c) {
                const glm::vec3 p = expected[next][c];
                off = std::max(off, glm::length(glm::dvec3(t[c]) - glm::dvec3(p.x, -p.z, p.y) * scale - moved));
            }
            next += next < expected.size() && off < 1e-4;
        }
        EXPECT_EQ(next, expected.size()) << words;
        // All others lie flat on a side of the box.
        std::size_t inside = 0;
        for (const auto& t : found) {
            bool is_flat = false;
            for (int c = 0; c < 3; ++c)
                is_flat =
                    is_flat || (t[0][c] == t[1][c] && t[1][c] == t[2][c] && (t[0][c] == from[c] || t[0][c] == to[c]));
            inside += !is_flat;
        }
        EXPECT_LE(inside, expected.size()) << words;
    }
}

// STL is for printing: closed, whatever the settings and sizes.
TEST_F(Meshes, StlIsASolid) {
    const auto in_one_piece = [&](const std::string& arguments) {
        const Result r = good(arguments + " -o one.stl");
        const Triangles found = read_stl(read(dir / "one.stl"));
        EXPECT_EQ(expect_solid(found, arguments).size(), 1u) << arguments;
        EXPECT_GT(volume_of(found), 0) << arguments;
        return r;
    };
    for (const Job& job : all_jobs())
        in_one_piece(job.arguments);
    for (const char* size : {"1x1", "2x2", "1x7", "5x1", "33x2"}) {
        for (const char* more :
             {"", " --step 0.3,-0.1", " --relief 0", " --relief -40", " --chunk 2x1", " --period 3,2"})
            in_one_piece(std::string("--octaves 2 --offset 0.3 --size ") + size + more);
    }
    for (const char* size : {"1x1x2", "2x2x2", "7x1x3", "1x9x4", "12x11x10"}) {
        for (const char* more : {" --value 0 --step 0.7", " --value 0 --offset -3 --step 0.25",
                                 " --step -0.3,0.1,0.3 --relief 2", " --chunk 2x1x3 --step 0.5"})
            in_one_piece(std::string("--dim 3 --octaves 1 --offset 0.3 --size ") + size + more);
    }
    for (const char* size : {"1", "2", "9"})
        in_one_piece(std::string("--dim 3 --planet --size ") + size);
    in_one_piece("--size 1x20000 --chunk 1x7000 --octaves 2");
    // So long that floats round more than vertices would keep from lattice points on a shorter axis.
    const std::string arguments = "--dim 3 --offset -1 --step 0.25 --size 40000x2x2 --chunk 8000x2x2 --value 0";
    good(arguments + " --all-pieces -o one.stl");
    expect_solid(read_stl(read(dir / "one.stl")), arguments);
}

TEST_F(Meshes, StlLeavesLoosePiecesOut) {
    for (const char* arguments : {"--dim 3 --octaves 2 --threshold 0.2 --step 0.1 --size 60x50x40 --chunk 24x24x24",
                                  "--dim 3 --octaves 3 --step 0.12 --size 40x50x60 --chunk 64x64x64",
                                  "--dim 3 --octaves 2 --threshold -0.4 --step 0.1,-0.1,0.1 --size 60x50x40"}) {
        const Result one = good(std::string(arguments) + " -o one.stl");
        const Result all = good(std::string(arguments) + " --all-pieces -o all.stl");
        const Triangles largest = read_stl(read(dir / "one.stl")), pieces = read_stl(read(dir / "all.stl"));
        EXPECT_EQ(expect_solid(largest, arguments).size(), 1u);
        const std::size_t count = expect_solid(pieces, arguments).size();
        ASSERT_GT(count, 1u) << arguments;
        EXPECT_EQ(all.err.find("left out"), std::string::npos) << all.err;
        std::size_t islands = 0, hollows = 0;
        const std::size_t at = one.err.find("left out ");
        ASSERT_NE(at, std::string::npos) << one.err;
        EXPECT_EQ(std::sscanf(one.err.c_str() + at, "left out %zu %*s and %zu", &islands, &hollows), 2);
        EXPECT_EQ(islands + hollows, count - 1) << one.err;
        EXPECT_GT(volume_of(largest), 0.5 * volume_of(pieces));
        // The largest is one of them.
        const std::set<std::array<PlaceBits, 3>> known = [&] {
            std::set<std::array<PlaceBits, 3>> set;
            for (const auto& t : pieces)
                set.insert({bits(t[0]), bits(t[1]), bits(t[2])});
            return set;
        }();
        for (const auto& t : largest)
            ASSERT_TRUE(known.contains({bits(t[0]), bits(t[1]), bits(t[2])}));
    }
}

// Each file is a solid, and side by side they are the whole.
TEST_F(Meshes, StlFilesOfChunksAreSolids) {
    for (const char* arguments : {"--octaves 3 --step 0.05 --size 40x30 --chunk 16x16",
                                  "--octaves 3 --step -0.05,0.1 --size 40x30 --chunk 40x7 --relief -3",
                                  "--dim 3 --octaves 2 --step 0.1 --size 40x33x26 --chunk 16x16x16",
                                  "--dim 3 --octaves 2 --step 0.1,-0.1,0.1 --size 30x30x30 --chunk 7x30x11"}) {
        const bool is_surface = std::string(arguments).find("dim") != std::string::npos;
        good(std::string(arguments) + (is_surface ? " --all-pieces" : "") + " -o whole.stl");
        const Triangles whole = read_stl(read(dir / "whole.stl"));
        good(std::string(arguments) + " -o 'tiles/{x}_{y}_{z}.stl'");
        double volume = 0;
        for (const auto& [name, file] : folder("tiles")) {
            const Triangles tile = read_stl(file);
            expect_solid(tile, arguments + (" " + name));
            EXPECT_GT(volume_of(tile), 0);
            volume += volume_of(tile);
        }
        EXPECT_NEAR(volume / volume_of(whole), 1, 1e-4) << arguments;
        const auto files = folder("tiles");
        good(std::string(arguments) + " -o 'parts/{x}_{y}_{z}.stl' --part 2/2");
        good(std::string(arguments) + " -o 'parts/{x}_{y}_{z}.stl' --part 1/2 --threads 3");
        EXPECT_EQ(folder("parts"), files) << arguments;
        fs::remove_all(dir / "tiles");
        fs::remove_all(dir / "parts");
    }
}

// What the program tells of levels is what the file has.
TEST_F(Meshes, LevelsAreThoseOfTheFile) {
    for (const char* arguments : {"planet --planet --size 64 --levels 6", "--octaves 6 --size 90x70 --levels 8",
                                  "density --size 40x40x40 --step 0.05 --chunk 20x20x20 --levels 4",
                                  "--size 1x1 --levels 3", "--size 30x30 --relief 0 --levels 3"}) {
        const Result r = good(std::string(arguments) + " -o one.glb");
        const std::vector<Chunk> all = chunks("one.glb");
        const int asked = std::atoi(std::strstr(arguments, "--levels ") + 9);
        std::string expected;
        int level = 1;
        for (;; ++level) {
            std::size_t triangles = 0, count = 0;
            double error = 0;
            for (const Chunk& chunk : all) {
                if (chunk.levels.size() <= static_cast<std::size_t>(level)) continue;
                ++count;
                triangles += chunk.levels[static_cast<std::size_t>(level)].size() / 3;
                error = std::max(error, chunk.errors[static_cast<std::size_t>(level)]);
                const auto [low, high] = [&] {
                    std::array<glm::vec3, 2> box = {chunk.positions[0], chunk.positions[0]};
                    for (const glm::vec3& p : chunk.positions)
                        box = {glm::min(box[0], p), glm::max(box[1], p)};
                    return box;
                }();
                const glm::dvec3 size(high - low);
                EXPECT_LE(chunk.errors[static_cast<std::size_t>(level)], std::max({size.x, size.y, size.z}) / 50);
            }
            if (count == 0) break;
            expected += fmt::format(
                "isonoise: one.glb: level {}: {} triangles{}, at most {} from the finest vertices\n", level, triangles,
                count == all.size() ? "" : fmt::format(" in {} of {} chunks", count, all.size()), error);
        }
        if (level + 1 == asked) expected += fmt::format("isonoise: one.glb: level {} left out: ", level);
        if (level + 1 < asked)
            expected += fmt::format("isonoise: one.glb: levels {} to {} left out: ", level, asked - 1);
        const std::string told = r.err.substr(r.err.find('\n') + 1);
        EXPECT_EQ(told.substr(0, expected.size()), expected) << arguments;
        if (level == asked) {
            EXPECT_EQ(told, expected);
        }
    }
}

TEST_F(Meshes, HeadsSayWhatIsInside) {
    good("terrain --size 300x20 --relief 0.5 --levels 2 -o a.glb");
    const nlohmann::json head = head_of(read(dir / "a.glb"));
    EXPECT_EQ(head["asset"]["version"], "2.0");
    EXPECT_EQ(head["extensionsUsed"], nlohmann::json{"MSFT_lod"});
    const nlohmann::json& about = head["asset"]["extras"];
    EXPECT_EQ(about["relief"], 0.5);
    EXPECT_EQ(about["preset"]["scene"], "terrain");
    EXPECT_EQ(about["offset"], (nlohmann::json{0.0, 0.0}));
    // Readers trust the bounds.
    for (const Chunk& chunk : chunks("a.glb")) {
        bool found = false;
        for (const nlohmann::json& accessor : head["accessors"]) {
            if (!accessor.contains("min") || accessor["count"] != chunk.positions.size()) continue;
            glm::vec3 low(INFINITY), high(-INFINITY);
            for (const glm::vec3& p : chunk.positions) {
                low = glm::min(low, p);
                high = glm::max(high, p);
            }
            bool is_it = true;
            for (int c = 0; c < 3; ++c) {
                is_it = is_it && accessor["min"][static_cast<std::size_t>(c)].get<float>() == low[c] &&
                        accessor["max"][static_cast<std::size_t>(c)].get<float>() == high[c];
            }
            found = found || is_it;
        }
        EXPECT_TRUE(found) << chunk.name;
    }
    // Without coarser levels nothing of the extension is left.
    good("terrain --size 20x20 -o a.glb");
    EXPECT_FALSE(head_of(read(dir / "a.glb")).contains("extensionsUsed"));
}

TEST_F(Meshes, PresetsGiveThresholdAndRelief) {
    const std::string cells = " --offset 0,-1,0 --step 0.1 --size 20x20x20 ";
    write(
        "rock.json",
        R"({"schema": 1, "scene": "density", "dim": 3, "octaves": 3, "seed": 0, "frequency": 1, "persistence": 0.5, "warp": 0, "threshold": 0.25, "relief": 2})");
    const std::string same = "--dim 3 --octaves 3 --threshold 0.25 --relief 2";
    const auto triangles = [&](const std::string& arguments) {
        good(arguments + " -o one.obj");
        return read_obj(read(dir / "one.obj"));
    };
    EXPECT_EQ(triangles("rock.json" + cells), triangles(same + cells));
    EXPECT_NE(triangles("rock.json" + cells), triangles("rock.json --threshold 0" + cells));
    EXPECT_NE(triangles("rock.json" + cells), triangles("rock.json --relief 0" + cells));
    EXPECT_EQ(triangles("terrain --size 20x20 --relief 1").size(), 800u);
}

TEST_F(Meshes, ThreadsDoNotMatter) {
    for (const Job& job : all_jobs()) {
        good(job.arguments + std::string(" --levels 2 --threads 1 -o a.glb"));
        good(job.arguments + std::string(" --levels 2 --threads 3 -o b.glb"));
        EXPECT_TRUE(read(dir / "a.glb") == read(dir / "b.glb")) << job.arguments;
    }
}

TEST_F(Meshes, NoSurfaceIsAnError) {
    for (const char* name : {"a.glb", "a.obj", "a.stl", "a{x}{y}{z}.glb"}) {
        for (const char* arguments : {"--value 2", "--value -2", "--threshold 1e300"}) {
            const Result r = run(fmt::format("bake --mesh --dim 3 --size 20x20x20 {} -o '{}'", arguments, name));
            EXPECT_EQ(r.exit, 2) << name;
            EXPECT_NE(r.err.find("mesh: there is no surface here"), std::string::npos) << r.err;
            EXPECT_EQ(files(), std::vector<std::string>{});
        }
    }
    // A part may well have none.
    const Result r =
        run("bake --mesh --dim 3 --size 20x20x20 --chunk 10x10x10 --value 2 --part 1/2 -o 'a{x}{y}{z}.glb'");
    EXPECT_EQ(r.exit, 0) << r.err;
    EXPECT_EQ(files(), std::vector<std::string>{});
}

TEST_F(Meshes, WhatIsWrongIsSaid) {
    for (const auto& [arguments, word] : std::vector<std::pair<const char*, const char*>>{
             {"--mesh --size 10x10 -o a.png", "-o: expected --format or a name with the extension .glb, .obj or .stl"},
             {"--mesh --size 10x10 -o a.glb --format png", "format: expected"},
             {"--mesh --size 10x10", "-o FILE is missing"},
             {"--mesh -o a.glb", "--size is missing"},
             {"--mesh --dim 1 --size 10 -o a.glb", "dim: expected 2, 3 or 4"},
             {"--mesh --size 10 -o a.glb", "size: expected 2"},
             {"--mesh --size 0x10 -o a.glb", "size: expected"},
             {"--mesh --size 10x-1 -o a.glb", "size: expected"},
             {"--mesh --size 1048577x10 -o a.glb", "size: expected 1 to 1048576 cells along x"},
             {"--mesh --dim 3 --size 65537x10x10 -o a.glb", "size: expected 1 to 65536 cells along x"},
             {"--mesh --dim 4 --size 10x10x10x10 -o a.glb", "size: expected 1 cell along w"},
             {"--mesh --size 10x10 --tiles 5x5 -o a.glb", "tiles: not for a mesh"},
             {"--mesh --size 10x10 --cube 5 -o a.glb", "cube: not for a mesh"},
             {"--mesh --size 10x10 --range 0,1 -o a.glb", "range: not for a mesh"},
             {"--mesh --size 10x10 --resume -o a.glb", "resume: not for a mesh"},
             {"--mesh --size 10x10 --backend gpu -o a.glb", "backend: expected cpu or auto for a mesh"},
             {"--planet --dim 3 --size 10 -o a.glb", "planet: not for a file"},
             {"--threshold 0 --size 10x10 -o a.png", "threshold: not for a file"},
             {"--levels 2 --size 10x10 -o a.png", "levels: not for a file"},
             {"--mesh --planet --size 10 -o a.glb", "dim: expected 3 or 4 for a planet, got '2'"},
             {"--mesh --planet --dim 3 --size 10x10 -o a.glb", "size: expected"},
             {"--mesh --planet --dim 3 --size 10 --step 0.1 -o a.glb", "step: not for a planet"},
             {"--mesh --planet --dim 3 --size 10 --relief 0.6 -o a.glb", "relief: expected -0.5 to 0.5"},
             {"--mesh --planet --dim 3 --size 10 --threshold 0 -o a.glb", "threshold: only for a surface"},
             {"--mesh --size 10x10 --threshold 0 -o a.glb", "threshold: only for a surface"},
             {"--mesh --size 10x10 --value 0 -o a.glb", "value: only for a surface"},
             {"--mesh --dim 3 --size 9x9x9 --value 0 --threshold 0 -o a.glb", "value: expected --value or --threshold"},
             {"--mesh --dim 3 --size 9x9x9 --threshold high -o a.glb", "threshold: expected"},
             {"--mesh --dim 3 --size 9x9x9 --value nan -o a.glb", "value: expected"},
             {"--mesh --dim 3 --size 9x9x9 --relief -1 -o a.glb", "relief: expected 0, or 1e-30 or more"},
             {"--mesh --dim 3 --size 9x9x9 --relief 1e-310 -o a.glb", "relief: expected"},
             {"--mesh --size 10x10 --relief 1e300 -o a.glb", "relief: expected"},
             {"--mesh --size 10x10 --step 1e-45 -o a.glb", "step: expected"},
             {"--mesh --size 10x10 --step 0 -o a.glb", "step: expected"},
             {"--mesh --size 10x10 --levels 0 -o a.glb", "levels: expected"},
             {"--mesh --size 10x10 --levels 9 -o a.glb", "levels: expected"},
             {"--mesh --size 10x10 --levels 2 -o a.obj", "levels: expected 1 for obj"},
             {"--mesh --size 10x10 --levels 2 -o a.stl", "levels: expected 1 for stl"},
             {"--mesh --size 10x10 --mm 50 -o a.glb", "mm: only for an stl"},
             {"--mesh --size 10x10 --mm 0 -o a.stl", "mm: expected more than 0"},
             {"--mesh --size 10x10 --mm -3 -o a.stl", "mm: expected more than 0"},
             {"--mesh --size 10x10 --mm 1e6 -o a.stl", "mm: expected more than 0"},
             {"--mesh --size 10x10 --mm wide -o a.stl", "mm: expected a number"},
             {"--mesh --size 10x10 --base 3 -o a.obj", "base: only for an stl of a height field"},
             {"--mesh --dim 3 --size 9x9x9 --base 3 -o a.stl", "base: only for an stl of a height field"},
             {"--mesh --size 10x10 --base 0 -o a.stl", "base: expected 0.01"},
             {"--mesh --size 10x10 --base inf -o a.stl", "base: expected a number"},
             {"--mesh --size 10x10 --all-pieces -o a.stl", "all-pieces: only for an stl of a surface in one file"},
             {"--mesh --dim 3 --size 9x9x9 --all-pieces -o a.glb", "all-pieces: only for an stl of a surface"},
             {"--mesh --dim 3 --size 9x9x9 --all-pieces -o 'a{x}.stl'", "all-pieces: only for an stl of a surface"},
             {"--mm 3 --size 10x10 -o a.png", "mm: not for a file"},
             {"--mesh --size 10x10 --step 1e-9,1 -o a.stl", "step: expected cells of 1e-06 millimetres or more"},
             {"--mesh --size 10x10 --relief 1e9 -o a.stl", "relief: expected a solid of at most"},
             {"--mesh --size 1x1 --offset 0.5 --step 1e-12 --relief 1e5 -o a.stl", "base: expected more below heights"},
             {"--mesh --size 10x10 --chunk 0x10 -o a.glb", "chunk: expected"},
             {"--mesh --size 10x10 --chunk 1024x1024 -o a.glb", "chunk: expected"},
             {"--mesh --size 10x10 --chunk 8x8x8 -o a.glb", "chunk: expected 2"},
             {"--mesh --size 10x10 --part 1/2 -o a.glb", "part: expected a name with {x}"},
             {"--mesh --size 10x10 --part 3/2 -o 'a{x}.glb'", "part: expected I/N"},
             {"--mesh --size 10x10 --chunk 5x5 -o 'a{x}.glb'", "-o: expected {y} in the name too"},
             {"--mesh --size 1000x1000 --chunk 2x2 -o a.glb", "chunk: expected at most 16384 chunks in one file"},
             {"--mesh --size 20000x20000 -o a.glb", "at most 4 GiB"},
             {"--mesh --size 65536x65536 --chunk 512x512 -o a.stl", "at most 2^32 triangles"},
             {"--mesh --size 10x10 --offset 1e16 -o a.glb", "2^52 cells"},
             {"--mesh --size 10x10 -o no/such/folder/a.glb", "no/such/folder"}}) {
        const Result r = run(std::string("bake ") + arguments);
        EXPECT_EQ(r.exit, 2) << arguments;
        EXPECT_NE(r.err.find(word), std::string::npos) << arguments << ": " << r.err;
        EXPECT_EQ(std::count(r.err.begin(), r.err.end(), '\n'), 1) << arguments << ": " << r.err;
        EXPECT_EQ(files(), std::vector<std::string>{}) << arguments;
    }
}

TEST_F(Meshes, AFileThatFailsIsNotThere) {
    fs::create_directory(dir / "a.glb");
    const Result r = run("bake --mesh --size 100x100 -o a.glb");
    EXPECT_EQ(r.exit, 2);
    EXPECT_EQ(files(), std::vector<std::string>{"a.glb"});
    write("b.glb", "old");
    EXPECT_EQ(run("bake --mesh --dim 3 --size 10x10x10 --value 2 -o b.glb").exit, 2);
    EXPECT_EQ(read(dir / "b.glb"), "old");
}

TEST_F(Meshes, MemoryIsThatOfChunks) {
#ifdef ISONOISE_SANITIZED
    GTEST_SKIP() << "the sanitizer keeps what was freed";
#endif
    for (const char* arguments : {"--step 0.01 --dim 3 --size 512x512x512", "--step 0.01 --dim 3 --size 128x128x128",
                                  "--step 0.01 --size 3200x3200 --chunk 50x50", "--dim 3 --planet --size 1000"}) {
        const std::string bake = "cd '" + dir.string() +
                                 "' && prlimit --data=150000000 '" ISONOISE_BINARY
                                 "' bake --mesh --threads 2 --format obj -o - ";
        EXPECT_EQ(std::system((bake + arguments + " >/dev/null 2>.err").c_str()), 0)
            << arguments << ": " << read_file(dir / ".err");
    }
    // A solid's pieces are known only at its end.
    for (const char* arguments :
         {"--step 0.02 --octaves 3 --dim 3 --size 320x320x320", "--step 0.01 --size 3200x3200"}) {
        const std::string bake = "cd '" + dir.string() +
                                 "' && prlimit --data=150000000 '" ISONOISE_BINARY
                                 "' bake --mesh --threads 2 -o one.stl ";
        EXPECT_EQ(std::system((bake + arguments + " 2>.err").c_str()), 0)
            << arguments << ": " << read_file(dir / ".err");
    }
}
