export * as glsl from "./glsl.js";
export * as wgsl from "./wgsl.js";
