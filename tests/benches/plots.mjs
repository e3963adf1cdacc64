// Measures isonoise on this machine, alone and against its peers, and draws charts. tests/benches/run plots builds what
// this needs.
//
// plots.mjs measure BUILD FILE FOLDER: runs the programs in the build folder, writes FILE (JSON), then draws it
// plots.mjs draw FILE FOLDER: the charts of FILE, performance-values.svg and performance-peers.svg
import { spawnSync } from "node:child_process";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vega from "vega";
import * as vegaLite from "vega-lite";

const fail = (text) => { throw new Error(text); };

const isonoiseBlue = "#1f5fd0", peerGrey = "#a3a8b0", ink = "#1c2026", faded = "#5c636e";
const width = 700;  // of labels and bars: about 800 with figures and margins, the display width of a README
const rowHeight = 19, barHeight = 15, groupGap = 8;

/// A program's output, parsed as JSON.
function measured(program, ...parameters) {
  const { error, status, signal, stdout } = spawnSync(program, parameters, {
    encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 26,
  });
  if (error) fail(error.message);
  if (status != 0) fail(`${program} ended with ${signal ?? `exit status ${status}`}`);
  try {
    return JSON.parse(stdout);
  } catch (error) {
    fail(`${program} printed no JSON: ${error.message}`);
  }
}

function measure(build) {
  const say = (text) => console.error(`plots: ${text}`);
  const date = new Date().toISOString().slice(0, 10);
  say("isonoise bench");
  const bench = measured(join(build, "app/isonoise"), "bench", "--json", "-");
  say("isonoise::batch beside its peers");
  const cpu = measured(join(build, "tests/benches/isonoise_cpu_peers"), "--json");
  say("the shaders beside their peers");
  const only = "^(perlin[234](_periodic|_fbm)?|(classic|simplex|periodic)[234].*)$";
  const size = bench.gpu?.software ? "2048" : "8192";  // with fewer pixels the fixed cost of a draw would show
  const { compiling, ...gpu } =
    measured(join(build, "tests/benches/isonoise_gpu_peers"), "--json", "--only", only, "--size", size);
  return { date, bench, cpu_peers: cpu, gpu_peers: gpu };
}

/// Four digits: more would suggest false precision.
const short = (key, value) =>
  typeof value == "number" && (!Number.isInteger(value) || value > 1e5) ? +value.toPrecision(4) : value;

/// Readers see the old file or the new one, never a partial one.
function writeWhole(path, text) {
  const part = `${path}.part`;
  try {
    writeFileSync(part, text);
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    fail(`cannot write '${path}': ${error.message}`);
  }
}

function read(path) {
  let text;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    fail(`cannot read '${path}': ${error.message}`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    fail(`'${path}' is not JSON: ${error.message}`);
  }
}

/// The matching entry of a report.
const find = (list, where, what, fits) =>
  (Array.isArray(list) ? list.find(fits) : undefined) ??
  fail(`${where} has no ${what}; measure anew: tests/benches/run plots`);

/// Three digits, without an exponent.
const digits = (x) => x >= 999.5 ? String(+x.toPrecision(3)) : x >= 1 ? x.toPrecision(3) : x.toFixed(2);

/// A panel of horizontal bars from 0, each with its figure beside it. Rows: group, label, value, text, and perhaps peer
/// and the quartiles low and high. A grey line marks `line`.
function panel(title, subtitle, rows, labelsWidth, line = 0) {
  let top = 0;
  const data = rows.map((row, i) => {
    if (!Number.isFinite(row.value)) fail(`the figure of '${row.group}, ${row.label}' is not a number`);
    const opens = i == 0 || rows[i - 1].group != row.group;
    if (i > 0) top += rowHeight + (opens ? groupGap : 0);
    return { ...row, head: opens ? row.group : "", top, middle: top + barHeight / 2, bottom: top + barHeight,
             end: Math.max(row.value, row.high ?? 0, line) };
  });
  const height = top + barHeight;
  const pixels = { domain: [0, height], range: [0, height] };
  const y = (field) => ({ field, type: "quantitative", axis: null, scale: pixels });
  const room = rows.some((row) => row.note) ? 1.14 : 1;  // space for long texts after bars
  const domain = [0, room * Math.max(...data.map((row) => row.end))];
  const x = (field) => ({ field, type: "quantitative", axis: null, scale: { domain, nice: false } });
  const text = (field, mark, encoding) => ({
    mark: { type: "text", baseline: "middle", ...mark },
    encoding: { y: y("middle"), text: { field }, ...encoding },
  });
  const layer = [
    text("head", { align: "left", x: -labelsWidth, color: ink }),
    text("label", { align: "right", x: -8, color: faded }),
    { mark: { type: "rect" },
      encoding: { y: y("top"), y2: { field: "bottom" }, x: x("value"), x2: { datum: 0 },
                  color: { condition: { test: "datum.peer", value: peerGrey }, value: isonoiseBlue } } },
    { transform: [{ filter: "isValid(datum.low)" }], mark: { type: "rule", color: ink, strokeWidth: 1.5 },
      encoding: { y: y("middle"), x: x("low"), x2: { field: "high" } } },
    text("text", { align: "left", dx: 7, color: ink, fontWeight: 600 }, { x: x("end") }),
  ];
  if (line > 0) {
    layer.unshift({ data: { values: [{ top: -4, bottom: height + 4, line }] },
                    mark: { type: "rule", color: peerGrey, strokeWidth: 2 },
                    encoding: { x: x("line"), y: y("top"), y2: { field: "bottom" } } });
  }
  return {
    title: { text: title, subtitle, anchor: "start", frame: "group", dx: -labelsWidth, offset: 12 },
    width: width - labelsWidth, height, view: { stroke: null }, data: { values: data }, layer,
  };
}

function chart(title, subtitle, panels) {
  const spec = {
    background: "white", padding: { left: 20, right: 20, top: 18, bottom: 18 },
    title: { text: title, subtitle, anchor: "start", fontSize: 19, fontWeight: 700, color: ink, subtitleFontSize: 13,
             subtitleColor: faded, subtitlePadding: 6, subtitleLineHeight: 18, offset: 18 },
    vconcat: panels, spacing: 28,
    config: { title: { fontSize: 14, fontWeight: 600, color: ink, subtitleFontSize: 13, subtitleColor: faded,
                       subtitlePadding: 4 },
              font: "system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif", text: { fontSize: 13 } },
  };
  return new vega.View(vega.parse(vegaLite.compile(spec).spec), { renderer: "none" }).toSVG();
}

const hardware = ({ bench }) => ({
  cpu: `CPU: ${bench.cpu.name}, instructions ${bench.cpu.instructions}`,
  gpu: `GPU: ${bench.gpu.renderer}${bench.gpu.software ? ", a rasteriser on the CPU" : ""}`,
});
const origin = ({ date, bench }) => `isonoise ${bench.isonoise}, ${date}. Driver: ${bench.gpu.version}.`;

function drawValues(report) {
  const { bench } = report;
  const speed = (list, where, group, label, name, more) => {
    const row = find(list, where, `row '${name}'`, (one) => one.name == name);
    const { values_per_second: value, lower_quartile: low, upper_quartile: high } = row;
    return { group, label, value: value ?? 0, low, high, ...more };  // null: too fast to measure
  };
  const cpu = (...row) => speed(bench.on_cpu, "on_cpu", ...row);
  const gpu = (...row) => speed(bench.on_gpu, "on_gpu", ...row);
  const dims = (first, row) => [1, 2, 3, 4].slice(first - 1).map(row);
  const cell = "64 points a cell", along = "along each axis", random = "points at random";
  const onCpu = [
    cpu("memory filled with one number", "", "memory filled with one number", { peer: true }),
    ...dims(1, (d) => cpu(`grid, ${cell}`, `${d}D`, `perlin ${d}D, grid, ${cell} ${along}`)),
    ...dims(2, (d) => cpu("grid, 4 points a cell", `${d}D`, `perlin ${d}D, grid, 4 points a cell ${along}`)),
    ...[2, 3].map((d) => cpu("grid, fBm of 8 octaves", `${d}D`, `perlin ${d}D, grid, ${cell}, fBm of 8 octaves`)),
    ...dims(2, (d) => cpu(random, `${d}D`, `perlin ${d}D, ${random}`)),
    ...dims(2, (d) => cpu("... with gradient", `${d}D`, `perlin ${d}D, ${random}, with gradient`)),
    cpu("... one by one", "3D", `perlin 3D, ${random}, one by one`),
  ];
  const onGpu = [
    ...dims(1, (d) => gpu("one call a pixel", `${d}D`, `perlin ${d}D`)),
    ...dims(2, (d) => gpu("... with gradient", `${d}D`, `perlin ${d}D, with gradient`)),
    ...[2, 3].map((d) => gpu("... fBm of 8 octaves", `${d}D`, `perlin ${d}D, fBm of 8 octaves`)),
  ];
  if (bench.on_gpu.some((row) => row.name.includes("compute shader"))) {  // not before OpenGL 4.3
    onGpu.push(...dims(2, (d) => gpu("grid, compute shader", `${d}D`, `perlin ${d}D, compute shader`)),
               ...[2, 3].map((d) =>
                 gpu("... fBm of 8 octaves", `${d}D`, `perlin ${d}D, compute shader, fBm of 8 octaves`)));
  }
  const threads = bench.on_cpu.flatMap((row, i, rows) => row.times_one_thread === undefined ? [] : [
    cpu(`${row.name.slice(7, 9)} grid`, "one thread", rows[i - 1].name),
    cpu(`${row.name.slice(7, 9)} grid`, `${row.threads} threads`, row.name,
        { note: ` (${digits(row.times_one_thread)}\u00d7)` }),
  ]);
  const inUnit = (title, where, rows) => {
    const [unit, word] = Math.max(...rows.map((row) => row.value)) < 2e10 ? [1e6, "Million"] : [1e9, "Billion"];
    for (const row of rows) row.text = (row.value > 0 ? digits(row.value / unit) : "-") + (row.note ?? "");
    return panel(title, `${word} values a second${where}`, rows, 230);
  };
  const names = hardware(report);
  const panels = [inUnit(names.cpu, ", one thread", onCpu), inUnit(names.gpu, "", onGpu)];
  if (threads.length > 0)
    panels.splice(1, 0, inUnit("CPU: all threads beside one", ", grids of 2^24 points, 64 a cell", threads));
  return chart("isonoise: values a second",
               [`Median of ${bench.rounds} rounds; the thin line spans half of them.`, origin(report)], panels);
}

function drawPeers(report) {
  const times = (of, kind, where) => ([group, to, label, from]) => {
    const row = find(of?.ratios, where, `ratio of '${from}' to '${to}'`, (r) => r.of == from && r.to == to);
    const { median, low, high } = row[kind] ?? {};
    return { group, label, value: median, low, high, text: `${digits(+median)}\u00d7` };
  };
  const at = (n) => `, ${n} points a cell`;
  const onCpu = [
    [`2D grid${at(64)}`, `grid 2D${at(64)}`, "glm::perlin", "glm 2D, 64"],
    [`3D grid${at(64)}`, `grid 3D${at(64)}`, "stb_perlin", "stb_perlin 3D, 64"],
    [`3D grid${at(64)}`, `grid 3D${at(64)}`, "libnoise", "libnoise 3D, 64"],
    [`3D grid${at(64)}`, `grid 3D${at(64)}`, "glm::perlin", "glm 3D, 64"],
    [`4D grid${at(64)}`, `grid 4D${at(64)}`, "glm::perlin", "glm 4D, 64"],
    [`3D grid${at(4)}`, `grid 3D${at(4)}`, "stb_perlin", "stb_perlin 3D, 4"],
    ["2D grid, fBm of 8 octaves", `grid 2D${at(64)}, fBm of 8 octaves`, "glm::perlin, 8 calls", "glm 2D, 64"],
    ["3D, points at random", "points 3D", "stb_perlin", "stb_perlin 3D, points"],
  ];
  const onGpu = [2, 3, 4].flatMap((d) => [
    [`perlin${d}`, `perlin${d}`, "webgl-noise classic", `classic${d}`],
    [`perlin${d}`, `perlin${d}`, "webgl-noise simplex", `simplex${d}`],
  ]);
  onGpu.push(["perlin3_fbm, 8 octaves", "perlin3_fbm", "webgl-noise classic", "classic3, 8 octaves"]);
  for (const d of [2, 3, 4])
    onGpu.push([`perlin${d}_periodic`, `perlin${d}_periodic`, "webgl-noise periodic", `periodic${d}`]);
  const kind = report.gpu_peers?.driver?.software ? "cpu" : "clock";  // CPU time is less disturbed by other processes
  const names = hardware(report);
  const cpu = onCpu.map(times(report.cpu_peers, "cpu", "cpu_peers"));
  const gpu = onGpu.map(times(report.gpu_peers?.drawing, kind, "gpu_peers"));
  return chart("isonoise: how many times as fast as others",
               ["Medians of runs in turns. The grey line is 1\u00d7: equally fast.", origin(report)],
               [panel(names.cpu, "isonoise::batch, one thread", cpu, 330, 1),
                panel(names.gpu, "One call a pixel", gpu, 330, 1)]);
}

async function draw(path, folder) {
  const report = read(path);
  if (typeof report?.bench?.cpu?.name != "string") fail(`'${path}' was not written by 'tests/benches/run plots'`);
  if (!report.bench.gpu) fail(`'${path}' has no figures of a GPU, which the charts need`);
  const charts = { values: await drawValues(report), peers: await drawPeers(report) };
  for (const [name, svg] of Object.entries(charts)) writeWhole(join(folder, `performance-${name}.svg`), `${svg}\n`);
}

const [action, ...rest] = process.argv.slice(2);
try {
  if (action == "measure" && rest.length == 3) {
    const [build, file, folder] = rest;
    writeWhole(file, `${JSON.stringify(measure(build), short, 1)}\n`);
    await draw(file, folder);
  } else if (action == "draw" && rest.length == 2) {
    await draw(...rest);
  } else {
    fail("usage: plots.mjs measure BUILD FILE FOLDER | draw FILE FOLDER");
  }
} catch (error) {
  console.error(`plots: ${error.message}`);
  process.exitCode = 2;
}
