// node web/build.mjs OUT: makes the folder OUT with all that the page needs. Any static host can serve it, and a
// browser opens OUT/index.html as a file.
import { copyFileSync, cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { functions } from "../tests/engines/golden.mjs";
import { glsl } from "../tests/engines/wrap.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const source = fileURLToPath(new URL("../shaders/snippets/", import.meta.url));

// { "essl300/perlin2.glsl": text, ... }
function snippets() {
  const names = readdirSync(source).sort().flatMap((language) =>
    readdirSync(source + language).sort().map((file) => `${language}/${file}`));
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

const [out, ...rest] = process.argv.slice(2);
if (!out || out.startsWith("-") || rest.length > 0) {
  console.error("usage: node web/build.mjs OUT");
  process.exit(2);
}
try {
  mkdirSync(out, { recursive: true });
  for (const name of readdirSync(here)) if (name != "build.mjs") copyFileSync(here + name, `${out}/${name}`);
  cpSync(source, `${out}/snippets`, { recursive: true });
  // A script, since pages from files may not fetch.
  const data = { snippets: snippets(), vectors: [1, 2, 3, 4].map(vectors) };
  writeFileSync(`${out}/data.js`, `"use strict";\nconst isonoise = ${JSON.stringify(data)};\n`);
} catch (error) {
  console.error(`web/build.mjs: ${error.message}`);
  process.exit(2);
}
