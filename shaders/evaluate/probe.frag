// Shows what this driver does to float operations. Compiled three times: unprotected, with `precise` and with the
// opaque zero. The operands come from uniforms, so the compiler cannot fold them.
#include "isonoise/lattice.glsl"

uniform vec4 a;  // 1 + 2^-12, the same, 2^-20, 2^-100
layout(location = 0) out uvec4 found;

void main() {
    // 1 + 2^-11 + 2^-24 rounds to 1 + 2^-11: the difference is 0 unless the product stays unrounded.
    ISO_PRECISE float fused = ISO_EXACT(ISO_EXACT(a.x * a.y) - 1.00048828125);
    // 2^-20 vanishes in 3 * 2^23, unless the compiler sees that the sums cancel.
    ISO_PRECISE float reordered = ISO_EXACT(ISO_EXACT(a.z + 25165824.0) - 25165824.0);
    // 2^-100 * 2^-77 is too small for a float and gives 0, unless the compiler multiplies the two constants first.
    ISO_PRECISE float small = ISO_EXACT(a.w * uintBitsToFloat(0x19000000u));
    ISO_PRECISE float combined = ISO_EXACT(small * uintBitsToFloat(0x65800000u));
    // 2^-100 * 2^-40 is subnormal, unless the driver flushes it to 0.
    ISO_PRECISE float subnormal = ISO_EXACT(a.w * uintBitsToFloat(0x2B800000u));
    found = floatBitsToUint(vec4(fused, reordered, combined, subnormal));
}
