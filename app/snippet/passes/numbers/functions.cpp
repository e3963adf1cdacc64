#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "snippet/passes/numbers/numbers.hpp"

namespace isonoise::numbers {

void Scalariser::function(std::size_t i) {
    const Declaration& f = source_[i];
    const auto any = [&](auto is) { return std::any_of(f.variables.begin(), f.variables.end(), is); };
    const bool takes = any([](const Variable&p) { return components(p.type) > 1; }),
               gives = components(f.type) > 1 || any([](const Variable&p) { return p.out; });
    if (!f.entry && (takes || gives) && is_straight(f)) {
        if (in_lanes(i)) return;
        if (calls_[i] == 1 || (gives && f.body[0].parts.size() <= 4 && !passes_on(f))) {
            ways_[i] = Way::written;
            return;
        }
    }
    kept(i);
}

// True if the function ends with a call of a long one: inlining it would repeat the arguments in every call.
bool Scalariser::passes_on(const Declaration& f) const {
    const Statement& last = f.body[0].parts.back();
    if (last.kind != Statement::give || last.value.empty()) return false;
    const Expression& call = last.value[0];
    return call.kind == Expression::call && call.function != glsl::kNoFunction && ways_[call.function] == Way::keep;
}

Scalariser::Frame Scalariser::frame_of(const Declaration& f, bool written) {
    return {.f = &f, .written = written, .uses = uses_of(f, source_)};
}

void Scalariser::start_function() {
    taken_.clear();
    for (const Declaration& d : source_) {  // parameters of a function of the user
        if (d.kind == Declaration::constant && !d.exact) taken_.insert(d.name);
    }
    mutable_.clear();
    base_.clear();
    helpers_.clear();
}

void Scalariser::kept(std::size_t i) {
    const Declaration& f = source_[i];
    Declaration& to = program_[i];
    start_function();
    Frame frame = frame_of(f, false);
    frame.scopes.emplace_back();
    std::vector<Variable> parameters;
    for (const Variable& p : f.variables) {
        Binding binding{.type = p.type, .name = p.name};
        if (p.out && f.entry) {  // an array owned by the caller
            Variable array = p;
            array.type = {.kind = number(p.type).kind, .array = true};
            array.length = {literal(components(p.type))};
            for (std::size_t c = 0; c < components(p.type); ++c) {
                Expression at{.kind = Expression::index, .type = number(p.type)};
                at.parts = {named(p.name, array.type), literal(c)};
                binding.values.push_back(std::move(at));
            }
            binding.is_lvalue = true;
            taken_.insert(p.name);
            parameters.push_back(std::move(array));
        } else {
            for (Variable& part : parts_of(p)) {
                part.name = fresh(part.name);
                binding.values.push_back(named(part.name, part.type));
                parameters.push_back(std::move(part));
            }
            const Use& use = frame.uses[&p];
            binding.is_lvalue = p.out || (use.count > 1 && (use.nested || !p.type.is_vector()));
            if (binding.is_lvalue) keep_lvalue(binding);
        }
        frame.scopes.back()[p.name] = std::move(binding);
    }
    if (components(f.type) > 1) {
        results_ = parts_of({.type = f.type, .name = "result"});
        for (Variable& result : results_) {
            result.name = fresh(result.name);
            result.in = false;
            result.out = true;
            parameters.push_back(result);
        }
    } else {
        results_.clear();
    }
    Statement body = f.body[0];
    body.parts.clear();
    line_ = f.one_line ? "\n    " : "";
    frames_.push_back(std::move(frame));
    statements(f.body[0].parts, body.parts);
    frames_.pop_back();
    substitute_helpers(body);
    if (f.one_line && body.parts.size() > 1) {
        to.one_line = false;
        body.end = "\n";
    } else if (f.one_line && !body.parts.empty()) {
        body.parts[0].before = " ";
    }
    to.variables = std::move(parameters);
    to.body = {std::move(body)};
    if (components(f.type) > 1) to.type = {.kind = Type::nothing};
    ways_[i] = Way::keep;
}

bool Scalariser::in_lanes(std::size_t i) {
    const Declaration& f = source_[i];
    std::size_t size = components(f.type) > 1 ? components(f.type) : 0;
    if (components(f.type) == 1) return false;
    for (const Variable& p : f.variables) {
        if (p.in && p.out) return false;
        const std::size_t own = components(p.type);
        if (own == 1 && !p.out) continue;
        if ((size != 0 && own != size) || own == 1) return false;
        size = own;
    }
    // Inlined, with parameters called h.0, h.1 and so on.
    start_function();
    std::vector<Statement> statements;
    Frame frame = frame_of(f, true);
    frame.scopes.emplace_back();
    bool any = false;
    for (const Variable& p : f.variables) {
        Binding binding{.type = p.type, .name = p.name};
        for (std::size_t c = 0; c < components(p.type); ++c) {
            const bool lane = components(p.type) > 1;
            any |= lane && !p.out;
            const std::string name = lane ? fmt::format("{}.{}", p.name, c) : p.name;
            binding.values.push_back(named(name, number(p.type)));
            if (lane) base_[name] = p.name;
            taken_.insert(p.name);
        }
        frame.scopes.back()[p.name] = std::move(binding);
    }
    if (!any) return false;
    line_ = "\n    ";
    Values results;
    {
        frames_.push_back(std::move(frame));
        read(f.body[0].parts, statements);
        results = frames_.back().result;
        for (const Variable& p : f.variables) {
            const Values& values = frames_.back().scopes.back().at(p.name).values;
            if (p.out) results.insert(results.end(), values.begin(), values.end());
        }
        frames_.pop_back();
    }
    std::string first;
    std::vector<Statement> slice;
    Values own;
    for (std::size_t lane = 0; lane < size; ++lane) {
        std::vector<Statement> needed;
        Values values;
        for (std::size_t r = lane; r < results.size(); r += size)
            values.push_back(results[r]);
        std::string key;
        if (!sliced(statements, values, needed, lane, f.variables, key)) return false;
        if (lane == 0) first = key;
        if (key != first) return false;
        if (lane == 0) {
            slice = std::move(needed);
            own = std::move(values);
        }
    }
    lane_function(i, std::move(slice), std::move(own));
    return true;
}

bool Scalariser::sliced(const std::vector<Statement>& statements, Values& values, std::vector<Statement>& needed,
                        std::size_t lane, const std::vector<Variable>& parameters, std::string& key) {
    std::set<std::string> names;
    const auto use = [&](const Expression& e) { for_each_name(e, [&](const std::string& n) { names.insert(n); }); };
    for (const Expression& value : values)
        use(value);
    for (auto s = statements.rbegin(); s != statements.rend(); ++s) {
        if (s->kind != Statement::declare || s->variables[0].value.empty()) return false;
        if (!names.contains(s->variables[0].name)) continue;
        use(s->variables[0].value[0]);
        needed.insert(needed.begin(), *s);
    }
    const std::string suffix = fmt::format(".{}", lane);
    std::map<std::string, std::string> renamed;
    std::set<std::string> used;
    for (const Variable& p : parameters)
        used.insert(p.name);
    for (const std::string& name : names) {
        if (name.find('.') == std::string::npos) continue;  // a number shared by all lanes
        if (!name.ends_with(suffix)) return false;
        renamed[name] = base_[name];
        used.insert(base_[name]);
    }
    for (Statement& s : needed) {
        std::string base = base_[s.variables[0].name];
        for (int n = 2; !used.insert(base).second; ++n)
            base = fmt::format("{}{}", base_[s.variables[0].name], n);
        renamed[s.variables[0].name] = base;
    }
    const auto rename = [&](Expression& e) {
        if (const auto found = renamed.find(e.text); e.kind == Expression::name && found != renamed.end())
            e.text = found->second;
    };
    for (Statement& s : needed) {
        if (helpers_.contains(s.variables[0].name)) helpers_.insert(renamed[s.variables[0].name]);
        s.variables[0].name = renamed[s.variables[0].name];
        for_each_expression(s, rename);
        key += s.variables[0].name + "=" + key_of(s.variables[0].value[0], {}) + ";";
    }
    for (Expression& value : values) {
        for_each_expression(value, rename);
        key += key_of(value, {}) + ";";
    }
    return true;
}

void Scalariser::lane_function(std::size_t i, std::vector<Statement> statements, Values values) {
    const Declaration& f = source_[i];
    Declaration& to = program_[i];
    std::size_t next = 0;
    std::optional<Expression> given;
    if (components(f.type) > 1) given = values[next++];
    to.type = number(f.type);
    to.variables.clear();
    for (Statement& s : statements) {
        const auto is_out = [&](const Variable& p) { return p.out && s.variables[0].name.starts_with(p.name); };
        if (std::any_of(f.variables.begin(), f.variables.end(), is_out)) helpers_.insert(s.variables[0].name);
    }
    for (const Variable& p : f.variables) {
        Variable one = p;
        one.type = number(p.type);
        to.variables.push_back(one);
        if (p.out) statements.push_back(assigned(named(p.name, one.type), "=", values[next++]));
    }
    if (given) {
        Statement give{.kind = Statement::give};
        give.value.push_back(*given);
        statements.push_back(std::move(give));
    }
    Statement body{.kind = Statement::block, .parts = std::move(statements)};
    substitute_helpers(body);
    to.one_line = body.parts.size() == 1;
    body.end = to.one_line ? " " : "\n";
    for (Statement& s : body.parts)
        s.before = to.one_line ? " " : "\n    ";
    to.body = {std::move(body)};
    ways_[i] = Way::lanes;
    // The source may already have this function for numbers.
    same_[i] = i;
    for (std::size_t other = 0; other < i; ++other) {
        const bool stays = ways_[other] == Way::keep || (ways_[other] == Way::lanes && same_[other] == other);
        if (stays && is_same(program_[other], other, to)) same_[i] = other;
    }
}

// Its statements as a text, with the parameters by number.
static std::string key_of_body(const Declaration& f) {
    std::map<std::string, std::string> names;
    for (const Variable& p : f.variables)
        names[p.name] = fmt::format("{}", names.size());
    std::string key;
    for (const Statement& s : f.body[0].parts) {
        key += fmt::format("{} ", static_cast<int>(s.kind));
        for (const Variable& v : s.variables) {
            key += v.name + "=";
            for (const Expression& value : v.value)
                key += key_of(value, names);
        }
        for (const Expression& value : s.value)
            key += key_of(value, names);
    }
    return key;
}

bool Scalariser::is_same(const Declaration& one, std::size_t index, const Declaration& f) {
    const bool alike =
        one.kind == Declaration::function && one.name == f.name && one.type == f.type &&
        std::equal(one.variables.begin(), one.variables.end(), f.variables.begin(), f.variables.end(),
                   [](const Variable& a, const Variable& b) { return a.type == b.type && a.out == b.out; });
    if (!alike || (one.exact && f.exact)) return alike;  // those of shaders/ are of one kind
    // A text may have overloads that differ. Does this one only call the other, or do the same?
    const std::vector<Statement>& all = f.body[0].parts;
    const Expression* value = all.back().value.empty() ? nullptr : &all.back().value[0];
    const bool named = value && all.size() == 2 && all[0].kind == Statement::declare &&
                       value->kind == Expression::name && value->text == all[0].variables[0].name;
    if (named) value = &all[0].variables[0].value[0];
    const bool calls = value && (named || all.size() == 1) && value->function == index &&
                       std::equal(f.variables.begin(), f.variables.end(), value->parts.begin(), value->parts.end(),
                                  [](const Variable& p, const Expression& argument) {
                                      return argument.kind == Expression::name && argument.text == p.name;
                                  });
    return calls || (is_straight(one) && key_of_body(one) == key_of_body(f));
}

}  // namespace isonoise::numbers
