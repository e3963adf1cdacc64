import { execFileSync } from "node:child_process";
import { withPage } from "./browser.mjs";
import { backEnds } from "./webgl2.mjs";
const folder = process.argv[2], scene = process.argv[3], out = process.argv[4];
await withPage(backEnds.swiftshader, async (page) => {
  const from = new URL("/", page.url()).href;
  page.on("console", (m) => /error/.test(m.type()) && console.log("console", m.text()));
  page.on("pageerror", (e) => console.log("pageerror", e.stack));
  await page.goto(`${from}try/index.html#scene=${scene}`);
  await page.locator("#notice").waitFor({ state: "hidden" });
  const status = async () => JSON.parse(await page.evaluate(() => program.ccall("page_status", "string", [], [])));
  await page.keyboard.press("Escape");
  const t = Date.now();
  for (let i = 0; i < 4; ++i) {
    await page.screenshot({ path: `${out}/${scene}-first-${i}.png` });
    console.log(Date.now() - t, (await status()).sharp);
    await page.waitForTimeout(300);
  }
  await page.keyboard.press("Space", { delay: 40 });
  const counted = () => page.evaluate(() => new Promise((done) => { let n = 0; const t = performance.now(); const f = () => { ++n; performance.now() - t < 3000 ? requestAnimationFrame(f) : done(n / 3); }; requestAnimationFrame(f); }));
  console.log("frames a second while playing:", await counted());
  await page.screenshot({ path: `${out}/${scene}-playing.png` });
  console.log(JSON.stringify(await page.evaluate(() => { const k = module.frameTimes ?? program.frameTimes; return k && Math.min(...k.slice(1).map((x, i) => x - k[i])); })));
}, { folder, viewport: { width: 1280, height: 800 } });
