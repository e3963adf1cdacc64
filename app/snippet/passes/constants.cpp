#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "error.hpp"
#include "isonoise/function/compile.hpp"
#include "snippet/passes/passes.hpp"

namespace isonoise {

using function::Word;
using glsl::Declaration;
using glsl::Expression;
using glsl::Type;

static Expression prefixed(const std::string& sign, Expression of) {
    Expression e{.kind = Expression::prefix, .text = sign, .type = of.type};
    e.parts.push_back(std::move(of));
    return e;
}

static Expression number(Word word, Type::Kind kind) {
    Expression e{.kind = Expression::literal, .type = {.kind = kind}};
    if (kind == Type::boolean) {
        e.text = word != 0u ? "true" : "false";
    } else if (kind == Type::real) {
        const float x = function::real(word);
        if (!std::isfinite(x)) fail("a constant is not finite");
        e.text = fmt::format("{}", std::fabs(x));
        if (e.text.find_first_of(".e") == std::string::npos) e.text += ".0";
        if (std::signbit(x)) return prefixed("-", std::move(e));
    } else if (kind == Type::integer) {
        const auto x = static_cast<std::int32_t>(word);
        e.text = std::to_string(x < 0 ? 0u - word : word);
        if (word == 0x80000000u) {  // which not all languages can write
            Expression sum{.kind = Expression::binary, .text = "-", .type = e.type};
            sum.parts = {number(word + 1, kind), number(1, kind)};
            return sum;
        }
        if (x < 0) return prefixed("-", std::move(e));
    } else {
        e.text = std::to_string(word) + "u";
    }
    return e;
}

Expression constant_of(const Type& type, std::span<const Word> words) {
    Expression value{.kind = Expression::construct, .type = type};
    const Type::Kind kind = type.kind == Type::matrix ? Type::real : type.kind;
    const auto size = static_cast<std::size_t>(type.size), count = type.kind == Type::matrix ? size * size : size;
    if (type.array) {
        Type element = type;
        element.array = false;
        for (std::size_t i = 0; i + count <= words.size(); i += count)
            value.parts.push_back(constant_of(element, words.subspan(i, count)));
        return value;
    }
    if (count == 1) return number(words[0], kind);
    for (const Word word : words)
        value.parts.push_back(number(word, kind));
    return value;
}

void write_negative_literals(glsl::Program& program) {
    for (Declaration& d : program) {
        for_each_expression(d, [](Expression& e) {
            if (e.kind != Expression::literal || e.type.kind != Type::integer) return;
            const auto word = static_cast<Word>(std::strtoull(e.text.c_str(), nullptr, 0));
            if (word > 0x7FFFFFFFu) e = constant_of(e.type, std::array{word});
        });
    }
}

namespace {

class Folding {
  public:
    explicit Folding(glsl::Program& program) : program_(program) {
        for (const Declaration& d : program) {
            if (d.kind == Declaration::constant && !d.exact) constants_.insert(d.name);
        }
    }
    void run() {
        for (Declaration& d : program_) {
            if (d.exact || d.kind != Declaration::function) continue;
            find_locals(d);
            for_each_expression(d, [&](Expression& e) { fold(e); });
            drop_unused_locals(d);
        }
    }

  private:
    static bool is_real(const Expression& e) { return e.type.kind == Type::real || e.type.kind == Type::matrix; }

    void find_locals(Declaration& d) {
        locals_.clear();
        std::set<std::string> twice;
        const auto add = [&](const glsl::Variable& v, bool constant) {
            if (!locals_.emplace(v.name, constant && !v.value.empty() ? &v.value : nullptr).second)
                twice.insert(v.name);
        };
        for (const glsl::Variable& v : d.variables)
            add(v, false);
        for (glsl::Statement& body : d.body)
            for_each_statement(body, [&](glsl::Statement& s) {
                for (const glsl::Variable& v : s.variables)
                    add(v, s.constant);
            });
        for (const std::string& name : twice)
            locals_[name] = nullptr;
    }

    // Folded constants leave some, which compilers warn about.
    void drop_unused_locals(Declaration& d) const {
        std::size_t dropped = 0;
        do {
            std::set<std::string> used;
            for_each_expression(d, [&](Expression& e) {
                if (e.kind == Expression::name) used.insert(e.text);
            });
            const auto is_unused = [&](const glsl::Variable& v) {
                return !used.contains(v.name) && !v.value.empty() && is_constant(v.value[0]);
            };
            const auto drops = [&](const glsl::Statement& s) {
                return s.constant && !s.variables.empty() &&
                       std::all_of(s.variables.begin(), s.variables.end(), is_unused);
            };
            dropped = 0;
            for (glsl::Statement& body : d.body)
                for_each_statement(body, [&](glsl::Statement& s) {
                    if (s.kind == glsl::Statement::block) dropped += std::erase_if(s.parts, drops);
                });
        } while (dropped > 0);
    }

    bool is_constant(const Expression& e) const {
        const auto all = [&] {
            return std::all_of(e.parts.begin(), e.parts.end(),
                               [&](const Expression& part) { return is_constant(part); });
        };
        switch (e.kind) {
        case Expression::literal: return true;
        case Expression::name: {
            const auto local = locals_.find(e.text);
            if (local == locals_.end()) return constants_.contains(e.text);
            return local->second && is_constant(local->second->front());
        }
        case Expression::call: return e.function == glsl::kNoFunction && all();
        case Expression::step:
        case Expression::assign: return false;
        default: return all();
        }
    }

    // Constants in place of their names, as far as they are local.
    void replace_locals(Expression& e) const {
        for (Expression& part : e.parts)
            replace_locals(part);
        if (e.kind != Expression::name) return;
        const auto local = locals_.find(e.text);
        if (local == locals_.end()) return;
        Expression value = local->second->front();
        replace_locals(value);
        e = std::move(value);
    }
    std::vector<Word> words_of(Expression e) const {
        replace_locals(e);
        return function::constant_value(program_, e);
    }

    // Do some of its numbers not fit 32 bits? In shifts, negative numbers count as not fitting.
    bool wraps(const Expression& e, const std::vector<Word>& words) const {
        const auto wide = [natural = e.type.kind == Type::natural](Word word) {
            return natural ? std::int64_t{word} : std::int64_t{static_cast<std::int32_t>(word)};
        };
        if (e.kind == Expression::prefix)
            return e.text == "-" && e.type.kind == Type::natural &&
                   std::any_of(words.begin(), words.end(), [](Word word) { return word != 0u; });
        if (e.kind != Expression::binary) return false;
        const std::vector<Word> left = words_of(e.parts[0]), right = words_of(e.parts[1]);
        for (std::size_t i = 0; i < words.size(); ++i) {
            const Word last = right[right.size() == 1 ? 0 : i];
            const std::int64_t x = wide(left[left.size() == 1 ? 0 : i]), y = wide(last), is = wide(words[i]);
            const bool fits = e.text == "+"   ? x + y == is
                              : e.text == "-" ? x - y == is
                              : e.text == "*"
                                  ? static_cast<double>(x) * static_cast<double>(y) == static_cast<double>(is)
                              : e.text == "<<" ? x >= 0 && last < 32 && x << last == is
                                               : true;
            if (!fits) return true;
        }
        return false;
    }

    void fold(Expression& e) const {
        const auto is_minus = [](const Expression& one) { return one.kind == Expression::prefix && one.text == "-"; };
        if (is_minus(e)) {
            const Expression* of = &e.parts[0];
            while (of->kind == Expression::bracket)
                of = &of->parts[0];
            if (is_minus(*of)) {
                e = Expression(of->parts[0]);
                return;
            }
        }
        const bool operation =
            e.kind == Expression::binary || e.kind == Expression::call || (is_minus(e) && !is_real(e)) ||
            (e.kind == Expression::construct && !is_real(e) && !e.parts.empty() && is_real(e.parts[0]));
        if (!operation || e.parts.empty() || e.type.array || e.type.kind == Type::structure || !is_constant(e)) return;
        const std::vector<Word> words = words_of(e);
        const auto is_finite = [](Word word) { return std::isfinite(function::real(word)); };
        if (is_real(e) && !std::all_of(words.begin(), words.end(), is_finite)) return;
        if (is_real(e.parts[0]) || wraps(e, words)) e = constant_of(e.type, words);
    }

    glsl::Program& program_;
    std::set<std::string> constants_;
    // The variables of a function, with their values if they are constants.
    std::map<std::string, const std::vector<Expression>*> locals_;
};

}  // namespace

void fold_constants(glsl::Program& program) { Folding(program).run(); }

}  // namespace isonoise
