// The machine code that a real GPU compiler produces from GLSL, without that GPU: Mesa's RADV compiles for AMD families
// that are not present, and with what tests/benches/shims builds, anv for Intel and turnip for Adreno. For isa.mjs,
// scenes.mjs and tests/isa; docs/machine-code.md explains the figures.
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { at, tool, write } from "./tools.mjs";

/// GPU families and their names for RADV_FORCE_FAMILY; later versions of Mesa renamed one.
export const families = {
  navi21: { name: "RDNA2 (navi21)", force: ["navi21"] },
  gfx1100: { name: "RDNA3 (gfx1100)", force: ["gfx1100", "navi31"] },
  vega10: { name: "Vega (vega10)", force: ["vega10"] },
};

/// The two ways to keep a shader's bits, and fast mode, which is neither (docs/conformance.md).
export const modes = {
  precise: "",
  zero: "#define ISONOISE_BARRIER\n",
  fast: "#define ISONOISE_FAST\n",
};

const shaders = new URL("../../shaders/", import.meta.url);

/// Files of the library with everything they include, each once.
export function library(...files) {
  const seen = new Set();
  const open = (file) => seen.has(file) ? "" : seen.add(file) &&
    readFileSync(new URL(file, shaders), "utf8").replace(/^#include "(.*)"$/gm, (_, name) => open(name));
  return files.map(open).join("");
}

/// A compute shader that evaluates once per invocation. `statements` may use `raw` (uvec4, from memory), `point` (its
/// bits as floats), `seed` and `push`; they set `n` and `g`, whose bits are stored. Every shader reads and writes the
/// same memory, so that the one without `statements` can be subtracted from the others. The sums here are of integers,
/// since a float operation could be fused with one of the noise.
export function computeShader({ mode = "precise", seed = "varying", source = "", statements = "n = point.x;" }) {
  return `#version 450
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) buffer Data { uvec4 data[]; };
layout(push_constant) uniform Push { uint seed; uvec4 period; vec4 fbm; } push;
${modes[mode]}${source}
void main() {
    uint i = gl_GlobalInvocationID.x;
    uvec4 raw = data[i];
    vec4 point = uintBitsToFloat(raw);
    uint seed = ${seed == "varying" ? "raw.w" : "push.seed"};
    float n = 0.0;
    vec4 g = vec4(0.0);
    ${statements}
    uvec4 bits = floatBitsToUint(vec4(n, g.xyz));
    bits.x += floatBitsToUint(g.w);
    data[i] = bits + (raw & 1u);
}
`;
}

/// Renews the figures of a page in docs: puts text between its lines <!-- isa --> and <!-- /isa -->, or another mark.
export function renew(page, text, mark = "isa") {
  const path = new URL(`../../docs/${page}`, import.meta.url);
  const marks = new RegExp(`(<!-- ${mark} -->\\n)[^]*(<!-- /${mark} -->)`);
  const before = readFileSync(path, "utf8");
  if (!marks.test(before)) throw new Error(`docs/${page} has no <!-- ${mark} --> ... <!-- /${mark} -->`);
  writeFileSync(path, before.replace(marks, (_, start, end) => `${start}\n${text.trim()}\n\n${end}`));
}

/// The public functions that `text` defines: their names and parameters (type, name).
export function functions(text) {
  const preprocessed = tool("glslangValidator", "-E", "-S", "comp", write("functions.comp", `#version 450\n${text}`));
  const pattern = /\bfloat\s+((?:perlin|value|improved|axis|diagonal|slope)[1-4]\w*)\s*\(([^)]*)\)\s*\{/g;
  return [...preprocessed.matchAll(pattern)].map(([, name, list]) => ({
    name,
    parameters: list.split(",").map((parameter) => {
      const words = parameter.trim().split(/\s+/).filter((word) => !/^(in|const|highp|precise)$/.test(word));
      return { type: words.slice(0, -1).join(" "), name: words.at(-1) };
    }),
  }));
}
export const takesCell = ({ parameters }) => /^(int|ivec\d)$/.test(parameters[0].type);

const pushed = { period: "push.period", octaves: "push.fbm.x", normalization: "push.fbm.w" };

/// Statements for computeShader() that call such a function.
export function call({ name, parameters }, { period, octaves, normalization } = pushed) {
  const part = (vector, size) => size == 4 ? vector : `${vector}.${"xyz".slice(0, size)}`;
  const values = parameters.map(({ type, name: parameter }) => {
    const [, out, kind, digit] = /^(out )?(float|vec|int|ivec|uint|uvec|IsonoiseFbm)(\d)?$/.exec(type) ?? [];
    const size = Number(digit ?? 1);
    if (out && /float|vec/.test(kind)) return part("g", size);
    if (/^(float|vec)$/.test(kind)) return part("point", size);
    if (/^(int|ivec)$/.test(kind)) return `${kind}${digit ?? ""}(${part("raw", size)})`;
    if (/^(uint|uvec)$/.test(kind) && /period/.test(parameter)) return part(period, size);
    if (kind == "uint" && /seed/.test(parameter)) return "seed";
    if (kind == "IsonoiseFbm") return `IsonoiseFbm(${octaves}, push.fbm.y, push.fbm.z, ${normalization})`;
    throw new Error(`no argument is known for '${type} ${parameter}' of ${name}()`);
  });
  return `n = ${name}(${values.join(", ")});`;
}

/// Compiles GLSL to SPIR-V, with further options of glslangValidator, and returns the file's path.
export function spirv(name, text, options = []) {
  try {
    tool("glslangValidator", "-V", "--amb", ...options, "-o", at(`${name}.spv`), write(`${name}.comp`, text));
  } catch (error) {
    throw new Error(`${name}: ${error.message}`);
  }
  return at(`${name}.spv`);
}

/// The manifest files of a driver of Mesa, whose names match `pattern`.
function manifests(pattern) {
  const folders = ["/usr/share", "/etc", "/usr/local/share", "/usr/local/etc", join(homedir(), ".local/share")]
    .map((folder) => join(folder, "vulkan/icd.d"));
  return folders.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder).filter((file) => pattern.test(file)).map((file) => join(folder, file)));
}

const shims = fileURLToPath(new URL("../../build/shims/", import.meta.url));

const intel = (platform) => ({
  manifests: () => manifests(/^intel_icd.*\.json$/),
  env: { LD_PRELOAD: join(shims, "libintel_noop_drm_shim.so"), INTEL_STUB_GPU_PLATFORM: platform },
  // Floats only: mad of integers exists from Xe HPG on. OpenCL's fma(), which must round once, becomes mad (Intel's
  // compiler, matchFMA() in IGC/Compiler/CISACodeGen/PatternMatchPass.cpp). lrp, which Xe has no longer, is a product
  // and a sum too, and so are the others, whose accuracy is not documented.
  fused: /^(?:\([^)]*\) *)?(?:madm?|mac|lrp|line|pln|dp[h234])(?:\.\w+)*\(\d+\) +\S+<\d+>(?:F|HF|DF)\b/,
});

/// GPUs of others than AMD; `manifests` and `env` let Mesa compile for them, and `fused` finds instructions with a
/// product and a sum of floats.
export const others = {
  skl: { name: "Intel Gen9 (Skylake)", ...intel("skl") },
  tgl: { name: "Intel Xe (Tiger Lake)", ...intel("tgl") },
  dg2: { name: "Intel Xe HPG (Arc)", ...intel("dg2") },
  // Nothing documents whether mad.f32 rounds once; Mesa takes it for fma().
  a660: { name: "Adreno 660", manifests: () => [join(shims, "turnip.json")],
          env: { LD_PRELOAD: join(shims, "libfreedreno_noop_drm_shim.so"), FD_GPU_ID: "660" },
          fused: /^\s*(?:\([^)]*\)\s*)*mad\.f(?:16|32)\b/ },
};
/// Were the shims built?
export const hasShims = () => existsSync(join(shims, "turnip.json"));

/// Compiles SPIR-V files for one of `families` or `others`. Returns what isa.cpp prints: { device, driver, version,
/// shaders }, with a shader for each file. Throws if there is no such driver.
export async function machineCode(program, family, files = []) {
  const other = others[family], list = other ? other.manifests() : manifests(/^radeon_icd.*\.json$/);
  if (list.length == 0) throw new Error(`no Vulkan driver for ${family} (Debian: mesa-vulkan-drivers)`);
  const tries = other ? [other.env] : families[family].force.map((name) => ({ RADV_FORCE_FAMILY: name }));
  let failure;
  for (const variables of tries) {
    const env = { ...process.env, VK_DRIVER_FILES: list.join(":"), VK_ICD_FILENAMES: list.join(":"),
                  RADV_DEBUG: "nocache", ...variables };
    try {
      const { stdout } = await promisify(execFile)(program, files, { env, maxBuffer: 1 << 29 });
      const report = JSON.parse(stdout);
      if (!other && !report.device.toLowerCase().includes("radv")) throw new Error(`'${report.device}' is not RADV`);
      return report;
    } catch (error) {
      failure = new Error(error.stderr?.trim().split("\n").at(-1) || error.message);
    }
  }
  throw failure;
}

/// The kinds of instructions that are counted, by their names in AMD's assembly.
export const kinds = {
  // Every vector instruction; one lane per invocation.
  vector: /^v_/,
  // A product and a sum with a single rounding.
  fused: /^[sv]_(dual_|pk_)?(fma|fmac|fmaak|fmamk)_|^v_(dual_)?dot\w*_(f16|f32|bf16)|^v_div_fmas_/,
  // A product and a sum, each rounded (Vega and before). LLVM makes v_mad_f32 from a plain product and sum that it
  // may not contract (llvm/test/CodeGen/AMDGPU/mad-sub.ll), as its ISD::FMAD, "getting the same result as the
  // separately rounded operations". It does so only where subnormals are flushed, which these two always do; our rules
  // allow that (docs/conformance.md). v_fma_f32 is the fused one.
  unfused: /^v_(mad|mac|madak|madmk)_(legacy_)?f(16|32)|^v_mad_mix/,
  // Integer products: of 32 bits, at a quarter of the full rate or less; of 24 or 16 bits, at the full rate.
  product: /^v_mul_(lo|hi)_[iu]32|^v_mad_[iu]64_[iu]32/,
  narrow: /^v_(mul|mul_hi|mad)_[iu]32_[iu]24|^v_(pk_)?(mul_lo|mad)_[iu](32_[iu])?16/,
  // Between integers and floats; a quarter of the full rate on RDNA.
  convert: /^v_cvt_/,
};

/// ACO's statistics assume that every loop runs this many times (aco_statistics.cpp in Mesa).
export const rounds = 8;

// Compilers fuse even `precise` operations if that changes no bit: if one factor is a power of two, 1 or more, which
// makes the product exact. (With a smaller factor it might be subnormal.)
function hasExactProduct(text) {
  const factors = text.trim().split(/\s+/).slice(1).join(" ").split(", ").slice(1, 3);
  return factors.some((factor) => {
    const bits = /^0x/.test(factor) ? Number(factor) : /^-?\d+\.\d+$/.test(factor)
      ? new Uint32Array(Float32Array.of(Number(factor)).buffer)[0] : 0;
    return (bits & 0x7FFFFF) == 0 && ((bits >>> 23) & 0xFF) >= 127;
  });
}

/// The instructions of an assembly text: name, text, how many times it runs (`rounds` times in a loop), and whether it
/// is a branch around some code. Loops end in a branch back.
export function instructions(assembly) {
  const lines = assembly.split("\n"), labels = new Map();
  lines.forEach((line, i) => {
    const label = /^(BB\d+):/.exec(line)?.[1];
    if (label) labels.set(label, i);
  });
  const target = (line) => labels.get(/^\s+s_c?branch\w*\s+(BB\d+)/.exec(line)?.[1]);
  const loops = lines.map((line, i) => [target(line), i]).filter(([from, to]) => from <= to);
  const around = (i) => loops.filter(([from, to]) => from <= i && i <= to).length;
  return lines.flatMap((line, i) => {
    const forward = /^\s+s_cbranch/.test(line) && target(line) > i && around(target(line)) == around(i);
    return line.split(";")[0].split("::").filter((half) => /^\s+[a-z]/.test(half))  // RDNA3 has pairs of instructions
      .map((half) => ({ name: /\w+/.exec(half)[0].replace(/_(e32|e64|sdwa|dpp)$/, ""), text: half.trim(),
                        times: around(i) > 0 ? rounds : 1, forward }));
  });
}

/// The texts of the instructions that round once for a product and a sum, or may, and so may change bits.
export const fusing = (assembly, family) => others[family]
  ? assembly.split("\n").filter((line) => others[family].fused.test(line)).map((line) => line.trim())
  : instructions(assembly).filter(({ name, text }) => kinds.fused.test(name) && !hasExactProduct(text))
    .map(({ text }) => text);

/// Counts the instructions of each kind; with `inLoops`, those in loops as often as they run.
export function count(assembly, inLoops = false) {
  const all = instructions(assembly);
  return Object.fromEntries(Object.entries(kinds).map(([kind, pattern]) =>
    [kind, all.filter(({ name }) => pattern.test(name)).reduce((sum, { times }) => sum + (inLoops ? times : 1), 0)]));
}
