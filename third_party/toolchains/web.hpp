// Parts of the C++ standard library that isonoise uses and Emscripten 3.1 lacks. Included before every source.
#pragma once
#if defined(__cplusplus) && __cplusplus >= 202002L

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>

namespace std {

#ifndef __cpp_lib_bit_cast
template <class To, class From> constexpr To bit_cast(const From& from) { return __builtin_bit_cast(To, from); }
#endif

#ifndef __cpp_lib_to_chars
// The shortest decimal that parses to the same number, in the shorter of both notations.
template <class Float, class = enable_if_t<is_floating_point_v<Float>>>
to_chars_result to_chars(char* first, char* last, Float value) {
    char text[64], plain[400];
    for (int digits = 1; digits <= 17; ++digits) {
        snprintf(text, sizeof text, "%.*e", digits - 1, double(value));
        if (Float(is_same_v<Float, float> ? strtof(text, nullptr) : strtod(text, nullptr)) == value) break;
    }
    if (isfinite(value)) {
        const char* const e = strchr(text, 'e');
        const char* const point = strchr(text, '.');
        const int decimals = int(point ? e - point - 1 : 0) - atoi(e + 1);
        snprintf(plain, sizeof plain, "%.*f", decimals > 0 ? decimals : 0, double(value));
    }
    const char* const shorter = isfinite(value) && strlen(plain) <= strlen(text) ? plain : text;
    const size_t size = strlen(shorter);
    if (size > size_t(last - first)) return {last, errc::value_too_large};
    memcpy(first, shorter, size);
    return {first + size, errc()};
}

// Only chars_format::hex, without 0x.
template <class Float, class = enable_if_t<is_floating_point_v<Float>>>
to_chars_result to_chars(char* first, char* last, Float value, chars_format) {
    char text[64];
    snprintf(text, sizeof text, "%a", double(value));
    char* const x = strstr(text, "0x");
    if (x) memmove(x, x + 2, strlen(x + 2) + 1);
    const size_t size = strlen(text);
    if (size > size_t(last - first)) return {last, errc::value_too_large};
    memcpy(first, text, size);
    return {first + size, errc()};
}

// Decimal numbers only: strtod would also accept leading blanks, a plus sign and hexadecimal numbers.
template <class Float, class = enable_if_t<is_floating_point_v<Float>>>
from_chars_result from_chars(const char* first, const char* last, Float& value) {
    char text[512];
    size_t size = 0;
    for (; first + size < last && size + 1 < sizeof text && strchr("+-.eE0123456789infatyINFATY", first[size]); ++size)
        text[size] = first[size];
    text[size] = 0;
    const char* const digits = text[0] == '-' ? text + 1 : text;
    if (*digits == 0 || *digits == '+' || *digits == '-') return {first, errc::invalid_argument};
    char* end = text;
    const Float number = is_same_v<Float, float> ? Float(strtof(text, &end)) : Float(strtod(text, &end));
    if (end == text) return {first, errc::invalid_argument};
    const bool is_number = *digits == '.' || (*digits >= '0' && *digits <= '9');
    if (is_number && isinf(number)) return {first + (end - text), errc::result_out_of_range};
    value = number;
    return {first + (end - text), errc()};
}

// Only chars_format::hex, without 0x.
template <class Float, class = enable_if_t<is_floating_point_v<Float>>>
from_chars_result from_chars(const char* first, const char* last, Float& value, chars_format) {
    char text[512] = "0x";
    size_t size = 2;
    for (; first + size - 2 < last && size + 1 < sizeof text && strchr("+-.pP0123456789abcdefABCDEF", first[size - 2]);
         ++size)
        text[size] = first[size - 2];
    text[size] = 0;
    char* end = text;
    const Float number = is_same_v<Float, float> ? Float(strtof(text, &end)) : Float(strtod(text, &end));
    if (end < text + 3) return {first, errc::invalid_argument};
    if (isinf(number)) return {first + (end - text - 2), errc::result_out_of_range};
    value = number;
    return {first + (end - text - 2), errc()};
}
#endif

}  // namespace std

#endif
