#include "mesh/bake_mesh.hpp"

#include <algorithm>
#include <deque>
#include <future>
#include <optional>

#include <fmt/format.h>

#include "error.hpp"
#include "io/name_pattern.hpp"
#include "mesh/slopes.hpp"
#include "paths.hpp"
#include "platform/worker.hpp"

namespace isonoise {
namespace {

using Chunk = std::array<std::int64_t, 3>;

FileName name_of(std::string_view pattern, const Chunk& chunk) {
    const NameField fields[] = {{"x", chunk[0]}, {"y", chunk[1]}, {"z", chunk[2]}};
    return fill_file_name(pattern, fields);
}

std::array<bool, 3> axes_named(std::string_view pattern) {
    return {has_field(pattern, "x"), has_field(pattern, "y"), has_field(pattern, "z")};
}

std::int64_t count_of(const Chunk& chunks) { return chunks[0] * chunks[1] * chunks[2]; }

// Vertices and triangles, where they are known before.
struct Sizes {
    std::uint64_t vertices = 0, triangles = 0, bytes = 0;
};
Sizes sizes_of(const MeshBake& order) {
    Sizes all;
    if (order.shape.kind == MeshKind::surface) return all;
    const bool is_planet = order.shape.kind == MeshKind::planet;
    // Chunks have four sizes: whole ones, and those at the end of an axis.
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
    return all;
}

std::unique_ptr<MeshWriter> writer(OutputFile& file, const MeshBake& order, std::int64_t chunks) {
    switch (order.format) {
    case MeshFormat::glb: return glb_writer(file, chunks, order.shape.levels, order.about);
    case MeshFormat::obj: return obj_writer(file, order.about);
    case MeshFormat::stl: break;
    }
    return stl_writer(file);
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

MeshReport bake_mesh(const Noise& noise, const MeshBake& order, const std::function<void(double)>& progress) {
    if (std::string what = problem(noise, order); !what.empty()) throw Error(what);
    const bool has_files = is_file_per_chunk(order.path);
    const Chunk chunks = chunks_of(order.shape);
    const std::int64_t first = order.last < 0 ? 0 : order.first;
    const std::int64_t last = order.last < 0 ? count_of(chunks) : std::min(order.last, count_of(chunks));
    std::optional<OutputFile> file;
    std::unique_ptr<MeshWriter> to;
    if (!has_files) {
        file.emplace(path_of(order.path));
        file->expect(sizes_of(order).bytes);
        to = writer(*file, order, count_of(chunks));
    }
    NewFolders folders;
    MeshReport report;
    report.levels.resize(static_cast<std::size_t>(order.shape.levels));
    const auto write = [&](const Chunk& chunk, const Mesh& mesh) {
        const std::string name = fmt::format("chunk_{}_{}_{}", chunk[0], chunk[1], chunk[2]);
        ++report.chunks;
        report.vertices += mesh.positions.size();
        for (std::size_t i = 0; i < report.levels.size(); ++i) {
            const Mesh::Level& level = mesh.levels[std::min(i, mesh.levels.size() - 1)];
            report.levels[i].triangles += level.indices.size() / 3;
            report.levels[i].error = std::max(report.levels[i].error, level.error);
        }
        if (!has_files) return to->chunk(name, mesh);
        const FileName its_name = name_of(order.path, chunk);
        folders.make_for(its_name);
        OutputFile one(its_name);
        const auto its_writer = writer(one, order, 1);
        its_writer->chunk(name, mesh);
        its_writer->finish();
        one.commit();
    };

    // Chunks are computed beside each other and written in order. Their number is limited by their size: 200 MB in all.
    const Polygoniser polygonise(noise, order.shape);
    const unsigned threads = order.threads ? order.threads : std::max(1u, std::thread::hardware_concurrency());
    struct Job {
        Chunk chunk;
        Polygoniser::Scratch scratch;
        Mesh mesh;
        std::future<void> done;
    };
    std::deque<std::unique_ptr<Job>> jobs;
    std::vector<std::unique_ptr<Job>> idle;  // with their memory, for the next
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
            job.done = std::async(kBeside, [&] {
                polygonise(job.chunk, job.scratch, job.mesh);
                add_levels(job.mesh, order.shape.levels);
            });
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
        const Mesh& mesh = job->mesh;
        if (!mesh.levels.empty() && !mesh.levels[0].indices.empty()) {
            // With what it took to make: samples, edges and places.
            std::uint64_t bytes = 25 * cells + 120 * mesh.positions.size();
            for (const Mesh::Level& level : mesh.levels)
                bytes += 8 * level.indices.size();
            largest = std::max(largest, bytes);
            begin_jobs();  // beside the writing
            write(job->chunk, mesh);
        }
        idle.push_back(std::move(job));
        if (progress) progress(static_cast<double>(done + 1 - first) / static_cast<double>(last - first));
    }
    if (report.chunks == 0 && order.last < 0)
        fail("mesh: there is no surface here: all is rock, or all is air, at this threshold");
    if (has_files) return report;
    to->finish();
    file->commit();
    return report;
}

}  // namespace isonoise
