// What this driver does to float operations that nothing protects, or `precise` does, or the opaque zero does: compiled
// once for each. The operands come from uniforms, so that nothing is computed beforehand.
#include "isonoise/lattice.glsl"

uniform vec4 a;  // 1 + 2^-12, the same, 2^-20, 2^-100
layout(location = 0) out uvec4 found;

void main() {
    // 1 + 2^-11 + 2^-24 rounds to 1 + 2^-11: the difference is 0 unless the product was kept whole.
    ISO_PRECISE float fused = ISO_EXACT(ISO_EXACT(a.x * a.y) - 1.00048828125);
    // 2^-20 vanishes in 3 * 2^23, unless somebody sees that the sums cancel.
    ISO_PRECISE float reordered = ISO_EXACT(ISO_EXACT(a.z + 25165824.0) - 25165824.0);
    // 2^-100 * 2^-77 is too small for a float and stays 0, unless somebody multiplies the two constants first.
    ISO_PRECISE float small = ISO_EXACT(a.w * uintBitsToFloat(0x19000000u));
    ISO_PRECISE float combined = ISO_EXACT(small * uintBitsToFloat(0x65800000u));
    // 2^-100 * 2^-40: a subnormal number, unless it is flushed to 0.
    ISO_PRECISE float subnormal = ISO_EXACT(a.w * uintBitsToFloat(0x2B800000u));
    found = floatBitsToUint(vec4(fused, reordered, combined, subnormal));
}
