// A static server on localhost, for bindings/web/serve.mjs and the tests in Chromium.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const types = { ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript",
  ".mjs": "text/javascript", ".wasm": "application/wasm", ".json": "application/json" };

/// Listens on `port`, or any free port if 0. `folders` maps URL prefixes to folders (paths, or file URLs); the first
/// match applies. `front` is the HTML for /, instead of its index.html.
export function listen(port, folders, { front } = {}) {
  const read = async (path) => {
    if (path == "/" && front !== undefined) return front;
    const [prefix, folder] = Object.entries(folders).find(([prefix]) => path.startsWith(prefix));
    const base = folder instanceof URL ? fileURLToPath(folder) : folder;
    return readFile(join(base, path.slice(prefix.length).replace(/(^|\/)$/, "$1index.html")));
  };
  const server = createServer(async ({ url }, response) => {
    try {
      const path = normalize(decodeURIComponent(new URL(url, "http://localhost").pathname));
      const body = await read(path);
      const type = path.endsWith("/") ? types[".html"] : types[extname(path)] ?? "text/plain; charset=utf-8";
      response.setHeader("Content-Type", type).setHeader("Cache-Control", "no-cache").end(body);
    } catch {  // missing, a folder, or an invalid path
      response.writeHead(404, { "Content-Type": "text/plain" }).end("not found\n");
    }
  });
  return new Promise((listening, failed) => {
    server.on("error", failed);
    server.listen(port, "127.0.0.1", () =>
      listening({ url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() }));
  });
}
