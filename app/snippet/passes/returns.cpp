#include "snippet/passes/passes.hpp"

namespace isonoise {
namespace {

using glsl::Expression;
using glsl::Statement;

void indent(std::string& blanks) {
    for (std::size_t at = 0; (at = blanks.find('\n', at)) != std::string::npos; at += 5)
        blanks.insert(at + 1, "    ");
}

// The statements as a block that assigns the result instead of returning it.
Statement setting(std::vector<Statement> statements, const Expression& result, const std::string& line) {
    for (Statement& s : statements)
        for_each_statement(s, [](Statement& part) {
            indent(part.before);
            indent(part.end);
        });
    Statement& last = statements.back();
    const std::string before = last.before;
    if (last.kind == Statement::give) last = glsl::assigned(result, "=", Expression(last.value[0]));
    last.before = before;
    return {.kind = Statement::block, .before = " ", .parts = std::move(statements), .end = line};
}

// Replaces `if (...) return a;` and the statements up to the last return by an if with an else.
bool join(std::vector<Statement>& all, const Expression& result) {
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        Statement& s = all[i];
        const bool early = s.kind == Statement::branch && s.parts.size() == 1 && s.parts[0].kind == Statement::give;
        if (!early || all.back().kind != Statement::give) continue;
        std::vector<Statement> rest(all.begin() + static_cast<std::ptrdiff_t>(i) + 1, all.end());
        all.resize(i + 1);
        join(rest, result);
        const std::string line = "\n" + s.before.substr(s.before.rfind('\n') + 1);
        s.parts[0].before = line;
        s.parts = {setting({s.parts[0]}, result, line), setting(std::move(rest), result, line)};
        return true;
    }
    return false;
}

}  // namespace

void join_returns(glsl::Program& program) {
    for (glsl::Declaration& f : program) {
        if (f.kind != glsl::Declaration::function || f.type.kind == glsl::Type::nothing) continue;
        std::vector<Statement>& all = f.body[0].parts;
        const Expression result = glsl::named("result", f.type);
        if (!join(all, result)) continue;
        Statement declared{
            .kind = Statement::declare, .before = "\n    ", .variables = {{.type = f.type, .name = "result"}}};
        declared.precise = f.type.kind == glsl::Type::real;
        Statement give{.kind = Statement::give, .before = "\n    ", .value = {result}};
        all.insert(all.begin(), std::move(declared));
        all.push_back(std::move(give));
    }
}

}  // namespace isonoise
