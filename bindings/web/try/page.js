// The viewer's page: connects the program (isonoise.js, built by Emscripten) with the browser.
"use strict";

const canvas = document.getElementById("view"), notice = document.getElementById("notice");
const says = document.getElementById("says"), typed = document.getElementById("typed");
let program = null;

function fail(why) {
  notice.hidden = false;
  notice.className = "failed";
  says.textContent = why;
}

// ---- Files: those in /settings are kept in localStorage; all others are downloads.

const settings = "/settings/", key = (path) => "isonoise:" + path;

function readSettings(fs) {
  fs.mkdirTree("/settings/presets");
  try {
    for (const [name, text] of Object.entries(localStorage)) {
      if (!name.startsWith(key(settings)) || name.includes("/../")) continue;
      const path = name.slice(key("").length);
      fs.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      fs.writeFile(path, text);
    }
  } catch {}  // the browser allows no storage
}

// `bytes` is an array or a Blob.
function download(name, bytes) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

function changedFile(path) {
  const fs = program.FS, there = fs.analyzePath(path).exists;
  if (path.startsWith(settings)) {
    try {
      if (there) localStorage.setItem(key(path), fs.readFile(path, { encoding: "utf8" }));
      else localStorage.removeItem(key(path));
    } catch {}
  } else if (there) {
    download(path.slice(path.lastIndexOf("/") + 1), fs.readFile(path));
    fs.unlink(path);
  }
}

// ---- The URL: #scene=map&octaves=5 means --scene=map --octaves=5, #preset=map-marble a built-in preset or function, and
// #function=... a function's text, compressed (raw DEFLATE in base64url).

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
async function packed(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), text);
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
async function unpacked(packed) {
  try {
    const bytes = Uint8Array.from(atob(packed.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(await through(new DecompressionStream("deflate-raw"), bytes));
  } catch {
    throw Error("the text of its function is damaged");
  }
}

// Throws Error.
async function wordsOf(hash) {
  const words = [];
  for (const [name, value] of new URLSearchParams(hash.replace(/^#/, "").replace(/\+/g, "%2B"))) {
    if (name == "function") words.unshift(await unpacked(value));
    else if (name == "preset" && !value.startsWith("-")) words.unshift(value);
    else words.push(`--${name}=${value}`);
  }
  return words;
}

async function addressOf(words) {
  const pairs = [];
  for (let i = 0; i < words.length; ++i) {
    const [, name, value] = /^--([^=]+)(?:=([^]*))?$/.exec(words[i]) ?? [];
    if (name) pairs.push([name, value ?? words[++i]]);
    else pairs.push(/\{/.test(words[i]) ? ["function", await packed(words[i])] : ["preset", words[i]]);
  }
  // Escapes as %XX only where a URL requires it, for readability.
  return "#" + pairs.map(([name, value]) => name + "=" + encodeURIComponent(value).replace(/%(2C|3A|2F|40)/g,
    decodeURIComponent)).join("&");
}

let written = "";
function setAddress(words) {
  clearTimeout(setAddress.later);
  const later = setAddress.later = setTimeout(async () => {
    const address = await addressOf(words).catch(() => "");  // an old browser compresses nothing
    if (!address || later != setAddress.later) return;
    written = address;
    try { history.replaceState(null, "", written); } catch {}  // too often, or too long for this browser
  }, 300);
}

// For a page around this one: the name of the preset that is drawn.
function drawn() {
  const { sharp, playing, line } = program ? JSON.parse(program.ccall("page_status", "string", [], [])) : {};
  return sharp || playing ? line.split(" ")[2] : "";
}

const take = (text) => program.ccall("page_take", null, ["string"], [text]);
const quoted = (word) => `'${word.replace(/'/g, "'\\''")}'`;
const say = (text) => program.ccall("page_say", null, ["string"], [text]);
addEventListener("hashchange", async () => {
  if (!program || location.hash == written) return;
  try {
    take(`isonoise view ${(await wordsOf(location.hash)).map(quoted).join(" ")}`);
  } catch (error) {
    say(`This link cannot be shown: ${error.message}`);
  }
});

// ---- The clipboard

const module = { clipboard: "" };
function copy(text) {
  module.clipboard = text;
  const byHand = () => {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    canvas.focus();
  };
  if (navigator.clipboard) navigator.clipboard.writeText(text).catch(byHand);
  else byHand();
}
addEventListener("paste", (event) => {
  if (editor.contains(event.target)) return;
  module.clipboard = event.clipboardData.getData("text/plain");
  wake();
});

// ---- The function's text, in an editor below the picture. It is given to the program a moment after each key.

const editor = document.getElementById("editor"), text = document.getElementById("text");
const fault = document.getElementById("fault"), said = document.getElementById("said");
let given = "";  // the text that the program has

function show(why) {
  const [, line, column, words] = /^[^:\n]*:(\d+):(\d+): (.*)/.exec(why) ?? [];
  fault.hidden = !why;
  said.hidden = !fault.hidden;
  fault.textContent = fault.title = line ? `line ${line}: ${words}` : why;
  fault.onclick = () => {
    text.focus();
    if (!line) return;
    const start = text.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1) + Number(column) - 1;
    text.setSelectionRange(start, start + 1);
  };
}
function give() {
  clearTimeout(give.later);
  if (text.value == given) return show("");
  const why = program.ccall("page_change_function", "string", ["string"], [text.value]);
  if (!why) given = text.value;
  show(why);
}
text.addEventListener("input", () => {
  clearTimeout(give.later);
  give.later = setTimeout(give, 200);
});
function setHeight(pixels) {
  const height = Math.round(Math.min(Math.max(pixels, 96), 0.8 * innerHeight));
  document.documentElement.style.setProperty("--editor", `${height}px`);
  resize();
}
function closeEditor() {
  give();
  editor.hidden = true;
  document.documentElement.style.removeProperty("--editor");
  resize();
  canvas.focus();
}
// The program's text; with `open`, from its button.
function edit(now, open) {
  if (open && !editor.hidden) return closeEditor();
  if (!open && (editor.hidden || now == given)) return;
  text.value = given = now;
  show("");
  if (!open) return;
  editor.hidden = false;
  said.textContent = "The picture follows as you type.";
  setHeight(0.38 * innerHeight);
  text.setSelectionRange(0, 0);
  text.scrollTop = 0;
  text.focus();
}
document.getElementById("close").onclick = closeEditor;
document.getElementById("begin").onclick = () => {
  text.focus();
  text.select();
  document.execCommand("insertText", false, program.ccall("page_template", "string", [], []));  // Ctrl+Z takes it back
};
editor.firstElementChild.addEventListener("pointerdown", (event) => {
  if (event.target.closest("button")) return;
  const move = ({ clientY }) => setHeight(innerHeight - clientY);
  const end = () => removeEventListener("pointermove", move);
  addEventListener("pointermove", move);
  addEventListener("pointerup", end, { once: true });
  addEventListener("pointercancel", end, { once: true });
});
// Before the program's own listeners, so that it gets none of these keys.
for (const type of ["keydown", "keypress", "keyup"]) {
  addEventListener(type, (event) => {
    if (!editor.contains(event.target)) return;
    event.stopImmediatePropagation();
    if (type != "keydown") return;
    if (event.key == "Escape") closeEditor();
    const indents = event.key == "Tab" && event.target == text && !event.shiftKey;
    if (indents) document.execCommand("insertText", false, "    ");
    const saves = (event.ctrlKey || event.metaKey) && event.key == "s";
    if (saves) give();
    if (indents || saves) event.preventDefault();
  }, true);
}

// ---- Exports: another instance of the program, in a worker with its own canvas.

let worker = null;
// Closing the page would abort an export: the browser asks first.
addEventListener("beforeunload", (event) => {
  if (exporting) event.preventDefault();
});
let exporting = false;
const progress = (text, done) => program.ccall("page_export_progress", null, [ "string", "number" ], [ text, done ]);
function ended(done, error) {
  exporting = false;
  program.ccall("page_export_ended", null, ["string", "string"], [done, error]);
  wake();
}
// With a name in `zip`, all files go into one zip.
function startExport(words, zip = "") {
  worker ??= new Worker("worker.js");
  worker.onmessage = ({ data }) => {
    if (data.progress !== undefined) {
        progress(data.progress, data.done);
        return wake();
    }
    for (const { name, bytes } of data.files) download(name, bytes);
    if (data.error) return ended("", data.error);
    ended(`Saved ${data.frames > 1 ? `${data.frames} frames, ` : ""}${data.files[0].name}${data.also}`, "");
  };
  worker.onerror = (event) => {
    worker.terminate();
    worker = null;
    ended("", `the export failed: ${event.message ?? "its worker did not start"}`);
  };
  exporting = true;
  progress("starting", 0);
  worker.postMessage({ words: words.slice(1), zip });
}
function cancelExport() {
  worker?.terminate();
  worker = null;
  ended("Cancelled: no file is written", "");
}

// ---- Input. GLFW handles the canvas's mouse and keyboard events itself.

function wake() { program?._page_wake(); }
for (const name of ["mousemove", "mousedown", "mouseup", "wheel", "keydown", "keyup", "focus", "blur"])
  addEventListener(name, wake, { capture: true, passive: true });

// The browser keeps its own shortcuts, except for those that the viewer uses.
addEventListener("keydown", (event) => {
  const control = event.ctrlKey || event.metaKey;
  if (["F1", "'", "/"].includes(event.key) || (control && "sezk".includes(event.key.toLowerCase())))
    event.preventDefault();
}, true);

// Wheel movement in steps: browsers report pixels, lines or pages, and a touchpad's pinch as a wheel with Ctrl.
function turnWheel(x, y) { program?._page_wheel(x, y); }
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
  const step = event.deltaMode == 0 ? (event.ctrlKey ? 20 : 100) : event.deltaMode == 1 ? 3 : 1;
  turnWheel(-event.deltaX / step, -event.deltaY / step);
}, { capture: true, passive: false });

// One finger acts as the mouse; two pan and zoom.
const mouse = (type, touch, button = 0) => canvas.dispatchEvent(new MouseEvent(type, {
  bubbles: true, cancelable: true, button, buttons: type == "mouseup" ? 0 : 1 << button, clientX: touch.clientX,
  clientY: touch.clientY, screenX: touch.screenX, screenY: touch.screenY }));
let fingers = [], apart = 0, button = -1;
const middle = (a, b) => ({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2, screenX: 0,
  screenY: 0 });
const distance = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
function touched(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
  const before = fingers.length;
  fingers = [...event.touches];
  const at = fingers.length > 1 ? middle(fingers[0], fingers[1]) : fingers[0] ?? event.changedTouches[0];
  if (fingers.length != before) {
    if (button >= 0) mouse("mouseup", before > 1 ? at : event.changedTouches[0], button);
    button = fingers.length == 0 ? -1 : fingers.length == 1 && before == 0 ? 0 : fingers.length == 2 ? 2 : -1;
    mouse("mousemove", at);
    if (button >= 0) mouse("mousedown", at, button);
    if (fingers.length == 2) apart = distance(...fingers);
    if (fingers.length == 0) requestAnimationFrame(() => requestAnimationFrame(askForKeyboard));
    return wake();
  }
  if (fingers.length == 2) {
    const now = distance(...fingers);
    mouse("mousemove", at);
    // One wheel step multiplies the span by 0.87.
    turnWheel(0, Math.log(now / apart) / Math.log(1 / 0.87));
    apart = now;
    wake();
    return;
  }
  mouse("mousemove", at);
  wake();
}
for (const name of ["touchstart", "touchmove", "touchend", "touchcancel"])
  canvas.addEventListener(name, touched, { capture: true, passive: false });

// Phones show their keyboard only for a field of the page: text typed there goes to the viewer as keys.
function askForKeyboard() {
  if (program?._page_wants_text()) typed.focus();
  else typed.blur();
}
const press = (key, code) => {
  for (const type of ["keydown", "keyup"])
    dispatchEvent(new KeyboardEvent(type, { key, keyCode: code, bubbles: true }));
};
typed.addEventListener("input", (event) => {
  if (event.inputType == "deleteContentBackward") press("Backspace", 8);
  else for (const character of event.data ?? "")
    dispatchEvent(new KeyboardEvent("keypress", { charCode: character.codePointAt(0), bubbles: true }));
  typed.value = " ";  // so that there is something to delete
});
typed.addEventListener("keydown", (event) => event.stopPropagation());
typed.addEventListener("change", () => press("Enter", 13));

// The canvas has the resolution of the screen.
function resize() {
  const ratio = devicePixelRatio || 1, { width: w, height: h } = canvas.getBoundingClientRect();
  const width = Math.max(1, Math.round(w * ratio)), height = Math.max(1, Math.round(h * ratio));
  if (program) program.setCanvasSize(width, height);
  else [canvas.width, canvas.height] = [width, height];
  wake();
}
addEventListener("resize", () => editor.hidden ? resize() : setHeight(editor.offsetHeight));

canvas.addEventListener("webglcontextlost", (event) => { event.preventDefault(); wake(); });
addEventListener("visibilitychange", () => { if (document.visibilityState == "hidden") program?._page_remember(); });
addEventListener("pagehide", () => program?._page_remember());

// ---- Start

const errors = [];
function run(words) {
  errors.length = 0;
  const status = program.callMain(["view", ...words]);
  const runs = program.ccall("page_status", "string", [], []) != "{}";  // false after --help and the like
  return status == 0 && runs ? "" : errors.join("\n").replace(/^isonoise: /, "") || "the viewer did not start";
}

async function start() {
  if (location.protocol == "file:")
    return fail("Browsers do not run the viewer from a file: serve this folder, such as by python3 -m http.server");
  resize();
  program = await Isonoise(Object.assign(module, {
    canvas, preRun: [(made) => readSettings(made.FS)], printErr: (line) => { errors.push(line); console.warn(line); },
    changedFile, setAddress, edit, copy, startExport, cancelExport, failed: fail,
  }));
  resize();
  // index.html?live#... is a picture in another page: without a panel, in motion, and nothing is remembered.
  const live = new URLSearchParams(location.search).has("live");
  const wrong = await wordsOf(location.hash).then((words) => run(live ? [...words, "--no-config"] : words),
    (error) => error.message);
  if (live && !wrong) program._page_play_alone();
  if (wrong) {
    const again = run([]);
    if (again) return fail(again);
    // Shortened to fit a phone, e.g. where it lists all presets; the console has the full text.
    const brief = wrong.length > 300 ? wrong.slice(0, 300).replace(/\s\S*$/, " ...") : wrong;
    say(`This link cannot be shown: ${brief}`);
  }
  notice.hidden = true;
  if (!live) canvas.focus();
}
start().catch((error) => fail(`The viewer did not start: ${error.message ?? error}`));
