// Uses the viewer in the page that bindings/web/build.mjs made like a visitor, in chromium on SwiftShader and on Mesa.
//   node viewer.mjs --page DIR --program isonoise    the program for this machine, whose files must be the same
//   --only NAME: the visits whose name has NAME in it
//   --only edited --picture docs/pictures/page-editor.jpg: a picture of the editor
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { withPage } from "./browser.mjs";
import { fail } from "./golden.mjs";
import { at } from "./tools.mjs";
import { backEnds } from "./webgl2.mjs";

const { values } = parseArgs({ options: { page: { type: "string" }, program: { type: "string" },
  only: { type: "string", default: "" }, picture: { type: "string" } } });
const native = resolve(values.program), folder = resolve(values.page);
let where;
const expect = (right, what) => right || fail(`viewer ${where}: ${what}`);

/// Opens the viewer and uses it; reports errors and requests outside the folder.
async function visit(name, use, { flags = backEnds.swiftshader, hash = "", errors = [], ...given } = {}) {
  if (!name.includes(values.only)) return;
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

const ask = async (page, what) =>
  JSON.parse(await page.evaluate((what) => program.ccall(what, "string", [], []), what));
const status = (page) => ask(page, "page_status");
// Waits until the status is right, with a long timeout, since machines may be loaded.
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
const run = (...words) => execFileSync(native, words, { encoding: "utf8", maxBuffer: 1 << 26 });
// The settings in a command line: { scene: "map", octaves: "5" }.
const flagsOf = (line) => Object.fromEntries([...line.matchAll(/--(\S+?)[ =]('[^']*'|\S+)/g)].map((m) => [m[1], m[2]]));

// A point of a widget, by its name in the program; `share` is the position from left to right.
async function point(page, widget, share = 0.5) {
  let place;
  for (const end = Date.now() + 30000; Date.now() < end && !place; await page.waitForTimeout(30))
    place = (await ask(page, "page_widgets"))[widget];
  if (!place) return fail(`viewer ${where}: there is no ${widget}`);
  const ratio = await page.evaluate(() => devicePixelRatio);
  return [(place[0] + share * (place[2] - place[0])) / ratio, (place[1] + place[3]) / 2 / ratio];
}
async function click(page, widget, share) {
  await page.mouse.move(...await point(page, widget, share));
  await page.waitForTimeout(50);
  await page.mouse.down();
  await page.waitForTimeout(50);
  await page.mouse.up();
  await page.waitForTimeout(50);
}
// Types into a field, replacing its text.
async function enter(page, widget, text) {
  await page.keyboard.down("Control");
  await click(page, widget, 0.2);
  await page.keyboard.press("a", { delay: 40 });
  await page.keyboard.up("Control");
  await page.keyboard.type(text, { delay: 40 });
  await page.keyboard.press("Enter", { delay: 40 });
  await page.waitForTimeout(60);
}

// The difference of two pictures: the mean difference per channel, out of 255, and the first one's spread.
const compare = (page, ours, theirs) => page.evaluate(async (pictures) => {
  const [a, b] = await Promise.all(pictures.map(async (base64) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
  }));
  if (a.length != b.length) return { apart: NaN, spread: 0 };
  let apart = 0, sum = 0, squares = 0;
  for (let i = 0; i < a.length; ++i) {
    if (b[i | 3] == 255) apart += Math.abs(a[i] - b[i]);  // the viewer shows alpha on a checkerboard
    if (i % 4 == 1) [sum, squares] = [sum + a[i], squares + a[i] ** 2];
  }
  const count = a.length / 4, mean = sum / count;
  return { apart: apart / (3 * count), spread: Math.sqrt(squares / count - mean ** 2) };
}, [ours.toString("base64"), theirs.toString("base64")]);

// The displayed picture, including its guides, equals the native program's.
async function expectPicture(page, words, what) {
  const { size: [width, height] } = await sharp(page);
  const file = at("picture.png");
  run("render", ...words, "--guides", "--size", `${width}x${height}`, "-o", file);
  const all = page.viewportSize();
  // The picture is above the time bar and right of the panel.
  const shown = await page.screenshot({ clip: { x: all.width - width, y: 0, width, height } });
  const { apart, spread } = await compare(page, shown, readFileSync(file));
  expect(apart < 6, `${what} is ${apart} levels from the program's picture`);
  expect(spread > 1, `${what} is a single colour`);
}

async function everyScene(page) {
  const list = readFileSync(new URL("../../app/scene/scenes.def", import.meta.url), "utf8");
  for (const [, scene] of list.matchAll(/^SCENE\((\w+)\)/gm)) {
    await page.evaluate((scene) => { location.hash = `scene=${scene}`; }, scene);
    await until(page, (now) => now.scene == scene, `expected scene ${scene}`);
    const now = await sharp(page);
    expect(now.message == "", `${scene}: ${now.message}`);
  }
}

// The truth view compares WebAssembly's values with the GPU's.
async function truth(page) {
  for (const settings of ["dim=2&octaves=7.5&seed=4294967295", "dim=3&fractal=ridged&octaves=5&warp=1.5",
    "dim=4&algorithm=value&octaves=3&lacunarity=2.7", "dim=2&period=3,5&octaves=4&center=70000,-70000,0,0"]) {
    await page.evaluate((hash) => { location.hash = hash; }, `scene=map&${settings}`);
    await page.waitForTimeout(200);
    await sharp(page);
    expect((await status(page)).scene == "map", `${settings} is not shown`);
    await page.keyboard.press("Escape");  // closes the first screen, behind which keys do nothing
    await page.keyboard.press("t");
    const now = await until(page, ({ compared }) => compared > 0, `${settings}: expected a comparison`);
    expect(now.differing == 0, `${settings}: ${now.differing} of ${now.compared} values differ`);
    await page.keyboard.press("t");
  }
}

// Opens every built-in preset by its link.
async function everyPreset(page) {
  await page.keyboard.press("f");  // hides the panel
  await page.reload();  // without the message that it has no room in this small window
  await page.locator("#notice").waitFor({ state: "hidden" });
  for (const file of readdirSync(new URL("../../app/presets/", import.meta.url)).sort()) {
    const name = file.replace(/\.json$/, "");
    await page.evaluate((name) => { location.hash = `preset=${name}`; }, name);
    await page.waitForTimeout(100);
    const { scene, message } = await sharp(page);
    expect(message == "" && scene == name.split("-")[0], `${name} shows scene ${scene}: ${message}`);
    await expectPicture(page, [name], name);
  }
}

// The tab Measure: statistics of the exact values, and a spectrum.
async function measure(page) {
  await click(page, "tab measure");
  const { size: [width, height] } = await sharp(page);
  await point(page, "spectrum");
  const { values: [count, ...shown] } = await until(page, ({ values, cpu }) => values[0] > 0 && cpu > 1e5,
    "expected measurements");
  run("render", "--scene=map", "--octaves=3", "--seed=5", "--what=values", `--size=${width}x${height}`, "-o",
    at("measured.r32"));
  const bytes = readFileSync(at("measured.r32"));
  const values = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const mean = values.reduce((a, b) => a + b) / values.length;
  const own = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b)), mean,
    Math.sqrt(values.reduce((a, b) => a + (b - mean) ** 2, 0) / values.length)];
  expect(count == values.length, `${count} values are measured of ${values.length}`);
  own.forEach((x, i) => expect(Math.abs(x - shown[i]) < 1e-5, `measured: ${shown[i]}, expected ${x}`));
}

// The clipboard contents of the "copy" list.
async function copies(page) {
  const settings = ["--dim=3", "--seed=9", "--octaves=3", "--fractal=ridged"];
  const copied = async (what) => {
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await click(page, "copy");
    await click(page, `copy ${what}`);
    await page.waitForFunction(async () => await navigator.clipboard.readText() != "");
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const help = run("snippet", "--help").replaceAll(/\n {20,}/g, " ");  // each option on one line
  const languages = help.match(/--lang WORD\s+the language: (.*)/)[1].split(", ");
  expect(languages.length > 10, `the program knows ${languages}`);
  for (const name of languages) {
    const theirs = run("snippet", "--lang", name, "--bake", ...settings);
    const ours = await copied(name);
    expect(ours == theirs, `copied as ${name} it is another text than the program's`);
  }
  const line = await copied("line");
  const set = Object.entries(flagsOf(`--scene=map ${settings.join(" ")}`));
  expect(line.startsWith("isonoise view ") && set.every(([name, value]) => flagsOf(line)[name] == value),
    `the line is ${line}`);
  const preset = JSON.parse(await copied("json"));
  expect(preset.seed == 9 && preset.fractal == "ridged", `the JSON is ${JSON.stringify(preset)}`);
  const command = (await copied("command")).trim().split(" ");
  const { size: [width, height] } = await status(page);
  expect(command.slice(0, 2).join(" ") == "isonoise render" && command.slice(-2).join(" ") == "-o isonoise.png",
    `the command is ${command}`);
  run(...command.slice(1, -1), at("command.png"));
  run("render", ...line.trim().split(" ").slice(2), "--size", `${width}x${height}`, "-o", at("line.png"));
  expect(readFileSync(at("command.png")).equals(readFileSync(at("line.png"))), "the command draws another picture");
}

async function timeBar(page) {
  const time = async () => Number(flagsOf((await status(page)).line).time ?? 0);
  expect(await time() == 0, "time does not begin at 0");
  const before = await page.screenshot();
  await click(page, "play");
  await until(page, ({ playing, line }) => playing && flagsOf(line).time > 0.2, "the button does not play time");
  await page.mouse.move(...middle);
  await page.keyboard.press("Space", { delay: 40 });
  await until(page, ({ playing }) => !playing, "Space does not stop time");
  const stopped = await time();
  await sharp(page);
  expect(!before.equals(await page.screenshot()), "time changes no pixel");
  expect(await time() == stopped, "time goes on");
  const from = await point(page, "time", 0.2), to = await point(page, "time", 0.6);
  await page.mouse.move(...from);
  await page.mouse.down();
  for (let i = 1; i <= 5; ++i) {
    await page.mouse.move(from[0] + (to[0] - from[0]) * i / 5, from[1]);
    await page.waitForTimeout(40);
  }
  await page.mouse.up();
  await until(page, ({ line }) => Math.abs(flagsOf(line).time - 2.4) < 0.1, "dragged to 2.4 of 4 cells");
  await click(page, "time", 0.25);
  const jumped = flagsOf((await until(page, ({ line }) => Math.abs(flagsOf(line).time - 1) < 0.1,
    "a click at a quarter jumps to 1 of 4 cells")).line).time;
  await click(page, "step");
  await until(page, ({ line }) => Math.abs(flagsOf(line).time - jumped - 0.5 / 30) < 1e-6, "one frame forward");
  expect(Math.abs((await address(page)).time - jumped - 0.5 / 30) < 1e-6, "the address does not hold the time");
}

// The explanation's steps change by keys and by buttons.
async function anatomy(page) {
  const { line: first } = await sharp(page);
  await page.mouse.move(...middle);
  await page.keyboard.press("ArrowRight", { delay: 40 });
  const { line: second } = await until(page, ({ line }) => line != first, "the key Right turns to the next step");
  await click(page, "step next");
  await until(page, ({ line }) => line != first && line != second, "the button turns to the third step");
  await click(page, "step back");
  await until(page, ({ line }) => line == second, "the button turns back to the second step");
  await page.keyboard.press("ArrowLeft", { delay: 40 });
  await until(page, ({ line }) => line == first, "the key Left turns back to the first step");
}

async function undoing(page) {
  const seed = async (expected, what) => until(page, ({ line }) => (flagsOf(line).seed ?? "0") == expected, what);
  const first = flagsOf((await status(page)).line).seed ?? "0";
  await click(page, "roll");
  const { line } = await until(page, ({ line }) => (flagsOf(line).seed ?? "0") != first, "the die rolls");
  const rolled = flagsOf(line).seed;
  await enter(page, "seed", "77");
  await seed("77", "a seed is typed");
  await click(page, "undo");
  await seed(rolled, "the button undoes the seed");
  await page.mouse.move(...middle);
  await page.keyboard.press("Control+z", { delay: 40 });
  await seed(first, "Ctrl+Z undoes the die");
  await click(page, "redo");
  await seed(rolled, "the button redoes the die");
  await page.mouse.move(...middle);
  await page.keyboard.press("Control+y", { delay: 40 });
  await seed("77", "Ctrl+Y redoes the seed");
  await page.keyboard.press("Control+y", { delay: 40 });
  await seed("77", "there is nothing more to redo");
}

// A sequence from the export sheet: one zip, whose files equal the program's.
async function sequence(page) {
  await page.evaluate(() => {
    const start = module.startExport;
    module.startExport = (words, zip) => { window.asked = words; start(words, zip); };
  });
  await page.keyboard.press("Control+e", { delay: 40 });
  await enter(page, "export file", "a b.npy");
  await enter(page, "export frames", "3");
  const download = page.waitForEvent("download");
  await click(page, "export now");
  const zip = await download;
  expect(zip.suggestedFilename() == "a b.zip", `the sequence is called ${zip.suggestedFilename()}`);
  await until(page, ({ message }) => message == "Saved 3 frames, a b.zip", "expected a message about the zip");
  const ours = at("sequence-page"), theirs = at("sequence-program");
  for (const folder of [ours, theirs]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
  }
  const words = await page.evaluate(() => asked);
  execFileSync(native, words.slice(1), { cwd: theirs, stdio: "pipe" });
  execFileSync("python3", ["-m", "zipfile", "-e", await zip.path(), ours]);
  const names = readdirSync(theirs).sort();
  expect(names.join() == "a b-0000.npy,a b-0001.npy,a b-0002.npy", `the program writes ${names}`);
  expect(readdirSync(ours).sort().join() == names.join(), `the zip holds ${readdirSync(ours)}`);
  for (const name of names)
    expect(readFileSync(`${ours}/${name}`).equals(readFileSync(`${theirs}/${name}`)), `${name} is another file`);
  expect(new Set(names.map((name) => readFileSync(`${ours}/${name}`, "latin1"))).size == 3, "frames are the same");
}

// Browsers have no ffmpeg.
async function videos(page) {
  await page.keyboard.press("Control+e", { delay: 40 });
  await click(page, "export format");
  await point(page, "export format 6");
  const listed = Object.keys(await ask(page, "page_widgets")).filter((name) => /^export format \d/.test(name));
  expect(listed.length == 8, `the formats listed are ${listed}`);
  await click(page, "export format 6");
  await enter(page, "export file", "x.mp4");
  await click(page, "export now");
  await page.waitForTimeout(500);
  const now = await status(page);
  expect(!now.exporting && now.message == "", `an MP4 is exported: ${now.message}`);
  await page.evaluate(() => startExport(["isonoise", "render", "map", "-o", "x.mp4"]));
  await until(page, ({ message }) => /ffmpeg, which no browser has/.test(message), "expected a refusal");
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

// Files are downloads, equal to those of the native program.
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
  const saved = `Saved ${picture.suggestedFilename()}`;
  await until(page, ({ message }) => message == saved, `expected the message "${saved}"`);
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
  await page.keyboard.press("n");  // another seed, so that the URL changes
  const again = await address(page);
  expect(again.scene == "map", `after a reload: ${JSON.stringify(again)}`);
  expect(await page.evaluate(() => "isonoise:/settings/presets/map-1.json" in localStorage), "the preset is gone");
}

// Functions: the shelf's by name, and a text that is edited below the picture and shared by its address.
async function editing(page) {
  await page.keyboard.press("Escape");
  await click(page, "edit function");
  const text = page.locator("#text"), fault = page.locator("#fault");
  await text.waitFor();
  expect(await text.inputValue() == run("functions", "islands"), "the editor has another text than the function");
  if (values.picture) {
    await page.mouse.move(...middle);
    await sharp(page);
    await page.waitForTimeout(500);
    await page.screenshot({ path: values.picture, quality: 85 });
  }
  const place = async (what) => text.evaluate((area, what) => {
    const from = area.value.indexOf(what);
    area.setSelectionRange(from, from + what.length);
    area.focus();
  }, what);
  await place("perlin2(0.25");
  await page.keyboard.type("perlin9(0.25");  // "/" and digits are the editor's, not the viewer's
  await fault.waitFor();
  expect(await fault.textContent() == "line 8: the function 'perlin9' is not known here", await fault.textContent());
  await fault.click();
  expect(await text.evaluate((area) => area.value.slice(area.selectionStart).startsWith("perlin9")),
    "the click does not lead to the fault");
  const before = await status(page);
  expect(before.line == "isonoise view islands" && before.scene == "map", `with a fault: ${before.line}`);
  await place("perlin9(0.25");
  await page.keyboard.type("perlin2(0.5");
  await page.keyboard.press("Tab");
  await fault.waitFor({ state: "hidden" });
  await until(page, ({ line }) => line.includes("perlin2(0.5     * p"), "the text is not the program's");
  await click(page, "undo");
  await until(page, ({ line }) => line == "isonoise view islands", "undo does not bring the text back");
  expect(await text.inputValue() == run("functions", "islands"), "the editor keeps the undone text");
  await click(page, "redo");
  await until(page, ({ line }) => line.includes("perlin2(0.5"), "redo does not bring the text back");
  const { function: packed } = await address(page);
  expect(packed?.length < 600, `the address holds ${packed}`);
  const changed = await text.inputValue();
  await text.press("Escape");
  await text.waitFor({ state: "hidden" });
  await expectPicture(page, [changed], "the edited function");
  link = await page.evaluate(() => location.hash);
  // A noise is written out; a template begins anew.
  await page.evaluate(() => { location.hash = "scene=map&octaves=3"; });
  await until(page, ({ line }) => flagsOf(line).octaves == "3", "expected a noise");
  await click(page, "edit function");
  expect(/float noise\(vec2 p\)/.test(await text.inputValue()), await text.inputValue());
  await page.locator("#begin").click();
  await until(page, ({ line }) => /noise\(vec/.test(line), "the template is not shown");
  await page.locator("#close").click();
}
let link = "";

async function shared(page) {
  await until(page, ({ line }) => line.includes("perlin2(0.5"), "the link shows another function");
  await expectPicture(page, [(await status(page)).line.match(/'([^]*)'/)[1]], "the shared function");
  await page.evaluate(() => { location.hash = "function=AAAA"; });
  await until(page, ({ message }) => /the text of its function is damaged/.test(message), "expected a message");
}

// The shelf: a card for each function; it moves while it is pointed at, and opens.
async function shelf(page) {
  const names = run("functions").trim().split("\n").map((line) => line.split(" ")[0]);
  await page.goto(new URL("/functions.html", page.url()).href);
  const cards = page.locator(".card a");
  expect((await cards.evaluateAll((all) => all.map((a) => a.dataset.name))).join() == names.join(), "other cards");
  for (const name of ["caustics", "lava"]) {
    await page.locator(`[data-name=${name}]`).hover();
    await page.locator("#live.drawn").waitFor({ timeout: 60000 });
    const frame = page.frames().find((each) => /live/.test(each.url()));
    const drawn = () => frame.evaluate(() => JSON.parse(program.ccall("page_status", "string", [], [])));
    const { playing, line } = await drawn();
    expect(playing && line.startsWith(`isonoise view ${name}`), `pointed at ${name}: ${line}`);
    await page.mouse.move(2, 2);
  }
  await page.locator("[data-name=planks]").click();
  await page.locator("#notice").waitFor({ state: "hidden" });
  await until(page, ({ line }) => line == "isonoise view planks", "the card opens another function");
}

const broken = ["octaves=99", "nonsense=1", "preset=none", "preset=../../etc/passwd", "scene=%FF", "=", "octaves",
  "o=x.png", "center=x", "seed=-1", "gradient=" + "0:fff,".repeat(2000), "help=1", "shader-dir=/", "function=x"];

async function lost(page) {
  await page.evaluate(() => canvas.getContext("webgl2").getExtension("WEBGL_lose_context").loseContext());
  await page.locator("#says:text('took the GPU away')").waitFor();
}

where = "size";
const compressed = ["isonoise.js", "isonoise.wasm", "page.js", "worker.js", "index.html", "style.css"].map((name) =>
  gzipSync(readFileSync(`${folder}/try/${name}`), { level: 9 }).length).reduce((a, b) => a + b);
expect(compressed <= 3e6, `the viewer takes ${compressed} bytes compressed`);

for (const [name, flags] of Object.entries(backEnds)) await visit(`truth, ${name}`, truth, { flags });
await visit("scenes", everyScene, { viewport: { width: 460, height: 320 } });
await visit("presets' pictures", everyPreset, { hash: "#scene=map", viewport: { width: 200, height: 150 },
  flags: backEnds.mesa });  // twice as fast
await visit("measure", measure, { hash: "#scene=map&octaves=3&seed=5" });
await visit("copies", copies, { hash: "#scene=map&dim=3&seed=9&octaves=3&fractal=ridged",
  permissions: ["clipboard-read", "clipboard-write"] });
await visit("time bar", timeBar, { hash: "#scene=map&dim=3&octaves=2&loop=4" });
await visit("anatomy", anatomy, { hash: "#scene=anatomy" });
await visit("undo", undoing, { hash: "#scene=map" });
await visit("sequence", sequence, { hash: "#scene=map&dim=3&octaves=2" });
await visit("videos", videos, { hash: "#scene=map&dim=3", errors: [/isonoise: /] });
await visit("mouse and keys", mouseAndKeys, { hash: "#scene=map" });
await visit("touch", touches, { hash: "#scene=map", viewport: { width: 390, height: 844 }, deviceScaleFactor: 2,
  hasTouch: true, isMobile: true });
await visit("exports", exports, { hash: "#scene=map" });
await visit("presets", presets, { hash: "#scene=map", permissions: ["clipboard-read", "clipboard-write"] });
await visit("edited function", editing, { hash: "#preset=islands", flags: backEnds.mesa });
await visit("shared function", shared, { hash: link, flags: backEnds.mesa });
await visit("shelf of functions", shelf, { flags: backEnds.mesa });
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
}, { errors: [/isonoise: /], viewport: { width: 460, height: 320 }, flags: backEnds.mesa });
await visit("lost context", lost, { hash: "#scene=map", errors: [/CONTEXT_LOST|context lost|isonoise: /] });
