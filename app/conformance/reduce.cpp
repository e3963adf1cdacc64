#include "conformance/reduce.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/helper_text.hpp"
#include "conformance/slice.hpp"
#include "error.hpp"
#include "isonoise/function/compile.hpp"
#include "isonoise/function/reading/types.hpp"
#include "isonoise/text.hpp"

namespace isonoise {

using function::Word;
using glsl::Declaration;
using glsl::Type;

std::string protection(Mode mode) {
    if (mode == Mode::precise) return "#define ISO_PRECISE precise\n#define ISO_EXACT(x) (x)\n";
    if (mode == Mode::fast) return "#define ISO_PRECISE\n#define ISO_EXACT(x) (x)\n";
    return "// Always 0, which no compiler knows: separates operations, so that none is fused or reordered.\n"
           "uint barrier = 0u;\n"
           "void raise(uint b) { uint x = b & 0x7FFu, u = x * (x + 3u); barrier = (u * (u + 2u)) & 7u; }\n"
           "#define ISO_PRECISE\n"
           "#define ISO_EXACT(x) uintBitsToFloat(floatBitsToUint(x) + barrier)\n";
}

std::string raised(std::size_t inputs, const char* before) {
    std::string sum;
    for (std::size_t i = 0; i < inputs; ++i)
        sum += (i ? " + " : "") + (before + input_name(i));
    return "raise(" + (sum.empty() ? "0u" : sum) + ");";
}

namespace {

constexpr std::size_t kMostOperations = 400;  // to try one by one

// ---- Settings and points

// Points of `check`'s kind, the simplest first: multiples of 1, 1/2, 1/4 ... near the origin, then all kinds.
void simple_points(const Check& check, std::vector<glm::ivec4>& cells, std::vector<glm::vec4>& points) {
    Random random(0);
    cells.clear();
    points.clear();
    for (int bits = 0; bits < 16; ++bits) {
        for (int i = 0; i < 64; ++i) {
            glm::ivec4 cell;
            glm::vec4 point;
            for (int c = 0; c < 4; ++c) {
                cell[c] = static_cast<int>(random.next() % 4);
                const auto range = static_cast<double>((check.cells ? 1 : 4) << bits);
                point[c] = static_cast<float>(std::ldexp(std::floor(random.between(0, range)), -bits));
            }
            cells.push_back(cell);
            points.push_back(point);
        }
    }
    const std::size_t simple = points.size();
    cells.resize(4096);
    points.resize(4096);
    if (check.cells) {
        fill_cells(random, std::span(cells).subspan(simple), std::span(points).subspan(simple));
    } else {
        fill_points(random, std::span(points).subspan(simple), true);
    }
}

// The difference with as few settings as possible beside their defaults, at as simple a point.
Difference simplest(NoiseDriver& driver, const Check& check, const Difference& difference) {
    std::vector<glm::ivec4> cells;
    std::vector<glm::vec4> points;
    simple_points(check, cells, points);
    cells.back() = difference.cell;
    points.back() = difference.point;
    Difference best = difference;
    const auto try_out = [&](const Settings& settings) {
        if (!problem(settings).empty() || settings == best.settings) return false;
        const auto found = first_difference(driver, check, settings, cells, points);
        if (found) best = *found;
        return found.has_value();
    };
    if (const auto found = first_difference(driver, check, best.settings, cells, points)) best = *found;
    const Settings defaults;
    std::vector<std::string> names;
    for_each_setting([&](const SettingInfo& info, auto) { names.push_back(info.name); });
    for (const std::string& name : names) {
        if (name == "algorithm" || name == "dim") continue;
        // A function of the library has these in its name: perlin3_fbm() stays one.
        if (check.function && (name == "octaves" || name == "period" || name == "loop")) continue;
        Settings settings = best.settings;
        if (set(settings, name, get(defaults, name)).empty()) try_out(nearest(settings));
    }
    for (float octaves = check.function ? 2.0f : 1.0f; octaves < best.settings.octaves; ++octaves) {
        Settings settings = best.settings;
        settings.octaves = octaves;
        if (try_out(settings)) break;
    }
    return best;
}

// ---- The driver

// A call, compiled for the driver.
class Compiled {
  public:
    // `inputs`: how many words the text has. Throws Error if the driver refuses it.
    Compiled(NoiseDriver& driver, const std::string& functions, const CallText& call, std::size_t inputs)
        : words_(call.words.size()) {
        const Mode mode = driver.mode();
        std::string text = protection(mode);
        for (std::size_t i = 0; i < inputs; i += 4)
            text += fmt::format("uniform uvec4 a{};\n", i / 4);
        text += "uniform uint part;\nlayout(location = 0) out uvec4 found;\n" + functions + "void main() {\n";
        if (mode == Mode::zero) text += "    " + raised(inputs) + "\n";
        for (const std::string& statement : call.statements)
            text += "    " + statement + "\n";
        text += "    found = uvec4(0u);\n";
        for (std::size_t i = 0; i < call.words.size(); ++i)
            text += fmt::format("    if (part == {}u) found.{} = {};\n", i / 4, "xyzw"[i % 4], call.words[i]);
        shader_ = driver.word_shader({text + "}\n", {}, {}}, "a helper");
    }

    // The words of its results.
    std::vector<Word> operator()(const std::vector<Word>& inputs) {
        using Four = std::array<Word, 4>;
        for (std::size_t i = 0; i < inputs.size(); i += 4) {
            Four four = {};
            std::copy_n(inputs.begin() + static_cast<std::ptrdiff_t>(i), std::min<std::size_t>(4, inputs.size() - i),
                        four.begin());
            shader_->set(fmt::format("a{}", i / 4), four);
        }
        std::vector<Word> found;
        for (Word part = 0; found.size() < words_; ++part) {
            Four four = {};
            shader_->set("part", part);
            shader_->draw();
            shader_->read(std::span(&four, 1));
            found.insert(found.end(), four.begin(), four.end());
        }
        found.resize(words_);
        return found;
    }

  private:
    std::size_t words_;
    std::unique_ptr<WordShader> shader_;
};

// ---- Helpers

// The definition at a point: its text, that of the program's own shaders, and what it computes.
struct Definition {
    glsl::Program library;  // all of it, not parsed
    glsl::Program program;  // what the check needs
    Trace trace;
};

Definition definition_at(const Check& check, const Difference& d) {
    const auto root_of = [](const glsl::Program& all) {
        const auto found = std::find_if(all.begin(), all.end(), [](const Declaration& one) {
            return one.kind == Declaration::function && one.name == kChecked;
        });
        return static_cast<std::size_t>(found - all.begin());
    };
    glsl::Program library = library_for(check, d.settings, ShaderFiles());
    glsl::Program program = glsl::needed(library, {root_of(library)});
    const function::Code code = function::compiled(program, root_of(program), {});
    std::vector<Word> point;
    for (int c = 0; check.cells && c < d.settings.dim; ++c)
        point.push_back(static_cast<Word>(d.cell[c]));
    for (int c = 0; c < d.settings.dim; ++c)
        point.push_back(std::bit_cast<Word>(d.point[c]));
    std::optional<Trace> run = trace(code, point);
    if (!run) fail("it takes too many steps");
    const Word word = run->values[run->result[static_cast<std::size_t>(d.component)]].word;
    if (!agrees(word, std::bit_cast<Word>(d.cpu), true)) fail("the text of the program's shaders gives another value");
    return {std::move(library), std::move(program), *std::move(run)};
}

std::string joined(const std::vector<std::string>& lines) { return fmt::format("{}", fmt::join(lines, "")); }

std::vector<Word> words_of(const Trace& trace, const std::vector<std::size_t>& values) {
    std::vector<Word> words;
    for (const std::size_t id : values)
        words.push_back(trace.values[id].word);
    return words;
}

// A call that the driver's shaders get wrong.
struct WrongCall {
    const TracedCall* call;
    std::size_t word;  // the first wrong one of its results
    Word found;
    CallText text;
    std::vector<std::string> declarations;  // what it calls
    bool exact;                             // see HelperText
};

// Leaves out declarations that the function compiles without: a text that cannot be parsed comes with all overloads.
std::string pruned(NoiseDriver& driver, const std::vector<std::string>& declarations, const CallText& call,
                   std::size_t inputs) {
    std::vector<bool> kept(declarations.size(), true);
    const auto text = [&] {
        std::string all;
        for (std::size_t i = 0; i < declarations.size(); ++i)
            all += kept[i] ? declarations[i] : "";
        return all;
    };
    for (std::size_t i = declarations.size(); i-- > 0;) {
        kept[i] = false;
        try {
            Compiled(driver, text(), call, inputs);
        } catch (const Error&) {
            kept[i] = true;
        }
    }
    return text();
}

// The first call, inner ones first, whose results differ on the driver: all calls in it are right.
std::optional<WrongCall> first_wrong(NoiseDriver& driver, const Definition& definition, const glsl::Program& shaders) {
    struct Helper {
        HelperText helper;
        CallText text;
        std::optional<Compiled> compiled;
    };
    std::map<std::size_t, Helper> helpers;
    std::set<std::pair<std::size_t, std::vector<Word>>> seen;
    for (const TracedCall& call : definition.trace.calls) {
        const std::vector<Word> inputs = words_of(definition.trace, call.in);
        if (!seen.insert({call.function, inputs}).second) continue;
        const Declaration& f = definition.program[call.function];
        auto [at, is_new] = helpers.try_emplace(call.function);
        Helper& own = at->second;
        if (is_new) {
            own.helper = text_with(shaders, f);
            own.text = call_text(definition.program, f);
            try {
                if (!own.helper.declarations.empty() && !own.text.words.empty())
                    own.compiled.emplace(driver, joined(own.helper.declarations), own.text, inputs.size());
            } catch (const Error&) {
                // Another one of the user's shaders, which only outer calls reach.
            }
        }
        if (!own.compiled) continue;
        const std::vector<Word> found = (*own.compiled)(inputs), expected = words_of(definition.trace, call.out);
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (!agrees(expected[i], found[i], own.text.kinds[i] == Type::real))
                return WrongCall{&call, i, found[i], own.text, own.helper.declarations, own.helper.exact};
        }
    }
    return {};
}

// ---- Operations

Compiled compiled(NoiseDriver& driver, const Slice& slice) {
    std::string text = "uint failing() {\n";
    for (const std::string& line : slice.glsl(input_name))
        text += line + "\n";
    return Compiled(driver, text + "}\n", {{}, {"failing()"}, {Type::natural}}, slice.inputs().size());
}

// The driver's result for a slice; nothing if the slice has no text.
std::optional<Word> drawn(NoiseDriver& driver, const Trace& trace, const Slice& slice) {
    if (!slice.computes() || !slice.has_text()) return {};
    return compiled(driver, slice)(words_of(trace, slice.inputs()))[0];
}

// As few operations of a call as still give a wrong result.
std::optional<std::pair<Slice, Word>> fewest(NoiseDriver& driver, const Trace& trace, const WrongCall& wrong) {
    const std::set<std::size_t> arguments(wrong.call->in.begin(), wrong.call->in.end());
    const Slice all(trace, wrong.call->out[wrong.word], arguments);
    if (all.operations().size() > kMostOperations) return {};
    std::set<std::size_t> given = arguments;
    for (const std::size_t id : all.operations()) {
        if (trace.values[id].operation == function::Operation::divide) given.insert(id);
    }
    const auto wrong_value = [&](const Slice& slice) -> std::optional<Word> {
        const std::optional<Word> found = drawn(driver, trace, slice);
        const TracedValue& v = trace.values[slice.output()];
        if (!found || agrees(v.word, *found, gives_real(v.operation))) return {};
        return found;
    };
    for (const std::size_t output : all.operations()) {
        if (given.contains(output)) continue;
        Slice slice(trace, output, given);
        std::optional<Word> found = wrong_value(slice);
        if (!found) continue;
        for (const std::size_t id : std::vector(slice.operations())) {
            if (id == output) continue;
            std::set<std::size_t> more = given;
            more.insert(id);
            const Slice smaller(trace, output, more);
            const std::optional<Word> still = wrong_value(smaller);
            if (!still) continue;
            given = std::move(more);
            slice = smaller;
            found = still;
        }
        return std::pair(slice, *found);
    }
    return {};
}

}  // namespace

FailingCase reduced(NoiseDriver& driver, const Check& check, const Difference& difference) {
    Check points = check;
    points.grid = Check::Grid::none;
    if (!first_difference(driver, points, difference.settings, std::span(&difference.cell, 1),
                          std::span(&difference.point, 1)))
        fail("{}", check.grid == Check::Grid::none ? "it does not show again" : "it shows on grids alone");
    return reduced_at(driver, points, simplest(driver, points, difference));
}

FailingCase reduced_at(NoiseDriver& driver, const Check& points, const Difference& d) {
    const Definition definition = definition_at(points, d);
    const glsl::Program own = library_for(points, d.settings, driver.files());
    const std::optional<WrongCall> wrong = first_wrong(driver, definition, own);
    if (!wrong)
        fail("no function of the library is wrong by itself{}",
             driver.files().has_directory() ? ", with the program's own ISO_PRECISE and ISO_EXACT" : "");

    const Trace& trace = definition.trace;
    const Declaration& helper = definition.program[wrong->call->function];
    FailingCase result;
    result.function = points.name;
    result.point = describe(d);
    if (helper.name != kChecked) {
        result.helper = helper.name;
        result.place = helper.tokens[0].location;
    }
    result.mode = driver.mode();
    result.of_text = wrong->declarations != text_with(definition.library, helper).declarations;
    if (const auto few = fewest(driver, trace, *wrong)) {
        const auto& [slice, found] = *few;
        result.real = gives_real(trace.values[slice.output()].operation);
        result.expected = trace.values[slice.output()].word;
        result.found = found;
        result.inputs = words_of(trace, slice.inputs());
        result.body = slice.glsl(input_name);
        result.wgsl = slice.wgsl([](std::size_t i) { return "inputs." + input_name(i); }, driver.mode() != Mode::fast);
        Compiled on_driver = compiled(driver, slice);
        std::vector<Slice::Sample> samples;
        for (const std::vector<Word>& inputs : slice.near_inputs())
            samples.push_back({inputs, on_driver(inputs)[0]});
        result.cause = slice.cause(samples);
        return result;
    }
    // Not as operations in one function: as calls, in the words of the shaders.
    result.real = wrong->text.kinds[wrong->word] == Type::real;
    const std::size_t output = wrong->call->out[wrong->word];
    result.expected = trace.values[output].word;
    result.found = wrong->found;
    result.inputs = words_of(trace, wrong->call->in);
    const std::size_t inputs = wrong->call->in.size();
    result.functions =
        wrong->exact ? joined(wrong->declarations) : pruned(driver, wrong->declarations, wrong->text, inputs);
    result.body = wrong->text.statements;
    result.body.push_back("return " + wrong->text.words[wrong->word] + ";");
    const Slice slice(trace, output, {wrong->call->in.begin(), wrong->call->in.end()});
    if (slice.operations().size() > kMostOperations) return result;
    Compiled on_driver(driver, result.functions, wrong->text, inputs);
    std::vector<Slice::Sample> samples;
    for (const std::vector<Word>& near : slice.near_inputs()) {
        std::vector<Word> words = result.inputs;
        for (std::size_t i = 0; i < words.size(); ++i) {
            const auto at = std::find(slice.inputs().begin(), slice.inputs().end(), wrong->call->in[i]);
            if (at != slice.inputs().end()) words[i] = near[static_cast<std::size_t>(at - slice.inputs().begin())];
        }
        samples.push_back({near, on_driver(words)[wrong->word]});
    }
    result.cause = slice.cause(samples, true);
    return result;
}

}  // namespace isonoise
