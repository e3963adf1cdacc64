// Wording of messages.
#pragma once

#include <algorithm>
#include <concepts>
#include <string>
#include <string_view>

#include <fmt/core.h>

namespace isonoise {

// "1 chunk", "2 chunks"; `many` is an irregular plural.
template <std::integral Count> std::string counted(Count count, std::string_view one, std::string_view many = {}) {
    if (count == 1) return fmt::format("1 {}", one);
    return many.empty() ? fmt::format("{} {}s", count, one) : fmt::format("{} {}", count, many);
}

// A field's name as an identifier: "value-two-layer" is value_two_layer.
inline std::string with_underscores(std::string name) {
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

}  // namespace isonoise
