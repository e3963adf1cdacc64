// The noise at a point of scene anatomy's figures.
#include <algorithm>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include "scene/anatomy.hpp"
#include "scene/anatomy_line.hpp"
#include "scene/constants.hpp"
#include "scene/scenes.hpp"

namespace isonoise {

LineAnatomy::LineAnatomy(const Settings& settings, const AxisPoint& at) : fraction(at.fraction) {
    Settings s;
    s.dim = 1;
    s.seed = settings.seed;
    s.fade = settings.fade;
    const std::uint32_t period = periods(settings)[0];
    if (period != 0) s.period = {period};
    const Noise noise(s);
    value = noise({at.cell, 0, 0, 0}, {at.fraction, 0.0f, 0.0f, 0.0f});
    fade = anatomy(Noise(settings), {at.cell, 0}, {at.fraction, 0.0f}).weights.x;
    for (int i = 0; i < 2; ++i) {
        perlin1_periodic_gradient(wrapped_cell(std::int64_t{at.cell} + i, 0), 0.0f, s.seed, period, slopes[i]);
        ramps[i] = slopes[i] * (fraction - static_cast<float>(i));
    }
}

namespace {

// The probe's lines: in columns for reading, or with all digits for copying.
class Lines {
  public:
    Lines(std::vector<std::string>& lines, bool all) : lines_(lines), all_(all) {}
    void push_back(std::string line) { lines_.push_back(std::move(line)); }
    std::string plain(float value, int places) const {
        return all_ ? fmt::format("{}", value) : fmt::format("{:.{}f}", value, places);
    }
    std::string with_sign(float value, int places) const {
        return all_ ? fmt::format("{:+}", value)
                    : fmt::format("{:+.{}f}", without_sign_of_zero(static_cast<double>(value), places), places);
    }

  private:
    std::vector<std::string>& lines_;
    bool all_;
};

void explain_line(const Probe& probe, const LineAnatomy& at, Lines lines) {
    lines.push_back(fmt::format("cell      {:>11}", probe.cell.x));
    lines.push_back(fmt::format("fraction  {:>11}", lines.plain(at.fraction, 4)));
    lines.push_back("number            slope      ramp    weight");
    for (int i = 0; i < 2; ++i) {
        const auto k = static_cast<std::size_t>(i);
        lines.push_back(fmt::format("{:<13}  {}   {}    {}", std::int64_t{probe.cell.x} + i,
                                    lines.with_sign(at.slopes[k], 5), lines.with_sign(at.ramps[k], 4),
                                    lines.plain(i == 0 ? 1.0f - at.fade : at.fade, 4)));
    }
    lines.push_back(fmt::format("the noise in 1D is {}", lines.with_sign(at.value, 6)));
}

// The lines about one octave, up to the given stage.
void explain(const Probe& probe, unsigned octaves, Stage stage, Lines lines) {
    const Anatomy& a = probe.anatomy;
    if (octaves > 1)
        lines.push_back(fmt::format("octave    {:>11}", fmt::format("{} of {}", probe.octave + 1, octaves)));
    lines.push_back(fmt::format("cell      {:>11} {:>11}", probe.cell.x, probe.cell.y));
    lines.push_back(fmt::format("fraction  {:>11} {:>11}", lines.plain(a.fraction.x, 4), lines.plain(a.fraction.y, 4)));
    if (stage >= Stage::fade)
        lines.push_back(
            fmt::format("faded     {:>11} {:>11}", lines.plain(a.weights.x, 4), lines.plain(a.weights.y, 4)));
    const bool ramps = stage >= Stage::influence;
    if (stage >= Stage::gradients) {
        lines.push_back(ramps ? "corner  hash      gradient        offset           dot   weight"
                              : "corner  hash      gradient");
        for (int i = 0; i < 4; ++i) {
            const Anatomy::Corner& c = a.corners[static_cast<std::size_t>(i)];
            std::string line = fmt::format("({}, {})  {:08X}  {} {}", i & 1, i >> 1, c.hash,
                                           lines.with_sign(c.gradient.x, 3), lines.with_sign(c.gradient.y, 3));
            if (ramps)
                line += fmt::format("  {} {}  {}  {}", lines.with_sign(c.offset.x, 3), lines.with_sign(c.offset.y, 3),
                                    lines.with_sign(c.dot, 4), lines.plain(c.weight, 4));
            lines.push_back(std::move(line));
        }
    }
    if (stage >= Stage::interpolation) {
        lines.push_back(fmt::format("mixed along x {} {}, along y {}", lines.with_sign(a.mixes.x, 4),
                                    lines.with_sign(a.mixes.y, 4), lines.with_sign(mixed(a), 4)));
    } else if (ramps) {
        lines.push_back(fmt::format("sum of dot times weight {}", lines.with_sign(mixed(a), 4)));
    }
    const std::string subject = octaves > 1 ? fmt::format("octave {} is", probe.octave + 1) : "the noise is";
    lines.push_back(ramps
                        ? fmt::format("times {}: {} {}", lines.plain(a.scale, 4), subject, lines.with_sign(a.value, 6))
                        : fmt::format("{} {}", subject, lines.with_sign(a.value, 6)));
    lines.push_back(fmt::format("the noise as set   {}", lines.with_sign(probe.value, 6)));
}

// Stage octaves: over a single octave the lines describe it, in its own cell; over a sum they list the octaves. A warp
// moves each octave's point, other fractals fold its value, and a double cannot locate the cells of extremely fine
// octaves: in these cases only the noise itself is listed.
void explain_octaves(Probe& probe, const Noise& noise, glm::vec2 fraction, std::size_t panel, Lines lines) {
    const Settings& s = noise.settings();
    const unsigned count = noise.plan().count, k = static_cast<unsigned>(panel % 4);
    const glm::ivec2 cell = probe.cell;
    const auto at = [&](unsigned octave) {
        const double by = std::pow(static_cast<double>(s.lacunarity), octave);
        glm::ivec2 cells;
        glm::vec2 fractions;
        for (int c = 0; c < 2; ++c) {
            const double whole = cell[c] * by, beyond = std::floor(whole);
            const double rest = (whole - beyond) + static_cast<double>(fraction[c]) * by, carry = std::floor(rest);
            cells[c] = wrapped_cell(static_cast<std::int64_t>(beyond) + static_cast<std::int64_t>(carry), 0);
            fractions[c] = axis_point(rest - carry).fraction;
        }
        return std::pair{cells, anatomy(noise, cells, fractions, octave)};
    };
    const double farthest =
        1 + std::max(std::fabs(static_cast<double>(cell.x)), std::fabs(static_cast<double>(cell.y)));
    const auto known = [&](unsigned octave) {
        return s.warp == 0.0f && farthest * std::pow(static_cast<double>(s.lacunarity), octave) < 0x1p52;
    };
    const bool sum = panel >= 4, rest = k == 3 && count > 4;
    if (!sum && !rest && known(k)) {
        probe.octave = k;
        std::tie(probe.cell, probe.anatomy) = at(k);
        return explain(probe, count, Stage::octaves, lines);
    }
    lines.push_back(fmt::format("cell      {:>11} {:>11}", cell.x, cell.y));
    lines.push_back(fmt::format("fraction  {:>11} {:>11}", lines.plain(fraction.x, 4), lines.plain(fraction.y, 4)));
    const unsigned first = rest && !sum ? 3 : 0, end = rest ? count : std::min(k + 1, count);
    if (s.fractal == Fractal::fbm && end > 0 && known(end - 1)) {
        lines.push_back("octave     amplitude       value     product");
        float total = 0.0f;
        for (unsigned i = first; i < end; ++i) {
            const float amplitude = noise.plan().octaves[i].amplitude, value = at(i).second.value;
            total += amplitude * value;
            if (i - first >= 12) continue;  // more would leave the picture and add little
            lines.push_back(fmt::format("{:>6}     {:>9}   {}   {}", i + 1, lines.plain(amplitude, 5),
                                        lines.with_sign(value, 6), lines.with_sign(amplitude * value, 6)));
        }
        lines.push_back(fmt::format("their sum                      {}", lines.with_sign(total, 6)));
    }
    lines.push_back(fmt::format("the noise as set               {}", lines.with_sign(probe.value, 6)));
}

}  // namespace

std::optional<Probe> probe(const Preset& preset, int width, int height, double x, double y) {
    if (preset.look.scene != Scene::anatomy || !problem(preset).empty()) return {};
    const Figure f = figure(preset.look, width, height);
    const auto found = std::find_if(f.panels.begin(), f.panels.end(), [&](const Box& b) {
        return x >= b.x && y >= b.y && x < b.x + b.width && y < b.y + b.height;
    });
    if (found == f.panels.end()) return {};
    const auto index = static_cast<std::size_t>(found - f.panels.begin());
    const Stage stage = preset.look.stage;
    const auto center = center_point(preset);
    const Box& panel = *found;
    // In cells, from the lowest corner of the center's cell.
    double q[2] = {}, cell_size = 0;
    if (stage == Stage::influence || stage == Stage::interpolation) {
        const double room = stage == Stage::interpolation ? 0.0
                            : index < 8                   ? shared::INFLUENCE_ROOM
                                                          : shared::INFLUENCE_SUM_ROOM;
        cell_size = panel.width / (1 + 2 * room);
        q[0] = (x - panel.x) / cell_size - room;
        q[1] = (y - panel.y) / cell_size - room;
        if (q[0] < 0 || q[0] >= 1 || q[1] < 0 || q[1] >= 1) return {};
    } else {
        if (stage == Stage::fade && index < 3) return {};         // curves
        if (stage == Stage::compare && index % 3 < 2) return {};  // other noises
        if (stage > Stage::compare) return {};                    // artefacts far from the origin or seen from afar
        if (stage == Stage::octaves && index < 4 && index >= Noise(preset.settings).plan().count) return {};
        const double cells = f.pixel_units * static_cast<double>(preset.settings.frequency);
        cell_size = 1 / cells;
        q[0] = (x - panel.x - panel.width / 2) * cells + static_cast<double>(center[0].fraction);
        q[1] = (y - panel.y - panel.height / 2) * cells + static_cast<double>(center[1].fraction);
    }
    Probe probe;
    glm::vec2 fraction;
    for (int c = 0; c < 2; ++c) {
        const AxisPoint at = axis_point(q[c]);
        probe.cell[c] = wrapped_cell(std::int64_t{center[static_cast<std::size_t>(c)].cell} + at.cell, 0);
        fraction[c] = at.fraction;
    }
    const Noise noise(preset.settings);
    probe.panel = panel;
    probe.value = noise({probe.cell, 0, 0}, {fraction, 0.0f, 0.0f});
    probe.anatomy = anatomy(noise, probe.cell, fraction);
    if (stage == Stage::line) {
        const LineAnatomy at(preset.settings, {probe.cell.x, fraction.x});
        probe.value = at.value;
        explain_line(probe, at, {probe.lines, false});
        explain_line(probe, at, {probe.numbers, true});
        probe.cell_box = {x - static_cast<double>(fraction.x) * cell_size, panel.y, cell_size, panel.height};
        return probe;
    }
    if (stage == Stage::octaves) {
        Probe all = probe;
        explain_octaves(all, noise, fraction, index, {probe.numbers, true});
        explain_octaves(probe, noise, fraction, index, {probe.lines, false});
    } else {
        explain(probe, noise.plan().count, stage, {probe.lines, false});
        explain(probe, noise.plan().count, stage, {probe.numbers, true});
    }
    // The frame around the cell; in the panel of a finer octave, around that octave's cell.
    const glm::vec2 within = probe.anatomy.fraction;
    cell_size /= std::pow(static_cast<double>(preset.settings.lacunarity), probe.octave);
    probe.cell_box = {x - static_cast<double>(within.x) * cell_size, y - static_cast<double>(within.y) * cell_size,
                      cell_size, cell_size};
    return probe;
}

}  // namespace isonoise
