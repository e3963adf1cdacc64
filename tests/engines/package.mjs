// Packs npm/, installs the tarball in an empty folder and uses it there: in node, with TypeScript, in three.js.
import { cpSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { fileURLToPath, pathToFileURL } from "node:url";
import { withPage } from "./browser.mjs";
import { functions } from "../../web/vectors.mjs";
import { fail, report } from "./golden.mjs";
import { picture, plain } from "./pictures.mjs";
import { material, fragmentShader } from "./three.mjs";
import { at, read, tool, write } from "./tools.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const npm = (...parameters) => tool("npm", "--loglevel=error", "--no-audit", "--no-fund", `--cache=${at("cache")}`,
  ...parameters);

const { version } = JSON.parse(readFileSync(here("../../npm/package.json")));
const project = /^project\(isonoise VERSION (\S+)/m.exec(readFileSync(here("../../CMakeLists.txt"), "utf8"))[1];
if (version != project) fail(`npm/package.json has version ${version}, CMakeLists.txt ${project}`);

// npm 11 runs no scripts of another folder if a package.json lies in the current one.
process.chdir(here("../../npm"));
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
  const file = new URL(import.meta.resolve(\`isonoise/\${language}/\${name.replace("_", "-")}.\${language}\`));
  return [\`\${language} \${name}\`, { source, file: readFileSync(file, "utf8") }];
}));
console.log(JSON.stringify(Object.fromEntries(all)));`);
const all = JSON.parse(tool(process.execPath, at("user/all.mjs")));
const folders = { glsl: here("../../shaders/snippets/essl300"), wgsl: here("../../shaders/snippets/wgsl") };
for (const [language, folder] of Object.entries(folders)) {
  for (const file of readdirSync(folder)) {
    const key = `${language} ${file.split(".")[0].replace("-", "_")}`;
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
cpSync(here("../../presets"), at("user/presets"), { recursive: true });
write("user/vectors.json", JSON.stringify([1, 2, 3, 4].flatMap(functions)));
try {
  process.chdir(at("user"));
  tool(process.execPath, at("user/cpu.mjs"));
  tool(process.execPath, "--no-expose-wasm", at("user/cpu.mjs"));  // the JavaScript in its place
  tool(process.execPath, at("user/noise.mjs"));
} catch (error) {
  fail(`package: ${error.message}`);
}

// By a bundler: the same numbers, the library as a file of its own, and of four dimensions only the one in use.
write("user/app.js", `import { noise, perlin3 } from "isonoise";
const hills = await noise({ dim: 2, octaves: 5 });
console.log(JSON.stringify([perlin3(1.5, -0.25, 7.3, 9), hills.at(3.5, -2), [...hills.grid({ size: [3, 2], step: 0.3 })]]));`);
write("user/one.js", `import { perlin1 } from "isonoise";\nconsole.log(perlin1(1.3, 7));`);
try {
  const bundle = (...options) => tool(process.execPath, here("node_modules/esbuild-wasm/bin/esbuild"), "--bundle",
    "--minify", "--format=esm", "--platform=neutral", "--log-level=warning", ...options);
  bundle("--splitting", `--outdir=${at("user/out")}`, "--out-extension:.js=.mjs", at("user/app.js"));
  const run = (file) => tool(process.execPath, at(file));
  write("user/app.mjs", readFileSync(at("user/app.js")));
  if (run("user/out/app.mjs") !== run("user/app.mjs")) fail("package: other numbers from a bundle");
  const one = bundle(at("user/one.js"));
  if (gzipSync(one).length > 3000) fail(`package: perlin1 alone takes ${gzipSync(one).length} bytes, compressed`);
} catch (error) {
  fail(`package: bundler: ${error.message}`);
}

// Types: all names, and no others.
write("user/types.ts", `import { glsl, noise, perlin1Periodic, perlin3Gradient, perlin4Fbm, perlin4FbmNormalization, wgsl } from "isonoise";
import { perlin2PeriodicGradientCell } from "isonoise/perlin2";
import raw from "isonoise/glsl/perlin3.glsl?raw";
import plain from "isonoise/wgsl/perlin2-min.wgsl";
const shader: string = raw + plain;
const slope = new Float32Array(3);
const sum: number = perlin3Gradient(1, 2, 3, 4, slope) + perlin1Periodic(1, 2, 3) +
  perlin2PeriodicGradientCell(1, 2, 0.5, 0.5, 7, 8, 8, []) +
  perlin4Fbm(1, 2, 3, 4, 7, 5, 0.5, 2, perlin4FbmNormalization(5, 0.5));
// @ts-expect-error
perlin3Gradient(1, 2, 3, 4);
const hills = await noise({ dim: 3, fractal: "ridged", period: [4, 0, 0] });
const height: number = hills.at(1, 2, 3) + hills.gradient(1, 2, 3, slope) + hills.grid({ size: 8, step: 1 })[0]! +
  hills.points([[1], [2], slope], { gradient: true }).gradient[2]![0]!;
// @ts-expect-error
noise({ octave: 3 });
type Name = \`perlin\${1 | 2 | 3 | 4}\${"" | "_min"}\`;
const all: Record<Name, string>[] = [glsl, wgsl];
const names: Record<keyof typeof glsl | keyof typeof wgsl, Name> | null = null;
// @ts-expect-error
glsl.perlin5;
export { all, height, names, shader, sum };`);
for (const resolution of [["--module", "nodenext"], ["--module", "esnext", "--moduleResolution", "bundler"]]) {
  try {
    tool(process.execPath, here("node_modules/typescript/bin/tsc"), "--noEmit", "--strict", "--target", "es2022",
      ...resolution, at("user/types.ts"));
  } catch (error) {
    fail(`package: types: ${error.message}`);
  }
}

const installed = pathToFileURL(at("user/node_modules/isonoise/"));
await withPage([], async (page) => {
  const errors = [];
  page.on("console", (message) => message.type() == "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  const sources = await page.evaluate(async () => ({ ...(await import("isonoise")).glsl }));
  for (const [name, source] of Object.entries(sources)) {
    for (const f of functions(Number(name[6])).filter(({ name }) => source.includes(`float ${name}(`))) {
      const got = await page.evaluate(material,
        { fragmentShader: fragmentShader({ source }, f), rows: f.rows, outputs: f.outputs });
      if (typeof got == "string") errors.unshift(got);
      if (errors.length > 0) fail(`package: ${name}: ${f.name}: ${errors.splice(0).join("\n")}`);
      else report("package", { name }, f, got);
    }
  }

  // The first picture of its README.
  const text = read("user/node_modules/isonoise/README.md").toString();
  const script = [...text.matchAll(/```js\n(.*?)```/gs)].map((m) => m[1].replace(/^   /gm, "")).join("");
  await page.goto(new URL("/", page.url()).href);
  await page.addScriptTag({ type: "module", content: script });
  await page.waitForSelector("canvas");
  await page.waitForTimeout(500);
  const flat = plain(await picture(page));
  if (flat || errors.length > 0) fail(`package: README.md's picture: ${[flat, ...errors].join("\n")}`);
}, { folders: { "/isonoise/": installed } });
