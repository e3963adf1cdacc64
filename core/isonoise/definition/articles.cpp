// The functions of the articles' systems that isonoise.hpp declares, by their definition (definition/articles.hpp).
#include "isonoise/definition/articles.hpp"

namespace isonoise {

static const Permutation& standard_table() {
    static const Permutation table = permutation(0);
    return table;
}

namespace {

definition::vec<2> plain(detail::vec2 p) { return {p[0], p[1]}; }
definition::ivec<2> plain(detail::ivec2 p) { return {p[0], p[1]}; }

}  // namespace

namespace detail {

float axis2(ivec2 cell, vec2 fraction, const AxisTable& table) {
    return definition::axis2(plain(cell), definition::guard_fraction(plain(fraction)), table);
}
float axis2(vec2 p, const AxisTable& table) {
    return definition::axis2(definition::whole(plain(p)), definition::fraction(plain(p)), table);
}
float diagonal2(ivec2 cell, vec2 fraction) {
    return definition::diagonal2(plain(cell), definition::guard_fraction(plain(fraction)), standard_table());
}
float diagonal2(vec2 p) {
    return definition::diagonal2(definition::whole(plain(p)), definition::fraction(plain(p)), standard_table());
}

}  // namespace detail

float slope1(int cell, float fraction) {
    return definition::slope1(cell, definition::guard_fraction(fraction), standard_table());
}
float slope1(float p) {
    const definition::vec<1> at(p);
    return definition::slope1(definition::whole(at).x, definition::fraction(at).x, standard_table());
}

}  // namespace isonoise
