// Parts of the C++ standard library that the core uses and Emscripten 3.1 lacks. Included before every source.
#pragma once

#include <charconv>
#include <type_traits>

namespace std {

#ifndef __cpp_lib_bit_cast
template <class To, class From> constexpr To bit_cast(const From& from) { return __builtin_bit_cast(To, from); }
#endif

#ifndef __cpp_lib_to_chars
// JavaScript prints the shortest decimal that parses to the same number. third_party/toolchains/web.hpp uses the C
// library instead, which would make the compressed package 13 kB larger.
extern "C" __attribute__((import_module("js"), import_name("decimal"))) int isonoise_decimal(double, bool, char*);
inline to_chars_result to_chars(char* first, char*, double value) {
    return {first + isonoise_decimal(value, false, first), errc()};
}
inline to_chars_result to_chars(char* first, char*, float value) {
    return {first + isonoise_decimal(double(value), true, first), errc()};
}
// JavaScript passes numbers as numbers: no text is parsed.
inline from_chars_result from_chars(const char* first, const char*, double&) { return {first, errc::invalid_argument}; }
inline from_chars_result from_chars(const char* first, const char*, float&) { return {first, errc::invalid_argument}; }
inline from_chars_result from_chars(const char* first, const char*, float&, chars_format) {
    return {first, errc::invalid_argument};
}
#endif

}  // namespace std
