// Shared by the pictures and the check.
"use strict";

const element = (id) => document.getElementById(id);

// The GLSL snippet for a dimension.
const essl = (dim) => isonoise.snippets[`glsl/perlin${dim}.glsl`];

// One triangle that covers the viewport.
const triangle = `#version 300 es
void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }
`;

// Yields to the page's events.
const pause = () => new Promise((resolve) => setTimeout(resolve));

/// Compiles a program without blocking, if the driver can compile in parallel. Throws the driver's message on failure.
async function programOf(gl, fragmentShader, vertexShader = triangle) {
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
  const logs = () => [...shaders.map((shader) => gl.getShaderInfoLog(shader)), gl.getProgramInfoLog(program)];
  const log = linked ? "" : logs().join(" ").trim();
  for (const shader of shaders) gl.deleteShader(shader);
  if (!linked) {
    gl.deleteProgram(program);
    throw new Error(`the shader does not compile: ${log}`);
  }
  return program;
}

/// Copies text through the clipboard API or, if that is not allowed, through a selection. Returns true on success.
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

// Null without WebGL2.
const picture = element("picture").getContext("webgl2", { alpha: false, depth: false, antialias: false });
const noWebGL2 = "This browser offers no WebGL2: it is switched off, or the graphics driver is blocked.";
