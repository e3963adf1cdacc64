// `isonoise bake --mesh`: its flags, and the work.
#pragma once

#include <string>

#include "cli/command_line.hpp"
#include "cli/grids.hpp"
#include "scene/preset.hpp"

namespace isonoise {

struct MeshOptions {
    bool is_wanted = false;
    bool planet = false;
    std::string threshold, value, relief, chunk, levels, part;

    void add(Verb& verb);
    // Throws Error if one of them is given without --mesh, or if only a mesh can have that name.
    void check_unused(const std::string& output) const;
};

// Throws Error. `format` and `output` as given; threads as in MeshBake.
void bake_mesh(const MeshOptions& options, const Preset& preset, const GridOptions& grid, const std::string& format,
               const std::string& output, unsigned threads);

}  // namespace isonoise
