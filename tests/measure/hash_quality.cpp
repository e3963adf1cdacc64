// The quality of the hashes, always measured on the gradient index, the only visible part of a hash.
#include <algorithm>
#include <cmath>
#include <functional>

#include "conformance/points.hpp"
#include "fft.hpp"
#include "hash_samples.hpp"
#include "hashes.hpp"
#include "measures.hpp"
#include "table.hpp"

namespace measure {
namespace {

// Chi-square of the gradient indices in blocks; the worst over places and seeds.
Worst distribution(const Hash& hash, int dim) {
    Worst worst;
    const double size = double(gradients(dim).size());
    for (int p = 0; p < kOrigins; ++p) {
        for (uint seed : kSeeds) {
            std::array<double, 32> count{};
            const Block block(hash, dim, origin_of(dim, p), block_size(dim), seed);
            for (std::uint8_t i : block.index)
                ++count[i];
            const double expected = double(block.index.size()) / size;
            double chi2 = 0;
            for (std::size_t i = 0; i < gradients(dim).size(); ++i)
                chi2 += (count[i] - expected) * (count[i] - expected) / expected;
            worst.add(chi2 / (size - 1), chi_square_sigmas(chi2, size - 1));
        }
    }
    return worst;
}

// The probability that an index bit flips when bit `first` to `last` - 1 of a coordinate (or of the seed) flips: the
// worst deviation from 1/2. Cells lie within 2^22 of the origin; beyond that a float has no fraction left.
Worst avalanche(const Hash& hash, int first, int last, bool of_seed) {
    constexpr int samples = 32768;
    Worst worst;
    for (int dim = 1; dim <= hash.dims; ++dim) {
        const int shift = 32 - gradients(dim).bits;
        for (int axis = 0; axis < (of_seed ? 1 : dim); ++axis) {
            for (int bit = first; bit < last; ++bit) {
                isonoise::Random random(static_cast<std::uint64_t>(bit + 1));
                std::array<int, 8> flips{};
                for (int i = 0; i < samples; ++i) {
                    Cell cell{};
                    for (std::size_t c = 0; c < std::size_t(dim); ++c)
                        cell[c] = uint(int(random.bits()) >> 9);
                    uint seed = random.bits();
                    const uint before = hash.at(dim, cell, seed);
                    (of_seed ? seed : cell[std::size_t(axis)]) ^= 1u << bit;
                    const uint change = (before ^ hash.at(dim, cell, seed)) >> shift;
                    for (std::size_t b = 0; b < 8; ++b)
                        flips[b] += int(change >> b & 1u);
                }
                for (std::size_t b = 0; b < std::size_t(gradients(dim).bits); ++b) {
                    const double off = double(flips[b]) / samples - 0.5;
                    worst.add(off, off / (0.5 / std::sqrt(samples)));
                }
            }
        }
    }
    return worst;
}

// The cells within `reach` along each axis, in one half space around a cell.
std::vector<std::array<int, 4>> neighbours(int dim, int reach) {
    std::vector<std::array<int, 4>> all;
    auto span = [&](int axis) { return axis < dim ? reach : 0; };
    for (int w = 0; w <= span(3); ++w) {
        for (int z = w > 0 ? -span(2) : 0; z <= span(2); ++z) {
            for (int y = w > 0 || z > 0 ? -span(1) : 0; y <= span(1); ++y) {
                for (int x = w > 0 || z > 0 || y > 0 ? -span(0) : 1; x <= span(0); ++x)
                    all.push_back({x, y, z, w});
            }
        }
    }
    return all;
}

// Calls visit(i, j) for the indices of each cell of a block and its neighbour at an offset.
template <class Visit> void each_pair(const Block& block, const std::array<int, 4>& o, Visit visit) {
    auto low = [&](std::size_t c) { return std::max(0, -o[c]); };
    auto high = [&](std::size_t c) { return block.size[c] - std::max(0, o[c]); };
    const std::size_t step = block.at(o[0], o[1], o[2], o[3]);  // wraps correctly when negative
    for (int w = low(3); w < high(3); ++w) {
        for (int z = low(2); z < high(2); ++z) {
            for (int y = low(1); y < high(1); ++y) {
                for (int x = low(0); x < high(0); ++x)
                    visit(x, y, block.index[block.at(x, y, z, w)], block.index[block.at(x, y, z, w) + step]);
            }
        }
    }
}

struct Neighbourhood {
    Worst correlation, dependence;
    Worst windows;  // mean square correlation in windows of 16x16 cells, over that expected by chance
};

// Gradients of neighbouring cells within +-3 (4D +-1): overall, and window by window, since a hash may be regular in
// one place and regular the opposite way in the next.
Neighbourhood neighbourhood(const Hash& hash, int dim) {
    Neighbourhood result;
    const Gradients& g = gradients(dim);
    std::vector<Block> blocks;
    for (int i = 0; i < 12; ++i)
        blocks.emplace_back(hash, dim, origin_of(dim, i % kOrigins), block_size(dim), kSeeds[i % 8] + uint(i));
    for (const auto& offset : neighbours(dim, dim == 4 ? 1 : 3)) {
        Pairs pairs(dim);
        double squares = 0, windows = 0;
        for (const Block& block : blocks) {
            const int across = block.size[0] / 16, down = std::max(1, block.size[1] / 16);
            std::vector<double> sum(std::size_t(across * down)), count(std::size_t(across * down));
            each_pair(block, offset, [&](int x, int y, std::uint8_t i, std::uint8_t j) {
                pairs.add(i, j);
                const auto window = std::size_t(y / 16 * across + x / 16);
                sum[window] += g.dots[i * g.size() + j];
                ++count[window];
            });
            for (std::size_t i = 0; i < sum.size(); ++i) {
                if (count[i] == 0) continue;
                squares += sum[i] * sum[i] / (count[i] * g.dot_square);
                ++windows;
            }
        }
        pairs.judge(result.correlation, result.dependence);
        if (dim <= 2) result.windows.add(squares / windows, (squares / windows - 1) * std::sqrt(windows / 2));
    }
    return result;
}

struct Relation {
    Worst correlation, dependence;
    std::string text() const { return correlation.text() + ", " + dependence.sigma_text(); }
};

// Offsets of 2^k cells, `first` <= k < `last`, along each axis and along the diagonals of each pair of axes.
std::vector<Cell> far_cells(int dim, int first, int last) {
    std::vector<Cell> all;
    for (int k = first; k < last; ++k) {
        for (std::size_t a = 0; a < std::size_t(dim); ++a) {
            Cell offset{};
            offset[a] = 1u << k;
            all.push_back(offset);
            for (std::size_t b = 0; b < a; ++b) {
                for (uint sign : {1u, uint(-1)}) {
                    offset[b] = sign << k;
                    all.push_back(offset);
                }
                offset[b] = 0;
            }
        }
    }
    return all;
}

// Offsets d below 2^22 along an axis whose product with its factor is closer to 0 than that of any smaller d: keys
// differ there in few bits, all of them low.
std::vector<Cell> close_keys(int dim) {
    std::vector<Cell> all;
    for (std::size_t axis = 0; axis < std::size_t(dim); ++axis) {
        uint nearest = 1u << 31;
        for (uint d = 1; d < 1u << 22; ++d) {
            const uint key = d * kOurPrimes[axis], distance = std::min(key, uint(0) - key);
            if (distance >= nearest) continue;
            nearest = distance;
            if (d < 8) continue;
            all.push_back({});
            all.back()[axis] = d;
        }
    }
    return all;
}

// Offsets far beyond those, along an axis, whose products with its factor are 2^k and -2^k: the worst case for hashes
// that drop low bits of a product.
std::vector<Cell> close_products(int dim, const Primes& primes) {
    std::vector<Cell> all;
    for (std::size_t axis = 0; axis < std::size_t(dim); ++axis) {
        uint inverse = primes[axis];
        for (int i = 0; i < 5; ++i)
            inverse *= 2 - primes[axis] * inverse;
        for (int k = 0; k <= 16; ++k) {
            for (uint sign : {1u, uint(-1)}) {
                all.push_back({});
                all.back()[axis] = (sign << k) * inverse;
            }
        }
    }
    return all;
}

// Compares the gradients of cells at the offsets given by list(dim).
Relation far_offsets(const Hash& hash, const std::function<std::vector<Cell>(int)>& list) {
    Relation result;
    for (int dim = 1; dim <= hash.dims; ++dim) {
        std::vector<Block> blocks;
        for (int p = 0; p < kOrigins; ++p)
            blocks.emplace_back(hash, dim, origin_of(dim, p), block_size(dim), kSeeds[p]);
        for (const Cell& offset : list(dim)) {
            Pairs pairs(dim);
            for (int p = 0; p < kOrigins; ++p) {
                Cell origin = origin_of(dim, p);
                for (std::size_t c = 0; c < 4; ++c)
                    origin[c] += offset[c];
                pairs.add(blocks[std::size_t(p)], Block(hash, dim, origin, block_size(dim), kSeeds[p]));
            }
            pairs.judge(result.correlation, result.dependence);
        }
    }
    return result;
}

// Compares the gradients of a cell under seeds s and s + 1, s ^ 2^k, s + 0x9E3779B9.
Relation seeds(const Hash& hash) {
    Relation result;
    for (int dim = 1; dim <= hash.dims; ++dim) {
        for (int k = -2; k < 32; ++k) {
            Pairs pairs(dim);
            for (int p = 0; p < kOrigins; ++p) {
                const uint seed = kSeeds[p];
                const uint other = k == -2 ? seed + 1 : k == -1 ? seed + 0x9E3779B9u : seed ^ (1u << k);
                pairs.add(Block(hash, dim, origin_of(dim, p), block_size(dim), seed),
                          Block(hash, dim, origin_of(dim, p), block_size(dim), other));
            }
            pairs.judge(result.correlation, result.dependence);
        }
    }
    return result;
}

// Compares the gradients of a cell and its images: axes swapped, and mirrored with and without a step (-x, -1-x).
Relation symmetries(const Hash& hash) {
    using Image = std::function<Cell(const Cell&)>;
    auto swapped = [](std::size_t a, std::size_t b) {
        return [a, b](Cell c) {
            std::swap(c[a], c[b]);
            return c;
        };
    };
    auto mirrored = [](uint axes, int dim, uint step) {
        return [axes, dim, step](Cell c) {
            for (std::size_t i = 0; i < std::size_t(dim); ++i)
                if (axes >> i & 1u) c[i] = uint(-int(c[i])) - step;
            return c;
        };
    };
    Relation result;
    for (int dim = 1; dim <= hash.dims; ++dim) {
        std::vector<Image> images;
        for (std::size_t a = 0; a < std::size_t(dim); ++a)
            for (std::size_t b = 0; b < a; ++b)
                images.push_back(swapped(a, b));
        for (uint axes = 1; axes < 1u << dim; ++axes)
            for (uint step = 0; step < 2; ++step)
                images.push_back(mirrored(axes, dim, step));
        const int shift = 32 - gradients(dim).bits;
        for (const Image& image : images) {
            // separately by seed: at seed 0 the origin's key is 0, so mirror images may be close there
            for (uint seed : {0u, 1u, 0xDEADBEEFu}) {
                Pairs pairs(dim);
                isonoise::Random random(5);
                for (int i = 0; i < 65536; ++i) {
                    Cell cell{};
                    for (std::size_t c = 0; c < std::size_t(dim); ++c)
                        cell[c] = uint(int(random.bits()) >> (dim == 1 ? 12 : 22));
                    const Cell other = image(cell);
                    if (cell != other) {
                        pairs.add(std::uint8_t(hash.at(dim, cell, seed) >> shift),
                                  std::uint8_t(hash.at(dim, other, seed) >> shift));
                    }
                }
                pairs.judge(result.correlation, result.dependence);
            }
        }
    }
    return result;
}

// Compares gradients of octaves i and j where their lattices meet (cell and 2^(j-i) * cell) and at equal cell numbers.
Relation octaves(const Hash& hash) {
    Relation result;
    for (int dim = 1; dim <= hash.dims; ++dim) {
        const int shift = 32 - gradients(dim).bits;
        for (uint seed : {0u, 1u, 0xDEADBEEFu}) {
            for (uint i = 0; i < 6; ++i) {
                for (uint j = i + 1; j < 8; ++j) {
                    Pairs meeting(dim), same(dim);
                    isonoise::Random random(6);
                    for (int n = 0; n < 65536; ++n) {
                        Cell cell{}, fine{};
                        for (std::size_t c = 0; c < std::size_t(dim); ++c) {
                            cell[c] = uint(int(random.bits()) >> (dim == 1 ? 12 : 20));
                            fine[c] = cell[c] << (j - i);
                        }
                        const uint coarse = hash.at(dim, cell, seed ^ i * kOctave) >> shift;
                        meeting.add(std::uint8_t(coarse),
                                    std::uint8_t(hash.at(dim, fine, seed ^ j * kOctave) >> shift));
                        same.add(std::uint8_t(coarse), std::uint8_t(hash.at(dim, cell, seed ^ j * kOctave) >> shift));
                    }
                    meeting.judge(result.correlation, result.dependence);
                    same.judge(result.correlation, result.dependence);
                }
            }
        }
    }
    return result;
}

// Pairs of identical blocks of edge x edge gradients in 2D, relative to chance in 2048 x 2048 cells.
Worst repetition(const Hash& hash, int edge) {
    constexpr int n = 2048;
    Worst worst;
    for (uint seed : {0u, 0xDEADBEEFu}) {
        const Block block(hash, 2, {uint(-n / 2), uint(-n / 2), 0, 0}, {n, n, 1, 1}, seed);
        std::vector<std::uint64_t> patterns;
        for (int y = 0; y + edge <= n; ++y) {
            for (int x = 0; x + edge <= n; ++x) {
                std::uint64_t pattern = 0;
                for (int j = 0; j < edge; ++j)
                    for (int i = 0; i < edge; ++i)
                        pattern = pattern << 3 | block.index[block.at(x + i, y + j, 0, 0)];
                patterns.push_back(pattern);
            }
        }
        std::sort(patterns.begin(), patterns.end());
        double pairs = 0;
        for (std::size_t i = 0, j = 0; i < patterns.size(); i = j) {
            while (j < patterns.size() && patterns[j] == patterns[i])
                ++j;
            pairs += double(j - i) * double(j - i - 1) / 2;
        }
        const double all = double(patterns.size());
        const double expected = all * (all - 1) / 2 / std::exp2(3 * edge * edge);
        // a Poisson count: one pair where 0.03 are expected is unremarkable
        worst.add(pairs, (pairs - expected) / std::sqrt(std::max(1.0, expected)));
    }
    return worst;
}

// Pairs of equal hashes among 2^20 cells around the origin; chance gives 128 +- 11.
Worst collisions(const Hash& hash) {
    static constexpr Size sizes[] = {{1024, 1024, 1, 1}, {128, 128, 64, 1}, {32, 32, 32, 32}};
    Worst worst;
    for (int dim = 2; dim <= hash.dims; ++dim) {
        const Size& size = sizes[dim - 2];
        std::vector<uint> values;
        for (int i = 0; i < 1 << 20; i += size[0]) {
            Cell cell{};
            int rest = i / size[0];
            for (std::size_t c = 1; c < 4; rest /= size[c++])
                cell[c] = uint(rest % size[c] - size[c] / 2);  // 0 on an axis with a single cell
            cell[0] = uint(-size[0] / 2);
            values.resize(values.size() + std::size_t(size[0]));
            hash.row(dim, cell, 0, size[0], 1, &values[std::size_t(i)]);
        }
        std::sort(values.begin(), values.end());
        double pairs = 0;
        for (std::size_t i = 0, j = 0; i < values.size(); i = j) {
            while (j < values.size() && values[j] == values[i])
                ++j;
            pairs += double(j - i) * double(j - i - 1) / 2;
        }
        worst.add(pairs, (pairs - 128) / std::sqrt(128));
    }
    return worst;
}

struct Spectrum {
    Worst peak;    // the highest line of any one seed over the mean power
    Worst common;  // the same for the mean over seeds
    Worst smooth;  // 8x8 lines combined, mean over seeds: power missing or in excess at some wave numbers
};

// A plane of n x n cells as a complex field: the gradients' first two components within the plane.
std::vector<Complex> gradient_field(const Hash& hash, int dim, int axis, int n, uint seed) {
    const Gradients& g = gradients(dim);
    std::vector<Complex> field;
    std::vector<uint> row(static_cast<std::size_t>(n));
    for (int j = 0; j < n; ++j) {
        Cell cell{};
        cell[0] = uint(-n / 2);
        for (std::size_t c = 2; c < std::size_t(dim); ++c)
            cell[c] = 7;  // avoids planes at coordinate 0
        if (axis != 1) cell[1] = 7;
        cell[std::size_t(axis)] = uint(j - n / 2);
        hash.row(dim, cell, 0, n, seed, row.data());
        for (uint h : row) {
            const Vec& v = g.vectors[h >> (32 - g.bits)];
            field.emplace_back(v[0], v[std::size_t(axis)]);
        }
    }
    return field;
}

// P(any of n lines exceeds v) if a line is the mean of `shape` exponential variables of mean 1; at most 1.
double probability_of_peak(double v, int shape, double n) {
    double term = 1, sum = 1;
    for (int k = 1; k < shape; ++k)
        sum += term *= v * shape / k;
    return std::min(1.0, n * sum * std::exp(-v * shape));
}
// The deviation of a normal variable with this probability.
double sigmas_of(double probability) {
    double low = 0, high = 38;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (std::erfc(middle / std::numbers::sqrt2) > probability ? low : high) = middle;
    }
    return low;
}

// Lattice lines: power spectra of 512 x 512 cells in the planes xy of 2D, xy and xz of 3D, xy and xw of 4D.
Spectrum spectrum(const Hash& hash) {
    constexpr int n = 512, seed_count = 16, coarse = n / 8;
    static constexpr int planes[][2] = {{2, 1}, {3, 1}, {3, 2}, {4, 1}, {4, 3}};
    Spectrum result;
    for (const auto& [dim, axis] : planes) {
        if (dim > hash.dims) continue;
        std::vector<double> mean(std::size_t(n * n));
        for (uint s = 0; s < seed_count; ++s) {
            const auto power = power_spectrum(gradient_field(hash, dim, axis, n, s < 8 ? s : s * 0x9E3779B9u), n);
            double total = 0, highest = 0;
            for (double p : power) {
                total += p / double(n * n);
                highest = std::max(highest, p);
            }
            for (std::size_t i = 0; i < mean.size(); ++i)
                mean[i] += power[i] / total / seed_count;
            // 16 seeds and 5 planes are examined
            result.peak.add(highest / total,
                            sigmas_of(probability_of_peak(highest / total, 1, double(n) * n * seed_count * 5)));
        }
        const double highest = *std::max_element(mean.begin(), mean.end());
        result.common.add(highest, sigmas_of(probability_of_peak(highest, seed_count, double(n) * n * 5)));
        for (std::size_t v = 0; v < coarse; ++v) {
            for (std::size_t u = 0; u < coarse; ++u) {
                double sum = 0;
                for (std::size_t j = 0; j < 8; ++j)
                    for (std::size_t i = 0; i < 8; ++i)
                        sum += mean[(v * 8 + j) * n + u * 8 + i] / 64;
                constexpr double degrees = 2 * 64 * seed_count;
                result.smooth.add(sum, chi_square_sigmas(sum * degrees, degrees));
            }
        }
    }
    return result;
}

// Prints a table with one row per requested hash; cells(hash) gives the columns after its name.
void print_hashes(const std::vector<Hash>& hashes, const std::string& title, const std::string& text,
                  std::vector<std::string> columns, const std::function<std::vector<std::string>(const Hash&)>& cells) {
    columns.insert(columns.begin(), {"", "hash"});
    print_head(title, text, columns);
    for (const Hash& hash : hashes) {
        std::vector<std::string> row = cells(hash);
        row.insert(row.begin(), {hash.key, hash.name});
        print_row(row);
    }
}

}  // namespace

void hash_quality(int skip, const std::vector<std::string>& keys) {
    std::vector<Hash> hashes;
    for_each_hash([&]<class H>() {
        if (!keys.empty() && std::find(keys.begin(), keys.end(), H::kKey) == keys.end()) return;
        hashes.push_back({H::kKey, H::kName, H::kDims, &hash_of<H>, &hash_row<H>,
                          H::kPrimes == kNoPrimes ? kOurPrimes : H::kPrimes, skip});
    });
    isonoise::print(
        fmt::format("\n## Hashes\n\nThe gradient index is taken from bit {} down. Row \"ideal\": a function "
                    "that is as good as ideal. Deviations in sigmas of the estimate; **bold** beyond 5. A "
                    "cell is the worst of many tests, so that 3 to 4.5 are usual.\n",
                    31 - skip));
    print_hashes(hashes, "Distribution of gradient indices",
                 "Chi-square over its degrees of freedom (ideal 1), 65536 cells, 4 places, 8 seeds.",
                 {"1D, 4 bits", "2D, 3 bits", "3D, 4 bits", "4D, 5 bits"}, [](const Hash& hash) {
                     std::vector<std::string> row;
                     for (int dim = 1; dim <= 4; ++dim)
                         row.push_back(dim > hash.dims ? "-" : distribution(hash, dim).text("{:.2f}"));
                     return row;
                 });
    print_hashes(hashes, "Avalanche",
                 "Probability that an index bit flips when an input bit does, less 1/2; noise 0.0028. Cells within "
                 "2^22; bits 23 to 31 of a coordinate are out of reach for floats.",
                 {"coordinate bits 0 to 22", "bits 23 to 31", "seed"}, [](const Hash& hash) {
                     return std::vector<std::string>{avalanche(hash, 0, 23, false).text("{:+.3f}"),
                                                     avalanche(hash, 23, 32, false).text("{:+.3f}"),
                                                     avalanche(hash, 0, 32, true).text("{:+.3f}")};
                 });
    print_hashes(
        hashes, "Neighbours within ±3 cells (4D ±1)",
        "Correlation of gradients r (ideal 0); chi-square of pairs of indices; mean square of r in windows "
        "of 16x16 cells (1D 16) over what chance gives (ideal 1).",
        {"1D r", "2D r", "3D r", "4D r", "1D pairs", "2D pairs", "3D pairs", "4D pairs", "1D windows", "2D windows"},
        [](const Hash& hash) {
            std::vector<std::string> r, pairs, windows;
            for (int dim = 1; dim <= 4; ++dim) {
                if (dim > hash.dims) {
                    r.push_back("-");
                    pairs.push_back("-");
                    continue;
                }
                const Neighbourhood all = neighbourhood(hash, dim);
                r.push_back(all.correlation.text("{:+.4f}"));
                pairs.push_back(all.dependence.sigma_text());
                if (dim <= 2) windows.push_back(all.windows.text("{:.3f}"));
            }
            r.insert(r.end(), pairs.begin(), pairs.end());
            r.insert(r.end(), windows.begin(), windows.end());
            return r;
        });
    print_hashes(
        hashes, "Far cells, seeds, images, octaves",
        "Correlation r and chi-square of pairs of indices, all dimensions: cells 2^k apart along axes and "
        "diagonals; cells within 2^22 whose products with the primes are close; cells anywhere whose products are "
        "2^k apart, k <= 16; seeds s and s+1, s^2^k, s+0x9E3779B9; cells with axes "
        "swapped or mirrored; octaves.",
        {"2^k apart, k < 23", "k ≥ 23", "close keys", "products 2^k apart", "seeds", "images", "octaves"},
        [](const Hash& hash) {
            auto powers = [](int first, int last) {
                return [first, last](int dim) { return far_cells(dim, first, last); };
            };
            auto products = [&](int dim) { return close_products(dim, hash.primes); };
            return std::vector<std::string>{far_offsets(hash, powers(2, 23)).text(),
                                            far_offsets(hash, powers(23, 32)).text(),
                                            far_offsets(hash, close_keys).text(),
                                            far_offsets(hash, products).text(),
                                            seeds(hash).text(),
                                            symmetries(hash).text(),
                                            octaves(hash).text()};
        });
    print_hashes(hashes, "Repetition and spectrum",
                 "Pairs of equal hashes among 2^20 cells around the origin in 2D to 4D (ideal 128; "
                 "xor keys meet in fours, squares more often: no harm; FastNoiseLite keeps 8 bits); pairs of identical "
                 "blocks of gradients in 2048x2048 cells (ideal: 4x4 0.03, 3x3 65400); power "
                 "spectra of 512x512 cells over their mean: the highest line of one seed (ideal 17 to 19), of the "
                 "mean over 16 seeds, and of 8x8 lines together in it (ideal 1 ± 0.031).",
                 {"equal hashes", "4x4", "3x3", "highest line", "of the mean", "smooth"}, [](const Hash& hash) {
                     const Spectrum s = spectrum(hash);
                     return std::vector<std::string>{collisions(hash).text("{:.0f}"),
                                                     repetition(hash, 4).text("{:.0f}"),
                                                     repetition(hash, 3).text("{:.0f}"),
                                                     s.peak.text("{:.1f}"),
                                                     s.common.text("{:.2f}"),
                                                     s.smooth.text("{:.3f}")};
                 });
}

}  // namespace measure
