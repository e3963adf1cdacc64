// node tests/benches/meshes.mjs PROGRAM [--rounds N]: the time of `bake --mesh` relative to baking the values of the
// same grid; medians of alternating rounds. Files are in memory if the system has /dev/shm.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { positionals: [program], values: { rounds } } =
  parseArgs({ allowPositionals: true, options: { rounds: { type: "string", default: "7" } } });
const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "isonoise-meshes-"));
const seconds = (words) => {
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(program, ["bake", ...words.split(" ")], { encoding: "utf8" });
  if (status != 0) throw new Error(stderr);
  return { time: Number(process.hrtime.bigint() - start) / 1e9, vertices: Number(/(\d+) vertices/.exec(stderr)?.[1]) };
};
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];

console.log(`256x256x256, ${cpus()[0].model}\n\n| noise | threads | values | mesh | times | vertices |\n|---|---|---|---|---|---|`);
try {
  for (const noise of ["--dim 3 --octaves 1", "--dim 3 --octaves 4", "--dim 3 --octaves 8", "density --step 0.03",
    "density-caves --step 0.03", "density-islands --step 0.03"]) {
    for (const threads of [1, 2]) {
      const grid = `${noise} --size 256x256x256 --threads ${threads}`, values = [], meshes = [];
      let vertices;
      for (let i = 0; i < Number(rounds); ++i) {
        values.push(seconds(`${grid} --backend cpu -o ${folder}/values.r32`).time);
        const mesh = seconds(`${grid} --mesh -o ${folder}/mesh.glb`);
        meshes.push(mesh.time);
        vertices = mesh.vertices;
      }
      const [a, b] = [median(values), median(meshes)];
      console.log(`| \`${noise}\` | ${threads} | ${a.toFixed(2)} s | ${b.toFixed(2)} s | ${(b / a).toFixed(1)} | ${vertices} |`);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
