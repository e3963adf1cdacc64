// Calls a snippet's function: evaluate() takes a row's words (vectors.mjs) and the index of an output, and returns that
// output's bits. A function may override its call per language in f.call, and return a vector of f.channels.

const part = (dim, name) => `${name}.${"xyzw".slice(0, dim)}`;

// `whole` converts words to integers. `name`: the function's name in the language.
export const call = ({ dim, kind, cells, outputs }, name, float, whole, gradient) =>
  `${name}(${[
    ...(cells ? [whole(part(dim, "fbm"))] : []),
    float(part(dim, "p")), "seed",
    ...(kind.includes("_periodic") ? [part(dim, "period")] : []),
    ...(outputs > 1 ? [gradient] : []),
    ...(kind == "_fbm" ? [..."xyzw"].map((c) => float(`fbm.${c}`)) : []),
  ].join(", ")})`;

// Selects an output by its index in a way that works in every language: naga's HLSL cannot index arrays.
const either = (index, output, rest) => `index == ${index} ? ${output} : ${rest}`;
const components = (size, name) => size == 1 ? [name] : [..."xyzw"].slice(0, size).map((c) => `${name}.${c}`);
export const chosen = (dim, choose = either, channels = 1) =>
  [...components(channels, "value"), ...components(dim, "gradient")]
    .reduceRight((rest, output, i) => choose(i, output, rest));

/// evaluate() in a language that resembles C.
export const cLike = (language, uint4, vector, { toFloat, toUint, zero, ints, overloads = true }) => (f) => {
  const type = f.dim == 1 ? "float" : `${vector}${f.dim}`, int = f.dim == 1 ? "int" : `${ints}${f.dim}`;
  const name = overloads ? f.name.replace("_cell", "") : f.name;
  return `
uint evaluate(${uint4} p, ${uint4} period, ${uint4} fbm, uint seed, int index) {
    ${type} gradient = ${zero(type)};
    ${(f.channels ?? 1) == 1 ? "float" : `${vector}${f.channels}`} value = ${f.call?.[language] ?? call(f, name, (x) => `${toFloat}(${x})`, (x) => `${int}(${x})`, "gradient")};
    return ${toUint}(${chosen(f.dim, either, f.channels)});
}
`;
};

export const glsl = cLike("glsl", "uvec4", "vec",
  { toFloat: "uintBitsToFloat", toUint: "floatBitsToUint", zero: (type) => `${type}(0.0)`, ints: "ivec" });

export const wgsl = (f) => {
  const type = f.dim == 1 ? "f32" : `vec${f.dim}f`;
  const whole = (x) => `${f.dim == 1 ? "i32" : `vec${f.dim}i`}(${x})`;
  const float = (x) => `bitcast<${x == "p.x" || x.startsWith("fbm") ? "f32" : type}>(${x})`;
  return `
fn evaluate(p: vec4u, period: vec4u, fbm: vec4u, seed: u32, index: u32) -> u32 {
    var gradient = ${type}();
    let value = ${f.call?.wgsl ?? call(f, f.name, float, whole, "&gradient")};
    return bitcast<u32>(${chosen(f.dim, (index, output, rest) => `select(${rest}, ${output}, index == ${index}u)`, f.channels)});
}
`;
};
