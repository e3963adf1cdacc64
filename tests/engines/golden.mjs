// The golden vectors as rows for the snippets' functions, and the report if an engine returns different bits.
import { readFileSync, existsSync } from "node:fs";
import { parseArgs } from "node:util";

const words = new DataView(new ArrayBuffer(4));
export const bitsOf = (x) => (words.setFloat32(0, x), words.getUint32(0));

// Parses C's %a. Exact, since no golden number has more bits than a float.
export function parse(text) {
  const m = /^(-?)0x([01])(?:\.([0-9a-f]+))?p([+-]\d+)$/.exec(text);
  if (!m) return { nan: NaN, inf: Infinity, "-inf": -Infinity }[text];
  const digits = m[3] ?? "";
  const x = parseInt(m[2] + digits, 16) * 2 ** (Number(m[4]) - 4 * digits.length);
  return m[1] ? -x : x;
}

// As isonoise::fbm() computes it.
function normalization(octaves, persistence) {
  let sum = 0;
  for (let i = 0, amplitude = 1; i < octaves; ++i) {
    const rest = Math.fround(octaves - i);
    sum += rest < 1 ? Math.fround(amplitude * rest) : amplitude;
    amplitude = Math.fround(amplitude * persistence);
  }
  return octaves > 1 ? (1 - 2 ** -18) / sum : 1;
}

// perlinN_fbm has 32 bits for an octave's cell; the vectors come from a function that has more (docs/algorithm.md).
const fits = (x, farthest) => !(Math.abs(x) < 2 ** 31) || Math.abs(x) * farthest < 2 ** 31 - 1;

/// Every function `perlinN...` of a dimension: { name, dim, kind, outputs, rows, expected, about }. A row has 16 words,
/// most of them bits of floats: point (4), period (4), octaves, persistence, lacunarity, normalization, seed, 3 unused.
/// `expected` has `outputs` words per row: the value and, with `_gradient`, the derivatives.
export function functions(dim) {
  const all = ["", "_gradient", "_periodic", "_periodic_gradient", "_fbm"].map((kind) => ({
    name: `perlin${dim}${kind}`, dim, kind, outputs: kind.endsWith("gradient") ? 1 + dim : 1, rows: [], expected: [],
    about: [],
  }));
  const file = new URL(`../golden/perlin${dim}.json`, import.meta.url);
  for (const { name, settings, cells, inputs, outputs } of JSON.parse(readFileSync(file)).functions) {
    const { seed = 0, period, octaves = 1, persistence = 0.5, lacunarity = 2 } = settings;
    if (cells || (period && octaves > 1)) continue;  // snippets have no such function
    const fbm = [octaves, Math.fround(persistence), Math.fround(lacunarity)];
    const settled = [...Array(4).keys()].map((c) => period?.[c] ?? 0)
      .concat([...fbm, normalization(octaves, fbm[1])].map(bitsOf), [seed, 0, 0, 0]);
    const able = all.filter(({ kind }) =>
      (octaves == 1 || kind == "_fbm") && (!period || kind.startsWith("_periodic")));
    for (const [i, texts] of inputs.entries()) {
      const p = texts.map(parse), values = outputs[i].map(parse).map(bitsOf);
      if (!p.every((x) => fits(x, fbm[2] ** Math.ceil(octaves - 1)))) continue;
      for (const f of able) {
        f.rows.push(...[0, 1, 2, 3].map((c) => bitsOf(p[c] ?? 0)), ...settled);
        f.expected.push(...values.slice(0, f.outputs));
        f.about.push(`${name}, point ${i}`);
      }
    }
  }
  return all;
}

const options = { snippets: { type: "string" }, only: { type: "string" } };
/// --snippets DIR, --only NAME (perlin2, perlin2-min)
export function args() {
  try {
    const { values } = parseArgs({ options });
    if (values.snippets) return values;
  } catch (error) {
    console.error(error.message);
  }
  console.error("usage: node RUNNER.mjs --snippets DIR [--only perlin2]");
  process.exit(2);
}

/// The snippets of a language: { name, source, functions }. perlinN must have every function, perlinN-min may have any.
export function snippets({ snippets: folder, only }, language, extension = "glsl") {
  const found = [];
  for (const name of [1, 2, 3, 4].flatMap((dim) => [`perlin${dim}`, `perlin${dim}-min`])) {
    const path = `${folder}/${language}/${name}.${extension}`;
    if (only && only != name) continue;
    if (!existsSync(path)) {
      if (!name.endsWith("-min")) fail(`${path} is missing`);
      continue;
    }
    const source = readFileSync(path, "utf8");
    const has = (f) => new RegExp(`\\b${f.name}\\s*\\(`).test(source);
    const missing = functions(Number(name[6])).filter((f) => !has(f));
    if (!name.endsWith("-min")) for (const f of missing) fail(`${path}: no function ${f.name}`);
    found.push({ name, source, functions: functions(Number(name[6])).filter(has) });
  }
  if (found.length == 0) fail(`${folder}/${language}: no snippets`);
  return found;
}

export function fail(message) {
  console.log(message);
  process.exitCode = 1;
}

const isZero = (word) => (word & 0x7fffffff) >>> 0 < 0x00800000;  // or subnormal: drivers flush those
const hex = (word) => "0x" + (word >>> 0).toString(16).padStart(8, "0");

/// Reports how many words of `got` differ, if any, and the first such point. got[i] belongs to f.expected[i].
export function report(runner, snippet, f, got) {
  const differing = f.expected.flatMap((e, i) => (e === got[i] || (isZero(e) && isZero(got[i] ?? -1)) ? [] : [i]));
  if (differing.length == 0) return;
  const i = differing[0], row = Math.floor(i / f.outputs);
  const point = f.rows.slice(row * 16, row * 16 + f.dim).map(hex).join(", ");
  fail(`${runner}: ${snippet.name}: ${f.name}: ${differing.length} of ${f.expected.length} values differ\n` +
    `  first: ${f.about[row]} (${point}), output ${i % f.outputs}: ` +
    `${got[i] === undefined ? "nothing" : hex(got[i])}, expected ${hex(f.expected[i])}`);
}
