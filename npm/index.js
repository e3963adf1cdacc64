export * from "./cpu/perlin1.js";
export * from "./cpu/perlin2.js";
export * from "./cpu/perlin3.js";
export * from "./cpu/perlin4.js";
export { noise } from "./noise.js";
export * as glsl from "./glsl.js";
export * as wgsl from "./wgsl.js";
