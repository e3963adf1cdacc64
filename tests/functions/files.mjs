// The functions that the tests of languages and engines run: those of the program, and tests/functions/corpus.
import { readdirSync } from "node:fs";

const folders = ["../../functions/", "corpus/"].map((path) => new URL(path, import.meta.url).pathname);
/// [{ name: "wood.glsl", path }]
export const filesIn = (folder) => readdirSync(folder).sort().map((name) => ({ name, path: folder + name }));
export const functionFiles = folders.flatMap(filesIn);
