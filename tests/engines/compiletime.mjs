// Prints the time in milliseconds from a shader's text to its first pixel in WebGL2 (the shortest of 15): with the
// noise of a snippet, with webgl-noise's classic noise, and without noise. Times are not tested.
import { withPage } from "./browser.mjs";
import { args, snippets } from "./golden.mjs";
import { peer } from "./tools.mjs";
import { backEnds } from "./webgl2.mjs";

// Runs in the page. Every shader is different, to defeat caches.
function measure({ source, call, dim, times }) {
  const gl = (globalThis.gl ??= document.createElement("canvas").getContext("webgl2"));
  const pixel = new Uint8Array(4), type = dim == 1 ? "float" : `vec${dim}`;
  const run = () => {
    const start = performance.now(), program = gl.createProgram();
    const attach = (kind, text) => {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    };
    attach(gl.VERTEX_SHADER, `#version 300 es
      void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }`);
    attach(gl.FRAGMENT_SHADER, `#version 300 es
      precision highp float;
      precision highp int;
      ${source}
      out vec4 colour;
      void main() { ${type} p = gl_FragCoord.${"xyzw".slice(0, dim)} * ${Math.random()}; colour = vec4(${call}); }`);
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    gl.useProgram(program);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    gl.deleteProgram(program);
    return performance.now() - start;
  };
  run();
  return Math.min(...Array.from({ length: times }, run));
}

const all = snippets(args(), "glsl");
console.log("| back end | | " + all.map(({ name }) => name).join(" | ") + " |\n|---|---|" + "---|".repeat(all.length));
for (const [backEnd, flags] of Object.entries(backEnds)) {
  await withPage(flags, async (page) => {
    const row = async (what, of) => {
      const cells = [];
      for (const { name, source } of all) {
        const dim = Number(name[6]), given = of(dim, source);
        cells.push(given ? (await page.evaluate(measure, { dim, times: 15, ...given })).toFixed(1) : "");
      }
      console.log(`| ${backEnd} | ${what} | ${cells.join(" | ")} |`);
    };
    await row("`perlinN`", (dim, source) => ({ source, call: `perlin${dim}(p, 7u)` }));
    await row("`perlinN_fbm`", (dim, source) => ({ source, call: `perlin${dim}_fbm(p, 7u, 5.0, 0.5, 2.0, 0.5)` }));
    await row("webgl-noise", (dim) => dim > 1 && { source: peer(dim), call: "cnoise(p)" });
    await row("no noise", (dim) => ({ source: "", call: dim > 1 ? "p.x" : "p" }));
  });
}
