export * from "./perlin1.js";
export * from "./perlin2.js";
export * from "./perlin3.js";
export * from "./perlin4.js";
export { noise } from "./noise.js";
export * as glsl from "./glsl.js";
export * as wgsl from "./wgsl.js";
