#include "cli/bake_mesh.hpp"

#include <charconv>
#include <thread>

#include <nlohmann/json.hpp>

#include "cli/options.hpp"
#include "io/progress.hpp"
#include "isonoise/range.hpp"
#include "mesh/bake_mesh.hpp"
#include "platform/system.hpp"
#include "scene/planet.hpp"

namespace isonoise {

void MeshOptions::add(Verb& verb) {
    static constexpr const char* group = "Meshes";
    verb.flag("--mesh", is_wanted,
              "write polygons: in 2D a height field, in 3D the surface of rock (3D with one cell along z: the height "
              "field of that plane; 4D with one cell along w: a surface)",
              group);
    verb.flag("--planet", planet,
              "a sphere of radius 1 raised and lowered by 3D noise; --size is a number of cells along an edge of the "
              "cube that it is made of, --offset its center",
              group);
    verb.option(
        "--relief", relief, "NUMBER",
        "height of a value of 1, in units of coordinate [the preset's; else 1, for a planet 0.1]; for a surface "
        "as in scene density: rock thins out upwards, 0 is the same at every height [the preset's; else 0]",
        group);
    verb.option("--threshold", threshold, "NUMBER",
                "how far above the noise's mean rock begins, in 3 sigma, as in scene density [the preset's; else 0]",
                group);
    verb.option("--value", value, "NUMBER", "instead of --threshold: rock is where the noise exceeds this value",
                group);
    verb.option("--chunk", chunk, "NxNxN",
                "cells of a chunk, which is one node, group or file; up to 2^18 in all [64x64x64; 256x256]", group);
    verb.option("--levels", levels, "N",
                "levels of detail, up to 8, each with about a quarter of the triangles of the one before; glb only [1]",
                group);
    verb.option("--part", part, "I/N", "only part I of N equal parts; FILE must be a name per chunk", group);
}

void MeshOptions::check_unused(const std::string& output) const {
    const std::pair<const char*, bool> flags[] = {
        {"planet", planet},        {"relief", !relief.empty()}, {"threshold", !threshold.empty()},
        {"value", !value.empty()}, {"chunk", !chunk.empty()},   {"levels", !levels.empty()},
        {"part", !part.empty()}};
    for (const auto& [name, is_given] : flags) {
        if (is_given) fail("{}: only with --mesh", name);
    }
    if (mesh_format_of(output)) fail("-o: expected --mesh too for {}, a mesh", in_quotes(output));
}

namespace {

// The chunks of part I of N, of `all`.
void parse_part(const std::string& text, std::int64_t all, MeshBake& order) {
    const std::size_t slash = text.find('/');
    if (slash == std::string::npos) fail("part: expected I/N, such as 2/8, got {}", in_quotes(text));
    const std::int64_t parts = parse_whole("part", text.substr(slash + 1), 1, 1 << 20);
    const std::int64_t part = parse_whole("part", text.substr(0, slash), 1, parts);
    const auto from = [&](std::int64_t i) { return all / parts * i + all % parts * i / parts; };
    order.first = from(part - 1);
    order.last = from(part);
}

// What the scenes say of relief and threshold counts where they say it of the same thing.
MeshShape parse_shape(const MeshOptions& options, const Preset& preset, const GridOptions& grid) {
    const Settings& settings = preset.settings;
    const Look& look = preset.look;
    MeshShape shape;
    GridOptions texts = grid;
    if (options.planet) {
        if (!grid.step.empty()) fail("step: not for a planet, whose --size decides");
        if (settings.dim < 3) fail("dim: expected 3 or 4 for a planet, got '{}'", settings.dim);
        shape.kind = MeshKind::planet;
        shape.axes.x.count = parse_whole("size", grid.size, 1, kMostCellsOfASurfaceAxis);
        const auto center = parse_numbers("offset", grid.offset.empty() ? "0" : grid.offset, settings.dim);
        for (std::size_t c = 0; c < center.size(); ++c)
            shape.axes[c].offset = grid.offset.empty() && look.scene == Scene::planet ? look.center[c] : center[c];
        shape.relief = look.scene == Scene::planet ? planet_relief(look) : 0.1;
    } else {
        if (settings.dim < 2) fail("dim: expected 2, 3 or 4 for a mesh, got '1'");
        shape.axes = parse_axes(grid, settings);
        const bool is_surface = settings.dim > 2 && shape.axes.z.count > 1;
        shape.kind = is_surface ? MeshKind::surface : MeshKind::ground;
        for (std::size_t c = is_surface ? 3 : 2; c < 4; ++c) {
            if (shape.axes[c].count == 1) shape.axes[c].per_period = 0;
        }
        if (!is_surface && look.scene == Scene::terrain) shape.relief = look.relief;
        if (is_surface) shape.relief = look.scene == Scene::density ? look.relief : 0;
    }
    if (!options.relief.empty()) shape.relief = parse_finite("relief", options.relief);
    const bool is_surface = shape.kind == MeshKind::surface;
    for (const auto& [name, text] : {std::pair{"threshold", &options.threshold}, {"value", &options.value}}) {
        if (!is_surface && !text->empty()) fail("{}: only for a surface, which 3D noise has", name);
    }
    if (is_surface) {
        if (!options.threshold.empty() && !options.value.empty())
            fail("value: expected --value or --threshold, got both");
        const auto [mean, sigma] = mean_and_sigma(settings);
        double threshold = look.scene == Scene::density ? look.threshold : 0;
        if (!options.threshold.empty()) threshold = parse_finite("threshold", options.threshold);
        shape.level = mean + 3 * sigma * threshold;
        if (!options.value.empty()) shape.level = parse_finite("value", options.value);
        if (shape.relief < 0) fail("relief: expected 0 or more for a surface, got '{}'", shape.relief);
        if (shape.relief > 0) shape.rise = 3 * sigma / shape.relief;
    }

    const int own = is_surface ? 3 : 2;
    if (!is_surface) shape.chunk = {256, 256, 1};
    if (!options.chunk.empty()) {
        const auto counts = parse_counts("chunk", options.chunk, own);
        std::copy(counts.begin(), counts.end(), shape.chunk.begin());
    }
    if (!options.levels.empty()) shape.levels = static_cast<int>(parse_whole("levels", options.levels, 1, kMostLevels));
    return shape;
}

std::string about(const Preset& preset, const MeshShape& shape) {
    nlohmann::ordered_json text;
    text["preset"] = nlohmann::ordered_json::parse(to_json(preset));
    for (int c = 0; c < preset.settings.dim; ++c)
        text["offset"].push_back(shape.axes[static_cast<std::size_t>(c)].offset);
    if (shape.kind == MeshKind::surface) {
        text["value"] = shape.level;
        if (shape.rise != 0) text["value_rise"] = shape.rise;
    } else {
        text["relief"] = shape.relief;
    }
    return text.dump();
}

}  // namespace

void bake_mesh(const MeshOptions& options, const Preset& preset, const GridOptions& grid, const std::string& format,
               const std::string& output, unsigned threads) {
    MeshBake order;
    order.path = output;
    if (!format.empty()) {
        order.format = parse_word<MeshFormat>("format", kMeshFormats, format);
    } else if (const auto found = mesh_format_of(output)) {
        order.format = *found;
    } else {
        fail("-o: expected --format or a name with the extension .glb, .obj or .stl, got {}", in_quotes(output));
    }
    order.shape = parse_shape(options, preset, grid);
    Settings settings = preset.settings;
    if (order.shape.kind == MeshKind::planet) settings.output = Output::signed_;  // as scene planet draws it
    const Noise noise(settings);
    // The chunks are counted only once their shape is known to be sound.
    if (std::string what = problem(noise, order.shape); !what.empty()) throw Error(what);
    const auto chunks = chunks_of(order.shape);
    if (!options.part.empty()) parse_part(options.part, chunks[0] * chunks[1] * chunks[2], order);
    order.threads = threads ? threads : std::max(1u, std::thread::hardware_concurrency());
    order.about = about(preset, order.shape);
    if (std::string what = problem(noise, order); !what.empty()) throw Error(what);
    if (output == "-" && is_terminal(stdout)) fail("-o -: not writing a mesh to a terminal");

    Progress progress;
    const Stopwatch time;
    double last = 0;
    const MeshReport report = bake_mesh(noise, order, [&](double share) {
        if (time.seconds() - last < 0.2) return;
        last = time.seconds();
        progress.show(output + ": " + text_of(ExportState{0, 1, share, time.seconds_left(share)}));
    });
    progress.clear();
    const std::string name = output == "-" ? "standard output" : output;
    fmt::print(stderr, "isonoise: {}: {} vertices, {} triangles, {} chunk{} in {:.2f} s by the CPU ({}, {} thread{})\n",
               name, report.vertices, report.levels[0].triangles, report.chunks, report.chunks == 1 ? "" : "s",
               time.seconds(), batch_instructions(), order.threads, order.threads == 1 ? "" : "s");
    for (std::size_t i = 1; i < report.levels.size(); ++i) {
        fmt::print(stderr, "isonoise: {}: level {}: {} triangles, at most {:.3g} from the finest vertices\n", name, i,
                   report.levels[i].triangles, report.levels[i].error);
    }
}

}  // namespace isonoise
