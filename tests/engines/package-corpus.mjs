// The functions of tests/functions/files.mjs with the bits that the program prints for random points.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { functionFiles } from "../functions/files.mjs";

const words = (buffer) => Array.from({ length: buffer.length / 4 }, (_, i) => buffer.readUInt32LE(4 * i));

// [{ name, text, dim, channels, points, values, slopes }]: results by point, as bits; slopes are the value and the
// derivatives, or null if the text has none.
export function corpus(program) {
  let state = 1;
  const random = () => (state = Math.imul(state, 0x915F77F5) + 1) / 2 ** 31;  // -1 to 1
  return functionFiles.map(({ name, path }) => {
    const text = readFileSync(path, "utf8");
    const [, result, point] = /^(float|vec\d) noise\((float|vec\d) /m.exec(text);
    const size = (type) => type == "float" ? 1 : Number(type.at(-1)), dim = size(point), channels = size(result);
    const points = Array.from({ length: 1000 }, (_, i) =>
      Array.from({ length: dim }, () => Math.fround(random() * (i % 5 == 0 ? 3e4 : 20))));
    const sample = (...flags) => words(execFileSync(program, ["sample", "--format", "f32", ...flags, path],
      { input: Buffer.from(Float32Array.from(points.flat()).buffer) }));
    const slopes = channels == 1 && !text.includes("_gradient(") ? sample("--gradient") : null;  // already a derivative
    return { name, text, dim, channels, points, values: sample(), slopes };
  });
}
