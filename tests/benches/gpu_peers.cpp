// The shaders against webgl-noise (npm glsl-noise), one call per pixel: the time they take to run and to compile.
//
// Measurements alternate, A B C A B C, so that other load on the machine affects all of them. Each time is net of the
// same draw without noise in that round; figures are medians over the rounds, with quartiles. Besides the clock it
// reports the CPU time of all the process's threads: with a CPU rasteriser, other processes disturb that less.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <regex>

#include <nlohmann/json.hpp>

#include "cli/command_line.hpp"
#include "cli/options.hpp"
#include "error.hpp"
#include "gpu/context.hpp"
#include "gpu/evaluator.hpp"
#include "gpu/shader.hpp"

namespace isonoise {
namespace {

struct Seconds {
    double clock = 0, cpu = 0;
};

Seconds now() {
    timespec cpu{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu);
    const auto clock = std::chrono::steady_clock::now().time_since_epoch();
    return {std::chrono::duration<double>(clock).count(), double(cpu.tv_sec) + 1e-9 * double(cpu.tv_nsec)};
}

// A quarter, half and three quarters of the rounds lie below these.
struct Quartiles {
    double low, median, high;
};

Quartiles quartiles(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const auto at = [&](double part) { return values[std::size_t(part * double(values.size() - 1) + 0.5)]; };
    return {at(0.25), at(0.5), at(0.75)};
}

std::string read(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) fail("cannot read '{}'", path.string());
    return {std::istreambuf_iterator<char>(file), {}};
}

struct Subject {
    std::string name, code, call;
    Mode mode = Mode::exact;
    GLuint program = 0;
    std::vector<Seconds> rounds{};
};

// The time `of` takes as a multiple of the time of `name`.
struct Comparison {
    std::string name, of;
};

class Benches {
  public:
    Benches(int size, std::filesystem::path shaders, std::filesystem::path peers)
        : size_(size), own_(std::move(shaders)), peers_(std::move(peers)), target_(GL_R32F, size, size),
          vertex_array_(VertexArray::make()) {
        glBindVertexArray(vertex_array_.get());
        glBindFramebuffer(GL_FRAMEBUFFER, target_.framebuffer());
    }

    const GlInfo& info() const { return context_.info(); }

    // The library with its functions, as included by a shader.
    std::string library(const std::filesystem::path& directory) const {
        return ShaderFiles(directory).resolve("isonoise/fbm.glsl").text;
    }
    std::string snippet(int dim) const { return read(own_ / "snippets" / "glsl" / fmt::format("perlin{}.glsl", dim)); }
    std::string peer(const std::string& kind, int dim) const {
        static const std::regex pragma("#pragma[^\n]*");
        return std::regex_replace(read(peers_ / kind / fmt::format("{}d.glsl", dim)), pragma, "");
    }
    const std::filesystem::path& own() const { return own_; }

    GLuint compile(Shaders& shaders, const Subject& subject) const {
        return shaders.use("pixel.frag", fmt::format("{}\n#define CALL {}\n", subject.code, subject.call));
    }

    Seconds draw(GLuint program, int size) const {
        const Seconds start = now();
        glUseProgram(program);
        glUniform1ui(glGetUniformLocation(program, "seed"), 12345);
        glUniform4f(glGetUniformLocation(program, "period"), 16, 16, 16, 16);
        glUniform4f(glGetUniformLocation(program, "terms"), 8, 0.5, 2, 0.50196f);
        glViewport(0, 0, size, size);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        glFinish();
        const Seconds end = now();
        return {end.clock - start.clock, end.cpu - start.cpu};
    }

    std::vector<float> values(GLuint program) const {
        draw(program, size_);
        std::vector<float> all(std::size_t(size_) * std::size_t(size_));
        target_.read(0, size_, all);
        return all;
    }

    void time_drawing(std::vector<Subject>& subjects, int rounds) {
        std::map<Mode, std::unique_ptr<Shaders>> shaders;
        for (Subject& subject : subjects) {
            auto& of_mode = shaders[subject.mode];
            if (!of_mode) of_mode = std::make_unique<Shaders>(info().glsl, ShaderFiles(ISONOISE_BENCHES), subject.mode);
            subject.program = compile(*of_mode, subject);
            draw(subject.program, size_);
        }
        for (int i = 0; i < rounds; ++i) {
            std::vector<double> clock, cpu;  // for the empty draw before each subject
            for (Subject& subject : subjects) {
                const Seconds nothing = draw(subjects[0].program, size_);
                clock.push_back(nothing.clock);
                cpu.push_back(nothing.cpu);
                subject.rounds.push_back(draw(subject.program, size_));
            }
            subjects[0].rounds.back() = {quartiles(clock).median, quartiles(cpu).median};
        }
        shaders_ = std::move(shaders);  // keeps the programs alive
    }

    // From source text to the first pixels, since drivers defer work until then.
    void time_compiling(std::vector<Subject>& subjects, int rounds) const {
        for (int i = 0; i < rounds; ++i) {
            for (Subject& subject : subjects) {
                Shaders shaders(info().glsl, ShaderFiles(ISONOISE_BENCHES), subject.mode);
                const Seconds start = now();
                draw(compile(shaders, subject), 16);
                const Seconds end = now();
                subject.rounds.push_back({end.clock - start.clock, end.cpu - start.cpu});
            }
        }
    }

  private:
    int size_;
    std::filesystem::path own_, peers_;
    HeadlessContext context_;
    Target target_;
    VertexArray vertex_array_;
    std::map<Mode, std::unique_ptr<Shaders>> shaders_;
};

// Times net of the first subject's, which has no noise.
class Results {
  public:
    explicit Results(const std::vector<Subject>& subjects) : subjects_(subjects) {}

    Quartiles net(const std::string& name, double Seconds::*kind) const { return quartiles(each(name, kind)); }
    Quartiles ratio(const std::string& a, const std::string& b, double Seconds::*kind) const {
        std::vector<double> over = each(a, kind), under = each(b, kind);
        std::transform(over.begin(), over.end(), under.begin(), over.begin(), std::divides<>());
        return quartiles(over);
    }

  private:
    std::vector<double> each(const std::string& name, double Seconds::*kind) const {
        const auto found =
            std::find_if(subjects_.begin(), subjects_.end(), [&](const Subject& s) { return s.name == name; });
        std::vector<double> all;
        for (std::size_t i = 0; i < found->rounds.size(); ++i)
            all.push_back(found->rounds[i].*kind - (found == subjects_.begin() ? 0 : subjects_[0].rounds[i].*kind));
        return all;
    }
    const std::vector<Subject>& subjects_;
};

nlohmann::ordered_json json_of(const Quartiles& q) { return {{"median", q.median}, {"low", q.low}, {"high", q.high}}; }

// Returns times in seconds and ratios as JSON; also prints tables, with times multiplied by `scale`.
nlohmann::ordered_json report(const std::vector<Subject>& subjects, const std::vector<Comparison>& comparisons,
                              double scale, const char* unit, bool print) {
    const Results results(subjects);
    const auto shown = [](const Quartiles& q, double factor) {
        return fmt::format("{:.2f} ({:.2f} to {:.2f})", q.median * factor, q.low * factor, q.high * factor);
    };
    nlohmann::ordered_json json;
    if (print) fmt::print("| | CPU {0} | clock {0} |\n|---|---|---|\n", unit);
    for (const Subject& subject : subjects) {
        const Quartiles cpu = results.net(subject.name, &Seconds::cpu);
        const Quartiles clock = results.net(subject.name, &Seconds::clock);
        json["seconds"][subject.name] = {{"cpu", json_of(cpu)}, {"clock", json_of(clock)}};
        if (print) fmt::print("| {} | {} | {} |\n", subject.name, shown(cpu, scale), shown(clock, scale));
    }
    if (print) fmt::print("\n| | times as long as | CPU | clock |\n|---|---|---|---|\n");
    for (const Comparison& c : comparisons) {
        const Quartiles cpu = results.ratio(c.of, c.name, &Seconds::cpu);
        const Quartiles clock = results.ratio(c.of, c.name, &Seconds::clock);
        json["ratios"].push_back({{"of", c.of}, {"to", c.name}, {"cpu", json_of(cpu)}, {"clock", json_of(clock)}});
        if (print) fmt::print("| {} | {} | {} | {} |\n", c.of, c.name, shown(cpu, 1), shown(clock, 1));
    }
    if (print) fmt::print("\n");
    return json;
}

// Keeps the first subject and the matching ones, and the comparisons between those kept.
void select(std::vector<Subject>& subjects, const std::string& only) {
    const std::regex fits(only);
    const std::string nothing = subjects[0].name;
    std::erase_if(subjects, [&](const Subject& s) { return s.name != nothing && !std::regex_search(s.name, fits); });
}
void select(std::vector<Comparison>& comparisons, const std::vector<Subject>& subjects) {
    const auto is_left = [&](const std::string& name) {
        return std::any_of(subjects.begin(), subjects.end(), [&](const Subject& s) { return s.name == name; });
    };
    std::erase_if(comparisons, [&](const Comparison& c) { return !is_left(c.name) || !is_left(c.of); });
}

constexpr const char* kComponents[] = {"", ".x", ".xy", ".xyz", ""};
constexpr const char* kSums[] = {"", "g.x", "g.x + g.y", "g.x + g.y + g.z", "g.x + g.y + g.z + g.w"};

// A call to our noise; the seed is a literal or a uniform.
std::string call(int dim, const std::string& kind, const char* seed) {
    const std::string swizzle = kComponents[dim];
    std::string arguments = fmt::format("q{}, {}", swizzle, seed);
    if (kind == "_fbm") arguments += ", IsonoiseFbm(terms.x, terms.y, terms.z, terms.w)";
    if (kind == "_periodic") {
        arguments += fmt::format(", {}(period{})", dim == 1 ? "uint" : fmt::format("uvec{}", dim), swizzle);
    }
    if (kind == "_gradient") arguments += ", g" + swizzle;
    const std::string text = fmt::format("perlin{}{}({})", dim, kind, arguments);
    return kind == "_gradient" ? fmt::format("{} + ({})", text, kSums[dim]) : text;
}

constexpr const char* kLiteral = "7u";

// Lists the subjects to draw and their comparisons; `also` may be empty.
void list_drawn(const Benches& benches, const std::filesystem::path& also, std::vector<Subject>& subjects,
                std::vector<Comparison>& comparisons) {
    const std::string library = benches.library(benches.own());
    for (int dim = 1; dim <= 4; ++dim) {
        const std::string q = fmt::format("q{}", kComponents[dim]);
        for (const std::string kind : {"", "_gradient", "_periodic", "_fbm"}) {
            const std::string name = fmt::format("perlin{}{}", dim, kind), text = call(dim, kind, kLiteral);
            subjects.push_back({name, library, text});
            const auto beside = [&](const std::string& what, std::string code, std::string words, Mode mode) {
                subjects.push_back({what, std::move(code), std::move(words), mode});
                comparisons.push_back({name, what});
            };
            const auto faster = [&](const char* folder, const char* what, const std::string& words) {
                if (dim > 1) beside(fmt::format("{}{}", what, dim), benches.peer(folder, dim), words, Mode::exact);
            };
            if (kind.empty()) {
                faster("classic", "classic", fmt::format("cnoise({})", q));
                faster("simplex", "simplex", fmt::format("snoise({})", q));
            } else if (kind == "_periodic") {
                faster("periodic", "periodic", fmt::format("pnoise({}, period{})", q, kComponents[dim]));
            } else if (kind == "_fbm" && dim == 3) {
                beside("classic3, 8 octaves", benches.peer("classic", 3) + R"(
float octaves8(vec3 p, vec4 terms) {
    float sum = 0.0, amplitude = terms.w;
    for (int i = 0; i < 8; ++i) {
        sum += amplitude * cnoise(p);
        amplitude *= terms.y;
        p *= terms.z;
    }
    return sum;
})",
                       "octaves8(q.xyz, terms)", Mode::exact);
            }
            if (kind == "_fbm") {  // the loop a user would write
                const std::string type = dim == 1 ? "float" : fmt::format("vec{}", dim);
                beside(fmt::format("perlin{}, octaves in a loop", dim),
                       library + fmt::format(R"(
float octaves({} p, vec4 terms) {{
    float sum = 0.0, amplitude = terms.w;
    for (int i = 0; float(i) < terms.x; ++i) {{
        sum += amplitude * perlin{}(p, 7u ^ uint(i) * 0x9E3779B9u);
        amplitude *= terms.y;
        p *= terms.z;
    }}
    return sum;
}})",
                                             type, dim),
                       fmt::format("octaves({}, terms)", q), Mode::exact);
            }
            if (kind == "_gradient") comparisons.push_back({fmt::format("perlin{}", dim), name});
            for (const auto& [mode, word] : {std::pair(Mode::fast, "fast"), std::pair(Mode::zero, "zero")}) {
                subjects.push_back({fmt::format("{}, {}", name, word), library, text, mode});
            }
            comparisons.push_back({name + ", fast", name});
            comparisons.push_back({name + ", fast", name + ", zero"});
            beside(name + ", uniform seed", library, call(dim, kind, "seed"), Mode::exact);
            if (!also.empty()) beside(name + ", also", benches.library(also), text, Mode::exact);
        }
    }
}

void list_compiled(const Benches& benches, std::vector<Subject>& subjects, std::vector<Comparison>& comparisons) {
    for (int dim = 2; dim <= 4; ++dim) {
        const std::string peer = fmt::format("classic{}", dim), name = fmt::format("snippet{}", dim);
        subjects.push_back({peer, benches.peer("classic", dim), fmt::format("cnoise(q{})", kComponents[dim])});
        const auto add = [&](const std::string& what, const char* kind) {
            subjects.push_back({what, benches.snippet(dim), call(dim, kind, kLiteral)});
            comparisons.push_back({what, peer});
        };
        add(name, "");
        add(name + ", gradient", "_gradient");
    }
}

struct Options {
    std::string peers = ISONOISE_BENCHES "/node_modules/glsl-noise", shaders = ISONOISE_SHADERS, also, only;
    std::string size = "1024", rounds = "41";
    bool json = false;
};

int run(const Options& options) {
    const int size = static_cast<int>(parse_whole("size", options.size, 64, 16384)),
              rounds = static_cast<int>(parse_whole("rounds", options.rounds, 3, 10000));
    const std::filesystem::path& also = options.also;
    const std::string& only = options.only;
    const bool as_json = options.json;
    setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);  // otherwise the second compilation comes from the cache
    Benches benches(size, options.shaders, options.peers);
    const GlInfo& info = benches.info();
    const Subject nothing = {"nothing", "", "q.x + q.y + q.z + q.w"};

    std::vector<Subject> drawn = {nothing};
    std::vector<Comparison> drawn_comparisons;
    list_drawn(benches, also, drawn, drawn_comparisons);
    select(drawn, only);
    select(drawn_comparisons, drawn);
    benches.time_drawing(drawn, rounds);

    std::vector<Subject> compiled = {nothing};
    std::vector<Comparison> compiled_comparisons;
    list_compiled(benches, compiled, compiled_comparisons);
    select(compiled, only);
    select(compiled_comparisons, compiled);
    benches.time_compiling(compiled, rounds);

    if (!as_json) fmt::print("{}, {}\n\nA value:\n\n", info.renderer, info.version);
    nlohmann::ordered_json json;
    json["driver"] = {
        {"renderer", info.renderer}, {"version", info.version}, {"software", info.software}, {"glsl", info.glsl}};
    json["size"] = size;
    json["rounds"] = rounds;
    json["drawing"] = report(drawn, drawn_comparisons, 1e9 / size / size, "ns", !as_json);
    if (!as_json) fmt::print("From the text to the first pixels:\n\n");
    json["compiling"] = report(compiled, compiled_comparisons, 1e3, "ms", !as_json);
    for (const Subject& subject : drawn) {
        if (!subject.name.ends_with(", also")) continue;
        const std::string name = subject.name.substr(0, subject.name.rfind(','));
        const auto own = std::find_if(drawn.begin(), drawn.end(), [&](const Subject& s) { return s.name == name; });
        if (own == drawn.end()) continue;
        json["same"][name] = benches.values(subject.program) == benches.values(own->program);
        if (!as_json) fmt::print("{}: {}\n", name, json["same"][name] ? "the same values" : "OTHER VALUES");
    }
    if (as_json) fmt::print("{}\n", json.dump(2));
    return 0;
}

}  // namespace
}  // namespace isonoise

int main(int argc, char** argv) {
    using namespace isonoise;
    try {
        Options options;
        Verb verb("isonoise_gpu_peers", "gpu_peers", "measures the shaders against webgl-noise");
        verb.option("--peers", options.peers, "DIR", "the package glsl-noise");
        verb.option("--shader-dir", options.shaders, "DIR", "our shaders");
        verb.option("--also", options.also, "DIR",
                    "another version of our shaders, to measure and compare values with");
        verb.option("--only", options.only, "REGEX", "only subjects whose names match");
        verb.option("--size", options.size, "64..16384", "pixels of an edge [1024]");
        verb.option("--rounds", options.rounds, "3..10000", "rounds [41]");
        verb.flag("--json", options.json, "JSON and no tables");
        verb.run([&] { return run(options); });
        const std::vector<std::string> words(argv + 1, argv + argc);
        return verb(words);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "isonoise_gpu_peers: %s\n", e.what());
        return 2;
    }
}
