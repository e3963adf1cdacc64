#include "mesh/bake_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <future>
#include <optional>

#include <fmt/format.h>
#include <glm/common.hpp>

#include "error.hpp"
#include "io/name_pattern.hpp"
#include "isonoise/batch.hpp"
#include "isonoise/range.hpp"
#include "mesh/pieces.hpp"
#include "mesh/slopes.hpp"
#include "paths.hpp"
#include "platform/ahead.hpp"

namespace isonoise {
namespace {

using Chunk = std::array<std::int64_t, 3>;

// Limits of an STL, in millimetres. Slicers use fixed-point numbers of 1e-6 mm.
constexpr double kLeastCell = 1e-6, kMostHeight = 1e6;

FileName name_of(std::string_view pattern, const Chunk& chunk) {
    const NameField fields[] = {{"x", chunk[0]}, {"y", chunk[1]}, {"z", chunk[2]}};
    return fill_file_name(pattern, fields);
}

std::array<bool, 3> axes_named(std::string_view pattern) {
    return {has_field(pattern, "x"), has_field(pattern, "y"), has_field(pattern, "z")};
}

std::int64_t count_of(const Chunk& chunks) { return chunks[0] * chunks[1] * chunks[2]; }

// The shape as written to the file.
MeshShape shape_of(const MeshBake& order) {
    MeshShape shape = order.shape;
    if (order.format == MeshFormat::stl) shape.solid = is_file_per_chunk(order.path) ? Solid::chunks : Solid::whole;
    return shape;
}

// Numbers of vertices and triangles, where known in advance.
struct Sizes {
    std::uint64_t vertices = 0, triangles = 0, bytes = 0;
};
Sizes sizes_of(const MeshBake& order) {
    Sizes all;
    if (order.shape.kind == MeshKind::surface) return all;
    const bool is_planet = order.shape.kind == MeshKind::planet;
    // Chunks have at most two sizes per axis: whole ones, and a smaller one at the end.
    struct Run {
        std::uint64_t cells, count;
    };
    std::array<std::array<Run, 2>, 2> runs;
    for (std::size_t c = 0; c < 2; ++c) {
        const auto cells = static_cast<std::uint64_t>(order.shape.axes[is_planet ? 0 : c].count);
        const auto chunk = static_cast<std::uint64_t>(order.shape.chunk[c]);
        runs[c] = {Run{chunk, cells / chunk}, Run{cells % chunk, cells % chunk == 0 ? 0u : 1u}};
    }
    for (const Run& x : runs[0]) {
        for (const Run& y : runs[1]) {
            const std::uint64_t count = x.count * y.count * (is_planet ? 6 : 1);
            const std::uint64_t vertices = (x.cells + 1) * (y.cells + 1), triangles = 2 * x.cells * y.cells;
            all.vertices += count * vertices;
            all.triangles += count * triangles;
            all.bytes += count * mesh_bytes(order.format, vertices, triangles);
        }
    }
    if (order.format == MeshFormat::stl && !is_planet) {
        const auto sides = static_cast<std::uint64_t>(2 * (order.shape.axes.x.count + order.shape.axes.y.count));
        all.triangles += 3 * sides;  // two triangles of the wall, one of the floor
        all.bytes += mesh_bytes(order.format, 0, 3 * sides);
    }
    return all;
}

std::unique_ptr<MeshWriter> writer(OutputFile& file, const MeshBake& order, std::int64_t chunks,
                                   const StlTransform& transform) {
    switch (order.format) {
    case MeshFormat::glb: return glb_writer(file, chunks, order.shape.levels, order.about);
    case MeshFormat::obj: return obj_writer(file, order.about, order.threads);
    case MeshFormat::stl: break;
    }
    return stl_writer(file, transform);
}

struct Job {
    Chunk chunk = {};
    Polygoniser::Scratch scratch;
    Mesh mesh;
    ChunkPieces pieces;
    std::array<double, 2> heights = {};
    std::future<void> done;
};

// Calls compute(job) for each chunk from `first` up to `last`, several concurrently, and use(job) in order. The number
// of concurrent jobs is limited to 200 MB in total.
template <class Compute, class Use>
void each_chunk(const MeshBake& order, std::int64_t first, std::int64_t last, Compute compute, Use use) {
    const Chunk chunks = chunks_of(order.shape);
    const unsigned threads = threads_for(order.threads);
    std::deque<std::unique_ptr<Job>> jobs;
    std::vector<std::unique_ptr<Job>> idle;  // reused with their memory
    const auto cells = static_cast<std::uint64_t>(order.shape.chunk[0] * order.shape.chunk[1]) *
                       (order.shape.kind == MeshKind::surface ? static_cast<std::uint64_t>(order.shape.chunk[2]) : 1);
    std::uint64_t largest = (order.shape.kind == MeshKind::surface ? 25 : 100) * cells;
    std::int64_t next = first;
    const auto begin_jobs = [&] {
        const auto most = std::clamp<std::uint64_t>(200'000'000 / largest, 1, threads);
        while (next < last && jobs.size() < most) {
            if (idle.empty()) idle.push_back(std::make_unique<Job>());
            Job& job = *idle.back();
            job.chunk = {next % chunks[0], next / chunks[0] % chunks[1], next / chunks[0] / chunks[1]};
            job.done = std::async(kBeside, [&compute, &job] { compute(job); });
            jobs.push_back(std::move(idle.back()));
            idle.pop_back();
            ++next;
        }
    };
    for (std::int64_t done = first; done < last; ++done) {
        begin_jobs();
        std::unique_ptr<Job> job = std::move(jobs.front());
        jobs.pop_front();
        job->done.get();
        // Including temporary memory: samples, edges and positions.
        std::uint64_t bytes = 25 * cells + 120 * job->mesh.positions.size();
        for (const Mesh::Level& level : job->mesh.levels)
            bytes += 8 * level.indices.size();
        largest = std::max(largest, bytes);
        begin_jobs();  // they run during use()
        use(*job);
        idle.push_back(std::move(job));
    }
}

// The position of the mesh in an STL, except for the floor of a ground. Throws Error if its cells are too small there.
StlTransform transform_of(const Noise& noise, const MeshBake& order, const MeshShape& shape) {
    StlTransform transform;
    if (shape.kind == MeshKind::planet) {
        // Slightly more, since floats are rounded.
        const double radius = 1.00001 + std::fabs(shape.relief) * largest_value(noise, shape);
        transform.scale = order.millimetres / 2;
        transform.corner = {-radius, -radius, radius};
        return transform;
    }
    const Polygoniser polygonise(noise, shape);
    const Chunk chunks = chunks_of(shape);
    const auto [low, high] = polygonise.box({}, {chunks[0] - 1, chunks[1] - 1, chunks[2] - 1});
    const glm::dvec3 size = glm::dvec3(high) - glm::dvec3(low);
    transform.scale = order.millimetres / std::max({size.x, size.y, size.z});
    transform.corner = {low.x, low.y, high.z};
    for (std::size_t c = 0; c < (shape.kind == MeshKind::surface ? 3u : 2u); ++c) {
        const double cell = transform.scale * std::fabs(polygonise.length(c));
        if (cell < kLeastCell)
            fail("step: expected cells of {} millimetres or more, got {} along {}; cells as long on all axes, or a "
                 "larger --mm",
                 kLeastCell, cell, "xyz"[c]);
    }
    return transform;
}

// Puts the floor of a ground below its heights. Throws Error if the model would be too high, or floats too coarse for
// its base.
void set_floor(const MeshBake& order, double lowest, double highest, MeshShape& shape, StlTransform& transform) {
    const double base = order.base / transform.scale;
    shape.floor = static_cast<double>(static_cast<float>(lowest - base));
    transform.corner.y = shape.floor;
    const double height = transform.scale * (highest - lowest) + order.base;
    if (!(height <= kMostHeight))
        fail("relief: expected a solid of at most {} millimetres, got one of {}", kMostHeight, height);
    if (!(std::fabs(lowest - shape.floor - base) <= base / 16))
        fail("base: expected more below heights of {}, whose floats do not tell {} less, got {}", lowest, base,
             order.base);
}

}  // namespace

bool is_file_per_chunk(const std::string& path) {
    const auto named = axes_named(path);
    return named[0] || named[1] || named[2];
}

std::string problem(const Noise& noise, const MeshBake& order) {
    if (std::string what = problem(noise, order.shape); !what.empty()) return what;
    const char* format = kMeshFormats[static_cast<int>(order.format)];
    if (order.shape.levels > 1 && order.format != MeshFormat::glb)
        return fmt::format("levels: expected 1 for {}, which holds one level of detail; glb holds more", format);
    if (!(order.millimetres > 0 && order.millimetres <= kMostMillimetres))
        return fmt::format("mm: expected more than 0 and at most {}, got '{}'", kMostMillimetres, order.millimetres);
    if (!(order.base >= kLeastBase && order.base <= kMostMillimetres))
        return fmt::format("base: expected {} to {} millimetres, got '{}'", kLeastBase, kMostMillimetres, order.base);
    const Chunk chunks = chunks_of(order.shape);
    if (is_file_per_chunk(order.path)) {
        const auto named = axes_named(order.path);
        for (std::size_t c = 0; c < 3; ++c) {
            if (chunks[c] > 1 && !named[c])
                return fmt::format("-o: expected {{{}}} in the name too, since there are {} chunks along it, got {}",
                                   "xyz"[c], chunks[c], quoted_name(path_of(order.path)));
        }
        const NameField last[] = {{"x", chunks[0] - 1}, {"y", chunks[1] - 1}, {"z", chunks[2] - 1}};
        if (!has_own_names(order.path, last))
            return fmt::format(
                "-o: expected a name of its own for each chunk, such as chunk_{{x}}_{{y}}_{{z}}.glb, got "
                "{}",
                quoted_name(path_of(order.path)));
        return "";
    }
    const char* or_files = "or a name with {x} for a file per chunk";
    if (order.last >= 0)
        return fmt::format("part: expected a name with {{x}}, for a file per chunk, got {}",
                           quoted_name(path_of(order.path)));
    if (count_of(chunks) > kMostChunksOfAFile)
        return fmt::format("chunk: expected at most {} chunks in one file, got {}; a larger --chunk, {}",
                           kMostChunksOfAFile, count_of(chunks), or_files);
    const Sizes sizes = sizes_of(order);
    if (order.format == MeshFormat::glb && sizes.bytes > kMostBytesOfGlb - (std::uint64_t{1} << 26))
        return fmt::format("size: expected at most 4 GiB, all that a glb holds, got {:.1f}; a smaller --size, {}",
                           static_cast<double>(sizes.bytes) / 0x1p30, or_files);
    if (order.format == MeshFormat::stl && sizes.triangles > kMostTrianglesOfStl)
        return fmt::format("size: expected at most 2^32 triangles, all that an stl holds; a smaller --size, {}",
                           or_files);
    if (order.format == MeshFormat::obj && sizes.vertices > kMostVerticesOfObj)
        return fmt::format("size: expected at most 2^31 vertices, all that an obj holds; a smaller --size, {}",
                           or_files);
    return "";
}

namespace {

// Polygonises chunks and writes them into one file or one file each.
class Bake {
  public:
    Bake(const Noise& noise, const MeshBake& order, const std::function<void(double)>& progress);
    // A solid's floor and its largest piece are known only after all chunks have been computed once.
    void see_all();
    void write_all();
    MeshReport finish();

  private:
    void write(const Chunk& chunk, const Mesh& mesh);
    void show() {
        if (progress_) progress_(++done_ / to_do_);
    }
    bool is_part() const { return order_.last >= 0; }

    const Noise& noise_;
    const MeshBake& order_;
    const std::function<void(double)>& progress_;
    Chunk chunks_;               // along each axis
    std::int64_t first_, last_;  // the chunks to write
    double done_ = 0, to_do_;    // chunks computed or written
    MeshShape shape_;
    StlTransform transform_;
    bool has_pieces_, is_seen_first_;
    Pieces pieces_;
    std::optional<OutputFile> file_;  // for all chunks together
    std::unique_ptr<MeshWriter> to_;
    NewFolders folders_;  // for one file per chunk
    MeshReport report_;
    bool has_surface_ = false;  // false for a chunk that has only cut faces
    glm::vec3 low_{INFINITY}, high_{-INFINITY};
};

Bake::Bake(const Noise& noise, const MeshBake& order, const std::function<void(double)>& progress)
    : noise_(noise), order_(order), progress_(progress), chunks_(chunks_of(order.shape)),
      first_(is_part() ? order.first : 0),
      last_(is_part() ? std::min(order.last, count_of(chunks_)) : count_of(chunks_)), shape_(shape_of(order)),
      has_pieces_(shape_.solid == Solid::whole && shape_.kind == MeshKind::surface && !order.all_pieces),
      is_seen_first_(order.format == MeshFormat::stl && (shape_.kind == MeshKind::ground || has_pieces_)) {
    to_do_ = static_cast<double>(last_ - first_ + (is_seen_first_ ? count_of(chunks_) : 0));
    if (order.format == MeshFormat::stl) transform_ = transform_of(noise, order, shape_);
    if (is_file_per_chunk(order.path)) return;
    file_.emplace(path_of(order.path));
    file_->expect(sizes_of(order).bytes);
    to_ = writer(*file_, order, count_of(chunks_), transform_);
}

void Bake::see_all() {
    if (!is_seen_first_) return;
    const Polygoniser polygonise(noise_, shape_);
    const Polygoniser::Box whole = polygonise.box({}, {chunks_[0] - 1, chunks_[1] - 1, chunks_[2] - 1});
    double lowest = INFINITY, highest = -INFINITY;
    each_chunk(
        order_, 0, count_of(chunks_),
        [&](Job& job) {
            if (!has_pieces_) {
                job.heights = polygonise.heights(job.chunk);
                return;
            }
            polygonise(job.chunk, job.scratch, job.mesh);
            job.pieces = pieces_of(job.mesh);
        },
        [&](Job& job) {
            if (has_pieces_) pieces_.add(job.mesh, job.pieces, polygonise.box(job.chunk, job.chunk), whole);
            lowest = std::min(lowest, job.heights[0]);
            highest = std::max(highest, job.heights[1]);
            show();
        });
    if (has_pieces_)
        pieces_.choose_largest();
    else
        set_floor(order_, lowest, highest, shape_, transform_);
}

void Bake::write_all() {
    const Polygoniser polygonise(noise_, shape_);
    each_chunk(
        order_, first_, last_,
        [&](Job& job) {
            polygonise(job.chunk, job.scratch, job.mesh);
            const std::int64_t n = (job.chunk[2] * chunks_[1] + job.chunk[1]) * chunks_[0] + job.chunk[0];
            if (has_pieces_) pieces_.keep_largest(static_cast<std::size_t>(n), job.mesh);
            add_levels(job.mesh, shape_.levels);
        },
        [&](Job& job) {
            if (!job.mesh.levels.empty() && !job.mesh.levels[0].indices.empty()) write(job.chunk, job.mesh);
            show();
        });
}

void Bake::write(const Chunk& chunk, const Mesh& mesh) {
    const std::string name = fmt::format("chunk_{}_{}_{}", chunk[0], chunk[1], chunk[2]);
    ++report_.chunks;
    has_surface_ = has_surface_ || !mesh.normals.empty();
    report_.vertices += mesh.positions.size();
    report_.levels.resize(std::max(report_.levels.size(), mesh.levels.size()));
    for (std::size_t i = 0; i < mesh.levels.size(); ++i) {
        MeshReport::Level& level = report_.levels[i];
        level.triangles += mesh.levels[i].indices.size() / 3;
        level.error = std::max(level.error, mesh.levels[i].error);
        ++level.chunks;
    }
    for (const std::uint32_t i : mesh.levels[0].indices) {
        low_ = glm::min(low_, mesh.positions[i]);
        high_ = glm::max(high_, mesh.positions[i]);
    }
    if (to_) return to_->chunk(name, mesh);
    const FileName its_name = name_of(order_.path, chunk);
    folders_.make_for(its_name);
    OutputFile one(its_name);
    const auto its_writer = writer(one, order_, 1, transform_);
    its_writer->chunk(name, mesh);
    its_writer->finish();
    one.commit();
}

MeshReport Bake::finish() {
    if ((to_ ? !has_surface_ : report_.chunks == 0) && !is_part())
        fail("mesh: there is no surface here: all is rock, or all is air, at this threshold");
    report_.islands = pieces_.islands;
    report_.hollows = pieces_.hollows;
    for (std::size_t c = 0; c < 3 && report_.chunks > 0; ++c) {
        const int axis = c == 0 ? 0 : c == 1 ? 2 : 1;
        report_.size[c] = transform_.scale * (static_cast<double>(high_[axis]) - static_cast<double>(low_[axis]));
    }
    if (!to_) return report_;
    to_->finish();
    file_->commit();
    return report_;
}

}  // namespace

MeshReport bake_mesh(const Noise& noise, const MeshBake& order, const std::function<void(double)>& progress) {
    if (std::string what = problem(noise, order); !what.empty()) throw Error(what);
    Bake bake(noise, order, progress);
    bake.see_all();
    bake.write_all();
    return bake.finish();
}

}  // namespace isonoise
