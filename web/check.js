// "Check this browser": runs the golden vectors on the visitor's GPU.
"use strict";
{
  const kinds = { "": "value", _gradient: "gradient", _periodic: "periodic", _periodic_gradient: "periodic, gradient",
    _fbm: "fBm" };
  const modes = [
    { exact: true, title: "With ISONOISE_EXACT", note: "Values that differ: must be none." },
    { exact: false, title: "Without", note: "Values that differ: some may, if the driver fuses operations." },
  ];
  const tables = element("tables"), verdict = element("verdict"), run = element("run"), progress = element("progress");
  const copy = element("copy-report");
  let report = "";

  // Pixel (i, r) is output i of row r.
  const fragmentShader = (dim, f, exact) => `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;
${exact ? "#define ISONOISE_EXACT" : ""}
${essl(dim)}
${f.wrapper}
uniform usampler2D rows;
out uvec4 bits;
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    bits = uvec4(evaluate(texelFetch(rows, ivec2(0, at.y), 0), texelFetch(rows, ivec2(1, at.y), 0),
                          texelFetch(rows, ivec2(2, at.y), 0), texelFetch(rows, ivec2(3, at.y), 0).x, at.x));
}
`;

  const words = (base64) => new Uint32Array(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)).buffer);

  // 16 words per row, as the shader reads them: point, period, octaves to normalization, seed.
  function rowsOf({ dim, points, settings }, f) {
    const all = words(points), indices = words(f.indices), rows = new Uint32Array(16 * indices.length);
    indices.forEach((index, i) => {
      const at = index * (dim + 1);
      rows.set(all.subarray(at, at + dim), i * 16);
      rows.set(settings[all[at + dim]], i * 16 + 4);
    });
    return rows;
  }

  // The words that the GPU computes. Throws an error that says what went wrong.
  async function evaluate(gl, source, rows, outputs) {
    const program = await programOf(gl, source), height = rows.length / 16;
    const texture = (width, data) => {
      const made = gl.createTexture();
      gl.bindTexture(gl.TEXTURE_2D, made);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32UI, width, height, 0, gl.RGBA_INTEGER, gl.UNSIGNED_INT, data);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
      return made;
    };
    const target = texture(outputs, null), input = texture(4, rows), framebuffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, target, 0);
    if (gl.checkFramebufferStatus(gl.FRAMEBUFFER) != gl.FRAMEBUFFER_COMPLETE && !gl.isContextLost())
      throw new Error("this GPU cannot draw 32-bit integers (the framebuffer is incomplete)");
    gl.useProgram(program);
    gl.viewport(0, 0, outputs, height);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    const pixels = new Uint32Array(outputs * height * 4);
    gl.readPixels(0, 0, outputs, height, gl.RGBA_INTEGER, gl.UNSIGNED_INT, pixels);
    const error = gl.getError();
    for (const made of [target, input]) gl.deleteTexture(made);
    gl.deleteFramebuffer(framebuffer);
    gl.deleteProgram(program);
    if (gl.isContextLost()) throw new Error("the context was lost");
    if (error) throw new Error(`WebGL error ${error}`);
    return pixels.filter((_, i) => i % 4 == 0);
  }

  const isZero = (word) => (word & 0x7fffffff) >>> 0 < 0x00800000;  // or subnormal: drivers flush those
  const hex = (word) => "0x" + word.toString(16).padStart(8, "0");

  // How many values differ, and a description of the first.
  function compare(dim, f, rows, got) {
    const expected = words(f.expected), differing = [];
    expected.forEach((e, i) => e == got[i] || (isZero(e) && isZero(got[i])) || differing.push(i));
    const [first] = differing;
    if (first === undefined) return { differ: 0, of: expected.length };
    const row = Math.floor(first / f.outputs) * 16;
    return {
      differ: differing.length, of: expected.length,
      first: `point (${[...rows.subarray(row, row + dim)].map(hex).join(", ")}), seed ${rows[row + 12]}, ` +
        `output ${first % f.outputs}: ${hex(got[first])}, expected ${hex(expected[first])}`,
    };
  }

  const count = (number) =>
    (number < 10000 ? String(number) : number.toLocaleString("en-GB").replaceAll(",", "\u202f"));
  const make = (tag, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };

  // Adds a mode's table; returns its cells by function name.
  function table({ title, note }) {
    const cells = {};
    const head = make("tr", {}, make("th", { scope: "col" }, "Function"),
      ...isonoise.vectors.map(({ dim }) => make("th", { scope: "col" }, `${dim}D`)));
    const body = Object.entries(kinds).map(([kind, name]) => make("tr", {}, make("th", { scope: "row" }, name),
      ...isonoise.vectors.map(({ dim }) => (cells[`perlin${dim}${kind}`] = make("td", {}, "–")))));
    tables.append(make("table", {}, make("caption", {}, make("strong", {}, title), " ", make("span", {}, note)),
      make("thead", {}, head), make("tbody", {}, ...body)));
    return cells;
  }

  function fill(cell, result, exact) {
    cell.className = result.differ == 0 ? "equal" : exact ? "wrong" : "near";
    cell.title = result.first ?? "";
    cell.replaceChildren(make("b", {}, count(result.differ)), make("span", {}, ` of ${count(result.of)}`));
  }

  const sum = (results, key) => results.reduce((all, result) => all + result[key], 0);

  function conclude(renderer, results) {
    const [exact, fast] = [true, false].map((mode) => results.filter((result) => result.exact == mode));
    const wrong = sum(exact, "differ"), near = sum(fast, "differ"), of = sum(exact, "of");
    verdict.className = `verdict ${wrong ? "wrong" : "equal"}`;
    verdict.textContent = (wrong
      ? `${count(wrong)} of ${count(of)} values differ with ISONOISE_EXACT. That is a bug in isonoise or the driver: ` +
        "please report it."
      : `All ${count(of)} values match bit for bit with ISONOISE_EXACT.`) +
      (near ? ` Without it, ${count(near)} differ, which is allowed.` : " Here they match without it, too.");
    return ["isonoise: golden vectors in WebGL2", `renderer: ${renderer}`, `browser: ${navigator.userAgent}`,
      ...modes.flatMap(({ exact, title }) => ["", `${title}${exact ? "" : " ISONOISE_EXACT"}:`,
        ...results.filter((result) => result.exact == exact).flatMap(({ name, differ, of, first }) =>
          [`  ${name}: ${differ} of ${of} values differ`, ...(first ? [`    first: ${first}`] : [])])]), ""].join("\n");
  }

  async function check(gl) {
    const info = gl.getExtension("WEBGL_debug_renderer_info");
    const renderer = gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
    element("renderer").textContent = renderer;
    element("renderer-row").hidden = false;
    const results = [], all = modes.length * sum(isonoise.vectors.map((v) => v.functions), "length");
    for (const mode of modes) {
      const cells = table(mode);
      for (const vectors of isonoise.vectors) {
        for (const f of vectors.functions) {
          const rows = rowsOf(vectors, f), source = fragmentShader(vectors.dim, f, mode.exact);
          const result = compare(vectors.dim, f, rows, await evaluate(gl, source, rows, f.outputs)
            .catch((error) => { throw new Error(`${f.name}: ${error.message}`); }));
          fill(cells[f.name], result, mode.exact);
          results.push({ name: f.name, exact: mode.exact, ...result });
          progress.value = results.length / all;
          await pause();
        }
      }
    }
    report = conclude(renderer, results);
  }

  run.addEventListener("click", async () => {
    if (run.getAttribute("aria-disabled") == "true") return;
    run.setAttribute("aria-disabled", "true");
    copy.disabled = true;
    element("report-copied").textContent = "";
    tables.replaceChildren();
    verdict.className = "verdict";
    verdict.textContent = "Checking…";
    progress.value = 0;
    progress.hidden = false;
    const gl = document.createElement("canvas").getContext("webgl2");
    try {
      if (!gl) throw new Error(noWebGL2);
      await check(gl);
      copy.disabled = false;
    } catch (error) {
      verdict.className = "verdict wrong";
      verdict.textContent = `The check failed: ${error.message}`;
    } finally {
      gl?.getExtension("WEBGL_lose_context")?.loseContext();
      progress.hidden = true;
      run.removeAttribute("aria-disabled");
      run.textContent = "Check again";
    }
  });

  copy.addEventListener("click", async () => {
    element("report-copied").textContent = await copyText(report) ? "Copied" : "The browser does not allow copying";
  });

  if (!picture) {
    run.disabled = true;
    verdict.textContent = `${noWebGL2} There is nothing to check.`;
  }
}
