// The ground or the water of a picture as tables, which passes draw before it: heights round the eye, by azimuth
// (columns) and distance (rows), as fine as the picture's pixels need. Up to the distance `table_near` rows are even,
// and then as deep as a fraction of the distance. Each further level has half the resolution and leaves out an octave;
// the first two have only the azimuths in the picture, since farther shadows are too soft to need them elsewhere.
// heights.cpp chooses the sizes.
#include "scenes/world.glsl"

uniform sampler2D raised;    // the height of the eye
uniform sampler2D heights;   // the first level, and to its right the others, one below the other
uniform sampler2D highest;   // the highest line of sight to 8 rows of a column: the tangent of its elevation
uniform sampler2D ridges;    // to 64 rows of a column and the next one
uniform sampler2D skyline;   // to 8 rows of both and all nearer ones
uniform float table_near;    // hardly anything is closer
uniform int table_rows;      // of the first level
uniform ivec2 table_columns; // of the first level: those in the picture, and those of all azimuths
uniform float table_fine;    // columns a radian, and rows a unit of the distance's logarithm
uniform vec2 table_ahead;    // the direction of azimuth 0

// Positions in the tables are in texels of the first level, from azimuth 0 and distance 0.

// How far rows are from the eye along the ground, and how far away at least something is at such a distance.
float distance_of(float row) {
    float e = exp(row / table_fine);
    return 0.5 * table_near * (e - 1.0 / e);
}
float away_from(float r) { return sqrt(r * r + table_near * table_near); }

float azimuth_of(vec2 xz) {
    float front = dot(xz, table_ahead), side = xz.y * table_ahead.x - xz.x * table_ahead.y;
    return atan(side, front == 0.0 ? 1e-12 : front);
}
vec2 texel_of(vec2 xz) {
    float r = length(xz);
    return table_fine * vec2(azimuth_of(xz), log((r + away_from(r)) / table_near));
}
vec2 xz_of(vec2 texel) {
    float azimuth = texel.x / table_fine;
    return distance_of(texel.y) * (cos(azimuth) * table_ahead + sin(azimuth) * vec2(-table_ahead.y, table_ahead.x));
}

// Where a level lies in the texture, and its number of columns and rows.
ivec2 origin_of(int level) {
    return level == 0 ? ivec2(0) : ivec2(table_columns.x, table_rows - (table_rows >> (level - 1)));
}
ivec2 size_of(int level) { return ivec2(level < 2 ? table_columns.x : table_columns.y, table_rows) >> level; }

// The narrowest cells in a level's heights at this distance: two texels.
float cells_of(float level, float r) { return exp2(level) * 2.0 / table_fine * away_from(r); }

// The point in this fragment of `heights` and its narrowest cells; false outside all levels.
bool in_heights(out vec2 xz, out float cells) {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    int level = 0;
    if (pixel.x >= table_columns.x) {
        level = 1;
        while (level < HEIGHT_LEVELS - 1 && pixel.y >= origin_of(level + 1).y) ++level;
    }
    pixel -= origin_of(level);
    ivec2 count = size_of(level);
    xz = xz_of((vec2(pixel) + 0.5 - vec2(0.5 * float(count.x), 0.0)) * exp2(float(level)));
    cells = cells_of(float(level), length(xz));
    return pixel.x < count.x && pixel.y < count.y;
}

// A level's height at a position, between four texels.
float height_at(int level, vec2 texel) {
    ivec2 count = size_of(level);
    vec2 at = texel * exp2(-float(level)) + vec2(0.5 * float(count.x), 0.0) - 0.5;
    at.y = clamp(at.y, 0.0, float(count.y) - 1.001);
    vec2 low = floor(at), f = at - low;
    ivec2 a = origin_of(level) + ivec2(low);
    return mix(mix(texelFetch(heights, a, 0).r, texelFetch(heights, a + ivec2(1, 0), 0).r, f.x),
               mix(texelFetch(heights, a + ivec2(0, 1), 0).r, texelFetch(heights, a + ivec2(1, 1), 0).r, f.x), f.y);
}

// The ground's height with cells about this wide, by the nearest level. It has cells half as wide, since interpolation
// flattens the narrowest ones.
float seen_ground(vec2 xz, float width) {
    vec2 texel = texel_of(xz);
    float least = abs(texel.x) < 0.5 * float(table_columns.x) - 2.0 ? 0.0 : 2.0;
    float level = log2(0.5 * width / cells_of(0.0, length(xz)));
    return height_at(int(clamp(level, least, float(HEIGHT_LEVELS) - 1.0) + 0.5), texel);
}

// The highest line of sight to 8 rows of a column and the next one.
float highest_line(int column, int block) {
    return max(texelFetch(highest, ivec2(column, block), 0).r,
               texelFetch(highest, ivec2(min(column + 1, table_columns.x - 1), block), 0).r);
}

float eye_height() { return texelFetch(raised, ivec2(0), 0).r; }
