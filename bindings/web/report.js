// The report of a check: as JSON, defined by docs/report.schema.json and read by `isonoise verify --merge`, and as
// Markdown for an issue.
"use strict";

// Strips characters that break a line or hide text, and truncates to `most`.
const hidden =
  /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]/gu;
const plain = (text, most) =>
  [...String(text).trim().replace(/\s+/g, " ")].slice(0, most).join("").replace(hidden, "?");

// The browser and operating system, only as precisely as a report needs.
const browsers = [["Edge", /\bEdg\w*\/(\d+)/], ["Opera", /\bOPR\/(\d+)/], ["Firefox", /\b(?:Firefox|FxiOS)\/(\d+)/],
  ["Chrome", /\b(?:Chrome|CriOS)\/(\d+)/], ["Safari", /\bVersion\/([\d.]+).* Safari/]];
const systems = [["Android", /Android/], ["iOS", /iPhone|iPad/], ["Windows", /Windows/], ["macOS", /Mac OS X/],
  ["Chrome OS", /CrOS/], ["Linux", /Linux/]];
function systemOf({ userAgent, userAgentData }) {
  const brands = (userAgentData?.brands ?? []).filter(({ brand }) => !/not.*brand/i.test(brand));
  const { brand, version } = brands.find(({ brand }) => brand != "Chromium") ?? brands[0] ?? {};
  const found = (list) => list.find(([, pattern]) => pattern.test(userAgent)) ?? ["unknown", /()/];
  const [name, pattern] = found(browsers);
  const browser = brand ? `${brand} ${version}` : `${name} ${pattern.exec(userAgent)[1]}`;
  return { os: plain(userAgentData?.platform || found(systems)[0], 200), browser: plain(browser, 200) };
}

const sum = (list, key) => list.reduce((total, each) => total + each[key], 0);

// `runs`: { machine, driver, arithmetic, functions: Map of name to { points, differing, first }, failed }
function reportOf(runs, seed) {
  const system = systemOf(navigator);
  return {
    schema: 1, isonoise: isonoise.version, program: "page", date: new Date().toISOString().slice(0, 10), system, seed,
    partial: false,
    runs: runs.map(({ machine, driver, arithmetic, functions: counts, failed }) => {
      const functions = [...counts].map(([name, { points, differing, first }]) =>
        ({ name, points, differing, ...(first ? { first: [plain(first, 1000)] } : {}) }));
      const { renderer, vendor = "", version = "" } = driver ?? { renderer: system.browser };
      return {
        language: machine.language, mode: machine.mode,
        driver:
          { renderer: plain(renderer, 200) || "unknown", vendor: plain(vendor, 200), version: plain(version, 200) },
        arithmetic, functions, points: sum(functions, "points"), differing: sum(functions, "differing"),
        holds: !failed && sum(functions, "differing") == 0,
        ...(failed ? { failed: plain(failed, 1000) } : {}),
      };
    }),
  };
}

// JSON with innermost objects and lists on one line.
function inLines(value, indent = "") {
  if (value === null || typeof value != "object") return JSON.stringify(value);
  const items = Object.entries(value), list = Array.isArray(value);
  const one = items.every(([, item]) => item === null || typeof item != "object");
  const start = one ? "" : `\n  ${indent}`;
  const all = items.map(([key, item]) => (list ? "" : `${JSON.stringify(key)}: `) + inLines(item, `${indent}  `));
  const text = start + all.join(one ? ", " : `,${start}`) + (one ? "" : `\n${indent}`);
  return list ? `[${text}]` : `{${text}}`;
}

// Escapes text for Markdown; app/conformance/report.cpp does the same.
const inMarkdown = (text) => text.replace(/:(?=\/\/)|(?<=www)\.|(?<![a-z0-9])_|_(?![a-z0-9])|[\\`*[\]|~<>&$@#!]/gi,
  (character) => `&#${character.charCodeAt()};`);

function arithmeticInWords({ fuses, reorders, combines, flushes, rounds }) {
  return [fuses && "fuses", reorders && "reorders sums", combines && "reorders products",
    flushes && "flushes subnormals", `rounds ${rounds}`].filter(Boolean).join(", ");
}

// For an issue: a table, the differences, and the JSON.
function inIssue(report, verdict, missing) {
  const { isonoise: version, date, seed, system, runs } = report;
  const row = (cells) => `| ${cells.join(" | ")} |`;
  const differing = ({ holds, failed, differing }) =>
    differing + (failed ? ", **failed**" : !holds ? ", **broken**" : "");
  const notes = runs.flatMap((run) => [
    ...(run.failed ? [`${run.language}, ${run.mode}: failed: ${run.failed}`] : []),
    ...(run.holds ? [] : run.functions.filter(({ differing }) => differing)
      .map((f) => `${run.language}, ${run.mode}: ${f.name}: ${f.differing} of ${f.points} points; first: ${f.first}`)),
  ]).concat(missing);
  return [
    `**${inMarkdown(verdict)}**`, "",
    `isonoise ${version}, ${inMarkdown(`${system.browser} on ${system.os}`)}, ${date}, seed ${seed}`, "",
    row(["language", "mode", "driver", "unprotected arithmetic", "functions", "points", "differing"]),
    row(Array(7).fill("---")),
    ...runs.map((run) => row([run.language, run.mode,
      inMarkdown([run.driver.renderer, run.driver.version].filter(Boolean).join(", ")),
      run.arithmetic.fast ? arithmeticInWords(run.arithmetic.fast) : "", run.functions.length, run.points,
      differing(run)])), "",
    ...notes.map((note) => `- ${inMarkdown(plain(note, 1200))}`), ...(notes.length > 0 ? [""] : []),
    "<details><summary>The report, for docs/reports</summary>", "", "```json", inLines(report), "```", "", "</details>",
    "",
  ].join("\n");
}
