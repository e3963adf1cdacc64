// Shared by the runners: arguments, the snippets with their functions' golden vectors, and the report about an engine
// with different bits.
import { readFileSync, existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { functions } from "../../bindings/web/vectors.mjs";

const options = { snippets: { type: "string" }, only: { type: "string" }, quick: { type: "boolean" } };
/// --snippets DIR, --only NAME (perlin2), --quick (only libraries.mjs reads it)
export function args() {
  try {
    const { values } = parseArgs({ options });
    if (values.snippets) return values;
  } catch (error) {
    console.error(error.message);
  }
  console.error("usage: node RUNNER.mjs --snippets DIR [--only perlin2]");
  process.exit(2);
}

/// The snippets of a language: { name, source, functions }.
export function snippets({ snippets: folder, only }, language, extension = "glsl") {
  const found = [];
  for (const dim of [1, 2, 3, 4]) {
    const name = `perlin${dim}`, path = `${folder}/${language}/${name}.${extension}`;
    if (only && only != name) continue;
    if (existsSync(path)) found.push({ name, source: readFileSync(path, "utf8"), functions: functions(dim) });
    else fail(`${path} is missing`);
  }
  if (found.length == 0) fail(`${folder}/${language}: no snippets`);
  return found;
}

export function fail(message) {
  console.log(message);
  process.exitCode = 1;
}

const isZero = (word) => (word & 0x7fffffff) >>> 0 < 0x00800000;  // or subnormal: drivers flush those
const isNan = (word) => (word & 0x7fffffff) >>> 0 > 0x7f800000;  // whose sign and payload are the driver's
const isSame = (a, b) => a === b || (isZero(a) && isZero(b)) || (isNan(a) && isNan(b));
const hex = (word) => "0x" + (word >>> 0).toString(16).padStart(8, "0");

/// Reports how many words of `got` differ, if any, and the first such point. got[i] belongs to f.expected[i]. With
/// f.open, an expected NaN may be a number.
export function report(runner, snippet, f, got) {
  const agree = (e, word) => word !== undefined && (isSame(e, word) || (f.open && isNan(e)));
  const differing = f.expected.flatMap((e, i) => (agree(e, got[i]) ? [] : [i]));
  if (differing.length == 0) return;
  const i = differing[0], row = Math.floor(i / f.outputs);
  const point = f.rows.slice(row * 16, row * 16 + f.dim).map(hex).join(", ");
  fail(`${runner}: ${snippet.name}: ${f.name}: ${differing.length} of ${f.expected.length} values differ\n` +
    `  first: ${f.about[row]} (${point}), output ${i % f.outputs}: ` +
    `${got[i] === undefined ? "nothing" : hex(got[i])}, expected ${hex(f.expected[i])}`);
}
