#include "conformance/failing_files.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "conformance/helper_text.hpp"
#include "conformance/points.hpp"
#include "version.hpp"

namespace isonoise {
namespace {

constexpr auto kMostLines = 60;

std::string word_text(std::uint32_t word, bool real) {
    const std::string bits = fmt::format("0x{:08X}", word);
    return real ? fmt::format("{} ({})", in_hex(std::bit_cast<float>(word)), bits) : bits;
}

// A driver's own text, which may be anything, for a comment of any language.
std::string harmless(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c < ' ' || c > '~' || c == '<' || c == '\\'; }, '?');
    return text.substr(0, 100);
}

// The comment at the top of each file, line by line.
std::vector<std::string> head_of(const FailingCase& failing, const DriverInfo& on) {
    const std::string what = failing.helper.empty() ? failing.function : failing.helper + "()";
    std::vector<std::string> lines = {
        fmt::format("{} of isonoise {} must give {}:", what, kVersion, word_text(failing.expected, failing.real)),
        failing.real ? "IEEE arithmetic in single precision, each operation rounded to nearest even by itself."
                     : "whole numbers of 32 bits that wrap around, or the bits of a float.",
        fmt::format("It gave {} on {},", word_text(failing.found, failing.real), harmless(on.renderer)),
        fmt::format("version {}, {}, mode {}.", harmless(on.version), on.language,
                    kModes[static_cast<int>(failing.mode)])};
    if (!failing.cause.empty()) lines.push_back("That is the result if " + failing.cause + ".");
    if (failing.of_text) lines.push_back("The text is that of --shader-dir, which is not isonoise's own here.");
    if (failing.mode == Mode::fast) lines.push_back("Nothing is protected here, so a compiler may do this.");
    lines.push_back(fmt::format("Found by isonoise verify in {}{},", failing.function,
                                failing.place.empty() ? "" : fmt::format(", {} at {}", failing.helper, failing.place)));
    lines.push_back("  " + failing.point);
    return lines;
}
std::string commented(const std::vector<std::string>& lines, const char* sign) {
    std::string text;
    for (const std::string& line : lines)
        text += fmt::format("{} {}\n", sign, line);
    return text;
}

std::string replaced(std::string text, const std::string& part, const std::string& instead) {
    for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; at += instead.size())
        text.replace(at, part.size(), instead);
    return text;
}

// Wrapped only at this column; as it is for 0.
std::string wrapped(const std::string& text, std::size_t columns) {
    if (columns == 0) return text;
    std::string all;
    std::size_t used = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
        if (end > at) {
            const bool fits = used + 1 + (end - at) <= columns;
            if (used > 0) all += fits ? " " : "\n";
            used = (fits && used > 0 ? used + 1 : 0) + (end - at);
            all += text.substr(at, end - at);
        }
        at = end + 1;
    }
    return all + "\n";
}

// The function failing() in GLSL, and what it needs.
std::string function_text(const FailingCase& failing, Mode mode) {
    std::string text;
    // Without helpers and barriers the macros can go.
    const bool bare = failing.functions.empty() && mode != Mode::zero;
    if (!bare) text += protection(mode) + failing.functions;
    text += "uint failing() {\n";
    if (mode == Mode::zero) text += "    " + raised(failing.inputs.size()) + "\n";
    for (const std::string& line : failing.body) {
        std::string own = line;
        if (bare) {
            own = replaced(own, "ISO_PRECISE ", mode == Mode::precise ? "precise " : "");
            const std::size_t at = own.find("ISO_EXACT(");
            if (at != own.npos) {
                own.erase(own.rfind(");"), 1);
                own.erase(at, 10);
            }
        }
        text += "    " + own + "\n";
    }
    return text + "}\n";
}

// A condition in GLSL and WGSL: is the word in `name` right? Numbers below 2^-126 and zeros of both signs are equal,
// and so are all NaN.
std::string is_right(const FailingCase& failing, const char* name) {
    const std::uint32_t size = failing.expected & 0x7FFFFFFFu;
    if (failing.real && size < 0x00800000u) return fmt::format("({} & 0x7FFFFFFFu) < 0x00800000u", name);
    if (failing.real && size > 0x7F800000u) return fmt::format("({} & 0x7FFFFFFFu) > 0x7F800000u", name);
    return fmt::format("{} == 0x{:08X}u", name, failing.expected);
}

std::size_t fours(const FailingCase& failing) { return (failing.inputs.size() + 3) / 4; }
std::vector<std::uint32_t> padded(const FailingCase& failing) {
    std::vector<std::uint32_t> words = failing.inputs;
    words.resize(4 * fours(failing));
    return words;
}
std::string uniforms(const FailingCase& failing) {
    std::string names;
    for (std::size_t i = 0; i < fours(failing); ++i)
        names += fmt::format("{}a{}", i ? ", " : "", i);
    return names.empty() ? "" : "uniform uvec4 " + names + ";\n";
}
std::string values(const FailingCase& failing, std::size_t four, const char* between, const char* form) {
    std::string text;
    const std::vector<std::uint32_t> words = padded(failing);
    for (std::size_t c = 0; c < 4; ++c)
        text += (c ? between : "") + fmt::format(fmt::runtime(form), words[4 * four + c]);
    return text;
}

// Of desktop GLSL: `precise` needs 4.00.
int version_of(const FailingCase& failing, const DriverInfo& on) {
    return failing.mode == Mode::precise ? std::max(on.glsl, 400) : on.glsl;
}

std::string main_text(const FailingCase& failing) {
    return fmt::format("out vec4 colour;\nvoid main() {{\n    uint word = failing();\n"
                       "    colour = {} ? vec4(0.0, 1.0, 0.0, 1.0) : vec4(1.0, 0.0, 0.0, 1.0);\n}}\n",
                       is_right(failing, "word"));
}

std::string shader_test(const FailingCase& failing, const DriverInfo& on) {
    const bool es = on.glsl == kEs300;
    std::string text = commented(head_of(failing, on), "#");
    const int version = version_of(failing, on);
    text += es ? "[require]\nGL ES >= 3.0\nGLSL ES >= 3.00\n\n"
               : fmt::format("[require]\nGLSL >= {}.{:02}\n\n", version / 100, version % 100);
    text += "[vertex shader passthrough]\n\n[fragment shader]\n";
    if (es) text += "#version 300 es\nprecision highp float;\nprecision highp int;\n";
    std::string main = main_text(failing), all;
    for (std::size_t i = 0; i < fours(failing); ++i)
        all += fmt::format("{}a{}", i ? " ^ " : "", i);
    // Runners cannot set what the compiler has left out.
    if (!all.empty() && !failing.functions.empty())
        main.insert(main.rfind("}\n"),
                    fmt::format("    if (({}) == uvec4(0xBADCAFEu)) colour.b = 0.5;  // keeps all inputs\n", all));
    text += uniforms(failing) + function_text(failing, failing.mode) + main + "\n[test]\n";
    for (std::size_t i = 0; i < fours(failing); ++i)
        text += fmt::format("uniform uvec4 a{} {}\n", i, values(failing, i, " ", "{}"));
    return text + "draw rect -1 -1 2 2\nprobe all rgba 0.0 1.0 0.0 1.0\n";
}

std::string frag(const FailingCase& failing, const DriverInfo& on) {
    std::string text =
        fmt::format("#version {}\n", on.glsl == kEs300 ? "300 es" : std::to_string(version_of(failing, on))) +
        commented(head_of(failing, on), "//");
    text += "// Green if the word is right. Inputs:\n";
    for (std::size_t i = 0; i < fours(failing); ++i)
        text += fmt::format("//   a{} = uvec4({})\n", i, values(failing, i, ", ", "0x{:08X}u"));
    if (on.glsl == kEs300) text += "precision highp float;\nprecision highp int;\n";
    return text + uniforms(failing) + function_text(failing, failing.mode) + main_text(failing);
}

// Vulkan has `precise` always.
std::string amber(const FailingCase& failing, const DriverInfo& on) {
    std::string text = "#!amber\n" + commented(head_of(failing, on), "#");
    text += "SHADER compute failing GLSL\n#version 450\nlayout(local_size_x = 1) in;\n"
            "layout(set = 0, binding = 0) readonly buffer Inputs {";
    for (std::size_t i = 0; i < std::max<std::size_t>(fours(failing), 1); ++i)
        text += fmt::format(" uvec4 a{};", i);
    text += " };\nlayout(set = 0, binding = 1) writeonly buffer Result { uint is_right; uint word; };\n";
    text += function_text(failing, failing.mode);
    text += fmt::format("void main() {{\n    uint found = failing();\n    word = found;\n"
                        "    is_right = {} ? 1u : 0u;\n}}\nEND\n",
                        is_right(failing, "found"));
    text += "BUFFER inputs DATA_TYPE uint32 DATA\n";
    for (std::size_t i = 0; i < fours(failing); ++i)
        text += values(failing, i, " ", "{}") + "\n";
    if (fours(failing) == 0) text += "0 0 0 0\n";
    return text + "END\nBUFFER result DATA_TYPE uint32 SIZE 2 FILL 0\nPIPELINE compute pipeline\n  ATTACH failing\n"
                  "  BIND BUFFER inputs AS storage DESCRIPTOR_SET 0 BINDING 0\n"
                  "  BIND BUFFER result AS storage DESCRIPTOR_SET 0 BINDING 1\nEND\n"
                  "RUN pipeline 1 1 1\nEXPECT result IDX 0 EQ 1\n";
}

// The beginning of a page: what it is, and how it tells the word that came.
std::string page(const FailingCase& failing, const DriverInfo& on, const char* api) {
    std::vector<std::string> head = head_of(failing, on);
    if (failing.mode == Mode::precise)
        head.push_back("This language has no `precise`: a number that is always 0 separates the operations.");
    std::string inputs;
    for (std::size_t i = 0; i < fours(failing); ++i)
        inputs += (i ? ", " : "") + values(failing, i, ", ", "{}");
    const std::string right = replaced(is_right(failing, "word"), "u", "");
    return fmt::format("<!DOCTYPE html><meta charset=\"utf-8\"><title>isonoise: a failing case</title>\n"
                       "<pre id=\"out\">{0}</pre>\n<script type=\"module\">\n{4}"
                       "const inputs = new Uint32Array([{1}]);\n"
                       "const tell = (what) => document.querySelector('#out').textContent = '{0}: ' + what;\n"
                       "const say = (word) =>\n"
                       "    tell({2} ? 'right' : `WRONG: 0x${{word.toString(16)}}, not 0x{3:x}`);\n",
                       api, inputs, right, failing.expected, commented(head, "//"));
}

std::string webgl2(const FailingCase& failing, const DriverInfo& on) {
    std::string text = page(failing, on, "WebGL2");
    text += R"(const gl = document.createElement('canvas').getContext('webgl2'), program = gl.createProgram();
for (const [stage, text] of [[gl.VERTEX_SHADER, `#version 300 es
void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); }`],
    [gl.FRAGMENT_SHADER, `#version 300 es
precision highp float; precision highp int;
)";
    text += uniforms(failing) + "out uvec4 word;\n";
    text += function_text(failing, failing.mode == Mode::fast ? Mode::fast : Mode::zero);
    text += R"(void main() { word = uvec4(failing()); }`]]) {
    const shader = gl.createShader(stage);
    gl.shaderSource(shader, text); gl.compileShader(shader); gl.attachShader(program, shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw tell(gl.getShaderInfoLog(shader));
}
gl.linkProgram(program); gl.useProgram(program); gl.viewport(0, 0, 1, 1);
const texture = gl.createTexture(), found = new Uint32Array(4);
gl.bindTexture(gl.TEXTURE_2D, texture); gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32UI, 1, 1);
gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
for (let i = 0; 4 * i < inputs.length; ++i)
    gl.uniform4uiv(gl.getUniformLocation(program, 'a' + i), inputs.subarray(4 * i, 4 * i + 4));
gl.drawArrays(gl.TRIANGLES, 0, 3);
gl.readPixels(0, 0, 1, 1, gl.RGBA_INTEGER, gl.UNSIGNED_INT, found);
say(found[0]);
</script>
)";
    return text;
}

std::string webgpu(const FailingCase& failing, const DriverInfo& on) {
    std::string text = page(failing, on, "WebGPU"), names;
    for (std::size_t i = 0; i < fours(failing); ++i)
        names += fmt::format("{}a{}: vec4u", i ? ", " : "", i);
    text += fmt::format("const code = `struct Inputs {{ {} }};\n"
                        "@group(0) @binding(0) var<storage, read> inputs: Inputs;\n"
                        "@group(0) @binding(1) var<storage, read_write> word: u32;\n",
                        names);
    if (failing.mode != Mode::fast)
        text += "var<private> barrier: u32;  // always 0\n"
                "fn raise(b: u32) { let x = b & 0x7FFu; let u = x * (x + 3u); barrier = (u * (u + 2u)) & 7u; }\n"
                "fn exact(x: f32) -> f32 { return bitcast<f32>(bitcast<u32>(x) + barrier); }\n";
    text += "fn failing() -> u32 {\n";
    if (failing.mode != Mode::fast) text += "    " + raised(failing.inputs.size(), "inputs.") + "\n";
    for (const std::string& line : failing.wgsl)
        text += "    " + line + "\n";
    text += R"(}
@compute @workgroup_size(1) fn main() { word = failing(); }`;
const device = await (await navigator.gpu.requestAdapter()).requestDevice();
const module = device.createShaderModule({ code });
const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module } });
const buffer = (size, usage) => device.createBuffer({ size, usage });
const from = buffer(inputs.byteLength, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST);
const to = buffer(4, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC);
const back = buffer(4, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST);
device.queue.writeBuffer(from, 0, inputs);
const encoder = device.createCommandEncoder(), pass = encoder.beginComputePass();
pass.setPipeline(pipeline);
pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0),
    entries: [from, to].map((buffer, binding) => ({ binding, resource: { buffer } })) }));
pass.dispatchWorkgroups(1);
pass.end();
encoder.copyBufferToBuffer(to, 0, back, 0, 4);
device.queue.submit([encoder.finish()]);
await back.mapAsync(GPUMapMode.READ);
say(new Uint32Array(back.getMappedRange())[0]);
</script>
)";
    return text;
}

}  // namespace

std::map<std::string, std::string> files_of(const FailingCase& failing, const DriverInfo& on) {
    std::vector<std::pair<std::string, std::string (*)(const FailingCase&, const DriverInfo&)>> kinds = {
        {".shader_test", shader_test}, {".amber", amber}, {".webgl2.html", webgl2}, {".frag", frag}};
    if (!failing.wgsl.empty()) kinds.emplace_back(".webgpu.html", webgpu);
    std::map<std::string, std::string> files;
    for (const auto& [extension, text_of] : kinds) {
        for (const std::size_t columns : {0, 118, 236, 1000}) {  // long helpers become hard to read
            FailingCase own = failing;
            own.functions = wrapped(failing.functions, columns);
            std::string& text = files[extension] = text_of(own, on);
            if (std::count(text.begin(), text.end(), '\n') <= kMostLines) break;
        }
    }
    return files;
}

std::string fault_of(const FailingCase& failing) {
    const std::string what = failing.helper.empty() ? failing.function : failing.helper;
    // One wrong function is one fault, even if its results have several explanations.
    return failing.cause.empty() || !failing.functions.empty() ? what : fmt::format("{}, if {}", what, failing.cause);
}

}  // namespace isonoise
