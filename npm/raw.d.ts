// Shader texts as bundlers give them: import noise from "isonoise/glsl/perlin3.glsl?raw";
// Known wherever "isonoise" is imported, and by /// <reference types="isonoise/raw" />.
declare module "isonoise/glsl/*" {
  const text: string;
  export default text;
}
declare module "isonoise/wgsl/*" {
  const text: string;
  export default text;
}
