// Blocks and polygons of scene density lie in coarse cells of 4 blocks a side, whose corners decide. Before a picture
// is drawn, two passes bake the body at the corners and each cell's highest corner into textures, layer by layer.
// Positions are in blocks, relative to the low corner of the eye's cell. density.cpp chooses which corners to bake.
#include "scenes/density.glsl"

uniform sampler2D corners;         // the body, without the hollow
uniform sampler2D highest;         // of a cell's corners, at its low corner
uniform ivec3 first_corner;        // the corner in the first texel
uniform ivec3 corner_count;
uniform int layers_across;         // layers of constant z side by side in a texture
uniform ivec3 block_origin;        // the block at the low corner of the eye's cell
uniform vec3 block_eye;
uniform float block_side;          // in units of coordinate
uniform float block_far;           // distance beyond which no blocks are visible

ivec3 corner_of(ivec2 texel) {
    ivec2 layer = texel / corner_count.xy;
    return ivec3(texel - layer * corner_count.xy, layer.x + layers_across * layer.y);
}
ivec2 texel_of(ivec3 corner) {
    return corner.xy + corner_count.xy * ivec2(corner.z % layers_across, corner.z / layers_across);
}

void prepare_cells() {
    prepare();
    far = block_far;
    // Octaves finer than the cells would only add randomness and cost time.
    detail = max(octaves_of(4.0 * block_side), 1.0);
}

vec3 local_of(vec3 p) { return (p - block_eye) * block_side; }

// The body outside the tables: rock below them, air elsewhere.
float unbaked(ivec3 at) { return at.y < 0 ? 8.0 : -8.0; }
bool is_baked(ivec3 at, ivec3 count) { return all(lessThan(uvec3(at), uvec3(count))); }

// The body at a corner.
float corner(ivec3 cell) {
    ivec3 at = cell - first_corner;
    float f = is_baked(at, corner_count) ? texelFetch(corners, texel_of(at), 0).r : unbaked(at);
    return with_hollow(f, local_of(vec3(cell * 4)));
}
// No value in a cell is higher.
float highest_in(ivec3 cell) {
    ivec3 at = cell - first_corner;
    return is_baked(at, corner_count - 1) ? texelFetch(highest, texel_of(at), 0).r : unbaked(at);
}
