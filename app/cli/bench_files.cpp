#include "cli/bench_files.hpp"

#include <functional>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "bake/bake.hpp"
#include "cli/options.hpp"
#include "error.hpp"
#include "io/output.hpp"
#include "io/progress.hpp"
#include "median.hpp"
#include "mesh/bake_mesh.hpp"
#include "paths.hpp"

namespace isonoise {
namespace {

struct FileSubject {
    std::string name;
    const char* unit;
    double count;  // of pixels or vertices
    std::filesystem::path path;
    std::function<void()> work;
    std::vector<double> seconds = {};
    double bytes = 0;
};

// A folder for the files, which goes with them.
class BenchFolder {
  public:
    explicit BenchFolder(const std::filesystem::path& in) : path_(in / "isonoise-bench") {
        if (in.empty()) fail("files: expected a folder, got ''");
        std::error_code error;
        if (!std::filesystem::create_directory(path_, error))
            fail("files: cannot make a folder {}: {}", quoted_name(path_),
                 error ? error.message() : "it is there already");
    }
    ~BenchFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    BenchFolder(const BenchFolder&) = delete;
    BenchFolder& operator=(const BenchFolder&) = delete;
    std::filesystem::path operator/(const std::string& name) const { return path_ / path_of(name); }

  private:
    std::filesystem::path path_;
};

std::vector<FileSubject> file_subjects(const BenchFolder& folder) {
    constexpr std::int64_t kSide = 4096, kCells = 256;
    Settings settings{.dim = 2, .seed = 12345};
    settings.octaves = 8;
    const auto noise = std::make_shared<Noise>(settings);
    GridAxes axes = {};
    for (std::size_t c = 0; c < 2; ++c)
        axes[c] = {.offset = 0.37 + 3.1 * static_cast<double>(c), .step = 1.0 / 256, .count = kSide};
    const auto pixels = static_cast<double>(kSide * kSide);
    const auto values = std::make_shared<std::vector<float>>(static_cast<std::size_t>(kSide * kSide));
    evaluate(*noise, axes, *values, {.threads = 0});

    std::vector<FileSubject> all;
    const auto copy = folder / "copy.r32";
    all.push_back({"numbers copied to the disk", "pixel", pixels, copy, [=] {
                       OutputFile file(copy);
                       const auto bytes = std::as_bytes(std::span(*values));
                       constexpr std::size_t kPiece = std::size_t{1} << 23;
                       for (std::size_t at = 0; at < bytes.size(); at += kPiece)
                           file.write({reinterpret_cast<const char*>(&bytes[at]), kPiece});
                       file.commit();
                   }});
    for (const Format format : {Format::raw32f, Format::npy, Format::raw16, Format::png, Format::exr}) {
        const char* const name = kFormats[static_cast<int>(format)];
        const auto path = folder / (std::string("grid.") + name);
        all.push_back({format == Format::png ? "png, 16 bits" : name, "pixel", pixels, path,
                       [=] { bake_file(*noise, {.path = path, .format = format, .axes = axes}, nullptr); }});
    }

    settings.dim = 3;
    settings.octaves = 2;
    const auto rock = std::make_shared<Noise>(settings);
    MeshBake order;
    order.shape.kind = MeshKind::surface;
    for (std::size_t c = 0; c < 3; ++c)
        order.shape.axes[c] = {.offset = 0.37, .step = 1.0 / 32, .count = kCells};
    for (const MeshFormat format : {MeshFormat::glb, MeshFormat::obj}) {
        const char* const name = kMeshFormats[static_cast<int>(format)];
        order.format = format;
        const auto path = folder / (std::string("mesh.") + name);
        order.path = path.string();
        if (is_file_per_chunk(order.path))
            fail("files: expected a folder without {{x}} in its name, got {}", quoted_name(path));
        const auto vertices = static_cast<double>(bake_mesh(*rock, order).vertices);
        all.push_back({name, "vertex", vertices, path, [=] { bake_mesh(*rock, order); }});
    }
    return all;
}

}  // namespace

Json bench_files(const std::filesystem::path& in, int rounds, Report& report, Progress& progress) {
    const BenchFolder folder(in);
    std::vector<FileSubject> subjects = file_subjects(folder);
    for (int round = 0; round <= rounds; ++round) {  // the first warms up
        for (FileSubject& s : subjects) {
            progress.show(fmt::format("files: {}, round {} of {}", s.name, round, rounds));
            const Stopwatch time;
            s.work();
            if (round > 0) s.seconds.push_back(time.seconds());
            s.bytes = static_cast<double>(std::filesystem::file_size(s.path));
        }
    }
    progress.clear();
    report.say(
        fmt::format("\n{:<36}{:>8}{:>20}{:>8}{:>14}\n", "files", "ns", "half of the rounds", "bytes", "times a copy"));
    Json rows = Json::array();
    double copy = 0;  // seconds a byte
    for (const FileSubject& s : subjects) {
        const double low = quantile(s.seconds, 0.25) / s.count * 1e9, middle = quantile(s.seconds, 0.5) / s.count * 1e9,
                     high = quantile(s.seconds, 0.75) / s.count * 1e9, bytes = s.bytes / s.count;
        if (copy == 0) copy = middle / bytes;
        const double times = middle / bytes / copy;
        report.say(fmt::format("{:<36}{:>8.2f}{:>20}{:>8.2f}{:>14.2f}\n", fmt::format("{}, a {}", s.name, s.unit),
                               middle, fmt::format("{:.2f} to {:.2f}", low, high), bytes, times));
        rows.push_back({{"name", s.name},
                        {"unit", s.unit},
                        {"ns", middle},
                        {"lower_quartile", low},
                        {"upper_quartile", high},
                        {"bytes", bytes},
                        {"times_copy", times}});
    }
    return rows;
}

}  // namespace isonoise
