// node web/build.mjs OUT: makes the folder OUT with all that the page needs. Any static host can serve it, and a
// browser opens OUT/index.html as a file.
import {
  copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, rmdirSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { functions } from "../tests/engines/golden.mjs";
import { glsl } from "../tests/engines/wrap.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const source = fileURLToPath(new URL("../shaders/snippets/", import.meta.url));

// [{ name: "essl300", title: "WebGL2", extension: "glsl" }, ...], as the program writes them
const languages = () => JSON.parse(readFileSync(source + "languages.json", "utf8"));

// { "essl300/perlin2.glsl": text, ... }
function snippets() {
  const names = languages().flatMap(({ name }) => readdirSync(source + name).sort().map((file) => `${name}/${file}`));
  return Object.fromEntries(names.map((name) => [name, readFileSync(source + name, "utf8")]));
}

const base64 = (words) => Buffer.from(words.buffer).toString("base64");

// The golden vectors of a dimension, each point once. A row of functions() is a point and 12 words of settings, of
// which there are few. `indices` are the rows of a function, and `expected` has what it gives there.
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
  const all = functions(dim).map((f) => ({
    name: f.name, kind: f.kind, outputs: f.outputs, wrapper: glsl(f), expected: base64(Uint32Array.from(f.expected)),
    indices: base64(Uint32Array.from({ length: f.rows.length / 16 }, (_, i) => row(f.rows.slice(i * 16, i * 16 + 16)))),
  }));
  return {
    dim, functions: all, settings: settings.map((words) => words.split(",").map(Number)),
    points: base64(Uint32Array.from(points)),
  };
}

// All of the page in a folder that is there.
function write(folder) {
  for (const name of readdirSync(here)) if (name != "build.mjs") copyFileSync(here + name, join(folder, name));
  cpSync(source, join(folder, "snippets"), { recursive: true });
  // A script, since pages from files may not fetch.
  const data = { languages: languages(), snippets: snippets(), vectors: [1, 2, 3, 4].map(vectors) };
  writeFileSync(join(folder, "data.js"), `"use strict";\nconst isonoise = ${JSON.stringify(data)};\n`);
}

// Makes the folder and those that it is in, and adds those that were not there to `made`, the innermost first. (In /proc
// mkdirSync's own `recursive` never ends.)
function makeFolders(folder, made) {
  if (existsSync(folder)) return;
  makeFolders(dirname(folder), made);
  mkdirSync(folder);
  made.unshift(folder);
}

const [out, ...rest] = process.argv.slice(2);
if (!out || out.startsWith("-") || rest.length > 0) {
  console.error("usage: node web/build.mjs OUT");
  process.exit(2);
}
const made = [];
let whole;
try {
  makeFolders(resolve(out), made);
  // In a folder of its own until nothing can fail any more.
  whole = mkdtempSync(join(out, ".part-"));
  write(whole);
  for (const name of readdirSync(whole)) {
    rmSync(join(out, name), { recursive: true, force: true });
    renameSync(join(whole, name), join(out, name));
  }
  rmdirSync(whole);
} catch (error) {
  console.error(`web/build.mjs: ${error.message}`);
  if (whole) rmSync(whole, { recursive: true, force: true });
  for (const folder of made) rmdirSync(folder);
  process.exit(2);
}
