export * from "./cpu/perlin1.js";
export * from "./cpu/perlin2.js";
export * from "./cpu/perlin3.js";
export * from "./cpu/perlin4.js";

// Each string is shader source to put before your own. One shader can hold several dimensions.

/** GLSL ES 3.00: WebGL2, three.js. Write `#define ISONOISE_EXACT` before it to keep every bit. */
export declare namespace glsl {
  /** `perlin1`, `perlin1_gradient`, `perlin1_periodic`, `perlin1_periodic_gradient` and `perlin1_fbm`. */
  const perlin1: string;
  /** `perlin1` alone. */
  const perlin1_min: string;
  /** `perlin2`, `perlin2_gradient`, `perlin2_periodic`, `perlin2_periodic_gradient` and `perlin2_fbm`. */
  const perlin2: string;
  /** `perlin2` alone. */
  const perlin2_min: string;
  /** `perlin3`, `perlin3_gradient`, `perlin3_periodic`, `perlin3_periodic_gradient` and `perlin3_fbm`. */
  const perlin3: string;
  /** `perlin3` alone. */
  const perlin3_min: string;
  /** `perlin4`, `perlin4_gradient`, `perlin4_periodic`, `perlin4_periodic_gradient` and `perlin4_fbm`. */
  const perlin4: string;
  /** `perlin4` alone. */
  const perlin4_min: string;
}

/** WGSL: WebGPU. Set `isonoiseN_zero` to a 0 from a buffer to keep every bit. */
export declare namespace wgsl {
  /** `perlin1`, `perlin1_gradient`, `perlin1_periodic`, `perlin1_periodic_gradient` and `perlin1_fbm`. */
  const perlin1: string;
  /** `perlin1` alone. */
  const perlin1_min: string;
  /** `perlin2`, `perlin2_gradient`, `perlin2_periodic`, `perlin2_periodic_gradient` and `perlin2_fbm`. */
  const perlin2: string;
  /** `perlin2` alone. */
  const perlin2_min: string;
  /** `perlin3`, `perlin3_gradient`, `perlin3_periodic`, `perlin3_periodic_gradient` and `perlin3_fbm`. */
  const perlin3: string;
  /** `perlin3` alone. */
  const perlin3_min: string;
  /** `perlin4`, `perlin4_gradient`, `perlin4_periodic`, `perlin4_periodic_gradient` and `perlin4_fbm`. */
  const perlin4: string;
  /** `perlin4` alone. */
  const perlin4_min: string;
}
