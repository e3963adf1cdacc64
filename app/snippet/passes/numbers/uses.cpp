#include "snippet/passes/numbers/uses.hpp"

#include <span>

namespace isonoise::numbers {

namespace {

class Places {
  public:
    explicit Places(const glsl::Program& program) : program_(program) {}

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

Uses uses_of(const Declaration& f, const glsl::Program& program) { return Places(program).of(f); }

}  // namespace isonoise::numbers
