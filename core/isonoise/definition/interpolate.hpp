// Interpolates the values at a cell's corners, with the derivatives by the weights. Twin of
// shaders/isonoise/interpolate.glsl.
//
// Corner i lies at the far end along x where bit 0 of i is set, along y where bit 1 is, and so on: 00, 10, 01 and 11 in
// a square. `w` holds the weights, the faded fraction. Interpolates along x first, then y, z and w.
#pragma once

#include "isonoise/definition/lattice.hpp"

namespace isonoise::definition {

// An array that is indexed by int.
template <class T, int count> struct List {
    T at[count];
    constexpr T& operator[](int i) { return at[i]; }
    constexpr const T& operator[](int i) const { return at[i]; }
    static constexpr int size() { return count; }
};

// One value per corner of a cell; a pair of values per axis, for both ends of a cell.
template <class T, int n> using Corners = List<T, 1 << n>;
template <int n> using Ends = List<uvec<2>, n>;

template <int n, class Whole> Ends<n> ends(glm::vec<n, Whole> cell, uvec<n> period) {
    Ends<n> e;
    for (int c = 0; c < n; ++c)
        e[c] = ends(cell[c], period[c]);
    return e;
}

inline bool is_far(int corner, int axis) { return (corner >> axis & 1) != 0; }

// Also returns the derivative by each weight: the difference that the weight multiplies, interpolated along the
// remaining axes.
template <int n> float interpolate(Corners<float, n> a, vec<n> w, vec<n>& slope) {
    for (int c = 0; c < n; ++c) {
        const int pairs = a.size() >> (c + 1);
        Corners<float, n> d{};
        for (int i = 0; i < pairs; ++i) {
            d[i] = a[2 * i + 1] - a[2 * i];
            a[i] = a[2 * i] + w[c] * d[i];
        }
        for (int rest = c + 1; rest < n; ++rest)
            for (int i = 0; i < a.size() >> (rest + 1); ++i)
                d[i] = lerp(d[2 * i], d[2 * i + 1], w[rest]);
        slope[c] = d[0];
    }
    return a[0];
}

}  // namespace isonoise::definition
