// Two-dimensional power spectra.
#pragma once

#include <complex>
#include <numbers>
#include <utility>
#include <vector>

namespace measure {

using Complex = std::complex<double>;

// The discrete Fourier transform of `n` values (a power of two), in place. (Cooley-Tukey)
inline void fft(Complex* v, std::size_t n, const std::vector<Complex>& roots) {
    for (std::size_t i = 1, j = 0; i < n; ++i) {
        std::size_t bit = n >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) std::swap(v[i], v[j]);
    }
    for (std::size_t half = 1; half < n; half *= 2) {
        for (std::size_t k = 0; k < half; ++k) {
            const Complex root = roots[k * (n / 2 / half)];
            for (std::size_t i = k; i < n; i += 2 * half) {
                Complex& a = v[i];
                Complex& b = v[i + half];
                const Complex t(b.real() * root.real() - b.imag() * root.imag(),
                                b.real() * root.imag() + b.imag() * root.real());
                b = a - t;
                a += t;
            }
        }
    }
}

// |F|^2 of an n x n field (n a power of two), with frequency 0 in the middle, at n/2, n/2.
inline std::vector<double> power_spectrum(std::vector<Complex> field, std::size_t n) {
    std::vector<Complex> roots(n / 2), column(n);
    for (std::size_t k = 0; k < n / 2; ++k)
        roots[k] = std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n));
    for (std::size_t y = 0; y < n; ++y)
        fft(&field[y * n], n, roots);
    std::vector<double> power(n * n);
    for (std::size_t x = 0; x < n; ++x) {
        for (std::size_t y = 0; y < n; ++y)
            column[y] = field[y * n + x];  // a copy: working in place would keep missing the cache
        fft(column.data(), n, roots);
        for (std::size_t y = 0; y < n; ++y)
            power[((y + n / 2) % n) * n + (x + n / 2) % n] = std::norm(column[y]);
    }
    return power;
}

}  // namespace measure
