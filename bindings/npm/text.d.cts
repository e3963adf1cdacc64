// The text of a shader file, as bundlers give it: import noise from "isonoise/glsl/perlin3.glsl?raw";
declare const text: string;
export = text;
