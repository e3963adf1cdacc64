// How arrays of any shape lie in memory, for the interface for C. Not installed.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

namespace isonoise {

inline constexpr int kMostAxes = 64;

// The axes of one array, innermost first, merged where possible: an array without gaps needs at most one loop, whatever
// its shape.
struct Layout {
    int rank = 0;
    std::int64_t sizes[kMostAxes];
    std::ptrdiff_t strides[kMostAxes];

    // `strides`: in bytes. Null: dense, the last axis running fastest.
    Layout(std::span<const std::int64_t> shape, const std::ptrdiff_t* given, std::size_t item) {
        auto dense = static_cast<std::ptrdiff_t>(item);
        for (std::size_t axis = shape.size(); axis-- > 0;) {
            const std::ptrdiff_t stride = given != nullptr ? given[axis] : dense;
            dense *= static_cast<std::ptrdiff_t>(shape[axis]);
            if (shape[axis] == 1) continue;
            // In unsigned numbers, since strides beyond any memory may overflow.
            if (rank > 0 && static_cast<std::size_t>(stride) == static_cast<std::size_t>(strides[rank - 1]) *
                                                                    static_cast<std::size_t>(sizes[rank - 1])) {
                sizes[rank - 1] *= shape[axis];
            } else {
                sizes[rank] = shape[axis];
                strides[rank++] = stride;
            }
        }
    }
    bool is_line() const { return rank <= 1; }
    std::ptrdiff_t stride() const { return rank == 0 ? 0 : strides[0]; }  // of the innermost axis

    // Calls visit(done, offset in bytes, stride, count) for each row of points first to first + count.
    template <class Visit> void rows(std::int64_t first, std::int64_t count, const Visit& visit) const {
        if (is_line()) return visit(std::int64_t{0}, first * stride(), stride(), count);
        std::int64_t at[kMostAxes];
        std::ptrdiff_t offset = 0;
        for (int axis = 0; axis < rank; ++axis) {
            at[axis] = first % sizes[axis];
            first /= sizes[axis];
            offset += static_cast<std::ptrdiff_t>(at[axis]) * strides[axis];
        }
        for (std::int64_t done = 0; done < count;) {
            const std::int64_t row = std::min(sizes[0] - at[0], count - done);
            visit(done, offset, strides[0], row);
            done += row;
            at[0] += row;
            offset += static_cast<std::ptrdiff_t>(row) * strides[0];
            for (int axis = 0; axis + 1 < rank && at[axis] == sizes[axis]; ++axis) {
                at[axis] = 0;
                offset += strides[axis + 1] - static_cast<std::ptrdiff_t>(sizes[axis]) * strides[axis];
                ++at[axis + 1];
            }
        }
    }
};

// Numbers in memory: `size` bytes each, starting at `address`.
struct Span {
    std::uintptr_t address;
    std::int64_t size;
    Layout layout;
};

// Adds `stride` times any whole number from `lowest` to `highest`.
struct Term {
    std::int64_t stride, lowest, highest;
};

// Can the terms add up to more than `above` and less than `below`? With the greatest stride first, only a few multiples
// of each term need to be tried, except for unusual strides: the search gives up after `left` tries.
inline bool can_reach(std::span<const Term> terms, std::int64_t above, std::int64_t below, int& left) {
    if (terms.empty()) return above < 0 && below > 0;
    const auto [stride, lowest, highest] = terms.front();
    const auto rest = terms.subspan(1);
    for (const Term& term : rest) {  // the range of the other terms
        above -= term.stride * term.highest;
        below -= term.stride * term.lowest;
    }
    const auto first = std::max(lowest, above / stride - 1), last = std::min(highest, below / stride + 1);
    for (const Term& term : rest) {
        above += term.stride * term.highest;
        below += term.stride * term.lowest;
    }
    for (std::int64_t k = first; k <= last && left-- > 0; ++k) {
        if (can_reach(rest, above - stride * k, below - stride * k, left)) return true;
    }
    return false;
}

// Do two non-empty arrays share a byte?
inline bool share_memory(const Span& a, const Span& b) {
    Term terms[2 * kMostAxes];
    std::size_t count = 0;
    double reach = 0.0;
    const auto add = [&](const Layout& layout, std::int64_t sign) {
        for (int axis = 0; axis < layout.rank; ++axis) {
            const std::int64_t stride = sign * layout.strides[axis], most = layout.sizes[axis] - 1;
            if (stride == 0) continue;
            reach += std::fabs(static_cast<double>(stride)) * static_cast<double>(most);
            terms[count++] = stride > 0 ? Term{stride, 0, most} : Term{-stride, -most, 0};
        }
    };
    add(a.layout, 1);
    add(b.layout, -1);
    if (!(reach < 0x1p60)) return false;  // larger than any memory
    std::sort(terms, terms + count, [](const Term& x, const Term& y) { return x.stride > y.stride; });
    const std::int64_t apart = static_cast<std::int64_t>(b.address) - static_cast<std::int64_t>(a.address);
    if (std::abs(apart) > std::int64_t{1} << 60) return false;
    int left = 10000;
    return can_reach({terms, count}, apart - a.size, apart + b.size, left);
}

}  // namespace isonoise
