// "A hut on a hill": the vertex shader's hills, and objects that JavaScript places on them.
"use strict";
{
  const octaves = 6, wide = 192, far = wide / 2;  // metres; objects are at integers, where the mesh has vertices
  const canvas = element("hills"), message = element("hut-message"), label = element("hut-height");
  const gl = canvas.getContext("webgl2", { alpha: false, powerPreference: "low-power" });
  let seed = 11, turn = 0.7, noise, normalization, scene, center, things = [], built = 0, scheduled = false;

  const say = (text) => {
    message.textContent = text;
    message.hidden = !text;
    canvas.classList.toggle("covered", Boolean(text));
  };

  // 64 and 12 give coordinates and heights without rounding.
  const value = (x, z) => noise.perlin2Fbm(x / 64, z / 64, seed, octaves, 0.5, 2, normalization);
  const height = (x, z) => 12 * value(x, z);

  const light = `
// What is seen of the sky at a height from 0, the horizon, to 1.
vec3 sky(float high) { return mix(vec3(0.78, 0.66, 0.52), vec3(0.16, 0.30, 0.52), smoothstep(-0.1, 0.8, high)); }
vec3 shown(vec3 colour) { return pow(colour, vec3(1.0 / 2.2)); }
vec3 lit(vec3 colour, vec3 normal, float away) {
    float sun = max(dot(normal, normalize(vec3(0.75, 0.42, 0.30))), 0.0);
    vec3 shade = vec3(0.26, 0.33, 0.46) * (0.6 + 0.4 * normal.y) + vec3(1.7, 1.3, 0.85) * sun;
    return shown(mix(colour * shade, sky(0.0), 1.0 - exp(-pow(away / 125.0, 2.5))));
}
`;
  const skyFragment = `#version 300 es
precision highp float;
uniform float horizon, top;  // in pixels
out vec4 colour;
${light}
void main() {
    // Jorge Jimenez's interleaved gradient noise, against bands.
    float dither = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    colour = vec4(shown(sky((gl_FragCoord.y - horizon) / (top - horizon))) + (dither - 0.5) / 255.0, 1.0);
}
`;
  const hillsVertex = () => `#version 300 es
${essl(2)}
uniform mat4 camera;
uniform vec3 eye;
uniform uint seed;
uniform float normalization;
out vec3 normal;
out vec2 about;
float ground(vec2 p) { return 12.0 * perlin2_fbm(p / 64.0, seed, ${octaves}.0, 0.5, 2.0, normalization); }
void main() {
    vec2 p = vec2(gl_VertexID % ${wide + 1}, gl_VertexID / ${wide + 1}) - ${far}.0;
    float y = ground(p);
    normal = normalize(vec3(y - ground(p + vec2(1.0, 0.0)), 1.0, y - ground(p + vec2(0.0, 1.0))));
    about = vec2(y, length(vec3(p.x, y, p.y) - eye));
    gl_Position = camera * vec4(p.x, y, p.y, 1.0);
}
`;
  const hillsFragment = `#version 300 es
precision highp float;
in vec3 normal;
in vec2 about;
out vec4 colour;
${light}
void main() {
    vec3 n = normalize(normal);
    vec3 grass = mix(vec3(0.10, 0.16, 0.05), vec3(0.28, 0.26, 0.10), smoothstep(-4.0, 5.0, about.x));
    colour = vec4(lit(mix(vec3(0.22, 0.19, 0.16), grass, smoothstep(0.80, 0.90, n.y)), n, about.y), 1.0);
}
`;
  const thingVertex = `#version 300 es
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 face;
layout(location = 2) in vec3 paint;
layout(location = 3) in vec4 place;  // and the angle
layout(location = 4) in float size;
uniform mat4 camera;
uniform vec3 eye;
out vec3 normal, tint;
out float away;
void main() {
    mat2 around = mat2(cos(place.w), sin(place.w), -sin(place.w), cos(place.w));
    vec3 at = position * size;
    at.xz = around * at.xz;
    normal = face;
    normal.xz = around * face.xz;
    tint = paint;
    away = length(at + place.xyz - eye);
    gl_Position = camera * vec4(at + place.xyz, 1.0);
}
`;
  const thingFragment = `#version 300 es
precision highp float;
in vec3 normal, tint;
in float away;
out vec4 colour;
${light}
void main() { colour = vec4(lit(tint, normalize(normal), away), 1.0); }
`;

  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const unit = (a) => a.map((x) => x / Math.hypot(...a));
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

  // Triangles as positions, normals and colours.
  const face = (colour, ...corners) => {
    const [a, b, c] = corners, normal = unit(cross(b.map((x, i) => x - a[i]), c.map((x, i) => x - a[i])));
    return corners.slice(2).flatMap((last, i) =>
      [corners[0], corners[i + 1], last].flatMap((p) => [...p, ...normal, ...colour]));
  };
  // The surface between two rings around the y axis.
  const ring = (colour, sides, [low, r], [high, s]) => Array.from({ length: sides }, (_, i) => {
    const [a, b] = [i, i + 1].map((k) => 2 * Math.PI * k / sides), [c, d] = [Math.cos, Math.sin];
    const top = s == 0 ? [[0, high, 0]] : [[s * c(a), high, s * d(a)], [s * c(b), high, s * d(b)]];
    return face(colour, [r * c(b), low, r * d(b)], [r * c(a), low, r * d(a)], ...top);
  }).flat();
  const walls = [0.50, 0.40, 0.29], roof = [0.30, 0.055, 0.035], wood = [0.16, 0.09, 0.05];
  const meshes = {
    hut: [
      ...[[1, 0], [0, 1], [-1, 0], [0, -1]].flatMap(([x, z]) => face(walls,
        ...[[-1, -1.2], [-1, 1.4], [1, 1.4], [1, -1.2]].map(([side, y]) =>
          [1.5 * x - 1.5 * z * side, y, 1.2 * z + 1.2 * x * side]))),
      ...[1, -1].flatMap((x) => face(walls, [1.5 * x, 1.4, -x * 1.2], [1.5 * x, 2.5, 0], [1.5 * x, 1.4, x * 1.2])),
      ...[1, -1].flatMap((z) => face(roof, [z * 1.8, 1.15, z * 1.5], [z * 1.8, 2.55, 0],
        [-z * 1.8, 2.55, 0], [-z * 1.8, 1.15, z * 1.5])),
      ...face(wood, [1.52, -0.4, 0.45], [1.52, -0.4, -0.25], [1.52, 0.9, -0.25], [1.52, 0.9, 0.45]),
    ],
    tree: [...ring(wood, 5, [-0.4, 0.16], [1, 0.12]), ...ring([0.07, 0.14, 0.06], 7, [0.7, 0.95], [2.2, 0.35]),
      ...ring([0.08, 0.17, 0.07], 7, [1.6, 0.75], [3.2, 0])],
  };

  // Pseudorandom placement: the same hills have the same trees.
  const generator = (state) => () => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32);
  const steep = (x, z) => Math.hypot(height(x + 1, z) - height(x - 1, z), height(x, z + 1) - height(x, z - 1)) / 2;
  function plant() {
    const random = generator(seed + 1);
    things = [];
    built = 0;
    const spot = () => Math.round((random() - 0.5) * wide * 0.9);
    for (let tries = 0; tries < 20000 && things.length < 420; ++tries) {
      const x = spot(), z = spot(), kind = things.length < 5 ? "hut" : "tree", near = kind == "hut" ? 12 : 2;
      if (steep(x, z) > (kind == "hut" ? 0.3 : 0.5) || things.some((t) => Math.hypot(t.x - x, t.z - z) < near +
        (t.kind == "hut" ? 3 : 0)) || (kind == "hut" && Math.hypot(x, z) > 40)) continue;
      if (kind == "tree" && noise.perlin2(x / 16, z / 16, seed) < 0.02) continue;  // in groves
      const size = kind == "hut" ? 1.25 : 0.8 + 0.7 * random();
      things.push({ kind, x, z, y: height(x, z), turn: random() * 6.3, size });
    }
  }

  // The height of the ground computed by JavaScript and, in a separate program, by the GPU.
  let gpu;
  async function report(x, z) {
    const own = value(x, z), row = new Uint32Array(16), floats = floatsOf(row), hex = (word) =>
      `0x${word.toString(16).padStart(8, "0")}`;
    const said = (label.textContent = `Ground under the hut: ${(12 * own).toFixed(6)} m by JavaScript`);
    floats.set([x / 64, z / 64]);
    floats.set([octaves, 0.5, 2, normalization], 8);
    row[12] = seed;
    try {
      gpu ??= (async () => {
        const machine = { ...machines.find(({ name }) => name == "WebGL2") };  // with its own context
        const [, vectors] = isonoise.vectors;
        machine.ready();
        return machine.prepare(vectors, vectors.functions.find(({ kind }) => kind == "_fbm"));
      })();
      const bits = (await gpu)(row), [mine] = asWords(new Float32Array([own]));
      label.textContent = `${said}, ${(12 * floatsOf(bits)[0]).toFixed(6)} m by the GPU: ` +
        (bits[0] == mine ? `the same bits, ${hex(mine)}` : `${hex(mine)} and ${hex(bits[0])} differ`);
    } catch (error) {
      gpu = undefined;
      label.textContent = `${said}. The GPU gives none: ${error.message}`;
    }
  }

  function build(x, z) {
    things = things.filter((t) => Math.hypot(t.x - x, t.z - z) > 4);
    things.push({ kind: "hut", x, z, y: height(x, z), turn: turn + 0.9 * (built % 3), size: 1.25 });
    ++built;
    schedule();
    report(x, z);
  }

  // ---- the camera

  // Orbits the first hut.
  function view() {
    const { x, y, z } = center;
    const [ex, ez] = [x + 30 * Math.sin(turn), z + 30 * Math.cos(turn)];
    const eye = [ex, Math.max(y + 9, height(ex, ez) + 6), ez];
    const back = unit([eye[0] - x, eye[1] - y - 2.5, eye[2] - z]), right = unit(cross([0, 1, 0], back));
    const aspect = canvas.clientWidth / Math.max(canvas.clientHeight, 1), zoom = 1.7 * Math.min(1, aspect / 1.2);
    return { eye, back, right, up: cross(back, right), tall: zoom, broad: zoom / aspect };
  }
  function matrix({ eye, back, right, up, tall, broad }) {
    const [near, most] = [1, 400], depth = (near + most) / (near - most), offset = 2 * near * most / (near - most);
    const columns = [0, 1, 2].flatMap((c) => [broad * right[c], tall * up[c], back[c] * depth, -back[c]]);
    const away = dot(back, eye);
    return [...columns, -broad * dot(right, eye), -tall * dot(up, eye), offset - depth * away, away];
  }
  // The point of the ground at (x, y), each from -1 to 1, by JavaScript's heights; null if none is visible.
  function pick(x, y) {
    const { eye, back, right, up, tall, broad } = view();
    const along = back.map((b, i) => -b + right[i] * x / broad + up[i] * y / tall);
    for (let t = 1; t < 200; t += 0.25) {
      const [px, py, pz] = eye.map((e, i) => e + t * along[i]);
      if (Math.max(Math.abs(px), Math.abs(pz)) < far && py < height(px, pz)) return [Math.round(px), Math.round(pz)];
    }
    return null;
  }

  // ---- drawing

  async function prepare() {
    const program = (vertex, fragment) => programOf(gl, fragment, vertex);
    const [sky, hills, thing] = await Promise.all([program(triangle, skyFragment),
      program(hillsVertex(), hillsFragment), program(thingVertex, thingFragment)]);
    const indices = [];
    for (let row = 0; row < wide; ++row) {
      for (let i = 0; i < wide; ++i) {
        const a = row * (wide + 1) + i, b = a + wide + 1;
        indices.push(a, b, a + 1, a + 1, b, b + 1);
      }
    }
    const buffer = (target, data) => {
      const made = gl.createBuffer();
      gl.bindBuffer(target, made);
      gl.bufferData(target, data, gl.STATIC_DRAW);
      return made;
    };
    const ground = gl.createVertexArray();
    gl.bindVertexArray(ground);
    buffer(gl.ELEMENT_ARRAY_BUFFER, new Uint32Array(indices));
    const kinds = Object.entries(meshes).map(([kind, mesh]) => {
      const array = gl.createVertexArray();
      gl.bindVertexArray(array);
      buffer(gl.ARRAY_BUFFER, new Float32Array(mesh));
      for (const i of [0, 1, 2]) {
        gl.enableVertexAttribArray(i);
        gl.vertexAttribPointer(i, 3, gl.FLOAT, false, 36, 12 * i);
      }
      const places = buffer(gl.ARRAY_BUFFER, new Float32Array(5));
      for (const [i, size] of [[3, 4], [4, 1]]) {
        gl.enableVertexAttribArray(i);
        gl.vertexAttribPointer(i, size, gl.FLOAT, false, 20, i == 3 ? 0 : 16);
        gl.vertexAttribDivisor(i, 1);
      }
      return { kind, array, places, count: mesh.length / 9 };
    });
    return { sky, hills, thing, ground, kinds, triangles: indices.length };
  }

  function draw() {
    scheduled = false;
    if (!scene || gl.isContextLost()) return;
    const ratio = Math.min(devicePixelRatio, 2);
    const [w, h] = [canvas.clientWidth, canvas.clientHeight].map((length) => Math.max(1, Math.round(length * ratio)));
    if (canvas.width != w || canvas.height != h) Object.assign(canvas, { width: w, height: h });
    const v = view(), camera = matrix(v);
    gl.viewport(0, 0, w, h);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    gl.disable(gl.DEPTH_TEST);
    gl.useProgram(scene.sky);
    const horizon = h * 0.5 * (1 + v.tall * Math.tan(Math.asin(v.back[1])));
    gl.uniform1f(gl.getUniformLocation(scene.sky, "horizon"), horizon);
    gl.uniform1f(gl.getUniformLocation(scene.sky, "top"), horizon + h);
    gl.bindVertexArray(null);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.enable(gl.DEPTH_TEST);
    const use = (program) => {
      gl.useProgram(program);
      gl.uniformMatrix4fv(gl.getUniformLocation(program, "camera"), false, camera);
      gl.uniform3fv(gl.getUniformLocation(program, "eye"), v.eye);
    };
    use(scene.hills);
    gl.uniform1ui(gl.getUniformLocation(scene.hills, "seed"), seed);
    gl.uniform1f(gl.getUniformLocation(scene.hills, "normalization"), normalization);
    gl.bindVertexArray(scene.ground);
    gl.drawElements(gl.TRIANGLES, scene.triangles, gl.UNSIGNED_INT, 0);
    use(scene.thing);
    for (const { kind, array, places, count } of scene.kinds) {
      const these = things.filter((t) => t.kind == kind);
      gl.bindVertexArray(array);
      gl.bindBuffer(gl.ARRAY_BUFFER, places);
      const instances = these.flatMap(({ x, y, z, turn, size }) => [x, y, z, turn, size]);
      gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(instances), gl.DYNAMIC_DRAW);
      gl.drawArraysInstanced(gl.TRIANGLES, 0, count, these.length);
    }
  }
  function schedule() {
    if (!scheduled) requestAnimationFrame(draw);
    scheduled = true;
  }

  // ---- input

  let drag = null;
  canvas.addEventListener("pointerdown", (event) => {
    drag = { x: event.clientX, turn, moved: false };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", ({ clientX }) => {
    if (!drag) return;
    drag.moved ||= Math.abs(clientX - drag.x) > 4;
    if (!drag.moved) return;
    turn = drag.turn - (clientX - drag.x) * 0.008;
    schedule();
  });
  canvas.addEventListener("pointerup", ({ clientX, clientY }) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const place = drag && !drag.moved && noise &&
      pick((clientX - left) / width * 2 - 1, 1 - (clientY - top) / height * 2);
    drag = null;
    if (place) build(...place);
  });
  canvas.addEventListener("pointercancel", () => (drag = null));
  canvas.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -0.1, ArrowRight: 0.1 }[event.key];
    if (!noise || (!step && event.key != "Enter")) return;
    event.preventDefault();
    if (step) {
      turn += step;
      schedule();
    } else {
      const place = pick(0, -0.1 - 0.35 * (built % 3) / 2);
      if (place) build(...place);
    }
  });
  element("other-hills").addEventListener("click", () => {
    seed = crypto.getRandomValues(new Uint32Array(1))[0];
    begin();
  });

  function begin() {
    plant();
    center = things[0] ?? { x: 0, y: height(0, 0), z: 0 };
    schedule();
    report(center.x, center.z);
  }
  async function start() {
    noise ??= await javaScript(2);
    normalization = noise.perlin2FbmNormalization(octaves, 0.5);
    scene = await prepare();
    begin();
  }
  const fail = (error) => gl.isContextLost() || say(`The hills cannot be drawn: ${error.message}`);

  if (gl) {
    start().catch(fail);
    new ResizeObserver(schedule).observe(canvas);
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    canvas.addEventListener("webglcontextrestored", () => prepare().then((made) => (scene = made, schedule()), fail));
  } else {
    say(noWebGL2);
    element("other-hills").disabled = true;
  }
}
