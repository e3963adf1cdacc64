// Runs before `npm pack`: turns shaders/snippets into the package's raw files and string modules.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const here = (path) => new URL(path, import.meta.url);

function generate(language, folder) {
  rmSync(here(`${language}/`), { recursive: true, force: true });
  mkdirSync(here(`${language}/`));
  const lines = [1, 2, 3, 4].flatMap((dim) => [`perlin${dim}`, `perlin${dim}-min`]).map((name) => {
    const source = readFileSync(here(`../shaders/snippets/${folder}/${name}.${language}`), "utf8");
    writeFileSync(here(`${language}/${name}.${language}`), source);
    return `export const ${name.replace("-", "_")} = ${JSON.stringify(source)};\n`;
  });
  writeFileSync(here(`${language}.js`), lines.join(""));
}

try {
  generate("glsl", "essl300");
  generate("wgsl", "wgsl");
  cpSync(here("../LICENSE"), here("LICENSE"));
} catch (error) {
  console.error(`npm/generate.mjs: ${error.message}`);
  process.exit(2);
}
