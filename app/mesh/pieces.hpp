// The closed pieces of a surface that comes chunk by chunk, to keep the largest: rock in one piece, without islands in
// the air and without hollows. Memory grows with the vertices on the sides between chunks.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "mesh/mesh.hpp"

namespace isonoise {

// The pieces of one chunk.
struct ChunkPieces {
    std::vector<std::uint32_t> of_vertex;  // numbered in the order of their first vertices
    std::vector<double> volumes;           // the piece's share: the sum over all chunks is its volume
};
ChunkPieces pieces_of(const Mesh& mesh);

class Pieces {
  public:
    // Call for one chunk after the other. Pieces meet at vertices on the sides of the box that lie inside `whole`.
    void add(const Mesh& mesh, const ChunkPieces& pieces, const Polygoniser::Box& box, const Polygoniser::Box& whole);

    // Call after the last chunk.
    void choose_largest();
    // Takes all other pieces out of the n-th chunk.
    void keep_largest(std::size_t n, Mesh& mesh) const;

    std::size_t islands = 0, hollows = 0;  // pieces that are not the largest

  private:
    std::size_t root(std::size_t piece);

    std::vector<std::size_t> firsts_;   // of each chunk's pieces
    std::vector<std::size_t> parents_;  // of all pieces: a forest whose trees are whole ones
    std::vector<double> volumes_;
    struct Hash {
        std::size_t operator()(const std::array<std::uint32_t, 3>& bits) const;
    };
    std::unordered_map<std::array<std::uint32_t, 3>, std::size_t, Hash> at_;  // the piece with a vertex there
    std::size_t largest_ = 0;
};

}  // namespace isonoise
