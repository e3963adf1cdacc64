// Holds docs/report.schema.json to the reports that `isonoise verify --merge` takes and refuses
// (tests/reports/cases.json, tests/app/report_test.cpp), to those in docs/reports, and to what `verify` writes:
// node reports.mjs [--program PROGRAM].
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { fail } from "./golden.mjs";
import { invalid } from "./schema.mjs";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const cases = JSON.parse(read("tests/reports/cases.json"));

// The cases' report with one value changed, added or, without a value, removed.
function changed({ at, value, times }) {
  const whole = { "": structuredClone(cases.report) }, keys = at.split("/"), last = keys.pop();
  const parent = keys.reduce((part, key) => part[key], whole);
  if (value === undefined) delete parent[last];
  else parent[last] = times ? value.repeat(times) : value;
  return JSON.stringify(whole[""]);
}

if (invalid(JSON.stringify(cases.report))) fail("reports: the schema refuses the report of the cases");
for (const kind of ["good", "bad", "bad beyond the schema"])
  for (const change of cases[kind])
    if (Boolean(invalid(changed(change))) != (kind == "bad"))
      fail(`reports: ${kind}: the schema says ${invalid(changed(change)) || "nothing"} of ${JSON.stringify(change)}`);

for (const name of readdirSync(new URL("../../docs/reports", import.meta.url)).filter((name) => name.endsWith(".json")))
  if (invalid(read(`docs/reports/${name}`))) fail(`reports: ${name}: ${invalid(read(`docs/reports/${name}`))}`);

const program = process.argv[process.argv.indexOf("--program") + 1];
if (process.argv.includes("--program")) {
  for (const mode of ["exact", "fast"]) {
    const words = ["verify", "--points", "500", "--only", "perlin2", "--mode", mode, "--json", "-"];
    const { stdout } = spawnSync(program, words, { encoding: "utf8" });
    if (invalid(stdout)) fail(`reports: ${program} verify --mode ${mode}: ${invalid(stdout)}`);
  }
}
