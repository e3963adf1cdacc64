#include <algorithm>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "error.hpp"
#include "snippet/passes/numbers/numbers.hpp"
#include "snippet/printing/layout.hpp"

namespace isonoise::numbers {

Scalariser::Frame& Scalariser::frame() { return frames_.back(); }

std::string Scalariser::fresh(const std::string& name) {
    std::string own = name;
    for (int n = 2; !taken_.insert(own).second; ++n)
        own = fmt::format("{}{}{}", name, glsl::is_digit(name.back()) ? "_" : "", n);
    return own;
}

void Scalariser::keep_lvalue(const Binding& binding) {
    for (const Expression& value : binding.values) {
        if (value.kind == Expression::name) mutable_.insert(value.text);
    }
}

void Scalariser::emit(Statement s) {
    // Inlining may double the size at each level.
    if (++emitted_ > 4000) fail("a shader becomes too long without vectors");
    s.before = line_;
    line_ = "\n" + std::string(indent_of(line_), ' ');
    out_->push_back(std::move(s));
}

void Scalariser::substitute_helpers(Statement& block) {
    std::vector<Statement>& all = block.parts;
    for (std::size_t i = 0; i < all.size();) {
        const bool helper = all[i].kind == Statement::declare && helpers_.contains(all[i].variables[0].name);
        if (!helper || !substituted(all, i)) {
            ++i;
            continue;
        }
        if (i + 1 < all.size() && all[i].before.find("//") != std::string::npos) all[i + 1].before = all[i].before;
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
        i -= i > 0 ? 1 : 0;
    }
    for (Statement& s : all) {
        for (Statement& part : s.parts)
            substitute_helpers(part);
    }
}

bool Scalariser::substituted(std::vector<Statement>& all, std::size_t i) {
    const std::string name = all[i].variables[0].name;
    const Expression value = all[i].variables[0].value[0];
    if (size_of(value) > 10) return false;  // more readable with a name
    Expression* use = nullptr;
    std::size_t uses = 0, at = 0;
    for (std::size_t j = i + 1; j < all.size(); ++j) {
        for_each_expression(all[j], [&](Expression& e) {
            if (e.kind != Expression::name || e.text != name) return;
            ++uses;
            use = &e;
            at = j;
        });
    }
    if (uses != 1 || !all[at].parts.empty()) return false;
    if (mentions(value, mutable_) && at != i + 1) return false;
    *use = value;
    return true;
}

void Scalariser::statements(Statements from, std::vector<Statement>& to) {
    frame().scopes.emplace_back();
    read(from, to);
    frame().scopes.pop_back();
}

void Scalariser::read(Statements from, std::vector<Statement>& to) {
    std::vector<Statement>* const outer = std::exchange(out_, &to);
    for (const Statement& s : from) {
        if (!frame().written && s.before.find('\n') != std::string::npos) line_ = s.before;
        statement(s);
    }
    out_ = outer;
}

Statement Scalariser::inner(const Statement& s) {
    if (s.kind == Statement::branch) {  // else if
        std::vector<Statement> parts;
        statements(Statements(&s, 1), parts);
        if (parts.size() == 1) {
            parts[0].before = s.before;
            return parts[0];
        }
        fail("a branch after else needs statements before it");
    }
    const std::string line = "\n" + std::string(indent_of(line_), ' ');
    Statement block{.kind = Statement::block, .before = " ", .end = line};
    if (s.end.find("//") != s.end.npos) block.end = s.end;
    const std::string outer = std::exchange(line_, line + "    ");
    if (s.kind == Statement::block) {
        statements(s.parts, block.parts);
    } else {
        frame().scopes.emplace_back();
        std::vector<Statement>* const list = std::exchange(out_, &block.parts);
        statement(s);
        out_ = list;
        frame().scopes.pop_back();
    }
    line_ = outer;
    // As in the source, if it fits.
    if (s.kind != Statement::block && block.parts.size() == 1) {
        block.parts[0].before = s.before;
        return block.parts[0];
    }
    return block;
}

void Scalariser::statement(const Statement& s) {
    switch (s.kind) {
    case Statement::declare:
        for (const Variable& v : s.variables)
            declare(v);
        break;
    case Statement::evaluate: evaluate(s.value[0]); break;
    case Statement::give: give(s); break;
    case Statement::jump: emit({.kind = Statement::jump, .word = s.word}); break;
    case Statement::branch: {
        Statement to{.kind = Statement::branch};
        to.value.push_back(one(s.value[0]));
        const std::string line = line_;
        for (const Statement& part : s.parts)
            to.parts.push_back(inner(part));
        line_ = line;
        emit(std::move(to));
        break;
    }
    case Statement::repeat:
    case Statement::loop: loop(s); break;
    case Statement::block:  // its names get numbers where they are taken
        frame().scopes.emplace_back();
        for (const Statement& part : s.parts)
            statement(part);
        frame().scopes.pop_back();
        break;
    }
}

void Scalariser::loop(const Statement& s) {
    Statement to{.kind = s.kind};
    frame().scopes.emplace_back();
    const std::string line = line_;
    if (s.kind == Statement::loop) {
        std::vector<Statement> start;
        read(Statements(&s.parts[0], 1), start);
        if (start.size() != 1) fail("a loop starts with more than one statement");
        start[0].before = s.parts[0].before;
        to.parts.push_back(std::move(start[0]));
    }
    std::vector<Statement> before;
    std::vector<Statement>* const outer = std::exchange(out_, &before);
    for (const Expression& e : s.value)
        to.value.push_back(one(e));
    for (const Expression& e : s.step)
        to.step.push_back(step(e));
    out_ = outer;
    if (!before.empty()) fail("the head of a loop needs statements before it");
    line_ = line;
    to.parts.push_back(inner(s.parts.back()));
    line_ = line;
    emit(std::move(to));
    frame().scopes.pop_back();
}

Expression Scalariser::step(const Expression& e) {
    if (e.kind != Expression::assign) return one(e);
    std::vector<std::size_t> at;
    const Binding& binding = target(e.parts[0], at);
    if (at.size() != 1 || !binding.is_lvalue) fail("a loop may change only a number in its head");
    Expression own = e;
    own.parts = {binding.values[at[0]], one(e.parts[1])};
    return own;
}

void Scalariser::give(const Statement& s) {
    const Values values = s.value.empty() ? Values() : value(s.value[0]);
    if (frame().written) {
        frame().result = values;
        return;
    }
    for (std::size_t i = 0; i < results_.size(); ++i)
        emit(assigned(named(results_[i].name, results_[i].type), "=", values[i]));
    if (!results_.empty() && &s == &frame().f->body[0].parts.back()) return;
    Statement to{.kind = Statement::give};
    if (results_.empty()) to.value = values;
    emit(std::move(to));
}

void Scalariser::declare(const Variable& v) {
    if (v.type.array) fail("a local array cannot be taken apart");
    const Use use = frame().uses[&v];
    const bool single = components(v.type) == 1, starts = !v.value.empty();
    Binding binding{.type = v.type, .name = v.name};
    // The function's own numbers stay as in the source.
    binding.is_lvalue = use.count > 1 && (use.nested || (single && starts && !frame().written));
    if (binding.is_lvalue || (single && starts && !frame().written)) {
        const Values values = starts ? value(v.value[0]) : Values();
        for (std::size_t c = 0; c < components(v.type); ++c) {
            const std::string name = fresh(component_name(v.name, v.type, c));
            const Type type = number(v.type);
            binding.values.push_back(named(name, type));
            emit(declared(name, type, {starts ? values[c] : zero(type)}, !binding.is_lvalue));
            base_[name] = v.name;
        }
        if (binding.is_lvalue) keep_lvalue(binding);
    } else if (starts) {
        binding.values = value(v.value[0]);
        for (std::size_t c = 0; c < binding.values.size(); ++c)
            binding.values[c] = kept_value(binding, c, std::move(binding.values[c]));
    } else {
        binding.values.resize(components(v.type), zero(number(v.type)));
    }
    frame().scopes.back()[v.name] = std::move(binding);
}

Expression Scalariser::kept_value(const Binding& binding, std::size_t c, Expression value) {
    if (is_atom(value)) return value;
    return constant(component_name(binding.name, binding.type, c), binding.name, std::move(value));
}

Expression Scalariser::constant(const std::string& name, const std::string& base, Expression value, bool helper) {
    const std::string own = fresh(name);
    const Type type = value.type;
    emit(declared(own, type, {std::move(value)}, true));
    base_[own] = base;
    if (frames_.size() > 1 || helper) helpers_.insert(own);
    return named(own, type);
}

bool Scalariser::is_atom(const Expression& e) const {
    return e.kind == Expression::literal || (e.kind == Expression::name && !mutable_.contains(e.text));
}

void Scalariser::evaluate(const Expression& e) {
    if (e.kind == Expression::assign) {
        Values values = value(e.parts[1]);
        return assign(e.parts[0], e.text, std::move(values));
    }
    if (e.kind == Expression::call && e.function != glsl::kNoFunction) {
        call(e, true);
        return;
    }
    emit(evaluated(one(e)));
}

Scalariser::Binding& Scalariser::target(const Expression& to, std::vector<std::size_t>& at) {
    if (to.kind == Expression::name) {
        Binding& binding = find(to.text);
        for (std::size_t c = 0; c < binding.values.size(); ++c)
            at.push_back(c);
        return binding;
    }
    const bool column = to.kind == Expression::index && to.parts[1].kind == Expression::literal;
    if (to.kind != Expression::field && !column) fail("only a variable or its components can be assigned to");
    std::vector<std::size_t> whole;
    Binding& binding = target(to.parts[0], whole);
    const std::size_t size = components(to.type);
    const std::size_t first = column ? std::strtoul(to.parts[1].text.c_str(), nullptr, 0) * size : 0;
    for (std::size_t c = 0; c < size; ++c)
        at.push_back(whole.at(column ? first + c : std::string("xyzw").find(to.text[c])));
    return binding;
}

void Scalariser::assign(const Expression& to, const std::string& sign, Values values) {
    std::vector<std::size_t> at;
    Binding& binding = target(to, at);
    values.resize(at.size(), values[0]);
    if (!binding.is_lvalue) {
        for (std::size_t i = 0; i < at.size(); ++i) {
            Expression& own = binding.values[at[i]];
            if (sign != "=") values[i] = binary(sign.substr(0, sign.size() - 1), own, values[i]);
        }
        for (std::size_t i = 0; i < at.size(); ++i)
            binding.values[at[i]] = kept_value(binding, at[i], std::move(values[i]));
        return;
    }
    // A component may stay what it is, as in q = vec3(a, q.z): compilers warn of assigning it to itself.
    const auto stays = [&](std::size_t i) {
        const Expression& component = binding.values[at[i]];
        return sign == "=" && component.kind == Expression::name && values[i].kind == Expression::name &&
               values[i].text == component.text;
    };
    std::set<std::string> own;
    bool crosses = false;
    for (std::size_t i = 0; i < at.size(); ++i) {
        crosses |= mentions(values[i], own);
        if (binding.values[at[i]].kind == Expression::name && !stays(i)) own.insert(binding.values[at[i]].text);
    }
    for (std::size_t i = 0; i < at.size() && crosses; ++i)
        values[i] = constant(component_name(binding.name, binding.type, at[i]), binding.name, std::move(values[i]));
    for (std::size_t i = 0; i < at.size(); ++i) {
        if (!stays(i)) emit(assigned(binding.values[at[i]], sign, std::move(values[i])));
    }
}

Scalariser::Binding& Scalariser::find(const std::string& name) {
    if (Binding* binding = local(name)) return *binding;
    fail("'{}' is not known here", name);
}

Scalariser::Binding* Scalariser::local(const std::string& name) {
    for (auto scope = frame().scopes.rbegin(); scope != frame().scopes.rend(); ++scope) {
        if (const auto found = scope->find(name); found != scope->end()) return &found->second;
    }
    return nullptr;
}

}  // namespace isonoise::numbers
