// Runs examples/ like users would, and expects moving colour pictures without errors. --out DIR saves a picture of
// each.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { withPage } from "./browser.mjs";
import { fail } from "./golden.mjs";
import { play, projectIn } from "./godot4.mjs";
import { difference, picture, plain } from "./pictures.mjs";
import { openWalk } from "./wgpu.mjs";

const { out } = parseArgs({ options: { out: { type: "string" } } }).values;
if (out && !existsSync(out)) mkdirSync(out);
const root = new URL("../../", import.meta.url);
const text = (path) => readFileSync(new URL(path, root), "utf8");

// Waits until take() returns a picture with some content, then until it returns a different one; stops at once on an
// error. On a loaded machine, Godot's first picture took over a minute.
async function watch(name, take, errors = []) {
  const until = async (wrong) => {
    const end = Date.now() + 300000;
    for (;;) {
      const image = await take(), complaint = wrong(image);
      if (!complaint) return image;
      if (errors.length > 0 || Date.now() > end) throw new Error(complaint);
      await new Promise((later) => setTimeout(later, 200));
    }
  };
  try {
    const first = await until(plain);
    return await until((image) => plain(image) || (difference(first, image) > 0.5 ? "" : "stands still"));
  } catch (error) {
    fail(`examples: ${name}: ${error.message}`);
  }
}

// The pages, served like from the repository, with three.js as if installed there. Without Vulkan, chromium cannot draw
// WebGPU.
const flags = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", "--enable-features=Vulkan",
  "--use-vulkan=swiftshader", "--use-angle=swiftshader"];
await withPage(flags, async (page) => {
  const home = page.url();
  const errors = [];
  // SwiftShader warns about slow screenshots, which is not the page's fault.
  const matters = (message) => ["error", "warning"].includes(message.type()) && !/ReadPixels/.test(message.text());
  page.on("console", (message) => matters(message) && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(home) && !/^(data|blob):/.test(url)) errors.push(`asks for ${url}`);
  });
  await page.setViewportSize({ width: 480, height: 300 });
  for (const [name, path] of [["threejs", "threejs/"], ["threejs-walk", "threejs/walk.html"], ["webgl2", "webgl2/"]]) {
    await page.goto(`${home}examples/${path}`);
    await watch(name, async () => {
      if (name == "threejs-walk") await page.keyboard.down("ArrowUp");  // repeatedly, since the page may not listen yet
      return picture(page, out && `${out}/${name}.png`);
    }, errors);
    if (errors.length > 0) fail(`examples: ${name}: ${errors.splice(0).slice(0, 5).join("\n")}`);
  }

  // docs/engines/web.md contains a complete page.
  const [, body] = /```html\n(.*?)```/s.exec(text("docs/engines/web.md"));
  await page.route("**/webgpu.html", (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto(`${home}shaders/snippets/wgsl/webgpu.html`);
  await watch("webgpu", () => picture(page, out && `${out}/webgpu.png`), errors);
  if (errors.length > 0) fail(`examples: docs/engines/web.md: ${errors.splice(0).slice(0, 5).join("\n")}`);

  await page.goto(home);
  const next = await openWalk(page);
  if (next) await watch("wgpu", () => next().then(() => picture(page, out && `${out}/wgpu.png`)), errors);
  if (errors.length > 0) fail(`examples: wgpu: ${errors.splice(0).slice(0, 5).join("\n")}`);

  const { three } = JSON.parse(text("examples/threejs/package.json")).dependencies;
  const tested = JSON.parse(text("tests/engines/package.json")).dependencies.three;
  if (three != tested) fail(`examples: threejs asks for three ${three}, but ${tested} is tested`);

  const hills = projectIn(fileURLToPath(new URL("examples/godot4", root)));
  const { text: said } = await play(hills, { size: [480, 300], watch: async (game) => {
    await game.keyboard.down("ArrowUp");
    await watch("godot4", () => picture(game, out && `${out}/godot4.png`));
  } });
  const bad = said.split("\n").filter((line) => /error/i.test(line));
  if (bad.length > 0) fail(`examples: godot4: ${bad.slice(0, 5).join("\n")}`);
}, { folders: {
  "/examples/threejs/node_modules/three/": new URL("node_modules/three/", import.meta.url), "/": root,
} });
