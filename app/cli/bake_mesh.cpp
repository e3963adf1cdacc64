#include "cli/bake.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "error.hpp"
#include "io/json.hpp"
#include "isonoise/range.hpp"
#include "mesh/bake_mesh.hpp"
#include "platform/system.hpp"
#include "scene/function_reach.hpp"
#include "scene/planet.hpp"
#include "scene/preset.hpp"
#include "words.hpp"

namespace isonoise {

namespace {

// A scene's relief and threshold are used if they mean the same for this kind of mesh.
MeshShape parse_shape(const BakeOptions& options, const Preset& preset) {
    const GridOptions& grid = options.grid;
    const Settings& settings = preset.settings;
    const Look& look = preset.look;
    MeshShape shape;
    shape.function = preset.function.get();
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
        const auto [mean, sigma] = mean_and_sigma(preset);
        double threshold = look.scene == Scene::density ? look.threshold : 0;
        if (!options.threshold.empty()) threshold = parse_finite("threshold", options.threshold);
        shape.level = mean + 3 * sigma * threshold;
        if (!options.value.empty()) shape.level = parse_finite("value", options.value);
        if (shape.relief < 0 || (shape.relief > 0 && shape.relief < 1e-30))
            fail("relief: expected 0, or 1e-30 or more, for a surface, got '{}'", shape.relief);
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
    Json text = Json::object();
    text["preset"] = parse_json(to_json(preset));
    for (int c = 0; c < preset.settings.dim; ++c)
        text["offset"].push_back(shape.axes[static_cast<std::size_t>(c)].offset);
    if (shape.kind == MeshKind::surface) {
        text["value"] = shape.level;
        if (shape.rise != 0) text["value_rise"] = shape.rise;
    } else {
        text["relief"] = shape.relief;
    }
    return to_text(text);
}

}  // namespace

void bake_mesh(const BakeOptions& options, const Preset& preset) {
    const std::string& output = options.output;
    if (options.backend == "gpu") fail("backend: expected cpu or auto for a mesh, which the CPU computes, got 'gpu'");
    MeshBake order;
    order.path = output;
    if (!options.format.empty()) {
        order.format = parse_word<MeshFormat>("format", kMeshFormats, options.format);
    } else if (const auto found = mesh_format_of(output)) {
        order.format = *found;
    } else {
        fail("-o: expected --format or a name with the extension .glb, .obj or .stl, got {}", in_quotes(output));
    }
    order.shape = parse_shape(options, preset);
    Settings settings = preset.settings;
    if (order.shape.kind == MeshKind::planet) settings.output = Output::signed_;  // as in scene planet
    const Noise noise(settings);
    // Counts chunks only once the shape is known to be valid.
    if (std::string what = problem(noise, order.shape); !what.empty()) throw Error(what);
    if (!options.part.empty()) {
        const auto chunks = chunks_of(order.shape);
        const auto [from, to] = parse_part(options.part).range(chunks[0] * chunks[1] * chunks[2]);
        order.first = from;
        order.last = to;
    }
    order.threads = parse_threads(options.threads);
    order.about = about(preset, order.shape);
    const MeshKind kind = order.shape.kind;
    for (const auto& [name, is_given, fits, whose] :
         {std::tuple{"mm", !options.mm.empty(), true, ""},
          {"base", !options.base.empty(), kind == MeshKind::ground, " of a height field"},
          {"all-pieces", options.all_pieces, kind == MeshKind::surface && !is_file_per_chunk(output),
           " of a surface in one file"}}) {
        if (is_given && (order.format != MeshFormat::stl || !fits)) fail("{}: only for an stl{}", name, whose);
    }
    if (!options.mm.empty()) order.millimetres = parse_finite("mm", options.mm);
    if (!options.base.empty()) order.base = parse_finite("base", options.base);
    order.all_pieces = options.all_pieces;
    if (std::string what = problem(noise, order); !what.empty()) throw Error(what);
    if (output == "-" && is_terminal(stdout)) fail("-o -: not writing a mesh to a terminal");

    if (preset.function && kind != MeshKind::planet)
        tell_if_far("bake", *preset.function, reach_of(order.shape.axes, *preset.function));
    ShownProgress progress(output, name_of_cpu(order.threads));
    const MeshReport report = bake_mesh(noise, order, [&](double done) { progress(done); });
    progress.finish([&] {
        const auto [width, depth, height] = report.size;
        const std::uint64_t triangles = report.levels.empty() ? 0 : report.levels[0].triangles;
        return fmt::format("{}, {}, {}",
                           order.format == MeshFormat::stl
                               ? fmt::format("{:.4g} x {:.4g} x {:.4g} millimetres", width, depth, height)
                               : counted(report.vertices, "vertex", "vertices"),
                           counted(triangles, "triangle"), counted(report.chunks, "chunk"));
    });
    if (report.islands + report.hollows > 0) {
        tell([&] {
            return fmt::format("{}: left out {} and {}, which are not joined to the largest piece (--all-pieces)",
                               progress.name(), counted(report.islands, "island"), counted(report.hollows, "hollow"));
        });
    }
    for (std::size_t i = 1; i < report.levels.size(); ++i) {
        tell([&] {
            const MeshReport::Level& level = report.levels[i];
            return fmt::format("{}: level {}: {}{}, at most {} from the finest vertices", progress.name(), i,
                               counted(level.triangles, "triangle"),
                               level.chunks == report.chunks
                                   ? ""
                                   : fmt::format(" in {} of {}", level.chunks, counted(report.chunks, "chunk")),
                               level.error);
        });
    }
    // A part may contain no mesh, and then has no levels to miss.
    if (const int most = order.shape.levels, made = static_cast<int>(report.levels.size()); made > 0 && made < most) {
        tell([&] {
            return fmt::format(
                "{}: level{} left out: less than a tenth of the triangles saved, or farther than 1/{} of "
                "a chunk's side from the finest vertices",
                progress.name(),
                made + 1 == most ? fmt::format(" {}", made) : fmt::format("s {} to {}", made, most - 1),
                std::lround(1 / kMostError));
        });
    }
}

}  // namespace isonoise
