// The functions of the golden vectors on every machine (language and device) of this computer. A machine's ready()
// returns its driver, if any, or throws an error that says why it is missing; prepare(vectors, f) returns a function
// that converts rows, in build.mjs's format, to the words of the results; arithmetic() reports the driver's float
// arithmetic, by mode. language and mode are those of reports.
"use strict";

const bytes = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
const words = (base64) => new Uint32Array(bytes(base64).buffer);

// Imports a module from its text: pages opened as files cannot import files.
const imported = (text) => import(`data:text/javascript;charset=utf-8,${encodeURIComponent(text)}`);
const modules = {};
const javaScript = (dim) => (modules[dim] ??= imported(isonoise.snippets[`js/perlin${dim}.js`]));

// The parts of a row.
const floatsOf = (rows) => new Float32Array(rows.buffer, rows.byteOffset, rows.length);
const results = (rows, outputs) => new Float32Array(rows.length / 16 * outputs);
const asWords = (floats) => new Uint32Array(floats.buffer);

const machines = [
    {
        name : "JavaScript",
        language : "JavaScript",
        mode : "exact",
        async ready() { await javaScript(1); },
        async prepare({dim}, f) {
            const capitals = f.kind.replace(/_(.)/g, (_, letter) => letter.toUpperCase());  // such as PeriodicGradient
            const call = (await javaScript(dim))[`perlin${dim}${capitals}`];
            return (rows) => {
                const floats = floatsOf(rows), all = results(rows, f.outputs), slope = new Float32Array(dim);
                for (let row = 0, to = 0; row < rows.length; row += 16) {
                    const given = [...floats.subarray(row, row + dim), rows[row + 12] ];
                    if (f.kind.includes("periodic")) given.push(...rows.subarray(row + 4, row + 4 + dim));
                    if (f.kind == "_fbm") given.push(...floats.subarray(row + 8, row + 12));
                    all[to++] = call(...given, slope);
                    for (let c = 0; c + 1 < f.outputs; ++c)
                        all[to++] = slope[c];
                }
                return asWords(all);
            };
        },
    },
    {
        name : "WebAssembly",
        language : "WebAssembly",
        mode : "exact",
        async ready() {
            this.open ??= (await imported(isonoise.library)).open;
            this.module ??= await WebAssembly.compile(bytes(isonoise.wasm));
        },
        prepare({dim}, f) {
            const {open, module} = this;
            return (rows) => {
                const floats = floatsOf(rows), all = results(rows, f.outputs), count = rows.length / 16;
                const settings = (row) => rows.subarray(16 * row + 4, 16 * row + 13).join();
                for (let begin = 0, end; begin < count; begin = end) {
                    for (end = begin + 1; end < count && settings(end) == settings(begin);)
                        ++end;
                    const row = 16 * begin, period = [...rows.subarray(row + 4, row + 4 + dim) ];
                    const [octaves, persistence, lacunarity] = floats.subarray(row + 8, row + 11);
                    const noise = open(module, () => Object.entries({
                        dim,
                        seed : rows[row + 12],
                        ...(f.kind.includes("periodic") ? {period} : {}),
                        ...(f.kind == "_fbm" ? {octaves, persistence, lacunarity} : {})
                    }));
                    const at =
                        Array.from({length : dim}, (_, c) => Float32Array.from({length : end - begin},
                                                                               (_, i) => floats[row + 16 * i + c]));
                    const gradient = f.outputs > 1, got = noise.points(at, {gradient});
                    const lists = gradient ? [ got.values, ...got.gradient ] : [ got ];
                    lists.forEach((list, o) => list.forEach((x, i) => all[(begin + i) * f.outputs + o] = x));
                }
                return asWords(all);
            };
        },
    },
    {
        name : "WebGL2",
        language : "GLSL ES 3.00",
        mode : "zero",
        ready() {
            this.gl = document.createElement("canvas").getContext("webgl2");
            if (!this.gl) throw Error(noWebGL2);
            const {gl} = this, info = gl.getExtension("WEBGL_debug_renderer_info");
            const [renderer, vendor, version] = [
                info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER, info ? info.UNMASKED_VENDOR_WEBGL : gl.VENDOR,
                gl.VERSION
            ].map((name) => gl.getParameter(name));
            return {renderer, vendor, version};
        },
        // Draws with `program`, which may read a texture, into a texture of 32-bit integers; returns its pixels, four
        // words each.
        draw(program, width, height, input = null) {
            const {gl} = this, target = this.texture(width, height, null), framebuffer = gl.createFramebuffer();
            gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
            gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, target, 0);
            if (gl.checkFramebufferStatus(gl.FRAMEBUFFER) != gl.FRAMEBUFFER_COMPLETE && !gl.isContextLost())
                throw Error("this GPU cannot draw 32-bit integers (the framebuffer is incomplete)");
            gl.bindTexture(gl.TEXTURE_2D, input);
            gl.useProgram(program);
            gl.viewport(0, 0, width, height);
            gl.drawArrays(gl.TRIANGLES, 0, 3);
            const pixels = new Uint32Array(width * height * 4);
            gl.readPixels(0, 0, width, height, gl.RGBA_INTEGER, gl.UNSIGNED_INT, pixels);
            const error = gl.getError();
            gl.deleteTexture(target);
            gl.deleteFramebuffer(framebuffer);
            if (gl.isContextLost()) throw Error("the context was lost");
            if (error) throw Error(`WebGL error ${error}`);
            return pixels;
        },
        texture(width, height, data) {
            const {gl} = this, made = gl.createTexture();
            gl.bindTexture(gl.TEXTURE_2D, made);
            gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32UI, width, height, 0, gl.RGBA_INTEGER, gl.UNSIGNED_INT, data);
            gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
            gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
            return made;
        },
        async arithmetic() {
            const {gl} = this, arithmetic = {};
            for (const mode of ["fast", "zero"]) {
                const program = await programOf(gl, arithmeticGlsl(mode));
                gl.useProgram(program);
                operands.forEach((vector, i) =>
                                     gl[`uniform${vector.length}fv`](gl.getUniformLocation(program, "abc"[i]), vector));
                arithmetic[mode] = arithmeticOf(this.draw(program, 3, 1));
            }
            return arithmetic;
        },
        async prepare({dim}, f) {
            // Pixel (i, r) is output i of row r.
            const program = await programOf(this.gl, `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;
${essl(dim)}
${f.glsl}
uniform usampler2D rows;
out uvec4 bits;
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    bits = uvec4(evaluate(texelFetch(rows, ivec2(0, at.y), 0), texelFetch(rows, ivec2(1, at.y), 0),
                          texelFetch(rows, ivec2(2, at.y), 0), texelFetch(rows, ivec2(3, at.y), 0).x, at.x));
}
`);
            return (rows) => {
                const height = rows.length / 16, input = this.texture(4, height, rows);
                const pixels = this.draw(program, f.outputs, height, input);
                this.gl.deleteTexture(input);
                return pixels.filter((_, i) => i % 4 == 0);
            };
        },
        done() { this.gl?.getExtension("WEBGL_lose_context")?.loseContext(); },
    },
    {
        name : "WebGPU",
        language : "WGSL",
        mode : "zero",
        async ready() {
            if (!navigator.gpu) throw Error("this browser offers none");
            const adapter = await navigator.gpu.requestAdapter();
            if (!adapter) throw Error("this browser finds no adapter");
            this.device = await adapter.requestDevice();
            const {vendor, architecture, description} = adapter.info ?? {};
            return {renderer : [ description || vendor, architecture ].filter(Boolean).join(", "), vendor};
        },
        // Runs a compute shader: binding 0 is the input, 1 the output of `size` bytes.
        async compute(code) {
            const {device} = this;
            const module = device.createShaderModule({code});
            const wrong = (await module.getCompilationInfo()).messages.find(({type}) => type == "error");
            if (wrong) throw Error(`the shader does not compile: line ${wrong.lineNum}: ${wrong.message}`);
            const pipeline = await device.createComputePipelineAsync({layout : "auto", compute : {module}});
            return async (data, size) => {
                const {STORAGE, COPY_SRC, COPY_DST, MAP_READ} = GPUBufferUsage;
                const [input, bits, back] = [
                    [ data.byteLength, STORAGE | COPY_DST ], [ size, STORAGE | COPY_SRC ], [ size, MAP_READ | COPY_DST ]
                ].map(([ size, usage ]) => device.createBuffer({size, usage}));
                device.queue.writeBuffer(input, 0, data);
                const group = device.createBindGroup({
                    layout : pipeline.getBindGroupLayout(0),
                    entries : [ input, bits ].map((buffer, binding) => ({binding, resource : {buffer}}))
                });
                const encoder = device.createCommandEncoder(), pass = encoder.beginComputePass();
                pass.setPipeline(pipeline);
                pass.setBindGroup(0, group);
                pass.dispatchWorkgroups(Math.ceil(size / 256));
                pass.end();
                encoder.copyBufferToBuffer(bits, 0, back, 0, size);
                device.queue.submit([ encoder.finish() ]);
                await back.mapAsync(GPUMapMode.READ);
                const got = new Uint32Array(back.getMappedRange().slice(0));
                for (const buffer of [input, bits, back])
                    buffer.destroy();
                return got;
            };
        },
        async arithmetic() {
            const given = Float32Array.from(operands.flatMap((vector) => [...vector, 0].slice(0, 4))), arithmetic = {};
            for (const mode of ["fast", "zero"])
                arithmetic[mode] = arithmeticOf(await (await this.compute(arithmeticWgsl(mode)))(given, 48));
            return arithmetic;
        },
        async prepare({dim}, f) {
            // Invocation (i, r) writes output i of row r.
            const run = await this.compute(`${isonoise.snippets[`wgsl/perlin${dim}.wgsl`]}
${f.wgsl}
@group(0) @binding(0) var<storage, read> rows: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> bits: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) at: vec3u) {
    if (at.x >= arrayLength(&bits)) { return; }
    let row = 4u * (at.x / ${f.outputs}u);
    bits[at.x] = evaluate(rows[row], rows[row + 1u], rows[row + 2u], rows[row + 3u].x, at.x % ${f.outputs}u);
}
`);
            return (rows) => run(rows, rows.length / 4 * f.outputs);
        },
        done() { this.device?.destroy(); },
    }
];
