#include <algorithm>
#include <bit>
#include <cstdlib>

#include <fmt/format.h>

#include "error.hpp"
#include "snippet/passes/numbers/numbers.hpp"

namespace isonoise::numbers {

Expression Scalariser::literal(std::size_t value) {
    return {.kind = Expression::literal, .text = std::to_string(value), .type = {.kind = Type::integer}};
}

Expression Scalariser::binary(const std::string& sign, Expression left, Expression right) {
    if (sign == "^" && right.text == "0u") return left;
    if (sign == "*" && left.text == "1.0") return right;
    const Type type = glsl::gives_truth(sign) ? Type{.kind = Type::boolean} : left.type;
    Expression e{.kind = Expression::binary, .text = sign, .type = type};
    e.parts.push_back(std::move(left));
    e.parts.push_back(std::move(right));
    return e;
}

Expression Scalariser::one(const Expression& e) {
    Values values = value(e);
    if (values.size() != 1) fail("a vector is used where a number is expected");
    return std::move(values[0]);
}

void Scalariser::shared(Values& values, const char* name) {
    for (Expression& value : values) {
        if (!is_atom(value)) value = constant(name, name, std::move(value), true);
    }
}

Values Scalariser::value(const Expression& e) {
    switch (e.kind) {
    case Expression::literal: return {e};
    case Expression::name: return name(e);
    case Expression::call: return e.function == glsl::kNoFunction ? builtin(e) : call(e, false);
    case Expression::construct: return construct(e);
    case Expression::index: return index(e);
    case Expression::field: return field(e);
    case Expression::bracket: return value(e.parts[0]);
    case Expression::prefix: {
        Values values = value(e.parts[0]);
        for (Expression& one : values) {
            Expression own{.kind = Expression::prefix, .text = e.text, .type = one.type};
            own.parts.push_back(std::move(one));
            one = std::move(own);
        }
        return values;
    }
    case Expression::binary: {
        Values left = value(e.parts[0]), right = value(e.parts[1]);
        const std::size_t size = std::max(left.size(), right.size());
        widen(left, size);
        widen(right, size);
        Values values;
        for (std::size_t i = 0; i < size; ++i)
            values.push_back(binary(e.text, std::move(left[i]), std::move(right[i])));
        return values;
    }
    case Expression::ternary: {
        Values condition = value(e.parts[0]), yes = value(e.parts[1]), no = value(e.parts[2]);
        if (yes.size() > 1) shared(condition, "yes");
        Values values;
        for (std::size_t i = 0; i < yes.size(); ++i) {
            Expression own{.kind = Expression::ternary, .type = yes[i].type};
            own.parts = {condition[0], yes[i], no[i]};
            values.push_back(std::move(own));
        }
        return values;
    }
    case Expression::step: {
        Expression own = e;
        own.parts = {one(e.parts[0])};
        return {own};
    }
    case Expression::assign: fail("an assignment within an expression cannot be taken apart");
    }
    return {};
}

void Scalariser::widen(Values& values, std::size_t size) {
    if (values.size() == size) return;
    shared(values, "factor");
    values.resize(size, Expression(values[0]));
}

Values Scalariser::name(const Expression& e) {
    if (const Binding* binding = local(e.text)) return binding->values;
    if (e.type.array || components(e.type) == 1) return {e};
    Values values;  // a constant vector
    for (std::size_t c = 0; c < components(e.type); ++c)
        values.push_back(named(constant_name(e.text, c), number(e.type)));
    return values;
}

std::string Scalariser::constant_name(const std::string& name, std::size_t c) {
    return fmt::format("{}_{}", name, c < 4 ? "XYZW"[c] : static_cast<char>('0' + c));  // more: a matrix
}

Values Scalariser::index(const Expression& e) {
    const Type& type = e.parts[0].type;
    if (!type.array) {
        Values values = value(e.parts[0]);
        const std::size_t size = components(e.type);
        const Expression which = one(e.parts[1]);
        const auto at = std::strtoul(which.text.c_str(), nullptr, 10) * size;
        if (which.kind != Expression::literal || which.text.size() > 2 || at + size > values.size())
            fail("only a number can choose a vector's component");
        return {values.begin() + static_cast<std::ptrdiff_t>(at),
                values.begin() + static_cast<std::ptrdiff_t>(at + size)};
    }
    Values at = value(e.parts[1]), values;
    if (components(e.type) > 1) shared(at, "at");
    for (std::size_t c = 0; c < components(e.type); ++c) {
        Expression own{.kind = Expression::index, .type = number(e.type)};
        Expression array = e.parts[0];
        if (components(e.type) > 1) {
            array.text = constant_name(array.text, c);
            array.type = {.kind = e.type.kind, .array = true};
        }
        own.parts = {array, at[0]};
        values.push_back(std::move(own));
    }
    return values;
}

Values Scalariser::field(const Expression& e) {
    const Values from = value(e.parts[0]);
    Values values;
    for (const char c : e.text)
        values.push_back(from[std::string("xyzw").find(c)]);
    return values;
}

Values Scalariser::construct(const Expression& e) {
    const Type type = number(e.type);
    Values all, values;
    if (e.type.array) {  // an array constant
        Expression own = e;
        own.parts.clear();
        for (const Expression& part : e.parts)
            own.parts.push_back(one(part));
        return {own};
    }
    for (const Expression& part : e.parts) {
        for (Expression& one : value(part))
            all.push_back(std::move(one));
    }
    if (all.size() == 1) widen(all, components(e.type));
    all.resize(components(e.type));
    for (Expression& one : all) {
        if (one.type == type) {
            values.push_back(std::move(one));
            continue;
        }
        Expression own{.kind = Expression::construct, .type = type};
        if (type.kind == Type::boolean) {  // not every language converts truths
            own.kind = Expression::binary;
            own.text = "!=";
            own.parts = {one, zero(one.type)};
        } else if (one.type.kind == Type::boolean) {
            const std::uint32_t word = type.kind == Type::real ? std::bit_cast<std::uint32_t>(1.0f) : 1u;
            own.kind = Expression::ternary;
            own.parts = {one, constant_of(type, {&word, 1}), zero(type)};
        } else {
            own.parts.push_back(std::move(one));
        }
        values.push_back(std::move(own));
    }
    return values;
}

Values Scalariser::builtin(const Expression& e) {
    if (e.text == "ISO_EXACT") return value(e.parts[0]);  // handled by the printers
    std::vector<Values> arguments;
    std::size_t size = 1;
    for (const Expression& part : e.parts) {
        arguments.push_back(value(part));
        size = std::max(size, arguments.back().size());
    }
    for (Values& one : arguments)
        widen(one, size);
    Values values;
    for (std::size_t i = 0; i < size; ++i) {
        Expression own{.kind = Expression::call, .text = e.text, .type = number(e.type)};
        for (Values& one : arguments)
            own.parts.push_back(std::move(one[i]));
        values.push_back(std::move(own));
    }
    return values;
}

// ---- Calls

Values Scalariser::call(const Expression& e, bool alone) {
    switch (ways_[e.function]) {
    case Way::written: return written(e);
    case Way::lanes: return lanes(e);
    case Way::keep: break;
    }
    const Declaration &f = source_[e.function], &to = program_[e.function];
    Expression own{.kind = Expression::call, .text = e.text, .type = to.type, .function = e.function};
    std::vector<Values> outs(e.parts.size());
    Values result;
    bool any = false;
    for (std::size_t i = 0; i < e.parts.size(); ++i) {
        if (f.variables[i].out) {
            any = true;
            outs[i] = lvalues(e.parts[i], f.variables[i].in);
            own.parts.insert(own.parts.end(), outs[i].begin(), outs[i].end());
        } else {
            for (Expression& one : value(e.parts[i]))
                own.parts.push_back(std::move(one));
        }
    }
    if (components(f.type) > 1) {
        any = true;
        for (const Variable& part : parts_of({.type = f.type, .name = "result"})) {
            result.push_back(named(fresh(part.name), part.type));
            emit(declared(result.back().text, part.type, {}, false));
            own.parts.push_back(result.back());
        }
    } else if (f.type.kind != Type::nothing && any && !alone) {
        const std::string name = fresh("n");
        result.push_back(named(name, f.type));
        emit(declared(name, f.type, {own}, true));
        base_[name] = "n";
    }
    if (any && (result.empty() || components(f.type) > 1)) emit(evaluated(own));
    if (!any && alone) emit(evaluated(own));
    for (std::size_t i = 0; i < e.parts.size(); ++i) {
        if (!outs[i].empty()) came_back(e.parts[i], outs[i]);
    }
    return any ? result : Values{own};
}

Values Scalariser::lvalues(const Expression& to, bool in) {
    std::vector<std::size_t> at;
    const Binding& binding = target(to, at);
    Values values;
    for (const std::size_t c : at) {
        if (binding.is_lvalue) {
            values.push_back(binding.values[c]);
            continue;
        }
        const Type type = number(binding.type);
        const std::string name = fresh(component_name(binding.name, binding.type, c));
        emit(declared(name, type, in ? Values{binding.values[c]} : Values(), false));
        base_[name] = binding.name;
        values.push_back(named(name, type));
    }
    return values;
}

void Scalariser::came_back(const Expression& to, const Values& values) {
    std::vector<std::size_t> at;
    Binding& binding = target(to, at);
    for (std::size_t i = 0; i < at.size() && !binding.is_lvalue; ++i)
        binding.values[at[i]] = values[i];
}

Values Scalariser::lanes(const Expression& e) {
    const Declaration& f = source_[e.function];
    const std::size_t own = same_[e.function];
    std::vector<Values> arguments;
    std::size_t size = components(f.type);
    for (std::size_t i = 0; i < e.parts.size(); ++i) {
        arguments.push_back(f.variables[i].out ? lvalues(e.parts[i], false) : value(e.parts[i]));
        size = std::max(size, arguments.back().size());
    }
    std::set<std::string> set;  // a lane may not set what the next one reads
    for (std::size_t i = 0; i < e.parts.size(); ++i) {
        if (!f.variables[i].out) continue;
        for (const Expression& one : arguments[i])
            set.insert(one.text);
    }
    for (std::size_t i = 0; i < e.parts.size(); ++i) {
        if (f.variables[i].out || size == 1) continue;
        for (Expression& one : arguments[i]) {
            if (mentions(one, set)) one = constant("t", "t", std::move(one));
        }
    }
    for (Values& one : arguments)
        widen(one, size);
    Values values;
    for (std::size_t lane = 0; lane < size; ++lane) {
        Expression call{.kind = Expression::call, .text = e.text, .type = number(f.type), .function = own};
        for (const Values& one : arguments)
            call.parts.push_back(one[lane]);
        if (f.type.kind == Type::nothing) {
            emit(evaluated(std::move(call)));
        } else if (!set.empty()) {  // before anything reads what the call sets
            const std::string name = fresh("n");
            values.push_back(named(name, call.type));
            emit(declared(name, call.type, {std::move(call)}, true));
            base_[name] = "n";
        } else {
            values.push_back(std::move(call));
        }
    }
    for (std::size_t i = 0; i < e.parts.size(); ++i) {
        if (f.variables[i].out) came_back(e.parts[i], arguments[i]);
    }
    return values;
}

Values Scalariser::written(const Expression& e) {
    const Declaration& f = source_[e.function];
    Frame own = frame_of(f, true);
    own.scopes.emplace_back();
    std::vector<Values> arguments;
    for (std::size_t i = 0; i < e.parts.size(); ++i)
        arguments.push_back(f.variables[i].in ? value(e.parts[i]) : Values());
    for (std::size_t i = 0; i < e.parts.size(); ++i) {
        const Variable& p = f.variables[i];
        Binding binding{.type = p.type, .name = p.name};
        if (p.out && is_lvalue(e.parts[i], binding.values)) {
            binding.is_lvalue = true;  // variables owned by the caller
        } else if (p.in) {
            for (std::size_t c = 0; c < arguments[i].size(); ++c)
                binding.values.push_back(argument(binding, c, std::move(arguments[i][c])));
        } else {
            binding.values.resize(components(p.type), zero(number(p.type)));
        }
        own.scopes.back()[p.name] = std::move(binding);
    }
    frames_.push_back(std::move(own));
    for (const Statement& s : f.body[0].parts)
        statement(s);
    own = std::move(frames_.back());
    frames_.pop_back();
    for (std::size_t i = 0; i < e.parts.size(); ++i) {
        const Variable& p = f.variables[i];
        if (p.out && !own.scopes.front().at(p.name).is_lvalue)
            assign(e.parts[i], "=", own.scopes.front().at(p.name).values);
    }
    return own.result;
}

bool Scalariser::is_lvalue(const Expression& to, Values& values) {
    std::vector<std::size_t> at;
    const Binding& binding = target(to, at);
    if (!binding.is_lvalue) return false;
    for (const std::size_t c : at)
        values.push_back(binding.values[c]);
    return true;
}

Expression Scalariser::argument(const Binding& binding, std::size_t c, Expression value) {
    if (is_atom(value)) return value;
    return constant(component_name(binding.name, binding.type, c), binding.name, std::move(value), true);
}

}  // namespace isonoise::numbers
