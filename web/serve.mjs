// node web/serve.mjs FOLDER PORT: serves a folder to this machine, and prints the address.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const types = { ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript",
  ".wasm": "application/wasm", ".json": "application/json" };
const [folder, port] = process.argv.slice(2);

const server = createServer(async ({ url }, response) => {
  try {
    const path = normalize(decodeURIComponent(new URL(url, "http://localhost").pathname)).replace(/\/$/, "/index.html");
    const body = await readFile(join(folder, path));
    response.setHeader("Content-Type", types[extname(path)] ?? "text/plain; charset=utf-8");
    response.setHeader("Cache-Control", "no-cache").end(body);
  } catch {  // not there, a folder, or no path at all
    response.writeHead(404, { "Content-Type": "text/plain" }).end("not found\n");
  }
});
server.on("error", ({ code }) => {
  console.error(code == "EADDRINUSE" ? `isonoise: port ${port} is taken: give another one by --port N`
    : `isonoise: cannot serve on port ${port}: ${code}`);
  process.exit(2);
});
server.listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
