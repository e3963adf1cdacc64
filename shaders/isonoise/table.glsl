// A lookup table, packed lowest first. For `improved`, `diagonal` and `slope` it holds isonoise::permutation(seed), 256
// bytes, four per component. For `axis` it holds isonoise::axis_table(seed), the two low bits of 1024 bytes, sixteen
// per component.
#ifndef ISONOISE_TABLE_GLSL
#define ISONOISE_TABLE_GLSL
layout(std140) uniform IsonoiseTable {
    uvec4 isonoise_table[16];
};

// Entry i modulo 256 of the permutation.
uint isonoise_permute(uint i) { return (isonoise_table[(i >> 4) & 15u][(i >> 2) & 3u] >> ((i & 3u) * 8u)) & 255u; }

// The two low bits of entry i modulo 1024 of the table of `axis`.
uint isonoise_two_bits(uint i) { return (isonoise_table[(i >> 6) & 15u][(i >> 4) & 3u] >> ((i & 15u) * 2u)) & 3u; }
#endif
