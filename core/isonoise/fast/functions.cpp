// The functions of isonoise.hpp over lanes, for the rows of functions.hpp.
#include "isonoise/fast/functions.hpp"
#include "isonoise/fast/targets.hpp"

namespace isonoise::ISONOISE_TARGET {

#define ISONOISE_DEFINE_SUM(name, n, algorithm, a, b, c)                                                               \
    float name(detail::vec##n p ISONOISE_TAKES(n, a, b, c)) { return algorithm<n>(point(p) ISONOISE_HANDS(a, b, c)); }
#define ISONOISE_DEFINE(name, n, algorithm, a, b, c)                                                                   \
    ISONOISE_DEFINE_SUM(name, n, algorithm, a, b, c)                                                                   \
    float name(detail::ivec##n cell, detail::vec##n fraction ISONOISE_TAKES(n, a, b, c)) {                             \
        return algorithm<n>(point(cell, fraction) ISONOISE_HANDS(a, b, c));                                            \
    }
ISONOISE_FUNCTIONS(ISONOISE_DEFINE, ISONOISE_DEFINE_SUM)

}  // namespace isonoise::ISONOISE_TARGET
