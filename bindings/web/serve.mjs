// node bindings/web/serve.mjs FOLDER PORT: serves a folder to this machine only, and prints the URL.
import { listen } from "./server.mjs";

const [folder, port] = process.argv.slice(2);
try {
  console.log((await listen(port, { "/": folder })).url);
} catch ({ code }) {
  console.error(code == "EADDRINUSE" ? `isonoise: port ${port} is taken: give another one by --port N`
    : `isonoise: cannot serve on port ${port}: ${code}`);
  process.exit(2);
}
