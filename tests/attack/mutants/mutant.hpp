// Included before a copy of the library in which tests/attack/mutants/instrument.py turns each constant, operator and
// index into a call with a number: one program contains every mutant, and a variable selects one. Constant expressions
// never change.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace mutants {

extern int chosen;        // the mutant of this run, or -1
extern bool reached[];    // by number: was it evaluated?
extern bool different[];  // by number: does it have a replacement?

// Is this mutant selected?
constexpr bool on(int id) {
    if (std::is_constant_evaluated()) return false;
    reached[id] = true;
    return id == chosen;
}

// Each operator becomes the first of these that is valid for the operands and has the same result type.
#define MUTANTS_TRY(expression)                                                                                        \
    if constexpr (requires {                                                                                           \
                      { expression } -> std::same_as<Result>;                                                          \
                  }) {                                                                                                 \
        if (!std::is_constant_evaluated()) different[id] = true;                                                       \
        if (on(id)) return expression;                                                                                 \
    } else

#define MUTANTS_BINARY(name, op, first, second)                                                                        \
    template <class A, class B> constexpr decltype(auto) name(int id, A&& a, B&& b) {                                  \
        using Result = decltype(std::forward<A>(a) op std::forward<B>(b));                                             \
        if constexpr (!std::is_reference_v<Result>) {                                                                  \
            MUTANTS_TRY(a first b) MUTANTS_TRY(a second b) { on(id); }                                                 \
        } else {                                                                                                       \
            on(id);                                                                                                    \
        }                                                                                                              \
        return std::forward<A>(a) op std::forward<B>(b);                                                               \
    }

MUTANTS_BINARY(add, +, -, |)
MUTANTS_BINARY(sub, -, +, &)
MUTANTS_BINARY(mul, *, /, +)
MUTANTS_BINARY(div, /, *, -)
MUTANTS_BINARY(rem, %, /, -)
MUTANTS_BINARY(both, &, |, ^)
MUTANTS_BINARY(either, |, &, ^)
MUTANTS_BINARY(differ, ^, |, &)
MUTANTS_BINARY(up, <<, >>, +)
MUTANTS_BINARY(down, >>, <<, +)
MUTANTS_BINARY(less, <, <=, ==)
MUTANTS_BINARY(less_equal, <=, <, ==)
MUTANTS_BINARY(greater, >, >=, ==)
MUTANTS_BINARY(greater_equal, >=, >, ==)
MUTANTS_BINARY(equal, ==, !=, <)
MUTANTS_BINARY(unequal, !=, ==, <)

// a op= b becomes a other= b.
#define MUTANTS_ASSIGNMENT(name, op, other)                                                                            \
    template <class A, class B> constexpr decltype(auto) name(int id, A&& a, B&& b) {                                  \
        using Result = decltype(a op std::forward<B>(b));                                                              \
        MUTANTS_TRY(a other b) { on(id); }                                                                             \
        return a op std::forward<B>(b);                                                                                \
    }
MUTANTS_ASSIGNMENT(add_to, +=, -=)
MUTANTS_ASSIGNMENT(sub_from, -=, +=)
MUTANTS_ASSIGNMENT(mul_by, *=, /=)
MUTANTS_ASSIGNMENT(div_by, /=, *=)
MUTANTS_ASSIGNMENT(rem_by, %=, /=)
MUTANTS_ASSIGNMENT(both_to, &=, |=)
MUTANTS_ASSIGNMENT(either_to, |=, &=)
MUTANTS_ASSIGNMENT(differ_to, ^=, |=)
MUTANTS_ASSIGNMENT(up_by, <<=, >>=)
MUTANTS_ASSIGNMENT(down_by, >>=, <<=)

// The second operand of && and || is evaluated only if needed. The mutants are || and &&.
template <class A, class B> constexpr bool logic_and(int id, A&& a, B&& b) {
    if (!std::is_constant_evaluated()) different[id] = true;
    return on(id) ? bool(a) || b() : bool(a) && b();
}
template <class A, class B> constexpr bool logic_or(int id, A&& a, B&& b) {
    if (!std::is_constant_evaluated()) different[id] = true;
    return on(id) ? bool(a) && b() : bool(a) || b();
}

// Unary operators disappear, ++ and -- are swapped, conditions are negated.
template <class A> constexpr decltype(auto) negative(int id, A&& a) {
    using Result = std::decay_t<decltype(-a)>;
    MUTANTS_TRY(+a) { on(id); }
    return -std::forward<A>(a);
}
template <class A> constexpr bool no(int id, A&& a) {
    if (!std::is_constant_evaluated()) different[id] = true;
    return on(id) ? bool(a) : !a;
}
template <class A> constexpr decltype(auto) inverse(int id, A&& a) {
    using Result = std::decay_t<decltype(~a)>;
    MUTANTS_TRY(+a) { on(id); }
    return ~std::forward<A>(a);
}
template <class A> constexpr A& increment(int id, A& a) {
    if constexpr (requires { --a; }) {
        if (!std::is_constant_evaluated()) different[id] = true;
        if (on(id)) return --a;
    }
    return ++a;
}
template <class A> constexpr A& decrement(int id, A& a) {
    if (!std::is_constant_evaluated()) different[id] = true;
    return on(id) ? ++a : --a;
}
template <class A> constexpr A increment_after(int id, A& a) {
    if constexpr (requires { a--; }) {
        if (!std::is_constant_evaluated()) different[id] = true;
        if (on(id)) return a--;
    }
    return a++;
}
template <class A> constexpr A decrement_after(int id, A& a) {
    if (!std::is_constant_evaluated()) different[id] = true;
    return on(id) ? a++ : a--;
}
template <class A> constexpr bool condition(int id, A&& a) {
    if (!std::is_constant_evaluated()) different[id] = true;
    return bool(a) != on(id);
}

// A number becomes the next one, 0.0 becomes 1.0, false becomes true.
template <class T> constexpr T literal(int id, T a) {
    if (!std::is_constant_evaluated()) different[id] = true;
    if (!on(id)) return a;
    if constexpr (std::is_same_v<T, bool>) {
        return !a;
    } else if constexpr (std::is_floating_point_v<T>) {
        return a == T(0) ? T(1) : std::nextafter(a, std::numeric_limits<T>::infinity());
    } else {
        return static_cast<T>(a + 1);
    }
}
// An index becomes its neighbour.
template <class T> constexpr decltype(auto) index(int id, T&& i) {
    using V = std::decay_t<T>;
    if constexpr (std::is_integral_v<V>) {
        if (!std::is_constant_evaluated()) different[id] = true;
        return on(id) ? static_cast<V>(i ^ V(1)) : V(i);
    } else {
        return std::forward<T>(i);
    }
}

}  // namespace mutants
