// node bindings/web/build.mjs OUT: writes the complete page to the folder OUT, for any static host. A browser can also
// open OUT/index.html as a file, though without the viewer. Needs Emscripten, and for the viewer CMake, Ninja and the
// sources that third_party/sources.sh fetches.
import { execFileSync } from "node:child_process";
import {
  copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, rmdirSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { noise } from "../npm/wasm/build.mjs";
import { glsl, wgsl } from "./calls.mjs";
import { functions } from "./vectors.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const source = fileURLToPath(new URL("../../shaders/snippets/", import.meta.url));

// [{ name: "glsl", title: "GLSL", extension: "glsl" }, ...], as printed by the program
const languages = () => JSON.parse(readFileSync(source + "languages.json", "utf8"));

// { "glsl/perlin2.glsl": text, ... }
function snippets() {
  const names = languages().flatMap(({ name }) => readdirSync(source + name).sort().map((file) => `${name}/${file}`));
  return Object.fromEntries(names.map((name) => [name, readFileSync(source + name, "utf8")]));
}

const base64 = (words) => Buffer.from(words.buffer).toString("base64");

// The golden vectors of a dimension, each point once. A row of functions() is a point and 12 words of settings, of
// which there are few combinations. `indices` lists a function's rows, and `expected` its results there.
function vectors(dim) {
  const settings = [], points = [], found = new Map();
  const row = (words) => {
    const key = words.join();
    if (!found.has(key)) {
      const settled = words.slice(4).join();
      if (!settings.includes(settled)) settings.push(settled);
      points.push(...words.slice(0, dim), settings.indexOf(settled));
      found.set(key, found.size);
    }
    return found.get(key);
  };
  const all = functions(dim).filter(({ cells }) => !cells).map((f) => ({
    name: f.name, kind: f.kind, outputs: f.outputs, glsl: glsl(f), wgsl: wgsl(f),
    expected: base64(Uint32Array.from(f.expected)),
    indices: base64(Uint32Array.from({ length: f.rows.length / 16 }, (_, i) => row(f.rows.slice(i * 16, i * 16 + 16)))),
  }));
  return {
    dim, functions: all, settings: settings.map((words) => words.split(",").map(Number)),
    points: base64(Uint32Array.from(points)),
  };
}

// The page of the functions that come with the program: a card for each, with its part of docs/pictures/functions.webp.
const columns = 4, cell = [330, 289], shot = [320, 258], margin = 5;  // of that sheet, in pixels: docs/contributing.md
function shelf() {
  const folder = new URL("../../functions/", import.meta.url);
  const texts = readdirSync(folder).sort().map((file) => [file.replace(".glsl", ""), readFileSync(new URL(file, folder),
    "utf8")]);
  const counts = [columns, Math.ceil(texts.length / columns)];
  const percent = (i, axis) =>
    `${(100 * (i * cell[axis] + margin) / (counts[axis] * cell[axis] - shot[axis])).toFixed(4)}%`;
  const cards = texts.map(([name, text], i) => {
    const about = /^\/\/ \S+: (.*)/.exec(text)[1].replace(/&/g, "&amp;").replace(/</g, "&lt;");
    const place = `${percent(i % columns, 0)} ${percent(Math.floor(i / columns), 1)}`;
    return `<li class="card"><a href="try/index.html#preset=${name}" data-name="${name}">` +
      `<span class="shot" style="background-position: ${place}"></span><strong>${name}</strong></a><span>${about}</span></li>`;
  });
  return readFileSync(here + "functions.html", "utf8").replace("<!-- cards -->", cards.join("\n"));
}

// The viewer, built with the CMake preset `web`.
function buildViewer(folder) {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const run = (command, ...words) => {
    try {
      execFileSync(command, words, { cwd: root, stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 28 });
    } catch (error) {
      if (error.code == "ENOENT") throw Error(`expected ${command} in PATH`);
      throw Error(`${command} ${words.join(" ")} failed:\n${error.stdout}${error.stderr}`);
    }
  };
  run("third_party/sources.sh");
  run("cmake", "--preset", "web");
  run("cmake", "--build", "--preset", "web", "--target", "isonoise");
  for (const name of ["isonoise.js", "isonoise.wasm"])
    copyFileSync(join(root, "build/web/app", name), join(folder, "try", name));
}

// Writes the whole page to an existing folder.
function write(folder) {
  for (const name of readdirSync(here))
    if (!name.endsWith(".mjs")) cpSync(here + name, join(folder, name), { recursive: true });
  writeFileSync(join(folder, "functions.html"), shelf());
  copyFileSync(new URL("../../docs/pictures/functions.webp", import.meta.url), join(folder, "functions.webp"));
  buildViewer(folder);
  cpSync(source, join(folder, "snippets"), { recursive: true });
  // A script, since pages opened as files cannot use fetch().
  const library = readFileSync(new URL("../npm/library.js", import.meta.url), "utf8");
  const { version } = JSON.parse(readFileSync(new URL("../npm/package.json", import.meta.url), "utf8"));
  const shader = (name) => readFileSync(new URL(`../../shaders/${name}`, import.meta.url), "utf8");
  const macros = /^#if defined\(ISONOISE_FAST\)[^]*?^#endif$/m.exec(shader("isonoise/lattice.glsl"))[0];
  const arithmetic = shader("evaluate/arithmetic.frag").replace(/^#include .*$/m, () => macros);
  const data = { version, languages: languages(), snippets: snippets(), vectors: [1, 2, 3, 4].map(vectors), library,
    arithmetic, wasm: Buffer.from(noise(), "hex").toString("base64") };
  writeFileSync(join(folder, "data.js"), `"use strict";\nconst isonoise = ${JSON.stringify(data)};\n`);
}

// Creates the folder and its missing parents, and adds each new one to `made`, innermost first. (mkdirSync's own
// `recursive` never returns in /proc.)
function makeFolders(folder, made) {
  if (existsSync(folder)) return;
  makeFolders(dirname(folder), made);
  mkdirSync(folder);
  made.unshift(folder);
}

const [out, ...rest] = process.argv.slice(2);
if (!out || out.startsWith("-") || rest.length > 0) {
  console.error("usage: node bindings/web/build.mjs OUT");
  process.exit(2);
}
const made = [];
let whole;
try {
  makeFolders(resolve(out), made);
  // In a temporary folder, so that a failure leaves nothing behind.
  whole = mkdtempSync(join(out, ".part-"));
  write(whole);
  for (const name of readdirSync(whole)) {
    rmSync(join(out, name), { recursive: true, force: true });
    renameSync(join(whole, name), join(out, name));
  }
  rmdirSync(whole);
} catch (error) {
  console.error(`bindings/web/build.mjs: ${error.message}`);
  if (whole) rmSync(whole, { recursive: true, force: true });
  for (const folder of made) rmdirSync(folder);
  process.exit(2);
}
