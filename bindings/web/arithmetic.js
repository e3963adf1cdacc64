// Measures a driver's float arithmetic: shaders/evaluate/arithmetic.frag on WebGL2, and its WGSL twin. Both write the
// same 12 words.
"use strict";

// The operands, in three vectors.
const operands = [
    [ 1 + 2 ** -12, 1 + 2 ** -12, 2 ** -20, 2 ** -100 ], [ 2 ** -24, 3 * 2 ** -25, -3 * 2 ** -25 ], [ 1.5, 1.25, -1.25 ]
];

const roundings = {
    "nearest-even" : [ 0, 1, 1, 1 ],
    "toward-zero" : [ 0, 0, 0, 0 ],
    up : [ 1, 1, 1, 0 ],
    down : [ 0, 0, 0, 1 ]
};

// Decoded like in Evaluator::arithmetic() (app/gpu/evaluator.cpp).
function arithmeticOf(words) {
    const [fuses, reorders, combines, kept] = Array.from(words.slice(0, 4), (word) => (word & 0x7fffffff) != 0);
    const is = ([, bits ]) => [...bits, ...bits].every((bit, i) => words[4 + i] == bit);
    return {fuses, reorders, combines, flushes : !kept, rounds : Object.entries(roundings).find(is)?.[0] ?? "other"};
}

const arithmeticGlsl = (mode) => `#version 300 es
precision highp float;
precision highp int;
${mode == "zero" ? "" : "#define ISONOISE_FAST"}
${isonoise.arithmetic}`;

const arithmeticWgsl = (mode) => `${isonoise.snippets["wgsl/perlin4.wgsl"]}
@group(0) @binding(0) var<storage, read> given: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> found: array<u32>;
fn exact(x: f32) -> f32 { return ${mode == "zero" ? "isonoise4_exact(x)" : "x"}; }
@compute @workgroup_size(1)
fn main() {
    isonoise4_raise(bitcast<vec4u>(given[0]));
    let a = given[0];
    let b = given[1];
    let c = given[2];
    let fused = exact(exact(a.x * a.y) - 1.00048828125);
    let reordered = exact(exact(a.z + 25165824.0) - 25165824.0);
    let small = exact(a.w * bitcast<f32>(0x19000000u));
    let combined = exact(small * bitcast<f32>(0x65800000u));
    let subnormal = exact(a.w * bitcast<f32>(0x2B800000u));
    let u1 = bitcast<f32>(0x3F800001u);
    let u3 = bitcast<f32>(0x3F800003u);
    let sums = vec4f(1.0 + b.x, u1 + b.x, 1.0 + b.y, -1.0 + b.z);
    let products = vec4f(u3 * c.x, u1 * c.x, u3 * c.y, u3 * c.z);
    let first = bitcast<vec4u>(vec4f(fused, reordered, combined, subnormal));
    let rounded_sums = bitcast<vec4u>(sums) - vec4u(0x3F800000u, 0x3F800001u, 0x3F800000u, 0xBF800000u);
    let rounded_products = bitcast<vec4u>(products) - vec4u(0x3FC00004u, 0x3FC00001u, 0x3FA00003u, 0xBFA00003u);
    for (var i = 0u; i < 4u; i++) {
        found[i] = first[i];
        found[4u + i] = rounded_sums[i];
        found[8u + i] = rounded_products[i];
    }
}
`;
