#include "mesh/pieces.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include <glm/geometric.hpp>

namespace isonoise {
namespace {

// The root of a node in a forest; compresses the path.
template <class Number> Number root_of(std::vector<Number>& parents, Number i) {
    while (parents[i] != i)
        i = parents[i] = parents[parents[i]];
    return i;
}

}  // namespace

ChunkPieces pieces_of(const Mesh& mesh) {
    ChunkPieces pieces;
    if (mesh.levels.empty()) return pieces;
    const auto& indices = mesh.levels[0].indices;
    std::vector<std::uint32_t> parents(mesh.positions.size());
    std::iota(parents.begin(), parents.end(), 0u);
    for (std::size_t i = 0; i < indices.size(); ++i)
        parents[root_of(parents, indices[i])] = root_of(parents, indices[i - i % 3]);
    constexpr std::uint32_t none = 0xFFFFFFFF;
    std::vector<std::uint32_t> numbers(parents.size(), none);
    pieces.of_vertex.resize(parents.size());
    for (std::uint32_t v = 0; v < parents.size(); ++v) {
        std::uint32_t& number = numbers[root_of(parents, v)];
        if (number == none) {
            number = static_cast<std::uint32_t>(pieces.volumes.size());
            pieces.volumes.push_back(0);
        }
        pieces.of_vertex[v] = number;
    }
    for (std::size_t i = 0; i < indices.size(); i += 3) {
        const glm::dvec3 a(mesh.positions[indices[i]]), b(mesh.positions[indices[i + 1]]),
            c(mesh.positions[indices[i + 2]]);
        pieces.volumes[pieces.of_vertex[indices[i]]] += glm::dot(a, glm::cross(b, c)) / 6;
    }
    return pieces;
}

std::size_t Pieces::Hash::operator()(const std::array<std::uint32_t, 3>& bits) const {
    std::uint64_t hash = 0;
    for (const std::uint32_t each : bits)
        hash = (hash ^ each) * 0x9E3779B97F4A7C15u;
    return static_cast<std::size_t>(hash ^ hash >> 32);
}

std::size_t Pieces::root(std::size_t piece) { return root_of(parents_, piece); }

void Pieces::add(const Mesh& mesh, const ChunkPieces& pieces, const Polygoniser::Box& box,
                 const Polygoniser::Box& whole) {
    const std::size_t first = parents_.size();
    firsts_.push_back(first);
    for (const double volume : pieces.volumes) {
        parents_.push_back(parents_.size());
        volumes_.push_back(volume);
    }
    for (std::size_t v = 0; v < pieces.of_vertex.size(); ++v) {
        const glm::vec3 p = mesh.positions[v] + 0.0f;  // 0 and -0 are equal
        bool is_shared = false;
        for (int c = 0; c < 3; ++c)
            is_shared = is_shared || (p[c] == box.low[c] && p[c] != whole.low[c]) ||
                        (p[c] == box.high[c] && p[c] != whole.high[c]);
        if (!is_shared) continue;
        const std::size_t mine = first + pieces.of_vertex[v];
        const auto [found, is_new] = at_.try_emplace(std::bit_cast<std::array<std::uint32_t, 3>>(p), mine);
        if (!is_new) parents_[root(mine)] = root(found->second);
    }
}

void Pieces::choose_largest() {
    at_ = {};
    for (std::size_t piece = 0; piece < parents_.size(); ++piece) {
        if (const std::size_t whole = root(piece); whole != piece) volumes_[whole] += volumes_[piece];
    }
    for (std::size_t piece = 0; piece < parents_.size(); ++piece) {
        if (root(piece) != piece) continue;
        (volumes_[piece] < 0 ? hollows : islands) += 1;
        if (root(largest_) != largest_ || volumes_[piece] > volumes_[largest_]) largest_ = piece;
    }
    if (islands > 0) --islands;
    for (std::size_t piece = 0; piece < parents_.size(); ++piece)
        parents_[piece] = root(piece);
}

void Pieces::keep_largest(std::size_t n, Mesh& mesh) const {
    if (mesh.levels.empty()) return;
    const ChunkPieces pieces = pieces_of(mesh);
    auto& indices = mesh.levels[0].indices;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < indices.size(); i += 3) {
        if (parents_[firsts_[n] + pieces.of_vertex[indices[i]]] != largest_) continue;
        std::copy_n(indices.begin() + static_cast<std::ptrdiff_t>(i), 3,
                    indices.begin() + static_cast<std::ptrdiff_t>(kept));
        kept += 3;
    }
    indices.resize(kept);
}

}  // namespace isonoise
