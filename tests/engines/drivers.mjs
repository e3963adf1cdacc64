// The smallest tests that `verify --reproduce` writes: each kind of file fails on a wrong driver and passes on a right
// one. The wrong driver is Mesa without the word `precise` in its shaders (drivers/imprecise.c), or one whose files are
// of shaders without protection. Runs piglit's own shader_runner, a reader of Amber's scripts by Vulkan
// (drivers/compute.c), and Chromium. Prints nothing if all is as it should be.
//
// node drivers.mjs --program PROGRAM
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { withPage } from "./browser.mjs";
import { backEnds } from "./webgl2.mjs";
import { flags as webgpu } from "./webgpu.mjs";
import { at, tool, write } from "./tools.mjs";

const { values: { program } } = parseArgs({ options: { program: { type: "string" } } });
const here = fileURLToPath(new URL("drivers/", import.meta.url));
const wrong = at("imprecise.so"), compute = at("compute");
const cc = process.env.CC ?? "cc";
tool(cc, "-shared", "-fPIC", "-O1", "-o", wrong, join(here, "imprecise.c"), "-ldl");
tool(cc, "-O1", "-o", compute, join(here, "compute.c"), "-lvulkan");

const most = 60;  // lines of a file
let failed = false;
const expect = (is, what) => {
  if (is) return;
  console.log(what);
  failed = true;
};

/// The files that `verify` writes with these flags, by extension.
function cases(name, flags, env = {}) {
  const folder = at(name);
  const run = spawnSync(program, ["verify", "--points", "2048", "--reproduce", folder, ...flags],
    { encoding: "utf8", env: { ...process.env, ...env } });
  expect(run.status == 1, `${name}: verify ended with ${run.status}: ${run.stdout}${run.stderr}`);
  const files = readdirSync(folder).map((file) => ({ name: `${name}/${file}`, path: join(folder, file),
    text: readFileSync(join(folder, file), "utf8") }));
  for (const file of files)
    expect(file.text.split("\n").length - 1 <= most, `${file.name} has more than ${most} lines`);
  for (const kind of [".shader_test", ".amber", ".frag", ".webgl2.html", ".webgpu.html"])
    expect(files.some((file) => file.path.endsWith(kind)), `${name}: no ${kind}`);
  return files;
}
const of = (files, extension) => files.filter(({ path }) => path.endsWith(extension));

// ---- piglit

/// Debian's shader_runner without the tests, which take 2 GB.
function piglit() {
  const folder = fileURLToPath(new URL("../../build/piglit", import.meta.url));
  const found = () => execFileSync("find", [folder, "-name", "shader_runner"], { encoding: "utf8" }).trim();
  if (!existsSync(folder) || !found()) {
    mkdirSync(folder, { recursive: true });
    execFileSync("sh", ["-ec", `apt-get -o APT::Sandbox::User=root download piglit >/dev/null
      dpkg-deb --fsys-tarfile piglit_*.deb |
        tar -x --wildcards './usr/lib/*/piglit/bin/shader_runner' './usr/lib/*/piglit/lib/*'
      rm piglit_*.deb`], { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
  }
  return found();
}
const runner = piglit();
function passes(file, env = {}) {
  const run = spawnSync(runner, [file.path, "-auto", "-fbo"], { encoding: "utf8",
    env: { ...process.env, PIGLIT_PLATFORM: "surfaceless_egl", LD_LIBRARY_PATH: join(runner, "../../lib"), ...env } });
  const result = /PIGLIT: {"result": "(\w+)" }/.exec(run.stdout)?.[1];
  if (result != "pass" && result != "fail") throw new Error(`${file.name}: ${run.stdout}${run.stderr}`);
  return result == "pass";
}

// ---- Amber

/// What a script of ours has; Amber itself is not in Debian. `spoil` changes the SPIR-V's text.
function amberPasses(file, spoil) {
  const part = (start) => new RegExp(`^${start}[^\n]*\n([^]*?)^END$`, "m").exec(file.text)[1];
  const inputs = part("BUFFER inputs").trim().split(/\s+/);
  const size = Number(/^BUFFER result .*SIZE (\d+)/m.exec(file.text)[1]);
  const [, index, expected] = /^EXPECT result IDX (\d+) EQ (\d+)$/m.exec(file.text);
  tool("glslangValidator", "-V", "--target-env", "vulkan1.1", "-o", at("case.spv"),
    write("case.comp", part("SHADER compute")));
  if (spoil) tool("spirv-as", "--target-env", "vulkan1.1", "-o", at("case.spv"),
    write("case.spvasm", spoil(tool("spirv-dis", at("case.spv")))));
  const words = tool(compute, at("case.spv"), size, ...inputs).trim().split(" ");
  return words[Number(index) / 4] == expected;
}
const imprecise = (text) => text.replace(/^.* NoContraction$/gm, "");

// ---- Pages

async function expectPages(flags, files, right) {
  const folder = join(files[0].path, "..");
  await withPage(flags, async (page) => {
    const base = page.url();
    for (const file of files) {
      await page.goto(new URL(`/cases/${file.path.slice(folder.length + 1)}`, base).href);
      await page.waitForFunction(() => /right|WRONG/.test(document.querySelector("#out").textContent));
      const told = await page.evaluate(() => document.querySelector("#out").textContent);
      expect(told.includes("right") == right, `${file.name}: ${told}, expected ${right ? "right" : "WRONG"}`);
    }
  }, { folders: { "/cases/": folder } });
}

// Mesa's own rewriting of products is OpenGL's alone; that of sums is Vulkan's, too.
const precise = cases("precise", ["--only", "value2"], { LD_PRELOAD: wrong });
const fast = cases("fast", ["--only", "value2", "--mode", "fast"]);
for (const file of of(precise, ".shader_test")) {
  expect(passes(file), `${file.name} fails on a right driver`);
  expect(!passes(file, { LD_PRELOAD: wrong }), `${file.name} passes on a wrong driver`);
}
for (const file of of(fast, ".shader_test")) expect(!passes(file), `${file.name} passes on a wrong driver`);
for (const file of of(precise, ".amber")) expect(amberPasses(file), `${file.name} fails on a right driver`);
const sums = of(precise, "value-noise.amber");
expect(sums.length == 1 && !amberPasses(sums[0], imprecise), "value-noise.amber passes without NoContraction");
await expectPages(backEnds.mesa, of(precise, ".webgl2.html"), true);
await expectPages(backEnds.swiftshader, of(precise, ".webgl2.html"), true);
await expectPages(backEnds.mesa, of(fast, ".webgl2.html"), false);
await expectPages(webgpu, of(precise, ".webgpu.html"), true);
process.exit(failed ? 1 : 0);
