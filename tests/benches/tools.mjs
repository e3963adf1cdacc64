// Runs command line translators (glslangValidator, spirv-cross, ...) in a folder that is deleted when the process ends.
// For the benches and the tests.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "isonoise-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/// The path of a file in that folder.
export const at = (name) => join(folder, name);
export const write = (name, text) => (writeFileSync(at(name), text), at(name));
export const read = (name) => readFileSync(at(name));

/// Runs a tool and returns its output; throws if it fails.
export function tool(name, ...parameters) {
  const { error, status, stdout, stderr } = spawnSync(name, parameters, { encoding: "utf8", maxBuffer: 1 << 26 });
  if (error) throw error;
  if (status != 0) throw new Error(`${name} ${parameters.join(" ")}\n${stdout}${stderr}`.trim());
  return stdout;
}
