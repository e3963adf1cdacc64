// Afterwards each variable, each parameter and each result is a single number:
//
//   A function that treats each component of its vectors alike becomes one of numbers, called once per component. Where
//   the source has the same function for numbers, that one takes its place.
//   A short function that returns a vector is written out where it is called.
//   Any other function gives its vectors back through `out` parameters, one per component.
//
// A vector that is assigned to only beside its declaration needs no variables: each of its components is another name
// for a number, or a constant.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "error.hpp"
#include "snippet/passes/passes.hpp"
#include "snippet/printing/layout.hpp"

namespace isonoise {
namespace {

using glsl::assigned;
using glsl::Declaration;
using glsl::evaluated;
using glsl::Expression;
using glsl::named;
using glsl::Statement;
using glsl::Type;
using glsl::Variable;
using Values = std::vector<Expression>;

std::size_t components(const Type& type) {
    if (type.array || type.kind == Type::nothing) return type.array ? 1 : 0;
    return static_cast<std::size_t>(type.kind == Type::matrix ? type.size * type.size : type.size);
}

Type number(const Type& type) { return {.kind = type.kind == Type::matrix ? Type::real : type.kind}; }

// The name of a component. Corners and ends are counted, axes have letters.
std::string component_name(const std::string& name, const Type& type, std::size_t i) {
    if (components(type) == 1) return name;
    const bool counted =
        type.kind == Type::matrix ||
        (name.size() == 1 && (type.kind != Type::real || std::string("xyzabcd").find(name) != std::string::npos));
    const std::string own = counted ? std::to_string(i) : std::string(1, "xyzw"[i]);
    return name.size() == 1 ? name + own : name + "_" + own;
}

// "vec3 p" becomes three numbers: a point is x, y, z and w to those who call it.
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

const Expression& without_brackets(const Expression& e) {
    return e.kind == Expression::bracket ? without_brackets(e.parts[0]) : e;
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

// An expression as text, to compare it with others.
std::string key_of(const Expression& e, const std::map<std::string, std::string>& names) {
    const auto found = e.kind == Expression::name ? names.find(e.text) : names.end();
    std::string key =
        fmt::format("{}:{}:{}:{}(", static_cast<int>(e.kind), found == names.end() ? e.text : found->second,
                    static_cast<int>(e.type.kind), e.function);
    for (const Expression& part : e.parts)
        key += key_of(part, names) + ",";
    return key + ")";
}

// No branch, no loop, and it returns at its end if at all: it can be written out where it is called.
bool is_straight(const Declaration& f) {
    const auto& statements = f.body[0].parts;
    for (const Statement& s : statements) {
        const bool last = &s == &statements.back();
        const bool simple = s.kind == Statement::declare || s.kind == Statement::evaluate;
        if (!simple && !(s.kind == Statement::give && last)) return false;
    }
    return true;
}

// ---- Which variables keep a place of their own

// A variable whose assignments all stand beside its declaration needs no place: each assignment makes a new constant.
// Others are assigned to in branches and loops.
class Places {
  public:
    explicit Places(const glsl::Program& program) : program_(program) {}

    struct Use {
        bool nested = false;  // assigned to in another block than its own
        int count = 0;        // how often it is assigned to, its declaration with a value included
    };
    std::map<const Variable*, Use> of(const Declaration& f) {
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
    std::map<const Variable*, Use> uses_;
    std::vector<std::map<std::string, const Variable*>> scopes_;
};

// ---- Vectors into numbers

class Numbers {
  public:
    Numbers(glsl::Program& program, const std::set<std::size_t>& entries)
        : program_(program), source_(program), entries_(entries), ways_(program.size()), calls_(program.size()),
          same_(program.size()) {
        for (std::size_t i = 0; i < source_.size(); ++i) {
            Declaration one = source_[i];
            for_each_expression(one, [&](Expression& e) {
                if (e.kind != Expression::call || e.function == glsl::kNoFunction) return;
                if (e.function >= i) fail("'{}' is called before it is defined", e.text);
                ++calls_[e.function];
            });
        }
    }

    void run() {
        for (std::size_t i = 0; i < program_.size(); ++i) {
            if (program_[i].kind == Declaration::function) function(i);
        }
        split_constants();
    }

  private:
    enum class Way {
        keep,     // a function of numbers; its vectors come back through `out` parameters
        lanes,    // called once per component
        written,  // written out where it is called
    };
    struct Binding {
        Type type;
        std::string name;
        Values values = {};  // one for each component
        bool place = false;  // the values are variables of their own, which assignments change
    };
    // A function whose statements are being read.
    struct Frame {
        const Declaration* f;
        bool written;  // out into another
        std::map<const Variable*, Places::Use> uses;
        std::vector<std::map<std::string, Binding>> scopes = {};
        Values result = {};
    };

    // ---- Functions

    void function(std::size_t i) {
        const Declaration& f = source_[i];
        const bool vectors = components(f.type) > 1 || std::any_of(f.variables.begin(), f.variables.end(),
                                                                   [](const Variable& p) { return p.out; });
        const bool takes_vectors = std::any_of(f.variables.begin(), f.variables.end(),
                                               [](const Variable& p) { return components(p.type) > 1; });
        if (!entries_.contains(i) && takes_vectors && calls_[i] == 1 && is_straight(f) && !in_lanes(i)) {
            ways_[i] = Way::written;
            return;
        }
        if (entries_.contains(i) || !vectors) return kept(i);
        if (is_straight(f)) {
            if (ways_[i] == Way::lanes || in_lanes(i)) return;
            if (f.body[0].parts.size() <= 4 || calls_[i] == 1) {
                ways_[i] = Way::written;
                return;
            }
        }
        kept(i);
    }

    Frame frame_of(const Declaration& f, bool written) {
        return {.f = &f, .written = written, .uses = Places(source_).of(f)};
    }

    void start_function() {
        taken_.clear();
        mutable_.clear();
        base_.clear();
        helpers_.clear();
    }

    // A function of numbers.
    void kept(std::size_t i) {
        const Declaration& f = source_[i];
        Declaration& to = program_[i];
        start_function();
        Frame frame = frame_of(f, false);
        frame.scopes.emplace_back();
        std::vector<Variable> parameters;
        for (const Variable& p : f.variables) {
            Binding binding{.type = p.type, .name = p.name};
            if (p.out && entries_.contains(i)) {  // an array of the caller's
                Variable array = p;
                array.type = {.kind = number(p.type).kind, .array = true};
                array.length = {literal(components(p.type))};
                for (std::size_t c = 0; c < components(p.type); ++c) {
                    Expression at{.kind = Expression::index, .type = number(p.type)};
                    at.parts = {named(p.name, array.type), literal(c)};
                    binding.values.push_back(std::move(at));
                }
                binding.place = true;
                taken_.insert(p.name);
                parameters.push_back(std::move(array));
            } else {
                for (Variable& part : parts_of(p)) {
                    part.name = fresh(part.name);
                    binding.values.push_back(named(part.name, part.type));
                    parameters.push_back(std::move(part));
                }
                const Places::Use& use = frame.uses[&p];
                binding.place = p.out || (use.count > 1 && (use.nested || !p.type.is_vector()));
                if (binding.place) keep_place(binding);
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

    // Tries to make it a function that is called once per component.
    bool in_lanes(std::size_t i) {
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
        // Writes it out, with parameters called h.0, h.1 and so on.
        start_function();
        std::vector<Binding> outs;
        Values arguments;
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

    // The statements that these values need, with names without their lane; false if they use another lane.
    bool sliced(const std::vector<Statement>& statements, Values& values, std::vector<Statement>& needed,
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
            if (name.find('.') == std::string::npos) continue;  // a number for all lanes
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

    void lane_function(std::size_t i, std::vector<Statement> statements, Values values) {
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
        // The source may have the same function for numbers.
        same_[i] = i;
        for (std::size_t other = 0; other < i; ++other) {
            const Declaration& one = program_[other];
            if (one.kind == Declaration::function && one.name == to.name && one.type == to.type &&
                (ways_[other] == Way::keep || same_[other] == other) &&
                std::equal(one.variables.begin(), one.variables.end(), to.variables.begin(), to.variables.end(),
                           [](const Variable& a, const Variable& b) { return a.type == b.type && a.out == b.out; }))
                same_[i] = other;
        }
    }

    // ---- Statements

    Frame& frame() { return frames_.back(); }

    std::string fresh(const std::string& name) {
        std::string own = name;
        for (int n = 2; !taken_.insert(own).second; ++n)
            own = fmt::format("{}{}{}", name, glsl::is_digit(name.back()) ? "_" : "", n);
        return own;
    }

    void keep_place(const Binding& binding) {
        for (const Expression& value : binding.values) {
            if (value.kind == Expression::name) mutable_.insert(value.text);
        }
    }

    void emit(Statement s) {
        s.before = line_;
        line_ = "\n" + std::string(indent_of(line_), ' ');
        out_->push_back(std::move(s));
    }

    // Puts each helper that is used once where it is used, if nothing changes in between.
    void substitute_helpers(Statement& block) {
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
    bool substituted(std::vector<Statement>& all, std::size_t i) {
        const std::string name = all[i].variables[0].name;
        const Expression value = all[i].variables[0].value[0];
        if (size_of(value) > 10) return false;  // it reads better with a name
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

    // Reads statements into a list of their own.
    using Statements = std::span<const Statement>;
    void statements(Statements from, std::vector<Statement>& to) {
        frame().scopes.emplace_back();
        read(from, to);
        frame().scopes.pop_back();
    }
    void read(Statements from, std::vector<Statement>& to) {
        std::vector<Statement>* const outer = std::exchange(out_, &to);
        for (const Statement& s : from) {
            if (!frame().written && s.before.find('\n') != std::string::npos) line_ = s.before;
            statement(s);
        }
        out_ = outer;
    }

    // The body of a branch or a loop.
    Statement inner(const Statement& s) {
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

    void statement(const Statement& s) {
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
        case Statement::block: fail("a block within a function cannot be taken apart");
        }
    }

    void loop(const Statement& s) {
        Statement to{.kind = s.kind};
        frame().scopes.emplace_back();
        const std::string line = line_;
        const auto nothing_before = [&](const std::vector<Statement>& before) {
            if (!before.empty()) fail("the head of a loop needs statements before it");
        };
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
            to.step.push_back(one(e));
        out_ = outer;
        nothing_before(before);
        line_ = line;
        to.parts.push_back(inner(s.parts.back()));
        line_ = line;
        emit(std::move(to));
        frame().scopes.pop_back();
    }

    void give(const Statement& s) {
        const Values values = s.value.empty() ? Values() : value(s.value[0]);
        if (frame().written) {
            frame().result = values;
            return;
        }
        for (std::size_t i = 0; i < results_.size(); ++i)
            emit(assigned(named(results_[i].name, results_[i].type), "=", values[i]));
        if (!results_.empty()) return;  // always at the end: see is_straight()
        Statement to{.kind = Statement::give};
        to.value = values;
        emit(std::move(to));
    }

    void declare(const Variable& v) {
        if (v.type.array) fail("a local array cannot be taken apart");
        const Places::Use use = frame().uses[&v];
        const bool single = components(v.type) == 1, starts = !v.value.empty();
        Binding binding{.type = v.type, .name = v.name};
        // Numbers of a function's own stay as they are in the source.
        binding.place = use.count > 1 && (use.nested || (single && starts && !frame().written));
        if (binding.place || (single && starts && !frame().written)) {
            const Values values = starts ? value(v.value[0]) : Values();
            for (std::size_t c = 0; c < components(v.type); ++c) {
                const std::string name = fresh(component_name(v.name, v.type, c));
                const Type type = number(v.type);
                binding.values.push_back(named(name, type));
                emit(declared(name, type, {starts ? values[c] : zero(type)}, !binding.place));
                base_[name] = v.name;
            }
            if (binding.place) keep_place(binding);
        } else if (starts) {
            binding.values = value(v.value[0]);
            for (std::size_t c = 0; c < binding.values.size(); ++c)
                binding.values[c] = kept_value(binding, c, std::move(binding.values[c]));
        } else {
            binding.values.resize(components(v.type), zero(number(v.type)));
        }
        frame().scopes.back()[v.name] = std::move(binding);
    }

    // A value that stays the same: as it is if it is a name or a number, else a constant.
    Expression kept_value(const Binding& binding, std::size_t c, Expression value) {
        if (is_atom(value)) return value;
        return constant(component_name(binding.name, binding.type, c), binding.name, std::move(value));
    }
    Expression constant(const std::string& name, const std::string& base, Expression value) {
        const std::string own = fresh(name);
        const Type type = value.type;
        emit(declared(own, type, {std::move(value)}, true));
        base_[own] = base;
        if (frames_.size() > 1 || helper_) helpers_.insert(own);
        return named(own, type);
    }
    bool is_atom(const Expression& e) const {
        if (e.kind == Expression::bracket) return is_atom(e.parts[0]);
        return e.kind == Expression::literal || (e.kind == Expression::name && !mutable_.contains(e.text));
    }

    void evaluate(const Expression& e) {
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

    // The components of a variable that an expression means, by index.
    Binding& target(const Expression& to, std::vector<std::size_t>& at) {
        const bool part = to.kind == Expression::field;
        const Expression& name = part ? to.parts[0] : to;
        if (name.kind != Expression::name) fail("only a variable or its components can be assigned to");
        Binding& binding = find(name.text);
        for (std::size_t c = 0; c < (part ? to.text.size() : binding.values.size()); ++c)
            at.push_back(part ? std::string("xyzw").find(to.text[c]) : c);
        return binding;
    }

    void assign(const Expression& to, const std::string& sign, Values values) {
        std::vector<std::size_t> at;
        Binding& binding = target(to, at);
        values.resize(at.size(), values[0]);
        if (!binding.place) {
            for (std::size_t i = 0; i < at.size(); ++i) {
                Expression& own = binding.values[at[i]];
                if (sign != "=") values[i] = binary(sign.substr(0, sign.size() - 1), own, values[i]);
            }
            for (std::size_t i = 0; i < at.size(); ++i)
                binding.values[at[i]] = kept_value(binding, at[i], std::move(values[i]));
            return;
        }
        std::set<std::string> own;
        bool crosses = false;
        for (std::size_t i = 0; i < at.size(); ++i) {
            crosses |= mentions(values[i], own);
            if (binding.values[at[i]].kind == Expression::name) own.insert(binding.values[at[i]].text);
        }
        for (std::size_t i = 0; i < at.size() && crosses; ++i)
            values[i] = constant(component_name(binding.name, binding.type, at[i]), binding.name, std::move(values[i]));
        for (std::size_t i = 0; i < at.size(); ++i)
            emit(assigned(binding.values[at[i]], sign, std::move(values[i])));
    }

    Binding& find(const std::string& name) {
        for (auto scope = frame().scopes.rbegin(); scope != frame().scopes.rend(); ++scope) {
            if (const auto found = scope->find(name); found != scope->end()) return found->second;
        }
        fail("'{}' is not known here", name);
    }
    const Binding* local(const std::string& name) {
        for (auto scope = frame().scopes.rbegin(); scope != frame().scopes.rend(); ++scope) {
            if (const auto found = scope->find(name); found != scope->end()) return &found->second;
        }
        return nullptr;
    }

    // ---- Expressions

    static Expression literal(std::size_t value) {
        return {.kind = Expression::literal, .text = std::to_string(value), .type = {.kind = Type::integer}};
    }

    static Expression binary(const std::string& sign, Expression left, Expression right) {
        if (sign == "^" && right.text == "0u") return left;
        if (sign == "*" && left.text == "1.0") return right;
        const int rank = glsl::precedence(sign);
        const bool compares = rank <= 2 || rank == 6 || rank == 7;
        Expression e{
            .kind = Expression::binary, .text = sign, .type = compares ? Type{.kind = Type::boolean} : left.type};
        e.parts.push_back(std::move(left));
        e.parts.push_back(std::move(right));
        return e;
    }

    Expression one(const Expression& e) {
        Values values = value(e);
        if (values.size() != 1) fail("a vector is used where a number is expected");
        return std::move(values[0]);
    }

    // Gives a name to what several components would repeat.
    void shared(Values& values, const char* name) {
        const bool outer = std::exchange(helper_, true);
        for (Expression& value : values) {
            if (!is_atom(value)) value = constant(name, name, std::move(value));
        }
        helper_ = outer;
    }

    Values value(const Expression& e) {
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

    void widen(Values& values, std::size_t size) {
        if (values.size() == size) return;
        shared(values, "factor");
        values.resize(size, Expression(values[0]));
    }

    Values name(const Expression& e) {
        if (const Binding* binding = local(e.text)) return binding->values;
        if (e.type.array || components(e.type) == 1) return {e};
        Values values;  // a constant vector
        for (std::size_t c = 0; c < components(e.type); ++c)
            values.push_back(named(constant_name(e.text, c), number(e.type)));
        return values;
    }
    static std::string constant_name(const std::string& name, std::size_t c) {
        return fmt::format("{}_{}", name, "XYZW"[c]);
    }

    Values index(const Expression& e) {
        const Type& type = e.parts[0].type;
        if (!type.array) {
            Values values = value(e.parts[0]);
            const std::size_t size = components(e.type);
            const auto at = std::strtoul(without_brackets(e.parts[1]).text.c_str(), nullptr, 10) * size;
            if (without_brackets(e.parts[1]).kind != Expression::literal || at + size > values.size())
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

    Values field(const Expression& e) {
        const Values from = value(e.parts[0]);
        Values values;
        for (const char c : e.text)
            values.push_back(from[std::string("xyzw").find(c)]);
        return values;
    }

    Values construct(const Expression& e) {
        const Type type = number(e.type);
        Values all, values;
        if (e.type.array) {  // of a constant
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
            own.parts.push_back(std::move(one));
            values.push_back(std::move(own));
        }
        return values;
    }

    Values builtin(const Expression& e) {
        if (e.text == "ISO_EXACT") return value(e.parts[0]);  // the printers' own
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

    // `alone`: it is the whole statement.
    Values call(const Expression& e, bool alone) {
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
                outs[i] = places(e.parts[i], f.variables[i].in);
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

    // Variables that a function can write an argument to; `in`: they hold its value.
    Values places(const Expression& to, bool in) {
        std::vector<std::size_t> at;
        const Binding& binding = target(to, at);
        Values values;
        for (const std::size_t c : at) {
            if (binding.place) {
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
    void came_back(const Expression& to, const Values& values) {
        std::vector<std::size_t> at;
        Binding& binding = target(to, at);
        for (std::size_t i = 0; i < at.size() && !binding.place; ++i)
            binding.values[at[i]] = values[i];
    }

    Values lanes(const Expression& e) {
        const Declaration& f = source_[e.function];
        const std::size_t own = same_[e.function];
        std::vector<Values> arguments;
        std::size_t size = components(f.type);
        for (std::size_t i = 0; i < e.parts.size(); ++i) {
            arguments.push_back(f.variables[i].out ? places(e.parts[i], false) : value(e.parts[i]));
            size = std::max(size, arguments.back().size());
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
            } else {
                values.push_back(std::move(call));
            }
        }
        for (std::size_t i = 0; i < e.parts.size(); ++i) {
            if (f.variables[i].out) came_back(e.parts[i], arguments[i]);
        }
        return values;
    }

    // Writes a function out.
    Values written(const Expression& e) {
        const Declaration& f = source_[e.function];
        Frame own = frame_of(f, true);
        own.scopes.emplace_back();
        std::vector<Values> arguments;
        std::set<std::string> read;
        for (std::size_t i = 0; i < e.parts.size(); ++i) {
            arguments.push_back(f.variables[i].in ? value(e.parts[i]) : Values());
            for (const Expression& one : arguments.back()) {
                if (!f.variables[i].out) for_each_name(one, [&](const std::string& name) { read.insert(name); });
            }
        }
        for (std::size_t i = 0; i < e.parts.size(); ++i) {
            const Variable& p = f.variables[i];
            Binding binding{.type = p.type, .name = p.name};
            if (p.out && is_place(e.parts[i], read, binding.values)) {
                binding.place = true;  // the caller's variables
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
            if (p.out && !own.scopes.front().at(p.name).place)
                assign(e.parts[i], "=", own.scopes.front().at(p.name).values);
        }
        return own.result;
    }
    // Is it made of variables, none of which is read otherwise?
    bool is_place(const Expression& to, const std::set<std::string>& read, Values& values) {
        std::vector<std::size_t> at;
        const Binding& binding = target(to, at);
        for (const std::size_t c : at)
            values.push_back(binding.values[c]);
        const bool good = binding.place && std::none_of(values.begin(), values.end(),
                                                        [&](const Expression& one) { return mentions(one, read); });
        if (!good) values.clear();
        return good;
    }
    Expression argument(const Binding& binding, std::size_t c, Expression value) {
        if (is_atom(value)) return value;
        const bool outer = std::exchange(helper_, true);
        Expression own = constant(component_name(binding.name, binding.type, c), binding.name, std::move(value));
        helper_ = outer;
        return own;
    }

    // ---- Constants

    void split_constants() {
        glsl::Program all;
        std::vector<std::size_t> now(program_.size());
        for (std::size_t i = 0; i < program_.size(); ++i) {
            Declaration& one = program_[i];
            now[i] = all.size();
            if (one.kind != Declaration::constant || components({.kind = one.type.kind, .size = one.type.size}) == 1) {
                all.push_back(std::move(one));
                continue;
            }
            Type element = one.type;
            element.array = false;
            for (std::size_t c = 0; c < components(element); ++c) {
                Declaration part = one;
                part.name = constant_name(one.name, c);
                part.type.size = 1;
                if (c > 0) part.before = "\n";
                Expression& value = part.value[0];
                if (one.type.array) {
                    value.type = part.type;
                    for (Expression& entry : value.parts)
                        entry = component(entry, c);
                } else {
                    value = component(value, c);
                }
                all.push_back(std::move(part));
            }
        }
        program_ = std::move(all);
        for (Declaration& one : program_) {
            for_each_expression(one, [&](Expression& e) {
                if (e.function != glsl::kNoFunction) e.function = now[e.function];
            });
        }
        moved_ = std::move(now);
    }
    static Expression component(const Expression& e, std::size_t c) {
        if (e.kind != Expression::construct) fail("a constant vector is not made of numbers");
        return e.parts.size() == 1 ? e.parts[0] : e.parts[c];
    }

  public:
    std::vector<std::size_t> moved_;  // where each declaration is now

  private:
    glsl::Program& program_;
    const glsl::Program source_;
    const std::set<std::size_t>& entries_;
    std::vector<Way> ways_;
    std::vector<int> calls_;         // of each function in the source
    std::vector<std::size_t> same_;  // the function that takes the place of one in lanes
    std::vector<Frame> frames_;
    // In the function at hand:
    std::set<std::string> taken_;              // names
    std::set<std::string> mutable_;            // variables that change
    std::map<std::string, std::string> base_;  // the source's name of a variable or a component
    std::set<std::string> helpers_;            // constants that the source does not have
    bool helper_ = false;
    std::vector<Variable> results_;          // parameters that take the components of what it returns
    std::vector<Statement>* out_ = nullptr;  // takes statements
    std::string line_;                       // blanks and comments before the next one
};

}  // namespace

// Joins a call with the declarations of what it sets.
static void join_calls(const glsl::Program& program, Statement& s) {
    for (Statement& part : s.parts)
        join_calls(program, part);
    if (s.kind != Statement::block) return;
    std::map<std::string, Variable> unset;
    std::vector<Statement> joined;
    std::string above;
    for (Statement& part : s.parts) {
        const bool declares = part.kind == Statement::declare;
        if (declares && part.variables[0].value.empty()) {
            unset[part.variables[0].name] = part.variables[0];
            if (above.empty()) above = part.before;
            continue;
        }
        if (!above.empty()) part.before = std::exchange(above, "");
        const bool simple = declares || part.kind == Statement::evaluate;
        const Expression* call = !simple ? nullptr : declares ? &part.variables[0].value[0] : &part.value[0];
        if (call && call->kind == Expression::call && call->function != glsl::kNoFunction) {
            std::vector<Variable> sets;
            for (std::size_t i = 0; i < call->parts.size(); ++i) {
                const auto found =
                    call->parts[i].kind == Expression::name ? unset.find(call->parts[i].text) : unset.end();
                if (program[call->function].variables[i].out && found != unset.end()) sets.push_back(found->second);
            }
            if (!sets.empty()) {
                Statement to{.kind = Statement::declare, .before = part.before, .constant = true};
                to.value = {*call};
                if (declares) {
                    Variable result = part.variables[0];
                    result.value.clear();
                    to.variables.push_back(std::move(result));
                }
                to.variables.insert(to.variables.end(), sets.begin(), sets.end());
                part = std::move(to);
            }
        }
        joined.push_back(std::move(part));
    }
    s.parts = std::move(joined);
}

// a0_2 becomes a0 where nothing else has that name any more.
static void shorten_names(Declaration& f) {
    std::set<std::string> taken;
    std::map<std::string, std::string> names;
    for (const Variable& p : f.variables)
        taken.insert(p.name);
    const auto for_each_local = [&](const std::function<void(Variable&)>& visit) {
        for_each_statement(f.body[0], [&](Statement& s) {
            for (Variable& v : s.variables)
                visit(v);
        });
    };
    for_each_local([&](Variable& v) { taken.insert(v.name); });
    for_each_local([&](Variable& v) {
        const std::size_t end = v.name.rfind('_');
        if (end == std::string::npos || !glsl::is_digit(v.name[end - 1]) || !glsl::is_digit(v.name[end + 1])) return;
        const std::string base = v.name.substr(0, end);
        if (!taken.insert(base).second) return;
        names[v.name] = base;
        v.name = base;
    });
    for_each_expression(f, [&](Expression& e) {
        const auto found = e.kind == Expression::name ? names.find(e.text) : names.end();
        if (found != names.end()) e.text = found->second;
    });
}

void into_numbers(glsl::Program& program, std::vector<std::string>& names, const std::set<std::size_t>& entries) {
    Numbers numbers(program, entries);
    numbers.run();
    std::vector<std::string> own(program.size());
    std::set<std::size_t> kept;
    for (std::size_t i = 0; i < program.size(); ++i)
        own[i] = program[i].name;
    for (std::size_t i = 0; i < numbers.moved_.size(); ++i) {
        if (program[numbers.moved_[i]].kind == Declaration::function) own[numbers.moved_[i]] = names[i];
        if (entries.contains(i)) kept.insert(numbers.moved_[i]);
    }
    const std::vector<bool> needed = drop_unused(program, kept);
    for (Declaration& one : program) {
        if (one.kind != Declaration::function) continue;
        join_calls(program, one.body[0]);
        shorten_names(one);
    }
    names.clear();
    for (std::size_t i = 0; i < needed.size(); ++i) {
        if (needed[i]) names.push_back(own[i]);
    }
}

}  // namespace isonoise
