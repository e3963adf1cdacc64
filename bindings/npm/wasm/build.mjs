// Compiles the core to WebAssembly with Emscripten. Each build is returned as hexadecimal text to embed in a module,
// which every bundler finds; compressed, it is shorter than base64.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
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

// V8 makes each constant vector by three instructions; reading one from memory is one. 1D to 3D take a tenth to a fifth
// less time.
function keepConstants(file, folder) {
  const text = join(folder, "text.wat"), places = new Map();
  execFileSync("wasm-dis", ["--enable-simd", file, "-o", text]);
  const vector = /\(v128\.const i32x4((?: 0x[0-9a-f]{8}){4})\)/g;
  const module = readFileSync(text, "utf8").replace(vector, (all, words) => {
    if (/^( 0x0{8}| 0xf{8})+$/.test(words)) return all;
    if (!places.has(words)) places.set(words, 16 * places.size);
    return `(v128.load offset=${places.get(words)} (i32.const 0))`;
  });
  const bytes = [...places.keys()].flatMap((words) => words.match(/[0-9a-f]{8}/g))
    .flatMap((word) => word.match(/../g).reverse()).map((byte) => `\\${byte}`);
  const memory = `(memory $constants 1 1)\n (data (i32.const 0) "${bytes.join("")}")`;
  writeFileSync(text, module.replace("(module", `(module\n ${memory}`));
  execFileSync("wasm-as", ["--enable-simd", text, "-o", file]);
}

// Through ccache, if there is one.
function wrapper() {
  try {
    execFileSync("ccache", ["--version"]);
    return { EM_COMPILER_WRAPPER: "ccache", CCACHE_BASEDIR: here("../../..") };
  } catch {
    return {};
  }
}

// The imports that ../library.js provides.
const given = ["js.decimal", "env.emscripten_notify_memory_growth", "wasi_snapshot_preview1.clock_time_get",
  "wasi_snapshot_preview1.proc_exit"];

// `small` are sources to compile for size.
function build(sources, flags, { only, small = [], language = ["-include", here("missing.hpp"), "-flto"] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "isonoise-"));
  // SIMD through SSE2, see core/isonoise/fast/lanes.hpp. Exact: no operation is fused or reordered.
  const always = ["-std=c++20", `-I${here("../../../core")}`, "-idirafter", "/usr/include", ...language, "-msimd128",
    "-msse", "-msse2", "-ffp-contract=off", "-fno-rtti", "-DNDEBUG"];
  const emcc = (...words) => execFileSync("emcc", [...always, ...words],
    { cwd: folder, env: { NODE_PATH: "/usr/share/nodejs", ...wrapper(), ...process.env },
      stdio: ["ignore", "pipe", "pipe"] });
  try {
    const to = join(folder, "isonoise.wasm");
    if (small.length > 0) emcc("-Oz", "-c", ...small.map((source) => here(source)));
    const objects = readdirSync(folder);
    emcc(...flags, ...sources.map((source) => here(source)), ...objects, "-sSTANDALONE_WASM=1", "--no-entry", "-o", to);
    if (only) {
      keepOnly(only, to, folder);
      keepConstants(to, folder);
    }
    const binary = readFileSync(to);
    const needed = WebAssembly.Module.imports(new WebAssembly.Module(binary)).map((i) => `${i.module}.${i.name}`);
    const unknown = needed.filter((name) => !given.includes(name));
    if (unknown.length > 0) throw Error(`${sources[0]}: ../library.js has no ${unknown.join(", ")}`);
    return binary.toString("hex");
  } catch (error) {
    if (error.code == "ENOENT") throw Error(`expected ${error.path} in PATH (Debian's packages emscripten and binaryen)`);
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const core = (...names) => names.map((name) => `../../../core/isonoise/${name}.cpp`);
const growing = ["-O2", "-sALLOW_MEMORY_GROWTH=1", "-sERROR_ON_UNDEFINED_SYMBOLS=0", "-sWARN_ON_UNDEFINED_SYMBOLS=0"];

export const value = (dim) =>
  build(["value.cpp", ...core("fast/functions")], ["-O3", `-DDIM=${dim}`], { only: "perlin" });

const lists = core("definition/articles", "definition/reference", "fast/batch", "fast/batch_grid", "fast/batch_points",
  "fast/evaluation", "fast/functions", "fast/targets", "noise", "settings", "tables", "text");

export const noise = () => build(["noise.cpp", ...lists], growing);

// Parses numbers, throws at wrong texts and runs blocks of points fast. Not -flto, so that ccache saves more.
export function userFunction() {
  const folders = ["function", "function/reading"];
  const all = folders.flatMap((folder) => readdirSync(here(`../../../core/isonoise/${folder}`))
    .filter((name) => name.endsWith(".cpp")).map((name) => `${folder}/${name.slice(0, -".cpp".length)}`));
  const fast = ["function/compute", "function/machine"];
  return build(["function.cpp", ...core(...fast), ...lists], growing, {
    small: core("range", ...all.filter((name) => !fast.includes(name))),
    language: ["-include", here("../../../third_party/toolchains/web.hpp"), "-fwasm-exceptions"],
  });
}
