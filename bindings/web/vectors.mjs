// The golden vectors as rows for the snippets' functions, for the page and for tests in other engines.
import { readFileSync } from "node:fs";

const words = new DataView(new ArrayBuffer(4));
export const bitsOf = (x) => (words.setFloat32(0, x), words.getUint32(0));

const floatOf = (bits) => (words.setUint32(0, bits), words.getFloat32(0));

/// The functions of a file of golden vectors (tests/golden/README.md), with rows of 32-bit words.
export function golden(name) {
  const file = readFileSync(new URL(`../../tests/golden/${name}.bin`, import.meta.url));
  let at = file.indexOf("\n") + 1;
  return JSON.parse(file.toString("utf8", 0, at)).functions.map((f) => {
    const { dim } = f.settings;
    const row = (width) => Array.from({ length: width }, () => file.readUInt32LE((at += 4) - 4));
    const rows = (width) => Array.from({ length: f.points }, () => row(width));
    return { ...f, inputs: rows(f.cells ? 2 * dim : dim), outputs: rows(f["outputs-are"] == "value" ? 1 : 1 + dim) };
  });
}

// Computed like isonoise::fbm().
function normalization(octaves, persistence) {
  let sum = 0;
  for (let i = 0, amplitude = 1; i < octaves; ++i) {
    const rest = Math.fround(octaves - i);
    sum += rest < 1 ? Math.fround(amplitude * rest) : amplitude;
    amplitude = Math.fround(amplitude * persistence);
  }
  return octaves > 1 ? (1 - 2 ** -18) / sum : 1;
}

// Splits a coordinate into a cell and a fraction.
function placed(x) {
  const guarded = Math.abs(x) < 2 ** 31 && Math.abs(x) >= 2 ** -40 ? x : 0;
  return [Math.floor(guarded), guarded - Math.floor(guarded)];
}

// perlinN_fbm has 32 bits for an octave's cell; the vectors come from a function with more (docs/algorithm.md).
const fits = (x, farthest) => !(Math.abs(x) < 2 ** 31) || Math.abs(x) * farthest < 2 ** 31 - 1;

/// Every function `perlinN...` of a dimension: { name, dim, kind, cells, outputs, rows, expected, about }. A row has 16
/// words, most of them bits of floats: point (4), period (4), octaves, persistence, lacunarity, normalization, seed, 3
/// unused. With `cells` the point is a fraction, and its cell replaces octaves to normalization; the name ends in _cell,
/// unlike that of an overload. `expected` has `outputs` words per row: the value and the derivatives, if any.
export function functions(dim) {
  const kinds = ["", "_gradient", "_periodic", "_periodic_gradient"];
  const all = [...kinds, "_fbm", ...kinds.map((kind) => `${kind}_cell`)].map((kind) => ({
    name: `perlin${dim}${kind}`, dim, kind, cells: kind.endsWith("_cell"),
    outputs: kind.includes("gradient") ? 1 + dim : 1, rows: [], expected: [], about: [],
  }));
  for (const { name, settings, cells, inputs, outputs } of golden(`perlin${dim}`)) {
    const { seed = 0, period, octaves = 1, persistence = 0.5, lacunarity = 2 } = settings;
    if (octaves > 1 && (cells || period)) continue;  // snippets have no such function
    const fbm = [octaves, Math.fround(persistence), Math.fround(lacunarity)];
    const four = (numbers) => [0, 1, 2, 3].map((c) => numbers[c] ?? 0);
    const sum = [...fbm, normalization(octaves, fbm[1])].map(bitsOf);
    const able = all.filter((f) => (octaves == 1 || f.kind == "_fbm") && (!period || f.kind.startsWith("_periodic")) &&
      (!cells || f.cells));
    for (const [i, input] of inputs.entries()) {
      const p = (cells ? input.slice(dim) : input).map(floatOf);
      if (!cells && !p.every((x) => fits(x, fbm[2] ** Math.ceil(octaves - 1)))) continue;
      const places = cells ? p.map((f, c) => [input[c], f]) : p.map(placed);
      for (const f of able) {
        f.rows.push(...four((f.cells ? places.map(([, fraction]) => fraction) : p).map(bitsOf)), ...four(period ?? []),
          ...(f.cells ? four(places.map(([cell]) => cell >>> 0)) : sum), seed, 0, 0, 0);
        f.expected.push(...outputs[i].slice(0, f.outputs));
        f.about.push(`${name}, point ${i}`);
      }
    }
  }
  return all;
}
