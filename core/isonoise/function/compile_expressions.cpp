#include <algorithm>
#include <cstdlib>

#include "isonoise/function/compiler.hpp"
#include "isonoise/function/library.hpp"
#include "isonoise/untrusted.hpp"

namespace isonoise::function {

using glsl::fault;

// ---- Expressions

Words Compiler::value(const Expression& e) {
    switch (e.kind) {
    case Expression::literal: return {literal(e)};
    case Expression::name: return name(e);
    case Expression::call: return call(e);
    case Expression::construct: return construct(e);
    case Expression::index: return index(e);
    case Expression::field: return field(e);
    case Expression::bracket: return value(e.parts[0]);
    case Expression::prefix: return prefix(e);
    case Expression::binary: return binary(e);
    case Expression::ternary: return ternary(e);
    case Expression::step:
    case Expression::assign: glsl::fault_at(e.where, "an assignment must be a statement by itself");
    }
    return {};
}

Handle Compiler::literal(const Expression& e) {
    const std::string& text = e.text;
    if (text == "true" || text == "false") return builder_.constant(truth(text == "true"));
    if (e.type.kind == Type::real) {
        float x = 0;
        if (parse_float(text, x) != std::errc())
            glsl::fault_at(e.where, "the number ", in_quotes(text), " is too large");
        return real_constant(x);
    }
    const std::string digits = text.back() == 'u' ? text.substr(0, text.size() - 1) : text;
    const bool octal = digits.size() > 1 && digits[0] == '0' && digits[1] != 'x';
    const unsigned long long x = std::strtoull(digits.c_str(), nullptr, octal ? 8 : 0);
    if (x > 0xFFFFFFFFull || digits.size() > 12)
        glsl::fault_at(e.where, "the number ", in_quotes(text), " is too large");
    return builder_.constant(static_cast<Word>(x));
}

Words Compiler::name(const Expression& e) {
    if (const Named* named = find(e.text)) return named->words;
    return constant(e.text);
}

Words Compiler::constant(const std::string& name) {
    const auto found = std::find_if(program_.begin(), program_.end(), [&](const Declaration& d) {
        return d.name == name && d.kind == Declaration::constant;
    });
    if (found == program_.end()) fault("the value of ", in_quotes(name), " is not constant");
    frames_.push_back({scopes_.size(), 0});
    scopes_.emplace_back();
    Named named{.type = found->type, .words = value(found->value[0])};
    if (!found->length.empty() && named.words.size() != size_of(found->type) * length_of(found->length[0]))
        glsl::fault_at(found->value[0].where, "the array ", in_quotes(name), " has another length than its value");
    scopes_.pop_back();
    frames_.pop_back();
    if (std::any_of(named.words.begin(), named.words.end(), [&](const Handle& h) { return !builder_.word(h); }))
        glsl::fault_at(found->tokens[0].location, "the value of ", in_quotes(name), " is not constant");
    return (globals_[name] = std::move(named)).words;
}

Words Compiler::prefix(const Expression& e) {
    Words words = value(e.parts[0]);
    for (Handle& h : words) {
        if (e.text == "!" || e.text == "~") h = builder_.emit(Operation::invert, h);
        if (e.text == "-")
            h = e.type.kind == Type::real || e.type.kind == Type::matrix
                    ? builder_.emit(Operation::negate, h)
                    : builder_.emit(Operation::int_subtract, builder_.constant(0), h);
    }
    return words;
}

Words Compiler::binary(const Expression& e) {
    const Words left = value(e.parts[0]), right = value(e.parts[1]);
    return combined(e.text, left, right, e.parts[0].type.kind);
}

Words Compiler::combined(const std::string& sign, const Words& left, const Words& right, Type::Kind kind) {
    Words words;
    if (sign == "==" || sign == "!=") {
        Handle all = builder_.constant(~Word{0});
        for (std::size_t i = 0; i < left.size(); ++i)
            all = builder_.emit(Operation::both, all, compare(Operation::equal, left[i], right[i], kind));
        return {sign == "==" ? all : builder_.emit(Operation::invert, all)};
    }
    const std::size_t size = std::max(left.size(), right.size());
    for (std::size_t i = 0; i < size; ++i)
        words.push_back(operation(sign, left[left.size() == 1 ? 0 : i], right[right.size() == 1 ? 0 : i], kind));
    return words;
}

Handle Compiler::compare(Operation operation, const Handle& a, const Handle& b, Type::Kind kind) {
    if (kind == Type::real || kind == Type::matrix) return builder_.emit(operation, a, b);
    const bool natural = kind == Type::natural;
    if (operation == Operation::equal) return builder_.emit(Operation::int_equal, a, b);
    if (operation == Operation::less) return builder_.emit(natural ? Operation::uint_less : Operation::int_less, a, b);
    return builder_.emit(natural ? Operation::uint_at_most : Operation::int_at_most, a, b);
}

Handle Compiler::operation(const std::string& sign, const Handle& a, const Handle& b, Type::Kind kind) {
    const bool is_real = kind == Type::real || kind == Type::matrix, natural = kind == Type::natural;
    if (sign == "<") return compare(Operation::less, a, b, kind);
    if (sign == ">") return compare(Operation::less, b, a, kind);
    if (sign == "<=") return compare(Operation::at_most, a, b, kind);
    if (sign == ">=") return compare(Operation::at_most, b, a, kind);
    if (sign == "+") return builder_.emit(is_real ? Operation::add : Operation::int_add, a, b);
    if (sign == "-") return builder_.emit(is_real ? Operation::subtract : Operation::int_subtract, a, b);
    if (sign == "*") return builder_.emit(is_real ? Operation::multiply : Operation::int_multiply, a, b);
    if (sign == "/")
        return builder_.emit(is_real   ? Operation::divide
                             : natural ? Operation::uint_divide
                                       : Operation::int_divide,
                             a, b);
    if (sign == "%") return builder_.emit(natural ? Operation::uint_remainder : Operation::int_remainder, a, b);
    if (sign == "<<") return builder_.emit(Operation::shift_left, a, b);
    if (sign == ">>") return builder_.emit(natural ? Operation::shift_right : Operation::shift_signed, a, b);
    if (sign == "&" || sign == "&&") return builder_.emit(Operation::both, a, b);
    if (sign == "|" || sign == "||") return builder_.emit(Operation::either, a, b);
    if (sign == "^" || sign == "^^") return builder_.emit(Operation::exclusive, a, b);
    fault("the operator ", in_quotes(sign), " is not known here");
}

Words Compiler::ternary(const Expression& e) {
    const Words condition = value(e.parts[0]), yes = value(e.parts[1]), no = value(e.parts[2]);
    Words words;
    for (std::size_t i = 0; i < yes.size(); ++i)
        words.push_back(builder_.emit(Operation::choose, condition[0], yes[i], no[i]));
    return words;
}

Words Compiler::construct(const Expression& e) {
    Words given;
    std::vector<Type::Kind> kinds;
    for (std::size_t i = 0; i < e.parts.size(); ++i) {
        for (Handle& h : value(e.parts[i])) {
            given.push_back(std::move(h));
            kinds.push_back(e.parts[i].type.kind);
        }
    }
    if (e.type.array || e.type.kind == Type::structure) return given;
    const std::size_t size = size_of(e.type);
    if (e.type.kind == Type::matrix && given.size() == 1) {  // on the diagonal
        Words words;
        const auto n = static_cast<std::size_t>(e.type.size);
        for (std::size_t i = 0; i < size; ++i)
            words.push_back(i % (n + 1) == 0 ? given[0] : real_constant(0));
        return words;
    }
    Words words;
    for (std::size_t i = 0; i < size; ++i) {
        const std::size_t from = given.size() == 1 ? 0 : i;
        words.push_back(converted(given[from], kinds[from], e.type.kind));
    }
    return words;
}

Handle Compiler::converted(const Handle& h, Type::Kind from, Type::Kind to) {
    const bool was_real = from == Type::real || from == Type::matrix, is_real = to == Type::real || to == Type::matrix;
    if (to == Type::boolean && from != Type::boolean) {
        const Handle zero = compare(Operation::equal, h, builder_.constant(0), from);
        return builder_.emit(Operation::invert, zero);
    }
    if (from == Type::boolean && to != Type::boolean)
        return builder_.emit(Operation::both, h, is_real ? real_constant(1) : builder_.constant(1));
    if (was_real && !is_real) return builder_.emit(to == Type::natural ? Operation::to_uint : Operation::to_int, h);
    if (!was_real && is_real)
        return builder_.emit(from == Type::natural ? Operation::from_uint : Operation::from_int, h);
    return h;
}

Words Compiler::index(const Expression& e) {
    const Words from = value(e.parts[0]);
    const std::size_t size = size_of(e.type);
    const Handle at = value(e.parts[1])[0];
    const std::size_t count = from.size() / size;
    if (const Word* word = builder_.word(at)) {
        const std::size_t i = std::min<std::size_t>(*word, count - 1);
        return {from.begin() + static_cast<std::ptrdiff_t>(i * size),
                from.begin() + static_cast<std::ptrdiff_t>((i + 1) * size)};
    }
    // Indices beyond the end take the last element, as unsigned numbers.
    Words words(from.end() - static_cast<std::ptrdiff_t>(size), from.end());
    for (std::size_t i = 0; i + 1 < count; ++i) {
        const Handle is = builder_.emit(Operation::int_equal, at, builder_.constant(static_cast<Word>(i)));
        for (std::size_t k = 0; k < size; ++k)
            words[k] = builder_.emit(Operation::choose, is, from[i * size + k], words[k]);
    }
    return words;
}

std::vector<std::size_t> Compiler::places(const Type& owner, const std::string& field) {
    std::vector<std::size_t> at;
    if (owner.kind == Type::structure) {
        std::size_t from = 0;
        for (const Variable& one : structure(owner).variables) {
            const std::size_t size = size_of(one.type) * (one.type.array ? length_of(one) : 1);
            for (std::size_t i = 0; i < size && one.name == field; ++i)
                at.push_back(from + i);
            from += size;
        }
    } else {
        for (const char c : field)
            at.push_back(glsl::component(c));
    }
    return at;
}

Words Compiler::field(const Expression& e) {
    const Words from = value(e.parts[0]);
    Words words;
    for (const std::size_t i : places(e.parts[0].type, e.text))
        words.push_back(from[i]);
    return words;
}

// ---- Calls

Words Compiler::call(const Expression& e) {
    if (e.function == glsl::kNoFunction) return builtin(e);
    const Declaration& f = program_[e.function];
    std::vector<Words> arguments;
    for (std::size_t i = 0; i < e.parts.size(); ++i)
        arguments.push_back(f.variables[i].in ? value(e.parts[i]) : Words());
    if (f.body.empty() || is_native(f)) return native(f, e, arguments);
    return inlined(e.function, std::move(arguments), &e);
}

Words Compiler::builtin(const Expression& e) {
    std::vector<Words> in;
    std::size_t size = 1;
    for (std::size_t i = 0; i < e.parts.size(); ++i) {
        in.push_back(value(e.parts[i]));
        size = std::max(size, in.back().size());
    }
    Words words;
    for (std::size_t i = 0; i < size; ++i) {
        const auto x = [&](std::size_t k) -> const Handle& { return in[k][in[k].size() == 1 ? 0 : i]; };
        words.push_back(builtin(e, x));
    }
    return words;
}

template <class X> Handle Compiler::builtin(const Expression& e, const X& x) {
    const Type::Kind kind = e.parts[0].type.kind;
    const auto least = [&](const Handle& a, const Handle& b) {  // GLSL's min
        if (kind == Type::real) return builder_.emit(Operation::minimum, a, b);
        return builder_.emit(Operation::choose, compare(Operation::less, b, a, kind), b, a);
    };
    const auto most = [&](const Handle& a, const Handle& b) {
        if (kind == Type::real) return builder_.emit(Operation::maximum, a, b);
        return builder_.emit(Operation::choose, compare(Operation::less, a, b, kind), b, a);
    };
    if (e.text == "floatBitsToUint" || e.text == "uintBitsToFloat" || e.text == "ISO_EXACT") return x(0);
    if (e.text == "floor") return builder_.emit(Operation::floor, x(0));
    if (e.text == "ceil") return builder_.emit(Operation::ceil, x(0));
    if (e.text == "min") return least(x(0), x(1));
    if (e.text == "max") return most(x(0), x(1));
    if (e.text == "clamp") return least(most(x(0), x(1)), x(2));
    if (e.text == "abs") {
        if (kind == Type::real) return builder_.emit(Operation::absolute, x(0));
        const Handle zero = builder_.constant(0);
        return builder_.emit(Operation::choose, builder_.emit(Operation::int_less, x(0), zero),
                             builder_.emit(Operation::int_subtract, zero, x(0)), x(0));
    }
    glsl::fault_at(e.where, "the function ", in_quotes(e.text), " is not known here");
}

Words Compiler::native(const Declaration& f, const Expression& e, std::vector<Words>& arguments) {
    const Native native = native_of(f);
    if (!native.noise) {
        const Handle none;
        return {builder_.emit(native.operation, arguments[0][0], arguments.size() > 1 ? arguments[1][0] : none)};
    }
    Call call{.noise = *native.noise, .in = {}, .out = {}, .mask = kAll};
    for (const Words& words : arguments) {
        for (const Handle& h : words)
            call.in.push_back(h.index());
    }
    const bool gradient = native.noise->gradient;
    const Words out = fresh(1 + (gradient ? static_cast<std::size_t>(native.noise->dim) : 0));
    for (const Handle& h : out)
        call.out.push_back(h.index());
    if (mask()) call.mask = mask().index();
    builder_.call(std::move(call));
    if (gradient) set(e.parts.back(), Words(out.begin() + 1, out.end()));
    return {out[0]};
}

bool Compiler::returns_early(const Statement& s, bool last) {
    if (s.kind == Statement::give) return !last;
    for (std::size_t i = 0; i < s.parts.size(); ++i) {
        const bool end = s.kind == Statement::block && last && i + 1 == s.parts.size();
        if (returns_early(s.parts[i], end)) return true;
    }
    return false;
}

Words Compiler::inlined(std::size_t index, std::vector<Words> arguments, const Expression* call) {
    const Declaration& f = program_[index];
    if (std::find(open_.begin(), open_.end(), index) != open_.end())
        fault("the function ", in_quotes(f.name), " calls itself");
    open_.push_back(index);
    Inlined inlined{.function = index, .begin = builder_.here(), .end = 0, .mask = kAll, .in = {}, .out = {}};
    if (mask()) inlined.mask = mask().index();
    for (const Words& words : arguments) {
        for (const Handle& h : words)
            inlined.in.push_back(h.index());
    }
    const bool early = returns_early(f.body[0], true);
    frames_.push_back({scopes_.size(), levels_.size()});
    scopes_.emplace_back();
    const std::set<std::string> changed = changed_in(f.body[0]);
    for (std::size_t i = 0; i < f.variables.size(); ++i) {
        const Variable& p = f.variables[i];
        if (p.type.array) fault("the function ", in_quotes(f.name), " takes an array, which is not supported");
        if (!p.in) arguments[i] = Words(size_of(p.type), builder_.constant(0));
        declare(p.name, p.type, std::move(arguments[i]), p.out || changed.contains(p.name));
    }
    if (early) {
        frames_.back().result = fresh(size_of(f.type));
        for (const Handle& h : frames_.back().result)
            builder_.undefine(h);
        open_level(Level::function);
    }
    for (const Statement& s : f.body[0].parts)
        statement(s);
    if (early) levels_.pop_back();
    Words result = std::move(frames_.back().result);
    std::vector<Words> outs(f.variables.size());
    for (std::size_t i = 0; i < f.variables.size(); ++i) {
        if (f.variables[i].out) outs[i] = copied(scopes_.back().at(f.variables[i].name).words);
    }
    close_scope();
    frames_.pop_back();
    open_.pop_back();
    inlined.end = builder_.here();
    for (const Handle& h : result)
        inlined.out.push_back(h.index());
    for (const Words& words : outs) {
        for (const Handle& h : words)
            inlined.out.push_back(h.index());
    }
    builder_.code.inlined.push_back(std::move(inlined));
    for (std::size_t i = 0; i < outs.size(); ++i) {
        if (f.variables[i].out && call) set(call->parts[i], outs[i]);
        // Outputs of the function that a program begins with follow its result.
        if (f.variables[i].out && !call) result.insert(result.end(), outs[i].begin(), outs[i].end());
    }
    return result;
}

}  // namespace isonoise::function
