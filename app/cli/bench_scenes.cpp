#include "cli/bench_scenes.hpp"

#include <algorithm>
#include <ctime>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "cli/options.hpp"
#include "gpu/timer.hpp"
#include "io/progress.hpp"
#include "median.hpp"
#include "paths.hpp"
#include "platform/worker.hpp"
#include "scene/painter.hpp"
#include "scene/scenes.hpp"

namespace isonoise {
namespace {

// The preset with the shortest name for each shader, since that is the scene's own.
std::vector<std::string> names_of_subjects() {
    std::map<std::string, std::string> names;
    for (const BuiltinPreset& file : builtin_presets()) {
        const Preset preset = load_preset(path_of(std::string(file.name())));
        if (has_field(preset.look) || preset.look.scene == Scene::anatomy) continue;  // values, and figures
        std::string& name = names[shader_of(preset.look)];
        if (name.empty() || file.name().size() < name.size()) name = file.name();
    }
    std::vector<std::string> list;
    for (const auto& [shader, name] : names)
        list.push_back(name);
    return list;
}

// Makes a shader output how often kernels of the noise ran in it.
class Counter {
  public:
    explicit Counter(std::string shader) : shader_(std::move(shader)) {}
    void operator()(const std::string& name, std::string& text) const {
        // Its own main(), or one that it includes; not those of the tables it reads.
        static constexpr std::string_view main = "void main() {";
        if (const auto at = text.find(main); at != text.npos && (name == shader_ || name.ends_with(".glsl"))) {
            text.replace(at, main.size(), "void uncounted() {");
            text += "void main() {\n    uncounted();\n    colour = vec4(isonoise_ran, 0.0, 0.0, 1.0);\n}\n";
        }
        for (const char* kernel : {"float isonoise_noise(", "float isonoise_value_noise("}) {
            for (auto at = text.find(kernel); at != text.npos; at = text.find(kernel, at + 1)) {
                if (at == 0 || text[at - 1] == '\n') text.insert(text.find('{', at) + 1, " isonoise_ran += 1.0; ");
            }
        }
        if (name == "isonoise/hash.glsl") text = "float isonoise_ran = 0.0;\n" + text;
    }

  private:
    std::string shader_;
};

// How often kernels of the noise run in all pixels of a shader.
double count(const Gpu& gpu, Frame frame, const char* shader, int width, int height) {
    Shaders shaders(gpu.glsl(), gpu.shaders().files().edited(Counter(shader)), gpu.shaders().mode());
    Painter painter(shaders, gpu.info());
    frame.shader = shader;
    Target target(GL_RGBA32F, width, height);
    Painter::clear(target);
    painter.sample(frame, Region::whole(width, height), target, {0, 0, width, height}, 0);
    std::vector<float> pixels(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    target.read(0, height, pixels);
    double sum = 0;
    for (std::size_t i = 0; i < pixels.size(); i += 4)
        sum += static_cast<double>(pixels[i]);
    return sum;
}

}  // namespace

std::vector<double> octaves_per_pixel(const Gpu& gpu, const Frame& frame) {
    const double pixels = static_cast<double>(frame.width) * frame.height;
    std::vector<double> octaves;
    for (const Pass& pass : frame.passes)
        octaves.push_back(count(gpu, frame, pass.shader, pass.width, pass.height) / pixels);
    octaves.push_back(count(gpu, frame, frame.shader.c_str(), frame.width, frame.height) / pixels);
    return octaves;
}

std::vector<SceneSubject> scene_subjects() {
    std::vector<SceneSubject> subjects;
    for (const std::string& name : names_of_subjects())
        subjects.push_back({name, load_preset(path_of(name))});
    return subjects;
}

void draw(Painter& painter, Target& target, SceneSubject& subject) {
    const int width = target.width(), height = target.height();
    const Frame frame(subject.preset, width, height);
    Painter::clear(target);
    wait_for_gpu();
    const std::clock_t begin = std::clock();
    const Stopwatch time;
    painter.bake(frame);
    const double tables = time.seconds();
    painter.sample(frame, Region::whole(width, height), target, {0, 0, width, height}, 0);
    wait_for_gpu();
    subject.seconds.push_back(time.seconds());
    subject.cpu.push_back(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    subject.tables.push_back(tables / subject.seconds.back());

    // A pass takes what the passes up to it take, less those before it; all together take what was measured above.
    std::vector<double> until = {0};
    for (std::size_t i = 1; i <= frame.passes.size(); ++i) {
        Frame part(subject.preset, width, height);
        part.passes.resize(i);
        const Stopwatch baking;
        painter.bake(part);
        until.push_back(std::max(baking.seconds(), until.back()));
    }
    subject.passes.resize(frame.passes.size());
    for (std::size_t i = 0; i < frame.passes.size(); ++i)
        subject.passes[i].push_back(subject.tables.back() * (until[i + 1] - until[i]) / until.back());
}

Json bench_scenes(Gpu& gpu, int width, int height, int rounds, Report& report, Progress& progress) {
    std::vector<SceneSubject> subjects = scene_subjects();
    Painter painter(gpu.shaders(), gpu.info());
    Target target(painter.sum_format(), width, height);
    for (int round = 0; round <= rounds; ++round) {
        for (SceneSubject& subject : subjects) {
            progress.show(fmt::format("scenes: {}, round {} of {}", subject.name, round, rounds));
            draw(painter, target, subject);
            if (round > 0) continue;
            subject.seconds = subject.cpu = subject.tables = {};  // it compiled the shaders
            subject.passes = {};
        }
    }
    Json rows = Json::array();
    report.say(fmt::format("\n{:<24}{:>10}{:>18}{:>18}{:>10}\n", fmt::format("scenes at {}x{}", width, height), "ms",
                           "CPU ns a pixel", "octaves a pixel", "tables"));
    for (const SceneSubject& subject : subjects) {
        progress.show("octaves of " + subject.name);
        const Frame frame(subject.preset, width, height);
        const std::vector<double> each = octaves_per_pixel(gpu, frame);
        const double octaves = std::accumulate(each.begin(), each.end(), 0.0), ms = 1e3 * median(subject.seconds),
                     cpu = median(subject.cpu) * 1e9 / width / height, tables = median(subject.tables);
        Json passes = Json::array();
        for (std::size_t i = 0; i < frame.passes.size(); ++i)
            passes.push_back({{"shader", frame.passes[i].shader},
                              {"time", median(subject.passes[i])},
                              {"octaves_per_pixel", each[i]}});
        progress.clear();
        report.say(
            fmt::format("{:<24}{:>10.1f}{:>18.0f}{:>18.1f}{:>8.0f} %\n", subject.name, ms, cpu, octaves, 100 * tables));
        rows.push_back({{"name", subject.name},
                        {"milliseconds", ms},
                        {"cpu_ns_per_pixel", cpu},
                        {"octaves_per_pixel", octaves},
                        {"tables", tables},
                        {"passes", std::move(passes)}});
    }
    return rows;
}

}  // namespace isonoise
