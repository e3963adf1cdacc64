// "Check this browser": runs the golden vectors and a million points on every machine (machines.js) and compares bits.
"use strict";
{
  const kinds = { "": "value", _gradient: "gradient", _periodic: "periodic", _periodic_gradient: "periodic, gradient",
    _fbm: "fBm" };
  const million = 1 << 20, part = 2048;  // rows at a time: every WebGL2 has textures of that height
  const verdict = element("verdict"), run = element("run"), progress = element("progress");
  const copy = element("copy-report");
  let report = "";

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

  // Coordinates: most within some distance of 0, some on or next to a lattice point, some of any bits at all, NaN and
  // infinities among them. Rows of a part share a seed.
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

  // How many values differ, and a description of the first.
  function compare(dim, f, rows, got, expected) {
    let differ = 0, first;
    for (let i = 0; i < expected.length; ++i) {
      const e = expected[i];
      if (e == got[i] || (isZero(e) && isZero(got[i]))) continue;
      const row = Math.floor(i / f.outputs) * 16;
      if (++differ == 1) first = `point (${[...rows.subarray(row, row + dim)].map(hex).join(", ")}), seed ` +
        `${rows[row + 12]}, output ${i % f.outputs}: ${hex(got[i])}, expected ${hex(e)}`;
    }
    return { differ, of: expected.length, first };
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

  // Adds a result to those that a cell shows.
  function add(cell, result, exact) {
    const all = (cell.result ??= { differ: 0, of: 0 });
    all.differ += result.differ;
    all.of += result.of;
    cell.title ||= result.first ?? "";
    cell.className = all.differ == 0 ? "equal" : exact ? "wrong" : "near";
    cell.replaceChildren(make("b", {}, count(all.differ)), make("span", {}, ` of ${count(all.of)}`));
  }

  // Lets the page handle events now and then.
  let rested = 0;
  const rest = async () => {
    if (performance.now() - rested < 30) return;
    await pause();
    rested = performance.now();
  };

  const must = (machine) => machine.exact !== false;  // all bits must be equal
  const columns = ["golden", "points"];

  async function check(seed) {
    for (const id of ["summary", "tables"]) element(id).replaceChildren();
    const summary = table(element("summary"), [], ["", "Golden vectors", "A million points"],
      machines.map(({ name }) => name), machines.map(({ name }) => columns.map((column) => `${name} ${column}`)));
    const all = [];
    // What keeps a machine from being checked; its table keeps the results so far.
    const stop = (each, error, kind) => {
      each[kind] = error.message;
      const cell = summary[`${each.machine.name} golden`];
      cell.replaceChildren(make("span", {}, kind));
      cell.className = kind == "failed" ? "wrong" : "";
      cell.title = error.message;
    };
    for (const machine of machines) {
      const each = { machine, lines: [], prepared: {} };
      all.push(each);
      try {
        each.about = await machine.ready();
      } catch (error) {
        stop(each, error, "missing");
      }
    }
    const able = () => all.filter((each) => !each.missing && !each.failed);
    element("renderer").textContent = able().filter(({ about, machine }) => about && must(machine))
      .map(({ machine, about }) => `${machine.name}: ${about}`).join("; ");
    element("renderer-row").hidden = !element("renderer").textContent;

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
            for (const cell of [cells[f.name], summary[`${machine.name} golden`]]) add(cell, result, must(machine));
            each.lines.push(`  ${f.name}: ${result.differ} of ${result.of} values differ`,
              ...(result.first ? [`    first: ${result.first}`] : []));
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
            add(summary[`${each.machine.name} points`], result, must(each.machine));
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
    report = conclude(all, summary, seed);
  }

  function conclude(all, summary, seed) {
    const cellsOf = ({ machine }) => columns.map((column) => summary[`${machine.name} ${column}`]);
    const sum = (equal, key) => all.filter(({ machine }) => must(machine) == equal).flatMap(cellsOf)
      .reduce((total, { result }) => total + (result?.[key] ?? 0), 0);
    const wrong = sum(true, "differ"), near = sum(false, "differ"), of = sum(true, "of");
    const right = all.filter(({ machine, missing, failed }) => !missing && !failed && must(machine));
    const failed = all.filter((each) => each.failed);
    const sentences = failed.map(({ machine, failed }) => `${machine.name} failed: ${failed}.`);
    const listed = right.map(({ machine }) => machine.name).join(", ").replace(/, (?!.*, )/, " and ");
    sentences.push(wrong
      ? `${count(wrong)} of ${count(of)} values differ. That is a bug in isonoise, the browser or the driver: please ` +
        "report it."
      : `All ${count(of)} values match bit for bit in ${listed}.`);
    if (near) sentences.push(`In WebGL2 without ISONOISE_EXACT ${count(near)} differ, which is allowed.`);
    verdict.className = `verdict ${wrong || failed.length > 0 ? "wrong" : "equal"}`;
    verdict.textContent = sentences.join(" ");
    return [`isonoise: golden vectors, and random points from seed ${seed}`, `browser: ${navigator.userAgent}`,
      ...all.flatMap((each) => {
        const { result, title } = cellsOf(each)[1];
        return ["", `${each.machine.name}:`, ...(each.about ? [`  renderer: ${each.about}`] : []), ...each.lines,
          ...(result ? [`  random points: ${result.differ} of ${result.of} values differ from JavaScript's`] : []),
          ...(title ? [`    first: ${title}`] : []), ...(each.missing ? [`  missing: ${each.missing}`] : []),
          ...(each.failed ? [`  failed: ${each.failed}`] : [])];
      }), ""].join("\n");
  }

  run.addEventListener("click", async () => {
    if (run.getAttribute("aria-disabled") == "true") return;
    run.setAttribute("aria-disabled", "true");
    copy.disabled = true;
    element("report-copied").textContent = "";
    verdict.className = "verdict";
    verdict.textContent = "Checking…";
    progress.value = 0;
    progress.hidden = false;
    try {
      await check(crypto.getRandomValues(new Uint32Array(1))[0] | 1);
      element("details").hidden = false;
      copy.disabled = false;
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
    element("report-copied").textContent = await copyText(report) ? "Copied" : "The browser does not allow copying";
  });
}
