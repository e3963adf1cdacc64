// A row for each function of isonoise.hpp in n dimensions. The rows generate everything behind the declarations: the
// conversion of vectors to plain numbers (boundary.hpp), the versions for each kind of CPU and their dispatch
// (fast/targets.hpp, fast/targets.cpp), and the code (fast/functions.cpp, inline.hpp). isonoise.hpp includes this
// header; do not include it yourself.
//
// A row holds the function's name, its dimensions, the algorithm, and the arguments after the point: `seed` or `table`,
// then `period`, `gradient` or `fbm`. ROW is for functions of a coordinate, or of a cell and a fraction; SUM for those
// of a coordinate alone.
#pragma once

#define ISONOISE_FUNCTIONS_IN(n, ROW, SUM)                                                                             \
    ROW(perlin##n, n, perlin, seed, , )                                                                                \
    ROW(perlin##n##_gradient, n, perlin, seed, gradient, )                                                             \
    ROW(perlin##n##_periodic, n, perlin, seed, period, )                                                               \
    ROW(perlin##n##_periodic_gradient, n, perlin, seed, period, gradient)                                              \
    ROW(improved##n, n, improved, table, period, )                                                                     \
    ROW(improved##n##_gradient, n, improved, table, period, gradient)                                                  \
    ROW(value##n, n, value, seed, period, )                                                                            \
    ROW(value##n##_gradient, n, value, seed, period, gradient)                                                         \
    SUM(perlin##n##_fbm, n, perlin_fbm, seed, fbm, )
#define ISONOISE_FUNCTIONS(ROW, SUM)                                                                                   \
    ISONOISE_FUNCTIONS_IN(1, ROW, SUM)                                                                                 \
    ISONOISE_FUNCTIONS_IN(2, ROW, SUM)                                                                                 \
    ISONOISE_FUNCTIONS_IN(3, ROW, SUM)                                                                                 \
    ISONOISE_FUNCTIONS_IN(4, ROW, SUM)

// An argument's declaration in the library, and its name to forward it.
#define ISONOISE_TAKES_(n)
#define ISONOISE_TAKES_seed(n) , std::uint32_t seed
#define ISONOISE_TAKES_table(n) , const Permutation& table
#define ISONOISE_TAKES_fbm(n) , const Fbm& fbm
#define ISONOISE_TAKES_period(n) , detail::uvec##n period
#define ISONOISE_TAKES_gradient(n) , float* gradient
#define ISONOISE_TAKES(n, a, b, c) ISONOISE_TAKES_##a(n) ISONOISE_TAKES_##b(n) ISONOISE_TAKES_##c(n)
#define ISONOISE_HANDS_
#define ISONOISE_HANDS_seed , seed
#define ISONOISE_HANDS_table , table
#define ISONOISE_HANDS_fbm , fbm
#define ISONOISE_HANDS_period , period
#define ISONOISE_HANDS_gradient , gradient
#define ISONOISE_HANDS(a, b, c) ISONOISE_HANDS_##a ISONOISE_HANDS_##b ISONOISE_HANDS_##c

// Declares the compiled functions behind the inline ones of boundary.hpp.
#define ISONOISE_DECLARE_SUM(name, n, algorithm, a, b, c) float name(detail::vec##n p ISONOISE_TAKES(n, a, b, c));
#define ISONOISE_DECLARE(name, n, algorithm, a, b, c)                                                                  \
    ISONOISE_DECLARE_SUM(name, n, algorithm, a, b, c)                                                                  \
    float name(detail::ivec##n cell, detail::vec##n fraction ISONOISE_TAKES(n, a, b, c));

// An argument's declaration in a program, whose vectors are GLM's, and its value for the library (boundary.hpp).
#define ISONOISE_ACCEPTS_(n)
#define ISONOISE_ACCEPTS_seed(n) , std::uint32_t seed
#define ISONOISE_ACCEPTS_table(n) , const Permutation& table
#define ISONOISE_ACCEPTS_fbm(n) , const Fbm& fbm
#define ISONOISE_ACCEPTS_period(n) , detail::User<n>::uvec period
#define ISONOISE_ACCEPTS_gradient(n) , detail::User<n>::vec& gradient
#define ISONOISE_ACCEPTS(n, a, b, c) ISONOISE_ACCEPTS_##a(n) ISONOISE_ACCEPTS_##b(n) ISONOISE_ACCEPTS_##c(n)
#define ISONOISE_CROSSES_
#define ISONOISE_CROSSES_seed , seed
#define ISONOISE_CROSSES_table , table
#define ISONOISE_CROSSES_fbm , fbm
#define ISONOISE_CROSSES_period , detail::of(period)
#define ISONOISE_CROSSES_gradient , detail::first(gradient)
#define ISONOISE_CROSSES(a, b, c) ISONOISE_CROSSES_##a ISONOISE_CROSSES_##b ISONOISE_CROSSES_##c
