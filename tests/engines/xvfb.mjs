// Runs Godot 3 on a virtual display with Mesa's software driver.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync } from "node:fs";
import { at, read } from "./tools.mjs";

/// Runs a project until it ends or, if `use` is given, until `use` returns. Returns everything it printed. `use` gets a
/// function that reads the display: { width, height, data }, with RGBA data.
export async function godot(project, environment = {}, use = null) {
  const log = openSync(at("log"), "w");
  // Without this folder Godot's first run reports an error.
  mkdirSync(at(".local/share/godot/app_userdata/isonoise"), { recursive: true });
  const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "960x540x24", "-fbdir", at(".")],
    { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  let engine;
  try {
    const [display] = await Promise.race([
      once(server.stdio[3], "data"),
      once(server, "exit").then(() => { throw new Error("Xvfb does not start"); }),
    ]);
    engine = spawn("godot3", ["--path", project, "--audio-driver", "Dummy"], {
      env: { ...process.env, DISPLAY: `:${String(display).trim()}`, HOME: at("."), XDG_DATA_HOME: at(".local/share"),
             LIBGL_ALWAYS_SOFTWARE: "1", ...environment },
      stdio: ["ignore", log, log],
      timeout: 120000,
    });
    const closed = once(engine, "close");
    if (use) await use(() => screen(read("Xvfb_screen0")));
    if (use) engine.kill();
    await closed;
    return read("log").toString();
  } finally {
    engine?.kill();
    server.kill();
  }
}

// Xvfb's file is an XWD: big-endian words, then 12-byte colours, then pixels, blue first.
function screen(file) {
  const word = (i) => file.readUInt32BE(4 * i);
  const [width, height, line, start] = [word(4), word(5), word(12), word(0) + 12 * word(19)];
  const data = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; ++y)
    for (let x = 0; x < width; ++x) {
      const pixel = file.readUInt32LE(start + y * line + 4 * x);
      data.writeUInt32BE(((pixel << 8) | 255) >>> 0, 4 * (y * width + x));
    }
  return { width, height, data };
}
