import { bases } from "./bases.js";
import { open } from "./library.js";
import { once } from "./wasm.js";

const library = /* @__PURE__ */ once(() => import("./noise-wasm.js"));

// The settings of a preset: as given, or, for a preset file, completed by the defaults of its scene.
function settingsOf(preset, isSetting) {
  if (typeof preset != "object" || preset === null || Array.isArray(preset))
    throw TypeError("noise: expected settings or a preset, such as { dim: 3, octaves: 5 }");
  if (preset.schema === undefined) return Object.entries(preset);
  if (preset.schema !== 1) throw RangeError(`noise: schema: expected 1, got ${preset.schema}`);
  const { scene = "map", fractal } = preset;
  const whole = { ...bases[scene], ...bases[`${scene}-${fractal}`], ...preset };
  return Object.entries(whole).filter(([name]) => isSetting(name));
}

/** The noise that settings or a preset describe; see index.d.ts. */
export async function noise(preset) {
  return open(await library(), (isSetting) => settingsOf(preset, isSetting));
}
