// Programs in the languages of the CPU that read inputs and write outputs of a text's functions.
#pragma once

#include "filled.hpp"
#include "golden/texts.hpp"

struct Driver {
    const char* language;
    // Of a program, a loop over one function, an input of each kind and an output.
    const char *file, *program, *loop, *real, *integer, *natural, *output;
    const char* text;  // what includes one text
    const char* build;
    // The loop over a function that returns a vector, and the argument by which a language without vectors returns one
    // component.
    const char *vectors = "", *component = "";
};

// Coordinates, cells and periods as vectors.
inline std::vector<std::string> in_vectors(const Call& call, const std::vector<std::string>& numbers) {
    const std::size_t dim = call.kinds.find_first_not_of(call.kinds[0]) == std::string::npos
                                ? call.kinds.size()
                                : call.kinds.find_first_not_of(call.kinds[0]);
    std::vector<std::string> arguments;
    bool after_seed = false;
    for (std::size_t i = 0; i < numbers.size();) {
        const char kind = call.kinds[i];
        const bool one = dim == 1 || (kind == 'u' && !after_seed) || (kind == 'f' && after_seed);
        after_seed = after_seed || kind == 'u';
        const std::size_t count = !call.sizes.empty() ? call.sizes[arguments.size()] : one ? 1 : dim;
        const bool single = count == 1;
        const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(i);
        const std::vector<std::string> own(first, first + static_cast<std::ptrdiff_t>(count));
        const char* type = kind == 'f' ? "float" : kind == 'i' ? "int" : "uint";
        arguments.push_back(single ? own[0] : fmt::format("{}{}({})", type, count, fmt::join(own, ", ")));
        i += count;
    }
    return arguments;
}

inline std::string program_of(const Driver& driver, const Language& language, const std::vector<Text>& texts) {
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
                                           {{"@I", std::to_string(i)}}) +
                                    (kind == 'b' ? " != 0" : ""));
            }
            if (language.vectors) arguments = in_vectors(call, arguments);
            std::string components;
            for (std::size_t i = call.returns_vector ? 0 : 1; i < call.outputs; ++i) {
                const std::string component = std::to_string(call.returns_vector ? i : i - 1);
                outputs += filled(driver.output, {{"@I", component}});
                components += filled(driver.component, {{"@I", component}});
            }
            std::string own = styled(call.name, language.naming, true);
            const bool is_library = call.sizes.empty();  // users' functions keep the name
            if (is_library && language.overloads && own.ends_with("_cell")) own.resize(own.size() - 5);
            const char* loop = call.returns_vector ? driver.vectors : driver.loop;
            loops += filled(loop, {{"@COUNT", std::to_string(call.count())},
                                   {"@INPUTS", std::to_string(call.kinds.size())},
                                   {"@CLASS", styled(text.name, Naming::pascal, true)},
                                   {"@NAME", text.name},
                                   {"@FUNCTION", own},
                                   {"@VECTOR", call.outputs > 2 ? std::to_string(call.outputs - 1) : ""},
                                   {"@SIZE", std::to_string(call.outputs - 1)},
                                   {"@CHANNELS", std::to_string(call.outputs)},
                                   {"@COMPONENTS", components},
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
    uint32_t w[32], r;
    float g[4];
    (void)g;
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
    .vectors = R"(    for (long i = 0; i < @COUNT; ++i) {
        read += fread(w, 4, @INPUTS, in);
        @FUNCTION(@ARGUMENTS@COMPONENTS);
@OUTPUTS    }
)",
    .component = ", &g[@I]",
};

// A kernel for each function; opencl.c runs them.
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
    (void)g;
    r[0] = as_uint(@FUNCTION(@ARGUMENTS@SLOPE));
@OUTPUTS}
)",
    .real = "as_float(w[@I])",
    .integer = "(int)w[@I]",
    .natural = "w[@I]",
    .output = "    r[@I + 1] = as_uint(g[@I]);\n",
    .text = "#include \"@NAME.cl\"\n",
    .build = "gcc -o host " ISONOISE_GOLDEN "/opencl.c -lOpenCL && POCL_CACHE_DIR=$PWD/cache ./host '{}'",
    .vectors = R"(//job @FUNCTION @COUNT @INPUTS @SIZE
__kernel void run_@FUNCTION(__global const uint* in, __global uint* out) {
    const size_t i = get_global_id(0);
    __global const uint* w = in + i * @INPUTS;
    __global uint* r = out + i * @CHANNELS - 1;
    float g[4];
    @FUNCTION(@ARGUMENTS@COMPONENTS);
@OUTPUTS}
)",
    .component = ", &g[@I]",
};

// A kernel for each function, on the first GPU. Compiled as users do, with fusing allowed.
constexpr Driver kCudaDevice = {
    .language = "cuda",
    .file = "main.cu",
    .program = R"(@INCLUDES
#include <cstdio>
#include <cstdlib>
#include <vector>
static void check(cudaError_t error) {
    if (error == cudaSuccess) return;
    fprintf(stderr, "%s\n", cudaGetErrorString(error));
    exit(1);
}
struct Job {
    void (*kernel)(const unsigned* in, unsigned* out, unsigned points);
    unsigned points, inputs, outputs;
};
static std::vector<Job> jobs;
struct Added {
    Added(const Job& job) { jobs.push_back(job); }
};
@LOOPS
int main() {
    FILE *in = fopen("in", "rb"), *out = fopen("out", "wb");
    for (const Job& job : jobs) {
        std::vector<unsigned> read(size_t(job.points) * job.inputs), written(size_t(job.points) * job.outputs);
        if (fread(read.data(), 4, read.size(), in) != read.size()) return 1;
        unsigned *from, *to;
        check(cudaMalloc(&from, 4 * read.size()));
        check(cudaMalloc(&to, 4 * written.size()));
        check(cudaMemcpy(from, read.data(), 4 * read.size(), cudaMemcpyHostToDevice));
        job.kernel<<<(job.points + 255) / 256, 256>>>(from, to, job.points);
        check(cudaGetLastError());
        check(cudaMemcpy(written.data(), to, 4 * written.size(), cudaMemcpyDeviceToHost));
        check(cudaFree(from));
        check(cudaFree(to));
        fwrite(written.data(), 4, written.size(), out);
    }
    fclose(out);
}
)",
    .loop = R"(__global__ void run_@FUNCTION(const unsigned* in, unsigned* out, unsigned points) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= points) return;
    const unsigned* w = in + i * @INPUTS;
    unsigned* r = out + i * (@SIZE + 1);
    float g[4];
    (void)g;
    r[0] = __float_as_uint(@FUNCTION(@ARGUMENTS@SLOPE));
@OUTPUTS}
static const Added added_@FUNCTION(Job{run_@FUNCTION, @COUNT, @INPUTS, @SIZE + 1});
)",
    .real = "__uint_as_float(w[@I])",
    .integer = "(int)w[@I]",
    .natural = "w[@I]",
    .output = "    r[@I + 1] = __float_as_uint(g[@I]);\n",
    .text = "#include \"@NAME.cuh\"\n",
    .build = "{} -o main main.cu && ./main",
    .vectors = R"(__global__ void run_@FUNCTION(const unsigned* in, unsigned* out, unsigned points) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= points) return;
    const unsigned* w = in + i * @INPUTS;
    unsigned* r = out + i * @CHANNELS - 1;
    float g[4];
    @FUNCTION(@ARGUMENTS@COMPONENTS);
@OUTPUTS}
static const Added added_@FUNCTION(Job{run_@FUNCTION, @COUNT, @INPUTS, @CHANNELS});
)",
    .component = ", &g[@I]",
};

// On the host.
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
    .vectors = kC.vectors,
    .component = kC.component,
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
    uint w[32];
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
    .vectors = R"(    for (long i = 0; i < @COUNT; ++i) {
        read += fread(w, 4, @INPUTS, in);
        const float@CHANNELS n = @FUNCTION(@ARGUMENTS);
        fwrite(&n, 4, @CHANNELS, out);
    }
)",
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
    .vectors = R"(for (let i = 0; i < @COUNT; ++i, a += @INPUTS)
    out.push(...@NAME.@FUNCTION(@ARGUMENTS));
)",
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
    internal static float[] g = new float[4];
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
    .vectors = R"(            for (int i = 0; i < @COUNT; ++i, a += 4 * @INPUTS) {
                @CLASS.@FUNCTION(@ARGUMENTS@COMPONENTS);
@OUTPUTS            }
)",
    .component = ", out g[@I]",
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
    .vectors = R"(    for _ in 0..@COUNT {
        let mut g = [0f32; 4];
        let [_g0, _g1, _g2, _g3] = &mut g;
        @NAME::@FUNCTION(@ARGUMENTS@COMPONENTS);
@OUTPUTS        a += @INPUTS;
    }
)",
    .component = ", _g@I",
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
    .vectors = R"(	for i in @COUNT:
		out.append_array(PackedFloat32Array(@NAME.@FUNCTION(@ARGUMENTS)))
		a += 4 * @INPUTS
)",
};

// The code of docs/porting.md, which has functions for any number of dimensions.
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
inline const char* gradient_of(const std::string& language) { return language == "rust" ? ", &mut g" : ", g"; }

// The input of the output `i`, as it is read.
inline std::string words_of(const Call& call, std::size_t i) {
    const std::size_t inputs = call.kinds.size(), from = i / call.outputs * inputs;
    std::string text = " at";
    for (std::size_t k = 0; k < inputs; ++k) {
        const std::uint32_t x = call.inputs[from + k];
        text += call.kinds[k] == 'f' ? fmt::format(" {:a}", std::bit_cast<float>(x)) : fmt::format(" {}", x);
    }
    return text;
}

inline void expect_equal(const Driver& driver, const std::string& compiler, const std::vector<Text>& texts) {
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
                                  << " instead of " << std::bit_cast<float>(expected[at]) << words_of(call, i);
            }
        }
    }
    EXPECT_EQ(differ, 0u) << compiler << ", of " << expected.size();
    std::printf("%s: %zu numbers compared\n", compiler.c_str(), expected.size());
}

inline std::size_t points(std::size_t usual) {
    const char* given = std::getenv("ISONOISE_TEST_POINTS");
    return given ? std::strtoul(given, nullptr, 10) : usual;
}

// `most`: texts for one program.
inline void expect_equal_in_parts(const Driver& driver, const std::string& compiler, const std::vector<Text>& texts,
                                  std::size_t most) {
    for (std::size_t from = 0; from < texts.size(); from += most) {
        const auto first = texts.begin() + static_cast<std::ptrdiff_t>(from);
        const std::size_t count = std::min(most, texts.size() - from);
        expect_equal(driver, compiler, {first, first + static_cast<std::ptrdiff_t>(count)});
    }
}

inline void expect_all_equal(const Driver& driver, const std::vector<std::string>& compilers, std::size_t usual = 30000,
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

inline bool is_here(const std::string& compiler) {
    return shell(compiler.substr(0, compiler.find(' ')) + " --version").exit == 0;
}

inline void expect_all(const Driver& driver, const std::vector<std::string>& compilers) {
    if (!is_here(compilers[0])) GTEST_SKIP() << "no " << compilers[0];
    expect_all_equal(driver, compilers);
}

// All presets and random settings, and their values.
inline void expect_presets(const Driver& driver, const std::vector<std::string>& compilers, int drawn = 60,
                           std::size_t most = 1000) {
    const std::vector<Text> texts = preset_texts(language(driver.language), points(100), drawn);
    for (const std::string& compiler : compilers)
        expect_equal_in_parts(driver, compiler, texts, most);
}

// Every text of a language: the files, and all that is baked.
inline std::vector<Text> every_text(const Language& language) {
    std::vector<Text> texts;
    for (int dim = 1; dim <= 4; ++dim)
        texts.push_back(file_of(language, dim, 0));
    for (std::vector<Text>& more : std::array{baked_texts(language, 0), preset_texts(language, 0)})
        std::ranges::move(more, std::back_inserter(texts));
    return texts;
}

// Writes the texts, and a file that has a line for each.
inline void write_together(const TemporaryDirectory& temporary, const std::vector<Text>& texts,
                           const Language& language, const std::string& file, const std::string& line,
                           std::string program = "") {
    for (const Text& text : texts) {
        write_file(temporary.path() / (text.name + "." + language.extension), text.text);
        program += filled(line, {{"@NAME", text.name}});
    }
    write_file(temporary.path() / file, program);
}

// A kernel for each baked text, without those that divide if not asked for.
inline std::string kernels_of(const std::vector<Text>& texts, const TemporaryDirectory& temporary, bool with_division) {
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

// How often each opcode occurs in the functions of an ELF file by nvcc. An instruction has 16 bytes, and its lowest 9
// bits are the opcode (Mesa: nak/sm70_encode.rs).
inline std::map<unsigned, int> opcodes(const std::string& elf) {
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

// Functions of the user, in one program.
inline void expect_functions(const Driver& driver, const std::vector<std::string>& compilers,
                             std::size_t usual = 2000) {
    if (!is_here(compilers[0])) GTEST_SKIP() << "no " << compilers[0];
    const std::vector<Text> texts = function_texts(language(driver.language), points(usual));
    ASSERT_GT(texts.size(), environment("ISONOISE_TEST_ONLY", "").empty() ? 10u : 0u);
    for (const std::string& compiler : compilers)
        expect_equal(driver, compiler, texts);
}
