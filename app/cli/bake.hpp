// `isonoise bake`: its flags, and code shared by its kinds of work. bake.cpp writes single files; the other files are
// named after what they write.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bake/bake.hpp"
#include "cli/options.hpp"
#include "gpu/evaluator.hpp"
#include "io/progress.hpp"
#include "words.hpp"

namespace isonoise {

// The texts of --size, --offset and --step; empty if not given.
struct GridOptions {
    std::string size, offset, step;
};

// The text of each flag; empty if not given.
struct BakeOptions {
    PresetOptions preset;
    GpuOptions gpu;
    GridOptions grid;
    std::string output, format, range;
    std::string backend = "auto", threads = "0";

    std::string chunk, part;  // for several kinds of work
    bool resume = false;
    std::string compression, check, points;  // arrays
    bool mesh = false, planet = false, all_pieces = false;
    std::string threshold, value, relief, levels, mm, base;  // meshes
    std::string tiles, overlap, manifest;                    // tiles
    std::string cube, equirect, radius;                      // spheres
};

// One function per kind of work. Each takes the preset named by the flags and throws Error on failure.
void bake_world(const BakeOptions& options, const Preset& preset);
void bake_mesh(const BakeOptions& options, const Preset& preset);
void bake_tiles(const BakeOptions& options, const Preset& preset);
void bake_sphere(const BakeOptions& options, const Preset& preset);
int check_world(const BakeOptions& options);  // returns the exit code

// Parses "512x512x64". Throws Error naming the flag.
std::vector<std::int64_t> parse_counts(const char* name, const std::string& text, int dim);

// Parses "0.1" (all axes) or "0.1,0.1,0.5". Throws Error naming the flag.
std::vector<double> parse_numbers(const char* name, const std::string& text, int dim);

// Throws Error.
GridAxes parse_axes(const GridOptions& options, const Settings& settings);

// Parses "3/64"; everything if empty.
BakePart parse_part(const std::string& text);

// Parses --range; none if it is not given.
std::optional<std::array<double, 2>> range_of(const BakeOptions& options);
// The values that become 0 and 65535 in each of several files. Throws Error if they are not known for a function.
std::array<double, 2> range_of_parts(const BakeOptions& options, const Preset& preset);

// Parses --threads; 0 becomes the number of hardware threads.
unsigned parse_threads(const std::string& text);

// The requested backend, or the one that suits this many points. `on_cpu`: the work is for the CPU alone.
class Device {
  public:
    Device(const BakeOptions& options, std::int64_t points, bool on_cpu = false);
    Evaluator* gpu() { return evaluator_ ? &*evaluator_ : nullptr; }
    unsigned threads() const { return threads_; }
    std::string name() const;

  private:
    unsigned threads_;
    std::optional<Gpu> gpu_;
    std::optional<Evaluator> evaluator_;
};

// ", 1 tile was there,"
std::string text_of_kept(std::int64_t kept, const char* what);

// "CPU (AVX3, 2 threads)"
std::string name_of_cpu(unsigned threads);

// Progress of one output file, replaced by a summary line at the end.
class ShownProgress {
  public:
    explicit ShownProgress(const std::string& output, std::string device = "")
        : name_(output == "-" ? "standard output" : escaped(output)), device_(std::move(device)) {}
    void operator()(double done);
    // Prints "isonoise: NAME: 100 points in 1.2 s by the CPU", where work() returns "100 points".
    template <class Work> void finish(Work work) {
        line_.clear();
        tell([&] { return fmt::format("{}: {} in {:.2f} s by the {}", name_, work(), time_.seconds(), device_); });
    }
    const std::string& name() const { return name_; }

  private:
    std::string name_, device_;
    Progress line_;
    Stopwatch time_;
    double last_ = 0;
};

}  // namespace isonoise
