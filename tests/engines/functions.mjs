// Functions of the user (tests/functions/files.mjs), as `isonoise snippet` prints them, against the CPU: glsl in WebGL2, wgsl
// in WebGPU, hlsl through SPIR-V, godot4 in its engine.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { functionFiles } from "../functions/files.mjs";
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

// Coordinates near the origin and on lattice points, as floats.
const coordinate = (i, c) => Math.fround(i % 5 == 0 ? ((i * (7 + c)) % 41) - 20 : ((i * (0.377 + 0.21 * c)) % 37) - 18.5);

// Values of a function's parameters, not the defaults: for --set, and as arguments in each language.
const types = { float: ["uintBitsToFloat", "asfloat", "bitcast<f32>"], int: ["int", "int", "i32"],
  uint: ["uint", "uint", "u32"], bool: ["bool", "bool", "bool"] };
function drawn(text) {
  const all = [...text.matchAll(
    /^uniform (?:(float|int|uint|bool)|([iub]?)vec(\d)) (\w+).*?(?:\/\/ ([-\d.]*\d)\.\.([-\d.]+).*)?$/gm)];
  const given = all.map(([, plain, letter, size = 1, name, least = 0, most = 8], i) => {
    const kind = plain ?? { i: "int", u: "uint", b: "bool" }[letter] ?? "float";
    const values = Array.from({ length: Number(size) }, (_, c) =>
      kind == "float" ? Math.fround(+least + (most - least) * (0.3 + 0.05 * (i + c))) : kind == "bool" ? 0 :
      Math.min(2 + i + c, most));
    const words = values.map((x) => kind == "float" ? new Uint32Array(Float32Array.of(x).buffer)[0] : x);
    const argument = (language) => {
      const parts = words.map((word) => `${types[kind][language]}(${word}u)`).join(", ");
      const wgsl = { float: "f32", int: "i32", uint: "u32", bool: "bool" }[kind];
      const vector = [`${letter}vec${size}`, `${kind}${size}`, `vec${size}<${wgsl}>`];
      return size == 1 ? parts : `${vector[language]}(${parts})`;
    };
    return { set: `${name}=${values.join(" ")}`, argument };
  });
  return { set: ["--set", given.map((g) => g.set).join(",")],
    list: (language) => given.map((g) => ", " + g.argument(language)).join("") };
}

const described = (file, flags) => {
  const name = file.name.replace(".glsl", ""), text = readFileSync(file.path, "utf8");
  const parameters = flags.length > 0 ? drawn(text) : { set: [], list: () => "" };
  if (flags.length > 0 && !parameters.list(0)) return [];
  const [, result, point] = /^(float|vec\d) noise\((float|vec\d) /m.exec(text);
  const size = (type) => type == "float" ? 1 : Number(type.at(-1)), dim = size(point);
  if (size(result) > 1 || !name.includes(only)) return [];
  const points = Array.from({ length: 500 }, (_, i) => Float32Array.from({ length: dim }, (_, c) => coordinate(i, c)));
  const input = Buffer.concat(points.map((p) => Buffer.from(p.buffer)));
  const output = execFileSync(program, ["sample", "--format", "f32", ...parameters.set, file.path], { input });
  const words = (buffer) => [...new Uint32Array(buffer)], part = "xyzw".slice(0, dim);
  const rows = points.flatMap((p) => [...words(p.buffer), ...Array(16 - dim).fill(0)]);
  return [{
    name: name + (flags.length > 0 ? "_set" : ""), dim, rows, outputs: 1, file: file.path, flags,
    about: points.map((_, i) => `point ${i}`),
    expected: points.map((_, i) => output.readUInt32LE(4 * i)),
    call: {
      glsl: `noise(uintBitsToFloat(p.${part})${parameters.list(0)})`,
      hlsl: `noise(asfloat(p.${part})${parameters.list(1)})`,
      godot: `noise(uintBitsToFloat(p.${part})${parameters.list(0)})`,
      wgsl: `noise(bitcast<${dim == 1 ? "f32" : `vec${dim}f`}>(p.${part})${parameters.list(2)})`,
    },
  }];
};
// With parameters as constants, then as arguments. Those that come with the program run by name (--only): SwiftShader
// takes minutes to compile the longest, gullies, and then loses the context that all share.
const all = functionFiles.filter(({ path }) => only || path.includes("corpus")).flatMap((file) =>
  [[], ["--arguments"]].flatMap((flags) => described(file, flags)));
if (all.length == 0) fail("functions: none has that name");
const snippets = (language) => all.map((f) =>
  ({ name: language, functions: [f], source: tool(program, "snippet", "--lang", language, ...f.flags, f.file) }));

for (const [name, flags] of Object.entries(backEnds)) await runEssl(`functions in webgl2 ${name}`, flags, snippets("glsl"));
await runWgsl("functions in webgpu", snippets("wgsl"));
await runHlsl("functions in hlsl", snippets("hlsl"), () => []);  // estimates may be fused
await runGodot4("functions in godot4", snippets("godot4"));
