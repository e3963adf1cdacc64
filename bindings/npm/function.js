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
  const derive = () => {
    const failed = lib.derive();
    if (failed) throw TypeError(received(lib, failed));
  };
  const { evaluate, points } = lists(lib, dim, channels, derive);
  // The results at a point.
  const one = (what, point, gradient) => {
    if (point.length != dim) throw TypeError(`${what}: expected ${dim} coordinates, got ${point.length}`);
    const results = evaluate(what, 1, (c, to) => to[0] = point[c], gradient);
    return gradient ? [results.values, ...results.gradient].map(([x]) => x) : [...results];
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
    at(...point) {
      const results = one("at", point, false);
      return channels == 1 ? results[0] : results;
    },
    gradient(...args) {
      const to = args[dim];
      if (args.length != dim + 1 || to?.length === undefined)
        throw TypeError(`gradient: expected ${dim} coordinates and an array for the derivatives`);
      const [value, ...slope] = one("gradient", args.slice(0, dim), true);
      slope.forEach((x, c) => to[c] = x);
      return value;
    },
    grid({ gradient = false, out, ...grid } = {}) {
      const { sizes, steps, offsets, firsts, count } = axesOf(dim, grid);
      const axes = sizes.map((n, c) =>
        Float32Array.from({ length: n }, (_, i) => offsets[c] + (firsts[c] + i) * steps[c]));
      const fill = (c, to, done) => {
        const before = sizes.slice(0, c).reduce((a, b) => a * b, 1);
        let at = Math.floor(done / before) % sizes[c], run = done % before;
        for (let i = 0; i < to.length; ++i) {
          to[i] = axes[c][at];
          if (++run == before) run = 0, at = (at + 1) % sizes[c];
        }
      };
      return evaluate("grid", count, fill, gradient, out);
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
