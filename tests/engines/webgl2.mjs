// Runs the glsl snippets in chromium's WebGL2, on two implementations: SwiftShader and Mesa.
import { readFileSync } from "node:fs";
import { withPage } from "./browser.mjs";
import { args, snippets, report, fail } from "./golden.mjs";
import { glsl } from "../../bindings/web/calls.mjs";

export const backEnds = {
  swiftshader: [],
  mesa: ["--use-angle=gl-egl", "--ignore-gpu-blocklist", "--disable-gpu-sandbox"],
};

// Pixel (i, r) is output i of row r.
export const fragment = (snippet, f, evaluate = glsl(f)) => `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;
${snippet.source}
${evaluate}
uniform usampler2D rows;
out uvec4 bits;
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    bits = uvec4(evaluate(texelFetch(rows, ivec2(0, at.y), 0), texelFetch(rows, ivec2(1, at.y), 0),
                          texelFetch(rows, ivec2(2, at.y), 0), texelFetch(rows, ivec2(3, at.y), 0).x, at.x));
}
`;

// Runs in the page: returns the words that a fragment shader writes, in the order of f.expected, or an error message.
// Long lists pass as texts, which is faster.
function draw({ fragment, rows, outputs }) {
  if (globalThis.gl?.isContextLost()) globalThis.gl = globalThis.compiled = undefined;
  const gl = (globalThis.gl ??= document.createElement("canvas").getContext("webgl2"));
  if (!gl) return "no WebGL2";
  const compile = (type, source) => {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    return shader;
  };
  // Lists of many points come in parts.
  const again = globalThis.compiled?.fragment == fragment;
  const program = again ? globalThis.compiled.program : gl.createProgram();
  const shaders = again ? [] : [
    compile(gl.VERTEX_SHADER, `#version 300 es
      void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }`),
    compile(gl.FRAGMENT_SHADER, fragment),
  ];
  for (const shader of shaders) gl.attachShader(program, shader);
  if (!again) gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS))
    return gl.getShaderInfoLog(shaders[1]) + gl.getProgramInfoLog(program);

  if (!again) gl.deleteProgram(globalThis.compiled?.program ?? null);
  globalThis.compiled = { fragment, program };

  const words = new Uint32Array(JSON.parse(rows)), height = words.length / 16;
  const texture = (width, data) => {
    const name = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, name);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32UI, width, height, 0, gl.RGBA_INTEGER, gl.UNSIGNED_INT, data);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    return name;
  };
  const target = texture(outputs, null), input = texture(4, words);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, target, 0);
  gl.useProgram(program);
  gl.viewport(0, 0, outputs, height);
  gl.drawArrays(gl.TRIANGLES, 0, 3);
  const pixels = new Uint32Array(outputs * height * 4);
  gl.readPixels(0, 0, outputs, height, gl.RGBA_INTEGER, gl.UNSIGNED_INT, pixels);
  const error = gl.isContextLost() ? "context lost" : gl.getError();
  for (const name of [target, input]) gl.deleteTexture(name);
  return error ? `WebGL error ${error}` : { words: Array.from(pixels.filter((_, i) => i % 4 == 0)).join() };
}

/// Runs a fragment shader for each function of each snippet on one back end.
export async function run(runner, flags, all, source = fragment) {
  await withPage(flags, async (page) => {
    for (const snippet of all) {
      for (const f of snippet.functions) {
        const got = await page.evaluate(draw, { fragment: source(snippet, f), rows: JSON.stringify(f.rows),
          outputs: f.outputs });
        if (typeof got == "string") fail(`${runner}: ${snippet.name}: ${f.name}: ${got}`);
        else report(runner, snippet, f, got.words.split(",").map(Number));
      }
    }
  });
}

// perlin2_gradient where the compiler knows everything except the cell, or everything except the seed. The JavaScript
// text has the same bits.
const constants = [
  { name: "a constant fraction", call: "perlin2_gradient(ivec2(p.xy), vec2(0.3, 0.7), 7u, g)",
    js: (noise, cell, seed, g) => noise.perlin2GradientCell(...cell, 0.3, 0.7, 7, g) },
  { name: "a constant point", call: "perlin2_gradient(vec2(0.3, 0.7), seed, g)",
    js: (noise, cell, seed, g) => noise.perlin2Gradient(0.3, 0.7, seed, g) },
];
async function withConstants(folder) {
  const text = readFileSync(`${folder}/js/perlin2.js`, "utf8");
  const noise = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  const cells = Array.from({ length: 500 }, (_, i) => [i * 37 - 5000, i % 11]);
  const rows = cells.flatMap(([x, y], i) => [x >>> 0, y, ...Array(10).fill(0), i * 977, 0, 0, 0]);
  return constants.map(({ name, call, js }) => ({
    name, rows, dim: 2, outputs: 3, about: cells.map(() => "perlin2"),
    expected: cells.flatMap((cell, i) => {
      const g = new Float32Array(2), n = js(noise, cell, i * 977, g);
      return [...new Uint32Array(Float32Array.of(n, ...g).buffer)];
    }),
    evaluate: `uint evaluate(uvec4 p, uvec4 period, uvec4 fbm, uint seed, int i) {
    vec2 g;
    float n = ${call};
    return floatBitsToUint(i == 0 ? n : g[i - 1]);
}`,
  }));
}

if (process.argv[1].endsWith("webgl2.mjs")) {
  const options = args(), all = snippets(options, "glsl"), two = all.find(({ name }) => name == "perlin2");
  if (two) two.functions.push(...await withConstants(options.snippets));
  for (const [name, flags] of Object.entries(backEnds))
    await run(`webgl2 ${name}`, flags, all, (snippet, f) => fragment(snippet, f, f.evaluate));
}
