// Measures this driver's float arithmetic. Compiled three times: unprotected, with `precise` and with the opaque zero.
// The operands are uniforms, so the compiler cannot fold them. The page compiles it too; bindings/web/arithmetic.js has
// a WGSL twin.
#include "isonoise/lattice.glsl"

uniform vec4 a;  // 1 + 2^-12, the same, 2^-20, 2^-100
uniform vec3 b;  // 2^-24, 3 * 2^-25, -3 * 2^-25
uniform vec3 c;  // 1.5, 1.25, -1.25
layout(location = 0) out uvec4 found;

void main() {
    ISO_BARRIER(a);
    // 1 + 2^-11 + 2^-24 rounds to 1 + 2^-11: the difference is 0 unless the product stays unrounded.
    ISO_PRECISE float fused = ISO_EXACT(ISO_EXACT(a.x * a.y) - 1.00048828125);
    // 2^-20 is lost in 3 * 2^23, unless the compiler cancels the two terms.
    ISO_PRECISE float reordered = ISO_EXACT(ISO_EXACT(a.z + 25165824.0) - 25165824.0);
    // 2^-100 * 2^-77 underflows to 0, unless the compiler multiplies the two constants first.
    ISO_PRECISE float small = ISO_EXACT(a.w * uintBitsToFloat(0x19000000u));
    ISO_PRECISE float combined = ISO_EXACT(small * uintBitsToFloat(0x65800000u));
    // 2^-100 * 2^-40 is subnormal, unless the driver flushes it to 0.
    ISO_PRECISE float subnormal = ISO_EXACT(a.w * uintBitsToFloat(0x2B800000u));

    // Two ties, then 3/4 of an ulp above 0 and below 0. Each result less the float next to it towards 0 is 0 or 1:
    // 0 1 1 1 if sums and products round to the nearest, ties to even.
    float u1 = uintBitsToFloat(0x3F800001u), u3 = uintBitsToFloat(0x3F800003u);  // 1 + 2^-23, 1 + 3 * 2^-23
    ISO_PRECISE vec4 sums = vec4(1.0 + b.x, u1 + b.x, 1.0 + b.y, -1.0 + b.z);
    ISO_PRECISE vec4 products = vec4(u3 * c.x, u1 * c.x, u3 * c.y, u3 * c.z);
    uvec4 rounded_sums = floatBitsToUint(sums) - uvec4(0x3F800000u, 0x3F800001u, 0x3F800000u, 0xBF800000u);
    uvec4 rounded_products = floatBitsToUint(products) - uvec4(0x3FC00004u, 0x3FC00001u, 0x3FA00003u, 0xBFA00003u);

    // Three texels.
    found = floatBitsToUint(vec4(fused, reordered, combined, subnormal));
    if (gl_FragCoord.x > 1.0) found = rounded_sums;
    if (gl_FragCoord.x > 2.0) found = rounded_products;
}
