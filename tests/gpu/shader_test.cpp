// #include, errors reported at their file and line, and reloading.
#include <algorithm>
#include <filesystem>
#include <functional>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "error.hpp"
#include "gpu/context.hpp"
#include "gpu/evaluator.hpp"
#include "temporary.hpp"

using namespace isonoise;

class ShaderDir : public testing::Test {
  protected:
    void write(const std::string& name, const std::string& text) {
        write_file(dir / name, text);
        // a new time even if the file system's clock is coarse
        std::filesystem::last_write_time(dir / name, std::filesystem::file_time_type::clock::now() +
                                                         std::chrono::seconds(++writes));
    }
    static std::string error_of(const std::function<void()>& call) {
        try {
            call();
        } catch (const Error& e) {
            return e.what();
        }
        return "no error";
    }
    TemporaryDirectory temporary;
    std::filesystem::path dir = temporary.path();
    int writes = 0;
};

TEST_F(ShaderDir, IncludesEachFileOnce) {
    write("a.glsl", "int a;\n");
    write("b.glsl", "#include \"a.glsl\"\nint b;\n");
    write("main.frag", "#include \"a.glsl\"\n  #include \"b.glsl\"\nint c;\n");
    const auto source = ShaderFiles(dir).resolve("main.frag");
    EXPECT_EQ(source.text, "int a;\nint b;\nint c;\n");
    EXPECT_EQ(source.locations, (std::vector<std::string>{"a.glsl:1", "b.glsl:2", "main.frag:3"}));
    EXPECT_EQ(source.files, (std::vector<std::string>{"main.frag", "a.glsl", "b.glsl"}));
}

TEST_F(ShaderDir, ACircleOfIncludesEnds) {
    write("a.glsl", "#include \"b.glsl\"\nint a;\n");
    write("b.glsl", "#include \"a.glsl\"\nint b;\n");
    EXPECT_EQ(ShaderFiles(dir).resolve("a.glsl").files.size(), 2u);
}

TEST_F(ShaderDir, OldProgramsMakeRoomForNewOnes) {
    HeadlessContext context;
    write("main.frag", "out vec4 colour;\nuniform vec4 c;\nvoid main() { colour = c * float(N); }\n");
    Shaders shaders(context.info().glsl, ShaderFiles(dir));
    const auto use = [&](std::size_t n) { return shaders.use("main.frag", fmt::format("#define N {}\n", n)); };
    const GLuint first = use(0), second = use(1);
    for (std::size_t n = 2; n < Shaders::kMostPrograms; ++n)
        use(n);
    EXPECT_EQ(use(0), first);  // now the second is the oldest
    glUseProgram(0);
    EXPECT_TRUE(glIsProgram(second));
    shaders.uniforms(second);
    const GLuint last = use(Shaders::kMostPrograms);
    EXPECT_TRUE(glIsProgram(first));
    EXPECT_TRUE(last == second || !glIsProgram(second));
    EXPECT_EQ(use(0), first);
    const GLuint again = use(1);
    EXPECT_NE(glGetUniformLocation(again, "c"), -1);
    std::string error;
    EXPECT_FALSE(shaders.reload(error));
    EXPECT_EQ(use(1), again);
}

TEST_F(ShaderDir, ErrorsNameFileAndLine) {
    write("main.frag", "int a;\n#include \"gone.glsl\"\n");
    EXPECT_NE(error_of([&] { ShaderFiles(dir).resolve("main.frag"); }).find("main.frag:2: cannot read shader"),
              std::string::npos);
    write("main.frag", "int a;\n\n#include <a.glsl>\n");
    EXPECT_NE(error_of([&] { ShaderFiles(dir).resolve("main.frag"); }).find("main.frag:3: expected #include"),
              std::string::npos);
    for (const char* name : {"\x1b[2Ja.glsl", "a\tb.glsl", ""}) {
        write("main.frag", std::string("#include\t\"") + name + "\"\n");
        const std::string said = error_of([&] { ShaderFiles(dir).resolve("main.frag"); });
        EXPECT_NE(said.find("main.frag:1: expected #include"), std::string::npos) << said;
        EXPECT_EQ(said.find_first_of("\x1b\t\n"), std::string::npos) << said;
    }
    EXPECT_NE(error_of([&] { ShaderFiles(dir / "nowhere"); }).find("not a directory"), std::string::npos);
    EXPECT_NE(error_of([] { ShaderFiles().resolve("nothing.frag"); }).find("nothing.frag"), std::string::npos);
}

TEST_F(ShaderDir, NoTextTakesAllStackOrMemoryOrHangs) {
    write("main.frag", "int a;\n#include \"0\"\n");
    for (int i = 0; i < 30000; ++i)
        write(std::to_string(i), "#include \"" + std::to_string(i + 1) + "\"\n");
    EXPECT_EQ(error_of([&] { ShaderFiles(dir).resolve("main.frag"); }), "99:1: expected at most 100 nested #includes");
    std::string wide;
    for (int i = 0; i < 2000; ++i)
        wide += "#include \"empty" + std::to_string(i) + "\"\n", write("empty" + std::to_string(i), "");
    write("main.frag", wide);
    EXPECT_EQ(error_of([&] { ShaderFiles(dir).resolve("main.frag"); }), "main.frag:1000: expected at most 1000 files");
    write("large", std::string(2 << 20, ' '));
    write("main.frag", "\n#include \"large\"\n");
    EXPECT_NE(error_of([&] { ShaderFiles(dir).resolve("main.frag"); }).find("main.frag:2: "), std::string::npos);
    write("main.frag", "#include \"l0\"\n#include \"l1\"\n#include \"l2\"\n#include \"l3\"\n#include \"l4\"\n");
    for (int i = 0; i < 5; ++i)
        write("l" + std::to_string(i), std::string((1 << 20) - 1, ' '));
    EXPECT_EQ(error_of([&] { ShaderFiles(dir).resolve("main.frag"); }),
              "l4:1: expected at most 4 MiB with all #includes");
    ASSERT_EQ(mkfifo((dir / "pipe").c_str(), 0600), 0);
    write("main.frag", "\n#include \"pipe\"\n");
    EXPECT_EQ(error_of([&] { ShaderFiles(dir).resolve("main.frag"); }),
              "main.frag:2: cannot read shader '" + (dir / "pipe").string() + "': it is not a file");
}

// Otherwise a downloaded folder could read any of the user's files.
TEST_F(ShaderDir, NoIncludeLeavesTheFolder) {
    write("outside", "float f;\n");
    write("inside/a/b.glsl", "int b;\n");
    for (const std::string name : {"../outside", "a/../../outside", "/outside"}) {
        write("inside/main.frag", "\n#include \"" + name + "\"\n");
        EXPECT_EQ(error_of([&] { ShaderFiles(dir / "inside").resolve("main.frag"); }),
                  "main.frag:2: expected a file within the folder of shaders, got '" + name + "'");
    }
    write("inside/main.frag", "#include \"a/b.glsl\"\n");
    EXPECT_EQ(ShaderFiles(dir / "inside").resolve("main.frag").text, "int b;\n");
}

TEST_F(ShaderDir, DriverLogsGetTheNamesOfFiles) {
    const std::vector<std::string> locations = {"a:1", "b:1", "b:2", "a:3"};
    EXPECT_EQ(name_locations("0:5(3): error: x\n\n", locations, 2), "b:2: error: x");
    EXPECT_EQ(name_locations("0(3) : error C0000: y\n", locations, 2), "a:1: error C0000: y");
    EXPECT_EQ(name_locations("ERROR: 0:6: 'z' : undeclared\nsee 0:1", locations, 2), "a:3: 'z' : undeclared\nsee 0:1");
    EXPECT_EQ(name_locations("0:1: error: in the prelude\n0:99: beyond", locations, 2),
              "0:1: error: in the prelude\n0:99: beyond");
}

// Undeclared names too, whose errors Mesa attributes to the wrong file when it is given file numbers.
TEST_F(ShaderDir, AnUndeclaredNameIsFoundAtItsLine) {
    HeadlessContext context;
    std::filesystem::copy(ISONOISE_SHADERS, dir, std::filesystem::copy_options::recursive);
    const auto file = dir / "isonoise/perlin.glsl";
    std::string text = read_file(file);
    const auto at = text.rfind("isonoise_fraction(p");
    const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1;
    write_file(file, text.replace(at, 17, "isonoise_fractionn"));
    Shaders shaders(context.info().glsl, ShaderFiles(dir));
    Evaluator evaluator(shaders, context.info());
    const std::string error = error_of([&] { evaluator.prepare({.dim = 4}); });
    EXPECT_NE(error.find("isonoise/perlin.glsl:" + std::to_string(line) + ":"), std::string::npos) << error;
}

TEST_F(ShaderDir, ReloadKeepsTheLastGoodProgram) {
    HeadlessContext context;
    const std::string good = "out vec4 c;\nvoid main() { c = vec4(0.25); }\n";
    write("part.glsl", "\n");
    write("main.frag", "#include \"part.glsl\"\n" + good);
    Shaders shaders(context.info().glsl, ShaderFiles(dir));
    Evaluator evaluator(shaders, context.info());
    Target target(GL_R32F, 1, 1);
    auto drawn = [&] {
        glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
        glViewport(0, 0, 1, 1);
        shaders.use("main.frag");
        evaluator.draw();
        float value = 0;
        target.read(0, 1, {&value, 1});
        return value;
    };
    EXPECT_EQ(drawn(), 0.25f);
    std::string error;
    EXPECT_FALSE(shaders.reload(error)) << "nothing changed";

    write("part.glsl", "\nfloat broken( {\n");
    EXPECT_FALSE(shaders.reload(error));
    EXPECT_NE(error.find("part.glsl:2"), std::string::npos) << error;
    EXPECT_EQ(drawn(), 0.25f);

    write("part.glsl", "\n");
    write("main.frag", "#include \"part.glsl\"\nout vec4 c;\nvoid main() { c = vec4(0.75); }\n");
    EXPECT_TRUE(shaders.reload(error));
    EXPECT_EQ(error, "");
    EXPECT_EQ(drawn(), 0.75f);

    std::filesystem::remove(dir / "part.glsl");
    EXPECT_FALSE(shaders.reload(error));
    EXPECT_NE(error.find("main.frag:1"), std::string::npos) << error;
    EXPECT_EQ(drawn(), 0.75f);
}

TEST_F(ShaderDir, EveryEmbeddedShaderIsTheFileOfTheRepository) {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(ISONOISE_SHADERS)) {
        if (entry.path().string().find("/snippets/") != std::string::npos) continue;  // generated from the others
        const auto extension = entry.path().extension();
        files += extension == ".glsl" || extension == ".frag" || extension == ".comp";
    }
    EXPECT_EQ(embedded_shaders().size(), files) << "shaders/CMakeLists.txt lists every file";
    for (const EmbeddedShader& shader : embedded_shaders()) {
        EXPECT_EQ(shader.text, read_file(std::filesystem::path(ISONOISE_SHADERS) / shader.name)) << shader.name;
    }
}
