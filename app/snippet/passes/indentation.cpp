#include "snippet/passes/passes.hpp"

namespace isonoise {
namespace {

using glsl::Statement;

bool has_line(const std::string& blanks) { return blanks.find('\n') != std::string::npos; }

std::string line_of(std::size_t columns) { return "\n" + std::string(columns, ' '); }

}  // namespace

std::string with_line_comments(const std::string& blanks) {
    std::string result;
    for (std::size_t at = 0; at < blanks.size();) {
        if (blanks.compare(at, 2, "//") == 0) {
            const std::size_t end = std::min(blanks.find('\n', at), blanks.size());
            result += blanks.substr(at, end - at);
            at = end;
        } else if (blanks.compare(at, 2, "/*") == 0) {
            const std::size_t end = std::min(blanks.find("*/", at + 2), blanks.size());
            for (std::size_t line = at + 2; line <= end;) {
                const std::size_t next = std::min(blanks.find('\n', line), end);
                std::string text = blanks.substr(line, next - line);
                text.erase(0, text.find_first_not_of(" \t\r*"));
                text.erase(text.find_last_not_of(" \t\r*") + 1);
                if (!text.empty()) result += (line == at + 2 ? "// " : "\n// ") + text;
                line = next + 1;
            }
            at = end + 2;
            const std::size_t more = blanks.find_first_not_of(" \t\r", at);
            if (more == std::string::npos || blanks[more] != '\n') result += '\n';
        } else {
            result += blanks[at++];
        }
    }
    return result;
}

namespace {

// Blanks and comments whose lines, after the first line break, begin at this column.
std::string indented(const std::string& from, std::size_t columns) {
    const std::string blanks = with_line_comments(from);
    std::string result;
    for (std::size_t at = 0; at <= blanks.size();) {
        const std::size_t end = std::min(blanks.find('\n', at), blanks.size());
        const bool last = end == blanks.size();
        std::string text = blanks.substr(at, end - at);
        if (!last) text.erase(text.find_last_not_of(" \t\r") + 1);
        if (at > 0) text.erase(0, text.find_first_not_of(" \t\r"));
        result += at == 0 ? text : text.empty() && !last ? "\n" : line_of(columns) + text;
        at = end + 1;
    }
    return result;
}

void begin_line(Statement& s, std::size_t columns) {
    if (!has_line(s.before)) s.before = "\n" + s.before;
    s.before = indented(s.before, columns);
}

bool is_simple(const Statement& s) {
    return s.kind == Statement::give || s.kind == Statement::jump || s.kind == Statement::evaluate;
}

void arrange(Statement& s, std::size_t columns);

// `on_lines`: never on one line.
void arrange_block(Statement& block, std::size_t columns, bool on_lines = false) {
    const bool one_line = !on_lines && block.parts.size() == 1 && is_simple(block.parts[0]) &&
                          !has_line(block.parts[0].before + block.end);
    for (Statement& part : block.parts) {
        if (!one_line) begin_line(part, columns);
        arrange(part, columns);
    }
    if (!one_line && !has_line(block.end)) block.end += "\n";
    block.end = indented(block.end, columns);
    if (has_line(block.end)) block.end.resize(block.end.rfind('\n') + 1 + columns - 4);  // comments stay further in
}

// A statement under `if`, `else`, `for` or `while`. `to_block`: in braces.
void arrange_body(Statement& s, std::size_t columns, bool to_block) {
    if (s.kind != Statement::block && (to_block || !is_simple(s))) {
        Statement block{.kind = Statement::block, .before = " ", .parts = {s}};
        s = std::move(block);
    }
    if (s.kind == Statement::block) return arrange_block(s, columns + 4, to_block);
    s.before = indented(s.before, columns + 4);
}

// The statements within s, whose own first line begins at this column.
void arrange(Statement& s, std::size_t columns) {
    switch (s.kind) {
    case Statement::block: return arrange_block(s, columns + 4);
    case Statement::branch:
        arrange_body(s.parts[0], columns, false);
        if (s.parts.size() < 2) return;
        if (s.parts[1].kind != Statement::branch) return arrange_body(s.parts[1], columns, false);
        s.parts[1].before = " ";
        return arrange(s.parts[1], columns);
    case Statement::loop: return arrange_body(s.parts[1], columns, true);
    case Statement::repeat: return arrange_body(s.parts[0], columns, false);
    default: return;
    }
}

}  // namespace

void indent_statements(glsl::Program& program) {
    for (glsl::Declaration& one : program) {
        one.before = indented(one.before, 0);
        if (one.kind == glsl::Declaration::function) arrange_block(one.body[0], 4);
    }
}

}  // namespace isonoise
