// The npm package against others in node, on one thread, in 3D: at random points, one call per value, and on grids,
// which the others fill with one call per value. Rounds alternate; a figure is the median over rounds, minus a loop
// that does everything except the noise. See `tests/benches/run`.
import { parseArgs } from "node:util";
import FastNoiseLite from "fastnoise-lite";
import noisejs from "noisejs";
import { createNoise3D } from "simplex-noise";
import { noise, perlin3 } from "../../bindings/npm/index.js";

const { values: { rounds, json } } = parseArgs({
  options: { rounds: { type: "string", default: "15" }, json: { type: "boolean", default: false } },
});
if (!(Number.isInteger(+rounds) && +rounds > 0)) {
  console.error(`--rounds: expected a whole number from 1 on, got '${rounds}'`);
  process.exit(2);
}

const count = 1 << 16, repeats = 4;
const points = Float32Array.from({ length: 3 * count }, () => Math.random() * 200 - 100);
const lite = (type) => {
  const made = new FastNoiseLite(1);
  made.SetNoiseType(type);
  made.SetFrequency(1);
  return made;
};
const old = new noisejs.Noise(1), simplex = createNoise3D(), classic = lite("Perlin"), open = lite("OpenSimplex2");
const callers = {
  nothing: "x + y + z",
  "isonoise perlin3": "perlin3(x, y, z, 7)",
  "simplex-noise": "simplex(x, y, z)",
  "noisejs perlin3": "old.perlin3(x, y, z)",
  "noisejs simplex3": "old.simplex3(x, y, z)",
  "fastnoise-lite Perlin": "classic.GetNoise(x, y, z)",
  "fastnoise-lite OpenSimplex2": "open.GetNoise(x, y, z)",
};
const side = 64, out = new Float32Array(side ** 3), hills = await noise({ dim: 3, seed: 7 });
// A separate loop for each, so that none is compiled for several callees.
const loop = (body) => new Function("perlin3", "simplex", "old", "classic", "open", "points", "out", "side", body)(
  perlin3, simplex, old, classic, open, points, out, side);
const loops = (make) => Object.entries(callers).map(([name, call]) => [name, make(call)]);
const atRandom = (call) => loop(`return () => {
  let sum = 0;
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i], y = points[i + 1], z = points[i + 2];
    sum += ${call};
  }
  return sum;
};`);
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
const tables = [{ title: "random points", count, loops: loops(atRandom) }, ...[1 / 16, 0.37].map((step) => ({
  title: `a grid, step ${step}`, count: side ** 3,
  loops: [...loops(onGrid(step)), ["isonoise grid()", () => hills.grid({ size: side, step, out })[5]]],
}))];

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
  console.log(`node ${process.version}; 3D, one thread, median of ${rounds} rounds`);
  for (const [title, times] of Object.entries(nanoseconds)) {
    console.log(`\n${title}`);
    const others = Object.entries(times).filter(([name]) => !name.startsWith("isonoise")).map(([, t]) => t);
    for (const [name, t] of Object.entries(times))
      console.log(`${name.padEnd(28)} ${t.toFixed(1).padStart(6)} ns ${(1000 / t).toFixed(1).padStart(7)} M/s` +
        `${(Math.min(...others) / t).toFixed(2).padStart(7)} times the fastest other`);
  }
}
