// Runs code over blocks of points.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <optional>
#include <vector>

#include "isonoise/function/code.hpp"
#include "isonoise/isonoise.hpp"

namespace isonoise::function {

inline constexpr std::size_t kBlock = 512;  // most points of a block

// The registers of one thread.
class Machine {
  public:
    // For blocks of up to `points` points, at most kBlock: a single point needs few words.
    Machine(const Code& code, std::size_t points);

    Word* words(Register r) { return words_.get() + r * block_; }
    void set(Register r, Word word);  // for all points
    // Runs the code for the first `count` points.
    void run(std::size_t count);
    // From now on each run adds the octaves that the noises of its points take; see Function::octaves().
    void count_octaves(double& into) { octaves_ = &into; }

  private:
    // The noise that a call evaluated last, while its settings stay.
    struct Last {
        Word seed = 0;
        float octaves = 0, persistence = 0, lacunarity = 0;
        std::optional<Noise> noise;
        bool usable = false;  // it has the bits of the function
        float reach = 0;      // coordinates below this
    };
    struct Points;

    void call(const Call& call, Last& last, std::size_t count);
    double octaves(const Call& call, std::size_t count);
    const Noise* noise(const Call& call, Last& last, const Points& points) const;
    void one_by_one(const Call& call, const Points& points);

    const Code& code_;
    const std::size_t block_;
    struct Free {
        void operator()(Word* words) const { ::operator delete (words, std::align_val_t{128}); }
    };
    std::unique_ptr<Word[], Free> words_;
    std::vector<Last> last_;
    std::vector<std::uint32_t> chosen_;  // points of a call
    std::vector<Word> packed_;           // their arguments and results
    double* octaves_ = nullptr;
};

// One instruction over `count` words, which is a multiple of 16; by the CPU's best vector instructions.
void compute(Operation operation, std::size_t count, Word* to, const Word* a, const Word* b, const Word* c);

}  // namespace isonoise::function
