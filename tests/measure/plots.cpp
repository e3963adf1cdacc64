// Plots of the figures in the tables.
#include <algorithm>
#include <cmath>
#include <functional>

#include "canvas.hpp"
#include "field.hpp"
#include "measures.hpp"

namespace measure {
namespace {

constexpr int kMargin = 16, kGap = 14;

// Power spectrum of a set's noise up to 1.25 waves per cell, logarithmic over 30 dB.
template <class Set> void spectrum_panel(Canvas& canvas, int x, int y, int edge) {
    const std::vector<double> power = mean_spectrum<Set>(48);
    const double most = *std::max_element(power.begin(), power.end());
    const double reach = 1.25 * kFieldSize * kFieldStep;  // in lines of the spectrum
    canvas.panel(x, y, edge, [&](int i, int j) {
        auto line = [&](int p) { return std::lround(kFieldSize / 2 + ((p + 0.5) / edge * 2 - 1) * reach); };
        return heat(1 + std::log10(power[std::size_t(line(j) * kFieldSize + line(i))] / most) / 3);
    });
}

// The frequency of each direction of the noise's slope: a curve around the middle whose distance is the frequency over
// the mean. Without a preferred orientation it would be the circle.
template <class Set> void orientation_panel(Canvas& canvas, int x, int y, int edge) {
    constexpr int bins = 72;
    std::array<double, bins> histogram = orientations<Set, bins>();
    canvas.panel(x, y, edge, [](int, int) { return kPaper; });
    const double unit = edge * 0.27, middle_x = x + edge / 2.0, middle_y = y + edge / 2.0;
    auto around = [&](auto radius, const Colour& colour, int steps) {
        for (int i = 0; i < steps; ++i) {
            auto at = [&](int k) {
                const double angle = 2 * std::numbers::pi * k / steps, r = unit * radius(k % steps);
                return std::array{middle_x + r * std::cos(angle), middle_y - r * std::sin(angle)};
            };
            const auto a = at(i), b = at(i + 1);
            for (double thick : {0.0, 1.0})
                canvas.line(a[0] + thick, a[1], b[0] + thick, b[1], colour);
        }
    };
    around([](int) { return 1.0; }, kFaint, 120);
    around([&](int k) { return histogram[std::size_t(k)]; }, {0.75f, 0.2f, 0.15f}, bins);
}

// quality-spectrum.webp: spectra and orientations of the sets in 2D and 3D.
void spectrum_plot(const std::filesystem::path& path) {
    constexpr int edge = 220, columns = 6, label = 40;  // space for the row's name
    constexpr int block = 2 * edge + kGap + 2 * Canvas::kLine + 24;
    Canvas canvas(2 * kMargin + columns * (edge + kGap) - kGap + label, 2 * kMargin + 2 * block + 5 * Canvas::kLine);
    canvas.text(kMargin, kMargin,
                "Noise by gradient set. Above: power spectrum to 1.25 waves a cell, 30 dB from black "
                "to white.");
    canvas.text(kMargin, kMargin + Canvas::kLine,
                "Below: orientations of its slopes; the grey circle: none preferred. 3D: slices in x and y.");
    int x = 0, y = 0;
    auto add = [&]<class S>(const char* name) {
        canvas.text_centred(x + edge / 2, y, S::kKey);
        canvas.text_centred(x + edge / 2, y + Canvas::kLine, name);
        spectrum_panel<S>(canvas, x, y + 2 * Canvas::kLine + 2, edge);
        orientation_panel<S>(canvas, x, y + 2 * Canvas::kLine + 2 + edge + kGap, edge);
        x += edge + kGap;
    };
    auto start = [&](int row, const char* name) {
        x = kMargin + label;
        y = kMargin + 3 * Canvas::kLine + row * (block + Canvas::kLine);
        canvas.text(kMargin, y + block / 2, name);
    };
    start(0, "2D");
    add.operator()<Diagonals>("4 diagonals");
    add.operator()<Knight>("8 (1,2), 0.1");
    add.operator()<Octants>("8 at 22.5 deg");
    add.operator()<Compass>("axes, diagonals");
    add.operator()<Directions16>("16 directions");
    add.operator()<Diamond>("diamond");
    start(1, "3D");
    add.operator()<Corners8>("8 corners");
    add.operator()<Edges16>("12 edges + 4, 0.1");
    add.operator()<Edges12Rest>("12 edges");
    add.operator()<Long24>("24 (2,1,1)");
    add.operator()<Diamonds3>("diamonds");
    add.operator()<Sphere32>("32, table");
    canvas.write(path);
}

// quality-hash.webp: index fields in 2D with the set of version 0.1.
void hash_plot(const std::filesystem::path& path) {
    constexpr int edge = 256, columns = 7, n = 512;
    constexpr int row_height = edge + kGap + Canvas::kLine + 8;
    Canvas canvas(2 * kMargin + columns * (edge + kGap) - kGap, 2 * kMargin + 2 * Canvas::kLine + 3 * row_height);
    static constexpr const char* captions[] = {
        "Gradient indices of 128x128 cells around the origin, seed 0, as greys.",
        "Power spectrum of the gradients, 512x512 cells, mean of 16 seeds, 0 to 4 times the mean; of 2x2 lines the "
        "highest.",
        "White: cells of 128x128 around the origin with the gradient of their mirror image (-x, -y). Chance: one in "
        "8."};
    const std::vector<Vec> set = vectors_of<Knight>();
    int x = kMargin;
    auto top = [](int row) { return kMargin + 2 * Canvas::kLine + 14 + row * row_height; };
    for (int row = 0; row < 3; ++row)
        canvas.text(kMargin, top(row) - Canvas::kLine - 4, captions[row]);
    auto add = [&]<class H>(const char* name) {
        canvas.text_centred(x + edge / 2, kMargin, name);
        auto index = [](int i, int j, uint seed) { return hash_of<H>(2, Cell{uint(i), uint(j), 0, 0}, seed) >> 29; };
        canvas.panel(x, top(0), edge, [&](int i, int j) { return grey(index(i / 2 - 64, j / 2 - 64, 0) / 7.0); });
        std::vector<double> mean(n * n);
        for (uint seed = 0; seed < 16; ++seed) {
            std::vector<Complex> field;
            for (int j = 0; j < n; ++j) {
                for (int i = 0; i < n; ++i) {
                    const Vec& v = set[index(i - n / 2, j - n / 2, seed)];
                    field.emplace_back(v[0], v[1]);
                }
            }
            const std::vector<double> power = power_spectrum(std::move(field), n);
            for (std::size_t i = 0; i < mean.size(); ++i)
                mean[i] += power[i] / (16.0 * 5 * n * n);  // a gradient's square is 5
        }
        canvas.panel(x, top(1), edge, [&](int i, int j) {
            const std::size_t at = std::size_t(2 * j * n + 2 * i);
            return heat(std::max({mean[at], mean[at + 1], mean[at + n], mean[at + n + 1]}) / 4);
        });
        canvas.panel(x, top(2), edge, [&](int i, int j) {
            const int u = i / 2 - 64, v = j / 2 - 64;
            return grey(index(u, v, 1) == index(-u, -v, 1) ? 1.0 : 0.0);
        });
        x += edge + kGap;
    };
    add.operator()<Ideal>("ideal");
    add.operator()<Multiply>("b: *C");
    add.operator()<FastNoiseLite>("h: FastNoiseLite");
    add.operator()<Sum>("g: sum");
    add.operator()<XorShift15>("a: version 0.1");
    add.operator()<Lowbias>("d: lowbias32");
    add.operator()<Chosen>("v: chosen");
    canvas.write(path);
}

// quality-pictures.webp: the noise of version 0.1 and of the final choice, in 2D and on slices of 3D.
void picture_plot(const std::filesystem::path& path) {
    constexpr int edge = 320, row_height = edge + kGap + Canvas::kLine + 6;
    Canvas canvas(2 * kMargin + 3 * (edge + kGap) - kGap, 2 * kMargin + 4 * row_height);
    int y = kMargin;
    auto add = [&]<class H, class S>(const char* name) {
        const double most = supremum(extremes_of<S>(), S::kDim);
        int x = kMargin;
        for (int cells : {5, 16, 50}) {
            canvas.text(x, y, fmt::format("{}{} cells", x == kMargin ? name : "", cells));
            canvas.panel(x, y + Canvas::kLine + 4, edge, [&](int i, int j) {
                const float step = float(cells) / edge;
                const Point p = {(float(i) - edge / 2 + 0.5f) * step, (float(j) - edge / 2 + 0.5f) * step, 0.5f, 0};
                return grey(0.5 + 0.5 * noise<H, S>(p, 1) / most);
            });
            x += edge + kGap;
        }
        y += row_height;
    };
    add.operator()<XorShift15, Knight>("2D 0.1: ");
    add.operator()<Chosen, Octants>("2D, chosen: ");
    add.operator()<XorShift15, Edges16>("3D 0.1: ");
    add.operator()<Chosen, Edges12Rest>("3D, chosen: ");
    canvas.write(path);
}

}  // namespace

void plots(const std::filesystem::path& directory) {
    spectrum_plot(directory / "quality-spectrum.webp");
    hash_plot(directory / "quality-hash.webp");
    picture_plot(directory / "quality-pictures.webp");
}

}  // namespace measure
