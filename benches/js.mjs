// The npm package against others, in node on one thread: 3D, one call a value, and grids. Rounds of all take turns; a
// figure is the median of the rounds, net of a loop that only reads the points. See `benches/run`.
import { parseArgs } from "node:util";
import FastNoiseLite from "fastnoise-lite";
import noisejs from "noisejs";
import { createNoise3D } from "simplex-noise";
import { noise, perlin3 } from "../npm/index.js";

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
// A loop of its own for each, so that none is compiled for several callees.
const loops = Object.fromEntries(Object.entries(callers).map(([name, call]) => [name,
  new Function("perlin3", "simplex", "old", "classic", "open", "points", `return () => {
    let sum = 0;
    for (let i = 0; i < points.length; i += 3) {
      const x = points[i], y = points[i + 1], z = points[i + 2];
      sum += ${call};
    }
    return sum;
  };`)(perlin3, simplex, old, classic, open, points)]));
const hills = await noise({ dim: 3, seed: 7 });
const side = 64;
loops["isonoise grid"] = () => hills.grid({ size: [side, side, side], step: 0.37 })[5];

const times = Object.fromEntries(Object.keys(loops).map((name) => [name, []]));
let kept = 0;  // so that no loop is dropped
for (let round = -3; round < +rounds; ++round) {  // the first are to warm up
  for (const [name, loop] of Object.entries(loops)) {
    const start = process.hrtime.bigint();
    for (let i = 0; i < repeats; ++i) kept += loop();
    if (round >= 0) times[name].push(Number(process.hrtime.bigint() - start) / repeats);
  }
}
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
const empty = median(times.nothing) / count;
const nanoseconds = Object.fromEntries(Object.keys(loops).filter((name) => name != "nothing").map((name) =>
  [name, name == "isonoise grid" ? median(times[name]) / side ** 3 : median(times[name]) / count - empty]));
const fastest = Math.min(...Object.entries(nanoseconds).filter(([name]) => !name.startsWith("isonoise")).map(([, t]) => t));
if (!Number.isFinite(kept)) throw new Error("a noise is not finite");
if (json) {
  console.log(JSON.stringify(nanoseconds));
} else {
  console.log(`node ${process.version}; 3D, one thread, median of ${rounds} rounds`);
  for (const [name, t] of Object.entries(nanoseconds))
    console.log(`${name.padEnd(28)} ${t.toFixed(1).padStart(6)} ns ${(1000 / t).toFixed(1).padStart(7)} M/s` +
      `${(fastest / t).toFixed(2).padStart(7)} times the fastest other`);
}
