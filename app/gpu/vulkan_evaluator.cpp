#include <algorithm>
#include <bit>

#include "error.hpp"
#include "gpu/context.hpp"
#include "gpu/programs.hpp"
#include "gpu/vulkan.hpp"
#include "gpu/vulkan_device.hpp"
#include "isonoise/shader.hpp"

namespace isonoise {
namespace {

constexpr VkFormat kReal = VK_FORMAT_R32_SFLOAT, kReals = VK_FORMAT_R32G32B32A32_SFLOAT,
                   kWords = VK_FORMAT_R32G32B32A32_UINT, kAxes = VK_FORMAT_R32G32_UINT;

// Asks for what the device offers. The numbers are SPIR-V's of SPV_KHR_float_controls. Not for
// SignedZeroInfNanPreserve: Mesa then reorders nothing, protected or not, which would hide what it does with
// NoContraction.
std::string floats_text(const FloatControls& floats) {
    std::string text;
    const auto add = [&](bool there, int capability, int mode) {
        if (there)
            text += fmt::format("spirv_execution_mode(extensions = [\"SPV_KHR_float_controls\"], capabilities = [{}], "
                                "{}, 32);\n",
                                capability, mode);
    };
    add(floats.keeps_subnormals, 4464, 4459);  // DenormPreserve
    add(floats.rounds_to_even, 4467, 4462);    // RoundingModeRTE
    return text.empty() ? "" : "#extension GL_EXT_spirv_intrinsics : require\n" + text;
}

std::string in_words(const FloatControls& floats) {
    std::vector<std::string> asked, missing;
    const auto add = [&](bool there, const char* name) { (there ? asked : missing).emplace_back(name); };
    add(floats.rounds_to_even, "RoundingModeRTE");
    add(floats.keeps_subnormals, "DenormPreserve");
    if (asked.empty()) return "the device offers no float controls";
    return fmt::format("{} asked for{}", fmt::join(asked, ", "),
                       missing.empty() ? "" : fmt::format("; not offered: {}", fmt::join(missing, ", ")));
}

std::string version_text(std::uint32_t version) {
    return fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
                       VK_API_VERSION_PATCH(version));
}

// The owner of a vendor's number, by PCI or by Khronos.
const char* vendor_of(std::uint32_t id) {
    static constexpr std::pair<std::uint32_t, const char*> known[] = {
        {0x1002, "AMD"},      {0x1010, "Imagination"}, {0x106B, "Apple"},    {0x10DE, "NVIDIA"}, {0x13B5, "ARM"},
        {0x14E4, "Broadcom"}, {0x1AE0, "Google"},      {0x5143, "Qualcomm"}, {0x8086, "Intel"},  {0x10005, "Mesa"}};
    for (const auto& [number, name] : known) {
        if (number == id) return name;
    }
    return nullptr;
}

DriverInfo info_of(const VulkanDevice& device) {
    const VkPhysicalDeviceProperties& properties = device.properties();
    const VkPhysicalDeviceDriverProperties& driver = device.driver();
    const char* const vendor = vendor_of(properties.vendorID);
    std::vector<std::string> version = {"Vulkan " + version_text(properties.apiVersion)};
    for (const char* const words : {driver.driverName, driver.driverInfo}) {
        if (words[0]) version.emplace_back(words);
    }
    if (!driver.driverInfo[0]) version.push_back(fmt::format("version 0x{:08x}", properties.driverVersion));
    version.push_back(glslang_version());
    DriverInfo info;
    info.renderer = properties.deviceName;
    info.vendor = vendor ? vendor : fmt::format("0x{:04x}", properties.vendorID);
    info.version = fmt::format("{}", fmt::join(version, ", "));
    info.language = "SPIR-V";
    info.max_texture = static_cast<int>(std::min(properties.limits.maxImageDimension2D, 16384u));
    info.software = properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU || is_software(info.renderer);
    info.floats = in_words(device.floats());
    return info;
}

std::vector<std::uint32_t> words_of(std::span<const float> numbers) {
    std::vector<std::uint32_t> words;
    for (const float number : numbers)
        words.push_back(std::bit_cast<std::uint32_t>(number));
    return words;
}

VkRect2D rows_of(int columns, int y0, int rows) {
    return {{0, y0}, {static_cast<std::uint32_t>(columns), static_cast<std::uint32_t>(rows)}};
}

// All of a job for points: how many texels there are.
struct Texels {
    int width, rows;
    explicit Texels(std::size_t count)
        : width(width_for(count)), rows(static_cast<int>((count + kRowOfPoints - 1) / kRowOfPoints)) {}
    std::size_t count() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(rows); }
    VkRect2D part() const { return rows_of(width, 0, rows); }
};

class VulkanWordShader : public WordShader {
  public:
    VulkanWordShader(const VulkanDevice& device, Spirv shader)
        : device_(device), program_(device, Stage::fragment, std::move(shader), std::span(&kWords, 1)) {}
    void set(const std::string& uniform, std::uint32_t word) override {
        uniforms_[uniform] = {word};
        job_.reset();
    }
    void set(const std::string& uniform, const std::array<std::uint32_t, 4>& words) override {
        uniforms_[uniform] = {words.begin(), words.end()};
        job_.reset();
    }
    void points(std::span<const glm::vec4> points) override {
        points_.assign(points.begin(), points.end());
        job_.reset();
    }
    void draw(int times) override {
        if (!job_) {
            job_.emplace(device_);
            if (!points_.empty())
                job_->image("points", kWords, texels().width, texels().rows, std::as_bytes(std::span(points_)));
            job_->image("words", kWords, texels().width, texels().rows);
            job_->draw(program_, uniforms_, {"words"}, texels().part());
        }
        job_->run(times);
    }
    void read(std::span<std::array<std::uint32_t, 4>> words) override {
        job_->read("words", texels().width, texels().rows, std::as_writable_bytes(words));
    }

  private:
    Texels texels() const { return Texels(std::max<std::size_t>(points_.size(), 1)); }

    const VulkanDevice& device_;
    VulkanProgram program_;
    VulkanJob::Uniforms uniforms_;
    std::vector<glm::vec4> points_;
    std::optional<VulkanJob> job_;
};

class VulkanEvaluator : public NoiseDriver {
  public:
    VulkanEvaluator(Mode mode, ShaderFiles files, const std::string& device)
        : device_(device), info_(info_of(device_)), mode_(resolved(mode, info_.glsl)), files_(std::move(files)) {}

    const DriverInfo& info() const override { return info_; }
    Mode mode() const override { return mode_; }
    const ShaderFiles& files() const override { return files_; }
    bool can_compute() const override { return true; }

    void points(const Noise& noise, std::span<const glm::vec4> points, std::span<float> values,
                std::span<glm::vec4> gradients) override {
        evaluate(noise, {}, points, values, gradients, false);
    }
    void points(const Noise& noise, std::span<const glm::ivec4> cells, std::span<const glm::vec4> fractions,
                std::span<float> values, std::span<glm::vec4> gradients) override {
        evaluate(noise, cells, fractions, values, gradients, false);
    }
    void function(const Noise& noise, std::span<const glm::ivec4> cells, std::span<const glm::vec4> points,
                  std::span<float> values, std::span<glm::vec4> gradients) override {
        evaluate(noise, cells, points, values, gradients, true);
    }
    void integers(const Noise& noise, std::span<const glm::vec4> points, std::span<Integers> integers) override;
    void grid(const Noise& noise, const Grid& grid, std::span<float> values, bool computed) override;
    Arithmetic arithmetic(Mode mode) override;
    std::unique_ptr<WordShader> word_shader(const ShaderFiles::Source& source, const std::string& name) override {
        return std::make_unique<VulkanWordShader>(device_, spirv(Stage::fragment, mode_, source, name, {}));
    }
    std::function<void()> slice_work(const Noise* noise, const GridSlice& slice, Way way) override;

  private:
    Spirv spirv(Stage stage, Mode mode, const ShaderFiles::Source& source, const std::string& name,
                const std::string& defines) const {
        return to_spirv(stage, shader_prelude(info_.glsl, mode) + floats_text(device_.floats()) + defines, source,
                        name);
    }
    // Compiled on first use.
    std::shared_ptr<VulkanProgram> program(const std::string& file, Mode mode, const std::string& defines,
                                           std::vector<VkFormat> targets);
    std::shared_ptr<VulkanProgram> program(const Noise& noise, const char* file, const Variant& variant,
                                           std::vector<VkFormat> targets) {
        return program(file, mode_, program_defines(noise.settings(), variant), std::move(targets));
    }
    // The uniform blocks of noise.glsl and table.glsl.
    static void add_blocks(VulkanJob& job, const Noise& noise) {
        job.bytes(kPlanBlock, std::as_bytes(std::span(&noise.plan(), 1)));
        const auto table = shader_table(noise);
        job.bytes(kTableBlock, std::as_bytes(std::span(table)));
    }
    // Draws points into images of these names and formats, in batches; after(job, texels, first, count) reads them.
    using Targets = std::vector<std::pair<std::string, VkFormat>>;
    template <class After>
    void draw_points(const Noise& noise, const char* file, const Variant& variant, const VulkanJob::Uniforms& uniforms,
                     std::span<const glm::ivec4> cells, std::span<const glm::vec4> points, const Targets& targets,
                     After after);
    void evaluate(const Noise& noise, std::span<const glm::ivec4> cells, std::span<const glm::vec4> points,
                  std::span<float> values, std::span<glm::vec4> gradients, bool function);
    // Draws or computes a tile's planes, stacked, into the image `values` of the job. The job keeps the programs.
    struct PlanesJob : VulkanJob {
        using VulkanJob::VulkanJob;
        std::vector<std::shared_ptr<VulkanProgram>> programs;
    };
    void draw_planes(PlanesJob& job, const Noise& noise, const GridPart& axes, bool gradient);
    void compute_planes(PlanesJob& job, const Noise& noise, const GridPart& axes);
    static void add_axes(VulkanJob& job, std::span<const AxisPoint> x, std::span<const AxisPoint> y);

    VulkanDevice device_;
    DriverInfo info_;
    Mode mode_;
    ShaderFiles files_;
    std::map<std::string, std::shared_ptr<VulkanProgram>> programs_;
    std::map<std::string, std::weak_ptr<const VulkanImage>> slice_images_;  // shared by slice_work()
};

std::shared_ptr<VulkanProgram> VulkanEvaluator::program(const std::string& file, Mode mode, const std::string& defines,
                                                        std::vector<VkFormat> targets) {
    std::shared_ptr<VulkanProgram>& kept =
        programs_[fmt::format("{} {} {}\n{}", file, static_cast<int>(mode), targets.size(), defines)];
    if (kept) return kept;
    const Stage stage = file.ends_with(".comp") ? Stage::compute : Stage::fragment;
    const auto made = std::make_shared<VulkanProgram>(device_, stage,
                                                      spirv(stage, mode, files_.resolve(file), file, defines), targets);
    kept = made;
    if (programs_.size() > Shaders::kMostPrograms) programs_.clear();  // users keep theirs
    return made;
}

template <class After>
void VulkanEvaluator::draw_points(const Noise& noise, const char* file, const Variant& variant,
                                  const VulkanJob::Uniforms& uniforms, std::span<const glm::ivec4> cells,
                                  std::span<const glm::vec4> points, const Targets& targets, After after) {
    std::vector<std::string> names;
    std::vector<VkFormat> formats;
    for (const auto& [name, format] : targets) {
        names.push_back(name);
        formats.push_back(format);
    }
    const auto shader = program(noise, file, variant, formats);
    constexpr std::size_t kMost = kRowOfPoints * 1024;
    for (std::size_t done = 0; done < points.size(); done += kMost) {
        const std::size_t count = std::min(kMost, points.size() - done);
        const Texels texels(count);
        VulkanJob job(device_);
        add_blocks(job, noise);
        job.image("points", kWords, texels.width, texels.rows, std::as_bytes(points.subspan(done, count)));
        if (!cells.empty())
            job.image("cells", kWords, texels.width, texels.rows, std::as_bytes(cells.subspan(done, count)));
        for (const auto& [name, format] : targets)
            job.image(name, format, texels.width, texels.rows);
        job.draw(*shader, uniforms, names, texels.part());
        job.run();
        after(job, texels, done, count);
    }
}

void VulkanEvaluator::evaluate(const Noise& noise, std::span<const glm::ivec4> cells, std::span<const glm::vec4> points,
                               std::span<float> values, std::span<glm::vec4> gradients, bool function) {
    check_sizes(points.size(), cells, values, gradients);
    const bool with_cells = !cells.empty(), with_gradient = !gradients.empty();
    const bool far = with_cells || (!function && noise.plan().count > 1);
    VulkanJob::Uniforms uniforms;
    if (function) {
        const Settings& s = noise.settings();
        const Fbm terms = fbm(s.octaves, s.persistence, s.lacunarity);
        const float all[] = {terms.octaves, terms.persistence, terms.lacunarity, terms.normalization};
        uniforms = {{"seed", {s.seed}}, {"terms", words_of(all)}};
    }
    Targets targets = {{"value", kReal}};
    if (with_gradient) targets.emplace_back("gradient", kReals);
    draw_points(noise, "evaluate/points.frag", {with_cells, far, with_gradient, function}, uniforms, cells, points,
                targets, [&](VulkanJob& job, const Texels& texels, std::size_t first, std::size_t count) {
                    std::vector<float> drawn(texels.count());
                    job.read("value", texels.width, texels.rows, std::as_writable_bytes(std::span(drawn)));
                    std::copy_n(drawn.data(), count, values.data() + first);
                    if (!with_gradient) return;
                    std::vector<glm::vec4> slopes(texels.count());
                    job.read("gradient", texels.width, texels.rows, std::as_writable_bytes(std::span(slopes)));
                    std::copy_n(slopes.data(), count, gradients.data() + first);
                });
}

void VulkanEvaluator::integers(const Noise& noise, std::span<const glm::vec4> points, std::span<Integers> integers) {
    if (integers.size() < points.size()) fail("a buffer is too small for the integers of {} points", points.size());
    draw_points(noise, "evaluate/integers.frag", {}, {}, {}, points, {{"of cells", kWords}, {"of hashes", kWords}},
                [&](VulkanJob& job, const Texels& texels, std::size_t first, std::size_t count) {
                    std::vector<std::array<std::uint32_t, 4>> words(texels.count());
                    job.read("of cells", texels.width, texels.rows, std::as_writable_bytes(std::span(words)));
                    for (std::size_t i = 0; i < count; ++i)
                        integers[first + i].cell = words[i];
                    job.read("of hashes", texels.width, texels.rows, std::as_writable_bytes(std::span(words)));
                    for (std::size_t i = 0; i < count; ++i)
                        integers[first + i].hashes = words[i];
                });
}

Arithmetic VulkanEvaluator::arithmetic(Mode mode) {
    const auto shader = program("evaluate/arithmetic.frag", mode, "", {kWords});
    VulkanJob job(device_);
    job.image("found", kWords, 3, 1);
    job.draw(*shader, {{"a", words_of(kProbeA)}, {"b", words_of(kProbeB)}, {"c", words_of(kProbeC)}}, {"found"},
             rows_of(3, 0, 1));
    job.run();
    std::array<std::uint32_t, 12> found{};
    job.read("found", 3, 1, std::as_writable_bytes(std::span(found)));
    return arithmetic_of(found);
}

void VulkanEvaluator::add_axes(VulkanJob& job, std::span<const AxisPoint> x, std::span<const AxisPoint> y) {
    const std::size_t longer = std::max(x.size(), y.size());
    std::vector<AxisPoint> axes(2 * longer);
    std::copy(x.begin(), x.end(), axes.begin());
    std::copy(y.begin(), y.end(), axes.begin() + static_cast<std::ptrdiff_t>(longer));
    job.image("axes", kAxes, static_cast<int>(longer), 2, std::as_bytes(std::span(axes)));
}

void VulkanEvaluator::draw_planes(PlanesJob& job, const Noise& noise, const GridPart& axes, bool gradient) {
    const auto shader = program(noise, "evaluate/grid.frag", {true, leaves_32_bits(noise, axes), gradient},
                                gradient ? std::vector{kReal, kReals} : std::vector{kReal});
    job.programs.push_back(shader);
    add_blocks(job, noise);
    add_axes(job, axes[0], axes[1]);
    std::vector<std::string> targets = {"values"};
    if (gradient) targets.emplace_back("gradients");
    const auto columns = static_cast<int>(axes[0].size()), rows = static_cast<int>(axes[1].size());
    int y0 = 0;
    for (const AxisPoint& w : axes[3]) {
        for (const AxisPoint& z : axes[2]) {
            job.draw(*shader,
                     {{"slice",
                       {static_cast<std::uint32_t>(z.cell), std::bit_cast<std::uint32_t>(z.fraction),
                        static_cast<std::uint32_t>(w.cell), std::bit_cast<std::uint32_t>(w.fraction)}},
                      {"first_row", {static_cast<std::uint32_t>(y0)}}},
                     targets, rows_of(columns, y0, rows));
            y0 += rows;
        }
    }
}

void VulkanEvaluator::compute_planes(PlanesJob& job, const Noise& noise, const GridPart& axes) {
    const bool far = leaves_32_bits(noise, axes), rows = has_rows(noise.settings());
    const auto shader = program(noise, compute_shader(noise.settings()), {true, far}, {});
    job.programs.push_back(shader);
    add_blocks(job, noise);
    std::vector<AxisPoint> points;
    std::vector<std::uint32_t> counts;
    for (const std::span<const AxisPoint> axis : axes) {
        points.insert(points.end(), axis.begin(), axis.end());
        counts.push_back(static_cast<std::uint32_t>(axis.size()));
    }
    job.bytes("IsonoisePoints", std::as_bytes(std::span(points)));
    const auto groups = [](std::size_t count, std::size_t each) {
        return static_cast<std::uint32_t>((count + each - 1) / each);
    };
    if (rows) {
        const auto tables = program(noise, "evaluate/tables.comp", {true, far}, {});
        job.programs.push_back(tables);
        const std::size_t texels = std::max(noise.plan().count, 1u) * points.size();
        job.image("tables", kWords, static_cast<int>(kRowOfTables),
                  static_cast<int>((texels + kRowOfTables - 1) / kRowOfTables));
        job.dispatch(*tables, {{"counts", counts}}, {groups(points.size(), kGroup), 1, 1});
    }
    job.dispatch(*shader, {{"counts", counts}, {"first_row", {0}}},
                 {groups(counts[0], kGroup), rows ? groups(counts[1], 4) : counts[1], counts[2] * counts[3]});
}

void VulkanEvaluator::grid(const Noise& noise, const Grid& grid, std::span<float> values, bool computed) {
    int width = 0, height = 0;
    const std::size_t stride = grid[0].size();
    const auto begin = [&](std::size_t total, int columns, int rows) {
        if (values.size() < total) fail("a buffer is too small for the values of a grid");
        width = columns;
        height = rows;
    };
    for_each_tile(noise, grid, info_.max_texture, begin, [&](const GridPart& axes, std::size_t at) {
        PlanesJob job(device_);
        job.image("values", kReal, width, height);
        if (computed) {
            compute_planes(job, noise, axes);
        } else {
            draw_planes(job, noise, axes, false);
        }
        job.run();
        const std::size_t columns = axes[0].size(), rows = axes[1].size() * axes[2].size() * axes[3].size();
        std::vector<float> drawn(columns * rows);
        job.read("values", static_cast<int>(columns), static_cast<int>(rows), std::as_writable_bytes(std::span(drawn)));
        for (std::size_t row = 0; row < rows; ++row)
            std::copy_n(&drawn[row * columns], columns, values.data() + at + row * stride);
    });
}

std::function<void()> VulkanEvaluator::slice_work(const Noise* noise, const GridSlice& slice, Way way) {
    const auto width = static_cast<int>(slice.x.size()), height = static_cast<int>(slice.y.size());
    const auto job = std::make_shared<PlanesJob>(device_);
    const auto target = [&](const char* name, VkFormat format) {
        VulkanJob::Image image = slice_images_[name].lock();
        if (image && image->width == width && image->height == height) {
            job->image(name, image);
        } else {
            slice_images_[name] = job->image(name, format, width, height);
        }
    };
    target("values", kReal);
    if (way == Way::drawn_gradient) target("gradients", kReals);
    const GridPart axes = {slice.x, slice.y, std::span(&slice.zw[0], 1), std::span(&slice.zw[1], 1)};
    if (!noise) {
        const auto shader = program("evaluate/empty.frag", mode_, "", {kReal});
        job->programs.push_back(shader);
        add_axes(*job, slice.x, slice.y);
        job->draw(*shader, {{"first_row", {0}}}, {"values"}, rows_of(width, 0, height));
    } else if (way == Way::computed) {
        compute_planes(*job, *noise, axes);
    } else {
        draw_planes(*job, *noise, axes, way == Way::drawn_gradient);
    }
    return [job] { job->run(); };
}

}  // namespace

std::unique_ptr<NoiseDriver> vulkan_driver(Mode mode, ShaderFiles files, const std::string& device) {
    return std::make_unique<VulkanEvaluator>(mode, std::move(files), device);
}

}  // namespace isonoise
