// Runs the wgsl snippets in chromium's WebGPU on SwiftShader, and in Deno's, which is Rust's wgpu, on lavapipe.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { withPage } from "./browser.mjs";
import { args, snippets, report, fail } from "./golden.mjs";
import { wgsl } from "../../bindings/web/calls.mjs";
import { tool, write } from "./tools.mjs";

export const flags = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];

// Invocation (i, r) writes output i of row r.
const compute = (snippet, f) => `${snippet.source}
${wgsl(f)}
@group(0) @binding(0) var<storage, read> rows: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> bits: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) at: vec3u) {
    if (at.x >= arrayLength(&bits)) { return; }
    let row = 4u * (at.x / ${f.outputs}u);
    bits[at.x] = evaluate(rows[row], rows[row + 1u], rows[row + 2u], rows[row + 3u].x, at.x % ${f.outputs}u);
}
`;

// Runs in the page or in Deno: returns the words that a compute shader writes, in the order of f.expected, or an error message.
async function dispatch({ code, rows, outputs }) {
  if (!globalThis.device) {
    const adapter = await navigator.gpu?.requestAdapter();
    if (!adapter) return "no WebGPU";
    globalThis.device = await adapter.requestDevice();
    globalThis.compiled = undefined;
    globalThis.device.lost.then(() => globalThis.device = undefined);
  }
  const { device } = globalThis, count = (rows.length / 16) * outputs;
  device.pushErrorScope("validation");
  if (globalThis.compiled?.code != code) {  // lists of many points come in parts
    const module = device.createShaderModule({ code });
    const errors = (await module.getCompilationInfo()).messages;  // warnings too
    if (errors.length > 0) return errors.map(({ lineNum, message }) => `line ${lineNum}: ${message}`).join("\n");
    globalThis.compiled =
      { code, pipeline: await device.createComputePipelineAsync({ layout: "auto", compute: { module } }) };
  }
  const { pipeline } = globalThis.compiled;
  const buffer = (size, usage) => device.createBuffer({ size, usage: usage | GPUBufferUsage.COPY_DST });
  const input = buffer(rows.length * 4, GPUBufferUsage.STORAGE);
  const bits = buffer(count * 4, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC);
  const back = buffer(count * 4, GPUBufferUsage.MAP_READ);
  device.queue.writeBuffer(input, 0, new Uint32Array(rows));
  const group = device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: [input, bits].map((buffer, binding) => ({ binding, resource: { buffer } })),
  });
  const encoder = device.createCommandEncoder(), pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, group);
  pass.dispatchWorkgroups(Math.ceil(count / 64));
  pass.end();
  encoder.copyBufferToBuffer(bits, 0, back, 0, count * 4);
  device.queue.submit([encoder.finish()]);
  const error = await device.popErrorScope();
  if (error) return error.message;
  await back.mapAsync(GPUMapMode.READ);
  const got = Array.from(new Uint32Array(back.getMappedRange()));
  for (const each of [input, bits, back]) each.destroy();
  return got;
}

const chromium = (cases) => withPage(flags, async (page) => {
  const all = [];
  for (const one of cases) {  // as texts, which pass faster
    const got = page.evaluate(`(${dispatch})(${JSON.stringify(one)}).then(JSON.stringify)`);
    all.push(await got.then(JSON.parse).catch((error) => error.message));
  }
  return all;
});

const deno = fileURLToPath(new URL("node_modules/@deno/linux-x64-glibc/deno", import.meta.url));
function wgpu(cases) {
  const script = write("wgpu.js", `${dispatch}
for (const one of JSON.parse(Deno.readTextFileSync(Deno.args[0])))
  console.log(JSON.stringify(await dispatch(one).catch((error) => error.message)));`);
  const lines = tool(deno, "run", "--no-config", "--unstable-webgpu", "--allow-read", script,
    write("cases.json", JSON.stringify(cases)));
  return lines.trim().split("\n").map((line) => JSON.parse(line));
}

/// Runs a compute shader for each function of each snippet; in wgpu, which compiles slowly, if inWgpu() accepts it.
export async function run(runner, all, inWgpu = () => true) {
  const cases = all.flatMap((snippet) => snippet.functions.map((f) =>
    ({ snippet, f, given: { code: compute(snippet, f), rows: f.rows, outputs: f.outputs } })));
  const check = async (name, evaluate, cases) => {
    const got = await evaluate(cases.map(({ given }) => given));
    cases.forEach(({ snippet, f }, i) => {
      if (typeof got[i] == "string") fail(`${name}: ${snippet.name}: ${f.name}: ${got[i]}`);
      else report(name, snippet, f, got[i]);
    });
  };
  await check(runner, chromium, cases);
  const some = cases.filter(({ f }) => inWgpu(f));
  if (existsSync(deno) && some.length > 0) await check(`${runner} in wgpu`, wgpu, some);
}

if (process.argv[1].endsWith("webgpu.mjs")) await run("webgpu", snippets(args(), "wgsl", "wgsl"));
