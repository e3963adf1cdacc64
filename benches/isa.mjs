// isa.mjs PROGRAM [--json FILE] [--only REGEX]: the instructions and the estimated cost of our shader functions and of
// webgl-noise in the machine code of AMD's GPUs, as Markdown tables; benches/run isa builds PROGRAM (isa.cpp). Each
// figure is net of a shader that only reads and writes the same memory. docs/machine-code.md explains them.
//
// FILE gets { date, driver, subjects: [{ name, dim, mode, seed, families: { navi21: { vector, fused, unfused, product,
// narrow, convert, vgprs, spills, branches, code, latency, cycles } } }] }; instructions in loops count as often as they run.
import { readFileSync, writeFileSync } from "node:fs";
import { call, computeShader, count, families, functions, instructions, library, machineCode, modes, rounds, spirv,
         takesCell } from "./machine_code.mjs";

const fail = (text) => { throw new Error(text); };

function options([program, ...rest]) {
  const found = { program: program ?? fail("usage: isa.mjs PROGRAM [--json FILE] [--only REGEX]") };
  for (let i = 0; i < rest.length; i += 2) {
    if (!/^--(json|only)$/.test(rest[i])) fail(`unknown option '${rest[i]}'; there are --json FILE and --only REGEX`);
    found[rest[i].slice(2)] = rest[i + 1] ?? fail(`${rest[i]} needs a value`);
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

// The model has every branch on a uniform taken half of the time. These values leave no such branch, and no loop that
// the driver can unroll. Against values from uniforms they save the reciprocal of each period and the test for a first
// octave.
const fixed = { period: "uvec4(7u, 11u, 13u, 17u)", octaves: "max(push.fbm.x, 1.0)", normalization: "0.5" };

/// Everything that is measured: a name and the GLSL of a shader.
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

/// What a family's code costs.
const figures = ({ statistics, assembly }) => ({
  ...count(assembly, true), vgprs: statistics.VGPRs, spills: statistics["Spilled VGPRs"] + statistics["Spilled SGPRs"],
  branches: instructions(assembly).filter(({ forward }) => forward).length, code: statistics["Code size"], latency: statistics.Latency, cycles: statistics["Inverse Throughput"],
});
/// Registers aren't shared out between what is measured and the rest.
const net = (cost, empty) => Object.fromEntries(Object.entries(cost).map(([name, value]) =>
  [name, name == "vgprs" || name == "spills" ? value : value - empty[name]]));

const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");

function print({ driver, subjects: all }) {
  const find = (name, mode, seed) => all.find((one) => one.name == name && one.mode == mode && one.seed == seed);
  const shown = all.filter(({ mode, seed }) => !mode || (mode == "precise" && seed == "varying"));
  const cycles = (one, family) => one?.families[family].cycles ?? "";
  const times = ({ name, dim }, cost, family) => {
    const classic = cycles(find(`webgl-noise classic ${dim}D`), family) * (/_fbm/.test(name) ? rounds : 1);
    return classic ? (classic / cost).toFixed(2) : "";
  };
  const label = ({ name }) => name.startsWith("perlin") ? `\`${name}\`` : name;

  const [first] = Object.keys(families);
  console.log(`${families[first].name}, ${driver}\n`);
  console.log(table(
    ["", "vector", "fused", "32-bit products", "24-bit", "convert", "VGPRs", "spills", "latency", "cycles", "classic / this",
     "cycles: uniform seed", "opaque zero", "fast"],
    shown.map((one) => {
      const cost = one.families[first];
      const others = one.mode ? [["precise", "uniform"], ["zero", "varying"], ["fast", "varying"]] : [];
      return [label(one), cost.vector, cost.fused, cost.product, cost.narrow, cost.convert, cost.vgprs, cost.spills,
              cost.latency, cost.cycles, times(one, cost.cycles, first),
              ...[0, 1, 2].map((i) => others[i] ? cycles(find(one.name, ...others[i]), first) : "")];
    })));
  console.log("\nCycles on each family, and how many times as many webgl-noise's classic noise takes:\n");
  console.log(table(
    ["", ...Object.values(families).flatMap(({ name }) => [name, "classic / this"])],
    shown.map((one) => [label(one), ...Object.keys(families).flatMap((family) =>
      [cycles(one, family), times(one, cycles(one, family), family)])])));
  const halved = shown.filter((one) => Object.values(one.families).some(({ branches }) => branches > 0));
  if (halved.length > 0)
    console.log(`\nThese have code behind branches, of which the estimate counts a part: ${halved.map(label).join(", ")}.`);
}

async function main() {
  const { program, json, only = "" } = options(process.argv.slice(2));
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
  const report = { date: new Date().toISOString().slice(0, 10), driver: `${reports[0].driver}, ${reports[0].version}`,
                   subjects: measured };
  if (json) writeFileSync(json, `${JSON.stringify(report, null, 1)}\n`);
  print(report);
}

try {
  await main();
} catch (error) {
  console.error(`isa: ${error.message}`);
  process.exitCode = 2;
}
