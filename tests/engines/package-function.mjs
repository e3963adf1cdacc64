// Run by package.mjs in a folder where the package is installed: createFunction() with the functions of corpus.json,
// whose expected bits are those of the program `isonoise`; single points, lists and grids against each other,
// parameters, wrong texts, and memory. With the word "require", in CommonJS.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// Like in Jest's jsdom.
delete globalThis.TextEncoder;
delete globalThis.TextDecoder;
const load = process.argv[2] == "require" ? createRequire(import.meta.url) : (name) => import(name);
const { createFunction } = await load("isonoise/function");

const same = (what, got, expected) => {
  const [a, b] = [got, expected].map((list) => Float32Array.from(list));
  const i = a.findIndex((x, i) => x != b[i] && !Object.is(x, b[i]));  // the program prints -0 as 0
  if (a.length != b.length || i >= 0)
    throw Error(`${what}: ${i}: ${a[i]} of ${a.length} instead of ${b[i]} of ${b.length}`);
};
const refuses = async (type, text, call) => {
  try {
    await call();
  } catch (error) {
    if (error instanceof type && error.message.includes(text)) return;
    throw Error(`expected '${text}', got '${error}'`);
  }
  throw Error(`'${text}' was accepted`);
};

// Every function on its points: [{ name, text, dim, channels, set, points, values, slopes }], results by point.
for (const { name, text, dim, channels, set, points, values, slopes } of JSON.parse(readFileSync("corpus.json"))) {
  const one = await createFunction(text, set, { name });
  same(`${name}: dim, channels`, [one.dim, one.channels], [dim, channels]);
  const expected = (words) => new Float32Array(Uint32Array.from(words).buffer);
  const lists = Array.from({ length: dim }, (_, c) => Float32Array.from(points, (p) => p[c])), count = points.length;
  same(name, one.points(lists), expected(values));
  for (let i = 0; i < count; i += 97)
    same(`${name} at ${points[i]}`, [one.at(...points[i])].flat(),
      expected(values).subarray(channels * i, channels * (i + 1)));
  if (!slopes) continue;
  const all = one.points(lists, { gradient: true });
  const list = (c) => expected(slopes).filter((_, i) => i % (1 + dim) == c);
  [all.values, ...all.gradient].forEach((got, c) => same(`${name}: channel ${c} with gradient`, got, list(c)));
  const slope = [], value = one.gradient(...points[3], slope);
  same(`${name}: gradient at ${points[3]}`, [value, ...slope], [0, ...slope].map((_, c) => list(c)[3]));
}

const text = `#include "land.glsl"
uniform uint seed = 7u;
uniform float mountains = 0.6;  // 0..1: how much of the land, \u00e4\u20ac
uniform bvec2 flags = bvec2(true, false);
float noise(vec2 p) { return mountains * land(p, seed) + (flags.y ? 1.0 : 0.0); }
`;
const includes = { "land.glsl": "float land(vec2 p, uint s) { return perlin2_fbm(p, s, 5.0, 0.5, 2.0); }" };
const one = await createFunction(text, { mountains: 0.3 }, { name: "islands.glsl", includes });
const expected = [
  { name: "seed", kind: "uint", size: 1, default: 7, value: 7, about: "" },
  { name: "mountains", kind: "float", size: 1, default: 0.6, value: 0.3, least: 0, greatest: 1,
    about: "how much of the land, \u00e4\u20ac" },
  { name: "flags", kind: "bool", size: 2, default: [true, false], value: [true, false], about: "" },
];
if (JSON.stringify(one.parameters) != JSON.stringify(expected)) throw Error(JSON.stringify(one.parameters));

// A grid longer than a part of the work, a part of a grid, and results in `out`.
const grid = { size: [301, 70], step: [0.375, 1 / 3], offset: -7.25, first: 2, gradient: true };
const { values, gradient } = one.grid(grid);
const lists = [0, 1].map((c) => Float32Array.from(values, (_, i) =>
  (2 + (c == 0 ? i % 301 : Math.floor(i / 301))) * grid.step[c] - 7.25));
same("a grid", values, one.points(lists));
one.points(lists, { gradient: true }).gradient.forEach((list, c) => same("a grid's slopes", gradient[c], list));
const part = one.grid({ ...grid, size: [300, 1], first: [3, 3], gradient: false });
same("a part", part, values.subarray(302, 602));
if (one.grid({ ...grid, gradient: false, out: values }) != values) throw Error("grid() gives back another list");
const colours = await createFunction("vec3 noise(vec2 p) { return vec3(p, p.x * p.y); }");
same("three channels", colours.grid({ size: [2, 2], step: 1, offset: 1 }), [1, 1, 1, 2, 1, 2, 1, 2, 2, 2, 2, 4]);
same("three channels", colours.at(3, 4), [3, 4, 12]);

// Cells and fractions: near the origin, far out in units that wrap around, and within a period.
const hills = await createFunction("uniform uvec2 period = uvec2(0u);\n" +
  "float noise(vec2 p) { return perlin2_periodic(p, 5u, period) + 0.25 * fract(p.x); }");
const near = [], far = [], cells = [[3, -4, 5e9, 2 ** 40 + 3], [-4, 3, -7e9, -1]];
same("cells", [hills.atCell(3, -4, 0.5, 0.25), hills.gradientCell(3, -4, 0.5, 0.25, near)],
  [hills.at(3.5, -3.75), hills.gradient(3.5, -3.75, far)]);
same("slopes at cells", near, far);
same("cells wrap around", [hills.atCell(5e9, 1, 0.5, 0.25)], [hills.atCell(5e9 - 2 ** 32, 1, 0.5, 0.25)]);
const { values: listed, gradient: [byX] } =
  hills.points([[0.5, 0.5, 0.5, 0.5], [0.25, 0.25, 0.25, 0.25]], { cells, gradient: true });
same("lists of cells", listed, [0, 1, 2, 3].map((i) => hills.atCell(cells[0][i], cells[1][i], 0.5, 0.25)));
same("their slopes", [byX[0]], [near[0]]);
const step = 1 / 16, row = hills.grid({ size: [64, 1], step, offset: [3e9, -3] });
same("a grid far out", row, Array.from(row, (_, i) => hills.atCell(3e9 + Math.floor(i / 16), -3, (i % 16) / 16, 0)));
if (new Set(row).size < 50) throw Error("far out, points of a grid are equal");
hills.set({ period: [3, 0] });
same("a period", [hills.atCell(3e9 + 1, 7, 0.5, 0.25)], [hills.atCell(1, 7, 0.5, 0.25)]);
await refuses(TypeError, "atCell: expected 2 cells and 2 fractions, got 3", () => hills.atCell(1, 2, 0.5));
await refuses(TypeError, "points: cells: expected 2 lists", () => hills.points([[1], [2]], { cells: [[1]] }));
const setting = await createFunction("void f(out float x) { x = 1.0; }\nfloat noise(vec2 p) { f(p.x); return p.y; }");
await refuses(TypeError, "noise_cell: expected a variable of its own", () => setting.atCell(1, 2, 0.5, 0.5));
same("a grid of floats", setting.grid({ size: [2, 1], step: 0.25, offset: 3e9 }), [3e9, 3e9]);

// The proved range, with the parameters as set.
const two = await createFunction("uniform float k = 2.0;\nvec2 noise(vec2 p) { return vec2(k * perlin2(p, 1u), p.y); }");
const ranges = JSON.stringify([two.provedRange(), two.set({ k: 0.5 }).provedRange(0), two.provedRange(1)]);
if (ranges != "[[-2,2],[-0.5,0.5],null]") throw Error(`range: ${ranges}`);
await refuses(RangeError, "provedRange: expected a channel from 0 to 1, got 2", () => two.provedRange(2));

// Parameters change the values and the gradient; all of them, or none.
const plain = one.at(0.4, 0.7), slope = [], twice = [];
one.gradient(0.4, 0.7, slope);
one.set({ mountains: 0.6, flags: [false, true], seed: 7 });
same("set()", [one.gradient(0.4, 0.7, twice)], [one.at(0.4, 0.7)]);
if (!(Math.abs(twice[0] - 2 * slope[0]) < 1e-5 && Math.abs(one.at(0.4, 0.7) - 2 * plain - 1) < 1e-5))
  throw Error(`set() leaves ${twice} of ${slope}, ${one.at(0.4, 0.7)} of ${plain}`);
await refuses(RangeError, "mountains: expected a number from 0 to 1, got 2", () => one.set({ seed: 8, mountains: 2 }));
await refuses(RangeError, "islands.glsl has no parameter 'mountain', expected one of seed, mountains, flags",
  () => one.set({ seed: 8, mountain: 0 }));
await refuses(RangeError, "flags: expected 2 numbers, got 1", () => one.set({ seed: 8, flags: true }));
await refuses(TypeError, "seed: expected a number", () => one.set({ mountains: 0.1, seed: "9" }));
await refuses(TypeError, "expected an object", () => one.set(0.3));
await refuses(RangeError, "seed: expected a whole number", () => createFunction(text, { seed: 0.5 }, { includes }));
same("set() after mistakes", one.parameters.slice(0, 2).map(({ value }) => value), [7, 0.6]);

await refuses(SyntaxError, "a.glsl:2:12: 'q' is not known here\n",
  () => createFunction("float noise(vec2 p) {\n    return q; }", {}, { name: "a.glsl" }));
await refuses(SyntaxError, "land.glsl", () => createFunction(text));
await refuses(SyntaxError, "nests too deeply",
  () => createFunction(`float noise(float x) { return ${"(".repeat(2000)}x; }`));
await refuses(TypeError, "expected a text", () => createFunction(7));
await refuses(TypeError, "expected 2 coordinates, got 1", () => one.at(1));
await refuses(TypeError, "expected 2 lists", () => one.points([[1, 2], [3]]));
await refuses(RangeError, "step: expected numbers", () => one.grid({ size: 2 }));
await refuses(TypeError, "a Float32Array of 12 numbers",
  () => colours.grid({ size: 2, step: 1, out: new Float32Array(4) }));
await refuses(TypeError, "function:1", () => colours.gradient(1, 2, []));
await refuses(TypeError, "gradient: expected 2 coordinates and an array", () => one.gradient(1, 2));

// Nothing keeps forgotten functions.
const forgotten = [];
for (let i = 0; i < 30; ++i) forgotten.push(new WeakRef(await createFunction("float noise(float x) { return x; }")));
await new Promise((done) => setTimeout(done, 10));
setFlagsFromString("--expose-gc");
runInNewContext("gc")();
const kept = forgotten.filter((one) => one.deref()).length;
if (kept > 1) throw Error(`${kept} of 30 forgotten functions are kept`);
