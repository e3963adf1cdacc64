// Runs before `npm pack`: converts shaders/snippets to the package's raw files, string modules and CPU modules, and
// adds a CommonJS twin of every module.
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import * as wasm from "./wasm/build.mjs";

const here = (path) => new URL(path, import.meta.url);
const snippet = (path) => readFileSync(here(`../../shaders/snippets/${path}`), "utf8");

// The CommonJS form of one of this package's modules; handles only the forms of export and import that occur here.
function common(path, text) {
  const names = [];
  const own = (_, declaration, name) => (names.push(name), declaration + name);
  const code = text
    .replace(/^export \* from "(.*)\.js";$/gm, `Object.assign(exports, require("$1.cjs"));`)
    .replace(/^export \* as (\w+) from "(.*)\.js";$/gm, `exports.$1 = require("$2.cjs");`)
    .replace(/^export \{ (\w+) \} from "(.*)\.js";$/gm, `exports.$1 = require("$2.cjs").$1;`)
    .replace(/^import (\{ .* \}) from "(.*)\.js";$/gm, `const $1 = require("$2.cjs");`)
    .replace(/\bimport\("(.*)\.js"\)/g, `Promise.resolve().then(() => require("$1.cjs"))`)
    .replace(/^export ((?:async )?function |const )(\w+)/gm, own);
  const left = /^export .*|^import .*|\bimport\b[.(].*/m.exec(code);
  if (left) throw Error(`${path}: no CommonJS form is known of: ${left[0]}`);
  const lines = names.map((name) => `exports.${name} = ${name};\n`);
  return `"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });\n${code}${lines.join("")}`;
}

// Adds CommonJS twins, with types, to the modules in these folders of the package.
function twin(folders) {
  for (const file of folders.flatMap((folder) => readdirSync(here(folder)).map((name) => folder + name))) {
    const text = () => readFileSync(here(file), "utf8");
    if (file.endsWith(".js")) writeFileSync(here(file.replace(/js$/, "cjs")), common(`npm/${file}`, text()));
    if (file.endsWith(".d.ts"))
      writeFileSync(here(file.replace(/ts$/, "cts")), text().replace(/(from ".*)\.js"/g, `$1.cjs"`));
  }
}

// A module per text, and one for all; the texts also as files.
function shaders(language) {
  rmSync(here(`${language}/`), { recursive: true, force: true });
  mkdirSync(here(`${language}/`));
  const modules = [1, 2, 3, 4].map((dim) => `perlin${dim}`).map((name) => {
    const source = snippet(`${language}/${name}.${language}`), path = `${language}/${name}`;
    const all = ["", "_gradient", "_periodic", "_periodic_gradient", "_fbm"].map((kind) => name + kind);
    writeFileSync(here(`${path}.${language}`), source);
    writeFileSync(here(`${path}.js`), `export const ${name} = ${JSON.stringify(source)};\n`);
    writeFileSync(here(`${path}.d.ts`),
      `/** ${all.join(", ")}: source to put before your own. */\nexport declare const ${name}: string;\n`);
    return `export { ${name} } from "./${path}.js";\n`;
  }).join("");
  writeFileSync(here(`${language}.js`), modules);
  writeFileSync(here(`${language}.d.ts`), modules);
}

// The TypeScript declarations of perlinN.js.
function types(dim) {
  const axes = ["X", "Y", "Z", "W"].slice(0, dim);
  const list = (names) => names.map((name) => `${name}: number`).join(", ");
  const point = list(axes.map((axis) => axis.toLowerCase()));
  const cell = list(dim == 1 ? ["cell", "f"] : [...axes.map((a) => `cell${a}`), ...axes.map((a) => `f${a.toLowerCase()}`)]);
  const period = list(dim == 1 ? ["period"] : axes.map((axis) => `period${axis}`));
  const slope = "gradient: { [component: number]: number }";
  const functions = [
    ["", "Noise in [-1, 1].", []],
    ["Gradient", `Noise; sets \`gradient\` to its ${dim == 1 ? "derivative" : `${dim} derivatives`}.`, [slope]],
    ["Periodic", "Noise that repeats after `period` cells along each axis; 0 means no period.", [period]],
    ["PeriodicGradient", "Both.", [period, slope]],
  ];
  const lines = functions.flatMap(([kind, about, more]) => [["", point, about],
    ["Cell", cell, "The same in a whole cell (32 bits) at a fraction of it, for worlds of any size."]].map(([form, at, text]) =>
    `/** ${text} */\nexport declare function perlin${dim}${kind}${form}(${[at, "seed: number", ...more].join(", ")}): number;\n`));
  return `${lines.join("")}/** A sum of 1 to 32 octaves; persistence 0 to 2, lacunarity 1 to 8. */
export declare function perlin${dim}Fbm(${point}, seed: number, octaves: number, persistence: number, lacunarity: number,
  normalization: number): number;
/** The \`normalization\` for these octaves, for the shader's \`perlin${dim}_fbm\` too. */
export declare function perlin${dim}FbmNormalization(octaves: number, persistence: number): number;
`;
}

// The module's text, with perlinN replaced by WebAssembly if available.
function fast(dim, text) {
  const own = `export function perlin${dim}(`;
  if (!text.includes(own)) throw Error(`shaders/snippets/js/perlin${dim}.js has no perlin${dim}`);
  return `${text.replace(own, `function plain(`)}
// The same as WebAssembly, several times as fast. It is missing where a page forbids it.
import { compiled } from "./wasm.js";
export const perlin${dim} = /* @__PURE__ */ compiled("${wasm.value(dim)}") ?? plain;
`;
}

// The defaults of each scene's presets: app/presets/SCENE.json, then app/presets/SCENE-FRACTAL.json.
function bases() {
  const presets = new URL("../../app/presets/", import.meta.url);
  const files = readdirSync(presets).filter((file) => file.endsWith(".json"));
  const entry = (file) => [file.slice(0, -".json".length), JSON.parse(readFileSync(new URL(file, presets)))];
  const begins = ([name, { scene, fractal }]) => name == scene || name == `${scene}-${fractal}`;
  return Object.fromEntries(files.map(entry).filter(begins));
}

function cpu() {
  for (const dim of [1, 2, 3, 4]) {
    writeFileSync(here(`perlin${dim}.js`), fast(dim, snippet(`js/perlin${dim}.js`)));
    writeFileSync(here(`perlin${dim}.d.ts`), types(dim));
  }
}

try {
  for (const language of ["glsl", "wgsl"]) shaders(language);
  cpu();
  writeFileSync(here("bases.js"), `export const bases = ${JSON.stringify(bases())};\n`);
  writeFileSync(here("noise-wasm.js"), `export const code = "${wasm.noise()}";\n`);
  writeFileSync(here("function-wasm.js"), `export const code = "${wasm.userFunction()}";\n`);
  twin(["./", "glsl/", "wgsl/"]);
  cpSync(here("../../LICENSE"), here("LICENSE"));
} catch (error) {
  console.error(`bindings/npm/generate.mjs: ${error.message}`);
  process.exit(2);
}
