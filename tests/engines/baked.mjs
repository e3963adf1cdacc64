// Compiles the output of `isonoise snippet --bake` for all presets and for random settings, without a warning, and runs
// it for every function of the golden vectors, including those with cells:
// glsl in WebGL2, wgsl in WebGPU, hlsl through SPIR-V, godot4 in its engine. --quick runs in Mesa's drivers, which take
// seconds to compile one, only those in 2D, and the others in SwiftShader.
import { readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { parseWgsl, validate } from "naga-wasm";
import { golden } from "../../bindings/web/vectors.mjs";
import { withPage } from "./browser.mjs";
import { bakedTexts } from "./drawn.mjs";
import { fail } from "./golden.mjs";
import { run as runGodot4 } from "./godot4.mjs";
import { run as runHlsl } from "./hlsl.mjs";
import { at, brief, tool, write } from "./tools.mjs";
import { backEnds, run as runEssl } from "./webgl2.mjs";
import { flags as webgpu, run as runWgsl } from "./webgpu.mjs";

const { values: { program, quick, only = "" } } = parseArgs({
  options: {
    program: { type: "string" }, only: { type: "string" }, snippets: { type: "string" }, quick: { type: "boolean" },
  },
});
if (!program) {
  console.error("usage: node baked.mjs --program build/release/app/isonoise [--only NAME] [--quick]");
  process.exit(2);
}

// A row has 16 words: point or fraction (4), cell (4), 8 unused.
function functionsOf(file) {
  return golden(file.replace(/\.bin$/, "")).map((f) => {
    const { dim } = f.settings, with_ = f["outputs-are"].split(", ")[1] ?? "", part = "xyzw".slice(0, dim);
    const points = f.inputs.map((input) => f.cells ? input.slice(dim) : input);
    const cells = f.inputs.map((input) => f.cells ? input.slice(0, dim) : []);
    const pad = (words) => [0, 1, 2, 3].map((c) => words[c] ?? 0);
    const name = "isonoise" + (with_ ? `_${with_}` : "");
    const vector = (type) => dim == 1 ? { ivec: "int", int: "int", i: "i32" }[type]
      : type == "i" ? `vec${dim}i` : `${type}${dim}`;
    const list = (p, cell, out) => [...(f.cells ? [cell] : []), p, ...(with_ ? [out] : [])].join(", ");
    return {
      name: f.name, dim, outputs: with_ ? 1 + dim : 1,
      rows: points.flatMap((p, i) => [...pad(p), ...pad(cells[i]), ...Array(8).fill(0)]),
      expected: f.outputs.flat(),
      about: f.inputs.map((_, i) => `point ${i}`),
      call: {
        glsl: `${name}(${list(`uintBitsToFloat(p.${part})`, `${vector("ivec")}(period.${part})`, "gradient")})`,
        hlsl: `${name}(${list(`asfloat(p.${part})`, `${vector("int")}(period.${part})`, "gradient")})`,
        godot: `${name}${f.cells ? "_cell" : ""}(${list(`uintBitsToFloat(p.${part})`,
          `${vector("ivec")}(period.${part})`, "gradient")})`,
        wgsl: `${name}${f.cells ? "_cell" : ""}(${list(`bitcast<${dim == 1 ? "f32" : `vec${dim}f`}>(p.${part})`,
          `${vector("i")}(period.${part})`, "&gradient")})`,
      },
      flags: Object.entries(f.settings).map(([key, value]) => `--${key}=${value}`),
    };
  });
}

const all = readdirSync(new URL("../golden", import.meta.url)).filter((name) => name.endsWith(".bin")).sort()
  .flatMap(functionsOf).filter(({ name }) => name.includes(only));
if (all.length == 0) fail("baked: no function of the golden vectors has that name");
const snippets = (language) => all.map((f) => ({
  name: language, functions: [{ ...f }],
  source: tool(program, "snippet", "--bake", "--lang", language, ...f.flags),
}));
// Two presets, one with a custom name, and the four dimensions in one module, in either order.
// (tests/app/snippet_test.cpp does this for the other languages.)
const print = (...flags) => tool(program, "snippet", "--lang", "wgsl", ...flags);
const together = [print("--bake", "terrain"), print("--bake", "clouds", "--name", "clouds"),
  ...[1, 2, 3, 4].map((dim) => print(`--dim=${dim}`, ...(dim % 2 ? ["--with", "gradient,periodic,fbm"] : [])))];
for (const texts of [together, [...together].reverse()]) {
  try {
    validate(parseWgsl(texts.join("\n")));
  } catch (error) {
    fail(`baked: wgsl pasted together: ${error.formatted ?? error.message}`);
  }
}

// Compilers' messages about all presets and random settings.
for (const { name, source, dim } of bakedTexts(program, "glsl", 20))
  for (const [version, ...to] of [["330"], ["450 core", "-G"], ["450", "-V"], ["300 es"]]) {
    const p = `gl_FragCoord.${"xyzw".slice(0, dim)}`;
    const shader = `#version ${version}
${source}\nlayout(location = 0) out vec4 colour;\nvoid main() { colour = vec4(isonoise(${p})); }\n`;
    try {
      const said = tool("glslangValidator", ...to, ...(to.length > 0 ? ["-o", at("text.spv")] : []),
        write("text.frag", shader));
      if (/warning/i.test(said)) throw new Error(said);
      if (to.length > 0)
        tool("spirv-val", "--target-env", to[0] == "-V" ? "vulkan1.0" : "opengl4.5", at("text.spv"));
    } catch (error) {
      fail(`baked: GLSL ${version}: ${name}: ${brief(error)}`);
    }
  }
const wgslTexts = bakedTexts(program, "wgsl", 40);
for (const { name, source } of wgslTexts) {
  try {
    validate(parseWgsl(source));
  } catch (error) {
    fail(`baked: wgsl: ${name}: naga: ${error.formatted ?? error.message}`);
  }
}
await withPage(webgpu, async (page) => {
  const said = await page.evaluate(async (codes) => {
    const device = await (await navigator.gpu.requestAdapter()).requestDevice();
    return Promise.all(codes.map(async (code) =>
      (await device.createShaderModule({ code }).getCompilationInfo()).messages.map(({ message }) => message).join("\n")));
  }, wgslTexts.map(({ source }) => source));
  said.forEach((message, i) => {
    if (message) fail(`baked: wgsl: ${wgslTexts[i].name}: Tint: ${message}`);
  });
});

const inMesa = ({ dim }) => !quick || dim == 2;
await runEssl("baked", backEnds.mesa, snippets("glsl").filter(({ functions: [f] }) => inMesa(f)));
await runEssl("baked", backEnds.swiftshader, snippets("glsl").filter(({ functions: [f] }) => !inMesa(f)));
await runWgsl("baked", snippets("wgsl"), inMesa);
await runGodot4("baked", snippets("godot4"));
// spirv-cross's output for 4D fractals and improved3 crashes SwiftShader, and Mesa reorders it for lack of `precise`.
// Those run in tests/golden/snippet_test.cpp.
const heavy = ({ functions: [{ dim, name }] }) => dim == 4 || name.startsWith("improved3");
await runHlsl("baked", snippets("hlsl").filter((snippet) => !heavy(snippet)));
