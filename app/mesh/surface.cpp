// The surface of 3D noise at a level: marching cubes, then each vertex moves along its edge onto the surface.
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <unordered_map>

#include <glm/geometric.hpp>

#include "isonoise/batch.hpp"
#include "mesh/cubes.hpp"
#include "mesh/mesh.hpp"
#include "mesh/slopes.hpp"

namespace isonoise {
namespace {

// Iteration stops when a step is below this length in edges, or twice that if an end is close. The last step, on a
// cubic, leaves a far smaller error, proportional to the square of the step and to the distances to both ends.
constexpr float kSmallStep = 1.0f / 64;
constexpr int kMostSteps = 10;

// Calls found(i) for each set bit i < count of a row of words.
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

// Packs eight bytes that are 0 or 1 into bits.
std::uint64_t bits_of(const std::uint8_t* bytes) {
    std::uint64_t word;
    std::memcpy(&word, bytes, 8);
    static_assert(std::endian::native == std::endian::little);
    return word * 0x0102040810204080u >> 56;
}

// A better guess of where the surface crosses an edge: one step of Newton's method from t, on the cubic through its
// ends and the samples before and after.
float better_guess(float t, float before, float here, float there, float after) {
    const float rise = there - here, from = (there - before) / 2, to = (after - here) / 2;
    const float cubic = from + to - 2 * rise, square = rise - from - cubic;
    const float value = here + t * (from + t * (square + t * cubic)),
                derivative = from + t * (2 * square + 3 * t * cubic);
    const float better = t - value / derivative;
    return better > kApart && better < 1 - kApart ? better : t;
}

// Newton's step on the cubic given by the depth here, its slope, and the depths at both ends.
void newton_steps(std::size_t count, const float* backs, const float* ons, const float* heres, const float* theres,
                  const float* depths, const float* rates, float* __restrict ways, float* __restrict bents) {
    for (std::size_t n = 0; n < count; ++n) {  // vectorized by gcc
        const float back = backs[n], on = ons[n], depth = depths[n], rate = rates[n];
        const float has_back = back > kApart ? 1.0f : 0.0f, has_both = on > kApart ? has_back : 0.0f;  // no branch
        const float over = has_both / (back * back * on * on + (1 - has_both));
        const float before = (heres[n] - depth + rate * back) * (on * on) * over;
        const float after = (theres[n] - depth - rate * on) * (back * back) * over;
        const float cubic = (after - before) / (back + on), square = before + cubic * back;
        float way = -depth / rate;
        way -= way * way * (square + way * cubic) / (rate + way * (2 * square + way * 3 * cubic));
        ways[n] = way;
        bents[n] = rate + way * (2 * square + way * 3 * cubic);
    }
}

// The outward normal for the noise's slope, which points into the rock; 0 where the noise is flat.
glm::vec3 outward(const glm::vec3& slope) {
    const float steepness = glm::dot(slope, slope);
    if (steepness > 0x1p-100f && steepness < 0x1p100f) return slope * (-1 / std::sqrt(steepness));
    if (const double steep = glm::length(glm::dvec3(slope)); steep > 0) return glm::vec3(glm::dvec3(slope) / -steep);
    return glm::vec3(0.0f);
}

}  // namespace

// The surface in one chunk, computed in passes: sample, mark rock, then for each layer of samples find crossings, cut
// and add triangles, and finally move the vertices.
class Polygoniser::Surface {
  public:
    Surface(const Polygoniser& polygoniser, const std::array<std::int64_t, 3>& chunk, Scratch& scratch, Mesh& mesh);

    void sample();
    void mark_rock();
    // Creates a vertex on each edge that starts in layer k and crosses the surface.
    void find_crossings(std::size_t k);
    // Adds the triangles of the cells between layers k - 1 and k.
    void add_triangles(std::size_t k);
    // Covers the rock on the box's sides between layers k - 1 and k, and in layer k if it is the first or the last.
    void cut(std::size_t k);
    // Appends the triangles of the cuts. Returns whether there are any triangles.
    bool finish_triangles();
    // Moves all vertices onto the surface, by Newton's method bracketed between the ends of each edge.
    void move_vertices();
    // Appends the samples in rock that the cuts use.
    void add_corners();

    std::size_t layers() const { return samples_[2]; }

  private:
    using Sample = std::array<std::size_t, 3>;
    static constexpr std::uint32_t kCorner = std::uint32_t{1} << 31;  // vertex numbers from here on index corners_

    double level_at(std::size_t j) const;
    // A row of bits. It has one extra word, so that its last sample has a neighbour.
    std::uint64_t* rock(std::size_t j, std::size_t k) const {
        return s_.rock.data() + (k * samples_[1] + j) * (words_ + 1);
    }
    bool is_rock(const Sample& at) const { return (rock(at[1], at[2])[at[0] / 64] >> at[0] % 64 & 1) != 0; }
    std::size_t in_layers(std::size_t j, std::size_t k) const { return k % 2 * layer_ + j * samples_[0]; }
    void add_crossing(const std::array<std::size_t, 3>& at, std::size_t axis);
    void cut_square(std::size_t axis, bool high, const Sample& low);
    std::uint32_t corner_vertex(const Sample& at);
    std::uint32_t edge_vertex(const Sample& a, const Sample& b) const;
    void measure();
    void take_step(int step);
    void place_vertex(std::uint32_t number, const glm::vec3& slope);

    const Polygoniser& p_;
    Scratch& s_;
    Mesh& mesh_;
    std::vector<std::uint32_t>& indices_;
    std::array<std::array<bool, 2>, 3> is_cut_ = {};    // low and high end of each axis
    GridAxes grid_;                                     // grid of s_.values
    std::array<std::size_t, 3> samples_ = {};           // of the chunk
    std::array<std::size_t, 3> stride_ = {};            // in s_.values
    std::array<std::int64_t, 3> first_ = {};            // position of the chunk's first sample in the whole grid
    std::array<std::array<bool, 2>, 3> has_more_ = {};  // samples before and after the chunk's, for better_guess()
    std::size_t origin_ = 0;                            // index of the chunk's first sample in s_.values
    std::size_t words_ = 0, layer_ = 0;                 // words in a row; samples in a layer
    std::array<CubeCase, 256> cases_;
    std::size_t used_ = 0;             // used part of indices_
    std::vector<Sample> corners_;      // samples in rock that are vertices
    std::vector<std::uint32_t> cuts_;  // triangles
    std::unordered_map<std::size_t, std::uint32_t> corner_numbers_;
    std::array<std::vector<double>, 3> coordinates_;  // sample positions along each axis
};

Polygoniser::Surface::Surface(const Polygoniser& polygoniser, const std::array<std::int64_t, 3>& chunk,
                              Scratch& scratch, Mesh& mesh)
    : p_(polygoniser), s_(scratch), mesh_(mesh), indices_(mesh.levels[0].indices), grid_(polygoniser.shape_.axes),
      cases_(cube_cases()) {
    std::size_t values = 1;
    for (std::size_t c = 0; c < 3; ++c) {
        const auto [from, count] = p_.cells(chunk, c);
        if (p_.is_smooth_) has_more_[c] = {from > 0, from + count < grid_[c].count};
        is_cut_[c] = {p_.is_cut(chunk, c, false), p_.is_cut(chunk, c, true)};
        first_[c] = from;
        grid_[c].first = from - has_more_[c][0];
        grid_[c].count = count + 1 + has_more_[c][0] + has_more_[c][1];
        samples_[c] = static_cast<std::size_t>(count) + 1;
        stride_[c] = values;
        if (has_more_[c][0]) origin_ += values;
        values *= static_cast<std::size_t>(grid_[c].count);
    }
    s_.values.resize(values);
    words_ = (samples_[0] + 63) / 64;
    layer_ = samples_[0] * samples_[1];
    for (CubeCase& c : cases_) {
        for (std::size_t n = 0; p_.mirrored_ && n < c.edges.size(); n += 3)
            std::swap(c.edges[n + 1], c.edges[n + 2]);
    }
    s_.edges.clear();
    for (auto& list : s_.vertices)
        list.resize(std::max(list.size(), 2 * layer_));
}

double Polygoniser::Surface::level_at(std::size_t j) const {
    if (p_.shape_.rise == 0) return p_.shape_.level;
    return p_.shape_.level + p_.shape_.rise * p_.coordinate(1, static_cast<double>(first_[1]) + static_cast<double>(j));
}

void Polygoniser::Surface::sample() { p_.evaluate_grid(grid_, s_.values); }

void Polygoniser::Surface::mark_rock() {
    s_.rock.assign((words_ + 1) * samples_[1] * samples_[2], 0);
    std::vector<std::uint8_t> bytes(64 * words_);
    const std::size_t count = samples_[0];
    for (std::size_t k = 0; k < samples_[2]; ++k) {
        for (std::size_t j = 0; j < samples_[1]; ++j) {
            const double level = level_at(j);
            auto limit = static_cast<float>(level);  // equivalent comparison in float
            if (static_cast<double>(limit) > level)
                limit = std::nextafter(limit, -std::numeric_limits<float>::infinity());
            const float* values = s_.values.data() + origin_ + k * stride_[2] + j * stride_[1];
            std::uint8_t* to = bytes.data();
            for (std::size_t i = 0; i < count; ++i)  // vectorized by gcc
                to[i] = values[i] > limit;
            std::uint64_t* row = rock(j, k);
            for (std::size_t i = 0; i < count; i += 8)
                row[i / 64] |= bits_of(to + i) << i % 64;
        }
    }
}

void Polygoniser::Surface::find_crossings(std::size_t k) {
    for (std::size_t j = 0; j < samples_[1]; ++j) {
        const std::uint64_t* const here = rock(j, k);
        each_bit(
            samples_[0] - 1, [&](std::size_t w) { return here[w] ^ next_of(here, w); },
            [&](std::size_t i) {
                add_crossing({i, j, k}, 0);
            });
        for (std::size_t axis = 1; axis < 3; ++axis) {
            if (axis == 1 ? j + 1 == samples_[1] : k + 1 == samples_[2]) continue;
            const std::uint64_t* const there = axis == 1 ? rock(j + 1, k) : rock(j, k + 1);
            each_bit(
                samples_[0], [&](std::size_t w) { return here[w] ^ there[w]; },
                [&](std::size_t i) {
                    add_crossing({i, j, k}, axis);
                });
        }
    }
}

// A vertex on the edge from a sample along an axis, at a first guess of where the surface crosses it.
void Polygoniser::Surface::add_crossing(const Sample& at, std::size_t axis) {
    const auto [i, j, k] = at;
    const std::size_t sample = origin_ + k * stride_[2] + j * stride_[1] + i;
    const double level = level_at(j), rise = axis == 1 ? level_at(j + 1) - level : 0.0;
    const auto above = [&](std::size_t n, double by) {
        return static_cast<float>(static_cast<double>(s_.values[n]) - (level + by * rise));
    };
    const float from = above(sample, 0), to = above(sample + stride_[axis], 1);
    float t = from / (from - to);
    if (p_.is_smooth_ && at[axis] + has_more_[axis][0] > 0 && at[axis] + 2 < samples_[axis] + has_more_[axis][1])
        t = better_guess(t, above(sample - stride_[axis], -1), from, to, above(sample + 2 * stride_[axis], 2));
    s_.vertices[axis][in_layers(j, k) + i] = static_cast<std::uint32_t>(s_.edges.size());
    s_.edges.push_back({{static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), static_cast<std::uint32_t>(k)},
                        static_cast<std::uint32_t>(axis),
                        t,
                        0,
                        1,
                        from,
                        to});
}

void Polygoniser::Surface::add_triangles(std::size_t k) {
    std::array<const std::uint32_t*, 12> vertex;  // by edge, for the cell at the beginning of the layer
    for (int i = 0; i < 12; ++i) {
        const CubeEdge e = cube_edge(i);
        const auto x = static_cast<std::size_t>(e.from[0]), y = static_cast<std::size_t>(e.from[1]);
        vertex[static_cast<std::size_t>(i)] = s_.vertices[static_cast<std::size_t>(e.axis)].data() +
                                              in_layers(y, k - 1 + static_cast<std::size_t>(e.from[2])) + x;
    }
    for (std::size_t j = 0; j + 1 < samples_[1]; ++j) {
        // Space for the maximum number of indices in a row.
        const std::size_t most = used_ + 3 * CubeCase::kMost * samples_[0];
        if (indices_.size() < most) indices_.resize(std::max(most, 2 * indices_.size()));
        std::uint32_t* out = indices_.data() + used_;
        std::array<const std::uint64_t*, 4> rows;
        for (std::size_t c = 0; c < 4; ++c)
            rows[c] = rock(j + c % 2, k - 1 + c / 2);
        std::array<std::uint64_t, 8> corners;  // of a run of 64 cells
        const auto crossed = [&](std::size_t w) {
            std::uint64_t any = 0, all_of = ~std::uint64_t{0};
            for (std::size_t c = 0; c < 4; ++c) {
                corners[2 * c] = rows[c][w];
                corners[2 * c + 1] = next_of(rows[c], w);
                any |= corners[2 * c] | corners[2 * c + 1];
                all_of &= corners[2 * c] & corners[2 * c + 1];
            }
            return any & ~all_of;
        };
        const std::size_t row = j * samples_[0];
        each_bit(samples_[0] - 1, crossed, [&](std::size_t i) {
            std::uint64_t bits = 0;
            for (std::size_t c = 0; c < 8; ++c)
                bits |= (corners[c] >> i % 64 & 1) << c;
            const CubeCase& c = cases_[bits];
            const std::size_t at = row + i, count = 3 * static_cast<std::size_t>(c.triangles);
            for (std::size_t n = 0; n < 9; ++n)  // rarely more; the next cell overwrites the excess
                out[n] = vertex[c.edges[n]][at];
            for (std::size_t n = 9; n < count; ++n)
                out[n] = vertex[c.edges[n]][at];
            out += count;
        });
        used_ = static_cast<std::size_t>(out - indices_.data());
    }
}

void Polygoniser::Surface::cut(std::size_t k) {
    const std::size_t height = samples_[1];
    for (const bool high : {false, true}) {
        for (std::size_t j = 0; k > 0 && is_cut_[0][high] && j + 1 < height; ++j)
            cut_square(0, high, {high ? samples_[0] - 1 : 0, j, k - 1});
        for (std::size_t i = 0; k > 0 && is_cut_[1][high] && i + 1 < samples_[0]; ++i)
            cut_square(1, high, {i, high ? height - 1 : 0, k - 1});
        if (!is_cut_[2][high] || k != (high ? samples_[2] - 1 : 0)) continue;
        for (std::size_t j = 0; j + 1 < height; ++j) {
            for (std::size_t i = 0; i + 1 < samples_[0]; ++i)
                cut_square(2, high, {i, j, k});
        }
    }
}

// Adds the flat rock in one square of a side: its outline matches the cubes' triangles (see cubes.cpp).
void Polygoniser::Surface::cut_square(std::size_t axis, bool high, const Sample& low) {
    std::array<Sample, 4> square = {low, low, low, low};  // counterclockwise from outside
    const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (const std::size_t c : {1u, 2u})
        ++square[c][u];
    for (const std::size_t c : {2u, 3u})
        ++square[c][v];
    if (high == p_.mirrored_) std::swap(square[1], square[3]);
    std::array<bool, 4> in;
    for (std::size_t c = 0; c < 4; ++c)
        in[c] = is_rock(square[c]);
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
            cuts_.insert(cuts_.end(), {polygon[0], polygon[i - 1], polygon[i]});
    }
}

std::uint32_t Polygoniser::Surface::corner_vertex(const Sample& at) {
    const auto [found, is_new] = corner_numbers_.try_emplace(at[2] * layer_ + at[1] * samples_[0] + at[0],
                                                             kCorner + static_cast<std::uint32_t>(corners_.size()));
    if (is_new) corners_.push_back(at);
    return found->second;
}

std::uint32_t Polygoniser::Surface::edge_vertex(const Sample& a, const Sample& b) const {
    const std::size_t axis = a[0] != b[0] ? 0 : a[1] != b[1] ? 1 : 2;
    const Sample& low = a[axis] < b[axis] ? a : b;
    return s_.vertices[axis][in_layers(low[1], low[2]) + low[0]];
}

bool Polygoniser::Surface::finish_triangles() {
    indices_.resize(used_);
    for (const std::uint32_t i : cuts_)
        indices_.push_back(i < kCorner ? i : static_cast<std::uint32_t>(s_.edges.size()) + i - kCorner);
    return !indices_.empty();
}

void Polygoniser::Surface::move_vertices() {
    for (std::size_t c = 0; c < 3; ++c) {
        for (std::size_t i = 0; i < samples_[c]; ++i)
            coordinates_[c].push_back(p_.coordinate(c, static_cast<double>(first_[c]) + static_cast<double>(i)));
    }
    const std::size_t count = s_.edges.size();
    mesh_.positions.resize(count);
    mesh_.normals.resize(count);
    s_.slopes.begin(count, p_.noise_, p_.shape_.axes, p_.is_near_);
    s_.moving.resize(count);
    std::iota(s_.moving.begin(), s_.moving.end(), 0u);
    for (int step = 0; !s_.moving.empty(); ++step) {
        measure();
        take_step(step);
    }
}

// Computes the noise at the moving vertices, and Newton's step for each.
void Polygoniser::Surface::measure() {
    const auto& moving = s_.moving;
    Slopes& slopes = s_.slopes;
    for (std::size_t n = 0; n < moving.size(); ++n) {
        const Scratch::Vertex& e = s_.edges[moving[n]];
        for (std::size_t c = 0; c < 3; ++c)
            slopes.coordinates[c][n] =
                coordinates_[c][e.at[c]] + (c == e.axis ? static_cast<double>(e.t) * p_.steps_[c] : 0.0);
    }
    const double reach = std::min({std::fabs(p_.steps_[0]), std::fabs(p_.steps_[1]), std::fabs(p_.steps_[2])}) / 8;
    if (p_.function_)
        slopes.compute(moving.size(), *p_.function_, p_.shape_.axes, reach);
    else
        slopes.compute(moving.size(), p_.noise_, p_.shape_.axes, p_.is_near_, reach);
    auto& [backs, ons, heres, theres, depths, rates, ways, bents] = s_.newton;
    for (auto& list : s_.newton)
        list.resize(std::max(list.size(), moving.size()));
    for (std::size_t n = 0; n < moving.size(); ++n) {
        const Scratch::Vertex& e = s_.edges[moving[n]];
        const double level = p_.shape_.level + p_.shape_.rise * slopes.coordinates[1][n];
        const double slope = static_cast<double>(slopes.slopes[e.axis][n]) - (e.axis == 1 ? p_.shape_.rise : 0);
        backs[n] = e.t - e.low;
        ons[n] = e.high - e.t;
        heres[n] = e.here;
        theres[n] = e.there;
        depths[n] = static_cast<float>(static_cast<double>(slopes.values[n]) - level);
        rates[n] = static_cast<float>(slope * p_.steps_[e.axis]);
    }
    newton_steps(moving.size(), backs.data(), ons.data(), heres.data(), theres.data(), depths.data(), rates.data(),
                 ways.data(), bents.data());
}

// Moves each vertex by its step, or by bisection if the step leaves its bracket. Vertices that arrive get their final
// position and stop moving.
void Polygoniser::Surface::take_step(int step) {
    auto& moving = s_.moving;
    const Slopes& slopes = s_.slopes;
    const auto& [backs, ons, heres, theres, depths, rates, ways, bents] = s_.newton;
    const float small = step == 0 ? kSmallStep : 2 * kSmallStep;
    std::size_t left = 0;
    for (std::size_t n = 0; n < moving.size(); ++n) {
        Scratch::Vertex& e = s_.edges[moving[n]];
        const bool begins_in_rock = e.here > 0;
        const bool is_below = begins_in_rock == (depths[n] > 0);
        e.low = is_below ? e.t : e.low;
        e.here = is_below ? depths[n] : e.here;
        e.high = is_below ? e.high : e.t;
        e.there = is_below ? e.there : depths[n];
        glm::vec3 slope(slopes.slopes[0][n], slopes.slopes[1][n], slopes.slopes[2][n]);
        slope.y -= static_cast<float>(p_.shape_.rise);
        float to = e.t + ways[n];
        bool is_there = step + 1 == kMostSteps;
        if (to > e.low && to < e.high) {
            if (std::fabs(ways[n]) < small) {
                is_there = true;
                const float bent = bents[n] / static_cast<float>(p_.steps_[e.axis]);
                for (int c = 0; c < 3; ++c)  // branchless: the axis is unpredictable
                    slope[c] = c == static_cast<int>(e.axis) ? bent : slope[c];
            }
        } else if (std::fabs(to - e.t) < kApart && begins_in_rock == (rates[n] < 0)) {
            to = e.t;  // beyond the end due to rounding
            is_there = true;
        } else {
            to = (e.low + e.high) / 2;
        }
        e.t = to;
        if (is_there)
            place_vertex(moving[n], slope);
        else
            moving[left++] = moving[n];
    }
    moving.resize(left);
}

inline void Polygoniser::Surface::place_vertex(std::uint32_t number, const glm::vec3& slope) {
    Scratch::Vertex& e = s_.edges[number];
    e.t = std::min(std::max(e.t, p_.apart_), 1 - p_.apart_);
    glm::dvec3 position;
    for (std::size_t c = 0; c < 3; ++c) {
        const double t = c == e.axis ? static_cast<double>(e.t) : 0.0;
        position[static_cast<int>(c)] =
            (static_cast<double>(first_[c]) + static_cast<double>(e.at[c]) + t) * p_.steps_[c];
    }
    glm::vec3 normal = outward(slope);
    if (normal == glm::vec3(0.0f)) normal[e.axis] = (e.here > 0) == (p_.steps_[e.axis] > 0) ? 1 : -1;
    mesh_.positions[number] = glm::vec3(position);
    mesh_.normals[number] = normal;
}

void Polygoniser::Surface::add_corners() {
    for (const Sample& at : corners_) {
        glm::vec3& position = mesh_.positions.emplace_back();
        for (std::size_t c = 0; c < 3; ++c)
            position[static_cast<int>(c)] =
                static_cast<float>((static_cast<double>(first_[c]) + static_cast<double>(at[c])) * p_.steps_[c]);
    }
}

void Polygoniser::surface(const std::array<std::int64_t, 3>& chunk, Scratch& scratch, Mesh& mesh) const {
    mesh.levels.resize(1);
    Surface surface(*this, chunk, scratch, mesh);
    surface.sample();
    surface.mark_rock();
    for (std::size_t k = 0; k < surface.layers(); ++k) {  // vertex numbers are kept for two layers only
        surface.find_crossings(k);
        surface.cut(k);
        if (k > 0) surface.add_triangles(k);
    }
    if (!surface.finish_triangles()) return;
    surface.move_vertices();
    surface.add_corners();
}

}  // namespace isonoise
