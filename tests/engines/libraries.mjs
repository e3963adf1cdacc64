// Runs the glsl snippets in libraries that accept GLSL, like their users. Points and results are transferred as bytes,
// since not every library has integer textures. --quick runs only the first function of each snippet except perlin2:
// webgl2.mjs runs them all on the same drivers, and a library that rejects a text rejects it with any function.
import { fileURLToPath } from "node:url";
import { withPage } from "./browser.mjs";
import { args, snippets, report, fail } from "./golden.mjs";
import { backEnds } from "./webgl2.mjs";
import { glsl } from "../../bindings/web/calls.mjs";

// `draw` runs in the page: it draws `fragment` on width x height pixels and returns their bytes, bottom row first.
// `points` are the bytes of a texture of 32 x height pixels. `name` is unique per shader.
const libraries = {
  "Babylon.js": {
    script: "babylonjs/babylon.js",
    async draw({ name, fragment, points, width, height }) {
      globalThis.engine ??= new BABYLON.Engine(document.createElement("canvas"), false);
      const scene = new BABYLON.Scene(engine), { NEAREST_SAMPLINGMODE } = BABYLON.Texture;
      scene.activeCamera = new BABYLON.FreeCamera("camera", BABYLON.Vector3.Zero(), scene);
      BABYLON.Effect.ShadersStore[`${name}VertexShader`] =
        "in vec3 position; void main() { gl_Position = vec4(position, 1.0); }";
      BABYLON.Effect.ShadersStore[`${name}FragmentShader`] = fragment;
      const material = new BABYLON.ShaderMaterial(
        name, scene, name, { attributes: ["position"], samplers: ["points"] });
      material.backFaceCulling = false;
      material.setTexture("points", BABYLON.RawTexture.CreateRGBATexture(
        points, 32, height, scene, false, false, NEAREST_SAMPLINGMODE));
      const plane = BABYLON.MeshBuilder.CreatePlane("plane", { size: 2 }, scene);
      plane.material = material;
      plane.alwaysSelectAsActiveMesh = true;
      const target = new BABYLON.RenderTargetTexture("target", { width, height }, scene, { generateMipMaps: false });
      target.renderList = [plane];
      await material.forceCompilationAsync(plane);
      target.render();
      const pixels = await target.readPixels();
      scene.dispose();
      return pixels;
    },
  },
  PixiJS: {
    script: "pixi.js/dist/pixi.min.js",
    version: true,
    async draw({ fragment, points, width, height }) {
      if (!globalThis.renderer) await (globalThis.renderer = new PIXI.WebGLRenderer()).init();
      const texture = new PIXI.BufferImageSource({ resource: points, width: 32, height });
      const target = PIXI.RenderTexture.create({ width, height });
      const vertex = "#version 300 es\nin vec2 aPosition; void main() { gl_Position = vec4(aPosition, 0.0, 1.0); }";
      const plane = new PIXI.Mesh({
        geometry: new PIXI.MeshGeometry({ positions: new Float32Array([-1, -1, 3, -1, -1, 3]),
          uvs: new Float32Array(6), indices: new Uint32Array([0, 1, 2]) }),
        shader: new PIXI.Shader(
          { glProgram: PIXI.GlProgram.from({ vertex, fragment }), resources: { points: texture } }),
      });
      plane.blendMode = "none";
      renderer.render({ container: plane, target });
      const { pixels } = renderer.extract.pixels(target);
      for (const each of [plane, target, texture]) each.destroy(true);
      return pixels;
    },
  },
  "p5.js": {
    script: "p5/lib/p5.min.js",
    version: true,
    async draw({ fragment, points, width, height }) {
      globalThis.sketch ??= await new Promise((ready) => new p5((p) => {
        p.setup = () => {
          p.createCanvas(1, 1, p.WEBGL);
          p.noLoop();
          ready(p);
        };
      }));
      const image = sketch.createImage(32, height);
      image.loadPixels();
      image.pixels.set(points);
      image.updatePixels();
      const target = sketch.createFramebuffer(
        { width, height, density: 1, antialias: false, depth: false, format: sketch.UNSIGNED_BYTE });
      const shader = sketch.createShader(`#version 300 es
        in vec3 aPosition; void main() { gl_Position = vec4(aPosition.xy * 2.0, 0.0, 1.0); }`, fragment);
      target.begin();
      sketch.noStroke();
      sketch.blendMode(sketch.REPLACE);
      sketch.shader(shader);
      shader.setUniform("points", image);
      sketch.plane(2, 2);
      target.end();
      target.loadPixels();
      target.remove();
      return target.pixels;
    },
  },
  PlayCanvas: {
    script: "playcanvas/build/playcanvas.min.js",
    async draw({ name, fragment, points, width, height }) {
      globalThis.app ??= new pc.Application(document.createElement("canvas"));
      const texture = (width, levels) => new pc.Texture(
        app.graphicsDevice, { width, height, levels, mipmaps: false, format: pc.PIXELFORMAT_RGBA8 });
      const input = texture(32, [points]), colorBuffer = texture(width);
      const material = new pc.ShaderMaterial({ uniqueName: name, attributes: { aPosition: pc.SEMANTIC_POSITION },
        vertexGLSL: "attribute vec3 aPosition; void main() { gl_Position = vec4(aPosition.xz * 2.0, 0.0, 1.0); }",
        fragmentGLSL: fragment });
      material.cull = pc.CULLFACE_NONE;
      material.setParameter("points", input);
      const renderTarget = new pc.RenderTarget({ colorBuffer, depth: false });
      const camera = new pc.Entity(), plane = new pc.Entity();
      camera.addComponent("camera", { renderTarget, frustumCulling: false });
      plane.addComponent("render", { type: "plane", material });
      for (const each of [camera, plane]) app.root.addChild(each);
      app.render();
      const pixels = await colorBuffer.read(0, 0, width, height, { renderTarget, immediate: true });
      for (const each of [camera, plane, material, renderTarget, colorBuffer, input]) each.destroy();
      return pixels;
    },
  },
  regl: {
    script: "regl/dist/regl.js",
    version: true,
    draw({ fragment, points, width, height }) {
      globalThis.regl ??= createREGL({ gl: document.createElement("canvas").getContext("webgl2") });
      const texture = regl.texture({ width: 32, height, data: points });
      const framebuffer = regl.framebuffer({ width, height, depthStencil: false });
      regl({
        frag: fragment,
        vert: "#version 300 es\nin vec2 position; void main() { gl_Position = vec4(position, 0.0, 1.0); }",
        attributes: { position: [-1, -1, 3, -1, -1, 3] },
        count: 3,
        uniforms: { points: texture },
        depth: { enable: false },
        framebuffer,
      })();
      const pixels = regl.read({ framebuffer });
      for (const each of [texture, framebuffer]) each.destroy();
      return pixels;
    },
  },
  "three.js glslFn": {
    async draw({ snippet, evaluate, rows, width, height }) {
      const THREE = await import("three/webgpu");
      const { glsl, glslFn, int, ivec2, screenCoordinate, screenSize, textureLoad, uint, uvec4, vec4 } =
        await import("three/tsl");
      if (!globalThis.renderer) await (globalThis.renderer = new THREE.WebGPURenderer({ forceWebGL: true })).init();
      const texture =
        new THREE.DataTexture(new Uint32Array(rows), 4, height, THREE.RGBAIntegerFormat, THREE.UnsignedIntType);
      texture.needsUpdate = true;
      const part = (i) => textureLoad(texture, ivec2(i, screenSize.y.sub(screenCoordinate.y)));
      const word = glslFn(evaluate, [glsl(snippet)]);
      const material = new THREE.NodeMaterial();
      material.blending = THREE.NoBlending;
      material.fragmentNode = vec4(
        uvec4(word({ p: part(0), period: part(1), fbm: part(2), seed: part(3).x, index: int(screenCoordinate.x) }))
          .shiftRight(uvec4(0, 8, 16, 24)).bitAnd(uint(255))).div(255);
      const target = new THREE.RenderTarget(width, height);
      renderer.setRenderTarget(target);
      new THREE.QuadMesh(material).render(renderer);
      const pixels = await renderer.readRenderTargetPixelsAsync(target, 0, 0, width, height);
      for (const each of [texture, target, material]) each.dispose();
      return pixels;
    },
  },
};

// Libraries that add the version themselves also define gl_FragColor.
const fragment = (snippet, evaluate, version) => `${version ? "#version 300 es\n" : ""}${snippet}
${evaluate}
uniform sampler2D points;
${version ? "out vec4 colour;" : "#define colour gl_FragColor"}
uint word(int i) {
    ivec2 at = ivec2(2 * i, gl_FragCoord.y), next = at + ivec2(1, 0);
    uvec4 bytes = uvec4(vec4(texelFetch(points, at, 0).xy, texelFetch(points, next, 0).xy) * 255.0 + 0.5);
    return bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24;
}
uvec4 words(int i) { return uvec4(word(i), word(i + 1), word(i + 2), word(i + 3)); }
void main() {
    uint bits = evaluate(words(0), words(4), words(8), word(12), int(gl_FragCoord.x));
    colour = vec4((uvec4(bits) >> uvec4(0, 8, 16, 24)) & 255u) / 255.0;
}
`;

// Two bytes per pixel: p5.js premultiplies alpha, so alpha must be 255.
const opaque = (rows) =>
  new Uint8Array(Uint32Array.from(new Uint16Array(new Uint32Array(rows).buffer), (half) => half | 0xff000000).buffer);

const options = args();
for (const [backEnd, flags] of Object.entries(backEnds)) {
  const all = snippets(backEnd == "mesa" ? { only: "perlin2", ...options } : options, "glsl").map((snippet) =>
    options.quick && snippet.name != "perlin2" ? { ...snippet, functions: snippet.functions.slice(0, 1) } : snippet);
  await withPage(flags, async (page) => {
    const errors = [];
    page.on("console", (message) => message.type() == "error" && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(error.message));
    for (const [library, { script, version, draw }] of Object.entries(libraries)) {
      await page.reload();
      if (script)
        await page.addScriptTag({ path: fileURLToPath(new URL(`node_modules/${script}`, import.meta.url)) });
      for (const { name, source, functions } of all) {
        for (const f of functions) {
          const evaluate = glsl(f).trim();
          const pixels = await page.evaluate(draw, {
            name: `${name}_${f.name}`.replace("-", "_"), snippet: source, evaluate,
            fragment: fragment(source, evaluate, version), rows: f.rows, points: opaque(f.rows),
            width: f.outputs, height: f.rows.length / 16,
          }).catch((error) => (errors.unshift(error.message), []));
          const runner = `${library} on ${backEnd}`;
          if (errors.length > 0) fail(`${runner}: ${name}: ${f.name}: ${errors.splice(0).join("\n")}`);
          else report(runner, { name }, f, Array.from(new Uint32Array(Uint8Array.from(pixels).buffer)));
        }
      }
    }
  });
}
