// Run by package.mjs in a folder where the package is installed: all golden vectors on the CPU, from the module of a
// dimension, whose functions must be those of the whole package. With the word "require", in CommonJS.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const load = process.argv[2] == "require" ? createRequire(import.meta.url) : (name) => import(name);
const isonoise = await load("isonoise");
const words = new Uint32Array(1), real = new Float32Array(words.buffer);
const float = (bits) => (words[0] = bits, real[0]);
const bits = (x) => (real[0] = x, words[0]);
const settled = (bits) => (bits & 0x7F800000) == 0 ? 0 : bits;  // zeros and subnormals count as one value

for (const { name, dim, kind, cells, outputs, rows, expected } of JSON.parse(readFileSync("vectors.json"))) {
  const own = name.replace(/_(\w)/g, (_, c) => c.toUpperCase());
  const run = (await load(`isonoise/perlin${dim}`))[own];
  if (run != isonoise[own]) throw Error(`${own} differs from that of its module`);
  for (let i = 0; i < rows.length / 16; ++i) {
    const row = rows.slice(16 * i, 16 * i + 16), gradient = [0, 0, 0, 0];
    const period = kind.startsWith("_periodic") ? row.slice(4, 4 + dim) : [];
    const fbm = kind == "_fbm" ? row.slice(8, 12).map(float) : [];
    const cell = cells ? row.slice(8, 8 + dim).map((word) => word | 0) : [];
    const value = run(...cell, ...row.slice(0, dim).map(float), row[12], ...period, ...fbm, ...(outputs > 1 ? [gradient] : []));
    [value, ...gradient].slice(0, outputs).forEach((got, k) => {
      if (settled(bits(got)) != settled(expected[outputs * i + k]))
        throw Error(`${own}, row ${i}, output ${k}: ${got} instead of ${float(expected[outputs * i + k])}`);
    });
  }
}
