// The library as WebAssembly behind JavaScript: an instance holds one noise, or one function (function.js). Imports
// nothing, so that a page without modules can use it too.

function wrong(what, expected, got) {
  return RangeError(`${what}: expected ${expected}, got ${typeof got == "string" ? JSON.stringify(got) : String(got)}`);
}

// UTF-8 as Latin-1 and back, without TextEncoder, which Jest's jsdom lacks. Replaces lone surrogates.
const utf8 = (text) => unescape(encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd")));
const text = (bytes) => decodeURIComponent(escape(Array.from(bytes, (c) => String.fromCharCode(c)).join("")));

/** The number with the fewest digits that rounds to the same float. */
export function shortest(value) {
  for (let n = 1; n <= 9; ++n) {
    if (Math.fround(value.toPrecision(n)) === value) return Number(value.toPrecision(n));
  }
  return value;
}

/** An instance of the compiled library. Its memory is freed with it. */
export function instantiate(module) {
  const memory = () => lib.memory.buffer;
  const decimal = (value, single, to) => {
    const digits = String(single ? shortest(value) : value);
    new Uint8Array(memory(), to).set(Array.from(digits, (c) => c.charCodeAt(0)));
    return digits.length;
  };
  const stop = () => { throw Error("isonoise: the library stopped"); };
  const lib = new WebAssembly.Instance(module, {
    js: { decimal }, env: { emscripten_notify_memory_growth() {} },
    wasi_snapshot_preview1: { clock_time_get: () => 0, proc_exit: stop },
  }).exports;
  lib._initialize();
  return lib;
}

/** Writes texts to the library's room for them, one after the other, and returns their lengths there. */
export function send(lib, ...texts) {
  const all = texts.map(utf8), to = lib.text(all.reduce((sum, { length }) => sum + length, 0));
  const bytes = new Uint8Array(lib.memory.buffer, to);
  all.reduce((at, one) => {
    for (let i = 0; i < one.length; ++i) bytes[at + i] = one.charCodeAt(i);
    return at + one.length;
  }, 0);
  return all.map(({ length }) => length);
}

/** The library's text of this length. */
export const received = (lib, length) => text(new Uint8Array(lib.memory.buffer, lib.text(0), length));

// Throws the library's message if its length is not 0.
const checkOf = (lib, what) => (length) => {
  if (length > 0) throw RangeError(`${what}: ${received(lib, length)}`);
};

function apply(lib, settingsOf) {
  const write = (words) => send(lib, ...words.map((word) => `${word.slice(0, 100)}\0`));
  const check = checkOf(lib, "noise");
  const isSetting = (name) => (write([name]), lib.is_setting());
  for (const [name, value] of settingsOf(isSetting)) {
    if (value === undefined) continue;
    write([name, String(value)]);
    if (typeof value == "number") check(lib.set_number(value));
    else if (name != "period" || !Array.isArray(value)) check(lib.set_word());
    else for (const count of value) check(lib.add_period(Number(count)));
  }
  check(lib.make());
}

// Expands to a list with one number per axis; a single number applies to all axes.
function perAxis(what, given, dim, expected, isRight) {
  const list = typeof given == "number" ? Array(dim).fill(given) : given;
  if (!Array.isArray(list) || list.length != dim || !list.every(isRight))
    throw wrong(what, `${expected}, one for each of ${dim} axes`, Array.isArray(given) ? `[${given}]` : given);
  return list;
}

/** The points of a grid along each axis, checked, and their number. */
export function axesOf(dim, { size, step, offset = 0, first = 0 }) {
  const sizes = perAxis("grid: size", size, dim, "whole numbers from 1", (n) => Number.isSafeInteger(n) && n >= 1);
  const steps = perAxis("grid: step", step, dim, "numbers other than 0", (x) => Number.isFinite(x) && x != 0);
  const offsets = perAxis("grid: offset", offset, dim, "numbers", Number.isFinite);
  const firsts = perAxis("grid: first", first, dim, "whole numbers within 2^52",
    (n) => Number.isSafeInteger(n) && Math.abs(n) <= 2 ** 52);
  const count = sizes.reduce((a, b) => a * b);
  if (count > 2 ** 30) throw wrong("grid: size", "at most 2^30 points", `[${sizes}]`);
  return { sizes, steps, offsets, firsts, count };
}

/** Many points, by parts that the library has room for. Each has `channels` results, one after the other. */
export function lists(lib, dim, channels, need) {
  const most = lib.most(), floats = (at, count) => new Float32Array(lib.memory.buffer, at, count);
  // Space for `count` results, in `out` if given; take() copies the results from the library's buffers.
  const results = (what, count, gradient, out, cells = false) => {
    if (gradient || cells) need(gradient, cells);
    const length = count * channels;
    const all = out === undefined ? Array.from({ length: gradient ? dim + 1 : 1 }, () => new Float32Array(length))
      : gradient ? [out?.values, ...Array.isArray(out?.gradient) ? out.gradient : []] : [out];
    const fits = (to) => to instanceof Float32Array && to.length === length;
    if (all.length != (gradient ? dim + 1 : 1) || !all.every(fits)) {
      const shape = gradient ? `{ values, gradient: [${dim} lists] }, each ` : "";
      throw TypeError(`${what}: out: expected ${shape}a Float32Array of ${length} numbers`);
    }
    return {
      take(first, n) {
        const from = lib.values() / 4, list = (i) => floats(4 * (from + i * most), n);
        if (channels == 1) return all.forEach((to, i) => to.set(list(i), first));
        for (let c = 0; c < channels; ++c) list(c).forEach((x, i) => all[0][(first + i) * channels + c] = x);
      },
      give: () => out ?? (gradient ? { values: all[0], gradient: all.slice(1) } : all[0]),
    };
  };
  // The results at `count` points; fill(c, to, done) writes coordinate c of those from number `done` on, and of a
  // function fillCells(c, to, done) their cells.
  const evaluate = (what, count, fill, gradient, out, fillCells) => {
    const to = results(what, count, gradient, out, fillCells !== undefined);
    for (let done = 0; done < count; done += most) {
      const n = Math.min(most, count - done), places = lib.coordinates() / 4;
      for (let c = 0; c < dim; ++c) fill(c, floats(4 * (places + c * most), n), done);
      for (let c = 0; c < dim && fillCells; ++c)
        fillCells(c, new Float64Array(lib.memory.buffer, lib.cells() + 8 * c * most, n), done);
      lib.points(n, gradient, fillCells !== undefined);
      to.take(done, n);
    }
    return to.give();
  };
  const points = (coordinates, { gradient = false, out, cells } = {}) => {
    const areLists = (all) => Array.isArray(all) && all.length == dim &&
      all.every((list) => list?.length === coordinates[0]?.length);
    if (!areLists(coordinates)) throw TypeError(`points: expected ${dim} lists of equal length, one for each axis`);
    if (cells !== undefined && !(lib.cells && areLists(cells)))
      throw TypeError(`points: cells: expected ${lib.cells ? `${dim} lists as long as the coordinates'` : "none"}`);
    const from = (all) => (c, to, done) => {
      for (let i = 0; i < to.length; ++i) to[i] = all[c][done + i];
    };
    return evaluate("points", coordinates[0].length, from(coordinates), gradient, out, cells && from(cells));
  };
  return { results, evaluate, points };
}

function methods(lib) {
  const dim = lib.dimensions(), hasGradient = lib.has_gradient() || lib.has_slope(), most = lib.most();
  const needGradient = () => {
    if (!hasGradient) throw TypeError("noise: these settings have no gradient");
  };
  const { results, points } = lists(lib, dim, 1, needGradient);
  const withSlope = (value, slope) => {
    const from = new Float32Array(lib.memory.buffer, lib.slopes(), dim);
    for (let i = 0; i < dim; ++i) slope[i] = from[i];
    return value;
  };

  return {
    dim,
    at: lib.at,
    atCell(...args) {
      const [x = 0, y = 0, z = 0, w = 0] = args.slice(0, dim), [fx, fy, fz, fw] = args.slice(dim, 2 * dim);
      return lib.at_cell(x, y, z, w, fx, fy, fz, fw);
    },
    gradient(...args) {
      needGradient();
      const [x, y, z, w] = args.slice(0, dim);
      return withSlope(lib.gradient(x, y, z, w), args[dim]);
    },
    gradientCell(...args) {
      needGradient();
      const [x = 0, y = 0, z = 0, w = 0] = args.slice(0, dim), [fx, fy, fz, fw] = args.slice(dim, 2 * dim);
      return withSlope(lib.gradient_cell(x, y, z, w, fx, fy, fz, fw), args[2 * dim]);
    },
    grid({ gradient = false, out, ...grid } = {}) {
      const { sizes, steps, offsets, firsts, count } = axesOf(dim, grid);
      sizes.forEach((n, c) => lib.axis(c, offsets[c], steps[c], firsts[c], n));
      checkOf(lib, "grid")(lib.check_grid());
      const to = results("grid", count, gradient, out);
      // Whole axes while they fit, then a part of the next axis, then one point at a time of the others.
      const part = sizes.map(() => 1);
      let room = most;
      for (let c = 0; c < dim && room > 0; ++c) {
        part[c] = Math.min(sizes[c], room);
        room = part[c] < sizes[c] ? 0 : Math.floor(room / part[c]);
      }
      const at = sizes.map(() => 0);
      for (let done = 0; done < count;) {
        let n = 1;
        for (let c = 0; c < dim; ++c) {
          const along = Math.min(part[c], sizes[c] - at[c]);
          lib.axis(c, offsets[c], steps[c], firsts[c] + at[c], along);
          n *= along;
        }
        lib.grid(gradient);
        to.take(done, n);
        done += n;
        for (let c = 0; c < dim; ++c) {
          at[c] += part[c];
          if (at[c] < sizes[c]) break;
          at[c] = 0;
        }
      }
      return to.give();
    },
    points,
  };
}

/** The noise with the settings [[name, value], ...] that settingsOf(isSetting) gives, by the compiled library. */
export function open(module, settingsOf) {
  const lib = instantiate(module);
  apply(lib, settingsOf);
  return methods(lib);
}
