// Exports: runs `isonoise render` with an off-screen canvas, and returns its files.
"use strict";
importScripts("isonoise.js");

onmessage = async ({ data: { words, zip } }) => {
  const files = [], lines = [], parts = [];
  let bytes = [], frames = 0;
  const answer = (error) => postMessage({ files, frames, error, also: lines.map((text) => `, ${text}`).join("") },
    files.map(({ bytes }) => bytes.buffer).filter(Boolean));
  // Progress ends with a carriage return, messages with a line feed.
  const progress = (text) => {
      const [, done] = /(\d+) %/.exec(text) ?? [];
      if (done !== undefined)
          postMessage({progress : text.slice(text.lastIndexOf(": ") + 2).trim(), done : done / 100});
  };
  let program;
  const zipped = (right) => { if (!right) throw Error("the zip cannot be written"); };
  const zipBytes = (part) => parts.push(new Blob([part]));  // the browser may keep it on disk
  const changedFile = (path) => {
    ++frames;
    if (zip) zipped(program.ccall("page_zip_add", "number", ["string"], [path]));
    else files.push({ name: path.slice(path.lastIndexOf("/") + 1), bytes: program.FS.readFile(path) });
    program.FS.unlink(path);
  };
  const stderr = (byte) => {
    if (byte != 13 && byte != 10) return bytes.push(byte);
    const line = new TextDecoder().decode(Uint8Array.from(bytes.splice(0)));
    if (byte == 13) progress(line);
    else lines.push(line.replace(/^isonoise: (render: )?/, ""));
  };
  try {
    program = await Isonoise({ stderr, changedFile, zipBytes });
    const status = program.callMain(words);
    if (zip && status == 0) {
      zipped(program._page_zip_end());
      files.push({ name: zip, bytes: new Blob(parts) });
    }
    const error = status == 0 ? "" : lines.splice(0).join("\n") || "the export failed";
    answer(error);
  } catch (error) {
    answer(String(error.message ?? error));
  }
};
