// scenes.mjs SCENES ISA [--size WxH] [--rounds N] [--json FILE] [--write]: prints the cost of the scenes on this
// machine, beside small shaders in the classic manner (scenes/*.frag), and estimates of their frame times on GPUs.
// SCENES and ISA are isonoise_scenes and isonoise_isa, which tests/benches/run scenes builds. --write renews
// docs/performance.md.
//
// The estimate, for each fragment shader of a scene:
//
//   machine   cycles of one lane that its machine code takes if every instruction runs once
//   once      the same by the operations of its SPIR-V
//   wave      by these operations, with each block of code counted as often as it runs in the picture: the mean over
//             all 8x8 pixels of the slowest one, since a GPU goes on until that is done
//   ms        fragments * wave * machine / once / (lanes * clock of the GPU)
//
// So the compiler for the GPU says what an operation costs, and the picture how often it runs. It leaves out what the
// GPU waits for: memory, too few waves to hide latencies, and the parts of a wave that take different branches.
import { readFileSync, writeFileSync } from "node:fs";
import { hasShims, instructions, kinds, machineCode, others, renew, spirv } from "./machine_code.mjs";
import { at, tool, write } from "./tools.mjs";

const fail = (text) => { throw new Error(text); };

/// GPUs to estimate for: a family whose compiler is asked, and trillions of float operations a second, of which a lane
/// does two per cycle.
const gpus = [
  { family: "navi21", teraflops: 12, name: "desktop, RDNA2, 12 TFLOP" },
  { family: "navi21", teraflops: 1.5, name: "handheld, RDNA2, 1.5 TFLOP" },
  { family: "tgl", teraflops: 2.1, name: "laptop, Intel Xe, 2.1 TFLOP" },
  { family: "a660", teraflops: 1.7, name: "phone, Adreno 660, 1.7 TFLOP" },
];
const pixels = 1920 * 1080;

const usage = "scenes.mjs SCENES ISA [--size WxH] [--rounds N] [--json FILE] [--write]";
function options([scenes, isa, ...rest]) {
  const found = { scenes: scenes ?? fail(usage), isa: isa ?? fail(usage), size: "1280x720", rounds: "5" };
  while (rest.length > 0) {
    const option = rest.shift();
    if (option == "--write") found.write = true;
    else if (/^--(size|rounds|json)$/.test(option))
      found[option.slice(2)] = rest.shift() ?? fail(`${option} needs a value`);
    else fail(`unknown option '${option}': ${usage}`);
  }
  return found;
}

// The cost of an operation of SPIR-V on a component. Only proportions matter: costs are compared with one another.
const slow = /^(Sin|Cos|Atan2?|Acos|Asin|Tan|Pow|Exp2?|Log2?|Sqrt|InverseSqrt|Normalize|Length|Distance)$/;
function costOf(name) {
  if (/^Op[US](Div|Mod|Rem)$/.test(name)) return 20;
  if (slow.test(name) || /^Op(IMul|Image\w+|FDiv|FMod|FRem)$/.test(name)) return 4;
  return !/^Op/.test(name) || /^Op(F|I|S|U|Bit|Shift|Not|Logical|Select|Convert|Dot|Vector|Matrix)/.test(name) ? 1 : 0;
}

/// Optimised SPIR-V: the operations of its blocks, summed, and the text of a shader that outputs the sum of those that
/// ran instead of a colour.
function counted(file, text) {
  const source = write(`${file}.frag`, text), module = at(`${file}.spv`), better = at(`${file}-O.spv`);
  tool("glslangValidator", "-G", "--amb", "--aml", "-o", module, source);
  tool("spirv-opt", "-O", "-o", better, module);
  const lines = tool("spirv-dis", "--raw-id", "--no-color", better).split("\n").map((line) => line.trim());
  const find = (pattern) => lines.map((line) => pattern.exec(line)).find(Boolean);
  const [, float] = find(/^(%\d+) = OpTypeFloat 32$/);
  const [, vec4] = find(new RegExp(`^(%\\d+) = OpTypeVector ${float} 4$`));
  const [, pointer] = find(new RegExp(`^(%\\d+) = OpTypePointer Output ${vec4}$`));
  const [, output] = find(new RegExp(`^(%\\d+) = OpVariable ${pointer} Output`));
  const width = {}, type = {}, done = [], constants = new Map();
  let once = 0, cost = 0, next = 1000000, main = false, defined = false;
  const fresh = () => `%${next++}`;
  const sum = fresh(), place = fresh(), zero = fresh();
  for (const line of lines) {
    const words = line.split(/\s+/), [result, , op, operand] = words;
    if (words[1] == "=") {
      if (op == "OpTypeVector") width[result] = Number(words[4]);
      if (op != "OpTypeVector") type[result] = operand;
      const name = op == "OpExtInst" ? words[5] : op;
      const components = /^(OpDot|Length|Distance|Normalize)$/.test(name) ? 3 : width[operand] ?? 1;
      if (!/^Op(Type|Constant|Spec|Undef|Variable|Function)/.test(op)) cost += costOf(name) * components;
    }
    if (op == "OpFunction" && !defined) {  // before the first function
      defined = true;
      done.push(`${zero} = OpConstant ${float} 0`, `${place} = OpTypePointer Private ${float}`,
                `${sum} = OpVariable ${place} Private ${zero}`, "CONSTANTS");
    }
    if (op == "OpFunction") main = find(/^OpEntryPoint Fragment (%\d+)/)[1] == result;
    const ends = /^Op(SelectionMerge|LoopMerge|Branch|Switch|Return|Kill|Unreachable)/.test(words[0]);
    if (ends && cost > 0) {
      if (!constants.has(cost)) constants.set(cost, fresh());
      const before = fresh(), after = fresh();
      done.push(`${before} = OpLoad ${float} ${sum}`, `${after} = OpFAdd ${float} ${before} ${constants.get(cost)}`,
                `OpStore ${sum} ${after}`);
      once += cost;
      cost = 0;
    }
    if (main && words[0] == "OpReturn") {
      const all = fresh(), vector = fresh();
      done.push(`${all} = OpLoad ${float} ${sum}`,
                `${vector} = OpCompositeConstruct ${vec4} ${all} ${zero} ${zero} ${zero}`,
                `OpStore ${output} ${vector}`);
    }
    done.push(line);
  }
  const numbers = [...constants].map(([value, name]) => `${name} = OpConstant ${float} ${value}`).join("\n");
  const assembly = write(`${file}-counted.txt`, done.join("\n").replace("CONSTANTS", numbers));
  tool("spirv-as", "--target-env", "spv1.0", "--preserve-numeric-ids", "-o", at(`${file}-counted.spv`), assembly);
  const glsl = tool("spirv-cross", "--version", "450", "--no-es", at(`${file}-counted.spv`));
  // Places are the painter's business, by name.
  return { once, text: glsl.replace(/^#version.*\n/, "").replace(/^layout\((binding|location) = [^)]*\) uniform/gm,
    (text) => /std140/.test(text) ? "layout(std140) uniform" : "uniform") };
}

/// A fragment shader as a compute shader for Vulkan, of which the driver unrolls no loop: as SPIR-V.
function compute(file, text) {
  const body = text.replace(/^#version.*\n/, "").replace(/\bgl_FragCoord\b/g, "frag_coord")
    .replace(/\bout vec4 colour;/, "vec4 colour;").replace(/\bvoid main\(\)/, "void fragment()");
  const module = spirv(`${file}-vulkan`, `#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, set = 0, binding = 0) writeonly buffer Result { vec4 result[]; };
vec4 frag_coord;
${body}
void main() {
    frag_coord = vec4(vec2(gl_GlobalInvocationID.xy) + 0.5, 0.0, 1.0);
    fragment();
    result[gl_GlobalInvocationID.y * 1920u + gl_GlobalInvocationID.x] = colour;
}
`, ["-R", "--aml", "--stb", "comp", "16"]);
  tool("spirv-opt", "-O", "-o", at(`${file}-vulkan-O.spv`), module);
  const assembly = tool("spirv-dis", "--raw-id", "--no-color", at(`${file}-vulkan-O.spv`))
    .replace(/(OpLoopMerge %\d+ %\d+) None/g, "$1 DontUnroll");
  tool("spirv-as", "--target-env", "spv1.0", "-o", at(`${file}-rolled.spv`), write(`${file}-rolled.txt`, assembly));
  return at(`${file}-rolled.spv`);
}

/// Cycles of one lane that machine code takes if every instruction runs once. Each unit is a count of instructions at
/// the full rate; scalar ones and memory have units of their own.
const cycles = {
  // As Mesa's aco_statistics.cpp counts: products of 32 bits take 4 cycles, and so do roots and the like, but beside
  // others. A texel takes 4 cycles too: a unit fetches 16 at a time, for the 64 lanes that it serves.
  navi21({ assembly }) {
    let all = 0, complex = 0;
    for (const { name } of instructions(assembly)) {
      const product = kinds.product.test(name);
      if (/^v_/.test(name)) all += product ? 4 : 1;
      if (/^image_/.test(name)) all += 4;
      if (product || /^v_(exp|log|rcp|rsq|sqrt|sin|cos)_/.test(name)) complex += 4;
    }
    return Math.max(all, complex);
  },
  // Units of 8 lanes, 2 for roots and the like; a program computes 8, 16 or 32 lanes, and some instructions fewer.
  tgl({ assembly, subgroup }) {
    return [...assembly.matchAll(/^(?:\([^)]*\) )?([a-z]\w*)(?:\.\w+)*\((\d+)\)/gm)]
      .filter(([, name]) => !/^(sync|nop)$/.test(name))
      .reduce((sum, [, name, lanes]) => sum + (name == "math" ? 4 : 1) * Math.max(lanes, 8) / subgroup, 0);
  },
  // Without waiting (nop); roots and the like run at a quarter of the rate.
  a660({ statistics: s }) {
    const of = (kind) => s[`cat${kind} instructions`];
    return of(0) - s["NOPs Count"] + of(1) + of(2) + of(3) + 4 * of(4) + of(5) + of(6);
  },
};

function tables({ driver, size, gpus: names, subjects }) {
  const table = (head, rows) =>
    [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
  const ours = subjects.filter(({ peer }) => !peer);
  const peers = subjects.filter(({ name, peer }) => peer && name != "empty");
  const whole = (x) => x ? x.toFixed(x < 10 ? 1 : 0) : "";
  return [
    `${driver}, ${size.join("x")}, ${new Date().toISOString().slice(0, 10)}.\n` +
      "For GPUs: estimated ms at 1920x1080 (pictures a second).",
    table(["", "CPU ns a pixel", "octaves a pixel", "of it tables", ...names],
          ours.map(({ name, nanoseconds, octaves, tables: part, milliseconds }) =>
            [name, nanoseconds.toFixed(0), octaves.toFixed(1), part > 0.005 ? `${(100 * part).toFixed(0)} %` : "",
             ...milliseconds.map((ms) => ms ? `${whole(ms)} (${(1000 / ms).toFixed(0)})` : "")])),
    "Beside small shaders of the same subjects in the classic manner:",
    table(["", "CPU ns a pixel", "classic", `ms, ${names[0]}`, "classic"],
          peers.map(({ name: subject, nanoseconds, milliseconds: [ms] }) => {
            const own = ours.find(({ name }) => name == subject);
            return [subject, own.nanoseconds.toFixed(0), nanoseconds.toFixed(0), whole(own.milliseconds[0]), whole(ms)];
          })),
  ].join("\n\n");
}

async function main() {
  const { scenes, isa, size, rounds, json, write: renews } = options(process.argv.slice(2));
  const folder = at(".");
  const listed = JSON.parse(tool(scenes, "texts", folder)).subjects.flatMap(({ draws }) => draws);
  const shaders = listed.map(({ file }) => {
    const text = readFileSync(at(`${file}.frag`), "utf8"), { once, text: counting } = counted(`n${file}`, text);
    write(`${file}.counted`, counting);
    return { once, module: compute(`n${file}`, text) };
  });
  const chosen = gpus.filter(({ family }) => !(family in others) || hasShims());
  for (const family of new Set(chosen.map((gpu) => gpu.family))) {
    await machineCode(isa, family);  // is there such a driver?
    for (const shader of shaders) {
      const code = await machineCode(isa, family, [shader.module]).catch(() => undefined);  // turnip crashes at a few
      (shader.machine ??= {})[family] = code && cycles[family](code.shaders[0]);
    }
  }
  const report = JSON.parse(tool(scenes, "run", folder, size, rounds));
  const [width, height] = report.size;
  const middle = (values) => values.sort((a, b) => a - b)[values.length >> 1];
  for (const subject of report.subjects) {
    subject.nanoseconds = 1e9 * middle(subject.cpu) / (width * height);
    subject.milliseconds = chosen.map(({ family, teraflops }) => subject.draws.reduce((sum, draw) => {
      const { once, machine } = Object.assign(draw, { ...shaders[draw.file], module: undefined });
      return sum + draw.pixels * draw.wave * machine[family] / once;  // NaN if the driver could not compile it
    }, 0) / (teraflops / 2 * 1e12) * 1e3);
  }
  report.gpus = chosen.map(({ name }) => name);
  if (json) writeFileSync(json, `${JSON.stringify(report, null, 1)}\n`);

  const text = tables(report);
  console.log(text);
  if (renews) renew("performance.md", text, "scenes");
}

try {
  await main();
} catch (error) {
  console.error(`scenes: ${error.message}`);
  process.exitCode = 2;
}
