#include "snippet/glsl_text.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include "error.hpp"

namespace isonoise::glsl {

static bool starts_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
static bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
static bool is_word(const std::string& text) { return !text.empty() && starts_word(text[0]); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

Tokens tokens(std::string_view text) {
    static constexpr std::string_view signs[] = {"<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^",
                                                 "++",  "--",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
    Tokens all;
    std::size_t at = 0, from = 0;
    while (at < text.size()) {
        if (std::isspace(static_cast<unsigned char>(text[at]))) {
            ++at;
            continue;
        }
        if (text.substr(at, 2) == "//") {
            at = std::min(text.find('\n', at), text.size());
            continue;
        }
        if (text.substr(at, 2) == "/*") {
            at = std::min(text.find("*/", at + 2), text.size() - 2) + 2;
            continue;
        }
        std::size_t end = at + 1;
        if (starts_word(text[at])) {
            while (end < text.size() && in_word(text[end]))
                ++end;
        } else if (is_digit(text[at]) || (text[at] == '.' && end < text.size() && is_digit(text[end]))) {
            const bool hexadecimal = text.substr(at, 2) == "0x";
            while (end < text.size() && (in_word(text[end]) || text[end] == '.' ||
                                         (!hexadecimal && (text[end] == '-' || text[end] == '+') &&
                                          (text[end - 1] == 'e' || text[end - 1] == 'E'))))
                ++end;
        } else {
            for (std::string_view sign : signs) {
                if (text.substr(at, sign.size()) != sign) continue;
                end = at + sign.size();
                break;
            }
        }
        all.push_back({std::string(text.substr(from, at - from)), std::string(text.substr(at, end - at))});
        at = from = end;
    }
    return all;
}

std::string text_of(const Tokens& tokens) {
    std::string text;
    for (const Token& token : tokens)
        text += token.before + token.text;
    return text;
}

std::size_t after_bracket(const Tokens& tokens, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < tokens.size(); ++i) {
        const std::string& t = tokens[i].text;
        if (t == "(" || t == "[" || t == "{") ++depth;
        if ((t == ")" || t == "]" || t == "}") && --depth == 0) return i + 1;
    }
    fail("a bracket in a shader is not closed");
}

namespace {

// The condition of an #if.
class Condition {
  public:
    Condition(const Tokens& tokens, const std::map<std::string, int>& values) : tokens_(tokens), values_(values) {}
    bool holds() {
        const int value = either();
        if (at_ != tokens_.size()) fail("#if: cannot read '{}'", text_of(tokens_));
        return value != 0;
    }

  private:
    bool take(std::string_view text) {
        if (at_ == tokens_.size() || tokens_[at_].text != text) return false;
        ++at_;
        return true;
    }
    int either() {
        int value = both();
        while (take("||")) {
            const int other = both();
            value = value != 0 || other != 0;
        }
        return value;
    }
    int both() {
        int value = compared();
        while (take("&&")) {
            const int other = compared();
            value = value != 0 && other != 0;
        }
        return value;
    }
    int compared() {
        const int value = one();
        if (take("==")) return value == one();
        if (take("!=")) return value != one();
        if (take("<=")) return value <= one();
        if (take(">=")) return value >= one();
        if (take("<")) return value < one();
        if (take(">")) return value > one();
        return value;
    }
    int one() {
        if (take("!")) return one() == 0;
        if (take("(")) {
            const int value = either();
            if (!take(")")) fail("#if: a bracket is not closed in '{}'", text_of(tokens_));
            return value;
        }
        if (at_ == tokens_.size()) fail("#if: '{}' is not complete", text_of(tokens_));
        if (take("defined")) {
            const bool bracket = take("(");
            const std::string name = at_ < tokens_.size() ? tokens_[at_++].text : "";
            if (bracket && !take(")")) fail("#if: a bracket is not closed in '{}'", text_of(tokens_));
            return values_.contains(name);
        }
        const std::string& text = tokens_[at_++].text;
        if (is_digit(text[0])) return std::stoi(text);
        const auto found = values_.find(text);
        if (found == values_.end()) fail("#if: nobody says what '{}' is", text);
        return found->second;
    }

    const Tokens& tokens_;
    const std::map<std::string, int>& values_;
    std::size_t at_ = 0;
};

}  // namespace

std::string preprocess(std::string_view text, const std::map<std::string, int>& values, Macros& macros) {
    // For each open #if: does this branch hold, did an earlier one, and do all enclosing ones?
    struct Open {
        bool holds, taken, around;
    };
    std::vector<Open> open;
    auto live = [&] { return open.empty() || (open.back().holds && open.back().around); };
    std::string result;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end);
        Tokens words = tokens(line);
        if (words.empty() || words[0].text != "#") {
            if (live()) result += line;
            continue;
        }
        result += '\n';
        const std::string directive = words.size() > 1 ? words[1].text : "";
        words.erase(words.begin(), words.begin() + std::min<std::ptrdiff_t>(2, std::ssize(words)));
        if (directive == "if") {
            const bool around = live(), holds = around && Condition(words, values).holds();
            open.push_back({holds, holds, around});
        } else if (directive == "ifdef" || directive == "ifndef") {
            const bool around = live(), known = !words.empty() && values.contains(words[0].text);
            const bool holds = around && known == (directive == "ifdef");
            open.push_back({holds, holds, around});
        } else if (directive == "elif" || directive == "else" || directive == "endif") {
            if (open.empty()) fail("#{} without an #if", directive);
            Open& last = open.back();
            if (directive == "endif") {
                open.pop_back();
            } else {
                last.holds = last.around && !last.taken && (directive == "else" || Condition(words, values).holds());
                last.taken |= last.holds;
            }
        } else if (directive == "undef") {
            if (live() && !words.empty()) macros.erase(words[0].text);
        } else if (directive == "define") {
            if (!live()) continue;
            if (words.empty()) fail("#define without a name");
            Macro macro;
            std::size_t body = 1;
            if (words.size() > 1 && words[1].text == "(" && words[1].before.empty()) {
                body = after_bracket(words, 1);
                for (std::size_t i = 2; i + 1 < body; ++i) {
                    if (words[i].text != ",") macro.parameters.push_back(words[i].text);
                }
            }
            macro.body.assign(words.begin() + static_cast<std::ptrdiff_t>(body), words.end());
            if (!macro.body.empty()) macro.body[0].before.clear();
            macros[words[0].text] = macro;
        } else {
            fail("a shader has #{}, which is not known here", directive);
        }
    }
    if (!open.empty()) fail("an #if is not closed");
    return result;
}

// Is it valid wherever a name is: a name or number, with calls, indices and fields?
static bool is_primary(const Tokens& tokens) {
    if (tokens.empty()) return false;
    std::size_t i = tokens[0].text == "(" ? after_bracket(tokens, 0) : 1;
    while (i < tokens.size()) {
        if (tokens[i].text == "(" || tokens[i].text == "[") {
            i = after_bracket(tokens, i);
        } else if (tokens[i].text == "." && i + 1 < tokens.size()) {
            i += 2;
        } else {
            return false;
        }
    }
    return is_word(tokens[0].text) || is_digit(tokens[0].text[0]) || tokens[0].text == "(";
}

// The arguments of the call whose opening bracket is at `open`.
static std::vector<Tokens> arguments(const Tokens& tokens, std::size_t open) {
    std::vector<Tokens> all;
    const std::size_t end = after_bracket(tokens, open) - 1;
    for (std::size_t i = open + 1, from = i; i <= end;) {
        const std::string& t = tokens[i].text;
        if (i == end || t == ",") {
            if (i > from || !all.empty()) {
                all.emplace_back(tokens.begin() + static_cast<std::ptrdiff_t>(from),
                                 tokens.begin() + static_cast<std::ptrdiff_t>(i));
            }
            from = ++i;
        } else {
            i = t == "(" || t == "[" || t == "{" ? after_bracket(tokens, i) : i + 1;
        }
    }
    return all;
}

Tokens expand(const Tokens& tokens, const Macros& macros) {
    Tokens result;
    std::optional<std::string>
        before_nothing;  // the text before a macro that expands to nothing: moves to the next token
    auto push = [&](Tokens some, const std::string& before) {
        if (some.empty()) {
            if (!before_nothing) before_nothing = before;
            return;
        }
        some[0].before = before_nothing.value_or(before);
        before_nothing.reset();
        result.insert(result.end(), some.begin(), some.end());
    };
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const auto found = macros.find(tokens[i].text);
        const bool called = i + 1 < tokens.size() && tokens[i + 1].text == "(";
        if (found == macros.end() || (!found->second.parameters.empty() && !called)) {
            push({tokens[i]}, tokens[i].before);
            continue;
        }
        const Macro& macro = found->second;
        const std::size_t first = i;
        std::map<std::string, Tokens> by;
        if (!macro.parameters.empty()) {
            const auto given = arguments(tokens, i + 1);
            if (given.size() != macro.parameters.size())
                fail("macro {} takes another number of arguments", found->first);
            for (std::size_t k = 0; k < given.size(); ++k) {
                by[macro.parameters[k]] = expand(given[k], macros);
                if (!by[macro.parameters[k]].empty()) by[macro.parameters[k]][0].before.clear();
            }
            i = after_bracket(tokens, i + 1) - 1;
        }
        Tokens body;
        for (const Token& token : macro.body) {
            const auto argument = by.find(token.text);
            if (argument == by.end()) {
                body.push_back(token);
                continue;
            }
            Tokens inserted = argument->second;
            if (!inserted.empty()) inserted[0].before = token.before;
            body.insert(body.end(), inserted.begin(), inserted.end());
        }
        body = expand(body, macros);
        // Brackets around the whole body are redundant if it is a primary or the only expression.
        if (body.size() > 2 && body[0].text == "(" && after_bracket(body, 0) == body.size()) {
            const Tokens inner(body.begin() + 1, body.end() - 1);
            const std::string before = first > 0 ? tokens[first - 1].text : "",
                              after = i + 1 < tokens.size() ? tokens[i + 1].text : "";
            const bool alone = (before == "=" || before == "return" || before == "(" || before == ",") &&
                               (after == ";" || after == ")" || after == ",");
            if (alone || is_primary(inner)) body = inner;
        }
        push(body, tokens[first].before);
    }
    return result;
}

// Reads a type, skipping `precise`, `const`, `in` and the like; moves `i` past it.
static std::string read_type(const Tokens& tokens, std::size_t& i) {
    static const std::set<std::string> qualifiers = {"precise", "ISO_PRECISE", "const",   "in",   "out",
                                                     "inout",   "highp",       "mediump", "lowp", "uniform"};
    while (i < tokens.size() && qualifiers.contains(tokens[i].text))
        ++i;
    return i < tokens.size() ? tokens[i++].text : "";
}

// Removes the empty lines left by directives.
static void close_up(std::string& blank) {
    for (std::size_t at = blank.find('\n'); at != std::string::npos; at = blank.find('\n', at + 1)) {
        std::size_t end = blank.find_first_not_of(" \t", at + 1);
        while (end != std::string::npos && blank[end] == '\n') {
            blank.erase(at, end - at);
            end = blank.find_first_not_of(" \t", at + 1);
        }
    }
}

std::vector<Item> items(const Tokens& tokens) {
    std::vector<Item> all;
    for (std::size_t from = 0; from < tokens.size();) {
        std::size_t i = from;
        Item item;
        const bool structure = tokens[i].text == "struct";
        std::size_t brace = 0, bracket = 0;
        while (i < tokens.size() && tokens[i].text != ";") {
            if (tokens[i].text == "{") {
                brace = i;
                i = after_bracket(tokens, i);
                if (bracket != 0 && !structure && !item.uniform) break;  // a function ends with its body
            } else if (tokens[i].text == "(" || tokens[i].text == "[") {
                if (bracket == 0 && tokens[i].text == "(") bracket = i;
                i = after_bracket(tokens, i);
            } else {
                item.uniform |= tokens[i].text == "uniform";
                ++i;
            }
        }
        if (i < tokens.size() && tokens[i].text == ";") ++i;
        item.tokens.assign(tokens.begin() + static_cast<std::ptrdiff_t>(from),
                           tokens.begin() + static_cast<std::ptrdiff_t>(i));
        std::for_each(item.tokens.begin() + 1, item.tokens.end(), [](Token& token) { close_up(token.before); });
        const Tokens& own = item.tokens;
        if (structure) {
            item.name = own[1].text;
            for (std::size_t k = brace - from + 1; k + 2 < own.size() && own[k].text != "}";) {
                const std::string type = read_type(own, k);
                item.fields[own[k].text] = type;
                while (k < own.size() && own[k].text != ";")
                    ++k;
                ++k;
            }
        } else if (!item.uniform) {
            std::size_t k = 0;
            item.type = read_type(own, k);
            item.name = k < own.size() ? own[k].text : "";
            item.function = k + 1 < own.size() && own[k + 1].text == "(";
            if (item.function) {
                for (const Tokens& parameter : arguments(own, k + 1)) {
                    std::size_t p = 0;
                    item.parameters.push_back(read_type(parameter, p));
                }
            } else if (k + 1 < own.size() && own[k + 1].text == "[") {
                item.type += "[]";
            }
        }
        // A comment on the same line is about this item, not the next.
        all.push_back(item);
        from = i;
    }
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        std::string& before = all[i + 1].tokens[0].before;
        const std::size_t line = before.find('\n'), comment = before.find("//");
        if (comment == std::string::npos || line < comment) continue;
        all[i].after = before.substr(0, line);
        before.erase(0, line);
    }
    return all;
}

bool is_vector(const std::string& type) {
    return type.size() > 3 && is_digit(type.back()) && type.find("vec") != std::string::npos;
}
std::string with_components(const std::string& vector, std::size_t count) {
    if (count > 1) return vector.substr(0, vector.size() - 1) + std::to_string(count);
    return vector[0] == 'u' ? "uint" : vector[0] == 'i' ? "int" : vector[0] == 'b' ? "bool" : "float";
}
std::string of_kind(const std::string& type, const std::string& kind) {
    if (is_vector(type)) return kind + "vec" + type.back();
    return kind == "u" ? "uint" : kind == "i" ? "int" : "float";
}
bool is_type(const std::string& word) {
    static const std::set<std::string> known = {"float", "int",   "uint",  "bool",  "vec2",  "vec3",  "vec4",
                                                "ivec2", "ivec3", "ivec4", "uvec2", "uvec3", "uvec4", "bvec2",
                                                "bvec3", "bvec4", "mat2",  "mat3",  "mat4"};
    return known.contains(word);
}

namespace {

// Is there an empty line or a comment above?
bool stands_apart(const Item& item) {
    const std::string& before = item.tokens[0].before;
    return before.find("//") != std::string::npos || std::count(before.begin(), before.end(), '\n') > 1;
}

// Finds everything a program's functions need. Types are inferred only far enough to tell overloads apart; an ambiguous
// call keeps every candidate.
class Needs {
  public:
    explicit Needs(const std::vector<Item>& items) : items_(items), needed_(items.size()) {
        for (std::size_t i = 0; i < items.size(); ++i)
            by_name_[items[i].name].push_back(i);
    }

    void need(std::size_t i) {
        if (needed_[i]) return;
        needed_[i] = true;
        const Item& item = items_[i];
        const std::map<std::string, std::string> outer = locals_;
        if (item.function) find_locals(item);
        bool named = false;  // its own name is not a call
        for (std::size_t k = 0; k < item.tokens.size(); ++k) {
            const std::string& word = item.tokens[k].text;
            if (!named && word == item.name) {
                named = true;
                continue;
            }
            if (!is_word(word) || (k > 0 && item.tokens[k - 1].text == ".")) continue;
            const auto found = by_name_.find(word);
            if (found == by_name_.end() || (locals_.contains(word) && !is_call(item.tokens, k))) continue;
            for (const std::size_t other : meant(found->second, item.tokens, k)) {
                if (other != i) need(other);
            }
        }
        locals_ = outer;
    }

    std::vector<Item> result() const {
        std::vector<Item> all;
        const Item* first = nullptr;  // an omitted item with a gap above: the next item inherits the gap
        for (std::size_t i = 0; i < items_.size(); ++i) {
            if (stands_apart(items_[i])) first = &items_[i];
            if (!needed_[i]) continue;
            all.push_back(items_[i]);
            std::string& before = all.back().tokens[0].before;
            // A comment covers all functions of the name.
            if (first && first != &items_[i])
                before = first->name == items_[i].name ? first->tokens[0].before : "\n" + before;
            first = nullptr;
        }
        return all;
    }

  private:
    static bool is_call(const Tokens& tokens, std::size_t i) {
        return i + 1 < tokens.size() && tokens[i + 1].text == "(";
    }

    bool is_type(const std::string& word) const {
        if (glsl::is_type(word)) return true;
        const auto found = by_name_.find(word);
        return found != by_name_.end() && !items_[found->second[0]].fields.empty();
    }

    void find_locals(const Item& item) {
        locals_.clear();
        const Tokens& t = item.tokens;
        for (std::size_t i = 0; i + 1 < t.size(); ++i) {
            if (!is_type(t[i].text) || !is_word(t[i + 1].text) || is_call(t, i + 1)) continue;
            const std::string type = t[i].text;
            // The names up to the end of the declaration; a parameter has one.
            for (std::size_t k = i + 1; k < t.size();) {
                std::string own = type;
                const std::string name = t[k].text;
                for (++k; k < t.size() && t[k].text == "["; k = after_bracket(t, k))
                    own += "[]";
                locals_[name] = own;
                while (k < t.size() && t[k].text != "," && t[k].text != ";" && t[k].text != ")" && t[k].text != "{")
                    k = t[k].text == "(" || t[k].text == "[" ? after_bracket(t, k) : k + 1;
                if (k + 1 >= t.size() || t[k].text != "," || !is_word(t[k + 1].text) || is_type(t[k + 1].text)) break;
                static const std::set<std::string> more = {"in", "out", "inout", "const", "precise", "ISO_PRECISE"};
                if (more.contains(t[k + 1].text)) break;
                ++k;
            }
        }
    }

    // The items a word means, among those of its name.
    std::vector<std::size_t> meant(const std::vector<std::size_t>& candidates, const Tokens& tokens,
                                   std::size_t i) const {
        if (candidates.size() == 1 || !is_call(tokens, i)) return candidates;
        std::vector<std::string> types;
        for (const Tokens& argument : arguments(tokens, i + 1))
            types.push_back(type_of(argument));
        std::vector<std::size_t> fitting;
        for (const std::size_t candidate : candidates) {
            const auto& parameters = items_[candidate].parameters;
            bool fits = parameters.size() == types.size();
            for (std::size_t k = 0; fits && k < types.size(); ++k)
                fits = types[k].empty() || types[k] == parameters[k];
            if (fits) fitting.push_back(candidate);
        }
        return fitting.empty() ? candidates : fitting;
    }

    // The type of an expression, or empty if unknown.
    std::string type_of(const Tokens& t) const {
        // a ? b : c has the type of b.
        std::size_t from = 0, end = t.size();
        for (std::size_t i = 0; i < t.size();) {
            if (t[i].text == "?") {
                from = i + 1;
                break;
            }
            i = t[i].text == "(" || t[i].text == "[" ? after_bracket(t, i) : i + 1;
        }
        for (std::size_t i = from; from > 0 && i < t.size();) {
            if (t[i].text == ":") {
                end = i;
                break;
            }
            i = t[i].text == "(" || t[i].text == "[" ? after_bracket(t, i) : i + 1;
        }
        // A sum or product has the type of its operands; vectors win.
        static const std::set<std::string> comparing = {"<", ">", "<=", ">=", "==", "!=", "&&", "||"};
        std::string type;
        for (std::size_t i = from; i < end;) {
            const std::string& sign = t[i].text;
            if (comparing.contains(sign)) return "bool";
            if (sign == "<<" || sign == ">>") return type;
            if (!is_word(sign) && !is_digit(sign[0]) && sign[0] != '.' && sign != "(") {
                ++i;
                continue;
            }
            const std::string part = primary(t, i);
            if (part.empty()) return "";
            if (type.empty() || (is_vector(part) && !is_vector(type))) type = part;
        }
        return type;
    }

    // The type of one operand; moves `i` past it.
    std::string primary(const Tokens& t, std::size_t& i) const {
        std::string type;
        if (t[i].text == "(") {
            const std::size_t after = after_bracket(t, i);
            type = type_of(Tokens(t.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                  t.begin() + static_cast<std::ptrdiff_t>(after) - 1));
            i = after;
        } else if (!is_word(t[i].text)) {
            const std::string& number = t[i++].text;
            const bool hexadecimal = number.starts_with("0x");
            type = number.back() == 'u'                                               ? "uint"
                   : !hexadecimal && number.find_first_of(".eE") != std::string::npos ? "float"
                                                                                      : "int";
        } else if (is_call(t, i)) {
            type = call(t, i);
            i = after_bracket(t, i + 1);
        } else {
            const auto local = locals_.find(t[i].text);
            const auto global = by_name_.find(t[i].text);
            if (local != locals_.end()) {
                type = local->second;
            } else if (global != by_name_.end()) {
                type = items_[global->second[0]].type;
            } else if (t[i].text == "true" || t[i].text == "false") {
                type = "bool";
            }
            ++i;
        }
        while (i < t.size() && (t[i].text == "." || t[i].text == "[")) {
            if (t[i].text == "[") {
                if (type.ends_with("[]")) {
                    type.resize(type.size() - 2);
                } else if (is_vector(type)) {
                    type = with_components(type, 1);
                } else {
                    type = type.starts_with("mat") ? "vec" + type.substr(3) : "";
                }
                i = after_bracket(t, i);
                continue;
            }
            const std::string& field = t[i + 1].text;
            const auto structure = by_name_.find(type);
            if (is_vector(type)) {
                type = with_components(type, field.size());
            } else if (structure != by_name_.end() && items_[structure->second[0]].fields.contains(field)) {
                type = items_[structure->second[0]].fields.at(field);
            } else {
                type.clear();
            }
            i += 2;
        }
        return type;
    }

    std::string call(const Tokens& t, std::size_t i) const {
        const std::string& name = t[i].text;
        if (is_type(name)) return name;
        const auto given = arguments(t, i + 1);
        const std::string first = given.empty() ? "" : type_of(given[0]);
        const auto found = by_name_.find(name);
        if (found != by_name_.end()) {
            const auto all = meant(found->second, t, i);
            for (const std::size_t one : all) {
                if (items_[one].type != items_[all[0]].type) return "";
            }
            return items_[all[0]].type;
        }
        if (first.empty()) return "";
        if (name == "floatBitsToUint") return of_kind(first, "u");
        if (name == "uintBitsToFloat") return of_kind(first, "");
        if (name == "dot" || name == "length") return "float";
        static const std::set<std::string> same = {"ISO_EXACT", "floor", "ceil", "fract", "abs", "min", "max", "clamp"};
        return same.contains(name) ? first : "";
    }

    const std::vector<Item>& items_;
    std::vector<bool> needed_;
    std::map<std::string, std::vector<std::size_t>> by_name_;
    std::map<std::string, std::string> locals_;
};

}  // namespace

std::vector<Item> needed(const std::vector<Item>& items, const std::vector<std::size_t>& roots) {
    Needs needs(items);
    for (const std::size_t root : roots)
        needs.need(root);
    return needs.result();
}

std::string text_of(const std::vector<Item>& items) {
    std::string text;
    for (const Item& item : items) {
        // The comment directly above, if any: everything after the last empty line.
        std::string before = item.tokens[0].before;
        bool apart = false;
        std::size_t from = 0;
        for (std::size_t at = 0; at < before.size();) {
            const std::size_t end = std::min(before.find('\n', at), before.size());
            if (end < before.size() && before.find_first_not_of(" \t", at) >= end && at > 0) {
                apart = true;
                from = end + 1;
            }
            at = end + 1;
        }
        before.erase(0, from);
        while (!before.empty() && before.front() == '\n')
            before.erase(0, 1);
        if (!text.empty()) text += apart || !before.empty() ? "\n\n" : "\n";
        Tokens own = item.tokens;
        own[0].before.clear();
        const std::string line = text_of(own);
        const bool fits = line.size() + item.after.size() <= 120 || line.find('\n') != std::string::npos;
        text += before + (fits ? line + item.after : item.after.substr(item.after.find("//")) + "\n" + line);
    }
    return text + "\n";
}

}  // namespace isonoise::glsl
