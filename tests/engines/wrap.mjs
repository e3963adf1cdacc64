// Wrappers that call a snippet's function in each language (through f.call, if set). evaluate() takes a row's words
// (see golden.mjs) and the index of an output, and returns that output's bits.

const part = (dim, name) => `${name}.${"xyzw".slice(0, dim)}`;

const call = ({ name, dim, kind }, float, gradient) =>
  `${name}(${[
    float(part(dim, "p")), "seed",
    ...(kind.includes("_periodic") ? [part(dim, "period")] : []),
    ...(kind.endsWith("_gradient") ? [gradient] : []),
    ...(kind == "_fbm" ? [..."xyzw"].map((c) => float(`fbm.${c}`)) : []),
  ].join(", ")})`;

// Selects an output by its index in a way that works in every language: Godot 3 cannot index vectors and needs the
// parentheses, naga's HLSL cannot index arrays.
const either = (index, output, rest) => `(index == ${index} ? ${output} : ${rest})`;
const chosen = (dim, choose = either) => {
  const components = dim == 1 ? ["gradient"] : [..."xyzw"].slice(0, dim).map((c) => `gradient.${c}`);
  return ["value", ...components].reduceRight((rest, output, i) => choose(i, output, rest));
};

const cLike = (language, uint4, vector, { toFloat, toUint, zero }) => (f) => {
  const type = f.dim == 1 ? "float" : `${vector}${f.dim}`;
  return `
uint evaluate(${uint4} p, ${uint4} period, ${uint4} fbm, uint seed, int index) {
    ${type} gradient = ${zero(type)};
    float value = ${f.call?.[language] ?? call(f, (x) => `${toFloat}(${x})`, "gradient")};
    return ${toUint}(${chosen(f.dim)});
}
`;
};

export const glsl = cLike("glsl", "uvec4", "vec",
  { toFloat: "uintBitsToFloat", toUint: "floatBitsToUint", zero: (type) => `${type}(0.0)` });
export const godot3 = cLike("godot3", "uvec4", "vec",
  { toFloat: "uintBitsToFloat", toUint: "floatBitsToUint", zero: (type) => `${type}(0.0)` });
export const hlsl = cLike("hlsl", "uint4", "float", { toFloat: "asfloat", toUint: "asuint", zero: (type) => `(${type})0.0` });

export const wgsl = (f) => {
  const type = f.dim == 1 ? "f32" : `vec${f.dim}f`;
  return `
fn evaluate(p: vec4u, period: vec4u, fbm: vec4u, seed: u32, index: u32) -> u32 {
    var gradient = ${type}();
    let value = ${f.call?.wgsl ?? call(f, (x) => (x == "p.x" || x.startsWith("fbm") ? `bitcast<f32>(${x})` : `bitcast<${type}>(${x})`),
    "&gradient")};
    return bitcast<u32>(${chosen(f.dim, (index, output, rest) => `select(${rest}, ${output}, index == ${index}u)`)});
}
`;
};

/// The WGSL snippet's variable that its user sets to a 0 unknown to the compiler.
export function zeroOf(source) {
  const [, name] = /^var<private> (\w+): u32 = 0u;$/m.exec(source) ?? [];
  if (!name) throw new Error("the snippet declares no zero");
  return name;
}
