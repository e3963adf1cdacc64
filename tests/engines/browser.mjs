// A page in Debian's chromium, served from 127.0.0.1 (WebGPU needs a trusted origin) and closed after `use`.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { listen } from "../../bindings/web/server.mjs";

// Modules that pages may import; `isonoise` only if it is in `folders`.
const imports = { three: "/three/three.module.js", "three/webgpu": "/three/three.webgpu.js",
  "three/tsl": "/three/three.tsl.js", isonoise: "/isonoise/index.js",
  "isonoise/glsl/perlin3": "/isonoise/glsl/perlin3.js" };
const empty = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<script type="importmap">${JSON.stringify({ imports })}</script>`;

/// Also serves `folders`, which map URL prefixes to paths. With `folder` the page is its index.html, otherwise empty;
/// `options` are playwright's for the browser.
export async function withPage(flags, use, { folders = {}, folder, ...options } = {}) {
  const served = { "/three/": new URL("node_modules/three/build/", import.meta.url), ...folders };
  const server = await listen(0, folder ? { ...served, "/": folder } : served, { front: folder ? undefined : empty });
  const profile = await mkdtemp(join(tmpdir(), "isonoise-chromium-"));
  let context;
  try {
    context = await chromium.launchPersistentContext(profile, {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      headless: true,
      args: ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-component-update",
        "--disable-sync", "--no-first-run", ...flags],
      ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(120000);
    await page.goto(server.url);
    return await use(page);
  } finally {
    await context?.close();
    server.close();
    await rm(profile, { recursive: true, force: true });
  }
}
