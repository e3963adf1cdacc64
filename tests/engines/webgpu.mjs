// Runs the wgsl snippets in chromium's WebGPU and in Deno's, which is Rust's wgpu, on lavapipe: with the zero that they
// declare set from a buffer; in chromium also unset, where wgpu changes a tenth of the gradients.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { withPage } from "./browser.mjs";
import { args, snippets, report, fail } from "./golden.mjs";
import { wgsl } from "../../web/calls.mjs";
import { tool, write } from "./tools.mjs";
import { zeroOf } from "./wrap.mjs";

export const flags = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];

// Invocation (i, r) writes output i of row r.
const compute = (snippet, f, zero) => `${snippet.source}
${wgsl(f)}
${zero ? "@group(0) @binding(0) var<uniform> always_zero: vec4u;" : ""}
@group(1) @binding(0) var<storage, read> rows: array<vec4u>;
@group(1) @binding(1) var<storage, read_write> bits: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) at: vec3u) {
    if (at.x >= arrayLength(&bits)) { return; }
    ${zero ? `${zero} = always_zero.x;` : ""}
    let row = 4u * (at.x / ${f.outputs}u);
    bits[at.x] = evaluate(rows[row], rows[row + 1u], rows[row + 2u], rows[row + 3u].x, at.x % ${f.outputs}u);
}
`;

// Runs in the page or in Deno: returns the words that a compute shader writes, in the order of f.expected, or an error message.
// With `zero`, binding 0 of group 0 is a uniform that is 0.
async function dispatch({ code, rows, outputs, zero }) {
  if (!globalThis.device) {
    const adapter = await navigator.gpu?.requestAdapter();
    if (!adapter) return "no WebGPU";
    globalThis.device = await adapter.requestDevice();
  }
  const { device } = globalThis, count = (rows.length / 16) * outputs;
  device.pushErrorScope("validation");
  const module = device.createShaderModule({ code });
  const errors = (await module.getCompilationInfo()).messages;  // warnings too
  if (errors.length > 0) return errors.map(({ lineNum, message }) => `line ${lineNum}: ${message}`).join("\n");

  const pipeline = await device.createComputePipelineAsync({ layout: "auto", compute: { module } });
  const buffer = (size, usage) => device.createBuffer({ size, usage: usage | GPUBufferUsage.COPY_DST });
  const input = buffer(rows.length * 4, GPUBufferUsage.STORAGE);
  const bits = buffer(count * 4, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC);
  const back = buffer(count * 4, GPUBufferUsage.MAP_READ);
  const uniform = buffer(16, GPUBufferUsage.UNIFORM);
  device.queue.writeBuffer(input, 0, new Uint32Array(rows));
  const group = (index, buffers) => device.createBindGroup({
    layout: pipeline.getBindGroupLayout(index),
    entries: buffers.map(([binding, buffer]) => ({ binding, resource: { buffer } })),
  });
  const encoder = device.createCommandEncoder(), pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  if (zero) pass.setBindGroup(0, group(0, [[0, uniform]]));
  pass.setBindGroup(1, group(1, [[0, input], [1, bits]]));
  pass.dispatchWorkgroups(Math.ceil(count / 64));
  pass.end();
  encoder.copyBufferToBuffer(bits, 0, back, 0, count * 4);
  device.queue.submit([encoder.finish()]);
  const error = await device.popErrorScope();
  if (error) return error.message;
  await back.mapAsync(GPUMapMode.READ);
  const got = Array.from(new Uint32Array(back.getMappedRange()));
  for (const each of [input, bits, back, uniform]) each.destroy();
  return got;
}

const chromium = (cases) => withPage(flags, async (page) => {
  const all = [];
  for (const one of cases) all.push(await page.evaluate(dispatch, one).catch((error) => error.message));
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

/// Runs a compute shader for each function of each snippet.
export async function run(runner, all) {
  const cases = all.flatMap((snippet) => snippet.functions.flatMap((f) => ["", zeroOf(snippet.source)].map((zero) =>
    ({ snippet, f, zero, given: { code: compute(snippet, f, zero), rows: f.rows, outputs: f.outputs, zero } }))));
  const check = async (where, evaluate, these) => {
    const got = await evaluate(these.map(({ given }) => given));
    these.forEach(({ snippet, f, zero }, i) => {
      const name = runner + where + (zero && " with a zero from a buffer");
      if (typeof got[i] == "string") fail(`${name}: ${snippet.name}: ${f.name}: ${got[i]}`);
      else report(name, snippet, f, got[i]);
    });
  };
  await check("", chromium, cases);
  if (existsSync(deno)) await check(" in wgpu", wgpu, cases.filter(({ zero }) => zero));
}

if (process.argv[1].endsWith("webgpu.mjs")) await run("webgpu", snippets(args(), "wgsl", "wgsl"));
