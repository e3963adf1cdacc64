// Only for TypeScript's old moduleResolution "node" (or "node10"), which does not read `exports`: with
// /// <reference types="isonoise/raw" /> it knows import noise from "isonoise/glsl/perlin3.glsl?raw" too.
declare module "isonoise/glsl/*" {
  const text: string;
  export default text;
}
declare module "isonoise/wgsl/*" {
  const text: string;
  export default text;
}
