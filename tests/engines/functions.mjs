// Functions of the user (tests/functions/files.mjs), as `isonoise snippet` prints them, against the CPU: glsl in WebGL2,
// wgsl in WebGPU, hlsl through SPIR-V, godot4 in its engine. With more than 4096 points the functions run one by one,
// and each prints a line. --drawn FOLDER: the texts of a folder, such as draw_functions writes.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { filesIn, functionFiles } from "../functions/files.mjs";
import { fail } from "./golden.mjs";
import { run as runGodot4 } from "./godot4.mjs";
import { run as runHlsl } from "./hlsl.mjs";
import { tool } from "./tools.mjs";
import { backEnds, run as runEssl } from "./webgl2.mjs";
import { run as runWgsl } from "./webgpu.mjs";

const { values: { program, only = "", engine = "", points = "200", drawn = "", quick } } = parseArgs({
  options: { program: { type: "string" }, only: { type: "string" }, engine: { type: "string" },
    points: { type: "string" }, drawn: { type: "string" }, quick: { type: "boolean" } },
});
if (!program || !(Number(points) > 0)) {
  console.error("usage: node functions.mjs --program build/release/app/isonoise [--only NAME] [--engine webgpu] " +
    "[--points 1000000] [--drawn FOLDER]");
  process.exit(2);
}

// Coordinates near the origin and on lattice points, as floats.
const coordinate = (i, c) => Math.fround(i % 5 == 0 ? ((i * (7 + c)) % 41) - 20 : ((i * (0.377 + 0.21 * c)) % 37) - 18.5);

// Values of a function's parameters, not the defaults: for --set, and as arguments in each language.
const types = { float: ["uintBitsToFloat", "asfloat", "bitcast<f32>"], int: ["int", "int", "i32"],
  uint: ["uint", "uint", "u32"], bool: ["bool", "bool", "bool"] };
function drawnParameters(text) {
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

// Describes one program of a file: its values with the parameters as constants; with `set`, its gradient (its values if it
// has none) with the parameters as arguments.
function described(file, set) {
  const name = file.name.replace(".glsl", ""), text = readFileSync(file.path, "utf8");
  const parameters = set ? drawnParameters(text) : { set: [], list: () => "" };
  const flags = set && parameters.list(0) ? ["--arguments"] : [];
  const [, result, point] = /^(float|vec\d) noise\((float|vec\d) /m.exec(text);
  const size = (type) => type == "float" ? 1 : Number(type.at(-1)), dim = size(point), channels = size(result);
  const gradient = set && has(file, "gradient");
  if (!name.includes(only) || (set && flags.length == 0 && !gradient)) return [];
  if (gradient) flags.push("--with", "gradient");
  const part = "xyzw".slice(0, dim), own = gradient ? "noise_gradient" : "noise";
  const call = (language, point, out) => `${own}(${point}${parameters.list(language)}${gradient ? `, ${out}` : ""})`;
  return [{
    name: name + (set ? "_set" : ""), open: Boolean(drawn), dim, channels, outputs: channels + (gradient ? dim : 0), file: file.path, flags,
    sample: ["sample", "--format", "f32", ...flags.length && parameters.list(0) ? parameters.set : [],
      ...gradient ? ["--gradient"] : [], file.path],
    call: {
      glsl: call(0, `uintBitsToFloat(p.${part})`, "gradient"),
      hlsl: call(1, `asfloat(p.${part})`, "gradient"),
      godot: call(0, `uintBitsToFloat(p.${part})`, "gradient"),
      wgsl: call(2, `bitcast<${dim == 1 ? "f32" : `vec${dim}f`}>(p.${part})`, "&gradient"),
    },
  }];
}
const has = (file, part) => {
  try {
    return tool(program, "snippet", "--lang", "glsl", "--with", part, file.path) != "";
  } catch {
    return false;
  }
};

// The points from `from` to `to`, with the words that the CPU expects.
function at(f, from, to) {
  const points = Array.from({ length: to - from }, (_, i) =>
    Float32Array.from({ length: f.dim }, (_, c) => coordinate(from + i, c)));
  const output = execFileSync(program, f.sample,
    { input: Buffer.concat(points.map((p) => Buffer.from(p.buffer))), maxBuffer: 1 << 30 });
  return { ...f, about: points.map((_, i) => `point ${from + i}`),
    rows: points.flatMap((p) => [...new Uint32Array(p.buffer), ...Array(16 - f.dim).fill(0)]),
    expected: Array.from({ length: points.length * f.outputs }, (_, i) => output.readUInt32LE(4 * i)) };
}

const files = drawn ? filesIn(`${drawn}/`) : functionFiles;
const all = files.flatMap((file) => [false, true].flatMap((set) => described(file, set)));
if (all.length == 0) fail("functions: none has that name");
const texts = new Map();
function text(language, { file, flags }) {
  const words = ["snippet", "--lang", language, ...flags, file], key = words.join(" ");
  if (!texts.has(key)) texts.set(key, tool(program, ...words));
  return texts.get(key);
}
// Compiling takes long: for few points only one text of each function runs, that with gradient or arguments if it has
// one.
const count = Number(points);
const most = 4096;  // in a program's texture
const one = count <= most ? all.filter((f, i) => f.file != all[i + 1]?.file) : all;
const engines = {
  "webgl2 swiftshader": { language: "glsl", run: (runner, some) => runEssl(runner, backEnds.swiftshader, some) },
  "webgl2 mesa": { language: "glsl", run: (runner, some) => runEssl(runner, backEnds.mesa, some) },
  webgpu: { language: "wgsl",
    run: (runner, some) => runWgsl(runner, some, ({ file }) => file.includes("corpus")) },
  // Estimates may be fused. SwiftShader takes long over the branches that spirv-cross makes.
  hlsl: { language: "hlsl", run: (runner, some) => runHlsl(runner, some, () => [], "mesa") },
  godot4: { language: "godot4", run: runGodot4 },
};
if (quick) delete engines["webgl2 swiftshader"];  // where Godot runs nearly the same text
const chosen = Object.entries(engines).filter(([name]) => name.includes(engine));
if (chosen.length == 0) fail(`functions: no engine '${engine}', but ${Object.keys(engines).join(", ")}`);
if (count <= most) {
  const given = new Map(one.map((f) => [f, at(f, 0, count)]));
  for (const [name, { language, run }] of chosen)
    await run(`functions in ${name}`,
      one.map((f) => ({ name: language, functions: [given.get(f)], source: text(language, f) })));
}
for (const f of count <= most ? [] : one) {
  for (const [name, { language, run }] of chosen) {
    const start = Date.now();
    for (let from = 0; from < count; from += 64 * most) {
      const functions = [];
      for (let i = from; i < Math.min(from + 64 * most, count); i += most)
        functions.push(at(f, i, Math.min(i + most, count)));
      await run(`functions in ${name}`, [{ name: language, functions, source: text(language, f) }]);
    }
    console.log(`functions in ${name}: ${f.name}: ${count} points, ${Math.round((Date.now() - start) / 1000)} s`);
  }
}
