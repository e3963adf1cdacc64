// The npm package against others in node, on one thread, in 2D and 3D: at random points, one call per value, and on
// grids, which the others fill with one call per value. Rounds alternate; a figure is the median over rounds, minus a
// loop that does everything except the noise. See `tests/benches/run`.
import { parseArgs } from "node:util";
import FastNoiseLite from "fastnoise-lite";
import noisejs from "noisejs";
import { createNoise2D, createNoise3D } from "simplex-noise";
import { noise, perlin2, perlin3 } from "../../bindings/npm/index.js";

const { values: { rounds, json } } = parseArgs({
  options: { rounds: { type: "string", default: "15" }, json: { type: "boolean", default: false } },
});
if (!(Number.isInteger(+rounds) && +rounds > 0)) {
  console.error(`--rounds: expected a whole number from 1 on, got '${rounds}'`);
  process.exit(2);
}

const count = 1 << 16, repeats = 4, side = 64;
const points = Float32Array.from({ length: 3 * count }, () => Math.random() * 200 - 100);
const lite = (type) => {
  const made = new FastNoiseLite(1);
  made.SetNoiseType(type);
  made.SetFrequency(1);
  return made;
};
const given = { perlin2, perlin3, simplex2: createNoise2D(), simplex3: createNoise3D(), old: new noisejs.Noise(1),
  classic: lite("Perlin"), open: lite("OpenSimplex2"), points, out: new Float32Array(side ** 3), side };
const callers = (dim, at) => ({
  nothing: at.replaceAll(",", " +"),
  [`isonoise perlin${dim}`]: `perlin${dim}(${at}, 7)`,
  "simplex-noise": `simplex${dim}(${at})`,
  [`noisejs perlin${dim}`]: `old.perlin${dim}(${at})`,
  [`noisejs simplex${dim}`]: `old.simplex${dim}(${at})`,
  "fastnoise-lite Perlin": `classic.GetNoise(${at})`,
  "fastnoise-lite OpenSimplex2": `open.GetNoise(${at})`,
});
// A separate loop for each, so that none is compiled for several callees.
const loop = (body) => new Function(...Object.keys(given), body)(...Object.values(given));
const loops = (dim, make) =>
  Object.entries(callers(dim, dim == 2 ? "x, y" : "x, y, z")).map(([name, call]) => [name, make(call)]);
const atRandom = (call) => loop(`return () => {
  let sum = 0;
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i], y = points[i + 1], z = points[i + 2];
    sum += ${call};
  }
  return sum;
};`);
// In 2D z only repeats the square.
const onGrid = (step) => (call) => loop(`return () => {
  for (let k = 0, i = 0; k < side; ++k) {
    const z = k * ${step};
    for (let j = 0; j < side; ++j) {
      const y = j * ${step};
      for (let h = 0; h < side; ++h) {
        const x = h * ${step};
        out[i++] = ${call};
      }
    }
  }
  return out[5];
};`);
const tables = [];
for (const dim of [2, 3]) {
  tables.push({ title: `${dim}D, random points`, count, loops: loops(dim, atRandom) });
  const hills = await noise({ dim, seed: 7 }), size = dim == 2 ? side ** 1.5 : side, { out } = given;
  for (const step of [1 / 16, 0.37]) {
    const whole = ["isonoise grid()", () => hills.grid({ size, step, out })[5]];
    tables.push({ title: `${dim}D, a grid, step ${step}`, count: side ** 3, loops: [...loops(dim, onGrid(step)), whole] });
  }
}

const all = tables.flatMap(({ loops }) => loops.map(([, run]) => ({ run, times: [] })));
let kept = 0;  // keeps loops from being eliminated
for (let round = -3; round < +rounds; ++round) {  // the first rounds warm up
  for (const { run, times } of all) {
    const start = process.hrtime.bigint();
    for (let i = 0; i < repeats; ++i) kept += run();
    if (round >= 0) times.push(Number(process.hrtime.bigint() - start) / repeats);
  }
}
if (!Number.isFinite(kept)) throw new Error("a noise is not finite");
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
const nanoseconds = {};
for (const { title, count, loops } of tables) {
  const [[, empty], ...rest] = loops.map(([name]) => [name, median(all.shift().times) / count]);
  // grid() has no separate loop to subtract.
  nanoseconds[title] = Object.fromEntries(rest.map(([name, t]) => [name, name.endsWith("()") ? t : t - empty]));
}
if (json) {
  console.log(JSON.stringify(nanoseconds));
} else {
  console.log(`node ${process.version}; one thread, median of ${rounds} rounds`);
  for (const [title, times] of Object.entries(nanoseconds)) {
    console.log(`\n${title}`);
    const others = Object.entries(times).filter(([name]) => !name.startsWith("isonoise")).map(([, t]) => t);
    for (const [name, t] of Object.entries(times))
      console.log(`${name.padEnd(28)} ${t.toFixed(1).padStart(6)} ns ${(1000 / t).toFixed(1).padStart(7)} M/s` +
        `${(Math.min(...others) / t).toFixed(2).padStart(7)} times the fastest other`);
  }
}
