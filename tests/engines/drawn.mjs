// Baked texts to compile: all built-in presets, and random settings, which depend on ISONOISE_TEST_SEED.
import { readdirSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { fail } from "./golden.mjs";

function random(seed) {  // mulberry32
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), seed | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

// The program rejects contradictory settings: then draw again.
function flagsOf(next) {
  const one = (...all) => all[Math.floor(next() * all.length)], sometimes = (share, flag) => next() < share ? [flag] : [];
  const dim = one(1, 2, 3, 4);
  return [
    `--algorithm=${one("perlin", "perlin", "improved", "value", "value-two-layer", "axis", "diagonal", "slope")}`,
    `--dim=${dim}`, `--seed=${Math.floor(next() * 2 ** 32)}`, `--octaves=${one(1, 2, 3, 4.5, 7, 12, 32)}`,
    ...sometimes(0.5, `--fractal=${one("turbulence", "ridged", "billow", "eroded")}`),
    ...sometimes(0.5, `--fade=${one("linear", "cubic", "quintic")}`),
    ...sometimes(0.3, "--output=unit"), ...sometimes(0.4, `--lacunarity=${one(1, 2.17, 3, 8)}`),
    ...sometimes(0.3, `--persistence=${one(0, 0.3, 1.5)}`), ...sometimes(0.3, `--frequency=${next() * 9}`),
    ...sometimes(0.2, `--filter-width=${next() / 2}`), ...sometimes(0.3, `--warp=${next() * 2}`),
    ...sometimes(0.3, `--flow=${next() * 9}`),
    ...sometimes(0.3, `--period=${Array.from({ length: dim }, () => one(0, 4, 6, 64)).join()}`),
  ];
}

export const seed = Number(process.env.ISONOISE_TEST_SEED ?? 1);

/// The texts in a language: { name, source, dim, extra }, where extra is "gradient", "slope" or "".
export function bakedTexts(program, language, count) {
  const texts = [], seen = new Set(), next = random(seed);
  const print = (name, flags) => {
    const { status, stdout, stderr } =
      spawnSync(program, ["snippet", "--bake", "--lang", language, ...flags], { encoding: "utf8" });
    if (status != 0) return stderr;
    const code = stdout.replace(/\/\/.*/g, "");
    if (seen.has(code)) return "";  // a preset of the same noise in another picture
    seen.add(code);
    const dim = Number(/(\d) dimension/.exec(stdout)[1]);
    const extra = /isonoise_(gradient|slope)(?=[(,: ])/i.exec(stdout.split("\n").slice(0, 12).join("\n"))?.[1] ?? "";
    texts.push({ name, source: stdout, dim, extra });
    return "";
  };
  for (const file of readdirSync(new URL("../../app/presets", import.meta.url)).sort()) {
    const name = file.replace(".json", ""), message = print(name, [name]);
    if (message) fail(`${language}: ${name}: ${message}`);
  }
  if (texts.length < 20) fail(`${language}: only ${texts.length} presets`);
  for (let i = 0, tries = 0; i < count && tries < 50 * count; ++tries) {
    const flags = flagsOf(next);
    if (!print(flags.join(" "), flags)) ++i;
  }
  return texts;
}
