// Four consecutive points in a column of a grid, computed together if they share a cell. For `perlin` and `value` in 2D
// to 4D with separate axes (no warp, no flow, not eroded). Twin of core/isonoise/fast/batch_grid.cpp. Include it after
// noise.glsl; the same macros select the noise.
//
// A corner contributes gradient . offset, and only the y term of that changes from row to row. The other terms are
// summed once; each row then takes one product and one sum per corner, and the interpolation. Products with -1, 0 and 1
// and sums with 0 are exact, so these are the bits of gradient.glsl.
//
// Tables along the axes hold the values that a whole row, column or plane of a grid shares. For each point and octave:
// the keys of its cell's ends (hash.glsl), the bits of its fraction, and the bits of the fraction's fade.
#ifndef ISONOISE_ROWS_GLSL
#define ISONOISE_ROWS_GLSL

// A column in an octave: the table entries for x, z and w.
struct IsonoiseColumn {
    uvec4 x, z, w;
};

vec4 isonoise_lerp(vec4 a, vec4 b, vec4 t) {
    ISO_PRECISE vec4 r = ISO_EXACT(a + ISO_EXACT(t * ISO_EXACT(b - a)));
    return r;
}

#if ISONOISE_ALGORITHM == 0
// gradient . offset from a corner with the hash h; `offset` holds x, z and w.
vec4 isonoise_below(uint h, vec3 offset, vec4 y) {
#if ISONOISE_DIM == 2
    bool longer = int(h) < 0;
    ISO_PRECISE float shorter = ISO_EXACT(ISONOISE_TANGENT * offset.x);
    ISO_PRECISE float rest = isonoise_flip(longer ? offset.x : shorter, h, 30u);
    ISO_PRECISE float factor = isonoise_flip(longer ? ISONOISE_TANGENT : 1.0, h, 29u);
    ISO_PRECISE vec4 r = ISO_EXACT(rest + ISO_EXACT(factor * y));
    return r;
#elif ISONOISE_DIM == 3
    uint signs = (h << 1) + h;
    bool no_x = int(h) < ISONOISE_THIRD1, has_z = int(h) < ISONOISE_THIRD2;
    ISO_PRECISE float x = no_x ? 0.0 : isonoise_flip(offset.x, signs, 31u);
    ISO_PRECISE float z = has_z ? isonoise_flip(offset.y, signs, 30u) : 0.0;
    ISO_PRECISE float rest = ISO_EXACT(x + z);
    ISO_PRECISE float factor = no_x ? isonoise_flip(1.0, signs, 31u) : has_z ? 0.0 : isonoise_flip(1.0, signs, 30u);
    ISO_PRECISE vec4 r = ISO_EXACT(rest + ISO_EXACT(factor * y));
    return r;
#else  // three components from the left: the first two without y, y, the last
    bool q = h < 0x40000000u, r = h < 0x80000000u, s = h < 0xC0000000u;
    ISO_PRECISE float x = s ? isonoise_flip(offset.x, h, 27u) : 0.0;
    ISO_PRECISE float z = r ? 0.0 : isonoise_flip(offset.y, h, 28u);
    ISO_PRECISE float rest = ISO_EXACT(x + z);
    ISO_PRECISE float factor = r ? isonoise_flip(1.0, h, 28u) : s ? 0.0 : isonoise_flip(1.0, h, 27u);
    ISO_PRECISE float last = isonoise_flip(q ? offset.y : offset.z, h, 29u);
    ISO_PRECISE vec4 sum = ISO_EXACT(ISO_EXACT(rest + ISO_EXACT(factor * y)) + last);
    return sum;
#endif
}
#endif

// Interpolates within a square whose corners have the hashes h; `offset` holds z and w.
vec4 isonoise_square_rows(uvec4 h, vec2 offset, vec2 x, vec4 fy, vec4 wy) {
#if ISONOISE_ALGORITHM == 0
    ISO_PRECISE float gx = ISO_EXACT(x.x - 1.0);
    ISO_PRECISE vec4 gy = ISO_EXACT(fy - 1.0);
    ISO_PRECISE vec4 a = isonoise_below(h.x, vec3(x.x, offset), fy);
    ISO_PRECISE vec4 b = isonoise_below(h.y, vec3(gx, offset), fy);
    ISO_PRECISE vec4 c = isonoise_below(h.z, vec3(x.x, offset), gy);
    ISO_PRECISE vec4 d = isonoise_below(h.w, vec3(gx, offset), gy);
    return isonoise_lerp(isonoise_lerp(a, b, x.y), isonoise_lerp(c, d, x.y), wy);
#else
    ISO_PRECISE vec4 a = isonoise_number(h);
    ISO_PRECISE vec2 r = isonoise_lerp(a.xz, a.yw, x.y);
    return isonoise_lerp(vec4(r.x), vec4(r.y), wy);
#endif
}

// The corners' keys in x and y, to be xored with those along z and w.
uvec4 isonoise_keys(IsonoiseColumn at, uvec2 y) { return at.x.xyxy ^ y.xxyy; }

// Four rows in one cell. y holds the keys of its ends, fy and wy the rows' fractions and fades.
vec4 isonoise_together(IsonoiseColumn at, uvec2 y, vec4 fy, vec4 wy) {
    uvec4 key = isonoise_keys(at, y);
    ISO_PRECISE vec2 x = uintBitsToFloat(at.x.zw);
    ISO_PRECISE vec2 z = uintBitsToFloat(at.z.zw);
    ISO_PRECISE vec2 w = uintBitsToFloat(at.w.zw);
    ISO_PRECISE float gz = ISO_EXACT(z.x - 1.0);
    ISO_PRECISE float gw = ISO_EXACT(w.x - 1.0);
#if ISONOISE_DIM == 2
    return isonoise_square_rows(isonoise_hash(key), vec2(0.0), x, fy, wy);
#elif ISONOISE_DIM == 3
    ISO_PRECISE vec4 a = isonoise_square_rows(isonoise_hash(key ^ at.z.x), vec2(z.x, 0.0), x, fy, wy);
    ISO_PRECISE vec4 b = isonoise_square_rows(isonoise_hash(key ^ at.z.y), vec2(gz, 0.0), x, fy, wy);
    return isonoise_lerp(a, b, z.y);
#else
    ISO_PRECISE vec4 a = isonoise_square_rows(isonoise_hash(key ^ at.z.x ^ at.w.x), vec2(z.x, w.x), x, fy, wy);
    ISO_PRECISE vec4 b = isonoise_square_rows(isonoise_hash(key ^ at.z.y ^ at.w.x), vec2(gz, w.x), x, fy, wy);
    ISO_PRECISE vec4 c = isonoise_square_rows(isonoise_hash(key ^ at.z.x ^ at.w.y), vec2(z.x, gw), x, fy, wy);
    ISO_PRECISE vec4 d = isonoise_square_rows(isonoise_hash(key ^ at.z.y ^ at.w.y), vec2(gz, gw), x, fy, wy);
    return isonoise_lerp(isonoise_lerp(a, b, z.y), isonoise_lerp(c, d, z.y), w.y);
#endif
}

// One row; y is its table entry.
float isonoise_alone(IsonoiseColumn at, uvec4 y) {
    uvec4 key = isonoise_keys(at, y.xy);
    ISO_PRECISE vec4 f = uintBitsToFloat(uvec4(at.x.z, y.z, at.z.z, at.w.z));
    ISO_PRECISE vec4 w = uintBitsToFloat(uvec4(at.x.w, y.w, at.z.w, at.w.w));
#if ISONOISE_DIM == 2 && ISONOISE_ALGORITHM == 0
    return isonoise_noise(isonoise_hash(key), f.xy, w.xy);
#elif ISONOISE_DIM == 2
    return isonoise_interpolate(isonoise_number(isonoise_hash(key)), w.xy);
#elif ISONOISE_DIM == 3
    uvec4 a = isonoise_hash(key ^ at.z.x), b = isonoise_hash(key ^ at.z.y);
#if ISONOISE_ALGORITHM == 0
    return isonoise_noise(a, b, f.xyz, w.xyz);
#else
    return isonoise_interpolate(isonoise_number(a), isonoise_number(b), w.xyz);
#endif
#else
    uvec4 a = isonoise_hash(key ^ at.z.x ^ at.w.x), b = isonoise_hash(key ^ at.z.y ^ at.w.x);
    uvec4 c = isonoise_hash(key ^ at.z.x ^ at.w.y), d = isonoise_hash(key ^ at.z.y ^ at.w.y);
#if ISONOISE_ALGORITHM == 0
    return isonoise_noise(a, b, c, d, f, w);
#else
    return isonoise_interpolate(isonoise_number(a), isonoise_number(b), isonoise_number(c), isonoise_number(d), w);
#endif
#endif
}

// One octave of four rows, scaled; a, b, c and d are their table entries.
vec4 isonoise_rows(IsonoiseColumn at, uvec4 a, uvec4 b, uvec4 c, uvec4 d) {
    ISO_BARRIER(uintBitsToFloat(uvec2(at.x.z, a.z)));
    ISO_PRECISE vec4 n = vec4(0.0);
    // Loops instead of a branch, since CPU rasterisers would execute both sides.
    bool one_cell = b.xy == a.xy && c.xy == a.xy && d.xy == a.xy;
    for (bool once = one_cell; once; once = false) {
        ISO_PRECISE vec4 f = uintBitsToFloat(uvec4(a.z, b.z, c.z, d.z));
        ISO_PRECISE vec4 w = uintBitsToFloat(uvec4(a.w, b.w, c.w, d.w));
        n = isonoise_together(at, a.xy, f, w);
    }
    for (uint j = one_cell ? 4u : 0u; j < 4u; ++j) {
        ISO_PRECISE float m = isonoise_alone(at, j == 0u ? a : j == 1u ? b : j == 2u ? c : d);
        n = vec4(j == 0u ? m : n.x, j == 1u ? m : n.y, j == 2u ? m : n.z, m);
    }
    return isonoise_scaled(n, isonoise_plan.scale);
}

// Adds an octave to a sum.
vec4 isonoise_more(vec4 sum, vec4 n, uint i) {
    ISO_PRECISE vec4 shaped =
        vec4(isonoise_shaped(n.x), isonoise_shaped(n.y), isonoise_shaped(n.z), isonoise_shaped(n.w));
    ISO_PRECISE vec4 r = ISO_EXACT(sum + ISO_EXACT(isonoise_plan.octaves[i].amplitude * shaped));
    return r;
}
#endif
