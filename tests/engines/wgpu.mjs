// examples/wgpu without wgpu: its main.rs runs on the stand-ins in wgpu/, which print its calls of wgpu, and a page
// repeats them with its WebGPU. So the picture, the layout of buffers and the names of entry points are those of
// main.rs. The picture is darker than elsewhere: SwiftShader ignores sRGB when it resolves samples.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseWgsl, validate } from "naga-wasm";
import { fail } from "./golden.mjs";
import { at, brief, tool } from "./tools.mjs";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const rustc = (...parameters) => tool("rustc", "--edition", "2021", "-A", "warnings", "-L", at(""), ...parameters);

function build() {
  const crates = ["bytemuck", "pollster", "wgpu", "winit"];
  for (const crate of crates)
    rustc("--crate-type", "rlib", "--crate-name", crate, "--out-dir", at(""), path(`wgpu/${crate}.rs`));
  rustc("-D", "unused", ...crates.flatMap((crate) => ["--extern", `${crate}=${at(`lib${crate}.rlib`)}`]),
    "-o", at("walk"), path("../../examples/wgpu/src/main.rs"));
  rustc("-C", "overflow-checks=on", "-o", at("places"), path("wgpu/places.rs"));
  const lines = (program) => tool(at(program)).trim().split("\n").map((line) => JSON.parse(line));
  return { calls: lines("walk"), places: lines("places") };
}

// Runs in the page: prepares next(), which repeats calls until a frame is presented, and restarts with the first frame
// at the end.
async function open(calls) {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) throw new Error("no WebGPU");
  const canvas = document.createElement("canvas");
  canvas.style = "position: fixed; inset: 0";
  document.body.append(canvas);
  const device = await adapter.requestDevice(), objects = {};

  const camel = (name) => name.replace(/_(.)/g, (_, c) => c.toUpperCase());
  const spelled = (name) => name.replace(/^D(\d)$/, "$1d").replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase();
  const translated = (value) => {
    if (Array.isArray(value)) return value.map(translated);
    if (value === null || typeof value != "object") return value;
    if ("handle" in value) return objects[value.handle];
    if ("enum" in value) return spelled(value.enum);
    if ("bytes" in value) return Uint8Array.from(value.bytes.match(/../g), (byte) => parseInt(byte, 16));
    const given = Object.entries(value).filter(([, member]) => member !== null);
    return Object.fromEntries(given.map(([name, member]) => [camel(name), translated(member)]));
  };
  // Calls that have a different form in WebGPU.
  const own = {
    create_surface: () => canvas.getContext("webgpu"),
    request_device: () => device,
    get_queue: () => device.queue,
    configure(context, device, { width, height, format, usage, viewFormats }) {
      Object.assign(canvas, { width, height });
      context.configure({ device, format, usage, viewFormats });
    },
    create_buffer_init(device, contents, usage) {
      const buffer = device.createBuffer({ size: contents.length, usage, mappedAtCreation: true });
      new Uint8Array(buffer.getMappedRange()).set(contents);
      buffer.unmap();
      return buffer;
    },
    create_shader_module: (device, { source }) => device.createShaderModule({ code: source }),
    create_render_pipeline: (device, pipeline) => device.createRenderPipeline({ layout: "auto", ...pipeline }),
    begin_render_pass: (encoder, { colorAttachments, depthStencilAttachment: { view, depthOps } }) =>
      encoder.beginRenderPass({
        colorAttachments: colorAttachments.map(({ ops, ...others }) =>
          ({ ...others, loadOp: ops.load, clearValue: ops.clear, storeOp: ops.store })),
        depthStencilAttachment: { view, depthLoadOp: depthOps.load, depthClearValue: depthOps.clear,
          depthStoreOp: depthOps.store },
      }),
    draw: (pass, [vertex, end], [instance, last]) => pass.draw(end - vertex, last - instance, vertex, instance),
    present() {},
  };
  let i = 0;
  const first = calls.findIndex(([method]) => method == "get_current_texture");
  globalThis.next = () => {
    for (;;) {
      const [method, self, result, given] = calls[i], parameters = given.map(translated);
      objects[result] = own[method] ? own[method](objects[self], ...parameters)
        : objects[self][camel(method)](...parameters);
      if (++i == calls.length) i = first;
      if (method == "present") return;
    }
  };
  globalThis.walk = { calls, device, objects };
}

// Runs in the page after the first frame: the bits of height(), with the buffers that main.rs binds.
async function heights(points) {
  const { calls, device, objects } = globalThis.walk;
  const given = (name) => calls.find(([method]) => method == name)[3][0];
  const module = device.createShaderModule({ code: `${given("create_shader_module").source}
@group(1) @binding(0) var<storage, read> points: array<vec2f>;
@group(1) @binding(1) var<storage, read_write> bits: array<u32>;
@compute @workgroup_size(64) fn check(@builtin(global_invocation_id) at: vec3u) {
    if (at.x < arrayLength(&bits)) { bits[at.x] = bitcast<u32>(height(points[at.x])); }
}` });
  const pipeline = await device.createComputePipelineAsync({ layout: "auto", compute: { module } });
  const size = points.length * 2, { STORAGE, COPY_DST, COPY_SRC, MAP_READ } = GPUBufferUsage;
  const input = device.createBuffer({ size: size * 2, usage: STORAGE | COPY_DST });
  const bits = device.createBuffer({ size, usage: STORAGE | COPY_SRC });
  const back = device.createBuffer({ size, usage: COPY_DST | MAP_READ });
  device.queue.writeBuffer(input, 0, new Uint32Array(points));
  const encoder = device.createCommandEncoder(), pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  const bound = given("create_bind_group").entries.map(({ resource }) => objects[resource.buffer.handle]);
  for (const [index, buffers] of [bound, [input, bits]].entries()) {
    const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
    pass.setBindGroup(index, device.createBindGroup({ layout: pipeline.getBindGroupLayout(index), entries }));
  }
  pass.dispatchWorkgroups(Math.ceil(points.length / 128));
  pass.end();
  encoder.copyBufferToBuffer(bits, 0, back, 0, size);
  device.queue.submit([encoder.finish()]);
  await back.mapAsync(GPUMapMode.READ);
  return Array.from(new Uint32Array(back.getMappedRange()));
}

/// Opens the example in a page, compares the heights of all huts and trees, and returns a function that draws the next
/// frame; null on failure.
export async function openWalk(page) {
  try {
    const { calls, places } = build();
    validate(parseWgsl(calls.find(([method]) => method == "create_shader_module")[3][0].source));
    await page.evaluate(open, calls);
    await page.evaluate("next()");
    const got = await page.evaluate(heights, places.flatMap(([x, z]) => [x, z]));
    const differ = places.filter(([, , height], i) => height !== got[i]);
    if (places.filter(([, , , isHut]) => isHut).length < 10) fail("examples: wgpu: hardly any hut");
    if (differ.length > 0)
      fail(`examples: wgpu: ${differ.length} of ${places.length} huts and trees are not on the shader's ground`);
    return () => page.evaluate("next()");
  } catch (error) {
    fail(`examples: wgpu: ${error.formatted ?? brief(error)}`);
    return null;
  }
}
