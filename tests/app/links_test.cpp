// Symbolic links below the user's folder, which may be someone else's, are never followed. The path that the user typed
// may contain links.
#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <thread>

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "app/cli.hpp"
#include "scene/look.hpp"

namespace {

class Links : public Cli {
  protected:
    // The contents of all files below `folder`, without following links.
    static std::map<std::string, std::string> tree(const fs::path& folder) {
        std::map<std::string, std::string> all;
        for (const auto& entry : fs::recursive_directory_iterator(folder))
            all[fs::relative(entry.path(), folder).string()] = entry.is_regular_file() ? read(entry.path()) : "";
        return all;
    }

    // `make` creates files in folder `w`. Each file and folder in turn (`most` of them, evenly spread) is then replaced
    // by a link to something that must not change, or to nothing; `again` must fail with exit code code(name), where 0
    // means that the file is not needed, and -1 that it is not tested.
    void expect_refused(
        const std::string& make, const std::string& again, std::size_t most = 12,
        const std::function<int(const std::string&)>& code = [](const std::string&) { return 2; }) {
        const auto begin = [&] {
            fs::remove_all(dir / "w");
            fs::create_directory(dir / "w");
            const Result r = shell(make);
            ASSERT_EQ(r.exit, 0) << make << ": " << r.err;
        };
        begin();
        std::vector<std::string> names;
        for (const auto& [name, text] : tree(dir / "w"))
            names.push_back(name);
        ASSERT_FALSE(names.empty());
        most = std::min(most, names.size());
        for (std::size_t i = 0; i < most; ++i) {
            const std::string& name = names[most == 1 ? 0 : i * (names.size() - 1) / (most - 1)];
            if (code(name) < 0) continue;
            for (const bool dangling : {false, true}) {
                SCOPED_TRACE(fmt::format("{}: {} is a link{}", again, name, dangling ? " to nothing" : ""));
                begin();
                fs::remove_all(dir / "out");
                fs::create_directory(dir / "out");
                fs::rename(dir / "w" / name, dir / "out/precious");
                if (fs::is_regular_file(dir / "out/precious") && code(name) == 2) write("out/precious", "precious");
                fs::create_symlink(dir / (dangling ? "out/none" : "out/precious"), dir / "w" / name);
                const auto before = tree(dir / "out");
                const Result r = shell(again);
                EXPECT_EQ(r.exit, code(name)) << r.err;
                EXPECT_EQ((r.err + r.out).find("is a symbolic link") != std::string::npos, r.exit != 0) << r.err;
                EXPECT_EQ(std::count(r.err.begin(), r.err.end(), '\n'), r.exit == 2 ? 1 : 0) << r.err;
                EXPECT_TRUE(fs::is_symlink(dir / "w" / name)) << "was replaced";
                EXPECT_EQ(tree(dir / "out"), before);
            }
        }
    }
};

}  // namespace

TEST_F(Links, InWorldsAreRefused) {
    fs::create_directory_symlink("w", dir / "a.zarr");
    const std::string bake = "isonoise bake --dim 3 --size 8x8x8 --chunk 4x8x4 -o a.zarr";
    expect_refused(bake, bake);
    expect_refused(bake, bake + " --resume");
    expect_refused(bake, "isonoise bake --check a.zarr", 12, [](const std::string& name) {
        return name == ".zgroup" ? 0 : name.starts_with("noise/") && name.find(".z") == name.npos ? 1 : 2;
    });
    const std::string line = "isonoise bake --dim 1 --compression zlib --size 64 --chunk 16 -o a.zarr/height";
    expect_refused(line, line, 12, [](const std::string& name) { return name == "height" ? -1 : 2; });
}

// Someone keeps swapping a folder for a link, to exploit the time between check and use.
TEST_F(Links, SwappedInMeanwhileAreNotFollowed) {
    ASSERT_EQ(run("bake --size 64x64 --chunk 8x8 -o w.zarr").exit, 0);
    fs::create_directory(dir / "out");
    std::atomic<bool> ends = false;
    std::thread swaps([&] {
        std::error_code error;
        while (!ends) {
            fs::rename(dir / "w.zarr/noise/1", dir / "kept", error);
            fs::create_directory_symlink(dir / "out", dir / "w.zarr/noise/1", error);
            fs::remove(dir / "w.zarr/noise/1", error);
            fs::rename(dir / "kept", dir / "w.zarr/noise/1", error);
        }
    });
    for (int i = 0; i < 30; ++i) {
        const Result r = run("bake --size 64x64 --chunk 8x8 --threads 1 -o w.zarr");
        EXPECT_TRUE(r.exit == 0 || r.exit == 2) << r.err;
    }
    ends = true;
    swaps.join();
    EXPECT_TRUE(fs::is_empty(dir / "out"));
}

TEST_F(Links, InTilesFacesAndMeshesAreRefused) {
    fs::create_directory_symlink("w", dir / "a");
    for (const std::string bake : {"--size 17x9 --tiles 9x9 -o 'a/{x}/{y}.r16'", "--dim 3 --cube 4 -o 'a/{face}.npy'",
                                   "--size 9x9 --chunk 4x8 --mesh -o 'a/{x}/{y}/m.obj'"}) {
        expect_refused("isonoise bake " + bake, "isonoise bake " + bake);
    }
    const std::string tiles = "isonoise bake --size 17x17 --tiles 9x9 -o 'a/{x}_{y}.png'";
    expect_refused(tiles, tiles + " --resume");
    // The manifest is the user's if its name is.
    write("manifest", "{}");
    fs::create_symlink("manifest", dir / "all.json");
    EXPECT_EQ(shell(tiles + " --manifest all.json").exit, 0);
    EXPECT_TRUE(fs::is_symlink(dir / "all.json"));
    EXPECT_GT(read(dir / "manifest").size(), 100u);
}

TEST_F(Links, InPicturesAndTextsAreRefused) {
    fs::create_directory_symlink("w", dir / "a");
    const std::string frames = "isonoise render --size 8x8 --frames 2 -o 'a/{frame}.png'";
    expect_refused(frames, frames);
    expect_refused("echo old >w/" + std::string(isonoise::detail::kScenes[0]) + ".png",
                   "isonoise gallery a --size 16x9");  // at once: its first picture
    expect_refused("isonoise snippet --write a", "isonoise snippet --write a", 3);
}

TEST_F(Links, AmongShadersAndReportsAreRefused) {
    fs::create_directory_symlink("w", dir / "a");
    const auto is_used = [](const std::string& name) {
        return name == "isonoise" || name == "isonoise/perlin.glsl" ? 2 : -1;
    };
    for (const std::string read : {"snippet --lang glsl", "bake --backend gpu --size 4x4 -o b.npy"})
        expect_refused("cp -r '" ISONOISE_SHADERS "'/* w", "isonoise " + read + " --shader-dir a", 1000, is_used);
    expect_refused("cp '" ISONOISE_SHADERS "'/../tests/reports/cases.json w", "isonoise verify --merge a");
}

TEST_F(Links, ThatTheUserNamesAreFollowed) {
    ASSERT_EQ(shell("mkdir real && ln -s real one && ln -s one two").exit, 0);
    for (const std::string command :
         {"bake --size 9x9 -o two/a.npy", "bake --size 17x9 --tiles 9x9 -o 'two/{x}.r16'", "snippet --write two/texts",
          "bake --size 8x8 --chunk 4x4 -o two/w.zarr", "render --size 8x8 --frames 2 -o 'two/{frame}.png'"}) {
        const Result r = run(command);
        EXPECT_EQ(r.exit, 0) << command << ": " << r.err;
    }
    EXPECT_TRUE(fs::exists(dir / "real/w.zarr/noise/1/1") && fs::exists(dir / "real/1.png") &&
                fs::exists(dir / "real/1.r16") && fs::exists(dir / "real/tiles.json") &&
                fs::exists(dir / "real/texts/languages.json"));
}

// A dangling link is a file to be created; a circular link can never be one.
TEST_F(Links, InACircleAreRefused) {
    fs::create_symlink("b", dir / "a");
    fs::create_symlink("a", dir / "b");
    for (const std::string command :
         {"bake --size 4x4 --format npy -o a", "render --size 4x4 --format png -o b", "bake --size 4x4 -o a/c.npy",
          "verify --only perlin1 --points 1 --json a", "bake --size 8x8 --tiles 8x8 -o '{x}{y}.r16' --manifest a"}) {
        const Result r = run(command);
        EXPECT_EQ(r.exit, 2) << command;
        EXPECT_NE(r.err.find("Too many levels of symbolic links\n"), std::string::npos) << command << r.err;
        EXPECT_EQ(files(), (std::vector<std::string>{"a", "b"})) << command;
        EXPECT_TRUE(fs::is_symlink(dir / "a") && fs::is_symlink(dir / "b")) << command;
    }
}

// ---- Leftovers of killed programs. tests/attack/faults/run kills them.

namespace {

class Leftovers : public Cli {
  protected:
    Leftovers() {
        char name[65] = {};
        gethostname(name, sizeof name - 1);
        host = name;
    }
    std::string left(const std::string& by, int process, int count = 0) const {
        return fmt::format(".isonoise-{}-{}-{}.part", by, process, count);
    }
    std::string host;
};

}  // namespace

TEST_F(Leftovers, OfDeadProgramsOfThisHostGo) {
    // The numbers of a live process, of this program, and an impossible one: only the lock counts.
    const std::vector<std::string> dead = {left(host, 1), left(host, getpid(), 7), left(host, 99999999)};
    const std::vector<std::string> others = {left("elsewhere", 1), left(host + "-7", 99999999), ".isonoise-.part",
                                             ".isonoise-" + host + "-1.part", "isonoise-1-1.part"};
    const std::string alive = left(host, 99999999, 1);
    for (const std::string folder : {"", "w.zarr/", "w.zarr/noise/", "w.zarr/noise/1/"}) {
        fs::create_directories(dir / folder);
        for (const auto& names : {dead, others, {alive}}) {
            for (const std::string& name : names)
                write(folder + name, "half");
        }
        write("target", "precious");
        fs::create_symlink(dir / "target", dir / (folder + left(host, 99999999, 2)));
        fs::create_directory(dir / (folder + left(host, 99999999, 3)));
        const int lock = open((dir / (folder + alive)).c_str(), O_RDONLY | O_CLOEXEC);
        ASSERT_EQ(flock(lock, LOCK_EX | LOCK_NB), 0);
        const Result r =
            run(folder.empty() ? "bake --size 8x8 -o a.npy" : "bake --size 8x8 --chunk 4x4 --resume -o w.zarr");
        EXPECT_EQ(r.exit, 0) << r.err;
        for (const std::string& name : dead)
            EXPECT_FALSE(fs::exists(dir / (folder + name))) << folder << name;
        for (const std::string& name : others)
            EXPECT_TRUE(fs::exists(dir / (folder + name))) << folder << name;
        EXPECT_TRUE(fs::exists(dir / (folder + alive))) << folder << "is being written";
        EXPECT_TRUE(fs::is_symlink(dir / (folder + left(host, 99999999, 2))));
        EXPECT_EQ(read(dir / "target"), "precious");
        close(lock);
    }
}

TEST_F(Leftovers, AreNamedByACheck) {
    ASSERT_EQ(run("bake --size 8x8 --chunk 4x4 -o w.zarr").exit, 0);
    const std::string whole = run("bake --check w.zarr").out;
    write("w.zarr/" + left("node\n7", 5), "");
    write("w.zarr/noise/" + left(host, 99999999), "");
    write("w.zarr/noise/1/" + left("node-7", 5, 3), "");
    const std::string alive = "w.zarr/noise/0/" + left(host, getpid());
    write(alive, "");
    const int lock = open((dir / alive).c_str(), O_RDONLY | O_CLOEXEC);
    ASSERT_EQ(flock(lock, LOCK_EX | LOCK_NB), 0);
    const Result r = run("bake --threads 1 --check w.zarr");
    close(lock);
    EXPECT_EQ(r.exit, 0);  // the world is whole
    EXPECT_EQ(r.out,
              "left over 'w.zarr/.isonoise-node\\x0a7-5-0.part': by the host 'node\\x0a7', where the next bake to "
              "its folder removes it\n"
              "left over 'w.zarr/noise/" +
                  left(host, 99999999) +
                  "': the next bake to its folder removes it\n"
                  "left over 'w.zarr/noise/1/.isonoise-node-7-5-3.part': by the host 'node-7', where the next bake "
                  "to its folder removes it\n" +
                  whole);
    const std::string part1 = run("bake --check w.zarr --part 1/4").out,
                      part3 = run("bake --check w.zarr --part 3/4").out;
    EXPECT_EQ(part1.find("noise/1/"), std::string::npos) << part1;
    EXPECT_NE(part3.find("left over 'w.zarr/noise/1/"), std::string::npos) << part3;
    EXPECT_EQ(part3.find("node\\x0a7"), std::string::npos) << part3;
}
