// Compiles the core to WebAssembly with Emscripten. Each build is returned as hexadecimal text to embed in a module,
// which every bundler finds; compressed, it is shorter than base64.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

// Emscripten exports its own functions and 16 MB of memory, which a pure function does not need: keeps a single export.
function keepOnly(name, file, folder) {
  const graph = join(folder, "graph.json");
  writeFileSync(graph, JSON.stringify([{ name: "all", reaches: ["it"], root: true }, { name: "it", export: name }]));
  execFileSync("wasm-metadce", [file, "--enable-simd", `--graph-file=${graph}`, "-o", file], { stdio: "pipe" });
  execFileSync("wasm-opt", [file, "--enable-simd", "-O3", "--strip-producers", "--strip-target-features", "-o", file],
    { stdio: "pipe" });
}

function build(sources, flags, only) {
  const folder = mkdtempSync(join(tmpdir(), "isonoise-"));
  try {
    const to = join(folder, "isonoise.wasm");
    // SIMD through SSE2, see core/isonoise/fast/lanes.hpp. Exact: no operation is fused or reordered.
    execFileSync("emcc", ["-std=c++20", `-I${here("../../../core")}`, "-idirafter", "/usr/include", "-include",
      here("missing.hpp"), "-msimd128", "-msse", "-msse2", "-ffp-contract=off", "-fno-rtti", "-DNDEBUG", "-flto",
      ...flags, ...sources.map((source) => here(source)), "-sSTANDALONE_WASM=1", "--no-entry", "-o", to],
      { env: { NODE_PATH: "/usr/share/nodejs", ...process.env }, stdio: ["ignore", "pipe", "pipe"] });
    if (only) keepOnly(only, to, folder);
    return readFileSync(to).toString("hex");
  } catch (error) {
    if (error.code == "ENOENT") throw Error(`expected ${error.path} in PATH (Debian's packages emscripten and binaryen)`);
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const core = (...names) => names.map((name) => `../../../core/isonoise/${name}.cpp`);

export const value = (dim) => build(["value.cpp", ...core("fast/functions")], ["-O3", `-DDIM=${dim}`], "perlin");

export const noise = () => build(["noise.cpp", ...core("definition/articles", "definition/reference", "fast/batch",
  "fast/batch_grid", "fast/batch_points", "fast/evaluation", "fast/functions", "fast/targets", "noise", "settings",
  "tables", "text")],
["-O2", "-sALLOW_MEMORY_GROWTH=1", "-sERROR_ON_UNDEFINED_SYMBOLS=0", "-sWARN_ON_UNDEFINED_SYMBOLS=0"]);
