// The surface of 3D noise at a level: marching cubes, then each vertex moves along its edge onto the surface.
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <unordered_map>

#include <glm/geometric.hpp>

#include "mesh/cubes.hpp"
#include "mesh/mesh.hpp"
#include "mesh/slopes.hpp"

namespace isonoise {
namespace {

// Steps stop below this length, in edges, and below twice of it when an end lies near already. The last one, on a
// cubic, leaves far less: the error shrinks with the square of the step and with the distances to both ends.
constexpr float kSmallStep = 1.0f / 64;
constexpr int kMostSteps = 10;

// Calls found(i) for each bit i < count of a row of words.
template <class Word, class Found> void each_bit(std::size_t count, Word&& word, Found&& found) {
    for (std::size_t first = 0; first < count; first += 64) {
        std::uint64_t left = word(first / 64);
        if (count - first < 64) left &= (std::uint64_t{1} << (count - first)) - 1;
        for (; left != 0; left &= left - 1)
            found(first + static_cast<std::size_t>(std::countr_zero(left)));
    }
}

// Each sample's neighbour along x.
std::uint64_t next_of(const std::uint64_t* row, std::size_t word) { return row[word] >> 1 | row[word + 1] << 63; }

// Eight bytes that are 0 or 1, as bits.
std::uint64_t bits_of(const std::uint8_t* bytes) {
    std::uint64_t word;
    std::memcpy(&word, bytes, 8);
    static_assert(std::endian::native == std::endian::little);
    return word * 0x0102040810204080u >> 56;
}

// Where the surface crosses an edge, by a step of Newton's method from t on the cubic through its ends and the samples
// before and after.
float better_guess(float t, float before, float here, float there, float after) {
    const float rise = there - here, from = (there - before) / 2, to = (after - here) / 2;
    const float cubic = from + to - 2 * rise, square = rise - from - cubic;
    const float value = here + t * (from + t * (square + t * cubic)), slope = from + t * (2 * square + 3 * t * cubic);
    const float better = t - value / slope;
    return better > kApart && better < 1 - kApart ? better : t;
}

// Newton's step, for the cubic through the noise here, with its slope, and at both ends of where the surface may be.
void newton_steps(std::size_t count, const float* backs, const float* ons, const float* heres, const float* theres,
                  const float* depths, const float* alongs, float* __restrict ways, float* __restrict bents) {
    for (std::size_t n = 0; n < count; ++n) {  // gcc makes vectors of this
        const float back = backs[n], on = ons[n], depth = depths[n], along = alongs[n];
        const float has_back = back > kApart ? 1.0f : 0.0f, has_both = on > kApart ? has_back : 0.0f;  // no branch
        const float over = has_both / (back * back * on * on + (1 - has_both));
        const float before = (heres[n] - depth + along * back) * (on * on) * over;
        const float after = (theres[n] - depth - along * on) * (back * back) * over;
        const float cubic = (after - before) / (back + on), square = before + cubic * back;
        float way = -depth / along;
        way -= way * way * (square + way * cubic) / (along + way * (2 * square + way * 3 * cubic));
        ways[n] = way;
        bents[n] = along + way * (2 * square + way * 3 * cubic);
    }
}

}  // namespace

void Polygoniser::surface(const std::array<std::int64_t, 3>& chunk, Scratch& s, Mesh& mesh) const {
    GridAxes grid = shape_.axes;
    std::array<std::size_t, 3> samples, stride;
    std::array<std::int64_t, 3> first;
    std::array<std::array<bool, 2>, 3> has_more = {};  // samples before and after the chunk's, for the guesses
    std::size_t all = 1, origin = 0;
    for (std::size_t c = 0; c < 3; ++c) {
        const auto [from, count] = cells(chunk, c);
        if (is_smooth_) has_more[c] = {from > 0, from + count < shape_.axes[c].count};
        first[c] = from;
        grid[c].first = from - has_more[c][0];
        grid[c].count = count + 1 + has_more[c][0] + has_more[c][1];
        samples[c] = static_cast<std::size_t>(count) + 1;
        stride[c] = all;
        if (has_more[c][0]) origin += all;
        all *= static_cast<std::size_t>(grid[c].count);
    }
    s.values.resize(all);
    evaluate(noise_, grid, s.values);
    const auto level_at = [&](std::size_t j) {
        return shape_.level + (shape_.rise == 0
                                   ? 0.0
                                   : shape_.rise * place(1, static_cast<double>(first[1]) + static_cast<double>(j)));
    };

    // Where rock is, a bit for each sample. A row ends with a word more, so that its last sample has a neighbour.
    const std::size_t words = (samples[0] + 63) / 64, height = samples[1];
    s.rock.assign((words + 1) * height * samples[2], 0);
    const auto rock = [&](std::size_t j, std::size_t k) { return s.rock.data() + (k * height + j) * (words + 1); };
    std::vector<std::uint8_t> bytes(64 * words);
    for (std::size_t k = 0; k < samples[2]; ++k) {
        for (std::size_t j = 0; j < height; ++j) {
            const double level = level_at(j);
            auto limit = static_cast<float>(level);  // the same comparison in float
            if (static_cast<double>(limit) > level)
                limit = std::nextafter(limit, -std::numeric_limits<float>::infinity());
            const float* values = s.values.data() + origin + k * stride[2] + j * stride[1];
            std::uint8_t* to = bytes.data();
            for (std::size_t i = 0; i < samples[0]; ++i)  // gcc makes vectors of this
                to[i] = values[i] > limit;
            std::uint64_t* row = rock(j, k);
            for (std::size_t i = 0; i < samples[0]; i += 8)
                row[i / 64] |= bits_of(to + i) << i % 64;
        }
    }

    // Layer by layer: the edges that the surface crosses, and the triangles in the cells below the layer. A vertex's
    // number lies at its edge's first sample, for this layer and the one below.
    std::array<CubeCase, 256> cases = cube_cases();
    for (CubeCase& c : cases) {
        for (std::size_t n = 0; mirrored_ && n < c.edges.size(); n += 3)
            std::swap(c.edges[n + 1], c.edges[n + 2]);
    }
    auto& edges = s.edges;
    edges.clear();
    const std::size_t layer = samples[0] * height;
    for (auto& list : s.vertices)
        list.resize(std::max(list.size(), 2 * layer));
    mesh.levels.resize(1);
    auto& indices = mesh.levels[0].indices;
    std::size_t used = 0;

    // The flat rock where a side is cut, square by square: its outline is that of the cubes' triangles (see cubes.cpp).
    // Samples in rock become vertices too.
    using Sample = std::array<std::size_t, 3>;
    constexpr std::uint32_t kCorner = std::uint32_t{1} << 31;  // numbers in `rock_corners` begin here
    std::vector<Sample> rock_corners;
    std::vector<std::uint32_t> cuts;  // triangles
    std::unordered_map<std::size_t, std::uint32_t> corner_numbers;
    const auto corner_vertex = [&](const Sample& at) {
        const auto [found, is_new] = corner_numbers.try_emplace(
            at[2] * layer + at[1] * samples[0] + at[0], kCorner + static_cast<std::uint32_t>(rock_corners.size()));
        if (is_new) rock_corners.push_back(at);
        return found->second;
    };
    const auto edge_vertex = [&](const Sample& a, const Sample& b) {
        const std::size_t axis = a[0] != b[0] ? 0 : a[1] != b[1] ? 1 : 2;
        const Sample& low = a[axis] < b[axis] ? a : b;
        return s.vertices[axis][low[2] % 2 * layer + low[1] * samples[0] + low[0]];
    };
    const auto cut_square = [&](std::size_t axis, bool high, const Sample& low) {
        std::array<Sample, 4> square = {low, low, low, low};  // counterclockwise from outside
        const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
        for (const std::size_t c : {1u, 2u})
            ++square[c][u];
        for (const std::size_t c : {2u, 3u})
            ++square[c][v];
        if (high == mirrored_) std::swap(square[1], square[3]);
        std::array<bool, 4> in;
        for (std::size_t c = 0; c < 4; ++c)
            in[c] = (rock(square[c][1], square[c][2])[square[c][0] / 64] >> square[c][0] % 64 & 1) != 0;
        const bool is_whole = in[0] && in[1] && in[2] && in[3];
        for (std::size_t c = 0; c < 4; ++c) {
            if (is_whole ? c > 0 : in[c] || !in[(c + 1) % 4]) continue;
            std::array<std::uint32_t, 5> polygon;
            std::size_t n = 0, at = c;
            if (!is_whole) {
                at = (c + 1) % 4;
                polygon[n++] = edge_vertex(square[c], square[at]);
            }
            for (std::size_t left = 4; left > 0 && in[at]; --left, at = (at + 1) % 4)
                polygon[n++] = corner_vertex(square[at]);
            if (!is_whole) polygon[n++] = edge_vertex(square[(at + 3) % 4], square[at]);
            for (std::size_t i = 2; i < n; ++i)
                cuts.insert(cuts.end(), {polygon[0], polygon[i - 1], polygon[i]});
        }
    };
    // What lies between the layer and the one below, and in the layer if that is an end.
    std::array<std::array<bool, 2>, 3> is_cut_at;
    for (std::size_t c = 0; c < 3; ++c)
        is_cut_at[c] = {is_cut(chunk, c, false), is_cut(chunk, c, true)};
    const auto cut_layer = [&](std::size_t k) {
        for (const bool high : {false, true}) {
            for (std::size_t j = 0; k > 0 && is_cut_at[0][high] && j + 1 < height; ++j)
                cut_square(0, high, {high ? samples[0] - 1 : 0, j, k - 1});
            for (std::size_t i = 0; k > 0 && is_cut_at[1][high] && i + 1 < samples[0]; ++i)
                cut_square(1, high, {i, high ? height - 1 : 0, k - 1});
            if (!is_cut_at[2][high] || k != (high ? samples[2] - 1 : 0)) continue;
            for (std::size_t j = 0; j + 1 < height; ++j) {
                for (std::size_t i = 0; i + 1 < samples[0]; ++i)
                    cut_square(2, high, {i, j, k});
            }
        }
    };

    for (std::size_t k = 0; k < samples[2]; ++k) {
        for (std::size_t j = 0; j < height; ++j) {
            const std::size_t row = origin + k * stride[2] + j * stride[1];
            const std::size_t in_layer = k % 2 * layer + j * samples[0];
            const std::uint64_t* const here = rock(j, k);
            const auto found = [&](std::size_t i, std::size_t axis) {
                const std::size_t at = row + i;
                const double level = level_at(j), rise = axis == 1 ? level_at(j + 1) - level : 0.0;
                const auto above = [&](std::size_t sample, double by) {
                    return static_cast<float>(static_cast<double>(s.values[sample]) - (level + by * rise));
                };
                const float from = above(at, 0), to = above(at + stride[axis], 1);
                float t = from / (from - to);
                const std::size_t along = axis == 0 ? i : axis == 1 ? j : k;
                if (is_smooth_ && along + has_more[axis][0] > 0 && along + 2 < samples[axis] + has_more[axis][1])
                    t = better_guess(t, above(at - stride[axis], -1), from, to, above(at + 2 * stride[axis], 2));
                s.vertices[axis][in_layer + i] = static_cast<std::uint32_t>(edges.size());
                edges.push_back(
                    {{static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), static_cast<std::uint32_t>(k)},
                     static_cast<std::uint32_t>(axis),
                     t,
                     0,
                     1,
                     from,
                     to});
            };
            each_bit(
                samples[0] - 1, [&](std::size_t w) { return here[w] ^ next_of(here, w); },
                [&](std::size_t i) { found(i, 0); });
            for (std::size_t axis = 1; axis < 3; ++axis) {
                if (axis == 1 ? j + 1 == height : k + 1 == samples[2]) continue;
                const std::uint64_t* const there = axis == 1 ? rock(j + 1, k) : rock(j, k + 1);
                each_bit(
                    samples[0], [&](std::size_t w) { return here[w] ^ there[w]; },
                    [&](std::size_t i) { found(i, axis); });
            }
        }
        cut_layer(k);
        if (k == 0) continue;
        std::array<const std::uint32_t*, 12> vertex;
        for (int i = 0; i < 12; ++i) {
            const CubeEdge e = cube_edge(i);
            const auto x = static_cast<std::size_t>(e.from[0]), y = static_cast<std::size_t>(e.from[1]);
            const auto z = static_cast<std::size_t>(e.from[2]);
            vertex[static_cast<std::size_t>(i)] =
                s.vertices[static_cast<std::size_t>(e.axis)].data() + (k - 1 + z) % 2 * layer + y * samples[0] + x;
        }
        for (std::size_t j = 0; j + 1 < height; ++j) {
            // Room for the most that a row may have.
            const std::size_t most = used + 3 * CubeCase::kMost * samples[0];
            if (indices.size() < most) indices.resize(std::max(most, 2 * indices.size()));
            std::uint32_t* out = indices.data() + used;
            std::array<std::uint64_t, 8> corners;  // of 64 cells
            const auto crossed = [&](std::size_t w) {
                std::uint64_t any = 0, all_of = ~std::uint64_t{0};
                for (std::size_t c = 0; c < 4; ++c) {
                    const std::uint64_t* const of = rock(j + c % 2, k - 1 + c / 2);
                    corners[2 * c] = of[w];
                    corners[2 * c + 1] = next_of(of, w);
                    any |= corners[2 * c] | corners[2 * c + 1];
                    all_of &= corners[2 * c] & corners[2 * c + 1];
                }
                return any & ~all_of;
            };
            each_bit(samples[0] - 1, crossed, [&](std::size_t i) {
                std::uint64_t bits = 0;
                for (std::size_t c = 0; c < 8; ++c)
                    bits |= (corners[c] >> i % 64 & 1) << c;
                const CubeCase& c = cases[bits];
                const std::size_t at = j * samples[0] + i, count = 3 * static_cast<std::size_t>(c.triangles);
                for (std::size_t n = 0; n < 9; ++n)  // seldom more; what are too many are overwritten
                    out[n] = vertex[c.edges[n]][at];
                for (std::size_t n = 9; n < count; ++n)
                    out[n] = vertex[c.edges[n]][at];
                out += count;
            });
            used = static_cast<std::size_t>(out - indices.data());
        }
    }
    indices.resize(used);
    for (const std::uint32_t i : cuts)
        indices.push_back(i < kCorner ? i : static_cast<std::uint32_t>(edges.size()) + i - kCorner);
    if (indices.empty()) return;

    // Onto the surface, by Newton's method kept between the ends; all vertices still on their way at once.
    std::array<double, 3> size;
    std::array<std::vector<double>, 3> places;
    for (std::size_t c = 0; c < 3; ++c) {
        size[c] = length(c);
        for (std::size_t i = 0; i < samples[c]; ++i)
            places[c].push_back(place(c, static_cast<double>(first[c]) + static_cast<double>(i)));
    }
    const double reach = std::min({std::fabs(size[0]), std::fabs(size[1]), std::fabs(size[2])}) / 8;
    mesh.positions.resize(edges.size());
    mesh.normals.resize(edges.size());
    Slopes& slopes = s.slopes;
    slopes.begin(edges.size(), noise_, shape_.axes, is_near_);
    auto& moving = s.moving;
    moving.resize(edges.size());
    for (std::size_t n = 0; n < moving.size(); ++n)
        moving[n] = static_cast<std::uint32_t>(n);
    for (int step = 0; !moving.empty(); ++step) {
        for (std::size_t n = 0; n < moving.size(); ++n) {
            const Scratch::Vertex& e = edges[moving[n]];
            for (std::size_t c = 0; c < 3; ++c)
                slopes.places[c][n] = places[c][e.at[c]] + (c == e.axis ? static_cast<double>(e.t) * size[c] : 0.0);
        }
        slopes.compute(moving.size(), noise_, shape_.axes, is_near_, reach);
        auto& [backs, ons, heres, theres, depths, alongs, ways, bents] = s.along;
        for (auto& list : s.along)
            list.resize(std::max(list.size(), moving.size()));
        for (std::size_t n = 0; n < moving.size(); ++n) {
            const Scratch::Vertex& e = edges[moving[n]];
            const double level = shape_.level + shape_.rise * slopes.places[1][n];
            const double slope = static_cast<double>(slopes.slopes[e.axis][n]) - (e.axis == 1 ? shape_.rise : 0);
            backs[n] = e.t - e.low;
            ons[n] = e.high - e.t;
            heres[n] = e.here;
            theres[n] = e.there;
            depths[n] = static_cast<float>(static_cast<double>(slopes.values[n]) - level);
            alongs[n] = static_cast<float>(slope * size[e.axis]);
        }
        newton_steps(moving.size(), backs.data(), ons.data(), heres.data(), theres.data(), depths.data(), alongs.data(),
                     ways.data(), bents.data());
        std::size_t left = 0;
        for (std::size_t n = 0; n < moving.size(); ++n) {
            Scratch::Vertex& e = edges[moving[n]];
            const float way = ways[n];
            const bool begins_in_rock = e.here > 0;
            const bool is_below = begins_in_rock == (depths[n] > 0);
            e.low = is_below ? e.t : e.low;
            e.here = is_below ? depths[n] : e.here;
            e.high = is_below ? e.high : e.t;
            e.there = is_below ? e.there : depths[n];
            glm::vec3 slope(slopes.slopes[0][n], slopes.slopes[1][n], slopes.slopes[2][n]);
            slope.y -= static_cast<float>(shape_.rise);
            float to = e.t + way;
            bool is_there = step + 1 == kMostSteps;
            if (to > e.low && to < e.high) {
                if (std::fabs(way) < (step == 0 ? kSmallStep : 2 * kSmallStep)) {
                    is_there = true;
                    const float bent = bents[n] / static_cast<float>(size[e.axis]);
                    for (int c = 0; c < 3; ++c)  // without a branch, since the axis cannot be predicted
                        slope[c] = c == static_cast<int>(e.axis) ? bent : slope[c];
                }
            } else if (std::fabs(to - e.t) < kApart && begins_in_rock == (alongs[n] < 0)) {
                to = e.t;  // past the end by rounding
                is_there = true;
            } else {
                to = (e.low + e.high) / 2;
            }
            e.t = to;
            if (!is_there) {
                moving[left++] = moving[n];
                continue;
            }
            e.t = std::min(std::max(e.t, apart_), 1 - apart_);
            glm::dvec3 position;
            for (std::size_t c = 0; c < 3; ++c) {
                const double t = c == e.axis ? static_cast<double>(e.t) : 0.0;
                position[static_cast<int>(c)] =
                    (static_cast<double>(first[c]) + static_cast<double>(e.at[c]) + t) * size[c];
            }
            const float steepness = glm::dot(slope, slope);
            glm::vec3 normal(0.0f);
            if (steepness > 0x1p-100f && steepness < 0x1p100f) {
                normal = slope * (-1 / std::sqrt(steepness));
            } else if (const double steep = glm::length(glm::dvec3(slope)); steep > 0) {
                normal = glm::vec3(glm::dvec3(slope) / -steep);
            } else {
                normal[e.axis] = begins_in_rock == (size[e.axis] > 0) ? 1 : -1;
            }
            mesh.positions[moving[n]] = glm::vec3(position);
            mesh.normals[moving[n]] = normal;
        }
        moving.resize(left);
    }
    for (const Sample& at : rock_corners) {
        glm::vec3& position = mesh.positions.emplace_back();
        for (std::size_t c = 0; c < 3; ++c)
            position[static_cast<int>(c)] =
                static_cast<float>((static_cast<double>(first[c]) + static_cast<double>(at[c])) * size[c]);
    }
}

}  // namespace isonoise
