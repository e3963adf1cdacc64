// A page in Debian's chromium, served from 127.0.0.1 (WebGPU wants an origin that it trusts), closed again after `use`.
// With `folder` that folder's index.html, else an empty page; `options` are playwright's for the browser.
import { readFile, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

// three's modules, for pages that import them.
const three = new URL("node_modules/three/build/", import.meta.url);
const page_html = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<script type="importmap">{ "imports":
{ "three": "/three.module.js", "three/webgpu": "/three.webgpu.js", "three/tsl": "/three.tsl.js" } }</script>`;

const types = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript" };

export async function withPage(flags, use, { folder, ...options } = {}) {
  const base = folder ? pathToFileURL(`${folder}/`) : three;
  const server = createServer(async ({ url }, response) => {
    const path = url == "/" ? "/index.html" : url;
    const body = url == "/" && !folder ? page_html : await readFile(new URL(`.${path}`, base)).catch(() => null);
    response.setHeader("Content-Type", types[extname(path)] ?? "text/plain");
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
