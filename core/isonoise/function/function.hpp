// Noise of your own: one function in GLSL, with the same bits on every GPU and here. docs/functions.md teaches it.
//
//   uniform float mountains = 0.6;  // 0..1: how much of the land
//   float noise(vec2 p) { return mix(perlin2(p, 7u), perlin2_fbm(p, 8u, 5.0, 0.5, 2.0), mountains); }
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "isonoise/batch.hpp"
#include "isonoise/error.hpp"

namespace isonoise {

namespace function {

// The text of a file that a function includes, by its name; nothing if there is none.
using Include = std::function<std::optional<std::string>(const std::string& name)>;

struct Code;
struct Source;
struct Made;

// The forms in which a text is compiled: noise() itself, with its gradient, at cells and fractions, or returning one of
// its variables.
struct Form {
    bool gradient = false, cells = false;
    std::optional<std::size_t> local = {};
    bool operator==(const Form&) const = default;
    bool operator<(const Form& other) const {
        return std::tie(gradient, cells, local) < std::tie(other.gradient, other.cells, other.local);
    }
};

}  // namespace function

// The longest period of a function, in units of coordinate. Floats further out are too coarse for tiles.
inline constexpr std::uint32_t kLongestPeriod = 1u << 20;

// Points far from the origin: point i lies at cells[c][i * strides[c]] + fractions[c][i * strides[c]] along axis c,
// each fraction in [0, 1].
struct CellPoints {
    std::array<const std::int32_t*, 4> cells = {};
    std::array<const float*, 4> fractions = {};
    std::array<std::ptrdiff_t, 4> strides = {1, 1, 1, 1};
    std::int64_t count = 0;
};

// A `uniform` of a function.
struct Parameter {
    std::string name;
    enum Kind { real, integer, natural, boolean } kind;
    int size = 1;                  // components
    std::vector<double> standard;  // the default of each component, 0 if the text has none
    std::vector<double> value;     // at first the default
    // From the comment on its line, such as `// 0..1: how much of the land`.
    std::optional<double> least, most;
    std::string about;
    // The values that it accepts: the range of its type, narrowed by that of its comment; of a `uint` or `uvecN period`
    // those up to kLongestPeriod.
    std::array<double, 2> range() const;
    bool operator==(const Parameter&) const = default;
};

class Function {
  public:
    // The text must define `noise`, which takes and returns a float or a vector of up to 4; else throws Error with
    // the place and the line, such as "islands.glsl:5:12: ...". `name` is the text's name in such messages.
    explicit Function(const std::string& text, const std::string& name = "function",
                      const function::Include& include = {});

    int dim() const { return dim_; }            // of the point
    int channels() const { return channels_; }  // of the result
    // Returns the function with its partial derivatives: 1 + dim() channels, first the value, with the same bits.
    // docs/functions.md says what counts as the derivative at bends and steps. Throws Error, with the place, if this
    // function returns more than a number or a derivative is not known.
    Function with_gradient() const;
    bool has_gradient() const { return form_.gradient; }
    // Returns the function in worlds of any size: coordinates stay a cell, a whole number of 32 bits that wraps around,
    // and a fraction, through sums, products with numbers, floor() and the like, until a noise takes them. Near the
    // origin values differ from this function's by no more than rounding. Throws Error, with the place, if a call
    // sets the point itself.
    Function with_cells() const;
    bool has_cells() const { return form_.cells; }
    // With cells, the places where a coordinate is still rounded to the nearest float, such as "islands.glsl:5:12" for
    // sin(p.x): what depends on these is as coarse as floats are.
    const std::vector<std::string>& rounded_places() const;
    const function::Form& form() const { return form_; }
    // The variables in the body of noise(), without arrays, matrices and structures, in the order of the text.
    struct Local {
        std::string name;
        int size = 1;  // components
    };
    const std::vector<Local>& locals() const { return locals_; }
    // Returns the function that has the last value of locals()[i] as its result, in floats; 0 where the variable gets
    // none. Throws Error if this function has a gradient and the variable is a vector.
    Function with_local(std::size_t i) const;
    const std::string& text() const { return text_; }
    const std::string& name() const { return name_; }
    // The texts of the files that it includes, by name.
    const std::map<std::string, std::string>& includes() const { return includes_; }
    // Compares the texts and the values of the parameters.
    bool operator==(const Function& other) const;

    const std::vector<Parameter>& parameters() const { return parameters_; }
    // Sets all components of a parameter. Throws Error if there is none of this name, or the values do not fit it.
    void set(const std::string& parameter, std::span<const double> values);
    // The bits of the components of parameter i; true is all ones.
    std::vector<std::uint32_t> words(std::size_t i) const;

    // Bounds a channel's values at all points within 2^60 of the origin, with the parameters as set. The bounds are
    // proved by interval arithmetic, so they may be wider than the values that occur. Returns nothing if it finds none,
    // because a value may be NaN or infinite, such as 1.0 / p.x, or grows with the point.
    std::optional<std::array<double, 2>> proved_range(int channel = 0) const;

    // The components of `uniform uvecN period` (`uint` in 1D), nothing if it has no such parameter. By convention they
    // are the units of coordinate after which the function repeats along each axis, up to kLongestPeriod; 0 is none.
    std::optional<std::array<std::uint32_t, 4>> period() const;

    // For each axis the cells of its finest noise, hash or floor() in a unit of coordinate, of fractals those of the
    // first octave; 0 if there are none. An estimate by the factors through which the coordinate gets there: of
    // coordinates further than 2^18 cells from 0, float keeps less than 64ths of a cell.
    std::array<double, 4> cells_per_unit() const;

    // How many octaves of noise a point takes, the mean of these points: a noise is one, a fractal has its own,
    // branches that a point does not take have none. Throws as evaluate() does.
    double octaves(const Points& points) const;

    // The function at one point, of dim() coordinates; `result` has channels() numbers. Takes about as long as twenty
    // points of a list in evaluate().
    void at(std::span<const float> point, std::span<float> result) const;

    // At many points: coordinate c of point i is points.coordinates[c][i * points.strides[c]], channel c of the result
    // goes to results[c][i]. Returns false if `progress` did. Throws std::invalid_argument if something is missing.
    bool evaluate(const Points& points, std::span<float* const> results, const BatchOptions& options = {}) const;

    // Far from the origin. Throws std::invalid_argument if the function has no cells.
    bool evaluate(const CellPoints& points, std::span<float* const> results, const BatchOptions& options = {}) const;

    // On a grid, x running fastest: the first channel at float(offset + (first + i) * step) along each axis, or where
    // per_period divides one of period(), at that point of the first period. A function with cells takes the
    // coordinates without rounding them to floats, and `along`. Axes beyond dim() have one point. Throws
    // std::invalid_argument if `values` has another size.
    bool evaluate(const GridAxes& grid, std::span<float> values, const BatchOptions& options = {}) const;

  private:
    function::Source source() const;
    Function with(const function::Form& form) const;
    void check_results(std::span<float* const> results) const;
    std::string text_, name_;
    std::map<std::string, std::string> includes_;
    int dim_ = 0, channels_ = 0;
    function::Form form_;
    std::vector<Local> locals_;
    std::vector<Parameter> parameters_;
    std::shared_ptr<function::Made> made_;  // shared by all copies
    std::shared_ptr<const function::Code> code_;
};

}  // namespace isonoise
