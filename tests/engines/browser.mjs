// A page in Debian's chromium, served from 127.0.0.1 (WebGPU needs a trusted origin) and closed after `use`.
import { readFile, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

// The modules that pages may import; `isonoise` only if `folders` has it.
const imports = { three: "/three/three.module.js", "three/webgpu": "/three/three.webgpu.js",
  "three/tsl": "/three/three.tsl.js", isonoise: "/isonoise/index.js" };
const page_html = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<script type="importmap">${JSON.stringify({ imports })}</script>`;
const types = { html: "text/html", css: "text/css", js: "text/javascript", glsl: "text/plain", wasm: "application/wasm" };

/// Also serves `folders`, which map address prefixes to paths. With `folder` the page is its index.html, else an empty
/// one; `options` are playwright's for the browser.
export async function withPage(flags, use, { folders = {}, folder, ...options } = {}) {
  const served = Object.entries({ "/three/": new URL("node_modules/three/build/", import.meta.url), ...folders });
  if (folder) served.push(["/", pathToFileURL(`${folder}/`)]);
  const server = createServer(async ({ url }, response) => {
    if (url == "/" && !folder) return response.setHeader("Content-Type", "text/html").end(page_html);
    const [start, base] = served.find(([start]) => url.startsWith(start)) ?? ["/", null];
    const path = url.slice(start.length).replace(/(^|\/)$/, "$1index.html");
    const body = base && (await readFile(new URL(path, base)).catch(() => null));
    response.setHeader("Content-Type", types[path.split(".").at(-1)] ?? "application/octet-stream");
    response.statusCode = body ? 200 : 404;
    response.end(body);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
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
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    return await use(page);
  } finally {
    await context?.close();
    server.close();
    await rm(profile, { recursive: true, force: true });
  }
}
