// Uses the page that bindings/web/build.mjs made like a visitor, in chromium on SwiftShader and on Mesa.
//   node page.mjs --page DIR
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { withPage } from "./browser.mjs";
import { functions } from "../../bindings/web/vectors.mjs";
import { fail } from "./golden.mjs";
import { invalid } from "./schema.mjs";
import { at, write } from "./tools.mjs";
import { backEnds } from "./webgl2.mjs";
import { flags as webgpu } from "./webgpu.mjs";

const folder = resolve(parseArgs({ options: { page: { type: "string" } } }).values.page);
const source = fileURLToPath(new URL("../../shaders/snippets", import.meta.url));
const brief = at("brief"), broken = at("broken");
const build = fileURLToPath(new URL("../../bindings/web/build.mjs", import.meta.url));

let where;
const expect = (right, what) => right || fail(`page ${where}: ${what}`);

/// Uses the page; reports errors and requests outside the folder.
async function visit(name, flags, given, use) {
  where = name;
  const options = { folder: brief, viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...given };
  await withPage(flags, async (page) => {
    const from = options.file ? pathToFileURL(`${options.folder}/`).href : new URL("/", page.url()).href;
    page.on("request", (request) =>
      expect(request.url().startsWith(from) || request.url().startsWith("data:"), `asks for ${request.url()}`));
    page.on("response", (response) =>
      expect(response.ok() || options.file, `${response.status()} of ${response.url()}`));
    page.on("console", (message) => expect(message.type() != "error", `console: ${message.text()}`));
    page.setDefaultTimeout(30000);
    page.on("pageerror", (error) => fail(`page ${name}: ${error.stack}`));
    if (options.prepare) await page.addInitScript(options.prepare);
    await page.goto(options.file ? `${from}index.html` : from);
    await use(page).catch((error) => fail(`page ${name}: ${error.stack}`));
  }, options);
}

// Repeats `get` until `right` accepts its result; with a long timeout, since machines may be loaded.
async function until(get, right) {
  let got;
  for (const end = Date.now() + 60000; Date.now() < end && !right((got = await get())););
  return got;
}

const shot = async (page) => (await page.locator("#picture").screenshot()).toString("base64");
// The picture, once two consecutive screenshots are equal.
async function picture(page) {
  await page.waitForFunction(() => picture.getParameter(picture.CURRENT_PROGRAM));
  let last;
  const same = (now) => now == last || ((last = now), false);
  const rested = await until(async () => (await page.waitForTimeout(60), shot(page)), same);
  expect(rested == last, "the picture moves while paused");
  return rested;
}
const set = (page, id, value) => page.locator(`#${id}`).fill(value);
const choose = (page, name, value) => page.locator(`input[name=${name}][value="${value}"]`).check({ force: true });

async function changes(page) {
  let before = await picture(page);
  const changed = async (what, act) => {
    await act();
    expect(await until(() => shot(page), (now) => now != before) != before, `the picture does not change: ${what}`);
    before = await picture(page);
  };
  for (const dim of [1, 2, 4, 3]) {
    await changed(`${dim}D`, () => choose(page, "dim", dim));
    await changed(`${dim}D, another time`, () => set(page, "time", String(1.25 * dim)));
  }
  for (const [id, value] of [["seed", "4294967295"], ["frequency", "3"], ["octaves", "2.5"], ["persistence", "0.8"],
    ["lacunarity", "3.3"]])
    await changed(id, () => set(page, id, value));
  await changed("periodic", () => page.locator("#periodic").check());
  await changed("period", () => set(page, "period", "5"));
  expect(await page.locator("#lacunarity").inputValue() == "3", "lacunarity is not whole with a period");
  await choose(page, "dim", 4);
  before = await picture(page);
  await changed("slice", () => set(page, "slice", "2.2"));
  const time = async () => Number(await page.locator("#time").inputValue()), early = await time();
  await page.locator("#play").click();
  await page.locator("#picture").scrollIntoViewIfNeeded();  // it pauses when out of view
  expect(await until(time, (now) => now > early + 0.1) > early + 0.1, "time does not advance");
  await page.locator("#play").click();
  await changed("plays", () => {});
}

/// The check's results: the report and the text that contains it, the counts of each function by machine, and the
/// verdict.
async function check(page) {
  await page.locator("#run").click();
  await page.locator("#copy-report:enabled").waitFor({ timeout: 120000 });
  // By keyboard: the next two tab stops after the check's button.
  const press = async (id) => {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement.id) == id, `Tab does not lead to ${id}`);
    await page.keyboard.press("Enter");
  };
  await page.locator("#run").focus();
  const [download] = await Promise.all([page.waitForEvent("download"), press("save-report")]);
  expect(download.suggestedFilename() == "isonoise-report.json", `saves ${download.suggestedFilename()}`);
  const saved = readFileSync(await download.path(), "utf8"), report = JSON.parse(saved);
  expect(!invalid(saved), `the report does not follow the schema: ${invalid(saved)}`);
  await press("copy-report");
  await page.locator("#report-told:text('Copied')").waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(/```json\n([^`]*)```/.exec(text)?.[1] == saved, "the text has another report than the file");
  const name = ({ language }) => ({ "GLSL ES 3.00": "WebGL2", WGSL: "WebGPU" })[language] ?? language;
  const machines = Object.fromEntries(report.runs.map((run) => [name(run),
    Object.fromEntries(run.functions.map((f) => [f.name, [f.differing, f.points]]))]));
  return { text, report, machines, verdict: await page.locator("#verdict").textContent() };
}

const everything = ["JavaScript", "WebAssembly", "WebGL2", "WebGPU"];
/// The check runs on `names` without differences. With `points`: random points per dimension.
async function checks(page, names, points = 2 ** 12) {
  const { text, report, machines, verdict } = await check(page);
  const ran = everything.filter((name) => Object.keys(machines[name] ?? {}).length > 0);
  expect(ran.join() == names.join(), `the check runs on ${ran}`);
  for (const name of names) {
    for (const f of [1, 2, 3, 4].flatMap(functions).filter(({ cells }) => !cells)) {
      const [differing, all] = machines[name][`${f.name}()`] ?? [];
      const of = f.expected.length / f.outputs + (name != names[0] && f.kind == "_gradient" ? points : 0);
      expect(all == of, `the check has ${all} points of ${f.name} in ${name}, not ${of}`);
      expect(differing === 0, `the check says that ${differing} points of ${f.name} differ in ${name}`);
    }
  }
  // Drivers here reorder, and round to nearest; the opaque zero prevents reordering.
  for (const { language, arithmetic: { fast, zero } } of report.runs.filter(({ driver }) => driver.vendor)) {
    expect(fast.rounds == "nearest-even" && zero.rounds == "nearest-even", `${language} rounds ${fast.rounds}`);
    expect(!zero.fuses && !zero.reorders && !zero.combines, `${language} has ${JSON.stringify(zero)}`);
  }
  expect(report.runs.every(({ holds }) => holds), "the report says that the contract is broken");
  expect(/^Chrom\w+ \d+$/.test(report.system.browser) && report.system.os == "Linux",
    `the system is ${JSON.stringify(report.system)}`);
  expect(/^All [\d\s]+ points match/.test(verdict), `the check concludes: ${verdict}`);
  if (names.includes("WebGL2")) expect(/\| zero \| .*(SwiftShader|llvmpipe)/.test(text), `no renderer in ${text}`);
  expect(await page.locator("#tables td.equal").count() >= 20 * (names.length - 1), "the tables have other results");
}

// Huts built by a click and by a key are at the GPU's height; other hills have different heights.
async function huts(page) {
  const height = async (before) => {
    const said = await until(() => page.locator("#hut-height").textContent(),
      (text) => text != before && /by the GPU|gives none/.test(text));
    const right = /^Ground under the hut: (-?\d+\.\d{6}) m by JavaScript, \1 m by the GPU: the same bits/.test(said);
    expect(right, `the hut says ${said}`);
    return said;
  };
  const hills = page.locator("#hills"), shot = async () => (await hills.screenshot()).toString("base64");
  let said = await height(""), seen;
  await until(async () => (seen = await shot(), await page.waitForTimeout(60), await shot()), (now) => now == seen);
  const changed = async (what, act, tells = true) => {
    await act();
    if (tells) said = await height(said);
    expect(await until(shot, (now) => now != seen) != seen, `the hills do not change: ${what}`);
    seen = await shot();
  };
  const { width, height: tall } = await hills.boundingBox();
  await changed("a click", () => hills.click({ position: { x: width * 0.3, y: tall * 0.7 } }));
  await changed("Enter", () => hills.press("Enter"));
  await changed("an arrow key", () => hills.press("ArrowLeft"), false);
  await changed("a drag", async () => {
    await hills.hover({ position: { x: width / 2, y: tall / 2 } });
    await page.mouse.down();
    await page.mouse.move(width / 4, tall / 2, { steps: 4 });
    await page.mouse.up();
  }, false);
  await changed("other hills", () => page.locator("#other-hills").click());
}

async function copies(page, names) {
  for (const name of names) {
    const [, language, dim] = /^(\w+)\/perlin(\d)/.exec(name);
    await choose(page, "language", language);
    await choose(page, "dimension", dim);
    const file = readFileSync(`${source}/${name}`, "utf8");
    await page.locator("#copy").click();
    await page.locator("#copied:text('Copied')").waitFor();
    const pasted = await page.evaluate(() => navigator.clipboard.readText());
    expect(pasted == file, `the copied text is not ${name}`);
    expect(await page.locator("#text").textContent() == file, `the shown text is not ${name}`);
    const link = await page.locator("#download").getAttribute("href");
    expect(readFileSync(`${folder}/${link}`, "utf8") == file, `the download is not ${name}`);
  }
}

const overflow = (page) => page.evaluate(() => {
  const wide = document.documentElement.clientWidth, margin = parseFloat(getComputedStyle(document.body).paddingRight);
  const within = (form) => form ? parseFloat(getComputedStyle(form).paddingRight) : 0;
  const end = (e) => wide - margin - within(e.closest("form"));
  return [...document.querySelectorAll("body *")].filter((e) => e.tagName != "FORM" && !e.closest("pre, .skip") &&
    e.getBoundingClientRect().right > end(e) + 0.5).map((e) => e.tagName + (e.id && `#${e.id}`)).concat(
    document.documentElement.scrollWidth > wide ? ["the page"] : []);
});

async function narrow(page) {
  for (const dim of [1, 2, 3, 4]) await choose(page, "dim", dim);
  await check(page);
  const over = await overflow(page);
  expect(over.length == 0, `wider than 320 pixels: ${over}`);
}

// Tab visits each control in the page's order; each has a name and a focus ring.
async function keyboard(page) {
  const reached = [];
  for (let i = 0; i < 40; ++i) {
    await page.keyboard.press("Tab");
    const now = await page.evaluate(() => {
      const e = document.activeElement, ring = e.type == "radio" ? e.nextElementSibling : e;
      if (e == document.body) return null;
      const name = e.getAttribute("aria-label") || e.getAttribute("aria-labelledby") || e.labels?.[0]?.textContent ||
        e.textContent;
      return { id: e.id || e.name || e.textContent, name: name.trim(), ring: getComputedStyle(ring).outlineStyle };
    });
    if (!now) break;
    expect(now.name, `${now.id} has no name`);
    expect(now.ring == "solid", `${now.id} has no focus ring`);
    reached.push(now.id);
  }
  const order = ["Skip to content", "Try it", "Check your GPU", "Take the code", "Open the viewer",
    "Alps", "A planet", "Clouds", "Rock", "How noise is made", "Functions: wood, clouds, gullies ...", "dim", "seed",
    "another", "frequency", "octaves", "persistence", "lacunarity", "periodic", "time", "play", "defaults", "hills",
    "other-hills", "run", "language", "dimension", "download", "copy", "text"];
  expect(reached.join() == order.join(), `Tab goes to ${reached}`);
}

async function lost(page) {
  await picture(page);
  await page.evaluate(() => (globalThis.loss = picture.getExtension("WEBGL_lose_context")).loseContext());
  await page.locator("#live-message:text('context was lost')").waitFor();
  await page.evaluate(() => loss.restoreContext());
  await page.locator("#live-message").waitFor({ state: "hidden" });
  await picture(page);
}

async function without(page) {
  for (const id of ["live-message", "hut-message"])
    expect(/no WebGL2/.test(await page.locator(`#${id}`).textContent()), `${id} does not say that WebGL2 is missing`);
  await checks(page, everything.slice(0, 2));
  await copies(page, ["glsl/perlin2.glsl"]);
}

// The report's names for browsers that are not present, and for names that could act as Markdown or HTML
// (tests/app/report_test.cpp expects the same).
async function names(page) {
  const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", like = "(KHTML, like Gecko)";
  const brands = [{ brand: "Not=A?Brand", version: "24" }, { brand: "Chromium", version: "150" },
    { brand: "Google Chrome", version: "150" }];
  const android = `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 ${like} Chrome/150.0.0.0 Mobile Safari/537.36`;
  for (const [given, browser, os] of [
    [{ userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0" }, "Firefox 140",
      "Windows"],
    [{ userAgent: `${mac} AppleWebKit/605.1.15 ${like} Version/18.5 Safari/605.1.15` }, "Safari 18.5", "macOS"],
    [{ userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 ${like} Version/18.5 ` +
      "Mobile/15E148 Safari/604.1" }, "Safari 18.5", "iOS"],
    [{ userAgent: `${mac} AppleWebKit/537.36 ${like} Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0` }, "Edge 150",
      "macOS"],
    [{ userAgent: android }, "Chrome 150", "Android"],
    [{ userAgent: android, userAgentData: { brands, platform: "Android" } }, "Google Chrome 150", "Android"],
    [{ userAgent: "curl" }, "unknown ", "unknown"],
  ]) {
    const got = await page.evaluate((given) => systemOf(given), given);
    expect(got.browser == browser.trim() && got.os == os, `${given.userAgent} is ${JSON.stringify(got)}`);
  }
  const evil = "An | evil\\| `name` <img src=x> [link](http://www.x.de) @you #1 $x$ a_b _c_";
  const tame = "An &#124; evil&#92;&#124; &#96;name&#96; &#60;img src=x&#62; &#91;link&#93;(http&#58;//www&#46;x.de) " +
    "&#64;you &#35;1 &#36;x&#36; a_b &#95;c&#95;";
  expect(await page.evaluate((text) => inMarkdown(text), evil) == tame, "a name acts as Markdown");
  const cut = await page.evaluate(() => plain("a\nb\u0000\ud800|\u202e" + "𝄞".repeat(300), 200));
  expect(cut == `a b??|?${"𝄞".repeat(193)}`, `a name becomes ${cut}`);
}

// If build.mjs cannot write the page, it says so in one line and leaves nothing behind.
function refuses() {
  where = "build";
  const there = at("there");
  mkdirSync(there);
  const file = write("there/file", "");
  for (const [out, says] of [["/proc/nope/page", /ENOENT/], [file, /not a directory/],
    [`${file}/page`, /not a directory/], [`${there}/new/${"a".repeat(300)}`, /too long/],
    ["/dev/full/page", /not a directory/], ["-o", /^usage: /], ["", /^usage: /]]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [build, out], { encoding: "utf8", timeout: 20000 });
    expect(status === 2 && stdout == "" && says.test(stderr) && stderr.trim().split("\n").length == 1,
      `with ${out} exits with ${status} and says ${stderr}`);
    expect(readdirSync(there).join() == "file", `with ${out} leaves ${readdirSync(there)}`);
  }
}

const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };
const all = JSON.parse(readFileSync(`${source}/languages.json`)).flatMap(({ name: language }) =>
  readdirSync(`${source}/${language}`).map((name) => `${language}/${name}`));

refuses();
// With fewer random points, to save time.
cpSync(folder, brief, { recursive: true });
writeFileSync(`${brief}/check.js`, readFileSync(`${brief}/check.js`, "utf8").replace("1 << 20", "1 << 14"));
for (const [name, flags] of Object.entries(backEnds)) {
  await visit(name, flags, clipboard, async (page) => {
    await checks(page, everything.slice(0, 3));
    await picture(page);
    await huts(page);
  });
}
await visit("with WebGPU", webgpu, { ...clipboard, folder }, (page) => checks(page, everything, 2 ** 18));
await visit("settings", [], { viewport: { width: 480, height: 900 } }, async (page) => {
  await keyboard(page);
  await changes(page);
});
await visit("snippets", [], clipboard, (page) => copies(page, all));
await visit("as a file", [], { ...clipboard, file: true }, async (page) => {
  await picture(page);
  await huts(page);
  await checks(page, everything.slice(0, 3));
  await copies(page, all.slice(0, 2));
});
await visit("narrow", [], { ...clipboard, viewport: { width: 320, height: 640 }, deviceScaleFactor: 2 }, narrow);
await visit("lost context", [], {}, lost);
await visit("names", [], {}, names);
await visit("moves", [], { reducedMotion: "no-preference" }, async (page) => {
  expect(await page.locator("#play").textContent() == "Pause", "does not play although motion is allowed");
});
await visit("without WebGL", ["--disable-3d-apis"], clipboard, without);
// The check needs no float targets, and reports missing integer targets.
await visit("without float targets", [], { ...clipboard, prepare: () => {
  const { getExtension } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.getExtension = function (name) {
    return /float/.test(name) ? null : getExtension.call(this, name);
  };
} }, (page) => checks(page, everything.slice(0, 3)));
await visit("without integer targets", [], { ...clipboard, prepare: () => {
  WebGL2RenderingContext.prototype.checkFramebufferStatus = () => WebGL2RenderingContext.FRAMEBUFFER_UNSUPPORTED;
} }, async (page) => {
  await picture(page);
  const { verdict, text, report } = await check(page);
  expect(/WebGL2 failed: .*cannot draw 32-bit integers.* match .* JavaScript and WebAssembly/.test(verdict), verdict);
  expect(/GLSL ES 3.00, zero: failed: .*cannot draw/.test(text), text);
  expect(report.runs.filter(({ failed, holds }) => /cannot draw/.test(failed) && !holds).length == 1, text);
  await copies(page, all.slice(0, 1));
});
await visit("without the clipboard", [], { ...clipboard, prepare: () => {
  navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
} }, (page) => copies(page, all.slice(-3)));

const forbid = () => delete globalThis.WebAssembly;
await visit("without WebAssembly", [], { ...clipboard, prepare: forbid },
  (page) => checks(page, ["JavaScript", "WebGL2"]));

// With one wrong constant the check must fail, and without the zero it must report that the bits are not kept.
cpSync(brief, broken, { recursive: true });
const data = readFileSync(`${broken}/data.js`, "utf8");
writeFileSync(`${broken}/data.js`, data.replaceAll("0x7FEB352Du", "0x7FEB352Fu")
  .replaceAll("uintBitsToFloat(floatBitsToUint(x) + isonoise_barrier)", "(x)"));
await visit("with a wrong constant", [], { ...clipboard, folder: broken }, async (page) => {
  const { machines: { WebAssembly: right, WebGL2: wrong }, verdict, report, text } = await check(page);
  expect(Object.keys(wrong).length == 20, "the check skips functions");
  expect(report.runs.find(({ mode }) => mode == "zero").holds === false, "the report says that the contract holds");
  const told = [/\| GLSL ES 3.00 \| zero .* \*\*broken\*\* \|/, /perlin1\(\): \d+ of \d+ points; first/];
  expect(told.every((words) => words.test(text)), `the text does not say what differs: ${text}`);
  for (const [name, [differ]] of Object.entries(wrong)) {
    expect(differ > 0, `the check does not notice the error in ${name}`);
    expect(right[name][0] == 0, `the check finds an error in WebAssembly's ${name}`);
  }
  expect(/points differ\. That is a bug/.test(verdict), `the check concludes: ${verdict}`);
  expect(/WebGL2 sees through the zero/.test(verdict), `the check concludes: ${verdict}`);
});
