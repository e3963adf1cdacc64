#include "snippet/passes/numbers/parts.hpp"

#include <span>

#include <fmt/format.h>

namespace isonoise::numbers {

std::size_t components(const Type& type) {
    if (type.array || type.kind == Type::nothing) return type.array ? 1 : 0;
    return static_cast<std::size_t>(type.kind == Type::matrix ? type.size * type.size : type.size);
}

Type number(const Type& type) { return {.kind = type.kind == Type::matrix ? Type::real : type.kind}; }

std::string component_name(const std::string& name, const Type& type, std::size_t i) {
    if (components(type) == 1) return name;
    const bool counted =
        type.kind == Type::matrix ||
        (name.size() == 1 && (type.kind != Type::real || std::string("xyzabcd").find(name) != std::string::npos));
    const std::string own = counted ? std::to_string(i) : std::string(1, "xyzw"[i]);
    return name.size() == 1 ? name + own : name + "_" + own;
}

std::vector<Variable> parts_of(const Variable& variable) {
    std::vector<Variable> parts;
    for (std::size_t i = 0; i < components(variable.type); ++i) {
        const bool point = variable.name == "p" && variable.type.kind == Type::real;
        Variable part = variable;
        part.type = number(variable.type);
        part.name = point ? std::string(1, "xyzw"[i]) : component_name(variable.name, variable.type, i);
        part.value.clear();
        parts.push_back(std::move(part));
    }
    return parts;
}

Expression zero(const Type& type) {
    const char* text = type.kind == Type::real ? "0.0" : type.kind == Type::natural ? "0u" : "0";
    return {.kind = Expression::literal, .text = type.kind == Type::boolean ? "false" : text, .type = type};
}

Statement declared(const std::string& name, const Type& type, Values value, bool constant) {
    Statement s{.kind = Statement::declare, .constant = constant};
    s.variables.push_back({.type = type, .name = name, .value = std::move(value)});
    return s;
}

void for_each_name(const Expression& e, const std::function<void(const std::string&)>& visit) {
    if (e.kind == Expression::name) visit(e.text);
    for (const Expression& part : e.parts)
        for_each_name(part, visit);
}

std::size_t size_of(const Expression& e) {
    std::size_t size = 1;
    for (const Expression& part : e.parts)
        size += size_of(part);
    return size;
}

bool mentions(const Expression& e, const std::set<std::string>& names) {
    bool found = false;
    for_each_name(e, [&](const std::string& name) { found |= names.contains(name); });
    return found;
}

std::string key_of(const Expression& e, const std::map<std::string, std::string>& names) {
    const auto found = e.kind == Expression::name ? names.find(e.text) : names.end();
    std::string key =
        fmt::format("{}:{}:{}:{}(", static_cast<int>(e.kind), found == names.end() ? e.text : found->second,
                    static_cast<int>(e.type.kind), e.function);
    for (const Expression& part : e.parts)
        key += key_of(part, names) + ",";
    return key + ")";
}

bool is_straight(const Declaration& f) {
    const auto& statements = f.body[0].parts;
    for (const Statement& s : statements) {
        const bool last = &s == &statements.back();
        const bool simple = s.kind == Statement::declare || s.kind == Statement::evaluate;
        if (!simple && !(s.kind == Statement::give && last)) return false;
    }
    return true;
}

namespace {

class UseCounter {
  public:
    explicit UseCounter(const glsl::Program& program) : program_(program) {}

    Uses of(const Declaration& f) {
        uses_.clear();
        scopes_.assign(1, {});
        for (const Variable& p : f.variables)
            declare(p, p.in);
        statements(f.body[0].parts);
        return std::move(uses_);
    }

  private:
    void declare(const Variable& v, bool set) {
        scopes_.back()[v.name] = &v;
        uses_[&v].count = set ? 1 : 0;
    }
    using Statements = std::span<const Statement>;
    void statements(Statements all) {
        for (const Statement& s : all)
            statement(s);
    }
    void inner(Statements all) {
        scopes_.emplace_back();
        statements(all);
        scopes_.pop_back();
    }
    void statement(const Statement& s) {
        for (const Variable& v : s.variables) {
            for (const Expression& value : v.value)
                expression(value);
            declare(v, !v.value.empty());
        }
        if (s.kind == Statement::block) return inner(s.parts);
        const bool loop = s.kind == Statement::loop;
        if (loop) {
            scopes_.emplace_back();
            statement(s.parts[0]);
            scopes_.emplace_back();
        }
        for (const Expression& e : s.value)
            expression(e);
        for (const Expression& e : s.step)
            expression(e);
        for (std::size_t i = loop ? 1 : 0; i < s.parts.size(); ++i)
            inner(Statements(&s.parts[i], 1));
        if (loop) scopes_.resize(scopes_.size() - 2);
    }
    void expression(const Expression& e) {
        for (const Expression& part : e.parts)
            expression(part);
        if (e.kind == Expression::assign || e.kind == Expression::step) assigned(e.parts[0]);
        if (e.kind != Expression::call || e.function == glsl::kNoFunction) return;
        for (std::size_t i = 0; i < e.parts.size(); ++i) {
            if (program_[e.function].variables[i].out) assigned(e.parts[i]);
        }
    }
    void assigned(const Expression& to) {
        if (to.kind != Expression::name) return assigned(to.parts[0]);
        for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
            const auto found = scope->find(to.text);
            if (found == scope->end()) continue;
            Use& use = uses_[found->second];
            ++use.count;
            use.nested |= scope != scopes_.rbegin();
            return;
        }
    }

    const glsl::Program& program_;
    Uses uses_;
    std::vector<std::map<std::string, const Variable*>> scopes_;
};

}  // namespace

Uses uses_of(const Declaration& f, const glsl::Program& program) { return UseCounter(program).of(f); }

}  // namespace isonoise::numbers
