// What the picture and the check share.
"use strict";

const element = (id) => document.getElementById(id);

// The snippet of WebGL2 for a dimension.
const essl = (dim) => isonoise.snippets[`essl300/perlin${dim}.glsl`];

// One triangle over everything.
const vertexShader = `#version 300 es
void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }
`;

// Lets the page live on.
const pause = () => new Promise((resolve) => setTimeout(resolve));

/// A program; waits for the driver where it compiles beside the page. Throws what the driver says is wrong.
async function programOf(gl, fragmentShader) {
  const program = gl.createProgram();
  const shaders = [[gl.VERTEX_SHADER, vertexShader], [gl.FRAGMENT_SHADER, fragmentShader]].map(([type, source]) => {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    return shader;
  });
  gl.linkProgram(program);
  const parallel = gl.getExtension("KHR_parallel_shader_compile");
  while (parallel && !gl.isContextLost() && !gl.getProgramParameter(program, parallel.COMPLETION_STATUS_KHR))
    await pause();
  if (gl.isContextLost()) throw new Error("the context was lost");
  const linked = gl.getProgramParameter(program, gl.LINK_STATUS);
  const log = linked ? "" : [gl.getShaderInfoLog(shaders[1]), gl.getProgramInfoLog(program)].join(" ").trim();
  for (const shader of shaders) gl.deleteShader(shader);
  if (!linked) {
    gl.deleteProgram(program);
    throw new Error(`the shader does not compile: ${log}`);
  }
  return program;
}

/// Copies text: by the clipboard's interface, or where a page may not use it by a selection. Whether that worked.
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea"), focused = document.activeElement;
    area.value = text;
    area.className = "offscreen";
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    focused?.focus();
    return copied;
  }
}

// Null where there is no WebGL2.
const picture = element("picture").getContext("webgl2", { alpha: false, depth: false, antialias: false });
const noWebGL2 = "This browser gives the page no WebGL2: it is switched off, or the graphics driver is blocked.";
