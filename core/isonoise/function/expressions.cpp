#include "isonoise/function/expressions.hpp"

#include <algorithm>
#include <cmath>

namespace isonoise::function {

static constexpr int kPieces = 32;
static constexpr std::size_t kMostWork = 100'000;  // nodes computed again; then operations are taken one by one
static constexpr int kNear = 24;                   // nodes that an operand and its pieces are followed to

std::size_t Expressions::Hash::operator()(const std::array<Index, 4>& key) const {
    std::uint64_t h = 0;
    for (const Index i : key)
        h = (h ^ i) * 0x9E3779B97F4A7C15u, h ^= h >> 29;
    return static_cast<std::size_t>(h);
}

Index Expressions::atom(const Interval& words) {
    nodes_.push_back({.words = words});
    return static_cast<Index>(nodes_.size() - 1);
}

Index Expressions::node(Operation operation, Index a, Index b, Index c) {
    if (operation == Operation::copy) return a;
    if (operation == Operation::choose && words(a).is_true()) return b;
    if (operation == Operation::choose && (words(a).is_false() || b == c)) return c;
    if (operation == Operation::both && words(a).is_true()) return b;
    if (operation == Operation::both && words(b).is_true()) return a;
    if (operation == Operation::without && words(a).is_true()) return node(Operation::invert, b, b, b);
    if (operation == Operation::without && words(b).is_false()) return a;
    if (operation == Operation::invert && is(a, Operation::invert)) return nodes_[a].operands[0];
    const auto [found, is_new] =
        found_.try_emplace({static_cast<Index>(operation), a, b, c}, static_cast<Index>(nodes_.size()));
    if (!is_new) return found->second;
    Node made{.operation = operation, .operands = {a, b, c}, .words = {}};
    const bool closely = work_ < kMostWork;
    made.words =
        operation == Operation::choose && closely ? chosen(made) : computed(made, [&](Index i) { return words(i); });
    if (a != b && closely &&
        (operation == Operation::add || operation == Operation::subtract || operation == Operation::multiply ||
         operation == Operation::divide))
        made.words = common(made.words, in_pieces(made));
    nodes_.push_back(made);
    return found->second;
}

// ---- One operation, with what it shares

// For t in [0, 1] a (1 - t) + b t lies between a and b, except for rounding: the two products, their sum and 1 - t each
// have a relative error of up to 2^-24. If an end is a power of two, its products are exact and (1 - t) + t rounds
// to 1.
static Interval mixed(const Interval& a, const Interval& b) {
    const auto rounded = [](float x, float sign) {
        int exponent = 0;
        if (x == 0 || std::fabs(std::frexp(x, &exponent)) == 0.5f) return x;
        return x + sign * std::max(0x1p-21f * std::fabs(x), 0x1p-100f);
    };
    return reals(rounded(std::min(a.low, b.low), -1), rounded(std::max(a.high, b.high), 1), a.nan || b.nan);
}

Interval Expressions::sum(const Node& node, const Words& of) const {
    const auto [a, b, c] = node.operands;
    for (const auto& [left, right] : {std::pair(a, b), std::pair(b, a)}) {
        if (!is(left, Operation::multiply) || !is(right, Operation::multiply)) continue;
        const auto& [l0, l1, l2] = nodes_[left].operands;
        const auto& [r0, r1, r2] = nodes_[right].operands;
        for (const auto& [rest, from] : {std::pair(l1, l0), std::pair(l0, l1)}) {
            if (!is(rest, Operation::subtract) || !is_one(nodes_[rest].operands[0])) continue;
            const Index t = nodes_[rest].operands[1];
            if (t != r0 && t != r1) continue;
            const Interval share = of(t), x = of(from), y = of(t == r1 ? r0 : r1);
            if (share.low >= 0 && share.high <= 1 && !share.nan && !x.is_infinity_possible() &&
                !y.is_infinity_possible())
                return mixed(x, y);
        }
    }
    return Interval();
}

static float smooth(float t) { return t * t * (3.0f - 2.0f * t); }

Interval Expressions::computed(const Node& node, const Words& of) const {
    const auto [a, b, c] = node.operands;
    const Interval all = applied(node.operation, of(a), of(b), node.operation == Operation::choose ? of(c) : kNone);
    if (all.none || all.is_exact()) return all;
    switch (node.operation) {
    case Operation::multiply: {
        if (a == b) {
            const Interval size = applied(Operation::absolute, of(a), of(a), kNone);
            return reals(size.low * size.low, size.high * size.high, size.nan);
        }
        // t t (3 - 2 t) of smoothstep, which grows with t in [0, 1], where its roundings do not lead out of [0, 1].
        const Index three = nodes_[b].operands[0], twice = nodes_[b].operands[1];
        if (!is(a, Operation::multiply) || nodes_[a].operands[0] != nodes_[a].operands[1] ||
            !is(b, Operation::subtract) || !is(twice, Operation::multiply))
            return all;
        const Index t = nodes_[a].operands[0], two = nodes_[twice].operands[0];
        const Interval share = of(t);
        if (nodes_[twice].operands[1] == t && words(two).low == 2 && words(two).high == 2 && words(three).low == 3 &&
            words(three).high == 3 && share.low >= 0 && share.high <= 1 && !share.nan)
            return common(
                all, reals(smooth(share.low) * (1 - 0x1p-20f), std::min(smooth(share.high) * (1 + 0x1p-20f), 1.0f)));
        return all;
    }
    case Operation::subtract:
        if (a == b && !of(a).is_infinity_possible()) return reals(0, 0, all.nan);
        if (is(b, Operation::floor) && nodes_[b].operands[0] == a)
            return common(all, applied(Operation::fract, of(a), of(a), kNone));
        return all;
    case Operation::add: return common(all, sum(node, of));
    default: return all;
    }
}

// ---- Cases

Interval Expressions::now(Index i, Case& in) {
    if (i < in.first) return words(i);
    if (const auto found = in.known.find(i); found != in.known.end()) return found->second;
    const Node& node = nodes_[i];
    if (node.operation == Operation::copy || --in.left < 0) return node.words;
    ++work_;
    const Interval all = common(node.words, computed(node, [&](Index k) { return now(k, in); }));
    in.known[i] = all;
    return all;
}

void Expressions::narrow(Index i, const Interval& to, Case& in) {
    const Interval all = common(now(i, in), to);
    in.known[i] = all;
    in.first = std::min(in.first, i);
    in.impossible |= all.none;
    if (is(i, Operation::absolute) && to.high >= 0) narrow(nodes_[i].operands[0], reals(-to.high, to.high, to.nan), in);
    if (is(i, Operation::negate)) narrow(nodes_[i].operands[0], reals(-to.high, -to.low, to.nan), in);
}

void Expressions::compare(const Node& node, bool holds, Case& in) {
    const auto [a, b, c] = node.operands;
    const Interval x = now(a, in), y = now(b, in);
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const auto floats = [&](Index low, Index high, const Interval& of_low, const Interval& of_high, bool strictly) {
        narrow(low, reals(-infinity, strictly ? std::nextafter(of_high.high, -infinity) : of_high.high), in);
        narrow(high, reals(strictly ? std::nextafter(of_low.low, infinity) : of_low.low, infinity), in);
    };
    const auto integers = [&](Index low, Index high, const Ends& of_low, const Ends& of_high, std::int64_t apart,
                              std::int64_t least, std::int64_t most) {
        narrow(low, wholes(std::min(least, of_high.most - apart), of_high.most - apart), in);
        narrow(high, wholes(of_low.least + apart, std::max(most, of_low.least + apart)), in);
    };
    constexpr std::int64_t kInt = std::int64_t{1} << 31, kUint = std::int64_t{1} << 32;
    switch (node.operation) {
    case Operation::less:
    case Operation::at_most: {
        const bool strictly = (node.operation == Operation::less) == holds;
        if (holds) return floats(a, b, x, y, strictly);
        if (!x.nan && !y.nan) floats(b, a, y, x, strictly);
        return;
    }
    case Operation::equal:
        if (!holds) return;
        narrow(a, reals(y.low, y.high), in);
        narrow(b, reals(x.low, x.high), in);
        return;
    case Operation::int_equal:
        if (!holds) return;
        narrow(a, wholes(y.least, y.most), in);
        narrow(b, wholes(x.least, x.most), in);
        return;
    case Operation::int_less:
    case Operation::int_at_most: {
        const bool strictly = (node.operation == Operation::int_less) == holds;
        if (holds) return integers(a, b, as_int(x), as_int(y), strictly, -kInt, kInt - 1);
        return integers(b, a, as_int(y), as_int(x), strictly, -kInt, kInt - 1);
    }
    case Operation::uint_less:
    case Operation::uint_at_most: {
        const bool strictly = (node.operation == Operation::uint_less) == holds;
        if (holds) return integers(a, b, as_uint(x), as_uint(y), strictly, 0, kUint - 1);
        return integers(b, a, as_uint(y), as_uint(x), strictly, 0, kUint - 1);
    }
    default: return;
    }
}

void Expressions::assume(Index i, bool holds, Case& in) {
    const Interval words = now(i, in);
    if (!words.is_mask() || in.left-- < 0) return;
    if ((holds && words.is_false()) || (!holds && words.is_true())) in.impossible = true;
    in.known[i] = exactly(truth(holds));
    in.first = std::min(in.first, i);
    const Node& node = nodes_[i];
    const auto [a, b, c] = node.operands;
    const auto is_true = [&](Index k) { return now(k, in).is_true(); };
    const auto mark = [&](Index k) {
        if (!now(k, in).is_mask()) return;
        in.known[k] = exactly(truth(true));
        in.first = std::min(in.first, k);
    };
    const auto is_false = [&](Index k) { return now(k, in).is_false(); };
    switch (node.operation) {
    case Operation::invert: return assume(a, !holds, in);
    // The right side first: it is the newest condition, the left one a mask with all that came before.
    case Operation::both:
        if (holds) mark(a);
        if (holds || is_true(a)) assume(b, holds, in);
        if (holds || is_true(b)) assume(a, holds, in);
        return;
    case Operation::without:
        if (holds) mark(a);
        if (holds || is_true(a)) assume(b, !holds, in);
        if (holds || is_false(b)) assume(a, holds, in);
        return;
    case Operation::either:
        if (!holds || is_false(b)) assume(a, holds, in);
        if (!holds || is_false(a)) assume(b, holds, in);
        return;
    default: return compare(node, holds, in);
    }
}

// Each side where its condition holds.
Interval Expressions::chosen(const Node& node) {
    const auto side = [&](Index i, bool holds) {
        Case in;
        assume(node.operands[0], holds, in);
        return in.impossible ? kNone : now(i, in);
    };
    return joined(side(node.operands[1], true), side(node.operands[2], false));
}

// The nodes that i is made of, nearest first, i too.
std::vector<Index> Expressions::below(Index i) const {
    std::vector<Index> all = {i};
    for (std::size_t k = 0; k < all.size(); ++k) {
        const Node& node = nodes_[all[k]];
        if (node.operation == Operation::copy) continue;
        for (const Index operand : node.operands) {
            if (all.size() < std::size_t{kNear} && std::find(all.begin(), all.end(), operand) == all.end())
                all.push_back(operand);
        }
    }
    return all;
}

// An operand of both sides, such as x of x (1 - x), is taken in pieces, and the results joined.
Interval Expressions::in_pieces(const Node& node) {
    const auto [a, b, c] = node.operands;
    if (words(a).is_exact() || words(b).is_exact()) return Interval();
    const std::vector<Index> left = below(a), right = below(b);
    Index shared = 0;
    bool any = false;
    for (const Index i : left) {
        const Interval& w = words(i);
        if (w.is_exact() || !w.is_bounded() || w.low >= w.high || (any && i < shared)) continue;
        if (std::find(right.begin(), right.end(), i) != right.end()) shared = i, any = true;
    }
    if (!any) return Interval();
    Interval all = kNone;
    const Interval whole = words(shared);
    float from = whole.low;
    for (int k = 1; k <= kPieces; ++k) {
        const float share = static_cast<float>(k) / kPieces;
        const float to = k == kPieces ? whole.high : std::max(from, whole.low * (1 - share) + whole.high * share);
        Case in;
        in.left = kNear;
        in.first = shared;
        in.known[shared] = common(whole, reals(from, to));
        all = joined(all, computed(node, [&](Index i) { return now(i, in); }));
        from = to;
    }
    return all;
}

}  // namespace isonoise::function
