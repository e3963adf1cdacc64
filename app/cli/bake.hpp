// `isonoise bake`: its flags, and code shared by its kinds of work. bake.cpp writes single files; the other files are
// named after what they write.
#pragma once

#include <optional>
#include <string>

#include "bake/bake.hpp"
#include "cli/grids.hpp"
#include "cli/options.hpp"
#include "gpu/evaluator.hpp"
#include "io/progress.hpp"
#include "words.hpp"

namespace isonoise {

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

// Parses "3/64"; everything if empty.
BakePart parse_part(const std::string& text);

// Parses --threads; 0 becomes the number of hardware threads.
unsigned parse_threads(const std::string& text);

// The requested backend, or the one that suits this many points.
class Computer {
  public:
    Computer(const BakeOptions& options, std::int64_t points);
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
    explicit ShownProgress(const std::string& output, std::string computer = "")
        : name_(output == "-" ? "standard output" : escaped(output)), computer_(std::move(computer)) {}
    void operator()(double done);
    // Prints "isonoise: NAME: 100 points in 1.2 s by the CPU", where work() returns "100 points".
    template <class Work> void finish(Work work) {
        line_.clear();
        tell([&] { return fmt::format("{}: {} in {:.2f} s by the {}", name_, work(), time_.seconds(), computer_); });
    }
    const std::string& name() const { return name_; }

  private:
    std::string name_, computer_;
    Progress line_;
    Stopwatch time_;
    double last_ = 0;
};

}  // namespace isonoise
