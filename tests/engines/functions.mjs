// Functions of the user (tests/functions/corpus), as `isonoise snippet` prints them, against the CPU: glsl in WebGL2, wgsl
// in WebGPU, hlsl through SPIR-V, godot4 in its engine.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { fail } from "./golden.mjs";
import { run as runGodot4 } from "./godot4.mjs";
import { run as runHlsl } from "./hlsl.mjs";
import { tool } from "./tools.mjs";
import { backEnds, run as runEssl } from "./webgl2.mjs";
import { run as runWgsl } from "./webgpu.mjs";

const { values: { program, only = "" } } =
  parseArgs({ options: { program: { type: "string" }, only: { type: "string" }, snippets: { type: "string" } } });
if (!program) {
  console.error("usage: node functions.mjs --program build/release/app/isonoise [--only NAME]");
  process.exit(2);
}

const corpus = new URL("../functions/corpus/", import.meta.url).pathname;
// Coordinates near the origin and on lattice points, as floats.
const coordinate = (i, c) => Math.fround(i % 5 == 0 ? ((i * (7 + c)) % 41) - 20 : ((i * (0.377 + 0.21 * c)) % 37) - 18.5);

const all = readdirSync(corpus).sort().flatMap((file) => {
  const name = file.replace(".glsl", ""), text = readFileSync(corpus + file, "utf8");
  const [, result, point] = /^(float|vec\d) noise\((float|vec\d) /m.exec(text);
  const size = (type) => type == "float" ? 1 : Number(type.at(-1)), dim = size(point);
  if (size(result) > 1 || !name.includes(only)) return [];
  const points = Array.from({ length: 500 }, (_, i) => Float32Array.from({ length: dim }, (_, c) => coordinate(i, c)));
  const input = Buffer.concat(points.map((p) => Buffer.from(p.buffer)));
  const output = execFileSync(program, ["sample", "--format", "f32", corpus + file], { input });
  const words = (buffer) => [...new Uint32Array(buffer)], part = "xyzw".slice(0, dim);
  const rows = points.flatMap((p) => [...words(p.buffer), ...Array(16 - dim).fill(0)]);
  return [{
    name, dim, rows, outputs: 1, file: corpus + file, about: points.map((_, i) => `point ${i}`),
    expected: points.map((_, i) => output.readUInt32LE(4 * i)),
    call: {
      glsl: `noise(uintBitsToFloat(p.${part}))`, hlsl: `noise(asfloat(p.${part}))`,
      godot: `noise(uintBitsToFloat(p.${part}))`, wgsl: `noise(bitcast<${dim == 1 ? "f32" : `vec${dim}f`}>(p.${part}))`,
    },
  }];
});
if (all.length == 0) fail("functions: none has that name");
const snippets = (language) => all.map((f) =>
  ({ name: language, functions: [f], source: tool(program, "snippet", "--lang", language, f.file) }));

for (const [name, flags] of Object.entries(backEnds)) await runEssl(`functions in webgl2 ${name}`, flags, snippets("glsl"));
await runWgsl("functions in webgpu", snippets("wgsl"));
await runHlsl("functions in hlsl", snippets("hlsl"), () => []);  // estimates may be fused
await runGodot4("functions in godot4", snippets("godot4"));
