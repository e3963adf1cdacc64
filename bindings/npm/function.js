import { axesOf, instantiate, lists, received, send, shortest } from "./library.js";
import { once } from "./wasm.js";

const library = /* @__PURE__ */ once(() => import("./function-wasm.js"));

const kinds = ["float", "int", "uint", "bool"];

// A parameter as the library has it.
function parameter(lib, i) {
  const texts = (length) => received(lib, length), kind = kinds[lib.kind(i)], size = lib.components(i);
  const values = (of) => {
    const all = Array.from({ length: size }, (_, c) => of(i, c));
    const own = all.map((x) => kind == "bool" ? x != 0 : kind == "float" ? shortest(x) : x);
    return size == 1 ? own[0] : own;
  };
  const range = lib.has_range(i) ? { least: lib.least(i), greatest: lib.greatest(i) } : {};
  return { name: texts(lib.name(i)), kind, size, default: values(lib.standard), value: values(lib.value), ...range,
    about: texts(lib.about(i)) };
}

// Is this coordinate, of points this far apart, further than floats can tell the points apart?
function isCoarse(x, step) {
  const exponent = (new Uint32Array(new Float64Array([step]).buffer)[1] >>> 20 & 2047) - 1023;
  return Math.abs(x) > 2 ** (exponent + 24);  // from 2^e on, floats are 2^(e - 23) apart
}

// Sets all of the parameters, or none if one is wrong.
function set(lib, values) {
  if (typeof values != "object" || values === null || Array.isArray(values))
    throw TypeError("parameters: expected an object, such as { mountains: 0.3 }");
  lib.begin();
  for (const [name, value] of Object.entries(values)) {
    const list = Array.isArray(value) ? value : [value];
    if (list.length < 1 || list.length > 4 || !list.every((x) => typeof x == "number" || typeof x == "boolean"))
      throw TypeError(`${name}: expected a number or a boolean, or up to 4 for a vector`);
    const [length] = send(lib, name);
    new Float64Array(lib.memory.buffer, lib.numbers(), list.length).set(list.map(Number));
    const failed = lib.set(length, list.length);
    if (failed) throw RangeError(received(lib, failed));
  }
  lib.commit();
}

function methods(lib) {
  const dim = lib.dimensions(), channels = lib.channels();
  const need = (gradient, cells) => {
    const failed = lib.derive(gradient, cells);
    if (failed) throw TypeError(received(lib, failed));
  };
  const { evaluate, points } = lists(lib, dim, channels, need);
  // The results at a point, or at cells and then fractions.
  const one = (what, point, gradient, hasCells) => {
    const expected = hasCells ? `${dim} cells and ${dim} fractions` : `${dim} coordinates`;
    if (point.length != (hasCells ? 2 * dim : dim)) throw TypeError(`${what}: expected ${expected}, got ${point.length}`);
    const cells = hasCells ? point.splice(0, dim) : undefined;
    const results =
      evaluate(what, 1, (c, to) => to[0] = point[c], gradient, undefined, cells && ((c, to) => to[0] = cells[c]));
    return gradient ? [results.values, ...results.gradient].map(([x]) => x) : [...results];
  };
  const value = (what, point, hasCells) => {
    const results = one(what, point, false, hasCells);
    return channels == 1 ? results[0] : results;
  };
  const slope = (what, args, hasCells) => {
    const to = args.pop();
    if (args.length != (hasCells ? 2 * dim : dim) || to?.length === undefined) {
      const expected = hasCells ? `${dim} cells, ${dim} fractions` : `${dim} coordinates`;
      throw TypeError(`${what}: expected ${expected} and an array for the derivatives`);
    }
    const [value, ...by] = one(what, args, true, hasCells);
    by.forEach((x, c) => to[c] = x);
    return value;
  };

  return {
    dim, channels,
    get parameters() { return Array.from({ length: lib.parameters() }, (_, i) => parameter(lib, i)); },
    set(values) {
      set(lib, values);
      return this;
    },
    provedRange(channel = 0) {
      if (!Number.isInteger(channel) || channel < 0 || channel >= channels)
        throw RangeError(`provedRange: expected a channel from 0 to ${channels - 1}, got ${String(channel)}`);
      return lib.proved_range(channel) ? [...new Float64Array(lib.memory.buffer, lib.numbers(), 2)] : null;
    },
    at: (...point) => value("at", point, false),
    atCell: (...cellsAndFractions) => value("atCell", cellsAndFractions, true),
    gradient: (...args) => slope("gradient", args, false),
    gradientCell: (...args) => slope("gradientCell", args, true),
    grid({ gradient = false, out, ...grid } = {}) {
      const { sizes, steps, offsets, firsts, count } = axesOf(dim, grid);
      const at = (c, i) => offsets[c] + (firsts[c] + i) * steps[c];
      const isFar = sizes.some((n, c) => n > 1 && (isCoarse(at(c, 0), steps[c]) || isCoarse(at(c, n - 1), steps[c]))) &&
        lib.derive(gradient, true) == 0;  // else the text takes floats alone
      const along = (of) => sizes.map((n, c) => Array.from({ length: n }, (_, i) => of(at(c, i))));
      const filling = (axes) => (c, to, done) => {
        const before = sizes.slice(0, c).reduce((a, b) => a * b, 1);
        let at = Math.floor(done / before) % sizes[c], run = done % before;
        for (let i = 0; i < to.length; ++i) {
          to[i] = axes[c][at];
          if (++run == before) run = 0, at = (at + 1) % sizes[c];
        }
      };
      const fraction = (x) => x - Math.floor(x);
      return isFar ? evaluate("grid", count, filling(along(fraction)), gradient, out, filling(along(Math.floor)))
        : evaluate("grid", count, filling(along(Math.fround)), gradient, out);
    },
    points,
  };
}

/** The function with this text; see function.d.ts. */
export async function createFunction(text, parameters = {}, { name = "function", includes = {} } = {}) {
  for (const one of [text, name, ...Object.values(includes)])
    if (typeof one != "string") throw TypeError(`createFunction: expected a text, got ${String(one)}`);
  const lib = instantiate(await library());
  for (const [file, included] of Object.entries(includes)) lib.file(...send(lib, file, included));
  const failed = lib.make(...send(lib, name, text));
  if (failed) throw SyntaxError(received(lib, failed));
  set(lib, parameters);
  return methods(lib);
}
