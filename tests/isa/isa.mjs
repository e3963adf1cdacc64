// isa.mjs PROGRAM [--shims] [--table|--write]: fails if one of our functions has a fused float operation in the machine
// code of a GPU, with `precise` or with the opaque zero. tests/isa/run explains the test and its options.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { functionFiles } from "../functions/files.mjs";
import { call, computeShader, count, families, functions, fusing, hasShims, library, machineCode, others, renew, spirv,
         takesCell } from "../benches/machine_code.mjs";

const [program, ...flags] = process.argv.slice(2);
const skip = (text) => { console.error(`isa: skipped: ${text}`); process.exit(77); };
let failures = 0;
const fail = (text) => { console.error(`isa: ${text}`); failures += 1; };
const gpus = { ...families, ...(hasShims() ? others : {}) };
const names = Object.keys(gpus);
/// One family per vendor tells whether the search notices a missing protection.
const watched = names.filter((family) => /^(navi21|tgl|a660)$/.test(family));

/// Every function on its own, and isonoise() in every kind of settings: { group, name, source, statements }.
function subjects() {
  const text = ["fbm", "value", "improved", "articles"].map((file) => `isonoise/${file}.glsl`);
  const source = library(...text);
  const all = functions(source).map((one) => ({
    group: one.name.replace(/\d.*/, "").replace(/axis|diagonal|slope/, "axis, diagonal, slope"),
    name: `${one.name}(${one.parameters.map(({ type }) => type).join(", ")})`, source, statements: call(one),
  }));
  for (const group of ["perlin", "value", "improved"])
    for (const dim of [1, 2, 3, 4])
      for (const form of ["", "_gradient"])
        for (const cell of ["float|vec", "int|ivec"])
          if (!all.some(({ name }) => new RegExp(`^${group}${dim}${form}\\((${cell})\\d?,`).test(name)))
            fail(`found no ${group}${dim}${form}(${cell}, ...) in the library`);

  const noise = library("isonoise/noise.glsl");
  // Integer sums, since a float operation here could be fused with the noise's last one.
  const values = ["uint b = floatBitsToUint(isonoise(point)) + floatBitsToUint(isonoise(ivec4(raw), point));"];
  const slopes = ["vec4 h;", "b += floatBitsToUint(isonoise_gradient(point, h));",
                  "b += floatBitsToUint(isonoise_gradient(ivec4(raw), point, g));",
                  "g = uintBitsToFloat(floatBitsToUint(g) + floatBitsToUint(h));"];
  const settings = { ALGORITHM: 0, DIM: 2, FADE: 3, FRACTAL: 0, WHOLE: 1, PERIODIC: 0, WARP: 0, FLOW: 0, FAR: 0 };
  const kindsOfNoise = [
    ...[0, 1, 2].flatMap((algorithm) => [1, 2, 3, 4].map((dim) => ({ ALGORITHM: algorithm, DIM: dim }))),
    { ALGORITHM: 3 }, { ALGORITHM: 4 }, { ALGORITHM: 5 }, { ALGORITHM: 6, DIM: 1 },
    { FADE: 1 }, { FADE: 2 }, { FADE: 2, ALGORITHM: 2 },
    ...[1, 2, 3, 4].map((fractal) => ({ FRACTAL: fractal, DIM: 3 })),
    { WHOLE: 0 }, { WHOLE: 0, PERIODIC: 1, DIM: 3 }, { PERIODIC: 1 }, { PERIODIC: 1, ALGORITHM: 1, DIM: 3 },
    { WARP: 1 }, { WARP: 1, DIM: 3, FRACTAL: 2 }, { FLOW: 1 }, { FAR: 1 }, { FAR: 1, DIM: 3, WHOLE: 0 },
  ];
  for (const chosen of kindsOfNoise) {
    const macros =
      Object.entries({ ...settings, ...chosen }).map(([key, value]) => `#define ISONOISE_${key} ${value}\n`);
    const label = Object.entries(chosen).map(([key, value]) => `${key.toLowerCase()} ${value}`).join(", ");
    all.push({ group: "isonoise", name: `isonoise(), ${label}`, source: macros.join("") + noise,
               statements: [...values, ...((chosen.ALGORITHM ?? 0) <= 3 ? slopes : []), "n = uintBitsToFloat(b);"]
                 .join("\n    ") });
  }
  return all;
}

/// Counts the results that a SPIR-V module forbids to contract.
function noContractions(file) {
  const bytes = readFileSync(file), word = (i) => bytes.readUInt32LE(4 * i);
  let found = 0;
  for (let i = 5; 4 * i < bytes.length; i += word(i) >>> 16)
    if ((word(i) & 0xFFFF) == 71 && word(i + 2) == 42) found += 1;  // OpDecorate NoContraction
  return found;
}

/// Copies of the library's text, each with one lerp that lost its protection.
function mutants(text, mode) {
  const lerps = [...text.matchAll(/\b(?:float|vec\d)\s+\w*lerp\w*\s*\([^)]*\)\s*\{[^}]*\}/g)];
  return lerps.flatMap(({ 0: body, index }) => {
    const word = mode == "precise" ? "ISO_PRECISE " : "ISO_EXACT";
    const at = mode == "precise" ? body.indexOf(word) : body.lastIndexOf(word);  // the innermost: a product
    if (at < 0) return [];
    return [{ name: body.split(")")[0] + ")", text: text.slice(0, index + at) + text.slice(index + at + word.length) }];
  });
}

/// Functions of the user, as ISONOISE_PROGRAM prints them in GLSL. Their arithmetic is protected by the zero alone.
function userFunctions() {
  const isonoise = process.env.ISONOISE_PROGRAM;
  if (!isonoise) return [];
  return functionFiles.map(({ name, path }, i) => {
    const text = (...flags) => execFileSync(isonoise, ["snippet", "--lang", "glsl", ...flags, path],
      { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    let source, gradient = true;
    try {
      source = text("--with", "gradient");
    } catch {  // it has none
      source = text();
      gradient = false;
    }
    const types = /^(float|vec\d) noise\((float|vec\d) /m.exec(readFileSync(path, "utf8")).slice(1, 3);
    const [result, dim] = types.map((type) => type == "float" ? 1 : Number(type.at(-1)));
    const at = `point.${"xyzw".slice(0, dim)}`;
    // noise_gradient() has the arithmetic of noise(), too.
    const statements = gradient
      ? `${dim == 1 ? "float" : `vec${dim}`} slope;\n    n = noise_gradient(${at}, slope);\n` +
        `    g = vec4(slope${", 0.0".repeat(4 - dim)});`
      : `g = vec4(noise(${at})${", 0.0".repeat(4 - result)});`;
    return { name, file: spirv(`user${i}`, computeShader({ source, statements })) };
  });
}

const modes = ["precise", "zero", "fast"];
const table = flags.some((flag) => /^--(table|write)$/.test(flag));
// The machine code of fast mode is for the table; that of perlinN shows that the search finds fused operations.
const isRead = ({ group, mode }) => table || mode != "fast" || group == "perlin";

async function main() {
  if (!hasShims()) {
    const text = "Intel and Adreno: tests/benches/shims builds what lets Mesa compile for them";
    if (flags.some((flag) => /^--(shims|write)$/.test(flag))) throw new Error(text);
    console.error(`isa: without ${text}`);
  }
  for (const family of names)
    await machineCode(program, family).catch((error) => skip(`${gpus[family].name}: ${error.message}`));

  const all = subjects().flatMap((one, i) => modes.map((mode) => {
    const file = spirv(`${mode}${i}`, computeShader({ mode, ...one })), exact = noContractions(file);
    if ((mode == "precise") != (exact > 0)) fail(`${one.name}: ${exact} operations of ${mode} mode have NoContraction`);
    return { ...one, mode, file };
  })).filter(isRead);
  // perlin4 and its gradient call every lerp. Code that both contain has to be protected only in one of them.
  const source = library("isonoise/perlin.glsl");
  const callers = functions(source).filter((one) => /^perlin4(_gradient)?$/.test(one.name) && !takesCell(one));
  const broken = ["precise", "zero"].flatMap((mode) => mutants(source, mode).map(({ name, text }, i) => ({
    mode, name, files: callers.map((one) =>
      spirv(`broken-${mode}${i}${one.name}`, computeShader({ mode, source: text, statements: call(one) }))) })));
  for (const mode of ["precise", "zero"])
    if (!broken.some((one) => one.mode == mode)) fail(`found no lerp from which to take a protection of ${mode} mode`);

  const own = userFunctions();
  const reports = await Promise.all(names.map((family) =>
    machineCode(program, family, [
      ...[...all, ...own].map(({ file }) => file),
      ...(watched.includes(family) ? broken.flatMap(({ files }) => files) : [])])));
  names.forEach((family, k) => own.forEach(({ name }, i) => {
    const found = fusing(reports[k].shaders[all.length + i].assembly, family);
    if (found.length > 0)
      fail(`${gpus[family].name}: ${name}: ${found.length} fused operations, such as '${found[0]}'`);
  }));
  const sums = {};  // by family, group and mode
  names.forEach((family, k) => all.forEach(({ group, name, mode }, i) => {
    const { assembly } = reports[k].shaders[i], found = fusing(assembly, family);
    const all = family in families ? count(assembly) : { fused: found.length, unfused: 0 };
    const sum = ((sums[family] ??= {})[group] ??= {})[mode] ??= { functions: 0, fused: 0, exact: 0, unfused: 0 };
    sum.functions += 1;
    sum.fused += found.length;
    sum.exact += all.fused - found.length;
    sum.unfused += all.unfused;
    if (mode == "fast" || found.length == 0) return;
    fail(`${gpus[family].name}: ${name}: ${found.length} fused operations in ${mode} mode, such as '${found[0]}'`);
  }));

  // The search must find fused operations without protection, and also if a single protection is missing.
  for (const family of names) {
    if (!Object.values(sums[family]).some(({ fast }) => fast?.fused || fast?.unfused))
      fail(`${gpus[family].name}: no fused operation even in fast mode: does this test still see any?`);
  }
  for (const family of watched) {
    const { shaders } = reports[names.indexOf(family)];
    const mutated = new Map(
      shaders.slice(all.length + own.length).map(({ file, assembly }) => [file, fusing(assembly, family)]));
    const unnoticed = broken.filter((one) => one.files.every((file) => mutated.get(file).length == 0));
    for (const { mode, name } of unnoticed)
      fail(`${name} without its ${mode == "precise" ? "ISO_PRECISE" : "innermost ISO_EXACT()"} fuses nothing on ` +
        `${gpus[family].name}: does this test still see it, and does perlin4 still call it?`);
  }

  if (!table) return;
  const cell = ({ fused, exact, unfused }) =>
    [String(fused), exact > 0 && `${exact} exact`, unfused > 0 && `${unfused} unfused`].filter(Boolean).join(", ");
  const rows = names.flatMap((family) => Object.entries(sums[family]).map(([group, by]) =>
    `| ${gpus[family].name} | ${by.fast.functions} of \`${group.replaceAll(", ", "`, `")}\` | ` +
    `${modes.map((mode) => cell(by[mode])).join(" | ")} |`));
  const date = new Date().toISOString().slice(0, 10);
  const text = [
    `${reports[0].version}, ${date}, fused float operations in all functions of a kind:\n`,
    "| family | functions | `precise` | opaque zero | neither (fast mode) |", "|---|---|---|---|---|", ...rows,
  ].join("\n");
  console.log(text);
  if (flags.includes("--write")) renew("conformance.md", text);
}

try {
  await main();
} catch (error) {
  fail(error.message);
}
process.exitCode = failures > 0 ? 1 : 0;
