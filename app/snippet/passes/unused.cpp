#include <algorithm>
#include <map>
#include <set>

#include "snippet/passes/passes.hpp"

namespace isonoise {
namespace {

using glsl::Declaration;
using glsl::Expression;
using glsl::Statement;
using glsl::Variable;

// The variable that an assignment modifies: x for x, x[0] and x.y.
const std::string& changed(const Expression& to) {
    return to.kind == Expression::name ? to.text : changed(to.parts[0]);
}

class Unused {
  public:
    Unused(glsl::Program& program, bool overloads)
        : program_(program), overloads_(overloads), needed_(program.size()), live_(program.size()),
          read_(program.size()), changed_(program.size()) {
        for (std::size_t i = 0; i < program.size(); ++i) {
            for_each_expression(program[i], [&](Expression& e) {
                if (e.kind == Expression::assign || e.kind == Expression::step) changed_[i].insert(changed(e.parts[0]));
                if (e.kind != Expression::call || e.function == glsl::kNoFunction) return;
                for (std::size_t k = 0; k < e.parts.size(); ++k) {
                    const Variable& p = program[e.function].variables[k];  // of an earlier declaration
                    if (p.out && changed_[e.function].contains(p.name)) changed_[i].insert(changed(e.parts[k]));
                }
            });
        }
        for (std::size_t i = 0; i < program.size(); ++i) {
            if (!program[i].entry) continue;
            need(i);
            for (const Variable& p : program[i].variables)
                read_[i].insert(p.name), live_[i].insert(p.name);
        }
    }

    void drop() {
        do {
            grown_ = false;
            for (at_ = 0; at_ < program_.size(); ++at_) {
                if (!needed_[at_]) continue;
                Declaration& one = program_[at_];
                need_structure(one.type);
                for (const Variable& p : one.variables)
                    need_structure(p.type);
                for (Expression& e : one.value)
                    read(e);
                for (const Statement& s : one.body)
                    statement(s);
            }
            if (!grown_ && overloads_) keep_apart();
        } while (grown_);
        for (at_ = 0; at_ < program_.size(); ++at_) {
            if (needed_[at_] && program_[at_].kind == Declaration::function) remove(program_[at_].body[0]);
        }
        // Arguments first, while all functions still have all parameters.
        for (Declaration& one : program_) {
            for_each_expression(one, [&](Expression& e) {
                if (e.kind != Expression::call || e.function == glsl::kNoFunction) return;
                std::vector<Expression> parts;
                for (std::size_t i = 0; i < e.parts.size(); ++i) {
                    if (has_parameter(e.function, i)) parts.push_back(std::move(e.parts[i]));
                }
                e.parts = std::move(parts);
            });
        }
        for (std::size_t f = 0; f < program_.size(); ++f) {
            if (program_[f].kind != Declaration::function) continue;
            std::vector<Variable> parameters;
            for (std::size_t i = 0; i < program_[f].variables.size(); ++i) {
                if (has_parameter(f, i)) parameters.push_back(program_[f].variables[i]);
            }
            program_[f].variables = std::move(parameters);
        }
    }

    const std::vector<bool>& needed() const { return needed_; }

  private:
    void need(std::size_t i) {
        if (needed_[i]) return;
        needed_[i] = grown_ = true;
    }
    void need_structure(const glsl::Type& type) {
        if (type.kind != glsl::Type::structure) return;
        for (std::size_t i = 0; i < program_.size(); ++i) {
            if (program_[i].kind == Declaration::structure && program_[i].name == type.name) need(i);
        }
    }
    // Overloads that would become ambiguous without unused parameters keep all of them.
    void keep_apart() {
        std::map<std::string, std::vector<std::size_t>> same;
        for (std::size_t f = 0; f < program_.size(); ++f) {
            if (!needed_[f] || program_[f].kind != Declaration::function) continue;
            std::string head = program_[f].name;
            for (std::size_t i = 0; i < program_[f].variables.size(); ++i) {
                if (has_parameter(f, i)) head += " " + name_of(program_[f].variables[i].type);
            }
            same[head].push_back(f);
        }
        for (const auto& [head, functions] : same) {
            if (functions.size() == 1) continue;
            for (const std::size_t f : functions) {
                for (const Variable& p : program_[f].variables) {
                    grown_ |= read_[f].insert(p.name).second;
                    grown_ |= live_[f].insert(p.name).second;
                }
            }
        }
    }
    // Marks a name's value as needed in the current function.
    void use(const std::string& name) {
        grown_ |= live_[at_].insert(name).second;
        for (const Variable& p : program_[at_].variables) {
            if (p.name == name && p.in) grown_ |= read_[at_].insert(name).second;
        }
        for (std::size_t i = 0; i < program_.size(); ++i) {
            if (program_[i].kind != Declaration::function && program_[i].name == name) need(i);
        }
    }
    bool is_live(const std::string& name) const { return live_[at_].contains(name); }
    bool has_parameter(std::size_t f, std::size_t i) const {
        const Variable& p = program_[f].variables[i];
        return read_[f].contains(p.name) || (p.out && live_[f].contains(p.name) && changed_[f].contains(p.name));
    }

    void read(const Expression& e) {
        if (e.kind == Expression::name) use(e.text);
        if (e.kind == Expression::call && e.function != glsl::kNoFunction) {
            need(e.function);
            const Declaration& f = program_[e.function];
            for (std::size_t i = 0; i < e.parts.size(); ++i) {
                const Variable& p = f.variables[i];
                if (p.out && is_live(changed(e.parts[i]))) grown_ |= live_[e.function].insert(p.name).second;
                if (p.out && has_parameter(e.function, i)) use(changed(e.parts[i]));  // an output needs a variable
                if (p.in && read_[e.function].contains(p.name)) read(e.parts[i]);
            }
            return;
        }
        for (const Expression& part : e.parts)
            read(part);
    }

    // Uses the indices of the assigned variable.
    void read_indices(const Expression& to) {
        if (to.kind == Expression::name) return;
        if (to.kind == Expression::index) read(to.parts[1]);
        read_indices(to.parts[0]);
    }

    // Does the expression affect anything needed?
    bool matters(const Expression& e) const {
        if (e.kind == Expression::assign || e.kind == Expression::step) return is_live(changed(e.parts[0]));
        if (e.kind != Expression::call || e.function == glsl::kNoFunction) return false;
        for (std::size_t i = 0; i < e.parts.size(); ++i) {
            if (program_[e.function].variables[i].out && is_live(changed(e.parts[i]))) return true;
        }
        return false;
    }
    bool matters(const Variable& v) const { return is_live(v.name) || (!v.value.empty() && matters(v.value[0])); }
    bool matters(const Statement& s) const {
        switch (s.kind) {
        case Statement::declare:
            return std::any_of(s.variables.begin(), s.variables.end(), [&](const Variable& v) { return matters(v); });
        case Statement::evaluate: return matters(s.value[0]);
        case Statement::block:
        case Statement::branch:
            return std::any_of(s.parts.begin(), s.parts.end(), [&](const Statement& part) { return matters(part); });
        default: return true;
        }
    }

    void statement(const Statement& s) {
        if (!matters(s)) return;
        for (const Variable& v : s.variables) {
            if (!matters(v)) continue;
            need_structure(v.type);
            for (const Expression& value : v.value)
                read(value);
        }
        for (const Expression& e : s.value) {
            if (e.kind != Expression::assign) {
                read(e);
                continue;
            }
            if (e.text != "=") read(e.parts[0]);
            read_indices(e.parts[0]);
            read(e.parts[1]);
        }
        for (const Expression& e : s.step)
            read(e);
        for (const Statement& part : s.parts)
            statement(part);
    }

    void remove(Statement& s) {
        if (s.kind == Statement::declare) {
            std::erase_if(s.variables, [&](const Variable& v) { return !matters(v); });
            if (s.variables.size() == 1 && !is_live(s.variables[0].name)) {  // only its call's outputs are needed
                s.kind = Statement::evaluate;
                s.value = std::move(s.variables[0].value);
                s.variables.clear();
            }
        }
        if (s.kind == Statement::block) {
            std::string before;  // the comment above a removed statement moves to the next one
            std::vector<Statement> parts;
            for (Statement& part : s.parts) {
                if (!matters(part)) {
                    if (before.empty()) before = part.before;
                    continue;
                }
                if (!before.empty() && part.before.find("//") == std::string::npos) part.before = before;
                before.clear();
                parts.push_back(std::move(part));
            }
            s.parts = std::move(parts);
        }
        for (Statement& part : s.parts)
            remove(part);
    }

    glsl::Program& program_;
    const bool overloads_;
    std::vector<bool> needed_;                    // declarations
    std::vector<std::set<std::string>> live_;     // per function: variables whose values are needed
    std::vector<std::set<std::string>> read_;     // per function: parameters whose values are needed
    std::vector<std::set<std::string>> changed_;  // per function: variables that it assigns
    std::size_t at_ = 0;
    bool grown_ = false;
};

}  // namespace

std::vector<bool> drop_unused(glsl::Program& program, bool overloads) {
    Unused unused(program, overloads);
    unused.drop();
    const std::vector<bool> needed = unused.needed();
    // A comment applies to all functions of a name.
    const Declaration* last = nullptr;
    for (std::size_t i = 0; i < program.size(); ++i) {
        Declaration& one = program[i];
        const bool comment = one.before.find("//") != std::string::npos;
        if (comment && !needed[i]) last = &one;
        if (!needed[i]) continue;
        if (last && !comment && last->name == one.name) one.before = last->before;
        last = nullptr;
    }
    keep(program, needed);
    return needed;
}

}  // namespace isonoise
