// Runs the snippets in wgsl in chromium's WebGPU.
import { withPage } from "./browser.mjs";
import { args, snippets, report, fail } from "./golden.mjs";
import { wgsl } from "./wrap.mjs";

const flags = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];

// Invocation (i, r) writes output i of row r. What a snippet declares itself is in group 0.
const compute = (snippet, f) => `${snippet.source}
${wgsl(f)}
@group(1) @binding(0) var<storage, read> rows: array<vec4u>;
@group(1) @binding(1) var<storage, read_write> bits: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) at: vec3u) {
    if (at.x >= arrayLength(&bits)) { return; }
    let row = 4u * (at.x / ${f.outputs}u);
    bits[at.x] = evaluate(rows[row], rows[row + 1u], rows[row + 2u], rows[row + 3u].x, at.x % ${f.outputs}u);
}
`;

// In the page: the words that a compute shader gives, in the order of f.expected; or a string that says what is wrong.
// `zeros` are the bindings in group 0: uniforms that are always 0.
async function dispatch({ code, rows, outputs, zeros }) {
  if (!globalThis.device) {
    const adapter = await navigator.gpu?.requestAdapter();
    if (!adapter) return "no WebGPU";
    globalThis.device = await adapter.requestDevice();
  }
  const { device } = globalThis, count = (rows.length / 16) * outputs;
  device.pushErrorScope("validation");
  const module = device.createShaderModule({ code });
  const errors = (await module.getCompilationInfo()).messages.filter(({ type }) => type == "error");
  if (errors.length > 0) return errors.map(({ lineNum, message }) => `line ${lineNum}: ${message}`).join("\n");

  const pipeline = await device.createComputePipelineAsync({ layout: "auto", compute: { module } });
  const buffer = (size, usage) => device.createBuffer({ size, usage: usage | GPUBufferUsage.COPY_DST });
  const input = buffer(rows.length * 4, GPUBufferUsage.STORAGE);
  const bits = buffer(count * 4, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC);
  const back = buffer(count * 4, GPUBufferUsage.MAP_READ);
  const zero = buffer(16, GPUBufferUsage.UNIFORM);
  device.queue.writeBuffer(input, 0, new Uint32Array(rows));
  const group = (index, buffers) => device.createBindGroup({
    layout: pipeline.getBindGroupLayout(index),
    entries: buffers.map(([binding, buffer]) => ({ binding, resource: { buffer } })),
  });
  const encoder = device.createCommandEncoder(), pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  if (zeros.length > 0) pass.setBindGroup(0, group(0, zeros.map((binding) => [binding, zero])));
  pass.setBindGroup(1, group(1, [[0, input], [1, bits]]));
  pass.dispatchWorkgroups(Math.ceil(count / 64));
  pass.end();
  encoder.copyBufferToBuffer(bits, 0, back, 0, count * 4);
  device.queue.submit([encoder.finish()]);
  const error = await device.popErrorScope();
  if (error) return error.message;
  await back.mapAsync(GPUMapMode.READ);
  const got = Array.from(new Uint32Array(back.getMappedRange()));
  for (const each of [input, bits, back, zero]) each.destroy();
  return got;
}

/// Runs a compute shader for each function of each snippet.
export async function run(runner, all) {
  await withPage(flags, async (page) => {
    for (const snippet of all) {
      const zeros = [...snippet.source.matchAll(/@group\(0\)\s+@binding\((\d+)\)\s+var<uniform>/g)]
        .map((m) => Number(m[1]));
      for (const f of snippet.functions) {
        const got = await page.evaluate(dispatch, { code: compute(snippet, f), rows: f.rows, outputs: f.outputs, zeros })
          .catch((error) => error.message);
        if (typeof got == "string") fail(`${runner}: ${snippet.name}: ${f.name}: ${got}`);
        else report(runner, snippet, f, got);
      }
    }
  });
}

if (process.argv[1].endsWith("webgpu.mjs")) await run("webgpu", snippets(args(), "wgsl", "wgsl"));
