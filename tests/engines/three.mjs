// Runs the snippets in three.js like its users: glsl in a ShaderMaterial, wgsl in a wgslFn.
import { withPage } from "./browser.mjs";
import { args, snippets, report, fail } from "./golden.mjs";
import { glsl, wgsl } from "../../bindings/web/calls.mjs";
import { flags } from "./webgpu.mjs";

// Runs in the page. A pixel's four channels are the four bytes of a word, in a float render target, as is common.
export async function material({ fragmentShader, rows, outputs }) {
  const THREE = await import("three");
  globalThis.renderer ??= new THREE.WebGLRenderer();
  const { renderer } = globalThis, height = rows.length / 16;
  let wrong = null;
  renderer.debug.onShaderError = (gl, program, vertex, fragment) =>
    (wrong = gl.getShaderInfoLog(fragment) + gl.getProgramInfoLog(program));
  const texture =
    new THREE.DataTexture(new Uint32Array(rows), 4, height, THREE.RGBAIntegerFormat, THREE.UnsignedIntType);
  texture.internalFormat = "RGBA32UI";
  texture.needsUpdate = true;
  const target = new THREE.WebGLRenderTarget(outputs, height,
    { type: THREE.FloatType, minFilter: THREE.NearestFilter, magFilter: THREE.NearestFilter });
  const plane = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), new THREE.ShaderMaterial({
    glslVersion: THREE.GLSL3,
    uniforms: { rows: { value: texture } },
    vertexShader: "void main() { gl_Position = vec4(position, 1.0); }",
    fragmentShader,
    blending: THREE.NoBlending,
  }));
  plane.frustumCulled = false;
  renderer.setRenderTarget(target);
  renderer.render(new THREE.Scene().add(plane), new THREE.Camera());
  const bytes = new Float32Array(outputs * height * 4);
  renderer.readRenderTargetPixels(target, 0, 0, outputs, height, bytes);
  for (const each of [texture, target, plane.material, plane.geometry]) each.dispose();
  return wrong ?? Array.from(new Uint32Array(new Uint8Array(bytes).buffer));
}

export const fragmentShader = (snippet, f) => `precision highp usampler2D;
${snippet.source}
${glsl(f)}
uniform usampler2D rows;
out vec4 bytes;
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    uint word = evaluate(texelFetch(rows, ivec2(0, at.y), 0), texelFetch(rows, ivec2(1, at.y), 0),
                         texelFetch(rows, ivec2(2, at.y), 0), texelFetch(rows, ivec2(3, at.y), 0).x, at.x);
    bytes = vec4((uvec4(word) >> uvec4(0, 8, 16, 24)) & 255u);
}
`;

// Runs in the page, with WebGPURenderer.
async function nodes({ snippet, evaluate, rows, outputs }) {
  const { WebGPURenderer, StorageBufferAttribute } = await import("three/webgpu");
  const { Fn, instanceIndex, storage, uint, wgsl, wgslFn } = await import("three/tsl");
  if (!globalThis.gpuRenderer) await (globalThis.gpuRenderer = new WebGPURenderer()).init();
  if (!globalThis.gpuRenderer.backend.isWebGPUBackend) return "no WebGPU";
  const height = rows.length / 16, count = height * outputs;
  const input = storage(new StorageBufferAttribute(new Uint32Array(rows), 4), "uvec4", height * 4);
  const bits = new StorageBufferAttribute(new Uint32Array(count), 1);
  const word = wgslFn(evaluate, [wgsl(snippet)]);
  const all = Fn(() => {
    const row = instanceIndex.div(uint(outputs)).mul(uint(4));
    storage(bits, "uint", count).element(instanceIndex).assign(word({
      p: input.element(row), period: input.element(row.add(uint(1))), fbm: input.element(row.add(uint(2))),
      seed: input.element(row.add(uint(3))).x, index: instanceIndex.mod(uint(outputs)),
    }));
  })().compute(count);
  await globalThis.gpuRenderer.computeAsync(all);
  return Array.from(new Uint32Array(await globalThis.gpuRenderer.getArrayBufferAsync(bits)));
}

if (process.argv[1].endsWith("three.mjs")) {
  const options = args();
  await withPage(flags, async (page) => {
    const errors = [];
    page.on("console", (message) => message.type() == "error" && errors.push(message.text()));
    const run = async (runner, language, extension, use, prepared) => {
      for (const snippet of snippets(options, language, extension)) {
        for (const f of snippet.functions) {
          const got = await page.evaluate(use, { ...prepared(snippet, f), rows: f.rows, outputs: f.outputs })
            .catch((error) => error.message);
          if (typeof got == "string") errors.unshift(got);
          if (errors.length > 0) fail(`${runner}: ${snippet.name}: ${f.name}: ${errors.splice(0).join("\n")}`);
          else report(runner, snippet, f, got);
        }
      }
    };
    await run("three ShaderMaterial", "glsl", "glsl", material,
      (snippet, f) => ({ fragmentShader: fragmentShader(snippet, f) }));
    await run("three wgslFn", "wgsl", "wgsl", nodes,
      (snippet, f) => ({ snippet: snippet.source, evaluate: wgsl(f).trim() }));
  });
}
