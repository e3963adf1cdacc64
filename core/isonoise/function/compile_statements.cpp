#include <algorithm>

#include "isonoise/function/compiler.hpp"
#include "isonoise/untrusted.hpp"

namespace isonoise::function {

using glsl::fault;

static constexpr int kMostUnrolled = 256;  // rounds of a loop
static constexpr std::size_t kMostInUnrolled = 20'000;

// ---- Assignments

Compiler::Target Compiler::target(const Expression& e) {
    if (e.kind == Expression::bracket) return target(e.parts[0]);
    if (e.kind == Expression::name) {
        Named* named = find(e.text);
        Target t{named, {}};
        for (std::size_t i = 0; i < named->words.size(); ++i)
            t.words.push_back(i);
        return t;
    }
    Target t = target(e.parts[0]);
    if (e.kind == Expression::field) {
        std::vector<std::size_t> words;
        for (const std::size_t i : places(e.parts[0].type, e.text))
            words.push_back(t.words[i]);
        t.words = std::move(words);
        return t;
    }
    const std::size_t size = size_of(e.type), count = t.words.size() / size;
    const Handle at = value(e.parts[1])[0];
    if (const Word* word = builder_.word(at)) {
        const std::size_t i = std::min<std::size_t>(*word, count - 1);
        t.words = std::vector<std::size_t>(t.words.begin() + static_cast<std::ptrdiff_t>(i * size),
                                           t.words.begin() + static_cast<std::ptrdiff_t>((i + 1) * size));
        return t;
    }
    if (!t.choices.empty()) glsl::fault_at(e.where, "an assignment may have only one index that varies");
    for (std::size_t i = 0; i < count; ++i) {
        const Handle last = builder_.constant(static_cast<Word>(i));
        t.choices.emplace_back(builder_.emit(i + 1 < count ? Operation::int_equal : Operation::uint_at_most,
                                             i + 1 < count ? at : last, i + 1 < count ? last : at),
                               i * size);
    }
    t.words.resize(size);
    return t;
}

void Compiler::set(const Expression& to, const Words& values) {
    const Target t = target(to);
    if (t.choices.empty()) {
        for (std::size_t i = 0; i < t.words.size(); ++i)
            assign(*t.variable, t.variable->words[t.words[i]], values[i]);
        return;
    }
    for (const auto& [is, offset] : t.choices) {
        for (std::size_t i = 0; i < t.words.size(); ++i) {
            const Handle& word = t.variable->words[t.words[i] + offset];
            assign(*t.variable, word, builder_.emit(Operation::choose, is, values[i], word));
        }
    }
}

void Compiler::evaluate(const Expression& e) {
    if (e.kind == Expression::step) {
        const Type::Kind kind = e.type.kind;
        const Handle one = kind == Type::real ? real_constant(1) : builder_.constant(1);
        set(e.parts[0], {operation(e.text.substr(0, 1), value(e.parts[0])[0], one, kind)});
    } else if (e.kind == Expression::assign) {
        Words right = value(e.parts[1]);
        if (e.text != "=") {
            const Words left = value(e.parts[0]);
            right = combined(e.text.substr(0, e.text.size() - 1), left, right, e.parts[0].type.kind);
        }
        // All of the right side is read before anything is written.
        set(e.parts[0], right.size() > 1 ? copied(right) : right);
    } else {
        value(e);
    }
}

std::set<std::string> Compiler::changed_in(const Statement& s) const {
    std::set<std::string> names;
    const auto changes = [&](const Expression& to) {
        const Expression* e = &to;
        while (!e->parts.empty())
            e = &e->parts[0];
        names.insert(e->text);
    };
    Statement all = s;
    for_each_expression(all, [&](Expression& e) {
        if (e.kind == Expression::assign || e.kind == Expression::step) changes(e.parts[0]);
        if (e.kind != Expression::call || e.function == glsl::kNoFunction) return;
        for (std::size_t i = 0; i < e.parts.size(); ++i) {
            if (program_[e.function].variables[i].out) changes(e.parts[i]);
        }
    });
    return names;
}

// ---- Statements

void Compiler::statement(const Statement& s) {
    switch (s.kind) {
    case Statement::block:
        scopes_.emplace_back();
        for (const Statement& part : s.parts)
            statement(part);
        close_scope();
        return;
    case Statement::declare: return declaration(s);
    case Statement::evaluate: return evaluate(s.value[0]);
    case Statement::branch: return branch(s);
    case Statement::loop: return loop(s);
    case Statement::repeat: return loop(s);
    case Statement::give: return give(s);
    case Statement::jump: return leave(s.word == "break" ? Level::loop : Level::round);
    }
}

void Compiler::declaration(const Statement& s) {
    for (const Variable& v : s.variables) {
        const std::size_t element = size_of(v.type);
        Words words = !v.value.empty() ? value(v.value[0])
                                       : Words(element * (v.type.array ? length_of(v) : 1), builder_.constant(0));
        if (!v.length.empty() && words.size() != element * length_of(v))
            glsl::fault_at(v.value[0].where, "the array ", in_quotes(v.name), " has another length than its value");
        declare(v.name, v.type, std::move(words), !s.constant);
    }
}

void Compiler::remove(std::size_t from) {
    Handle gone;
    if (mask()) {
        gone = builder_.allocate();
        builder_.set(gone, mask());
    }
    for (std::size_t i = from; i < levels_.size(); ++i) {
        if (!levels_[i].mask) continue;
        if (gone) {
            builder_.write(Operation::without, levels_[i].mask, levels_[i].mask, gone);
        } else {
            builder_.set(levels_[i].mask, builder_.constant(0));
        }
    }
}

void Compiler::give(const Statement& s) {
    const Words words = s.value.empty() ? Words() : value(s.value[0]);
    Frame& frame = frames_.back();
    if (levels_.size() == frame.level) {  // the only return
        frame.result = words;
        if (std::any_of(words.begin(), words.end(), [&](const Handle& h) { return variables_.contains(h.index()); }))
            frame.result = copied(words);
        return;
    }
    for (std::size_t i = 0; i < words.size(); ++i)
        builder_.set_where(mask(), frame.result[i], words[i]);
    remove(frame.level);
}

void Compiler::leave(Level::Kind kind) {
    std::size_t i = levels_.size();
    while (i-- > 0 && levels_[i].kind != Level::loop) {
        if (levels_[i].kind == kind) break;
    }
    remove(i);
}

void Compiler::under(const Handle& condition, bool holds, const Statement& s) {
    const Handle mask_register = builder_.allocate();
    const Handle all = mask() ? mask() : builder_.constant(~Word{0});
    builder_.write(holds ? Operation::both : Operation::without, mask_register, all, condition);
    levels_.push_back({mask_register, next_level_++, Level::branch});
    const std::size_t skip = builder_.jump(Operation::jump_none, mask_register);
    scopes_.emplace_back();
    statement(s);
    close_scope();
    builder_.land(skip);
    levels_.pop_back();
}

void Compiler::branch(const Statement& s) {
    const Handle condition = value(s.value[0])[0];
    if (const Word* word = builder_.word(condition)) {
        const std::size_t part = *word != 0u ? 0 : 1;
        if (part >= s.parts.size()) return;
        scopes_.emplace_back();
        statement(s.parts[part]);
        close_scope();
        return;
    }
    // The condition must last: what it is made of may change in the first branch.
    const Handle own = builder_.allocate();
    builder_.set(own, condition);
    under(own, true, s.parts[0]);
    if (s.parts.size() > 1) under(own, false, s.parts[1]);
}

bool Compiler::jumps(const Statement& s, std::string_view word) {
    if (s.kind == Statement::jump) return s.word == word;
    for (const Statement& part : s.parts) {
        if (part.kind != Statement::loop && part.kind != Statement::repeat && jumps(part, word)) return true;
    }
    return false;
}

bool Compiler::gives(const Statement& s) {
    return s.kind == Statement::give || std::any_of(s.parts.begin(), s.parts.end(), gives);
}

void Compiler::open_level(Level::Kind kind) {
    const Handle all = builder_.allocate();
    builder_.set(all, mask() ? mask() : builder_.constant(~Word{0}));
    levels_.push_back({all, next_level_++, kind});
}

void Compiler::round(const Statement& body, bool continues) {
    if (continues) open_level(Level::round);
    scopes_.emplace_back();
    statement(body);
    close_scope();
    if (continues) levels_.pop_back();
}

void Compiler::loop(const Statement& s) {
    const bool is_for = s.kind == Statement::loop;
    const Statement& body = s.parts.back();
    const bool continues = jumps(body, "continue"), ends = jumps(body, "break") || gives(body);
    scopes_.emplace_back();
    if (is_for && unrolled(s, continues, ends)) return close_scope();
    open_level(Level::loop);
    if (is_for) statement(s.parts[0]);
    const Register top = builder_.here();
    const Handle condition = value(s.value[0])[0];
    builder_.write(Operation::both, mask(), mask(), condition);
    const std::size_t end = builder_.jump(Operation::jump_none, mask());
    round(body, continues);
    for (const Expression& step : s.step)
        evaluate(step);
    builder_.code.instructions[builder_.jump(Operation::jump)].to = top;
    builder_.land(end);
    levels_.pop_back();
    close_scope();
}

bool Compiler::unrolled(const Statement& s, bool continues, bool ends) {
    const Statement& start = s.parts[0];
    if (start.kind != Statement::declare || start.variables.size() != 1 || s.step.empty() || rolled_.contains(&s))
        return false;
    const Variable& counter = start.variables[0];
    if (counter.type.array || counter.type.size != 1 || counter.value.empty() ||
        changed_in(s.parts.back()).contains(counter.name))
        return false;
    Words now = value(counter.value[0]);
    if (!builder_.word(now[0])) return false;
    // First the counter alone.
    std::vector<Handle> rounds;
    const std::size_t before = builder_.code.instructions.size();
    for (int i = 0; i <= kMostUnrolled; ++i) {
        scopes_.back()[counter.name] = {counter.type, now, levels_.back().id, false};
        const Handle condition = value(s.value[0])[0];
        const Word* word = builder_.word(condition);
        if (!word || i == kMostUnrolled || builder_.code.instructions.size() != before) {
            builder_.code.instructions.resize(before);
            std::erase_if(builder_.code.inlined, [&](const Inlined& one) { return one.end > before; });
            return false;
        }
        if (*word == 0u) break;
        rounds.push_back(now[0]);
        const Handle next = stepped(s.step[0], counter, now[0]);
        if (!next || !builder_.word(next)) return false;
        now = {next};
    }
    if (ends) open_level(Level::loop);
    for (const Handle& i : rounds) {
        scopes_.back()[counter.name] = {counter.type, {i}, levels_.back().id, false};
        round(s.parts.back(), continues);
        if (builder_.code.instructions.size() - before > kMostInUnrolled && rounds.size() > 1) throw LongLoop{&s};
    }
    if (ends) levels_.pop_back();
    return true;
}

Handle Compiler::stepped(const Expression& step, const Variable& counter, const Handle& now) {
    const bool own = step.parts[0].kind == Expression::name && step.parts[0].text == counter.name;
    if (!own) return {};
    const Type::Kind kind = counter.type.kind;
    if (step.kind == Expression::step) {
        const Handle one = kind == Type::real ? real_constant(1) : builder_.constant(1);
        return operation(step.text.substr(0, 1), now, one, kind);
    }
    if (step.kind != Expression::assign) return {};
    const Words by = value(step.parts[1]);
    return step.text == "=" ? by[0] : operation(step.text.substr(0, step.text.size() - 1), now, by[0], kind);
}

}  // namespace isonoise::function
