// The integer hash of `perlin`: from a lattice point and a seed to 32 bits whose top bits choose a gradient.
// Twin of core/isonoise/hash.hpp.
//
// A lattice point's key is x*PRIME_X ^ y*PRIME_Y ^ z*PRIME_Z ^ w*PRIME_W ^ mix(seed). Odd factors are bijections of
// the 32-bit integers, so along each axis no key comes twice within 2^32 cells, and neighbours share all factors
// but one. Xor, not a sum: sums of products repeat along short lattice vectors.

const uint ISONOISE_PRIME_X = 0x9E3779B1u;
const uint ISONOISE_PRIME_Y = 0x85EBCA77u;
const uint ISONOISE_PRIME_Z = 0xC2B2AE3Du;
const uint ISONOISE_PRIME_W = 0x27D4EB2Fu;

// Octave i is seeded with seed ^ i*ISONOISE_OCTAVE, so that no octave repeats another's lattice.
const uint ISONOISE_OCTAVE = 0x9E3779B9u;

// Full mixing of a seed, so that neighbouring seeds share nothing. A bijection; mix(0) is 0.
// (Constants: Chris Wellons, "Prospecting for hash functions", lowbias32.)
uint isonoise_mix(uint h) {
    h ^= h >> 16;
    h *= 0x7FEB352Du;
    h ^= h >> 15;
    h *= 0x846CA68Bu;
    h ^= h >> 16;
    return h;
}

// Once a corner, so as short as it may be: the shift feeds the key's high bits into the product, whose top bits
// depend on all others.
uint isonoise_hash(uint key) {
    key ^= key >> 15;
    key *= 0x2C1B3C6Du;
    return key;
}
