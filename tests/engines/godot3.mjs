// Runs the godot3 snippets in a Godot 3 project (godot3/), on a virtual display.
import { cpSync, existsSync } from "node:fs";
import { args, snippets, report, fail } from "./golden.mjs";
import { at, read, write } from "./tools.mjs";
import { godot3 } from "./wrap.mjs";
import { godot } from "./xvfb.mjs";

// Pixel (i, r) is output i of row r; its four bytes are the bytes of a word. The rows are a texture of single bytes,
// since Godot would treat a colour texture as sRGB.
export const shader = (snippet, f) => `shader_type canvas_item;
render_mode unshaded, blend_disabled;
uniform sampler2D rows;
${snippet.source.replace(/^\s*shader_type .*$/m, "")}
${godot3(f)}
uint byte(sampler2D from, int x, int y) { return uint(texelFetch(from, ivec2(x, y), 0).r * 255.0 + 0.5); }
uint word(sampler2D from, int x, int y) {
    return byte(from, 4 * x, y) | (byte(from, 4 * x + 1, y) << uint(8)) | (byte(from, 4 * x + 2, y) << uint(16)) |
           (byte(from, 4 * x + 3, y) << uint(24));
}
uvec4 words(sampler2D from, int x, int y) {
    return uvec4(word(from, x, y), word(from, x + 1, y), word(from, x + 2, y), word(from, x + 3, y));
}
void fragment() {
    int y = int(FRAGCOORD.y);
    uint bits = evaluate(words(rows, 0, y), words(rows, 4, y), words(rows, 8, y), word(rows, 12, y), int(FRAGCOORD.x));
    COLOR = vec4(float(bits & uint(255)), float((bits >> uint(8)) & uint(255)),
                 float((bits >> uint(16)) & uint(255)), float(bits >> uint(24))) / 255.0;
}
`;

/// A job for each function of the snippets, and all of them as text for the project's script: one column more than there
/// are outputs, since a viewport is at least two pixels wide.
export const jobsOf = (all) => all.flatMap((snippet) =>
  snippet.functions.map((f) => ({ snippet, f, name: `${snippet.name}.${f.name}` })));
export const listOf = (jobs) => JSON.stringify(jobs.map(({ f, name }) => [name, f.outputs + 1, f.rows.length / 16]));

/// Reports on jobs. `text`: what the engine said; bitsOf(name): the bytes of a picture, or nothing.
export function judge(runner, jobs, text, bitsOf) {
  for (const { snippet, f, name } of jobs) {
    const said = text.split(`job ${name}\n`)[1]?.split(/^job /m)[0] ?? text, bits = bitsOf(name);
    if (/ERROR/.test(said) || !bits) {
      const lines = said.split("\n").filter((line) => /error/i.test(line)).slice(0, 4);
      fail(`${runner}: ${snippet.name}: ${f.name}: ${lines.join("\n") || said.slice(-1000)}`);
      continue;
    }
    const words = new Uint32Array(new Uint8Array(bits).buffer);
    report(runner, snippet, f, Array.from(words).filter((_, i) => i % (f.outputs + 1) < f.outputs));
  }
}

/// Runs the snippets, all in one project.
export async function run(runner, all) {
  const jobs = jobsOf(all);
  for (const { snippet, f, name } of jobs) {
    write(`${name}.shader`, shader(snippet, f));
    write(`${name}.rows`, new Uint8Array(new Uint32Array(f.rows).buffer));
  }
  write("jobs.json", listOf(jobs));
  cpSync(new URL("godot3", import.meta.url), at("project"), { recursive: true });
  const text = await godot(at("project"), { ISONOISE_JOBS: at(".") });
  judge(runner, jobs, text, (name) => existsSync(at(`${name}.bits`)) && read(`${name}.bits`));
}

if (process.argv[1].endsWith("godot3.mjs")) await run("godot3", snippets(args(), "godot3", "shader"));
