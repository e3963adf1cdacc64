#include <string_view>

#include "isonoise/function/cell_walk.hpp"

namespace isonoise::function {

using glsl::name_of;

// For one size: P is the structure, V the vector of its fractions, I that of its cells.
static constexpr std::string_view kEach = R"(
struct P { I cell; V f; };
P isonoise_point(V x) {
    V whole = floor(x);
    return P(I(whole), x - whole);
}
P isonoise_point(I cell) { return P(cell, V(0.0)); }
V isonoise_point_real(P p) { return V(p.cell) + p.f; }
V isonoise_point_fract(P p) { return p.f; }
P isonoise_point_floor(P p) { return P(p.cell, V(0.0)); }
P isonoise_point_add(P a, P b) {
    V sum = a.f + b.f;
    V whole = floor(sum);
    return P(a.cell + b.cell + I(whole), sum - whole);
}
P isonoise_point_subtract(P a, P b) {
    V rest = a.f - b.f;
    V whole = floor(rest);
    return P(a.cell - b.cell + I(whole), rest - whole);
}
P isonoise_point_negative(P p) { return isonoise_point_subtract(P(I(0), V(0.0)), p); }
P isonoise_point_choose(bool first, P a, P b) { return P(first ? a.cell : b.cell, first ? a.f : b.f); }
)";

static constexpr std::string_view kOne = R"(
int isonoise_point_int(IsonoisePoint1 p) { return p.cell < 0 && p.f > 0.0 ? p.cell + 1 : p.cell; }
IsonoisePoint1 isonoise_point_ceil(IsonoisePoint1 p) { return IsonoisePoint1(p.f > 0.0 ? p.cell + 1 : p.cell, 0.0); }
IsonoisePoint1 isonoise_point_abs(IsonoisePoint1 p) {
    return isonoise_point_choose(p.cell < 0, isonoise_point_negative(p), p);
}
// The product's whole part is exact: |k| is a whole number m of 24 bits times 2^-shift, and `high` and `low` are the
// 64 bits of cell * m. Factors below 2^-40 and from 2^24 on multiply the nearest float.
IsonoisePoint1 isonoise_point_times(IsonoisePoint1 p, float k) {
    uint bits = floatBitsToUint(k);
    uint exponent = (bits >> 23) & 255u;
    bool fits = exponent >= 87u && exponent <= 150u;
    uint m = (bits & 0x7FFFFFu) | 0x800000u;
    uint shift = fits ? 150u - exponent : 0u;
    uint cell = uint(p.cell);
    uint a = cell >> 16, b = cell & 0xFFFFu, c = m >> 16, d = m & 0xFFFFu;
    uint ad = a * d, bc = b * c;
    uint middle = ((b * d) >> 16) + (ad & 0xFFFFu) + (bc & 0xFFFFu);
    uint high = a * c + (ad >> 16) + (bc >> 16) + (middle >> 16);
    if (p.cell < 0) high -= m;
    uint low = cell * m, rest = 0u;
    if (shift >= 32u) {
        rest = low;
        low = high;
        high = uint(int(high) >> 31);
        shift -= 32u;
    }
    uint whole = (low >> shift) | ((high << 1) << (31u - shift));
    uint part = ((low << 1) << (31u - shift)) | (rest >> shift);
    float sum = p.f * abs(k) + float(part >> 8) * 5.9604644775390625e-8;
    float more = floor(sum);
    IsonoisePoint1 r = IsonoisePoint1(int(whole) + int(more), sum - more);
    IsonoisePoint1 less = isonoise_point_negative(r);
    if (k < 0.0) r = less;
    IsonoisePoint1 nearest = isonoise_point(isonoise_point_real(p) * k);
    if (!fits) r = nearest;
    return r;
}
)";

std::string point_type(int size) { return "IsonoisePoint" + std::to_string(size); }

static std::string vec(int size) { return name_of({.kind = glsl::Type::real, .size = size}); }
static std::string ivec(int size) { return name_of({.kind = glsl::Type::integer, .size = size}); }

// A component of a cell or a fraction.
static std::string part(const std::string& of, int size, std::size_t c) {
    return size == 1 ? of : of + "." + "xyzw"[c];
}

// Applies a function of one component to all.
static std::string lifted(const std::string& name, int size, bool has_factor) {
    std::string text = point_type(size) + " isonoise_point_" + name + "(" + point_type(size) + " p" +
                       (has_factor ? ", " + vec(size) + " k" : "") + ") {\n";
    std::string cells, fractions;
    for (std::size_t c = 0; c < static_cast<std::size_t>(size); ++c) {
        const char axis = "xyzw"[c];
        const std::string v = std::string(1, axis);
        text += std::string("    IsonoisePoint1 ") + axis + " = isonoise_point_" + name + "(IsonoisePoint1(p.cell." +
                v + ", p.f." + v + ")" + (has_factor ? ", k." + v : "") + ");\n";
        cells += (c ? ", " : "") + v + ".cell";
        fractions += (c ? ", " : "") + v + ".f";
    }
    return text + "    return " + point_type(size) + "(" + ivec(size) + "(" + cells + "), " + vec(size) + "(" +
           fractions + "));\n}\n";
}

std::string CellLibrary::standard() {
    std::string text;
    for (int size = 1; size <= 4; ++size) {
        for (std::size_t i = 0; i < kEach.size(); ++i) {
            const auto in_word = [&](std::size_t at) { return at < kEach.size() && glsl::in_word(kEach[at]); };
            const bool alone = !in_word(i - 1) && !in_word(i + 1);
            const char c = kEach[i];
            text += alone && c == 'P'   ? point_type(size)
                    : alone && c == 'V' ? vec(size)
                    : alone && c == 'I' ? ivec(size)
                                        : std::string(1, c);
        }
        if (size == 1) text += kOne;
        if (size == 1) continue;
        for (const char* name : {"ceil", "abs"})
            text += lifted(name, size, false);
        text += lifted("times", size, true);
        text += ivec(size) + " isonoise_point_int(" + point_type(size) + " p) {\n    return " + ivec(size) + "(";
        for (std::size_t c = 0; c < static_cast<std::size_t>(size); ++c)
            text += std::string(c ? ", " : "") + "isonoise_point_int(IsonoisePoint1(p.cell." + "xyzw"[c] + ", p.f." +
                    "xyzw"[c] + "))";
        text += ");\n}\n";
    }
    return text;
}

const std::string& CellLibrary::add(const std::string& name, const std::string& text) {
    const auto [at, is_new] = names_.insert(name);
    if (is_new) text_ += text;
    return *at;
}

std::string CellLibrary::swizzle(int from, const std::string& letters) {
    const int size = static_cast<int>(letters.size());
    const std::string name = "isonoise_point" + std::to_string(from) + "_" + letters;
    std::string cells, fractions;
    for (const char c : letters) {
        cells += (cells.empty() ? "" : ", ") + part("p.cell", from, glsl::component(c));
        fractions += (fractions.empty() ? "" : ", ") + part("p.f", from, glsl::component(c));
    }
    if (size > 1) cells = ivec(size) + "(" + cells + ")", fractions = vec(size) + "(" + fractions + ")";
    return add(name, point_type(size) + " " + name + "(" + point_type(from) + " p) { return " + point_type(size) + "(" +
                         cells + ", " + fractions + "); }\n");
}

std::string CellLibrary::joined(const std::vector<int>& sizes) {
    std::string name = "isonoise_point_of", parameters, cells, fractions;
    int size = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const std::string one(1, "abcd"[i]), comma = i ? ", " : "";
        name += "_" + std::to_string(sizes[i]);
        parameters += comma + point_type(sizes[i]) + " " + one;
        cells += comma + one + ".cell";
        fractions += comma + one + ".f";
        size += sizes[i];
    }
    return add(name, point_type(size) + " " + name + "(" + parameters + ") {\n    return " + point_type(size) + "(" +
                         ivec(size) + "(" + cells + "), " + vec(size) + "(" + fractions + "));\n}\n");
}

std::string CellLibrary::element(int from) {
    const std::string name = "isonoise_point_at";
    return add(name + std::to_string(from), "IsonoisePoint1 " + name + std::to_string(from) + "(" + point_type(from) +
                                                " p, int i) { return IsonoisePoint1(p.cell[i], p.f[i]); }\n");
}

std::string CellLibrary::with(int size, const std::string& letters) {
    const std::string name = "isonoise_point" + std::to_string(size) + "_with_" + letters;
    const int given = static_cast<int>(letters.size());
    std::string cells, fractions;
    for (std::size_t c = 0; c < static_cast<std::size_t>(size); ++c) {
        const std::size_t at = letters.find("xyzw"[c]);
        const std::string comma = c ? ", " : "";
        cells += comma + (at == std::string::npos ? part("p.cell", size, c) : part("x.cell", given, at));
        fractions += comma + (at == std::string::npos ? part("p.f", size, c) : part("x.f", given, at));
    }
    return add(name, point_type(size) + " " + name + "(" + point_type(size) + " p, " + point_type(given) +
                         " x) {\n    return " + point_type(size) + "(" + ivec(size) + "(" + cells + "), " + vec(size) +
                         "(" + fractions + "));\n}\n");
}

std::string CellLibrary::with_element(int size) {
    const std::string name = "isonoise_point" + std::to_string(size) + "_with";
    return add(name, point_type(size) + " " + name + "(" + point_type(size) + " p, int i, IsonoisePoint1 x) {\n    " +
                         ivec(size) + " cell = p.cell;\n    " + vec(size) +
                         " f = p.f;\n    cell[i] = x.cell;\n    f[i] = x.f;\n    return " + point_type(size) +
                         "(cell, f);\n}\n");
}

}  // namespace isonoise::function
