// isonoise_scenes: the scenes beside small shaders of the same subjects in the classic manner. scenes.mjs runs it.
//
//   isonoise_scenes texts DIR               writes the text of each fragment shader to DIR/N.frag
//   isonoise_scenes run DIR WxH ROUNDS      draws everything; DIR/N.counted outputs the cost of a fragment of shader N
//
// Both print JSON: the driver and a list of subjects, ours and peers, each with `draws`: passes first, the picture
// last. A draw has `file` (N) and the number of `pixels`. After `run` it also has, for a picture of 1920x1080, `mean`,
// the mean of the counted costs, and `wave`, the mean of the greatest costs of 8x8 fragments, since a GPU goes on until
// the slowest of them is done. A subject then has `cpu`, CPU seconds of each round net of an empty draw; ours also
// `octaves` a pixel and `tables`, the part of the time that goes into passes.
//
// Subjects take turns, A B C A B C. Exit status 2 and a line on standard error: no GL, or a shader does not compile.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <numeric>

#include <nlohmann/json.hpp>

#include "cli/bench_scenes.hpp"
#include "cli/options.hpp"
#include "gpu/timer.hpp"
#include "io/file_name.hpp"
#include "median.hpp"
#include "paths.hpp"
#include "scene/painter.hpp"

namespace isonoise {
namespace {

// The text of a program's fragment shader, as the driver got it.
std::string text_of(GLuint program) {
    GLuint shaders[2] = {};
    GLsizei count = 0;
    glGetAttachedShaders(program, 2, &count, shaders);
    for (GLsizei i = 0; i < count; ++i) {
        GLint type = 0, length = 0;
        glGetShaderiv(shaders[i], GL_SHADER_TYPE, &type);
        if (type != GL_FRAGMENT_SHADER) continue;
        glGetShaderiv(shaders[i], GL_SHADER_SOURCE_LENGTH, &length);
        std::string text(static_cast<std::size_t>(length), '\0');
        glGetShaderSource(shaders[i], length, nullptr, text.data());
        return text.c_str();
    }
    fail("a program without a fragment shader");
}

// The files of this folder that are drawn beside the scenes; the first one draws nothing.
constexpr const char* kPeers[] = {"empty", "terrain", "clouds", "sea", "density", "density-blocks", "planet"};

// The size of the pictures whose operations are counted.
constexpr glm::ivec2 kCounted(1920, 1080);

class Benches {
  public:
    Benches(std::filesystem::path folder, int width, int height)
        : folder_(std::move(folder)), gpu_(GpuOptions()), painter_(gpu_.shaders(), gpu_.info()),
          peers_(gpu_.glsl(), ShaderFiles(std::filesystem::path(ISONOISE_BENCHES) / "scenes")),
          target_(GL_RGBA32F, width, height), vertex_array_(VertexArray::make()), ours_(scene_subjects()) {}

    Json texts();
    Json run(int rounds);

  private:
    struct Draw {
        std::string shader;
        int width, height;
    };
    Frame frame(const SceneSubject& subject) const { return {subject.preset, target_.width(), target_.height()}; }
    static std::vector<Draw> draws(const Frame& frame);
    static std::string file(const char* peer) { return std::string(peer) + ".frag"; }
    // Draws a peer's program over the whole target; returns CPU seconds.
    double draw_peer(GLuint program, const Target& target) const;
    static Json counted(const Target& target);
    Json count(const SceneSubject& subject, int& number);
    Json count_peer(int& number);
    Json report(Json subjects) const {
        return {{"driver", fmt::format("{}, {}", gpu_.info().renderer, gpu_.info().version)},
                {"size", {target_.width(), target_.height()}},
                {"subjects", std::move(subjects)}};
    }
    std::string counted_text(int number) const {
        return read_text({folder_, fmt::format("{}.counted", number)}, "shader");
    }

    std::filesystem::path folder_;
    Gpu gpu_;
    Painter painter_;
    Shaders peers_;
    Target target_;
    VertexArray vertex_array_;
    std::vector<SceneSubject> ours_;
};

std::vector<Benches::Draw> Benches::draws(const Frame& frame) {
    std::vector<Draw> all;
    for (const Pass& pass : frame.passes)
        all.push_back({pass.shader, pass.width, pass.height});
    all.push_back({frame.shader, frame.width, frame.height});
    return all;
}

Json Benches::texts() {
    Json subjects = Json::array();
    int number = 0;
    const auto write = [&](GLuint program, int width, int height) {
        const std::string path = (folder_ / fmt::format("{}.frag", number)).string();
        std::FILE* out = std::fopen(path.c_str(), "wb");
        if (!out) fail("cannot write '{}'", path);
        const std::string text = text_of(program);
        std::fwrite(text.data(), 1, text.size(), out);
        std::fclose(out);
        return Json{{"file", number++}, {"pixels", width * height}};
    };
    for (const SceneSubject& subject : ours_) {
        const Frame frame = this->frame(subject);
        Json list = Json::array();
        for (const Draw& draw : draws(frame))
            list.push_back(write(painter_.evaluator().scene(frame.noise, draw.shader.c_str(), frame.eye, frame.reach),
                                 draw.width, draw.height));
        subjects.push_back({{"name", subject.name}, {"peer", false}, {"draws", list}});
    }
    for (const char* peer : kPeers)
        subjects.push_back({{"name", peer},
                            {"peer", true},
                            {"draws", {write(peers_.use(file(peer)), target_.width(), target_.height())}}});
    return report(subjects);
}

double Benches::draw_peer(GLuint program, const Target& target) const {
    Painter::clear(target);
    wait_for_gpu();
    const std::clock_t begin = std::clock();
    glUseProgram(program);
    glUniform2f(glGetUniformLocation(program, "size"), static_cast<float>(target.width()),
                static_cast<float>(target.height()));
    glBindVertexArray(vertex_array_.get());
    glViewport(0, 0, target.width(), target.height());
    glEnable(GL_BLEND);  // as our samples are added
    glBlendFunc(GL_ONE, GL_ONE);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    wait_for_gpu();
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

// The mean cost of a fragment, and of a fragment that waits for the slowest one of its 8x8.
Json Benches::counted(const Target& target) {
    const auto width = static_cast<std::size_t>(target.width()), height = static_cast<std::size_t>(target.height());
    std::vector<float> pixels(4 * width * height);
    target.read(0, target.height(), pixels);
    double sum = 0, waves = 0;
    for (std::size_t y = 0; y < height; y += 8) {
        for (std::size_t x = 0; x < width; x += 8) {
            float most = 0;
            for (std::size_t j = y; j < std::min(y + 8, height); ++j) {
                for (std::size_t i = x; i < std::min(x + 8, width); ++i) {
                    const float cost = pixels[4 * (j * width + i)];
                    sum += static_cast<double>(cost);
                    most = std::max(most, cost);
                }
            }
            waves += 64.0 * static_cast<double>(most);
        }
    }
    const double count = static_cast<double>(width) * static_cast<double>(height);
    return {{"mean", sum / count}, {"wave", waves / count}};
}

Json Benches::count(const SceneSubject& subject, int& number) {
    Frame frame(subject.preset, kCounted.x, kCounted.y);
    Json list = Json::array();
    for (const Draw& draw : draws(frame)) {
        const auto edit = [&](const std::string& name, std::string& text) {
            if (name == draw.shader) text = counted_text(number);
        };
        Shaders shaders(gpu_.glsl(), ShaderFiles().edited(edit), gpu_.shaders().mode());
        Painter painter(shaders, gpu_.info());
        Target target(GL_RGBA32F, draw.width, draw.height);
        Painter::clear(target);
        frame.shader = draw.shader;
        painter.sample(frame, Region::whole(draw.width, draw.height), target, {0, 0, draw.width, draw.height}, 0);
        Json row = counted(target);
        row["file"] = number++;
        row["pixels"] = draw.width * draw.height;
        list.push_back(row);
    }
    return list;
}

Json Benches::count_peer(int& number) {
    const auto edit = [&](const std::string&, std::string& text) { text = counted_text(number); };
    Shaders shaders(gpu_.glsl(), ShaderFiles().edited(edit));
    Target target(GL_RGBA32F, kCounted.x, kCounted.y);
    draw_peer(shaders.use("scenes/present.frag"), target);  // any name of a file, whose text is replaced
    Json row = counted(target);
    row["file"] = number++;
    row["pixels"] = kCounted.x * kCounted.y;
    return Json::array({row});
}

Json Benches::run(int rounds) {
    std::vector<std::vector<double>> cpu(std::size(kPeers));
    for (int round = 0; round <= rounds; ++round) {
        for (SceneSubject& subject : ours_)
            draw(painter_, target_, subject);
        for (std::size_t i = 0; i < std::size(kPeers); ++i)
            cpu[i].push_back(draw_peer(peers_.use(file(kPeers[i])), target_));
    }
    const auto net = [&](std::vector<double> seconds) {  // without the first round, which compiled the shaders
        for (std::size_t i = 0; i < seconds.size(); ++i)
            seconds[i] -= cpu[0][i];
        seconds.erase(seconds.begin());
        return seconds;
    };
    Json subjects = Json::array();
    int number = 0;
    for (const SceneSubject& subject : ours_) {
        const std::vector<double> octaves = octaves_per_pixel(gpu_, frame(subject));
        subjects.push_back({{"name", subject.name},
                            {"peer", false},
                            {"cpu", net(subject.cpu)},
                            {"octaves", std::accumulate(octaves.begin(), octaves.end(), 0.0)},
                            {"tables", median(subject.tables)},
                            {"draws", count(subject, number)}});
    }
    for (std::size_t i = 0; i < std::size(kPeers); ++i)
        subjects.push_back({{"name", kPeers[i]}, {"peer", true}, {"cpu", net(cpu[i])}, {"draws", count_peer(number)}});
    return report(subjects);
}

int main_of(const std::vector<std::string>& words) {
    if (words.size() == 2 && words[0] == "texts") {
        fmt::print("{}\n", Benches(words[1], 64, 36).texts().dump());
        return 0;
    }
    if (words.size() != 4 || words[0] != "run") fail("expected texts DIR or run DIR WxH ROUNDS");
    int width = 0, height = 0;
    parse_size(words[2], width, height);
    const int rounds = static_cast<int>(parse_whole("rounds", words[3], 1, 1000));
    fmt::print("{}\n", Benches(words[1], width, height).run(rounds).dump());
    return 0;
}

}  // namespace
}  // namespace isonoise

int main(int argc, char** argv) {
    try {
        return isonoise::main_of({argv + 1, argv + argc});
    } catch (const std::exception& e) {
        std::fprintf(stderr, "isonoise_scenes: %s\n", e.what());
        return 2;
    }
}
