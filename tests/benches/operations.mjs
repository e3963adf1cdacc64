// Prints the number of operations per value in the optimised SPIR-V of the snippets and of webgl-noise, counted per
// component. Operations that are free on a GPU (moves, loads, bit casts) do not count. A loop's operations are listed
// separately, per iteration. Also prints the time of glslangValidator and spirv-opt in ms, minus an empty shader's, as
// medians of alternating runs. Needs the node_modules that tests/benches/run fetches.
import { readFileSync } from "node:fs";
import { at, tool, write } from "./tools.mjs";

const kinds = {
  "float": /^OpF(Add|Sub|Mul|Negate)$|^OpDot$|^OpVectorTimesScalar$|^(FAbs|FSign|FMin|FMax|FClamp|FMix|Step)$/,
  "bits": /^Op(IAdd|ISub|SNegate|Bitwise\w+|Not|Shift\w+)$|^SAbs$/,
  "select": /^Op(Select|F(Ord|Unord)\w+|[SUI](Less|Greater|Not|Equal)\w*|Logical\w+)$/,
  "product": /^OpIMul$/,
  "convert": /^OpConvert\w+$|^(Floor|Fract|Trunc)$/,
  "division": /^Op(FDiv|[SUF]Mod|[SU]Div)$/,
};

/// Operations by kind outside loops and inside one.
function count(spirv) {
  const width = {}, type = {}, blocks = {};
  let block, head, merge;
  for (const line of tool("spirv-dis", "--raw-id", "--no-color", spirv).split("\n")) {
    const words = line.trim().split(/\s+/);
    if (words[2] == "OpLabel") block = blocks[words[0]] = { next: [], operations: [] };
    if (words[0] == "OpLoopMerge") [head, merge] = [block, words[1]];
    if (/^OpBranch/.test(words[0])) block.next.push(...words.slice(1));
    if (words[1] != "=") continue;
    const [result, , op, operand] = words;
    if (op == "OpTypeVector") width[result] = +words[4];
    type[result] = operand;
    const name = op == "OpExtInst" ? words[5] : op;
    const kind = Object.keys(kinds).find((k) => kinds[k].test(name));
    // n components are n products and n - 1 sums
    if (kind) block.operations.push([kind, name == "OpDot" ? 2 * width[type[words[4]]] - 1 : width[operand] ?? 1]);
  }
  const inside = new Set(), waiting = head ? [head] : [];
  for (const at of waiting) {
    if (inside.has(at)) continue;
    inside.add(at);
    waiting.push(...at.next.filter((name) => name != merge && name in blocks).map((name) => blocks[name]));
  }
  const sums = [{}, {}];
  for (const of of Object.values(blocks))
    for (const [kind, times] of of.operations) {
      const sum = sums[+inside.has(of)];
      sum[kind] = (sum[kind] ?? 0) + times;
    }
  return sums;
}

const shader = (dim, source, call) => `#version 450
${source}
layout(location = 0) in ${dim == 1 ? "float" : `vec${dim}`} point;
layout(location = 1) flat in vec4 terms;
layout(location = 0) out float value;
layout(location = 1) out ${dim == 1 ? "float" : `vec${dim}`} gradient;
void main() { value = ${call}; }
`;
const snippet = (dim) => readFileSync(new URL(`../../shaders/snippets/glsl/perlin${dim}.glsl`, import.meta.url), "utf8");
const peer = (kind, dim) =>
  readFileSync(new URL(`node_modules/glsl-noise/${kind}/${dim}d.glsl`, import.meta.url), "utf8")
    .replace(/^#pragma.*/gm, "");

// Four points of a grid in one cell, as in the compute shader (shaders/evaluate/rows.glsl); each counts as a quarter.
const library = (file, seen = new Set()) => seen.has(file) ? "" : seen.add(file) &&
  readFileSync(new URL(`../../shaders/${file}`, import.meta.url), "utf8")
    .replace(/^#include "(.*)"$/gm, (_, name) => library(name, seen));
const rows = (dim) => `#version 450
${Object.entries({ ALGORITHM: 0, DIM: dim, FADE: 3, FRACTAL: 0, WHOLE: 1, PERIODIC: 0, WARP: 0, FLOW: 0, FAR: 0 })
    .map(([name, value]) => `#define ISONOISE_${name} ${value}`).join("\n")}
${library("isonoise/noise.glsl")}${library("evaluate/rows.glsl")}
flat in uvec4 x, z, w, y, f, t;
layout(location = 0) out vec4 values;
void main() {
    precise vec4 n = isonoise_together(IsonoiseColumn(x, z, w), y.xy, uintBitsToFloat(f), uintBitsToFloat(t));
    values = isonoise_more(vec4(0.0), isonoise_snap(n * isonoise_plan.scale), 0u);
}
`;

const subjects = [{ name: "nothing", text: shader(4, "", "point.x") }];
for (const dim of [1, 2, 3, 4]) {
  const add = (name, source, call) => subjects.push({ name, text: shader(dim, source, call) });
  add(`perlin${dim}`, snippet(dim), `perlin${dim}(point, 7u)`);
  add(`perlin${dim}_gradient`, snippet(dim), `perlin${dim}_gradient(point, 7u, gradient)`);
  add(`perlin${dim}_fbm`, snippet(dim), `perlin${dim}_fbm(point, 7u, terms.x, terms.y, terms.z, terms.w)`);
  if (dim == 1) continue;
  subjects.push({ name: `grid of ${dim}D, four rows in a cell`, text: rows(dim), values: 4 });
  add(`webgl-noise classic ${dim}D`, peer("classic", dim), "cnoise(point)");
  add(`webgl-noise simplex ${dim}D`, peer("simplex", dim), "snoise(point)");
}

const milliseconds = (work) => {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / 1e6;
};
for (let round = 0; round < 11; ++round)
  for (const subject of subjects) {
    const source = write("operations.frag", subject.text);
    const time = milliseconds(() => {
      tool("glslangValidator", "-V", "--amb", "--aml", "-o", at("operations.spv"), source);
      tool("spirv-opt", "-O", "-o", at("fast.spv"), at("operations.spv"));
    });
    (subject.times ??= []).push(time);
    subject.sums ??= count(at("fast.spv"));
  }

const median = (subject) => subject.times.sort((a, b) => a - b)[5];
const names = Object.keys(kinds), nothing = median(subjects.shift());
console.log(`| | ${names.join(" | ")} | all | ms |\n|---|${names.map(() => "---|").join("")}---|---|`);
for (const subject of subjects)
  for (const [i, sums] of subject.sums.entries()) {
    const each = names.map((kind) => (sums[kind] ?? 0) / (subject.values ?? 1)), all = each.reduce((a, b) => a + b);
    const name = i == 0 ? subject.name : `${subject.name}, an octave`;
    const time = i == 0 ? (median(subject) - nothing).toFixed(1) : "";
    if (all > 0) console.log(`| ${name} | ${each.join(" | ")} | ${all} | ${time} |`);
  }
