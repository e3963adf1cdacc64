// isa.mjs PROGRAM [--json FILE] [--only REGEX] [--write]: prints Markdown tables of the instructions and the estimated
// cost of our shader functions and of webgl-noise in the machine code of AMD GPUs; with nvcc, the instructions for
// NVIDIA GPUs; after tests/benches/shims, those for Intel's and Qualcomm's. tests/benches/run isa builds PROGRAM
// (isa.cpp). Each figure is net of a shader that only reads and writes the same memory. docs/machine-code.md explains
// the figures; --write renews them.
//
// FILE gets { date, driver, subjects: [{ name, dim, mode, seed, families: { navi21: { vector, fused, unfused, product,
// narrow, convert, vgprs, spills, branches, code, latency, cycles } }, nvidia: { sm_86: { instructions, fused, product,
// convert, registers, spills } }, tgl: { instructions, cycles, lanes, spills }, a660: { instructions, registers,
// spills } }] }. AMD's instructions in loops count once per run; functions with loops have
// no `nvidia`.
import { readFileSync, writeFileSync } from "node:fs";
import { call, computeShader, count, families, functions, hasShims, instructions, library, machineCode, modes, others,
         renew, rounds, spirv, takesCell } from "./machine_code.mjs";
import { architectures, nvcc, nvidia } from "./nvidia.mjs";

const fail = (text) => { throw new Error(text); };

const usage = "isa.mjs PROGRAM [--json FILE] [--only REGEX] [--write]";
function options([program, ...rest]) {
  const found = { program: program ?? fail(usage) };
  while (rest.length > 0) {
    const option = rest.shift();
    if (option == "--write") found.write = true;
    else if (/^--(json|only)$/.test(option)) found[option.slice(2)] = rest.shift() ?? fail(`${option} needs a value`);
    else fail(`unknown option '${option}': ${usage}`);
  }
  return found;
}

const dims = [1, 2, 3, 4];
const forms = ["", "_gradient", "_periodic", "_periodic_gradient", "_fbm"];
const source = library("isonoise/fbm.glsl");
const ours = functions(source).filter((one) => !takesCell(one));
const peer = (kind, dim) =>
  readFileSync(new URL(`node_modules/glsl-noise/${kind}/${dim}d.glsl`, import.meta.url), "utf8")
    .replace(/^#pragma.*/gm, "");

// The model assumes that branches on uniforms are taken half of the time. These values leave no such branch, and no
// loop that the driver can unroll. Compared with uniforms they save the reciprocal of each period and the test for a
// first octave.
const fixed = { period: "uvec4(7u, 11u, 13u, 17u)", octaves: "max(push.fbm.x, 1.0)", normalization: "0.5" };

/// All subjects: a name and the GLSL of a shader each.
function subjects() {
  const all = [];
  const add = (subject, shader) => all.push({ ...subject, text: computeShader({ ...subject, ...shader }) });
  for (const dim of dims) {
    for (const form of forms) {
      const name = `perlin${dim}${form}`;
      const one = ours.find((candidate) => candidate.name == name) ?? fail(`the library has no ${name}()`);
      for (const mode of Object.keys(modes))
        for (const seed of ["varying", "uniform"])
          add({ name, dim, mode, seed }, { source, statements: call(one, fixed) });
    }
    for (const kind of dim == 1 ? [] : ["classic", "simplex"])
      add({ name: `webgl-noise ${kind} ${dim}D`, dim },
        { source: peer(kind, dim), statements: `n = ${kind[0]}noise(point.${"xyzw".slice(0, dim)});` });
  }
  return all;
}

/// The cost of one shader on a family.
const figures = ({ statistics, assembly }) => ({
  ...count(assembly, true), vgprs: statistics.VGPRs, spills: statistics["Spilled VGPRs"] + statistics["Spilled SGPRs"],
  branches: instructions(assembly).filter(({ forward }) => forward).length,
  code: statistics["Code size"], latency: statistics.Latency, cycles: statistics["Inverse Throughput"],
});
/// Minus the empty shader; registers and spills are the whole shader's.
const net = (cost, empty) => Object.fromEntries(Object.entries(cost).map(([name, value]) =>
  [name, /^(vgprs|registers|lanes|spills)$/.test(name) ? value : value - empty[name]]));

const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");

const label = ({ name }) => name.startsWith("perlin") ? `\`${name}\`` : name;

function amdTables({ driver, date, subjects: all }) {
  const find = (name, mode, seed) => all.find((one) => one.name == name && one.mode == mode && one.seed == seed);
  const shown = all.filter(({ mode, seed }) => !mode || (mode == "precise" && seed == "varying"));
  const cycles = (one, family) => one?.families[family].cycles ?? "";
  const times = ({ name, dim }, cost, family) => {
    const classic = cycles(find(`webgl-noise classic ${dim}D`), family) * (/_fbm/.test(name) ? rounds : 1);
    return classic ? (classic / cost).toFixed(2) : "";
  };
  const [first] = Object.keys(families);
  const full = table(
    ["", "vector", "fused", "32-bit products", "24-bit", "convert", "VGPRs", "spills", "latency", "cycles",
     "classic / this", "cycles: uniform seed", "opaque zero", "fast"],
    shown.map((one) => {
      const cost = one.families[first];
      const others = one.mode ? [["precise", "uniform"], ["zero", "varying"], ["fast", "varying"]] : [];
      return [label(one), cost.vector, cost.fused, cost.product, cost.narrow, cost.convert, cost.vgprs, cost.spills,
              cost.latency, cost.cycles, times(one, cost.cycles, first),
              ...[0, 1, 2].map((i) => others[i] ? cycles(find(one.name, ...others[i]), first) : "")];
    }));
  const short = table(
    ["", ...Object.values(families).flatMap(({ name }) => [name, "classic / this"])],
    shown.map((one) => [label(one), ...Object.keys(families).flatMap((family) =>
      [cycles(one, family), times(one, cycles(one, family), family)])]));
  const halved = shown.filter((one) => Object.values(one.families).some(({ branches }) => branches > 0));
  const doubt = halved.length == 0 ? [] :
    [`These have code behind branches, of which the estimate counts a part: ${halved.map(label).join(", ")}.`];
  return [`${families[first].name}, ${driver}, ${date}:`, full, "Cycles on each family:", short, ...doubt];
}

/// Adds the results of CUDA's compiler. Peers may be fused, like by users' drivers; ours use `precise`.
function addNvidia(all, files) {
  const compiler = nvcc();
  if (!compiler) return false;
  const chosen = all.map((one, i) => ({ one, file: files[i + 1] }))
    .filter(({ one }) => !/_fbm/.test(one.name) && (!one.mode || (one.mode == "precise" && one.seed == "varying")));
  for (const architecture of architectures)
    for (const fuse of [false, true]) {
      const some = chosen.filter(({ one }) => !one.mode == fuse);
      const [empty, ...costs] = nvidia(compiler, architecture, [files[0], ...some.map(({ file }) => file)], fuse);
      some.forEach(({ one }, i) => (one.nvidia ??= {})[architecture] = net(costs[i], empty));
    }
  return true;
}

function nvidiaTables(all) {
  const shown = all.filter((one) => one.nvidia);
  const classic = (one, architecture) => {
    const peer = shown.find(({ name }) => name == `webgl-noise classic ${one.dim}D`);
    return peer ? (peer.nvidia[architecture].instructions / one.nvidia[architecture].instructions).toFixed(2) : "";
  };
  const [first, ...others] = architectures;
  return ["NVIDIA, by CUDA's compiler:", table(
    ["", `${first}: instructions`, "classic / this", "FFMA", "IMAD", "convert", "registers", "spills",
     ...others.flatMap((name) => [`${name}: instructions`, "classic / this", "registers"])],
    shown.map((one) => {
      const { instructions: all, fused, product, convert, registers, spills } = one.nvidia[first];
      return [label(one), all, classic(one, first), fused, product, convert, registers, spills,
              ...others.flatMap((name) =>
                [one.nvidia[name].instructions, classic(one, name), one.nvidia[name].registers])];
    }))];
}

/// The cost of one shader by Mesa's drivers for others' GPUs.
const otherFigures = {
  tgl: ({ statistics: s, subgroup }) =>
    ({ instructions: s["Instruction Count"], cycles: s["Cycle Count"], lanes: subgroup, spills: s["Spill Count"] }),
  a660: ({ statistics: s }) =>
    ({ instructions: s["Instruction Count"], registers: s["Registers used"], spills: s["STP Count"] }),
};

/// Adds them; peers and ours with `precise` and a seed from memory.
async function addOthers(program, all, files) {
  const chosen = all.map((one, i) => ({ one, file: files[i + 1] }))
    .filter(({ one }) => !one.mode || (one.mode == "precise" && one.seed == "varying"));
  for (const family of Object.keys(otherFigures)) {
    const { shaders } = await machineCode(program, family, [files[0], ...chosen.map(({ file }) => file)]);
    const [empty, ...costs] = shaders.map(otherFigures[family]);
    chosen.forEach(({ one }, i) => { one[family] = net(costs[i], empty); });
  }
}

function otherTables(all) {
  const shown = all.filter(({ tgl }) => tgl);
  const times = (subject, family, cost) => {
    const classic = all.find(({ name }) => name == `webgl-noise classic ${subject.dim}D`)?.[family];
    return classic && !/_fbm/.test(subject.name) ? (cost(classic) / cost(subject[family])).toFixed(2) : "";
  };
  const cycles = ({ cycles, lanes }) => cycles / lanes;
  return [`${Object.keys(otherFigures).map((family) => others[family].name).join(" and ")}:`, table(
    ["", "Xe: instructions", "lanes", "spills", "cycles", "classic / this", "Adreno: instructions", "classic / this",
     "registers"],
    shown.map((one) => [label(one), one.tgl.instructions, one.tgl.lanes, one.tgl.spills, one.tgl.cycles,
                        times(one, "tgl", cycles), one.a660.instructions,
                        times(one, "a660", ({ instructions }) => instructions), one.a660.registers]))];
}

async function main() {
  const { program, json, only = "", write } = options(process.argv.slice(2));
  const wanted = new RegExp(only);
  const all = subjects().filter(({ name }) => wanted.test(name) || name.startsWith("webgl-noise classic"));
  const files = [{ text: computeShader({}) }, ...all].map(({ text }, i) => spirv(`isa${i}`, text));
  const names = Object.keys(families);
  const reports = await Promise.all(names.map((family) => machineCode(program, family, files)));
  const measured = all.map(({ text, ...subject }, i) => ({
    ...subject,
    families: Object.fromEntries(names.map((family, k) =>
      [family, net(figures(reports[k].shaders[i + 1]), figures(reports[k].shaders[0]))])),
  }));
  if (hasShims()) await addOthers(program, measured, files);
  const hasNvidia = addNvidia(measured, files);
  const report = { date: new Date().toISOString().slice(0, 10), driver: `${reports[0].driver}, ${reports[0].version}`,
                   subjects: measured };
  if (json) writeFileSync(json, `${JSON.stringify(report, null, 1)}\n`);
  const shimmed = hasShims() ? otherTables(measured) : [];
  const text = [...amdTables(report), ...shimmed, ...(hasNvidia ? nvidiaTables(measured) : [
    "Nothing for NVIDIA's GPUs: there is no nvcc, which is part of the CUDA toolkit."])].join("\n\n");
  console.log(text);
  if (write) renew("machine-code.md", text);
}

try {
  await main();
} catch (error) {
  console.error(`isa: ${error.message}`);
  process.exitCode = 2;
}
