// evaluate() of bindings/web/calls.mjs for languages that the page does not run.
import { call, chosen, cLike } from "../../bindings/web/calls.mjs";

export const godot = cLike("godot", "uvec4", "vec",
  { toFloat: "uintBitsToFloat", toUint: "floatBitsToUint", zero: (type) => `${type}(0.0)`, ints: "ivec",
    overloads: false });
export const hlsl =
  cLike("hlsl", "uint4", "float", { toFloat: "asfloat", toUint: "asuint", zero: (type) => `(${type})0.0`, ints: "int" });
