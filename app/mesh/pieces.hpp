// Finds the closed pieces of a surface that arrives chunk by chunk, to keep only the largest: without islands in the
// air and without hollows. Memory grows with the number of vertices between chunks.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "mesh/mesh.hpp"

namespace isonoise {

// The pieces of one chunk.
struct ChunkPieces {
    std::vector<std::uint32_t> of_vertex;  // numbered by first vertex
    std::vector<double> volumes;           // each piece's contribution: the sum over all chunks is its volume
};
ChunkPieces pieces_of(const Mesh& mesh);

class Pieces {
  public:
    // Call once per chunk, in order. Pieces connect at vertices on the sides of the box that lie inside `whole`.
    void add(const Mesh& mesh, const ChunkPieces& pieces, const Polygoniser::Box& box, const Polygoniser::Box& whole);

    // Call after the last chunk.
    void choose_largest();
    // Removes all other pieces from the n-th chunk.
    void keep_largest(std::size_t n, Mesh& mesh) const;

    std::size_t islands = 0, hollows = 0;  // numbers of pieces that are not the largest

  private:
    std::size_t root(std::size_t piece);

    std::vector<std::size_t> firsts_;   // index of each chunk's first piece
    std::vector<std::size_t> parents_;  // union-find over all pieces
    std::vector<double> volumes_;
    struct Hash {
        std::size_t operator()(const std::array<std::uint32_t, 3>& bits) const;
    };
    std::unordered_map<std::array<std::uint32_t, 3>, std::size_t, Hash> at_;  // piece with a vertex there
    std::size_t largest_ = 0;
};

}  // namespace isonoise
