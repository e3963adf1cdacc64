// Builds the page with the viewer and uses it as a visitor would, in chromium on SwiftShader and on Mesa.
//   node viewer.mjs --program isonoise    the program for this machine, whose files must be the same
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { withPage } from "./browser.mjs";
import { fail } from "./golden.mjs";
import { at } from "./tools.mjs";
import { backEnds } from "./webgl2.mjs";

const { program: native } = parseArgs({ options: { program: { type: "string" } } }).values;
const folder = at("page");
let where;
const expect = (right, what) => right || fail(`viewer ${where}: ${what}`);

/// Opens the viewer and uses it; reports errors and requests outside the folder.
async function visit(name, use, { flags = backEnds.swiftshader, hash = "", errors = [], ...given } = {}) {
  where = name;
  const start = Date.now();
  await withPage(flags, async (page) => {
    const from = new URL("/", page.url()).href;
    page.on("request", (request) => expect([from, "blob:", "data:"].some((start) => request.url().startsWith(start)),
      `asks for ${request.url()}`));
    const known = [/GPU stall due to ReadPixels/, ...errors];  // Chromium's own advice
    page.on("console", (message) => expect(!/error|warning/.test(message.type()) || known.some((text) =>
      text.test(message.text())), `console: ${message.text()}`));
    page.on("pageerror", (error) => fail(`viewer ${name}: ${error.stack}`));
    await page.goto(`${from}try/index.html${hash}`);
    await page.locator("#notice").waitFor({ state: "hidden" });
    await use(page).catch((error) => fail(`viewer ${name}: ${error.stack}`));
    if (process.env.ISONOISE_TIMES) console.error(`${name}: ${Date.now() - start} ms`);
  }, { folder, viewport: { width: 900, height: 640 }, ...given });
}

const status = async (page) => JSON.parse(await page.evaluate(() => program.ccall("page_status", "string", [], [])));
// Waits, long since machines may be loaded, until the status is right.
async function until(page, right, what) {
  let now;
  for (const end = Date.now() + 120000; Date.now() < end; await page.waitForTimeout(50)) {
    now = await status(page);
    if (right(now)) return now;
  }
  return fail(`viewer ${where}: ${what}, but ${JSON.stringify(now)}`);
}
const sharp = (page) => until(page, (now) => now.sharp, "expected a sharp picture");
const address = (page) => page.evaluate(() => new Promise((done) => setTimeout(() =>
  done(Object.fromEntries(new URLSearchParams(location.hash.slice(1)))), 700)));
const middle = [600, 250];

async function everyScene(page) {
  const scenes = ["line", "map", "marble", "clouds", "fire", "terrain", "density", "planet", "anatomy", "sea"];
  for (const scene of scenes) {
    await page.evaluate((scene) => { location.hash = `scene=${scene}`; }, scene);
    await until(page, (now) => now.scene == scene, `expected scene ${scene}`);
    const now = await sharp(page);
    expect(now.message == "", `${scene}: ${now.message}`);
  }
}

// The truth view: WebAssembly's values beside the GPU's.
async function truth(page) {
  for (const settings of ["dim=2&octaves=7.5&seed=4294967295", "dim=3&fractal=ridged&octaves=5&warp=1.5",
    "dim=4&algorithm=value&octaves=3&lacunarity=2.7", "dim=2&period=3,5&octaves=4&center=70000,-70000,0,0"]) {
    await page.evaluate((hash) => { location.hash = hash; }, `scene=map&${settings}`);
    await page.waitForTimeout(200);
    await sharp(page);
    expect((await status(page)).scene == "map", `${settings} is not shown`);
    await page.keyboard.press("t");
    const now = await until(page, ({ compared }) => compared > 0, `${settings}: expected a comparison`);
    expect(now.differing == 0, `${settings}: ${now.differing} of ${now.compared} values differ`);
    await page.keyboard.press("t");
  }
}

async function mouseAndKeys(page) {
  const first = await address(page);
  await page.mouse.move(...middle);
  await page.mouse.down();
  await page.mouse.move(middle[0] + 60, middle[1], { steps: 4 });
  await page.mouse.up();
  const moved = await address(page);
  expect(moved.center && moved.center != first.center, "dragging does not move the picture");
  await page.mouse.wheel(0, -300);
  await page.waitForTimeout(300);
  const zoomed = await address(page);
  expect(Math.abs(zoomed.span / 8 - 0.87 ** 3) < 0.01, `three steps of the wheel make a span of ${zoomed.span}`);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  const undone = await address(page);
  expect(undone.center == first.center && undone.span == first.span, `undone: ${JSON.stringify(undone)}`);
  await page.keyboard.press("6");
  expect((await address(page)).scene != "map", "a digit chooses no scene");
}

async function touches(page) {
  const devtools = await page.context().newCDPSession(page);
  const touch = async (type, ...points) => {
    await devtools.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
    await page.waitForTimeout(60);
  };
  const before = await address(page);
  await touch("touchStart", [100, 150]);
  for (let i = 1; i <= 6; ++i) await touch("touchMove", [100 + 10 * i, 150]);
  await touch("touchEnd");
  const turned = await address(page);
  expect(turned.center && turned.center != before.center, "a finger does not move the picture");
  await touch("touchStart", [150, 150], [250, 150]);
  for (let i = 1; i <= 5; ++i) await touch("touchMove", [150 - 10 * i, 150], [250 + 10 * i, 150]);
  await touch("touchEnd");
  const zoomed = await address(page);
  expect(Math.abs(zoomed.span - 4) < 0.2, `fingers twice as far apart make a span of ${zoomed.span}, expected 4`);
}

// Files are downloads, and the same as those of the program for this machine.
async function exports(page) {
  for (const words of [["--scene=map", "--octaves=5.5", "--seed=7", "--what=values", "--size=300x200", "-o", "a.r32"],
    ["--scene=map", "--dim=3", "--slices=3", "--size=64x48", "-o", "a b.npy"],
    ["--scene=line", "--octaves=3", "--size=500x100", "-o", "ü.exr"]]) {
    const [download] = await Promise.all([page.waitForEvent("download"),
      page.evaluate((words) => startExport(["isonoise", "render", ...words]), words)]);
    const name = words.at(-1);
    expect(download.suggestedFilename() == name, `${name} is called ${download.suggestedFilename()}`);
    execFileSync(native, ["render", ...words.slice(0, -1), at("native" + name)]);
    const ours = readFileSync(await download.path());
    expect(ours.equals(readFileSync(at("native" + name))), `${name} is another file than the program's`);
  }
  await page.keyboard.press("F12");
  const picture = await page.waitForEvent("download");
  expect(/^isonoise-\d+\.png$/.test(picture.suggestedFilename()), `F12 saves ${picture.suggestedFilename()}`);
  const now = await until(page, ({ message }) => message != "", "expected a message about the file");
  expect(/^Saved isonoise-/.test(now.message), now.message);
}

async function presets(page) {
  const preset = JSON.stringify({ schema: 1, scene: "map", octaves: 3, seed: 42 });
  await page.evaluate((preset) => {
    const data = new DataTransfer();
    data.items.add(new File([preset], "mine é.json"));
    for (const type of ["dragenter", "dragover", "drop"])
      canvas.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  }, preset);
  await until(page, ({ message }) => /^Opened/.test(message), "a dropped preset is not opened");
  expect((await address(page)).seed == "42", "the address does not hold the dropped preset");
  await page.evaluate(() => navigator.clipboard.writeText("isonoise view --scene map --seed 43"));
  await page.keyboard.press("Control+v");
  await until(page, ({ message }) => /^Pasted/.test(message), "a pasted preset is not opened");
  await page.keyboard.press("Control+s");
  await until(page, ({ message }) => /^Saved as preset 'map-1'/.test(message), "Ctrl+S saves no preset");
  await page.evaluate(() => { history.replaceState(null, "", location.pathname); program._page_remember(); });
  await page.reload();
  await page.locator("#notice").waitFor({ state: "hidden" });
  await page.keyboard.press("n");  // another seed, so that the address is written
  const again = await address(page);
  expect(again.scene == "map", `after a reload: ${JSON.stringify(again)}`);
  expect(await page.evaluate(() => "isonoise:/settings/presets/map-1.json" in localStorage), "the preset is gone");
}

const broken = ["octaves=99", "nonsense=1", "preset=none", "preset=../../etc/passwd", "scene=%FF", "=", "octaves",
  "o=x.png", "center=x", "seed=-1", "gradient=" + "0:fff,".repeat(2000), "help=1", "shader-dir=/"];

async function lost(page) {
  await page.evaluate(() => canvas.getContext("webgl2").getExtension("WEBGL_lose_context").loseContext());
  await page.locator("#says:text('took the GPU away')").waitFor();
}

execFileSync(process.execPath, [fileURLToPath(new URL("../../web/build.mjs", import.meta.url)), folder]);
where = "size";
const compressed = ["isonoise.js", "isonoise.wasm", "page.js", "worker.js", "index.html", "style.css"].map((name) =>
  gzipSync(readFileSync(`${folder}/try/${name}`), { level: 9 }).length).reduce((a, b) => a + b);
expect(compressed <= 3e6, `the viewer takes ${compressed} bytes compressed`);

for (const [name, flags] of Object.entries(backEnds)) await visit(`truth, ${name}`, truth, { flags });
await visit("scenes", everyScene, { viewport: { width: 460, height: 320 } });
await visit("mouse and keys", mouseAndKeys, { hash: "#scene=map" });
await visit("touch", touches, { hash: "#scene=map", viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true,
  isMobile: true });
await visit("exports", exports, { hash: "#scene=map" });
await visit("presets", presets, { hash: "#scene=map", permissions: ["clipboard-read", "clipboard-write"] });
await visit("broken links", async (page) => {
  const from = page.url();
  for (const hash of broken) {
    where = `#${hash.slice(0, 30)}`;
    await page.goto("about:blank");
    await page.goto(`${from}#${hash}`);
    await page.locator("#notice").waitFor({ state: "hidden" });
    const { message } = await until(page, (now) => now.message != "", "expected a message") ?? {};
    expect(/^This link cannot be shown: ./.test(message) && message.length < 400, message);
  }
}, { errors: [/isonoise: /] });
await visit("lost context", lost, { hash: "#scene=map", errors: [/CONTEXT_LOST|context lost|isonoise: /] });
