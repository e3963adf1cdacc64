// Translators, the peer for comparisons, and a search for operations that may be fused in a SPIR-V module.
import { readFileSync } from "node:fs";
import { at, tool } from "../benches/tools.mjs";

export * from "../benches/tools.mjs";

/// webgl-noise's classic noise, cnoise(), in 2 to 4 dimensions.
export const peer = (dim) =>
  readFileSync(new URL(`node_modules/glsl-noise/classic/${dim}d.glsl`, import.meta.url), "utf8")
    .replace(/^#pragma.*/gm, "");

/// The error lines of a tool's message, without the shader that some tools print.
export const brief = (error) =>
  error.message.split("\n").filter((line, i) => i == 0 || /error|invalid|fail/i.test(line)).slice(0, 8).join("\n");

const inexact =
  /(%\w+) = (OpF(?:Add|Sub|Mul|Div|Rem|Mod)|OpDot|Op(?:Vector|Matrix)Times\w+|OpExtInst .* (?:Fma|FMix)) /g;

/// The float operations of a SPIR-V module that a driver may still fuse or reorder: those without NoContraction, which
/// `precise` sets. Empty if all are protected.
export function contractible(spirv) {
  const text = tool("spirv-dis", spirv);
  const exact = new Set([...text.matchAll(/OpDecorate (%\w+) NoContraction/g)].map((m) => m[1]));
  return [...text.matchAll(inexact)].filter((m) => !exact.has(m[1])).map((m) => `${m[2]} ${m[1]}`);
}

/// Like contractible(), for languages without `precise`: operations whose result is used in any way other than adding
/// the opaque zero to its bits. A sum may also be a factor of products without a constant.
export function unguarded(spirv) {
  tool("spirv-opt", "--inline-entry-points-exhaustive", "--ssa-rewrite", "--eliminate-dead-code-aggressive", "-o",
    at("inlined.spv"), spirv);
  const text = tool("spirv-dis", at("inlined.spv"));
  const constants = new Set([...text.matchAll(/(%\w+) = OpConstant.*/g)].filter((m) => !/ %float 1$/.test(m[0]))
    .map((m) => m[1]));  // except 1, which is exact
  const locals = new Set([...text.matchAll(/(%\w+) = OpVariable %\w+ Function/g)].map((m) => m[1]));
  const users = new Map();
  for (const line of text.split("\n")) {
    const [, result, opcode, rest] = /^\s*(?:(%\w+) = )?(Op\w+)(.*)/.exec(line) ?? [];
    if (!opcode || /OpDecorate|OpName/.test(opcode)) continue;
    const names = rest.match(/%\w+/g) ?? [], constant = names.some((name) => constants.has(name));
    for (const name of names) {
      if (!users.has(name)) users.set(name, []);
      users.get(name).push({ opcode, result: opcode == "OpStore" ? names[0] : result, constant });
    }
  }
  const isButAFactor = (name) => (users.get(name) ?? []).every(({ opcode, result, constant }) =>
    /OpFMul|OpVectorTimesScalar/.test(opcode) ? !constant
      : opcode == "OpStore" ? result == name || (locals.has(result) && isButAFactor(result))
      : /OpLoad|OpAccessChain|OpVectorShuffle|OpComposite(Construct|Extract)/.test(opcode) && isButAFactor(result));
  const isGuarded = ([, name, opcode]) => (users.get(name) ?? []).every((user) => user.opcode == "OpBitcast") ||
    (/OpF(Add|Sub)$/.test(opcode) && isButAFactor(name));
  return [...text.matchAll(inexact)].filter((m) => !isGuarded(m)).map((m) => `${m[2]} ${m[1]}`);
}
