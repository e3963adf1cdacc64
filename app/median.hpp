// The median and other quantiles of some measurements.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace isonoise {

// With an even count, the higher of the two in the middle; 0 if there are none.
inline double median(std::vector<double> values) {
    if (values.empty()) return 0.0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// The value as far as `share` of the way from the lowest to the highest, 0 to 1. There must be one.
inline double quantile(std::vector<double> values, double share) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1) + 0.5);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

}  // namespace isonoise
