// Presses *Check* on the page, in a browser of this machine, and saves the report: for machines with GPUs
// (.github/workflows/drivers.yml). Exit code 1: the contract does not hold.
//
// node check.mjs --page DIR --out report.json [FLAG...]: the page as bindings/web/build.mjs makes it, and flags of
// Chromium, such as -- --use-angle=metal. CHROMIUM names the browser.
import { parseArgs } from "node:util";
import { readFileSync, writeFileSync } from "node:fs";
import { withPage } from "./browser.mjs";

const { values: { page: folder, out }, positionals: flags } = parseArgs({ allowPositionals: true,
  options: { page: { type: "string" }, out: { type: "string" } } });
if (!folder || !out) {
  console.error("usage: node check.mjs --page DIR --out report.json [-- FLAG...]");
  process.exit(2);
}
const { report, verdict } = await withPage(flags, async (page) => {
  await page.locator("#run").click();
  await page.locator("#copy-report:enabled").waitFor({ timeout: 600000 });
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save-report").click()]);
  return { report: readFileSync(await download.path(), "utf8"), verdict: await page.locator("#verdict").textContent() };
}, { folder });
writeFileSync(out, report);
const { runs } = JSON.parse(report);
for (const { language, driver, differing, points, holds } of runs)
  console.log(`${language}, ${driver.renderer}: ${differing} of ${points} points differ${holds ? "" : ", BROKEN"}`);
console.log(verdict.trim());
process.exitCode = runs.every(({ holds }) => holds) ? 0 : 1;
