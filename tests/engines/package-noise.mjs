// Run by package.mjs in a folder where the package is installed: noise() against the functions of a dimension, grids
// and lists of points against single points, presets, wrong settings, and the same in a worker. With the word
// "require", in CommonJS.
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { Worker, isMainThread, parentPort } from "node:worker_threads";

// Like in Jest's jsdom.
delete globalThis.TextEncoder;
delete globalThis.TextDecoder;
const load = process.argv[2] == "require" ? createRequire(import.meta.url) : (name) => import(name);
const { noise, perlin1Gradient, perlin2Gradient, perlin3Gradient, perlin4Gradient, perlin3Periodic } =
  await load("isonoise");

const same = (what, got, expected) => {
  if (got.length != expected.length || !got.every((x, i) => x == expected[i]))
    throw Error(`${what}: ${got} instead of ${expected}`);
};
let state = 1;
const random = () => (state = Math.imul(state, 0x915F77F5) + 1) / 2 ** 31;  // -1 to 1
const refuses = async (text, call) => {
  try {
    await call();
  } catch (error) {
    if (error.message.includes(text)) return;
    throw Error(`expected '${text}', got '${error.message}'`);
  }
  throw Error(`'${text}' was accepted`);
};

if (!isMainThread) {
  const hills = await noise({ octaves: 4 });
  parentPort.postMessage(hills.grid({ size: [5, 5], step: 0.3 }));
} else {
  const single = [perlin1Gradient, perlin2Gradient, perlin3Gradient, perlin4Gradient];
  for (const dim of [1, 2, 3, 4]) {
    const one = await noise({ dim, seed: 0xFEDCBA98 });
    const lists = Array.from({ length: dim }, () => Float32Array.from({ length: 70000 }, () => random() * 1000));
    const all = one.points(lists, { gradient: true }), values = one.points(lists);
    for (let i = 0; i < 70000; ++i) {
      const p = lists.map((list) => list[i]), slope = [], own = [];
      const value = single[dim - 1](...p, 0xFEDCBA98, slope);
      const cells = p.map(Math.floor), f = p.map((x, c) => x - cells[c]);
      same(`${dim}D at ${p}`, [one.at(...p), one.gradient(...p, own), ...own, all.values[i],
        ...all.gradient.map((g) => g[i]), values[i], one.gradientCell(...cells, ...f, []), one.atCell(...cells, ...f)],
        [value, value, ...slope, value, ...slope, value, value, value]);
    }
  }
  const tiled = await noise({ dim: 3, seed: 3, period: [4, 0, 7] });
  same("a period", [tiled.at(-1.5, 2.25, 9.125)], [perlin3Periodic(-1.5, 2.25, 9.125, 3, 4, 0, 7)]);

  // Grids longer than a part of the work, and a part of a grid; steps that floats hold.
  for (const settings of [{ dim: 1 }, { octaves: 3.5 }, { dim: 3, warp: 1 }, { dim: 4, algorithm: "improved" },
    { fractal: "eroded", octaves: 4 }, { dim: 3, octaves: 4, persistence: 0.7, lacunarity: 2.3 }]) {
    const one = await noise(settings), { dim } = one;
    const size = [[70001], [300, 301], [70, 31, 33], [9, 41, 17, 13]][dim - 1];
    const grid = { size, step: 0.375, offset: -7.25, gradient: true };
    const { values, gradient } = one.grid(grid);
    const lists = size.map((n, c) => Float32Array.from(values, (_, i) =>
      Math.floor(i / size.slice(0, c).reduce((a, b) => a * b, 1)) % n * 0.375 - 7.25));
    same("points", one.points(lists), values);
    for (let i = 0; i < values.length; ++i) {
      const p = lists.map((list) => list[i]), slope = [];
      same(`${JSON.stringify(settings)} at ${p}`, [values[i], ...gradient.map((g) => g[i])],
        [one.gradient(...p, slope), ...slope]);
    }
    const part = one.grid({ ...grid, size: size.map((n) => n - 2), first: 1, gradient: false });
    const list = () => new Float32Array(values.length), out = { values: list(), gradient: gradient.map(list) };
    if (one.grid({ ...grid, out }) != out) throw Error("grid() gives back another object than out");
    [out.values, ...out.gradient].forEach((list, c) => same("out", list, [values, ...gradient][c]));
    same("the part", [part[0]], [values[size.reduce(([at, row], n) => [at + row, row * n], [0, 1])[0]]]);
  }

  // Lists of points with any settings.
  const below = (n) => Math.floor((random() + 1) / 2 * n), one = (...list) => list[below(list.length)];
  let tried = 0;
  while (tried < 200) {
    const dim = 1 + below(4), settings = { dim, seed: below(2 ** 32), persistence: 1.5 * Math.abs(random()),
      algorithm: one("perlin", "perlin", "improved", "value", "value-two-layer", "axis", "diagonal", "slope"),
      fractal: one("fbm", "turbulence", "ridged", "billow", "eroded"), octaves: one(1, 2, 3.5, 8, 20),
      lacunarity: one(1, 2, 3, 8, 1.7, 2.03, 7.9), fade: one("standard", "linear", "cubic", "quintic"),
      frequency: one(1, 0.1, 100), output: one("signed", "unit"), ...one({}, { warp: 2 * Math.abs(random()) }),
      ...one({}, { flow: 3 }), ...one({}, { "filter-width": 0.1 }), ...one({}, { period: Array(dim).fill(below(99)) }) };
    const any = await noise(settings).catch(() => null);  // some settings are contradictory
    if (!any) continue;
    ++tried;
    const reach = one(1, 1e4, 1e8), lists = Array.from({ length: dim }, () => Float32Array.from({ length: 103 },
      () => one(Math.fround(random() * reach), below(20) - 10)));
    const values = any.points(lists);
    same(JSON.stringify(settings), values, values.map((_, i) => any.at(...lists.map((list) => list[i]))));
  }

  for (const file of readdirSync("presets")) {
    const preset = JSON.parse(readFileSync(`presets/${file}`));
    if (!(Math.abs((await noise(preset)).at(0.3, 0.4, 0.5, 0.6)) <= 1)) throw Error(`${file} has no value`);
  }
  const base = JSON.parse(readFileSync("presets/terrain.json"));
  const bare = await noise({ schema: 1, scene: "terrain" });
  same("a scene's base", [bare.at(1.5, 2.25)], [(await noise(base)).at(1.5, 2.25)]);

  const plain = await noise({});
  await refuses("octaves: expected a number from 1 to 32, got '0'", () => noise({ octaves: 0 }));
  await refuses("fractal: expected one of fbm, turbulence, ridged, billow, eroded, got 'é€😀'",
    () => noise({ fractal: "é€😀" }));
  await refuses("got 'a\ufffdb'", () => noise({ fractal: "a\ud800b" }));
  await refuses("…'", () => noise({ fractal: "😀".repeat(1000) }));
  await refuses("no setting is called 'octave'", () => noise({ octave: 3 }));
  await refuses("seed: expected a whole number", () => noise({ seed: 0.5 }));
  await refuses("expected settings or a preset", () => noise("terrain"));
  await refuses("schema: expected 1", () => noise({ schema: 2 }));
  await refuses("size: expected whole numbers", () => plain.grid({ size: [2.5, 2], step: 1 }));
  await refuses("step: expected numbers", () => plain.grid({ size: 2 }));
  await refuses("points of axis y: expected offset + i*step less than 2^52 cells from 0",
    () => plain.grid({ size: 2, step: 1, offset: [0, 1e16] }));
  await refuses("points of axis x", () => plain.grid({ size: 2, step: 1e300 }));
  for (const out of [null, [], new Float64Array(4), new Float32Array(5), { values: new Float32Array(4) }])
    await refuses("out: expected a Float32Array of 4 numbers", () => plain.grid({ size: 2, step: 1, out }));
  await refuses("out: expected { values, gradient: [2 lists] }",
    () => plain.points([[1], [2]], { gradient: true, out: { values: new Float32Array(1), gradient: [] } }));
  const list = new Float32Array(2);
  if (plain.points([[1.5, 2.5], [3, 4]], { out: list }) != list || list[0] != plain.at(1.5, 3))
    throw Error("points() leaves out");
  await refuses("expected 2 lists", () => plain.points([[1, 2], [3]]));
  const axis = await noise({ algorithm: "axis" });
  await refuses("have no gradient", () => axis.grid({ size: 2, step: 1, gradient: true }));

  const slope = await noise({ algorithm: "slope", dim: 1, octaves: 4, lacunarity: 3.5 }), value = slope.at(300.5);
  same("slope in every form", [value, value], [slope.grid({ size: 1, step: 1, offset: 300.5 })[0], slope.atCell(300, 0.5)]);

  const worker = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) });
  const theirs = await new Promise((done, failed) => worker.once("message", done).once("error", failed));
  same("a worker's grid", theirs, (await noise({ octaves: 4 })).grid({ size: [5, 5], step: 0.3 }));
}
