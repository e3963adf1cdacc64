// A driver's floating-point behaviour.
#pragma once

namespace isonoise {

// How sums and products round; `other` if they do not agree.
enum class Rounding { nearest_even, toward_zero, up, down, other };
inline constexpr const char* kRoundings[] = {"nearest-even", "toward-zero", "up", "down", "other"};

// What the driver does to floating-point operations where a mode of the shaders protects them.
struct Arithmetic {
    bool fuses = false;     // a*b + c is rounded once
    bool reorders = false;  // (a + b) - b becomes a
    bool combines = false;  // (a * b) * c becomes a * (b * c)
    bool flushes = false;   // subnormal results are 0
    Rounding rounds = Rounding::other;
    bool operator==(const Arithmetic&) const = default;
};

}  // namespace isonoise
