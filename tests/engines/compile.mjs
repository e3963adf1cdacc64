// Compiles the snippets in every supported language and version: GLSL by glslangValidator, whose SPIR-V must be valid
// and free of operations that may be fused; WGSL by naga, along with its output (GLSL, HLSL, MSL).
import { parseWgsl, validate, writeGlsl, writeHlsl, writeMsl, writeSpirv } from "naga-wasm";
import { args, snippets, fail } from "./golden.mjs";
import { at, brief, contractible, tool, unguarded, write } from "./tools.mjs";
import { glsl, wgsl } from "../../bindings/web/calls.mjs";

// The second entry is the flag for SPIR-V that is searched for operations that may be fused. Before 4.00 and ES 3.20
// there is no `precise`.
const isPrecise = (version) => !/^3[01]/.test(version) && version != "330";
const targets = [
  ["330"], ["400"], ["450 core", "-G"], ["460 core"], ["450", "-V"], ["460", "-V"],
  ["300 es"], ["310 es", "-G"], ["320 es"], ["320 es", "-V"],
];
const own = (f, source) => source.replace("evaluate", `evaluate_${f.name}`);
const calls = (functions, index) =>
  functions.map((f) => `evaluate_${f.name}(point, period, fbm, words.x, ${index})`).join(" ^\n        ");

const inputs = ["point", "period", "fbm", "words"];
const fragment = ({ source, functions }, version, to) => `#version ${version}
${source}
${functions.map((f) => own(f, glsl(f))).join("")}
${inputs.map((name, i) => `${to ? `layout(location = ${i}) ` : ""}flat in uvec4 ${name};`).join("\n")}
layout(location = 0) out uint bits;
void main() {
    bits = ${calls(functions, "int(words.y)")};
}
`;
const fragmentWgsl = ({ source, functions }) => `${source}
${functions.map((f) => own(f, wgsl(f))).join("")}
@fragment
fn main(${inputs.map((name, i) => `@location(${i}) @interpolate(flat) ${name}: vec4u`)}) -> @location(0) vec4u {
    return vec4u(${calls(functions, "words.y")});
}
`;

function attempt(what, compile) {
  try {
    compile();
  } catch (error) {
    fail(`compile: ${what}: ${error.formatted ?? brief(error)}`);
  }
}

const options = args();
for (const [version, to] of targets) {
  for (const snippet of snippets(options, "glsl")) {
    attempt(`${snippet.name}: GLSL ${version}`, () => {
      const file = write("snippet.frag", fragment(snippet, version, to));
      if (!to) return tool("glslangValidator", file);
      tool("glslangValidator", to, "--auto-map-locations", "-o", at("snippet.spv"), file);
      tool("spirv-val", "--target-env", to == "-V" ? "vulkan1.0" : "opengl4.5", at("snippet.spv"));
      const free = isPrecise(version) ? contractible(at("snippet.spv")) : unguarded(at("snippet.spv"));
      if (free.length > 0) throw new Error(`${free.length} operations may be fused, ${free[0]} is the first`);
    });
  }
}

// All files of a language in one shader, the last first, to reveal clashing names.
const together = (language, extension) =>
  snippets(options, language, extension).reverse().map(({ source }) => source).join("\n");
for (const [version, ...flags] of targets)
  attempt(`GLSL ${version}: pasted together`, () => tool("glslangValidator", ...flags.filter((flag) => flag == "-V"),
    ...(flags.includes("-V") ? ["-o", at("all.spv")] : []), write("all.frag",
      `#version ${version}\n${together("glsl")}\nlayout(location = 0) out highp vec4 c;\n` +
      "void main() { c = vec4(1.0); }\n")));
attempt("hlsl: pasted together", () => tool("glslangValidator", "-D", "-V", "-S", "frag", "-e", "main", "-o",
  at("all.spv"), write("all.hlsl", `${together("hlsl", "hlsl")}\nfloat4 main() : SV_Target { return 1.0; }\n`)));
attempt("wgsl: pasted together", () => validate(parseWgsl(together("wgsl", "wgsl"))));

for (const snippet of snippets(options, "wgsl", "wgsl")) {
  attempt(`wgsl: ${snippet.name}: naga`, () => {
    const module = parseWgsl(fragmentWgsl(snippet)), info = validate(module);
    for (const version of ["330", "450", "300 es"]) {
      const source = writeGlsl(module, info, { version, stage: "fragment", entryPoint: "main" });
      attempt(`wgsl: ${snippet.name}: naga's GLSL ${version}`, () =>
        tool("glslangValidator", write("naga.frag", source)));
    }
    const hlsl = write("naga.hlsl", writeHlsl(module, info));
    attempt(`wgsl: ${snippet.name}: naga's HLSL`, () =>
      tool("glslangValidator", "-D", "-V", "-S", "frag", "-e", "main", "-o", at("naga.spv"), hlsl));
    writeMsl(module, info);
    const free = unguarded(write("naga.spv", Buffer.from(writeSpirv(module, info).buffer)));
    if (free.length > 0) throw new Error(`${free.length} operations may be fused, ${free[0]} is the first`);
  });
}
