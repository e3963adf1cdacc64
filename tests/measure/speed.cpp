// The speed of the candidates. Each is timed alternately with version 0.1, A B A B, so that other load on the machine
// affects both; figures are medians over the rounds.
#include <algorithm>
#include <chrono>
#include <fstream>
#include <functional>
#include <memory>

#include "conformance/points.hpp"
#include "error.hpp"
#include "gpu/context.hpp"
#include "gpu/evaluator.hpp"
#include "gpu/shader.hpp"
#include "kernel.hpp"
#include "measures.hpp"
#include "table.hpp"

namespace measure {
namespace {

using Work = std::function<void()>;

double seconds(const Work& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// Times two jobs alternately, along with their common overhead: the median of b's net time and of its ratio to a's.
struct Compared {
    double seconds;
    double ratio;
};
Compared compare(const Work& a, const Work& b, const Work& beside, int rounds) {
    a();
    b();
    std::vector<double> times, ratios;
    for (int i = 0; i < rounds; ++i) {
        const double nothing = seconds(beside), time_a = seconds(a) - nothing, time_b = seconds(b) - nothing;
        times.push_back(time_b);
        ratios.push_back(time_b / time_a);
    }
    return {median(times), median(ratios)};
}

// One call per pixel of 1024 x 1024.
class Gpu {
  public:
    static constexpr int kSize = 1024;
    static constexpr double kCalls = double(kSize) * kSize;

    Gpu() : shaders_(context_.info().glsl, isonoise::ShaderFiles(ISONOISE_MEASURE_DIRECTORY)) {
        target_ = std::make_unique<isonoise::Target>(GL_R32F, kSize, kSize);
        vertex_array_ = isonoise::VertexArray::make();
        glBindVertexArray(vertex_array_.get());
        glBindFramebuffer(GL_FRAMEBUFFER, target_->framebuffer());
        glViewport(0, 0, kSize, kSize);
    }
    std::string name() const { return context_.info().renderer; }

    // Draws noise. Throws Error if the result differs from C++: the figures would be meaningless.
    template <class H, class S, Variant kVariant = Variant{}> Work work() {
        const Work draws = draw(kernel_glsl<H, S>(kVariant), "noise(q, seed)");
        draws();
        std::vector<float> values(kSize * kSize);
        target_->read(0, kSize, values);
        for (int i = 0; i < kSize * kSize; i += 997) {
            const float x = static_cast<float>(i % kSize) - 511.0f, y = static_cast<float>(i / kSize) - 511.0f;
            const Point p = {x * 0.0371f, y * 0.0413f, (x + y) * 0.0293f, (x - y) * 0.0231f};
            if (std::fabs(values[std::size_t(i)] - noise<H, S, kVariant>(p, kSeed)) > 1e-4f) {
                isonoise::fail("{} with {}: the GPU's values are not the CPU's", H::kKey, S::kKey);
            }
        }
        return draws;
    }
    // Everything except the noise.
    Work beside() { return draw("", "q.x + q.y + q.z + q.w"); }

  private:
    static constexpr uint kSeed = 12345;

    Work draw(const std::string& code, const char* call) {
        const GLuint program = shaders_.use("speed.frag", fmt::format("{}\n#define CALL {}\n", code, call));
        const GLint seed = glGetUniformLocation(program, "seed");
        return [program, seed] {
            glUseProgram(program);
            glUniform1ui(seed, kSeed);
            glDrawArrays(GL_TRIANGLES, 0, 3);
            glFinish();
        };
    }

    isonoise::HeadlessContext context_;
    isonoise::Shaders shaders_;
    std::unique_ptr<isonoise::Target> target_;
    isonoise::VertexArray vertex_array_;
};

// One call per point through a pointer, as a program calls the library.
class Cpu {
  public:
    static constexpr double kCalls = 65536;

    explicit Cpu(bool coherent) : name_(coherent ? "a grid, 27 points a cell edge" : "random points") {
        isonoise::Random random(1);
        for (int i = 0; i < int(kCalls); ++i) {
            Point p;
            for (float& c : p)
                c = static_cast<float>(random.between(-1000, 1000));
            const auto x = static_cast<float>(i % 256), y = static_cast<float>(i / 256);
            if (coherent) p = {x * 0.0371f, y * 0.0371f, 3.7f, -8.2f};
            points_.push_back(p);
        }
    }
    std::string name() const { return name_; }

    template <class H, class S, Variant kVariant = Variant{}> Work work() { return calls(&noise<H, S, kVariant>); }
    Work beside() {
        return calls([](const Point& p, uint seed) { return p[0] + p[1] + p[2] + p[3] + static_cast<float>(seed); });
    }

  private:
    Work calls(float (*function)(const Point&, uint)) {
        return [this, function] {
            float sum = 0;
            for (int repeat = 0; repeat < 8; ++repeat)
                for (const Point& p : points_)
                    sum += function(p, 12345);
            sink_ = sum;
        };
    }

    std::string name_;
    std::vector<Point> points_;
    volatile float sink_ = 0;
};

template <class Machine> std::string cell_of(const Compared& c) {
    const double repeats = std::is_same_v<Machine, Cpu> ? 8 : 1;
    return fmt::format("{:.2f} ({:.1f} ns)", c.ratio, c.seconds / Machine::kCalls / repeats * 1e9);
}

// Each hash with the sets of version 0.1, relative to hash (a).
template <class Machine> void hash_speed(Machine& machine, int rounds) {
    print_head("Hashes: " + machine.name(), "Time of a call with the set of version 0.1, over that of hash (a).",
               {"", "hash", "2D", "3D", "4D"});
    for_each_hash([&]<class H>() {
        if constexpr (!std::is_same_v<H, Ideal>) {
            std::vector<std::string> row = {H::kKey, H::kName};
            auto add = [&]<int Dim>() {
                if constexpr (Dim <= H::kDims) {
                    row.push_back(cell_of<Machine>(compare(machine.template work<XorShift15, TodaysSet<Dim>>(),
                                                           machine.template work<H, TodaysSet<Dim>>(), machine.beside(),
                                                           rounds)));
                } else {
                    row.push_back("-");
                }
            };
            add.template operator()<2>();
            add.template operator()<3>();
            add.template operator()<4>();
            print_row(row);
        }
    });
}

// Each gradient set with hash (a), relative to the set of version 0.1 in that dimension.
template <class Machine> void set_speed(Machine& machine, int rounds) {
    print_head("Gradient sets: " + machine.name(), "Time of a call with hash (a), over that of the set of version 0.1.",
               {"", "set", "time"});
    for_each_set([&]<class S>() {
        print_row({S::kKey, S::kName,
                   cell_of<Machine>(compare(machine.template work<XorShift15, TodaysSet<S::kDim>>(),
                                            machine.template work<XorShift15, S>(), machine.beside(), rounds))});
    });
}

// Variants of the 3D kernel of version 0.1.
template <class Machine> void variant_speed(Machine& machine, int rounds) {
    print_head("The 3D kernel: " + machine.name(),
               "Over that of version 0.1: guard, fade as published but 0 below "
               "2^-12, x interpolated first.",
               {"variant", "time"});
    auto row = [&]<Variant kVariant>(const char* name) {
        print_row({name, cell_of<Machine>(compare(machine.template work<XorShift15, Edges16>(),
                                                  machine.template work<XorShift15, Edges16, kVariant>(),
                                                  machine.beside(), rounds))});
    };
    using Fade = Variant::Fade;
    row.template operator()<Variant{}>("the same (noise of the figures)");
    row.template operator()<Variant{true, Fade::published}>("fade as published, no cut");
    row.template operator()<Variant{true, Fade::centred}>("fade centred, no cut");
    row.template operator()<Variant{false, Fade::cut}>("no guard");
    row.template operator()<Variant{true, Fade::cut, true}>("z first");
    row.template operator()<Variant{true, Fade::centred, true}>("fade centred, z first");
}

template <class Machine> void speed(Machine& machine, int rounds) {
    hash_speed(machine, rounds);
    set_speed(machine, rounds);
    variant_speed(machine, rounds);
}

// Writes a compute shader with one call and a seed per invocation, in the form used by tests/benches/run isa.
void write_shader(const std::filesystem::path& path, const std::string& code, const char* value) {
    std::ofstream file(path);
    file << "#version 450\nlayout(local_size_x = 64) in;\n"
            "layout(std430, set = 0, binding = 0) buffer Data { uvec4 data[]; };\n"
            "layout(push_constant) uniform Push { uint seed; uint zero; uvec4 period; vec4 fbm; } push;\n"
         << code
         << "void main() {\n    uint i = gl_GlobalInvocationID.x;\n    uvec4 raw = data[i];\n"
            "    vec4 point = uintBitsToFloat(raw);\n    float n = "
         << value << ";\n    data[i] = floatBitsToUint(vec4(n, 0.0, 0.0, 0.0)) + (raw & 1u);\n}\n";
    if (!file) isonoise::fail("cannot write {}", path.string());
}

}  // namespace

void shaders(const std::filesystem::path& directory) {
    auto write = [&]<class H, class S>(const char* key) {
        if constexpr (S::kDim <= H::kDims) {
            write_shader(directory / fmt::format("{}-{}.comp", key, S::kDim),
                         kernel_glsl<H, S>({.fade = Variant::Fade::published}), "noise(point, raw.w)");
        }
    };
    write_shader(directory / "empty.comp", "", "point.x");
    for_each_hash([&]<class H>() {
        if constexpr (!std::is_same_v<H, Ideal>) {
            write.template operator()<H, Octants>(H::kKey);
            write.template operator()<H, Edges12Rest>(H::kKey);
            write.template operator()<H, Edges32>(H::kKey);
        }
    });
    for_each_set([&]<class S>() { write.template operator()<Chosen, S>(S::kKey); });
}

void gpu_speed(int rounds) {
    Gpu gpu;
    speed(gpu, rounds);
}

void cpu_speed(int rounds) {
    for (bool coherent : {false, true}) {
        Cpu cpu(coherent);
        speed(cpu, rounds);
    }
}

}  // namespace measure
