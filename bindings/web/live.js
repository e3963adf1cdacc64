// The live picture: the snippet's fBm in viridis colours.
"use strict";
{
  // From low to high.
  const viridis = ["440154", "482475", "414487", "355f8d", "2a788e", "21918c", "22a884", "44bf70", "7ad151", "bddf26",
    "fde725"];
  // Standard deviations of one octave, by dimension.
  const deviations = [0, 0.37, 0.33, 0.26, 0.19];

  const shader = (dim) => `#version 300 es
${essl(dim)}
uniform vec2 size;
uniform float cells, octaves, persistence, lacunarity, normalization, moment, slice, reach;
uniform uint seed, period;
out vec4 colour;

const vec3 stops[11] = vec3[](${viridis.map((hex) =>
    `vec3(${hex.match(/../g).map((two) => (parseInt(two, 16) / 255).toFixed(4))})`)});
vec3 viridis(float t) {
    float at = clamp(t, 0.0, 1.0) * 10.0;
    int low = min(int(at), 9);
    return mix(stops[low], stops[low + 1], at - float(low));
}

// The snippet's fBm has no period, so this sums the octaves, each with a period of its own.
float fbm(${dim == 1 ? "float" : `vec${dim}`} p) {
    if (period == 0u) return perlin${dim}_fbm(p, seed, octaves, persistence, lacunarity, normalization);
    float sum = 0.0, amplitude = normalization;
    uint tile = period;
    for (int i = 0; float(i) < octaves; ++i) {
        float value = perlin${dim}_periodic(p, seed ^ (uint(i) * 0x9E3779B9u), ${
  ["tile", "uvec2(tile)", "uvec3(tile, tile, 0u)", "uvec4(tile, tile, 0u, 0u)"][dim - 1]});
        sum += amplitude * min(octaves - float(i), 1.0) * value;
        amplitude *= persistence;
        tile *= uint(lacunarity);
        p *= lacunarity;
    }
    return sum;
}

// How much of a pixel lies within half a pixel of a tile's border.
float border(float x, float pixel) {
    float far = abs(x - float(period) * floor(x / float(period) + 0.5));
    return period == 0u ? 0.0 : clamp(1.0 - far / pixel, 0.0, 1.0);
}

void main() {
    float pixel = cells / size.y;
    vec2 at = (gl_FragCoord.xy - 0.5 * size) * pixel;
${dim == 1 ? `
    float x = at.x + moment, value = fbm(x), slope = (fbm(x + pixel) - fbm(x - pixel)) * 0.25 * size.y;
    float y = (gl_FragCoord.y / size.y * 2.0 - 1.0) * 1.05;
    float pixels = (y - value) * 0.5 * size.y, away = abs(pixels) / sqrt(1.0 + slope * slope);
    float width = max(size.y / 400.0, 1.0);
    vec3 tint = viridis(0.5 + 0.5 * value / reach);
    vec3 rgb = mix(vec3(0.035, 0.043, 0.059), viridis(0.5 + 0.5 * y / reach) * 0.6, clamp(0.5 - pixels, 0.0, 1.0));
    rgb = mix(rgb, vec3(1.0), 0.25 * clamp(1.0 - abs(y) * 0.5 * size.y, 0.0, 1.0));
    rgb = mix(rgb, mix(tint, vec3(1.0), 0.5), clamp(width + 0.5 - away, 0.0, 1.0));
    rgb = mix(rgb, vec3(1.0), 0.4 * border(x, pixel));` : `
    vec${dim} p = ${["", "at + vec2(moment, 0.0)", "vec3(at, moment)", "vec4(at, slice, moment)"][dim - 1]};
    vec3 rgb = viridis(0.5 + 0.5 * fbm(p) / reach);
    rgb = mix(rgb, vec3(1.0), 0.6 * max(border(p.x, pixel), border(p.y, pixel)));`}
    colour = vec4(rgb, 1.0);
}
`;

  const canvas = element("picture"), form = element("controls"), message = element("live-message");
  const floats = ["cells", "octaves", "persistence", "lacunarity", "normalization", "moment", "slice", "reach"];
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const gl = picture;
  let programs = {}, settings, moment, playing = !still.matches, dirty = true, visible = true, scheduled = false;
  // The fraction of pixels drawn per axis: below 1 during animation on a GPU that cannot keep up.
  let detail = 1, submitted = 0, fence = null, last = 0, cost = 0;

  const say = (text) => {
    message.textContent = text;
    message.hidden = !text;
    canvas.classList.toggle("covered", Boolean(text));
  };

  // The normalization, computed like isonoise::fbm(), and the sum's standard deviation, which scales the colours.
  function sums(octaves, persistence) {
    let sum = 0, squares = 0;
    for (let i = 0, amplitude = 1; i < octaves; ++i, amplitude *= persistence) {
      const part = amplitude * Math.min(octaves - i, 1);
      sum += part;
      squares += part * part;
    }
    const normalization = octaves > 1 ? (1 - 2 ** -18) / sum : 1;
    return { normalization, deviation: Math.sqrt(squares) * normalization };
  }

  function read() {
    const value = (id) => Number(element(id).value);
    const dim = Number(form.elements.dim.value), periodic = element("periodic").checked;
    const lacunarity = periodic ? Math.round(value("lacunarity")) : value("lacunarity");
    const seed = element("seed");
    seed.setAttribute("aria-invalid", String(!seed.validity.valid || seed.value == ""));
    settings = {
      dim, lacunarity, cells: 2 ** value("frequency"), octaves: value("octaves"), persistence: value("persistence"),
      seed: seed.validity.valid && seed.value != "" ? value("seed") : settings.seed,
      slice: value("slice"), moment,
      period: periodic ? value("period") : 0, ...sums(value("octaves"), value("persistence")),
    };
    // The value at the ends of the colour range.
    settings.reach = Math.min(2.5 * deviations[dim] * settings.deviation, 1);

    const digits = (x, count) => x.toFixed(count);
    const said = {
      frequency: `${digits(settings.cells, settings.cells < 10 ? 1 : 0)} cells`, octaves: digits(settings.octaves, 1),
      persistence: digits(settings.persistence, 2),
      lacunarity: periodic ? `${lacunarity}, whole to tile` : digits(lacunarity, 2),
      period: periodic ? `${settings.period} ${settings.period == 1 ? "cell" : "cells"}` : "off",
      slice: dim == 4 ? digits(settings.slice, 2) : "4D only", time: digits(settings.moment, 2),
    };
    for (const [id, text] of Object.entries(said)) {
      const slider = element(id), output = form.querySelector(`output[for=${id}]`);
      if (output.textContent != text) output.textContent = text;
      slider.setAttribute("aria-valuetext", text);
      slider.style.setProperty("--part", (slider.value - slider.min) / (slider.max - slider.min));
    }
    element("period").disabled = !periodic;
    element("slice").disabled = dim != 4;
    const ends = settings.reach.toFixed(2);
    element("low").textContent = `−${ends}`;
    element("high").textContent = `+${ends}`;
    canvas.setAttribute("aria-label", `Perlin noise in ${dim}D, seed ${settings.seed}, ${said.octaves} octaves`);
    dirty = true;
    schedule();
  }

  function fit() {
    const ratio = devicePixelRatio * detail, { width, height } = canvas.getBoundingClientRect();
    const [w, h] = [width, height].map((length) => Math.max(1, Math.round(length * ratio)));
    if (canvas.width != w) canvas.width = w;
    if (canvas.height != h) canvas.height = h;
  }

  // The result gets its `program` once it is compiled.
  function compile(dim) {
    const made = {};
    programOf(gl, shader(dim)).then((program) => {
      const names = ["size", "seed", "period", ...floats];
      made.at = Object.fromEntries(names.map((name) => [name, gl.getUniformLocation(program, name)]));
      made.program = program;
      dirty = true;
      schedule();
    }).catch((error) => {
      if (!gl.isContextLost()) say(`The GPU driver rejects the picture's shader: ${error.message}`);
    });
    return made;
  }

  function draw() {
    const { program, at } = (programs[settings.dim] ??= compile(settings.dim));
    if (!program) return;
    fit();
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.useProgram(program);
    for (const name of floats) gl.uniform1f(at[name], settings[name]);
    gl.uniform2f(at.size, canvas.width, canvas.height);
    gl.uniform1ui(at.seed, settings.seed);
    gl.uniform1ui(at.period, settings.period);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    submitted = performance.now();
    dirty = false;
  }

  // Waits for each frame to finish, otherwise a slow GPU would block the page.
  function tick(now) {
    scheduled = false;
    const step = Math.min(now - last, 100) / 1000;
    last = now;
    if (!gl || gl.isContextLost() || !visible) return;
    if (fence) {
      if (gl.clientWaitSync(fence, 0, 0) == gl.TIMEOUT_EXPIRED) return schedule();
      gl.deleteSync(fence);
      fence = null;
      cost += (performance.now() - submitted - cost) * 0.2;
      if (playing) adapt();
    }
    if (playing) {
      const time = element("time");
      moment = (moment + 0.3 * step) % Number(time.max);
      time.value = moment;
      read();
    } else if (detail < 1) {
      detail = 1;
      dirty = true;
    }
    if (dirty) draw();
    if (playing || fence) schedule();
  }

  function adapt() {
    const change = cost > 50 && detail > 0.25 ? 0.8 : cost < 20 && detail < 1 ? 1.25 : 1;
    if (change == 1) return;
    detail = Math.min(Math.max(detail * change, 0.25), 1);
    cost *= change * change;
  }

  function schedule() {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(tick);
  }

  function play(on) {
    playing = on;
    element("play").textContent = on ? "Pause" : "Play";
    schedule();
  }

  function reset() {
    form.reset();
    stepLacunarity();
    moment = Number(element("time").value);
    read();
  }

  // Tiling requires an integer lacunarity.
  function stepLacunarity() {
    element("lacunarity").step = element("periodic").checked ? 1 : 0.01;
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => {
    if (event.target.id == "periodic") stepLacunarity();
    if (event.target.id == "time") {
      moment = Number(event.target.value);
      play(false);
    }
    read();
  });
  element("play").addEventListener("click", () => play(!playing));
  element("defaults").addEventListener("click", reset);
  element("another").addEventListener("click", () => {
    element("seed").value = crypto.getRandomValues(new Uint32Array(1))[0];
    read();
  });
  still.addEventListener("change", () => still.matches && play(false));

  canvas.addEventListener("webglcontextlost", (event) => {
    event.preventDefault();
    say("The graphics context was lost. The picture returns if the browser restores it; otherwise reload the page.");
  });
  const begin = () => {
    programs = {};
    fence = null;
    dirty = true;
    say("");
    schedule();
  };
  canvas.addEventListener("webglcontextrestored", begin);

  reset();
  play(playing);
  if (gl) {
    new ResizeObserver(() => {
      dirty = true;
      schedule();
    }).observe(canvas);
    new IntersectionObserver(([{ isIntersecting }]) => {
      visible = isIntersecting;
      schedule();
    }).observe(canvas);
  } else {
    say(`${noWebGL2} You can still copy the snippets below.`);
    for (const control of form.elements) control.disabled = true;
  }
}
