// Compiles HLSL by Windows' own compilers under wine: FXC for the shader models 4.0 to 5.1, DXC for 6.0 to 6.6, as pixel,
// vertex and compute shaders, warnings as errors. The texts are the snippets, the output of `isonoise snippet --bake`
// for all presets and for random settings, users' functions, and the Hills.hlsl of examples/unity. The disassembly must show `precise` at
// every operation. The snippets and the example go to the oldest and the newest model of each compiler, each baked text
// to one model of each, with the stages in turn; --sweep has more baked texts and gives the others to every model and
// stage, and --all gives every text to those, which takes hours. Both print how many shaders compiled.
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { functionFiles } from "../functions/files.mjs";
import { bakedTexts, seed } from "./drawn.mjs";
import { fail, snippets } from "./golden.mjs";
import { at, read, tool, write } from "./tools.mjs";
import { hlsl } from "./wrap.mjs";

const { values: { program, snippets: folder, sweep, all, random = sweep || all ? "100" : "12" } } = parseArgs({
  options: {
    program: { type: "string" }, snippets: { type: "string" }, sweep: { type: "boolean" }, all: { type: "boolean" },
    random: { type: "string" },
  },
});
if (!program || !folder) {
  console.error("usage: node hlslc.mjs --program PROGRAM --snippets DIR [--sweep | --all] [--random COUNT]");
  process.exit(2);
}

// ---- The compilers

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
tool("x86_64-w64-mingw32-g++-posix", "-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-cast-function-type",
  "-static", "-o", at("compilers.exe"), path("hlslc/compilers.cpp"));
// Under its real name, wine would load its own DLL.
const dlls = new URL("node_modules/webgpu/dist/win32-x64/", import.meta.url);
copyFileSync(new URL("d3dcompiler_47.dll", dlls), at("fxc.dll"));
copyFileSync(new URL("dxcompiler.dll", dlls), at("dxc.dll"));
const wine = ["/usr/bin/wine64", "/usr/lib/wine/wine64"].find((file) => existsSync(file)) ?? "wine64";
process.env.WINEPREFIX = at("prefix");
process.env.WINEDEBUG = "-all";

// Each job is [compiler, profile, text]; the files exist already. Returns the results in the order of the jobs.
function compile(jobs) {
  return new Promise((resolve, reject) => {
    const child = spawn(wine, [at("compilers.exe"), at("fxc.dll"), at("dxc.dll")],
      { cwd: at(""), stdio: ["pipe", "pipe", "inherit"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => output += text);
    child.on("error", reject).on("exit", () =>
      resolve(output.replaceAll("\r", "").split("\nend\n").slice(0, -1).map((one) => {
        const line = one.indexOf("\n");
        return { ok: one.slice(0, line) == "ok", messages: one.slice(line + 1).trim() };
      })));
    child.stdin.end(jobs.map(({ compiler, profile, file }) => `${compiler} ${profile} ${file}\n`).join(""));
  });
}

// ---- The texts

// No float operations besides the text's own.
const stages = {
  ps: (body) => `float4 main(float4 input : SV_Position) : SV_Target {\n    uint4 w = asuint(input);\n${body}
    return asfloat(uint4(bits, bits, bits, bits));\n}\n`,
  vs: (body) => `float4 main(float4 input : POSITION) : SV_Position {\n    uint4 w = asuint(input);\n${body}
    return asfloat(uint4(bits, bits, bits, bits));\n}\n`,
  // Read from a buffer: FXC knows that a thread's number is subnormal as a float, so it would eliminate nearly
  // everything.
  cs: (body) => `RWStructuredBuffer<uint4> words : register(u0);\n[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {\n    uint4 w = words[id.x];\n${body}\n    words[id.x] = bits;\n}\n`,
};
const plain = snippets({ snippets: folder }, "hlsl", "hlsl").map(({ name, source, functions }) => ({
  name, source: source + functions.map((f) => hlsl(f).replace("evaluate", `evaluate_${f.name}`)
    .replace("return ", "return ((p.x ^ period.x ^ fbm.x ^ seed) & 0u) ^ ")).join(""),  // uses all parameters
  body: `    uint bits = ${functions.map(({ name }) => `evaluate_${name}(w, w, w, w.x, int(w.y))`).join(" ^ ")};`,
}));
const bakedBody = (name, dim, extra) => {
  const v = dim == 1 ? "float" : `float${dim}`, i = dim == 1 ? "int" : `int${dim}`, p = "xyzw".slice(0, dim);
  const at = `asfloat(w.${p})`, cell = `${i}(w.${p})`;
  return `    uint bits = asuint(${name}(${at})) ^ asuint(${name}(${cell}, ${at}));` + (extra ? `
    ${v} g, h;
    bits ^= asuint(${name}_${extra}(${at}, g)) ^ asuint(${name}_${extra}(${cell}, ${at}, h));
    bits ^= ${[...p].map((c) => `asuint(g.${c}) ^ asuint(h.${c})`).join(" ^ ")};` : "");
};
const baked = bakedTexts(program, "hlsl", Number(random)).map(({ name, source, dim, extra }) =>
  ({ name, source, body: bakedBody("isonoise", dim, extra) }));
const hills = readFileSync(new URL("../../examples/unity/com.isonoise.hills/Shaders/Hills.hlsl", import.meta.url), "utf8");
const node = readFileSync(new URL("../../examples/unity/com.isonoise.hills/Shaders/HillsNode.hlsl", import.meta.url),
  "utf8").replace('#include "Hills.hlsl"', "");
const examples = [{ name: "Hills.hlsl", source: hills, body: bakedBody("hills", 2, "gradient") },
  { name: "HillsNode.hlsl", source: hills + node, loose: true, body: `    float height;\n    float3 normal;
    Hills_float(asfloat(w.xy), asfloat(w.z), height, normal);
    uint bits = asuint(height) ^ asuint(normal.x) ^ asuint(normal.y) ^ asuint(normal.z);` }];
// Functions of users, of which estimates may be fused; FXC takes half a minute for some.
const own = (sweep || all ? functionFiles : []).map(({ name, path }) => {
  const [, result, point] = /^(float|vec\d) noise\((float|vec\d) /m.exec(readFileSync(path, "utf8"));
  const part = (type) => "xyzw".slice(0, type == "float" ? 1 : Number(type.at(-1)));
  const bits = result == "float" ? "asuint(n)" : [...part(result)].map((c) => `asuint(n.${c})`).join(" ^ ");
  return { name, loose: true, source: tool(program, "snippet", "--lang", "hlsl", path).toString(),
    body: `    ${result.replace("vec", "float")} n = noise(asfloat(w.${part(point)}));\n    uint bits = ${bits};` };
});
// All files in one shader, the last first, to reveal clashing names.
const together = { name: "pasted together", body: "    uint bits = w.x;",
  source: [...plain].reverse().map(({ source }) => source).join("\n") +
    baked[0].source };

const models = [["4_0", "4_1", "5_0", "5_1"], ["6_0", "6_1", "6_2", "6_3", "6_4", "6_5", "6_6"]];
const each = models.map((these, i) => these.flatMap((model) =>
  Object.keys(stages).map((stage) => ({ compiler: ["fxc", "dxc"][i], profile: `${stage}_${model}` }))));
const every = each.flat();
const ends = (i) => each.flatMap((profiles) => [profiles[i % 3], profiles.at(-1 - (i + 1) % 3)]);
const first = [...plain, ...examples], rest = [...baked, together, ...own];
const jobs = [];
const add = (text, targets) => targets.forEach((target) => {
  const file = `${jobs.length}.hlsl`;
  write(file, `${text.source}\n${stages[target.profile.slice(0, 2)](text.body)}`);
  jobs.push({ ...target, text, file });
});
first.forEach((text, i) => add(text, all || sweep ? every : ends(i)));
// Text i gets profile i of each compiler, cyclically, so every profile compiles many texts.
rest.forEach((text, i) => add(text, all ? every : each.map((profiles) => profiles[i % profiles.length])));

// ---- What they say

// Operations that FXC or a driver may fuse. Shader model 4 has no such mark, but FXC itself must not fuse.
function loose({ compiler, profile, file }) {
  const assembly = read(`${file}.asm`).toString();
  const pattern = compiler == "dxc" ? /= f(?:add|sub|mul|div|rem) (?:fast|\w* ?(?:reassoc|contract))|@dx\.op\.(?:fma|mad|dot\d)/
    : profile.includes("_4_") ? /^ *(?:mad|dp\d)\b/ : /^ *(?:mad|dp\d|add|mul|div|rcp)(?:_sat)? (?!\[precise)/;
  return assembly.split("\n").filter((line) => pattern.test(line));
}

const share = Math.min(availableParallelism(), 4), parts = Array.from({ length: share }, () => []);
jobs.forEach((job, i) => parts[Math.floor(i / 2) % share].push(job));  // each gets jobs of both compilers
await compile([]);  // makes wine's folder
const seen = new Map();
await Promise.all(parts.map(async (part) => {
  const outcomes = await compile(part);
  part.forEach((job, i) => {
    const { ok, messages } = outcomes[i] ?? { messages: "the compiler ended early" };
    const what = `${job.text.name}: ${job.profile}`;
    if (!ok || messages) return fail(`hlslc: ${what}: ${messages.split("\n").slice(0, 4).join("\n")}`);
    seen.set(job.compiler, (seen.get(job.compiler) ?? 0) + 1);
    const free = job.text.loose ? [] : loose(job);
    if (free.length > 0) fail(`hlslc: ${what}: ${free.length} operations may be fused, the first is ${free[0].trim()}`);
  });
}));
if (sweep || all)
  console.log([`hlslc: ${random} random settings of ISONOISE_TEST_SEED=${seed}`,
    ...[...seen].map(([compiler, count]) => `hlslc: ${compiler}: ${count} shaders without a message`)].join("\n"));
