// The values that registers have had as one graph of operations: a node is never changed, so that conditions and shared
// operands narrow what depends on them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "isonoise/function/interval.hpp"

namespace isonoise::function {

using Index = std::uint32_t;

class Expressions {
  public:
    struct Node {
        Operation operation = Operation::copy;  // copy: an atom, whose words are given
        std::array<Index, 3> operands{};
        Interval words;
    };

    Index atom(const Interval& words);
    Index node(Operation operation, Index a, Index b, Index c);
    const Interval& words(Index i) const { return nodes_[i].words; }
    std::size_t size() const { return nodes_.size(); }
    // Allows as much work again, a few times.
    void go_on() { work_ = renewals_-- > 0 ? 0 : work_; }

  private:
    // Assumes a condition, which holds at some of the points. Keeps what follows from it for other nodes.
    struct Case {
        std::unordered_map<Index, Interval> known = {};
        Index first = ~Index{0};  // known; those before do not depend on it
        int left = 64;            // nodes that may still be computed again
        bool impossible = false;
    };
    Interval now(Index i, Case& in);
    void assume(Index i, bool holds, Case& in);
    void compare(const Node& node, bool holds, Case& in);
    void narrow(Index i, const Interval& to, Case& in);

    using Words = std::function<Interval(Index)>;
    Interval computed(const Node& node, const Words& of) const;
    Interval sum(const Node& node, const Words& of) const;
    Interval chosen(const Node& node);
    Interval in_pieces(const Node& node);
    std::vector<Index> below(Index i) const;

    bool is(Index i, Operation operation) const { return nodes_[i].operation == operation; }
    bool is_one(Index i) const { return words(i).low == 1.0f && words(i).high == 1.0f && !words(i).nan; }

    struct Hash {
        std::size_t operator()(const std::array<Index, 4>& key) const;
    };
    std::size_t work_ = 0;  // nodes computed again
    int renewals_ = 8;
    std::vector<Node> nodes_;
    std::unordered_map<std::array<Index, 4>, Index, Hash> found_;
};

}  // namespace isonoise::function
