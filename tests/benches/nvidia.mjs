// The machine code that CUDA's compiler produces from our shaders, for NVIDIA GPUs that need not be present. For
// isa.mjs.
//
// CUDA cannot read GLSL, so optimised SPIR-V is translated to CUDA, one statement per scalar operation. CUDA's compiler
// is not NVIDIA's shader compiler, but produces the same kind of machine code. No disassembler is needed, which many
// toolkits lack: an instruction is 16 bytes, and its lowest 9 bits are the opcode (Mesa: nak/sm70_encode.rs).
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { at, tool, write } from "./tools.mjs";

export const architectures = ["sm_86", "sm_90"];

/// nvcc, or undefined.
export function nvcc() {
  const folders = [process.env.CUDA_HOME && join(process.env.CUDA_HOME, "bin"), ...(process.env.PATH ?? "").split(":"),
                   "/usr/local/cuda/bin"];
  return folders.filter(Boolean).map((folder) => join(folder, "nvcc")).find((file) => existsSync(file));
}

const names = { float: "float", uint: "unsigned", int: "int", bool: "bool" };
const infix = {
  FAdd: "+", FSub: "-", FMul: "*", FDiv: "/", IAdd: "+", ISub: "-", IMul: "*", BitwiseAnd: "&", BitwiseOr: "|",
  BitwiseXor: "^", ShiftLeftLogical: "<<", ShiftRightLogical: ">>", ShiftRightArithmetic: ">>", IEqual: "==",
  INotEqual: "!=", FOrdEqual: "==", FOrdNotEqual: "!=", LogicalAnd: "&&", LogicalOr: "||", LogicalEqual: "==",
  LogicalNotEqual: "!=", ...Object.fromEntries(["S", "U", "FOrd", "FUnord"].flatMap((kind) => [[`${kind}LessThan`, "<"],
    [`${kind}GreaterThan`, ">"], [`${kind}LessThanEqual`, "<="], [`${kind}GreaterThanEqual`, ">="]])),
};
const calls = {
  Floor: (x) => `floorf(${x})`, Fract: (x) => `(${x} - floorf(${x}))`, FAbs: (x) => `fabsf(${x})`,
  Step: (edge, x) => `(${x} < ${edge} ? 0.0f : 1.0f)`, FMix: (x, y, t) => `(${x} + ${t} * (${y} - ${x}))`,
  FMin: (x, y) => `fminf(${x}, ${y})`, FMax: (x, y) => `fmaxf(${x}, ${y})`, Fma: (a, b, c) => `fmaf(${a}, ${b}, ${c})`,
  FClamp: (x, low, high) => `fminf(fmaxf(${x}, ${low}), ${high})`,
};

/// Translates one of computeShader()'s shaders from SPIR-V to a CUDA kernel of this name.
function kernel(name, spirv) {
  tool("spirv-opt", "-O", "-o", at("nvidia.spv"), spirv);
  const lines = tool("spirv-dis", "--raw-id", "--no-color", at("nvidia.spv")).split("\n")
    .map((line) => /^\s*(?:%(\d+) = )?Op(\w+) ?(.*)$/.exec(line)).filter(Boolean)
    .map(([, id, op, rest]) =>
      ({ id, op, words: (rest.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^%/, "")) }));
  const types = {}, typeOf = {}, values = {}, blocks = [], phis = {}, declared = [];
  const global = {};  // names of variables outside of functions
  const literal = (kind, text) =>
    kind == "float" ? `${/[.e]/.test(text) ? text : `${text}.0`}f` : kind == "uint" ? `${text}u` : text;
  const sized = (id, size) => values[id].length == size ? values[id] : Array(size).fill(values[id][0]);
  const result = (id, type) => {
    const { kind, size } = types[type];
    typeOf[id] = type;
    values[id] = Array.from({ length: size }, (_, i) => `v${id}_${i}`);
    declared.push(`${names[kind]} ${values[id].join(", ")};`);
    return values[id];
  };
  // Every value is defined before its use, except those that a loop's phis take from the end of its body.
  for (const { id, op, words } of lines) {
    const [type, ...rest] = words;
    if (op == "TypeFloat") types[id] = { kind: "float", size: 1 };
    else if (op == "TypeInt") types[id] = { kind: rest[0] == "1" ? "int" : "uint", size: 1 };
    else if (op == "TypeBool") types[id] = { kind: "bool", size: 1 };
    else if (op == "TypeVector") types[id] = { kind: types[type].kind, size: Number(rest[0]) };
    else if (op == "TypePointer") types[id] = types[rest[0]] ?? {};
    else if (op == "Name" && /^"(gl_\w+|push)"$/.test(rest[0])) global[type] = rest[0].slice(1, -1);
    else if (op == "Variable") values[id] = [global[id] ?? "data"];
    else if (/^(Constant|Undef$)/.test(op)) {
      typeOf[id] = type;
      const { kind, size } = types[type];
      values[id] = op == "ConstantComposite" ? rest.flatMap((one) => values[one])
        : Array(size).fill(/True|False/.test(op) ? op.slice(8).toLowerCase() : literal(kind, rest[0] ?? "0"));
    } else if (op == "Label") blocks.push({ id, text: [], out: [] });
    else if (blocks.length > 0) statement(blocks.at(-1), id, op, type, rest, words);
  }

  function statement(block, id, op, type, rest, words) {
    const put = (of) => result(id, type).forEach((to, i) => block.text.push(`${to} = ${of(i)};`));
    if (op == "Phi") {
      result(id, type);
      for (let i = 0; i < rest.length; i += 2) ((phis[block.id] ??= {})[rest[i + 1]] ??= []).push([id, rest[i]]);
    } else if (op == "AccessChain") {
      const [base, ...path] = rest.map((one) => values[one]), at = path.map((one) => one[0].replace(/u$/, ""));
      const { size } = types[type];
      const parts = (text, from) => from === undefined && size == 1 ? [text]
        : [..."xyzw"].slice(Number(from ?? 0)).slice(0, size).map((component) => `${text}.${component}`);
      if (base[0] == "data") values[id] = parts(`data[${at[1]}]`, at[2]);
      else if (base[0] == "push") values[id] = parts(`push.m${at[0]}`, at[1]);
      else values[id] = [at[0] == "0" ? "(blockIdx.x * 64u + threadIdx.x)" : "0u"];
    } else if (op == "Load") put((i) => values[rest[0]][i]);
    else if (op == "Store") values[words[0]].forEach((to, i) => block.text.push(`${to} = ${values[words[1]][i]};`));
    else if (op == "CompositeExtract") put(() => values[rest[0]][Number(rest[1])]);
    else if (op == "CompositeInsert") put((i) => i == Number(rest[2]) ? values[rest[0]][0] : values[rest[1]][i]);
    else if (op == "CompositeConstruct") put((i) => rest.flatMap((one) => values[one])[i]);
    else if (op == "VectorShuffle") put((i) => [...values[rest[0]], ...values[rest[1]]][Number(rest[i + 2])]);
    else if (op == "CopyObject") put((i) => values[rest[0]][i]);
    else if (op == "Select") {
      const test = sized(rest[0], types[type].size);
      put((i) => `${test[i]} ? ${values[rest[1]][i]} : ${values[rest[2]][i]}`);
    } else if (op == "VectorTimesScalar") put((i) => `${values[rest[0]][i]} * ${values[rest[1]][0]}`);
    else if (op == "Dot") put(() => values[rest[0]].map((a, i) => `${a} * ${values[rest[1]][i]}`).join(" + "));
    else if (op == "FNegate" || op == "SNegate") put((i) => `-${values[rest[0]][i]}`);
    else if (op == "LogicalNot" || op == "Not") put((i) => `${op == "Not" ? "~" : "!"}${values[rest[0]][i]}`);
    else if (/^Convert/.test(op)) put((i) => `(${names[types[type].kind]})${values[rest[0]][i]}`);
    else if (op == "Bitcast") {
      const from = types[typeOf[rest[0]]].kind, to = types[type].kind;
      const cast = from == "float" || to == "float" ? `__${from}_as_${to}` : `(${names[to]})`;
      put((i) => `${cast}(${values[rest[0]][i]})`);
    } else if (op == "ExtInst" && calls[rest[1]]) {
      put((i) => calls[rest[1]](...rest.slice(2).map((one) => values[one][i])));
    } else if (infix[op]) {
      const cast = /^F|^Logical/.test(op) ? "" : /^S[LG]|Arithmetic/.test(op) ? "(int)" : "(unsigned)";
      put((i) => `${cast}${values[rest[0]][i]} ${infix[op]} ${cast}${values[rest[1]][i]}`);
    } else if (op == "Branch") block.out = [["", words[0]]];
    else if (op == "BranchConditional") block.out = [[`if (${values[words[0]][0]}) `, words[1]], ["", words[2]]];
    else if (op == "Switch") {
      for (let i = 2; i < words.length; i += 2)
        block.out.push([`if (${values[words[0]][0]} == ${words[i]}) `, words[i + 1]]);
      block.out.push(["", words[1]]);
    } else if (op == "Return") block.out = [["return;", null]];
    else if (!/Merge$|^FunctionEnd$/.test(op))
      throw new Error(`the translation to CUDA lacks Op${op} ${words.join(" ")}`);
  }
  const text = blocks.flatMap(({ id, text: inside, out }) => [`L${id}:;`, ...inside, ...out.map(([test, to]) => {
    if (to === null) return test;
    const copies = (phis[to]?.[id] ?? []).flatMap(([phi, from]) =>
      values[phi].map((name, i) => [name, values[from][i]]));
    return `${test}{ ${copies.map(([name, from]) => `auto n${name} = ${from}; `).join("")}` +
      `${copies.map(([name]) => `${name} = n${name}; `).join("")}goto L${to}; }`;
  })]);
  const body = [...declared, ...text].join("\n");
  return `extern "C" __global__ void ${name}(uint4* __restrict__ data, Push push) {\n${body}\n}\n`;
}

// By the lowest 9 bits of an instruction.
const kinds = {
  fused: new Set([0x023]),                              // FFMA
  product: new Set([0x024, 0x025, 0x027]),              // IMAD and its wide and high forms
  convert: new Set([0x045, 0x105, 0x106, 0x107]),       // I2FP, F2I, I2F, FRND
};
const nop = 0x118, move = -1;  // an IMAD whose first factor is the zero register

/// The opcodes of each kernel in an ELF file for sm_70 or later.
function opcodes(file) {
  const bytes = readFileSync(file), table = Number(bytes.readBigUInt64LE(40)), size = bytes.readUInt16LE(58);
  const section = (i) => {
    const from = table + i * size;
    return { name: bytes.readUInt32LE(from), from: Number(bytes.readBigUInt64LE(from + 24)),
             size: Number(bytes.readBigUInt64LE(from + 32)) };
  };
  const strings = section(bytes.readUInt16LE(62)).from, found = {};
  for (let i = 0; i < bytes.readUInt16LE(60); ++i) {
    const { name, from, size: length } = section(i);
    const text = bytes.toString("latin1", strings + name, bytes.indexOf(0, strings + name));
    if (!text.startsWith(".text.")) continue;
    found[text.slice(6)] = Array.from({ length: length / 16 }, (_, k) => {
      const at = from + 16 * k, code = bytes.readUInt16LE(at) & 0x1FF;
      return code == 0x024 && bytes[at + 3] == 255 ? move : code;
    }).filter((code) => code != nop);
  }
  return found;
}

/// Compiles SPIR-V files for an architecture: { instructions, fused, product, convert, registers, spills } for each.
/// Products and sums are fused only with `fuse`.
export function nvidia(compiler, architecture, files, fuse) {
  const source = `struct Push { unsigned m0, m1; alignas(16) uint4 m2; float4 m3; };\n` +
    files.map((file, i) => kernel(`k${i}`, file)).join("");
  const { error, status, stderr } = spawnSync(compiler, ["-cubin", `-arch=${architecture}`, "-std=c++17", "-ftz=true",
    "-prec-div=false", `-fmad=${fuse}`, "-Xptxas", "-v", "-o", at("nvidia.cubin"), write("nvidia.cu", source)],
    { encoding: "utf8", maxBuffer: 1 << 26 });
  if (error || status != 0)
    throw new Error(`${compiler}: ${error?.message ?? stderr.split("\n").slice(0, 5).join("\n")}`);
  const registers = {}, spills = {};
  let name;
  for (const line of stderr.split("\n")) {
    name = /Compiling entry function '(\w+)'/.exec(line)?.[1] ?? name;
    if (/spill stores/.test(line)) spills[name] = Number(/(\d+) bytes spill stores/.exec(line)[1]);
    if (/Used \d+ registers/.test(line)) registers[name] = Number(/Used (\d+)/.exec(line)[1]);
  }
  const codes = opcodes(at("nvidia.cubin"));
  return files.map((_, i) => {
    const own = codes[`k${i}`], of = (kind) => own.filter((code) => kinds[kind].has(code)).length;
    return { instructions: own.length, fused: of("fused"), product: of("product"), convert: of("convert"),
             registers: registers[`k${i}`], spills: spills[`k${i}`] };
  });
}
