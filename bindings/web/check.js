// "Check this browser": runs the golden vectors and a million points on every machine (machines.js) and compares the
// bits.
"use strict";
{
  const kinds = { "": "value", _gradient: "gradient", _periodic: "periodic", _periodic_gradient: "periodic, gradient",
    _fbm: "fBm" };
  const million = 1 << 20, part = 2048;  // rows at a time: every WebGL2 has textures of that height
  const verdict = element("verdict"), run = element("run"), progress = element("progress");
  const copy = element("copy-report"), save = element("save-report"), told = element("report-told");
  let report, issue = "";

  // 16 words per row: point, period, octaves to normalization, seed.
  function rowsOf({ dim, points, settings }, f) {
    const all = words(points), indices = words(f.indices), rows = new Uint32Array(16 * indices.length);
    indices.forEach((index, i) => {
      const at = index * (dim + 1);
      rows.set(all.subarray(at, at + dim), i * 16);
      rows.set(settings[all[at + dim]], i * 16 + 4);
    });
    return rows;
  }

  // Coordinates: most within some distance of 0, some on or next to a lattice point, some with arbitrary bits,
  // including NaN and infinities. The rows of a part share a seed.
  function randomRows(random) {
    const rows = new Uint32Array(16 * part), floats = floatsOf(rows), seed = random();
    for (let i = 0; i < rows.length; ++i) {
      const kind = random() % 8, x = (random() / 2 ** 31 - 1) * 2 ** (random() % 24);
      if (i % 16 == 12) rows[i] = seed;
      else if (i % 16 > 3) continue;
      else if (kind == 0) rows[i] = random();
      else if (kind == 1) floats[i] = Math.round(x), rows[i] += random() % 3 - 1;
      else floats[i] = x;
    }
    return rows;
  }
  // Marsaglia's xorshift.
  const generator = (state) => () => {
    state ^= state << 13;
    state ^= state >>> 17;
    return (state ^= state << 5) >>> 0;
  };

  const isZero = (word) => (word & 0x7fffffff) >>> 0 < 0x00800000;  // or subnormal: drivers flush those
  const hex = (word) => "0x" + word.toString(16).padStart(8, "0");

  // The number of points at which any output differs, and a description of the first.
  function compare(dim, f, rows, got, expected) {
    let differing = 0, last = -1, first;
    for (let i = 0; i < expected.length; ++i) {
      const e = expected[i], point = Math.floor(i / f.outputs), row = point * 16;
      if (e == got[i] || (isZero(e) && isZero(got[i])) || point == last) continue;
      last = point;
      if (++differing == 1) first = `point (${[...rows.subarray(row, row + dim)].map(hex).join(", ")}), seed ` +
        `${rows[row + 12]}, output ${i % f.outputs}: ${hex(got[i])}, expected ${hex(e)}`;
    }
    return { differing, points: expected.length / f.outputs, first };
  }

  const count = (number) =>
    (number < 10000 ? String(number) : number.toLocaleString("en-GB").replaceAll(",", "\u202f"));
  const make = (tag, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };

  // Adds a table; returns its cells by `keys`, row by row.
  function table(to, caption, columns, rows, keys) {
    const cells = {};
    to.append(make("table", {}, ...caption,
      make("thead", {}, make("tr", {}, ...columns.map((name) => make("th", { scope: "col" }, name)))),
      make("tbody", {}, ...rows.map((name, i) => make("tr", {}, make("th", { scope: "row" }, name),
        ...keys[i].map((key) => (cells[key] = make("td", {}, "–"))))))));
    return cells;
  }

  function accumulate(all, { differing, points, first }) {
    all.differing += differing;
    all.points += points;
    all.first ??= first;
    return all;
  }
  // Adds a result to a cell's, and to those of the function in the report.
  function add(cell, result) {
    const all = accumulate(cell.result ??= { differing: 0, points: 0 }, result);
    cell.title ||= result.first ?? "";
    cell.className = all.differing == 0 ? "equal" : "wrong";
    cell.replaceChildren(make("b", {}, count(all.differing)), make("span", {}, ` of ${count(all.points)}`));
  }
  function addTo({ functions }, f, result) {
    const name = `${f.name}()`;  // its name in `verify`
    functions.set(name, accumulate(functions.get(name) ?? { differing: 0, points: 0 }, result));
  }

  // Yields to the page's events now and then.
  let rested = 0;
  const rest = async () => {
    if (performance.now() - rested < 30) return;
    await pause();
    rested = performance.now();
  };

  const columns = ["golden", "points"];

  async function check(seed) {
    for (const id of ["summary", "tables"]) element(id).replaceChildren();
    const summary = table(element("summary"), [], ["", "Golden vectors", "A million points"],
      machines.map(({ name }) => name), machines.map(({ name }) => columns.map((column) => `${name} ${column}`)));
    const all = [];
    // Ends the check of a machine with an error; its table keeps the results so far.
    const stop = (each, error, kind) => {
      each[kind] = error.message;
      const cell = summary[`${each.machine.name} golden`];
      cell.replaceChildren(make("span", {}, kind));
      cell.className = kind == "failed" ? "wrong" : "";
      cell.title = error.message;
    };
    for (const machine of machines) {
      const each = { machine, functions: new Map(), arithmetic: {}, prepared: {} };
      all.push(each);
      try {
        each.driver = await machine.ready();
      } catch (error) {
        stop(each, error, "missing");
        continue;
      }
      try {
          if (machine.arithmetic) each.arithmetic = await machine.arithmetic();
      } catch (error) {
        stop(each, error, "failed");
      }
    }
    const able = () => all.filter((each) => !each.missing && !each.failed);
    const drivers = able().filter(({ driver }) => driver);
    const list = (tell) => drivers.map((each) => `${each.machine.name}: ${tell(each)}`).join("; ");
    element("renderer").textContent = list(({ driver }) => driver.renderer);
    element("arithmetic").textContent = list(({ arithmetic }) => arithmeticInWords(arithmetic.fast));
    element("renderer-row").hidden = drivers.length == 0;

    const dims = isonoise.vectors, per = dims.reduce((sum, { functions }) => sum + functions.length, 0);
    progress.max = 2 * per * machines.length;
    for (const each of able()) {
      const { machine, prepared } = each;
      const cells = table(element("tables"), [make("caption", {}, machine.name)],
        ["Function", ...dims.map(({ dim }) => `${dim}D`)], Object.values(kinds),
        Object.keys(kinds).map((kind) => dims.map(({ dim }) => `perlin${dim}${kind}`)));
      for (const vectors of dims) {
        for (const f of vectors.functions) {
          if (each.failed) continue;
          try {
            const rows = rowsOf(vectors, f);
            prepared[f.name] = await machine.prepare(vectors, f);
            const result = compare(vectors.dim, f, rows, await prepared[f.name](rows), words(f.expected));
            for (const cell of [cells[f.name], summary[`${machine.name} golden`]]) add(cell, result);
            addTo(each, f, result);
          } catch (error) {
            stop(each, Error(`${f.name}: ${error.message}`), "failed");
          }
          progress.value += 1;
          await rest();
        }
      }
    }

    const random = generator(seed), [reference] = able(), others = able().slice(1);
    for (const vectors of dims) {
      const f = vectors.functions.find(({ kind }) => kind == "_gradient");
      for (let done = 0; done < million / dims.length; done += part) {
        const rows = randomRows(random), expected = await reference.prepared[f.name](rows);
        for (const each of others) {
          if (each.failed) continue;
          try {
            const result = compare(vectors.dim, f, rows, await each.prepared[f.name](rows), expected);
            add(summary[`${each.machine.name} points`], result);
            addTo(each, f, result);
          } catch (error) {
            stop(each, Error(`${f.name}: ${error.message}`), "failed");
          }
          await rest();
        }
        progress.value += per * machines.length * part / million;
      }
    }
    summary[`${reference.machine.name} points`].replaceChildren(make("span", {}, "reference"));
    for (const { machine } of all) machine.done?.();
    conclude(all, seed);
  }

  function conclude(all, seed) {
    report = reportOf(all.filter(({ missing }) => !missing), seed);
    const wrong = sum(report.runs, "differing"), of = sum(report.runs, "points");
    const right = all.filter(({ missing, failed }) => !missing && !failed);
    const failed = all.filter((each) => each.failed), missing = all.filter((each) => each.missing);
    const sentences = failed.map(({ machine, failed }) => `${machine.name} failed: ${failed}.`);
    for (const { machine, arithmetic: { zero } } of all)
      if (zero?.fuses || zero?.reorders || zero?.combines)
        sentences.push(`The compiler of ${machine.name} sees through the zero that keeps the bits: please report it.`);
    const listed = right.map(({ machine }) => machine.name).join(", ").replace(/, (?!.*, )/, " and ");
    sentences.push(wrong
      ? `${count(wrong)} of ${count(of)} points differ. That is a bug in isonoise, the browser or the driver: please ` +
        "report it."
      : `All ${count(of)} points match bit for bit in ${listed}.`);
    verdict.className = `verdict ${wrong || failed.length > 0 ? "wrong" : "equal"}`;
    verdict.textContent = sentences.join(" ");
    issue = inIssue(report, verdict.textContent,
      missing.map(({ machine, missing }) => `${machine.name} is missing: ${missing}`));
  }

  run.addEventListener("click", async () => {
    if (run.getAttribute("aria-disabled") == "true") return;
    run.setAttribute("aria-disabled", "true");
    copy.disabled = save.disabled = true;
    told.textContent = "";
    verdict.className = "verdict";
    verdict.textContent = "Checking…";
    progress.value = 0;
    progress.hidden = false;
    try {
      await check((crypto.getRandomValues(new Uint32Array(1))[0] | 1) >>> 0);
      element("details").hidden = false;
      copy.disabled = save.disabled = false;
    } catch (error) {
      verdict.className = "verdict wrong";
      verdict.textContent = `The check failed: ${error.message}`;
    } finally {
      progress.hidden = true;
      run.removeAttribute("aria-disabled");
      run.textContent = "Check again";
    }
  });

  copy.addEventListener("click", async () => {
    told.textContent = await copyText(issue) ? "Copied: paste it into an issue" : "The browser does not allow copying";
  });

  save.addEventListener("click", () => {
    const href = URL.createObjectURL(new Blob([`${inLines(report)}\n`], { type: "application/json" }));
    make("a", { href, download: "isonoise-report.json" }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60000);
    told.textContent = "Saved as isonoise-report.json";
  });
}
