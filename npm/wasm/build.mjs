// The core as WebAssembly, by Emscripten. Each build is given back as hexadecimal text, so that it can lie in a module,
// which every bundler finds; compressed it is shorter than base64.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

function build(sources, flags) {
  const folder = mkdtempSync(join(tmpdir(), "isonoise-"));
  try {
    const to = join(folder, "isonoise.wasm");
    // Vectors by way of SSE2, see core/isonoise/lanes.hpp. Exact: no operation is fused or reordered.
    execFileSync("emcc", ["-std=c++20", `-I${here("../../core")}`, "-idirafter", "/usr/include", "-include",
      here("missing.hpp"), "-msimd128", "-msse", "-msse2", "-ffp-contract=off", "-fno-rtti", "-DNDEBUG", "-flto",
      ...flags, ...sources.map((source) => here(source)), "-sSTANDALONE_WASM=1", "--no-entry", "-o", to],
      { env: { NODE_PATH: "/usr/share/nodejs", ...process.env }, stdio: ["ignore", "pipe", "pipe"] });
    return readFileSync(to).toString("hex");
  } catch (error) {
    if (error.code == "ENOENT") throw Error("expected Emscripten's emcc in PATH (Debian's package emscripten)");
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const core = (...names) => names.map((name) => `../../core/isonoise/${name}.cpp`);

export const value = (dim) => build(["value.cpp", ...core("perlin")], ["-O3", `-DDIM=${dim}`]);

export const noise = () => build(["noise.cpp", ...core("articles", "batch", "batch_grid", "batch_points", "evaluation",
  "fbm", "improved", "noise", "perlin", "settings", "targets", "text", "value")], ["-O2", "-sALLOW_MEMORY_GROWTH=1",
  "-sERROR_ON_UNDEFINED_SYMBOLS=0", "-sWARN_ON_UNDEFINED_SYMBOLS=0"]);
