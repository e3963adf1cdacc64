// Packs bindings/npm/, installs the tarball in an empty folder and uses it there: in node, by bundlers and other tools,
// in three.js, and as its README says.
import { cpSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { withPage } from "./browser.mjs";
import { functions } from "../../bindings/web/vectors.mjs";
import { fail, report } from "./golden.mjs";
import { corpus } from "./package-corpus.mjs";
import { checkTools } from "./package-tools.mjs";
import { picture, plain } from "./pictures.mjs";
import { material, fragmentShader } from "./three.mjs";
import { at, read, tool, write } from "./tools.mjs";

// With --program PROGRAM, functions of the user are compared with what `isonoise` prints.
const { values: { program } } = parseArgs({ options: { program: { type: "string" } } });
const functionsOfUsers = program ? corpus(resolve(program)) : [];

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const npm = (...parameters) => tool("npm", "--loglevel=error", "--no-audit", "--no-fund", `--cache=${at("cache")}`,
  ...parameters);

const { version } = JSON.parse(readFileSync(here("../../bindings/npm/package.json")));
const project = /^project\(isonoise VERSION (\S+)/m.exec(readFileSync(here("../../CMakeLists.txt"), "utf8"))[1];
if (version != project) fail(`bindings/npm/package.json has version ${version}, CMakeLists.txt ${project}`);

// npm 11 does not run another folder's scripts if the current one has a package.json.
process.chdir(here("../../bindings/npm"));
npm("pack", `--pack-destination=${at(".")}`);
mkdirSync(at("user"));
write("user/package.json", '{ "private": true, "type": "module" }');
npm("install", "--offline", `--prefix=${at("user")}`, at(`isonoise-${version}.tgz`));
for (const name of ["LICENSE", "README.md"]) read(`user/node_modules/isonoise/${name}`);

// Every exported name with its string, and every file that users may import.
write("user/all.mjs", `import { readFileSync } from "node:fs";
import * as isonoise from "isonoise";
const { glsl, wgsl } = isonoise;
const all = Object.entries({ glsl, wgsl }).flatMap(([language, sources]) => Object.entries(sources).map(([name, source]) => {
  const file = new URL(import.meta.resolve(\`isonoise/\${language}/\${name}.\${language}\`));
  return [\`\${language} \${name}\`, { source, file: readFileSync(file, "utf8") }];
}));
console.log(JSON.stringify(Object.fromEntries(all)));`);
const all = JSON.parse(tool(process.execPath, at("user/all.mjs")));
for (const language of ["glsl", "wgsl"]) {
  const folder = here(`../../shaders/snippets/${language}`);
  for (const file of readdirSync(folder)) {
    const key = `${language} ${file.split(".")[0]}`;
    const expected = readFileSync(`${folder}/${file}`, "utf8");
    if (all[key]?.source !== expected) fail(`package: ${key} differs from shaders/snippets' ${file}`);
    if (all[key]?.file !== expected) fail(`package: isonoise/${language}/${file} differs from shaders/snippets'`);
    delete all[key];
  }
}
if (Object.keys(all).length > 0) fail(`package: ${Object.keys(all)} are in no snippet`);

// On the CPU: all golden vectors, from the module of a dimension and from the whole package.
write("user/cpu.mjs", readFileSync(here("package-cpu.mjs")));
write("user/noise.mjs", readFileSync(here("package-noise.mjs")));
cpSync(here("../../app/presets"), at("user/presets"), { recursive: true });
write("user/function.mjs", readFileSync(here("package-function.mjs")));
write("user/corpus.json", JSON.stringify(functionsOfUsers));
write("user/vectors.json", JSON.stringify([1, 2, 3, 4].flatMap(functions)));
try {
  process.chdir(at("user"));
  for (const form of ["import", "require"]) {
    tool(process.execPath, at("user/cpu.mjs"), form);
    tool(process.execPath, "--no-expose-wasm", at("user/cpu.mjs"), form);  // the JavaScript fallback
    tool(process.execPath, at("user/noise.mjs"), form);
    tool(process.execPath, at("user/function.mjs"), form);
  }
} catch (error) {
  fail(`package: ${error.message}`);
}

await checkTools(at(`isonoise-${version}.tgz`), fail);

const installed = pathToFileURL(at("user/node_modules/isonoise/"));
await withPage([], async (page) => {
  const errors = [];
  page.on("console", (message) => message.type() == "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  const sources = await page.evaluate(async () => ({ ...(await import("isonoise")).glsl }));
  for (const [name, source] of Object.entries(sources)) {
    for (const f of functions(Number(name[6]))) {
      const got = await page.evaluate(material,
        { fragmentShader: fragmentShader({ source }, f), rows: f.rows, outputs: f.outputs });
      if (typeof got == "string") errors.unshift(got);
      if (errors.length > 0) fail(`package: ${name}: ${f.name}: ${errors.splice(0).join("\n")}`);
      else report("package", { name }, f, got);
    }
  }

  // Functions of the user. Zeros count as one value.
  for (const f of functionsOfUsers.filter(({ slopes }) => slopes).slice(0, 3)) {
    const got = await page.evaluate(async ({ text, dim, points }) => {
      const { createFunction } = await import("/isonoise/function.js");
      const lists = Array.from({ length: dim }, (_, c) => points.map((p) => p[c]));
      const { values, gradient } = (await createFunction(text)).points(lists, { gradient: true });
      return [...values].flatMap((_, i) => [values, ...gradient].map((list) => new Uint32Array(list.buffer)[i]));
    }, f);
    const settled = (words) => words.map((word) => word << 1 ? word : 0).join();
    if (settled(got) != settled(f.slopes)) fail(`package: ${f.name} has other bits in Chromium`);
  }

  // The README's first picture; package-tools.mjs runs its other examples.
  const text = read("user/node_modules/isonoise/README.md").toString();
  const script = [...text.matchAll(/```js\n(.*?)```/gs)].map((m) => m[1].replace(/^   /gm, ""))
    .filter((code) => code.includes("THREE")).join("");
  await page.goto(new URL("/", page.url()).href);
  await page.addScriptTag({ type: "module", content: script });
  await page.waitForSelector("canvas");
  await page.waitForTimeout(500);
  const flat = plain(await picture(page));
  if (flat || errors.length > 0) fail(`package: README.md's picture: ${[flat, ...errors].join("\n")}`);
}, { folders: { "/isonoise/": installed } });
