// Prints the SPIR-V sizes of the snippets and of webgl-noise's classic noise (bytes, optimised, without names). Fails
// if a snippet is more than 1.5 times as large.
import { args, snippets, fail } from "./golden.mjs";
import { at, brief, peer, read, tool, write } from "./tools.mjs";

function size(dim, source, expression) {
  const type = dim == 1 ? "float" : `vec${dim}`;
  tool("glslangValidator", "-V", "-o", at("size.spv"), write("size.frag", `#version 450
${source}
layout(location = 0) in ${type} point;
layout(location = 1) flat in uint seed;
layout(location = 0) out float value;
layout(location = 1) out ${type} gradient;
void main() { value = ${expression}; }
`));
  tool("spirv-opt", "-O", "--strip-debug", "-o", at("small.spv"), at("size.spv"));
  return read("small.spv").length;
}

console.log("| snippet | value | value and gradient | webgl-noise |\n|---|---|---|---|");
for (const { name, source, functions } of snippets(args(), "glsl")) {
  const { dim } = functions[0];
  try {
    const value = size(dim, source, `perlin${dim}(point, seed)`);
    const both = functions.some((f) => f.kind == "_gradient")
      ? size(dim, source, `perlin${dim}_gradient(point, seed, gradient)`) : "";
    const classic = dim > 1 ? size(dim, peer(dim), "cnoise(point)") : "";
    console.log(`| ${name} | ${value} | ${both} | ${classic} |`);
    if (classic && value > 1.5 * classic) fail(`size: ${name} is more than 1.5 times as large`);
  } catch (error) {
    fail(`size: ${name}: ${brief(error)}`);
  }
}
