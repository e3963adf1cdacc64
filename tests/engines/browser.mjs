// A page in Debian's chromium, served from 127.0.0.1 (WebGPU wants an origin that it trusts), closed again after `use`.
import { readFile, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

// three's modules, for pages that import them.
const three = new URL("node_modules/three/build/", import.meta.url);
const page_html = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<script type="importmap">{ "imports":
{ "three": "/three.module.js", "three/webgpu": "/three.webgpu.js", "three/tsl": "/three.tsl.js" } }</script>`;

export async function withPage(flags, use) {
  const server = createServer(async ({ url }, response) => {
    if (url == "/") return response.setHeader("Content-Type", "text/html").end(page_html);
    const body = await readFile(new URL(`.${url}`, three)).catch(() => null);
    response.setHeader("Content-Type", "text/javascript");
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
