// Runs the hlsl snippets, and those for Slang as HLSL, in WebGL2: glslangValidator compiles them to SPIR-V, spirv-cross
// translates that to GLSL. (tests/golden/snippet_test.cpp runs its output for OpenGL, which has `precise`.)
import { args, snippets, fail } from "./golden.mjs";
import { at, brief, contractible, tool, unguarded, write } from "./tools.mjs";
import { backEnds, run as runEssl } from "./webgl2.mjs";
import { hlsl } from "./wrap.mjs";

// Pixel (i, r) is output i of row r.
const pixel = (snippet, f) => `${snippet.source}
${hlsl(f)}
Texture2D<uint4> rows : register(t0);
uint4 main(float4 position : SV_Position) : SV_Target {
    int2 at = int2(position.xy);
    uint word = evaluate(rows.Load(int3(0, at.y, 0)), rows.Load(int3(1, at.y, 0)), rows.Load(int3(2, at.y, 0)),
                         rows.Load(int3(3, at.y, 0)).x, at.x);
    return uint4(word, word, word, word);
}
`;

// spirv-cross names the texture after itself and a nonexistent sampler, and omits the precision of constant arrays.
const renamed = (source) => source.replaceAll(/SPIRV_Cross_Combinedrows\w*/g, "rows")
  .replace("precision mediump float", "precision highp float");

/// `free(spirv)` lists the operations that may be fused, `backEnd` of webgl2.mjs runs the result.
export async function run(runner, all, free = contractible, backEnd = "swiftshader") {
  for (const snippet of all) {
    snippet.functions = snippet.functions.filter((f) => {
      try {
        const spirv = at("pixel.spv");
        tool("glslangValidator", "-D", "-V", "-S", "frag", "-e", "main", "-o", spirv,
          write("pixel.hlsl", pixel(snippet, f)));
        tool("spirv-val", spirv);
        const found = free(spirv);
        if (found.length > 0) throw new Error(`${found.length} operations may be fused, ${found[0]} is the first`);
        f.essl = renamed(tool("spirv-cross", spirv, "--version", "300", "--es"));
        return true;
      } catch (error) {
        fail(`${runner}: ${snippet.name}: ${f.name}: ${brief(error)}`);
        return false;
      }
    });
  }
  await runEssl(runner, backEnds[backEnd], all, (snippet, f) => f.essl);
}

if (process.argv[1].endsWith("hlsl.mjs")) {
  const options = args();
  await run("hlsl", snippets(options, "hlsl", "hlsl"));
  await run("slang", snippets(options, "slang", "slang"), unguarded);
}
