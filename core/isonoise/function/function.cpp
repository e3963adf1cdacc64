#include "isonoise/function/function.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <variant>

#include "isonoise/fast/parallel.hpp"
#include "isonoise/function/bounds.hpp"
#include "isonoise/function/compile.hpp"
#include "isonoise/function/library.hpp"
#include "isonoise/function/locals.hpp"
#include "isonoise/function/machine.hpp"
#include "isonoise/function/source.hpp"
#include "isonoise/untrusted.hpp"

namespace isonoise {
namespace {

using function::Word;
using glsl::Declaration;
using glsl::Type;

const glsl::Tokens& natives() {
    static const glsl::Tokens all = glsl::tokens(function::native_declarations());
    return all;
}
const glsl::Tokens& library() {
    static const glsl::Tokens all = glsl::tokens(function::library_text());
    return all;
}

// "// 0..1: how much of the land" as a range and a meaning.
void describe(const std::string& comment, Parameter& parameter) {
    std::string_view rest = comment;
    rest.remove_prefix(std::min(rest.find_first_not_of("/ \t"), rest.size()));
    const std::size_t dots = rest.find("..");
    const std::size_t end = rest.find_first_not_of("0123456789.eE+-", dots == std::string_view::npos ? dots : dots + 2);
    double least = 0, most = 0;
    if (dots != std::string_view::npos && parse_number(rest.substr(0, dots), least) &&
        parse_number(rest.substr(dots + 2, std::min(end, rest.size()) - dots - 2), most) && least < most) {
        parameter.least = least;
        parameter.most = most;
        rest.remove_prefix(std::min(rest.find_first_not_of(": \t", end), rest.size()));
    }
    parameter.about = rest.substr(0, rest.find_last_not_of(" \t\r") + 1);
}

double number(Word word, Parameter::Kind kind) {
    switch (kind) {
    case Parameter::real: return static_cast<double>(function::real(word));
    case Parameter::integer: return static_cast<std::int32_t>(word);
    case Parameter::natural: return word;
    default: return word != 0u ? 1 : 0;
    }
}
Word word(double number, Parameter::Kind kind) {
    switch (kind) {
    case Parameter::real: return function::bits(static_cast<float>(number));
    case Parameter::integer: return static_cast<Word>(static_cast<std::int32_t>(number));
    case Parameter::natural: return static_cast<Word>(number);
    default: return function::truth(number != 0);
    }
}

// To float, if it has the range.
double rounded(double number) {
    constexpr double most = std::numeric_limits<float>::max();
    return std::fabs(number) <= most ? static_cast<double>(static_cast<float>(number)) : number;
}

std::string text_of(double number) {
    std::array<char, 32> text;
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

// The ends of a comment's range, within the type's and whole if that is. A range without a value counts as none.
void fit_range(Parameter& p) {
    if (!p.least || !p.most) return;
    const bool whole = p.kind != Parameter::real;
    const double low = whole ? std::ceil(*p.least) : *p.least, high = whole ? std::floor(*p.most) : *p.most;
    p.least.reset();
    p.most.reset();
    const auto [least, most] = p.range();
    if (std::max(low, least) >= std::min(high, most)) return;
    p.least = std::max(low, least);
    p.most = std::min(high, most);
}

Parameter parameter_of(const glsl::Program& program, std::size_t index) {
    const Declaration& d = program[index];
    Parameter parameter{.name = d.name,
                        .kind = Parameter::real,
                        .size = d.type.size,
                        .standard = {},
                        .value = {},
                        .least = {},
                        .most = {},
                        .about = {}};
    switch (d.type.array ? Type::none : d.type.kind) {
    case Type::real: break;
    case Type::integer: parameter.kind = Parameter::integer; break;
    case Type::natural: parameter.kind = Parameter::natural; break;
    case Type::boolean: parameter.kind = Parameter::boolean; break;
    default: glsl::fault_at(d.tokens[0].location, "a uniform must be a number, a bool or a vector of those");
    }
    const std::vector<Word> words = function::constant_value(program, index);
    for (std::size_t c = 0; c < static_cast<std::size_t>(d.type.size); ++c)
        parameter.standard.push_back(words.empty() ? 0 : number(words[c], parameter.kind));
    parameter.value = parameter.standard;
    describe(d.after, parameter);
    fit_range(parameter);
    return parameter;
}

std::shared_ptr<const function::Code> code_of(const function::Source& source) {
    function::Code code = function::compiled(source.program, source.entry, source.parameters);
    code.rounded = source.rounded;
    return std::make_shared<const function::Code>(std::move(code));
}

// The words of all parameters.
std::vector<std::vector<Word>> words_of(const Function& function) {
    std::vector<std::vector<Word>> all;
    for (std::size_t i = 0; i < function.parameters().size(); ++i)
        all.push_back(function.words(i));
    return all;
}

// Blocks of points shared out to threads. `Source` puts the coordinates of `count` points from number `from` on into
// the machine's registers, `Sink` takes the results.
template <class Source, class Sink> struct Work {
    const function::Code& code;
    const std::vector<std::vector<Word>>& parameters;  // their components
    std::int64_t count;
    Source source;
    Sink sink;

    static constexpr std::int64_t kPiece = 16 * std::int64_t{function::kBlock};
    std::int64_t pieces() const { return (count + kPiece - 1) / kPiece; }
    function::Machine scratch() const {
        function::Machine machine(code, static_cast<std::size_t>(std::min(count, std::int64_t{function::kBlock})));
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            for (std::size_t c = 0; c < code.parameters[i].size(); ++c)
                machine.set(code.parameters[i][c], parameters[i][c]);
        }
        return machine;
    }
    void operator()(std::int64_t piece, function::Machine& machine) const {
        const std::int64_t end = std::min(count, (piece + 1) * kPiece);
        for (std::int64_t from = piece * kPiece; from < end; from += std::int64_t{function::kBlock}) {
            const auto points = static_cast<std::size_t>(std::min(end - from, std::int64_t{function::kBlock}));
            for (std::size_t c = 0; c < code.point.size(); ++c)
                source(c, from, points, machine.words(code.point[c]));
            machine.run(points);
            for (std::size_t c = 0; c < code.result.size(); ++c)
                sink(c, from, points, machine.words(code.result[c]));
        }
    }
};
template <class Source, class Sink>
bool run(const Function& function, const function::Code& code, std::int64_t count, const Source& source,
         const Sink& sink, const BatchOptions& options) {
    const std::vector<std::vector<Word>> parameters = words_of(function);
    return run_in_parallel(Work<Source, Sink>{code, parameters, count, source, sink}, options);
}

constexpr std::int64_t kMostPerPeriod = std::int64_t{1} << 31;

// Returns point i along an axis.
AxisPoint place(const GridAxis& axis, std::int64_t i, std::uint32_t period) {
    if (axis.per_period != 0)
        return axis_point(axis.offset, loop_point(axis.first + i, axis.per_period, period), period);
    return axis_point(axis.offset + static_cast<double>(axis.first + i) * axis.step, axis.along);
}
float coordinate(const GridAxis& axis, std::int64_t i, std::uint32_t period) {
    if (axis.per_period == 0) return static_cast<float>(axis.offset + static_cast<double>(axis.first + i) * axis.step);
    const AxisPoint point = place(axis, i, period);
    return static_cast<float>(static_cast<double>(point.cell) + static_cast<double>(point.fraction));
}

Word part_of(const AxisPoint& point, bool fraction) {
    return fraction ? function::bits(point.fraction) : static_cast<Word>(point.cell);
}

}  // namespace

std::array<double, 2> Parameter::range() const {
    double low = 0, high = 1;
    switch (kind) {
    case real: high = std::numeric_limits<float>::max(), low = -high; break;
    case integer: low = -0x1p31, high = 0x1p31 - 1; break;
    case natural: high = name == "period" ? kLongestPeriod : 0x1p32 - 1; break;
    case boolean: break;
    }
    return {std::max(low, least.value_or(low)), std::min(high, most.value_or(high))};
}

// Some editors put a mark of UTF-8 before a text.
static std::string without_mark(const std::string& text) {
    return text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text;
}

Function::Function(const std::string& text, const std::string& name, const function::Include& include)
    : text_(without_mark(text)), name_(name), made_(std::make_shared<function::Made>()) {
    const function::Include keeping = [&](const std::string& file) {
        std::optional<std::string> found = include ? include(file) : std::nullopt;
        if (found) includes_[file] = *found;
        return found;
    };
    try {
        function::read(text_, name, keeping);
        const function::Source all = source();
        const Declaration& main = all.program[all.main];
        dim_ = main.variables[0].type.size;
        channels_ = main.type.size;
        for (const std::size_t i : all.parameters)
            parameters_.push_back(parameter_of(all.program, i));
        for (const glsl::Variable& v : function::locals_of(main))
            locals_.push_back({v.name, v.type.size});
        code_ = code_of(all);
    } catch (const Error& e) {
        throw Error(function::with_line(e.what(), *this));
    }
}

function::Source Function::source() const {
    const function::Text text = function::read(*this);
    glsl::Tokens exact = natives();
    for (const auto& [name, noise] : text.presets) {
        const glsl::Tokens own = glsl::tokens(function::preset_declarations(name, *noise));
        exact.insert(exact.end(), own.begin(), own.end());
    }
    return function::resolved(exact, library(), text, form_);
}

// The codes of a text by their forms, or why there is none. Copies of a function share them: their texts are the same.
struct function::Made {
    std::mutex mutex;
    std::map<Form, std::variant<std::shared_ptr<const Code>, std::string>> all;
};

Function Function::with(const function::Form& form) const {
    Function one = *this;
    one.form_ = form;
    const int channels = form.local ? locals_.at(*form.local).size : channels_;
    one.channels_ = form.gradient ? 1 + dim_ : channels;
    const std::lock_guard lock(made_->mutex);
    auto& made = made_->all[form];
    if (auto* code = std::get_if<0>(&made); code && !*code) {
        try {
            made = code_of(one.source());
        } catch (const Error& e) {
            made = function::with_line(e.what(), *this);
        }
    }
    if (const auto* fault = std::get_if<std::string>(&made)) throw Error(*fault);
    one.code_ = std::get<0>(made);
    return one;
}

Function Function::with_gradient() const {
    function::Form form = form_;
    form.gradient = true;
    return with(form);
}

Function Function::with_cells() const {
    function::Form form = form_;
    form.cells = true;
    return with(form);
}

Function Function::with_local(std::size_t i) const {
    function::Form form = form_;
    form.local = i;
    return with(form);
}

const std::vector<std::string>& Function::rounded_places() const { return code_->rounded; }

bool Function::operator==(const Function& other) const {
    return text_ == other.text_ && includes_ == other.includes_ && parameters_ == other.parameters_ &&
           form_ == other.form_;
}

void Function::set(const std::string& parameter, std::span<const double> values) {
    const auto found =
        std::find_if(parameters_.begin(), parameters_.end(), [&](const Parameter& p) { return p.name == parameter; });
    if (found == parameters_.end()) {
        std::string names;
        for (const Parameter& p : parameters_)
            names += (names.empty() ? "" : ", ") + p.name;
        throw Error(name_ + " has no parameter " + in_quotes(parameter) +
                    (names.empty() ? "; it has none" : ", expected one of " + names));
    }
    Parameter& p = *found;
    if (values.size() != static_cast<std::size_t>(p.size))
        throw Error(p.name + ": expected " + std::to_string(p.size) +
                    (p.size == 1 ? " number, got " : " numbers, got ") + std::to_string(values.size()));
    const auto [least, most] = p.range();
    const bool real = p.kind == Parameter::real;
    for (const double x : values) {
        // Compares reals after rounding to float, so that 0.1 lies in 0..0.1.
        const bool fits = real ? rounded(x) >= rounded(least) && rounded(x) <= rounded(most)
                               : x >= least && x <= most && x == std::floor(x);
        if (!fits)
            throw Error(p.name + ": expected a " + (real ? "" : "whole ") + "number from " + text_of(least) + " to " +
                        text_of(most) + ", got " + text_of(x));
    }
    p.value.assign(values.begin(), values.end());
    if (real) std::transform(values.begin(), values.end(), p.value.begin(), rounded);
}

std::vector<std::uint32_t> Function::words(std::size_t i) const {
    std::vector<std::uint32_t> all;
    for (const double x : parameters_[i].value)
        all.push_back(word(x, parameters_[i].kind));
    return all;
}

std::optional<std::array<double, 2>> Function::proved_range(int channel) const {
    return function::bounds(*code_, words_of(*this)).at(static_cast<std::size_t>(channel));
}

std::array<double, 4> Function::cells_per_unit() const { return function::cells_per_unit(*code_, words_of(*this)); }

std::optional<std::array<std::uint32_t, 4>> Function::period() const {
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const Parameter& p = parameters_[i];
        if (p.name != "period" || p.kind != Parameter::natural || p.size != dim_) continue;
        const std::vector<Word> each = words(i);
        std::array<std::uint32_t, 4> all{};
        std::copy(each.begin(), each.end(), all.begin());
        return all;
    }
    return {};
}

void Function::at(std::span<const float> point, std::span<float> result) const {
    Points points;
    points.count = 1;
    std::vector<float*> results;
    for (std::size_t c = 0; c < point.size() && c < 4; ++c)
        points.coordinates[c] = &point[c];
    for (float& r : result)
        results.push_back(&r);
    evaluate(points, results);
}

void Function::check_results(std::span<float* const> results) const {
    if (results.size() != static_cast<std::size_t>(channels_) ||
        std::any_of(results.begin(), results.end(), [](const float* to) { return to == nullptr; }))
        throw std::invalid_argument("function: expected an output for each of its " + std::to_string(channels_) +
                                    " channels");
}

// The coordinates as Work takes them.
static auto source_of(const Function& function, const Points& points) {
    if (points.count < 0 || points.count > kMostPoints) throw std::invalid_argument("function: count out of range");
    for (int c = 0; c < function.dim(); ++c) {
        if (!points.coordinates[static_cast<std::size_t>(c)])
            throw std::invalid_argument("function: a coordinate is missing");
    }
    return [&, dim = static_cast<std::size_t>(function.dim())](std::size_t k, std::int64_t from, std::size_t count,
                                                               Word* to) {
        const std::size_t c = k % dim;
        const float* x = points.coordinates[c] + from * points.strides[c];
        for (std::size_t i = 0; i < count; ++i) {
            const float at = x[static_cast<std::ptrdiff_t>(i) * points.strides[c]];
            to[i] = function.has_cells() ? part_of(axis_point(static_cast<double>(at)), k >= dim) : function::bits(at);
        }
    };
}

double Function::octaves(const Points& points) const {
    const auto nowhere = [](std::size_t, std::int64_t, std::size_t, const Word*) {};
    const auto source = source_of(*this, points);
    const std::vector<std::vector<Word>> parameters = words_of(*this);
    const Work<decltype(source), decltype(nowhere)> work{*code_, parameters, points.count, source, nowhere};
    function::Machine machine = work.scratch();
    double sum = 0;
    machine.count_octaves(sum);
    for (std::int64_t piece = 0; piece < work.pieces(); ++piece)
        work(piece, machine);
    return points.count > 0 ? sum / static_cast<double>(points.count) : 0;
}

bool Function::evaluate(const Points& points, std::span<float* const> results, const BatchOptions& options) const {
    const auto source = source_of(*this, points);
    check_results(results);
    const auto sink = [&](std::size_t c, std::int64_t from, std::size_t count, const Word* words) {
        std::transform(words, words + count, results[c] + from, function::real);
    };
    return run(*this, *code_, points.count, source, sink, options);
}

bool Function::evaluate(const CellPoints& points, std::span<float* const> results, const BatchOptions& options) const {
    if (!has_cells()) throw std::invalid_argument("function: expected one with cells");
    if (points.count < 0 || points.count > kMostPoints) throw std::invalid_argument("function: count out of range");
    const auto dim = static_cast<std::size_t>(dim_);
    for (std::size_t c = 0; c < dim; ++c) {
        if (!points.cells[c] || !points.fractions[c]) throw std::invalid_argument("function: a coordinate is missing");
    }
    check_results(results);
    const auto source = [&](std::size_t k, std::int64_t from, std::size_t count, Word* to) {
        const std::size_t c = k % dim;
        for (std::size_t i = 0; i < count; ++i) {
            const std::ptrdiff_t at = (from + static_cast<std::ptrdiff_t>(i)) * points.strides[c];
            to[i] = part_of({points.cells[c][at], points.fractions[c][at]}, k >= dim);
        }
    };
    const auto sink = [&](std::size_t c, std::int64_t from, std::size_t count, const Word* words) {
        std::transform(words, words + count, results[c] + from, function::real);
    };
    return run(*this, *code_, points.count, source, sink, options);
}

bool Function::evaluate(const GridAxes& grid, std::span<float> values, const BatchOptions& options) const {
    const std::array<std::uint32_t, 4> repeat = period().value_or(std::array<std::uint32_t, 4>{});
    std::int64_t count = 1;
    std::array<std::int64_t, 4> before{};  // points of the axes before each
    for (std::size_t c = 0; c < 4; ++c) {
        before[c] = count;
        if (grid[c].count < 1 || grid[c].count > kMostPoints / count)
            throw std::invalid_argument("function: the number of points is out of range");
        if (!has_cells() && (grid[c].along.cell != 0 || grid[c].along.fraction != 0))
            throw std::invalid_argument("function: a grid along a loop is not supported");
        if (grid[c].per_period < 0 || grid[c].per_period > kMostPerPeriod ||
            (grid[c].per_period != 0 && (repeat[c] == 0 || repeat[c] >= kMostPerPeriod)))
            throw std::invalid_argument("function: per_period is out of range, or the function has no period");
        count *= grid[c].count;
    }
    if (static_cast<std::int64_t>(values.size()) != count)
        throw std::invalid_argument("function: expected room for " + std::to_string(count) + " values");
    const auto dim = static_cast<std::size_t>(dim_);
    const auto source = [&](std::size_t k, std::int64_t from, std::size_t points, Word* to) {
        const std::size_t c = k % dim;
        const GridAxis& axis = grid[c];
        for (std::size_t i = 0; i < points; ++i) {
            const std::int64_t at = (from + static_cast<std::int64_t>(i)) / before[c] % axis.count;
            to[i] = has_cells() ? part_of(place(axis, at, repeat[c]), k >= dim)
                                : function::bits(coordinate(axis, at, repeat[c]));
        }
    };
    const auto sink = [&](std::size_t c, std::int64_t from, std::size_t points, const Word* words) {
        if (c == 0) std::transform(words, words + points, values.begin() + from, function::real);
    };
    return run(*this, *code_, count, source, sink, options);
}

}  // namespace isonoise
