// Run by package.mjs: the package, installed in at("user"), in common tools. Each must accept both modules and
// CommonJS, with the same numbers and texts, and bundle only what is used.
import { existsSync, mkdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import nodeResolve from "@rollup/plugin-node-resolve";
import { rollup } from "rollup";
import { build } from "vite";
import { at, read, tool, write } from "./tools.mjs";

const require = createRequire(import.meta.url);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const run = (file, ...words) => tool(process.execPath, file, ...words);
const modules = (path) => here(`node_modules/${path}`);
const installed = (path) => read(`user/node_modules/isonoise/${path}`).toString();

// The import, and the package's files that it needs: a bundle must not exceed their size plus the call's. Third, the
// files that esbuild keeps because of an object that an index exports: all (its issue 1420).
const texts = (language) => [1, 2, 3, 4].map((n) => `${language}/perlin${n}.js`);
const uses = [
  ...[1, 2, 3, 4].map((dim) => [`import { perlin${dim} as it } from "isonoise";`, [`perlin${dim}.js`, "wasm.js"]]),
  [`import { perlin3Fbm as it } from "isonoise";`, ["perlin3.js", "wasm.js"]],
  [`import { perlin2 as it } from "isonoise/perlin2";`, ["perlin2.js", "wasm.js"]],
  [`import { perlin2 as it } from "isonoise/glsl";`, ["glsl/perlin2.js"]],
  [`import { perlin4 as it } from "isonoise/wgsl";`, ["wgsl/perlin4.js"]],
  [`import * as glsl from "isonoise/glsl"; const it = glsl.perlin3;`, ["glsl/perlin3.js"]],
  [`import { perlin3 as it } from "isonoise/glsl/perlin3";`, ["glsl/perlin3.js"]],
  [`import { glsl } from "isonoise"; const it = glsl.perlin2;`, ["glsl/perlin2.js"], texts("glsl")],
  [`import { wgsl as all } from "isonoise"; const it = all.perlin1;`, ["wgsl/perlin1.js"], texts("wgsl")],
  [`import * as all from "isonoise"; const it = all.glsl.perlin3;`, ["glsl/perlin3.js"], texts("glsl")],
  [`import { perlin1 as it } from "isonoise/wgsl/perlin1";`, ["wgsl/perlin1.js"]],
];
const common = `const { noise, perlin3 } = require("isonoise");
const { perlin2 } = require("isonoise/perlin2");
const { perlin3: source } = require("isonoise/glsl/perlin3");
const { createFunction } = require("isonoise/function");
const own = createFunction("float noise(vec2 p) { return sqrt(abs(perlin2(p, 7u))); }");
Promise.all([noise({ dim: 2, octaves: 5 }), own]).then(([hills, land]) => console.log(JSON.stringify([
  perlin3(1.5, -0.25, 7.3, 9), perlin2(0.3, 0.7, 1), source.length, hills.at(3.5, -2.25), land.at(3.5, -2.25),
  [...hills.grid({ size: [3, 2], step: 0.3 })]])));`;
const esm = common.replace(/const (.*) = require\((.*)\);/g, (_, names, from) =>
  `import ${names.replace(":", " as")} from ${from};`);

// Each bundles each of the files to a separate .mjs in the folder.
const name = (file) => basename(file).replace(/\.\w+$/, "");
const bundlers = {
  esbuild: (folder, files) => run(modules("esbuild-wasm/bin/esbuild"), "--bundle", "--minify", "--format=esm",
    "--platform=node", "--log-level=warning", `--outdir=${folder}`, "--out-extension:.js=.mjs", ...files),
  async rollup(folder, files) {
    const onwarn = ({ message }) => { throw Error(message); };
    for (const input of files.filter((file) => !file.endsWith(".cjs"))) {
      const bundle = await rollup({ input, plugins: [nodeResolve()], onwarn });
      await bundle.write({ file: `${folder}/${name(input)}.mjs`, inlineDynamicImports: true });
    }
  },
  async vite(folder, files) {
    for (const ssr of files.filter((file) => !file.endsWith(".cjs"))) {
      const output = { entryFileNames: `${name(ssr)}.mjs`, inlineDynamicImports: true };
      const options = { ssr, minify: true, outDir: folder, target: "esnext", emptyOutDir: false };
      await build({ configFile: false, root: at("user"), logLevel: "error", ssr: { noExternal: true },
        build: { ...options, rollupOptions: { output } } });
    }
  },
  webpack: (folder, files) => new Promise((done, failed) => require("webpack")(files.map((entry) => ({
    mode: "production", context: at("user"), entry, target: "node18", experiments: { outputModule: true },
    output: { path: folder, filename: `${name(entry)}.mjs`, module: true, asyncChunks: false },
  })), (error, stats) => error || stats.hasErrors() || stats.hasWarnings()
    ? failed(error ?? Error(stats.toString("errors-warnings"))) : done())),
};

async function bundle() {
  const expected = run(write("user/modules.mjs", esm));
  // The library is a separate file, loaded by noise().
  run(modules("esbuild-wasm/bin/esbuild"), "--bundle", "--minify", "--format=esm", "--splitting",
    `--outdir=${at("user/parts")}`, at("user/modules.mjs"));
  if (statSync(at("user/parts/modules.js")).size > 60000) throw Error("esbuild: the library is in the main file");
  const files = [at("user/modules.mjs"), write("user/common.cjs", common),
    ...uses.map(([imports], i) => write(`user/use${i}.js`, `${imports}\nconsole.log(it);`))];
  for (const [tool, pack] of Object.entries(bundlers)) {
    const folder = at(`user/${tool}`);
    await pack(folder, files);
    for (const app of ["modules", "common"].map((app) => `${folder}/${app}.mjs`).filter(existsSync))
      if (run(app) !== expected) throw Error(`${app}: other numbers from a bundle`);
    uses.forEach(([imports, used, object], i) => {
      const needs = tool == "esbuild" && object ? object : used;
      const most = needs.reduce((sum, file) => sum + installed(file).length, needs == object ? 500 : 100);
      const { size } = statSync(`${folder}/use${i}.mjs`);
      if (process.env.ISONOISE_TIMES) console.log(`${tool}: ${imports} ${size} bytes of ${most}`);
      if (size > most) throw Error(`${tool}: ${imports} takes ${size} bytes, ${needs} have ${most}`);
    });
  }
}

// Every entry has the same names, texts and functions by require() as a module.
function forms() {
  write("user/forms.cjs", `const entries = Object.entries(require("isonoise/package.json").exports);
(async () => {
  let seen = 0;
  for (const [key, value] of entries.filter(([, value]) => typeof value.require == "string")) {
    const name = "isonoise" + key.slice(1), one = require(name), other = await import(name);
    const plain = (it) => typeof it != "object" ? it.toString()
      : Object.keys(it).sort().map((key) => [key, plain(it[key])]);
    if (JSON.stringify(plain(one)) != JSON.stringify(plain(other))) throw Error(name + ": its forms differ");
    ++seen;
  }
  if (seen != 16) throw Error(seen + " entries have both forms");
})();`);
  run(at("user/forms.cjs"));
}

// Jest's defaults, in a CommonJS folder.
function jest() {
  mkdirSync(at("user/jest"));
  write("user/jest/package.json", '{ "private": true }');
  write("user/jest/it.test.js", `const { noise, perlin3 } = require("isonoise");
const { perlin3: source } = require("isonoise/glsl/perlin3");
test("noise", async () => {
  const hills = await noise({ dim: 3 });
  expect(hills.at(1.5, -0.25, 7.3)).toBe(perlin3(1.5, -0.25, 7.3, 0));
  expect(perlin3(1.5, -0.25, 7.3, 0)).not.toBe(0);
  expect(hills.grid({ size: 2, step: 0.5 })).toBeInstanceOf(Float32Array);
  expect(source).toContain("float perlin3(vec3");
  await expect(noise({ octaves: 0 })).rejects.toThrow("octaves: expected a number from 1 to 32");
});`);
  run(modules("jest/bin/jest.js"), "--config={}", `--rootDir=${at("user/jest")}`,
    `--cacheDirectory=${at("jest-cache")}`, "--silent", "--watchman=false");
}

// Exactly the declared names, under every kind of module resolution.
function types() {
  const checks = `declare const console: { log(value: number): void };
const slope = new Float32Array(3);
const sum: number = perlin3Gradient(1, 2, 3, 4, slope) + perlin1Periodic(1, 2, 3) +
  perlin2PeriodicGradientCell(1, 2, 0.5, 0.5, 7, 8, 8, []) +
  perlin4Fbm(1, 2, 3, 4, 7, 5, 0.5, 2, perlin4FbmNormalization(5, 0.5));
// @ts-expect-error
perlin3Gradient(1, 2, 3, 4);
noise({ dim: 3, fractal: "ridged", period: [4, 0, 0] }).then((hills) => {
  const height: number = hills.at(1, 2, 3) + hills.gradient(1, 2, 3, slope) + hills.grid({ size: 8, step: 1 })[0]! +
    hills.points([[1], [2], slope.subarray(0, 1)], { gradient: true }).gradient[2]![0]!;
  console.log(height + sum + clouds.length + waves.length);
});
// @ts-expect-error
noise({ octave: 3 });
createFunction("float noise(vec2 p) { return p.x; }", {}, { name: "x", includes: {} }).then((land) => {
  const height: number = land.at(1, 2) + land.gradient(1, 2, slope) +
    land.points([[1], [2]], { gradient: true }).values[0]!;
  const names: string[] = land.parameters.map(({ name, least }: Parameter) => name + least);
  console.log(height + names.length + clouds.length);
});
createFunction<number[]>("vec3 noise(vec2 p) { return vec3(p, 1.0); }").then((colours: NoiseFunction<number[]>) =>
  console.log(colours.at(1, 2)[2]! + colours.set({}).grid({ size: 2, step: 1 }).length + clouds.length));
// @ts-expect-error
createFunction("", { seed: "7" });
const clouds: string = perlin3, waves: string = source;
type Name = \`perlin\${1 | 2 | 3 | 4}\`;
const all: Record<Name, string>[] = [glsl, wgsl, texts];
const names: Record<keyof typeof glsl | keyof typeof wgsl | keyof typeof texts, Name> | null = null;
// @ts-expect-error
glsl.perlin5;
export { all, names, settings };
`;
  const imports = `import { glsl, noise, perlin1Periodic, perlin3Gradient, wgsl } from "isonoise";
import { perlin4Fbm, perlin4FbmNormalization } from "isonoise";
import type { Grid, Noise, Preset, Settings, Slopes } from "isonoise";
import { createFunction } from "isonoise/function";
import type { NoiseFunction, Parameter } from "isonoise/function";
import { perlin2PeriodicGradientCell } from "isonoise/perlin2";
import { perlin3 } from "isonoise/glsl/perlin3";
import { perlin2 as source } from "isonoise/wgsl/perlin2";
import * as texts from "isonoise/glsl";
const settings: [Settings, Preset, Grid, Noise?, Slopes?] = [{ dim: 2 }, { schema: 1 }, { size: 1, step: 1 }];
`;
  // A file without other imports: whole texts as provided by bundlers.
  const raw = `import text from "isonoise/glsl/perlin3.glsl?raw";
import plain from "isonoise/wgsl/perlin2.wgsl";
import other from "isonoise/glsl/perlin1.glsl?source";
export const whole: string = text + plain + other;
`;
  const tsc = (folder, words, files) => {
    mkdirSync(at(`user/${folder}`));
    write(`user/${folder}/package.json`, JSON.stringify({ type: folder.includes("common") ? "commonjs" : "module" }));
    for (const [name, text] of Object.entries(files)) write(`user/${folder}/${name}.ts`, text);
    try {
      run(modules("typescript/bin/tsc"), "--strict", "--noUncheckedIndexedAccess", "--target", "es2022",
        "--lib", "es2022", ...words, ...Object.keys(files).map((name) => at(`user/${folder}/${name}.ts`)));
      if (words.includes("--noEmit")) return;
      const printed = run(at(`user/${folder}/all.js`));
      if (!(parseFloat(printed) > 10000)) throw Error(`prints ${printed}`);
    } catch (error) {
      throw Error(`types: ${words.join(" ")}: ${error.message}`);
    }
  };
  const all = imports + checks;
  const emitted = all.replace(/^\/\/ @ts-expect-error\n.*$/gm, "");  // code that must not compile must not run
  for (const kind of ["node16", "nodenext"]) {
    tsc(`${kind}-common`, ["--module", kind, "--noEmit"], { all, raw });
    tsc(`${kind}-module`, ["--module", kind, "--noEmit"], { all, raw });
  }
  tsc("bundler", ["--module", "esnext", "--moduleResolution", "bundler", "--noEmit"], { all, raw });
  tsc("preserve", ["--module", "preserve", "--noEmit", "--verbatimModuleSyntax"], { all, raw });
  const node10 = ["--module", "commonjs", "--moduleResolution", "node10", "--ignoreDeprecations", "5.0"];
  const referred = `/// <reference types="isonoise/raw" />\n${raw}`;
  tsc("node10-common", [...node10, "--noEmit", "--esModuleInterop"], { all, raw: referred });
  // The emitted code runs.
  tsc("emitted-module", ["--module", "nodenext"], { all: emitted });
  tsc("emitted-common", ["--module", "nodenext"], { all: emitted });
  tsc("emitted-node10-common", [...node10, "--esModuleInterop", "false"], { all: emitted });
}

// The README's examples print what their comments say. (package.mjs draws the one with THREE.)
function readme() {
  const print = (comment, value) => {
    const values = [value].flat().flatMap((one) => one instanceof Float32Array ? [...one] : [one]);
    const expected = comment.split(":")[0].match(/-?\d+(\.\d+)?/g) ?? [];
    const texts = values.map((one, i) => one.toFixed(expected[i]?.split(".")[1]?.length));
    if (texts.join() != expected.join()) throw Error(`'${comment}' is ${texts.join(", ")}`);
  };
  const blocks = [...installed("README.md").matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code)
    .filter((code) => !code.includes("THREE"));
  blocks.forEach((code, i) => {
    const checked = code.replace(/^console\.log\((.*)\); +\/\/ (.*)$/gm, (_, value, comment) =>
      `print(${JSON.stringify(comment)}, ${value});`);
    if (checked.includes("console.log") || !checked.includes("print(")) throw Error(`README.md: no results: ${code}`);
    try {
      run(write(`user/readme${i}.${code.includes("require(") ? "cjs" : "mjs"}`, `const print = ${print};\n${checked}`));
    } catch (error) {
      throw Error(`README.md: ${error.message}`);
    }
  });
  if (blocks.length != 4) throw Error(`README.md: ${blocks.length} examples`);
}

// Do package.json and the types match the contents?
function lint(tarball) {
  run(modules("publint/src/cli.js"), tarball, "--strict");
  run(modules("@arethetypeswrong/cli/dist/index.js"), tarball);
}

/// Calls fail() for everything that does not work.
export async function checkTools(tarball, fail) {
  for (const check of [lint, forms, readme, jest, types, bundle]) {
    try {
      const start = Date.now();
      await check(tarball);
      if (process.env.ISONOISE_TIMES) console.log(`package: ${check.name}: ${Date.now() - start} ms`);
    } catch (error) {
      fail(`package: ${error.message}`);
    }
  }
}
