#include "snippet/translate.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "error.hpp"

namespace isonoise {
namespace {

using glsl::is_vector;
using glsl::Item;
using glsl::of_kind;
using glsl::Token;
using glsl::Tokens;

struct Node;
using NodePtr = std::unique_ptr<Node>;
struct Node {
    enum Kind { literal, name, call, construct, index, field, unary, binary, ternary, paren, assign, step } kind;
    std::string text;  // the literal, name, operator or type
    std::string type;
    std::vector<NodePtr> kids;
    std::size_t item = SIZE_MAX;  // for a call: the function
};

NodePtr node(Node::Kind kind, std::string text, std::string type = {}) {
    auto n = std::make_unique<Node>();
    n->kind = kind;
    n->text = std::move(text);
    n->type = std::move(type);
    return n;
}

bool is_bitwise(const std::string& sign) {
    return sign == "<<" || sign == ">>" || sign == "&" || sign == "|" || sign == "^";
}

int precedence(const std::string& sign) {
    static const std::map<std::string, int> of = {{"*", 10}, {"/", 10}, {"%", 10}, {"+", 9},  {"-", 9},  {"<<", 8},
                                                  {">>", 8}, {"<", 7},  {">", 7},  {"<=", 7}, {">=", 7}, {"==", 6},
                                                  {"!=", 6}, {"&", 5},  {"^", 4},  {"|", 3},  {"&&", 2}, {"||", 1}};
    const auto found = of.find(sign);
    return found == of.end() ? 0 : found->second;
}

struct Parameter {
    std::string type, name;
    bool out = false;  // or inout
    bool in = true;
};

struct Function {
    std::string name;  // in the translated text
    std::string type;
    std::vector<Parameter> parameters;
};

class Translator {
  public:
    Translator(const std::vector<Item>& items, Language to, std::string prefix,
               const std::map<std::size_t, std::string>& names)
        : items_(items), to_(to), prefix_(std::move(prefix)) {
        std::set<std::string> taken;
        for (const Item& item : items)
            taken.insert(item.name);
        std::set<std::string> wanted;
        for (const auto& [i, name] : names) {
            taken.insert(name);
            wanted.insert(name);
        }
        std::map<std::string, std::set<std::string>> first_types;  // of the functions of each name so far
        for (std::size_t i = 0; i < items.size(); ++i) {
            const Item& item = items[i];
            if (item.function) {
                Function f;
                f.name = item.name;
                f.type = item.type;
                f.parameters = parameters_of(item);
                if (!has_overloads()) {
                    const auto given = names.find(i);
                    f.name = given != names.end() ? given->second
                                                  : own_name(f, by_name_.contains(f.name) || wanted.contains(f.name),
                                                             first_types[f.name], taken);
                    first_types[item.name].insert(f.parameters.empty() ? "" : f.parameters[0].type);
                }
                functions_[i] = f;
                by_name_[item.name].push_back(i);
            } else if (!item.fields.empty()) {
                for (const Token& token : item.tokens) {
                    if (const auto field = item.fields.find(token.text); field != item.fields.end())
                        structures_[item.name].push_back({.type = field->second, .name = field->first});
                }
            } else {
                globals_[item.name] = item.type;
            }
        }
    }

    Translation result() {
        Translation translation;
        std::vector<Item> done;
        std::string about;  // comment of a structure that was taken apart, for the next item to inherit
        for (std::size_t i = 0; i < items_.size(); ++i) {
            tokens_ = items_[i].tokens;
            at_ = 0;
            if (is_apart(items_[i].name)) {
                about = tokens_[0].before;
                continue;
            }
            std::string text;
            if (items_[i].function) {
                text = function(i);
            } else if (!items_[i].fields.empty()) {
                text = structure(items_[i]);
            } else {
                text = constant();
            }
            Item item = items_[i];
            const std::string& before = items_[i].tokens[0].before;
            const bool inherits = !about.empty() && before.find("//") == std::string::npos;
            item.tokens = {{inherits ? about : before, text}};
            about.clear();
            done.push_back(item);
        }
        translation.text = glsl::text_of(done);
        translation.exact = exacts_;
        return translation;
    }

  private:
    // A function's name in languages without overloading: the first of a name keeps it; the rest are told apart by
    // their output, by the type of their first parameter, or by their extra parameter.
    static std::string own_name(const Function& f, bool is_taken, const std::set<std::string>& first_types,
                                std::set<std::string>& taken) {
        if (!is_taken || f.parameters.empty()) return f.name;
        std::string all = f.name;
        for (const Parameter& p : f.parameters)
            all += "_" + p.type;
        const Parameter &first = f.parameters.front(), &last = f.parameters.back();
        std::vector<std::string> candidates;
        if (last.out) candidates.push_back(f.name + "_" + last.name);
        if (!first_types.contains(first.type))
            candidates.push_back(f.name + "_" + (glsl::is_type(first.type) ? first.type : first.name));
        if (last.out) candidates.push_back(f.name + "_" + last.name + "_" + first.type);
        candidates.push_back(f.name + "_" + last.name);
        candidates.push_back(all);
        for (const std::string& name : candidates) {
            if (taken.insert(name).second) return name;
        }
        fail("no name is left for '{}'", all);
    }

    bool has_overloads() const { return to_ != Language::wgsl && to_ != Language::godot3; }

    // Godot 3 has no structures: their fields become separate variables, at.cell is at_cell.
    bool is_apart(const std::string& type) const { return to_ == Language::godot3 && structures_.contains(type); }
    std::vector<std::string> parts_of(const std::string& name, const std::string& type) const {
        std::vector<std::string> names;
        for (const Parameter& field : structures_.at(type))
            names.push_back(name + "_" + field.name);
        return names;
    }
    // A function's results as parameters: isonoise_place() has place_cell.
    std::vector<std::string> results_of(const Item& item) const {
        return parts_of(item.name.substr(item.name.find('_') + 1), item.type);
    }

    // ---- Reading

    const std::string& peek(std::size_t ahead = 0) const {
        static const std::string none;
        return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead].text : none;
    }
    const Token& take() {
        if (at_ >= tokens_.size()) fail("a shader ends in the middle of a statement");
        return tokens_[at_++];
    }
    bool accept(std::string_view text) {
        if (peek() != text) return false;
        ++at_;
        return true;
    }
    void expect(std::string_view text) {
        if (!accept(text)) fail("a shader has '{}' where '{}' was expected", peek(), text);
    }
    bool is_type(const std::string& word) const { return glsl::is_type(word) || structures_.contains(word); }

    std::vector<Parameter> parameters_of(const Item& item) const {
        std::vector<Parameter> all;
        std::size_t i = 0;
        while (item.tokens[i].text != "(")
            ++i;
        const std::size_t end = glsl::after_bracket(item.tokens, i) - 1;
        for (++i; i < end;) {
            Parameter p;
            for (;; ++i) {
                const std::string& word = item.tokens[i].text;
                if (word == "out" || word == "inout") {
                    p.out = true;
                    p.in = word == "inout";
                } else if (word != "in" && word != "const" && word != "ISO_PRECISE" && word != "highp") {
                    break;
                }
            }
            p.type = item.tokens[i++].text;
            if (p.type == "void") break;
            p.name = item.tokens[i++].text;
            all.push_back(p);
            if (i < end && item.tokens[i].text == ",") ++i;
        }
        return all;
    }

    const std::string& type_of_name(const std::string& name) const {
        for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
            if (const auto found = scope->find(name); found != scope->end()) return found->second;
        }
        const auto global = globals_.find(name);
        if (global == globals_.end()) fail("a shader uses '{}', which is not known here", name);
        return global->second;
    }

    NodePtr expression() {
        NodePtr left = either();
        static const std::set<std::string> assigning = {
            "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
        if (!assigning.contains(peek())) return left;
        NodePtr n = node(Node::assign, take().text, left->type);
        n->kids.push_back(std::move(left));
        n->kids.push_back(expression());
        return n;
    }
    NodePtr either() {
        NodePtr condition = binary(1);
        if (!accept("?")) return condition;
        NodePtr n = node(Node::ternary, "?");
        n->kids.push_back(std::move(condition));
        n->kids.push_back(either());
        expect(":");
        n->kids.push_back(either());
        n->type = n->kids[1]->type;
        return n;
    }
    NodePtr binary(int least) {
        NodePtr left = prefix();
        while (precedence(peek()) >= least && precedence(peek()) > 0) {
            const std::string sign = take().text;
            NodePtr right = binary(precedence(sign) + 1);
            NodePtr n = node(Node::binary, sign);
            const bool compares = precedence(sign) <= 2 || precedence(sign) == 6 || precedence(sign) == 7;
            n->type = compares                       ? "bool"
                      : sign == "<<" || sign == ">>" ? left->type
                      : is_vector(right->type)       ? right->type
                                                     : left->type;
            n->kids.push_back(std::move(left));
            n->kids.push_back(std::move(right));
            left = std::move(n);
        }
        return left;
    }
    NodePtr prefix() {
        const std::string sign = peek();
        if (sign == "-" || sign == "!" || sign == "~" || sign == "+" || sign == "++" || sign == "--") {
            take();
            NodePtr kid = prefix();
            NodePtr n = node(sign.size() == 2 ? Node::step : Node::unary, sign, kid->type);
            n->kids.push_back(std::move(kid));
            return n;
        }
        return postfix();
    }
    NodePtr postfix() {
        NodePtr n = primary();
        for (;;) {
            if (accept(".")) {
                const std::string field = take().text;
                NodePtr outer = node(Node::field, field);
                if (is_vector(n->type)) {
                    outer->type = glsl::with_components(n->type, field.size());
                } else {
                    for (const Item& item : items_) {
                        if (item.name == n->type && item.fields.contains(field)) outer->type = item.fields.at(field);
                    }
                    if (outer->type.empty())
                        fail("a shader asks '{}' for '{}', which is not known here", n->type, field);
                }
                outer->kids.push_back(std::move(n));
                n = std::move(outer);
            } else if (accept("[")) {
                NodePtr outer = node(Node::index, "[");
                outer->type = n->type.ends_with("[]")      ? n->type.substr(0, n->type.size() - 2)
                              : n->type.starts_with("mat") ? "vec" + n->type.substr(3)
                                                           : glsl::with_components(n->type, 1);
                outer->kids.push_back(std::move(n));
                outer->kids.push_back(expression());
                expect("]");
                n = std::move(outer);
            } else if (peek() == "++" || peek() == "--") {
                NodePtr outer = node(Node::step, take().text, n->type);
                outer->kids.push_back(std::move(n));
                n = std::move(outer);
            } else {
                return n;
            }
        }
    }
    NodePtr primary() {
        const std::string word = take().text;
        if (word == "(") {
            NodePtr n = node(Node::paren, "(");
            n->kids.push_back(expression());
            n->type = n->kids[0]->type;
            expect(")");
            return n;
        }
        if (word[0] >= '0' && word[0] <= '9') {
            const bool hexadecimal = word.starts_with("0x");
            return node(Node::literal, word,
                        word.back() == 'u'                                               ? "uint"
                        : !hexadecimal && word.find_first_of(".eE") != std::string::npos ? "float"
                                                                                         : "int");
        }
        if (word == "true" || word == "false") return node(Node::literal, word, "bool");
        if (is_type(word)) {
            const bool array = accept("[");
            if (array) {
                while (!accept("]"))
                    take();
            }
            NodePtr n = node(Node::construct, word, array ? word + "[]" : word);
            expect("(");
            n->kids = arguments();
            return n;
        }
        if (!accept("(")) return node(Node::name, word, type_of_name(word));
        NodePtr n = node(Node::call, word);
        n->kids = arguments();
        std::vector<std::string> types;
        for (const NodePtr& kid : n->kids)
            types.push_back(kid->type);
        if (const auto found = by_name_.find(word); found != by_name_.end()) {
            for (const std::size_t i : found->second) {
                const auto& parameters = functions_.at(i).parameters;
                bool fits = parameters.size() == types.size();
                for (std::size_t k = 0; fits && k < types.size(); ++k)
                    fits = parameters[k].type == types[k];
                if (fits) n->item = i;
            }
            if (n->item == SIZE_MAX)
                fail("a shader calls '{}' with ({}), which it is not declared with", word, fmt::join(types, ", "));
            n->type = functions_.at(n->item).type;
            return n;
        }
        static const std::set<std::string> same = {"ISO_EXACT", "floor", "ceil", "abs", "min", "max", "clamp"};
        if (types.empty()) fail("a shader calls '{}', which is not known here", word);
        if (word == "floatBitsToUint") {
            n->type = of_kind(types[0], "u");
        } else if (word == "uintBitsToFloat") {
            n->type = of_kind(types[0], "");
        } else if (same.contains(word)) {
            n->type = types[0];
        } else {
            fail("a shader calls '{}', which is not known here", word);
        }
        return n;
    }
    std::vector<NodePtr> arguments() {
        std::vector<NodePtr> all;
        if (accept(")")) return all;
        do
            all.push_back(expression());
        while (accept(","));
        expect(")");
        return all;
    }

    // ---- Writing: types and expressions

    // Appends _ to the language's reserved words.
    std::string name_text(const std::string& name) const {
        static const std::set<std::string> wgsl = {"from", "of",    "target", "filter", "final", "get",  "set",
                                                   "self", "super", "where",  "with",   "use",   "type", "fn",
                                                   "let",  "var",   "loop",   "ptr",    "match", "mod",  "move",
                                                   "new",  "ref",   "static", "this",   "unless"};
        static const std::set<std::string> hlsl = {"point",  "line",    "sample", "half",
                                                   "linear", "texture", "pass",   "from"};
        return (to_ == Language::wgsl && wgsl.contains(name)) || (to_ == Language::hlsl && hlsl.contains(name))
                   ? name + "_"
                   : name;
    }

    std::string type_text(const std::string& type) const {
        static const std::map<std::string, std::string> hlsl = {
            {"vec2", "float2"}, {"vec3", "float3"}, {"vec4", "float4"},  {"ivec2", "int2"},  {"ivec3", "int3"},
            {"ivec4", "int4"},  {"uvec2", "uint2"}, {"uvec3", "uint3"},  {"uvec4", "uint4"}, {"bvec2", "bool2"},
            {"bvec3", "bool3"}, {"bvec4", "bool4"}, {"mat4", "float4x4"}};
        static const std::map<std::string, std::string> wgsl = {
            {"float", "f32"},   {"int", "i32"},     {"uint", "u32"},    {"vec2", "vec2f"},  {"vec3", "vec3f"},
            {"vec4", "vec4f"},  {"ivec2", "vec2i"}, {"ivec3", "vec3i"}, {"ivec4", "vec4i"}, {"uvec2", "vec2u"},
            {"uvec3", "vec3u"}, {"uvec4", "vec4u"}, {"mat4", "mat4x4f"}};
        if (to_ != Language::hlsl && to_ != Language::wgsl) return type;
        const auto& words = to_ == Language::hlsl ? hlsl : wgsl;
        const auto found = words.find(type);
        return found == words.end() ? type : found->second;
    }

    std::string literal(const Node& n) const {
        if (to_ != Language::godot3) return n.text;
        // Godot 3 has no suffix, no integers from 2^31 on, and prints floats with six digits.
        if (n.type == "uint") {
            const auto value = static_cast<std::uint32_t>(std::strtoull(n.text.c_str(), nullptr, 0));
            if (value == 0x80000000u) return "(uint(1) << uint(31))";
            if (value > 0x80000000u) return fmt::format("uint({})", static_cast<std::int32_t>(value));
            return fmt::format("uint({})", n.text.substr(0, n.text.size() - 1));
        }
        if (n.type == "float") {
            std::string digits;
            for (char c : n.text) {
                if (c >= '0' && c <= '9') digits += c;
            }
            digits.erase(0, digits.find_first_not_of('0'));
            while (!digits.empty() && digits.back() == '0')
                digits.pop_back();
            if (digits.size() <= 6) return n.text;
            // An integer (in two parts if it has more than six digits) and powers of two.
            int exponent = 0;
            float whole = std::frexp(std::strtof(n.text.c_str(), nullptr), &exponent);
            for (; whole != std::floor(whole); --exponent)
                whole *= 2;
            const float thousands = std::floor(whole / 1000);
            std::vector<std::string> factors;
            if (whole >= 1e6) {
                factors.push_back(fmt::format("({:.1f} * 1000.0 + {:.1f})", thousands, whole - thousands * 1000));
            } else if (whole != 1 || exponent < 0) {
                factors.push_back(fmt::format("{:.1f}", whole));
            }
            for (int left = std::abs(exponent); left > 0; left -= 16)
                factors.push_back(fmt::format("{:.1f}", std::ldexp(1.0, std::min(left, 16))));
            if (factors.size() == 1) return factors[0];
            return fmt::format("({})", fmt::join(factors, exponent < 0 ? " / " : " * "));
        }
        return n.text;
    }

    std::string wrapped(const Node& n) {
        const std::string text = print(n);
        return n.kind == Node::binary || n.kind == Node::ternary || n.kind == Node::assign ? "(" + text + ")" : text;
    }

    // The argument of ISO_EXACT, in languages that drop ISO_EXACT.
    const Node& bare(const Node& n) const {
        return n.kind == Node::call && n.text == "ISO_EXACT" && has_precise(to_) ? bare(*n.kids[0]) : n;
    }

    std::string operand(const Node& parent, const Node& given, bool right) {
        const Node& n = bare(given);
        std::string text = print(n);
        bool wrap = n.kind == Node::ternary || n.kind == Node::assign;
        if (n.kind == Node::binary) {
            const int own = precedence(n.text), around = precedence(parent.text);
            wrap = own < around || (right && own == around);
            if (to_ == Language::wgsl) {
                const bool chain = n.text == parent.text && !right;
                if (is_bitwise(parent.text) && !(chain && parent.text != "<<" && parent.text != ">>")) wrap = true;
                if (is_bitwise(n.text) && !(chain && n.text != "<<" && n.text != ">>")) wrap = true;
                if ((parent.text == "||" && n.text == "&&") ||
                    (precedence(parent.text) <= 7 && own <= 7 && own > 2 && precedence(parent.text) > 2))
                    wrap = true;
            }
        }
        // A number next to a vector.
        const Node& other = *parent.kids[right ? 0 : 1];
        if (is_bitwise(parent.text) && is_vector(other.type) && !is_vector(n.type) &&
            (to_ == Language::wgsl || (to_ == Language::godot3 && parent.text != ">>" && parent.text != "<<")))
            return fmt::format("{}({})", type_text(of_kind(other.type, "u")), text);
        if (to_ == Language::godot3 && (parent.text == "<<" || parent.text == ">>") && right && n.type == "int" &&
            !other.type.starts_with("i"))
            return "uint(" + text + ")";
        if (to_ == Language::wgsl && (parent.text == "<<" || parent.text == ">>") && right && n.type == "int" &&
            n.kind != Node::literal)
            text = "u32(" + text + ")", wrap = false;
        return wrap ? "(" + text + ")" : text;
    }

    std::string list(const std::vector<NodePtr>& kids) {
        std::string text;
        for (const NodePtr& kid : kids)
            text += (text.empty() ? "" : ", ") + print(bare(*kid));
        return text;
    }

    std::string print(const Node& n) {
        switch (n.kind) {
        case Node::literal: return literal(n);
        case Node::name: return (pointers_.contains(n.text) ? "*" : "") + name_text(n.text);
        case Node::paren: {
            const Node& inner = bare(*n.kids[0]);
            return "(" + print(inner) + ")";
        }
        case Node::unary: return n.text + wrapped(bare(*n.kids[0]));
        case Node::step:
            return (to_ == Language::wgsl ? "" : n.text) + print(*n.kids[0]) + (to_ == Language::wgsl ? n.text : "");
        case Node::field:
        case Node::index: {
            const Node& kid = *n.kids[0];
            if (is_apart(kid.type)) return variable(kid) + "_" + n.text;
            if (to_ == Language::godot3 && kid.type.ends_with("[]")) {
                const std::string index = print(*n.kids[1]);
                return variable(kid) + "(" + (n.kids[1]->type == "int" ? "uint(" + index + ")" : index) + ")";
            }
            std::string of = wrapped(bare(kid));
            if (kid.kind == Node::name && pointers_.contains(kid.text)) of = "(" + of + ")";
            return n.kind == Node::field ? of + "." + n.text : of + "[" + print(*n.kids[1]) + "]";
        }
        case Node::construct: {
            if (n.type.ends_with("[]")) {
                const std::string type = type_text(n.text);
                if (to_ == Language::hlsl) return "{" + list(n.kids) + "}";
                if (to_ == Language::wgsl) return fmt::format("array<{}, {}>({})", type, n.kids.size(), list(n.kids));
                if (to_ == Language::godot3) return "{" + list(n.kids) + "}";
                return fmt::format("{}[]({})", type, list(n.kids));
            }
            if (to_ == Language::hlsl && n.kids.size() == 1 && is_vector(n.type) && !is_vector(n.kids[0]->type))
                return fmt::format("({}){}", type_text(n.type), wrapped(bare(*n.kids[0])));
            return fmt::format("{}({})", type_text(n.text), list(n.kids));
        }
        case Node::binary: {
            const std::string left = operand(n, *n.kids[0], false), right = operand(n, *n.kids[1], true);
            return left + " " + n.text + " " + right;
        }
        case Node::ternary: {
            const Node &condition = bare(*n.kids[0]), &yes = bare(*n.kids[1]), &no = bare(*n.kids[2]);
            if (to_ == Language::wgsl)
                return fmt::format("select({}, {}, {})", print(no), print(yes), print(condition));
            auto branch = [&](const Node& kid) {
                return to_ == Language::godot3 && kid.kind == Node::ternary ? "(" + print(kid) + ")" : print(kid);
            };
            return fmt::format("{} ? {} : {}", print(condition), branch(yes), branch(no));
        }
        case Node::assign: {
            const Node& value = bare(*n.kids[1]);
            if (is_apart(n.type)) return call_text(value, parts_of(variable(*n.kids[0]), n.type));
            const std::string left = print(*n.kids[0]);
            if (to_ == Language::godot3 && n.text == "^=")
                return fmt::format("{} = {} ^ {}", left, left, wrapped(value));
            if (to_ == Language::wgsl && is_bitwise(n.text.substr(0, n.text.size() - 1)) &&
                is_vector(n.kids[0]->type) && !is_vector(value.type))
                return fmt::format("{} {} {}({})", left, n.text, type_text(of_kind(n.kids[0]->type, "u")),
                                   print(value));
            return fmt::format("{} {} {}", left, n.text, print(value));
        }
        case Node::call: return call_text(n);
        }
        return {};
    }

    static const std::string& variable(const Node& n) {
        if (n.kind != Node::name) fail("godot3: only a variable can be taken apart, or what a function returns");
        return n.text;
    }

    // The parts of a structure; a function's result gets variables of its own before the statement.
    std::vector<std::string> parts_of(const Node& n) {
        if (n.kind == Node::construct) {
            std::vector<std::string> parts;
            for (const NodePtr& kid : n.kids)
                parts.push_back(print(bare(*kid)));
            return parts;
        }
        if (n.kind != Node::call) return parts_of(variable(n), n.type);
        if (!around_) fail("godot3: '{}' is called where no statement can stand before it", n.text);
        const auto results = results_of(items_[n.item]);
        const std::string call = call_text(n, results);
        around_->before += declared(results, n.type) + "\x01" + call + "\x01";
        return results;
    }
    // Declares them, as parameters if `way` is "in " or "out ".
    std::string declared(const std::vector<std::string>& names, const std::string& type, const std::string& way = {},
                         const char* between = "\x01") const {
        std::string text;
        for (std::size_t i = 0; i < names.size(); ++i)
            text += fmt::format("{}{}{} {}", i ? between : "", way, structures_.at(type)[i].type, names[i]);
        return text;
    }

    // `results`: the outputs of a function whose structure is taken apart.
    std::string call_text(const Node& n, const std::vector<std::string>& results = {}) {
        if (n.text == "ISO_EXACT") {
            if (has_precise(to_)) return print(*n.kids[0]);
            if (to_ == Language::glsl330 || to_ == Language::essl300) return "ISO_EXACT(" + print(*n.kids[0]) + ")";
            const std::string name = prefix_ + (n.type == "float" ? "_exact" : "_exact_" + n.type);
            exacts_[n.type] = name;
            return fmt::format("{}({})", name, print(*n.kids[0]));
        }
        if (n.item == SIZE_MAX) {
            std::string name = n.text;
            if (to_ == Language::hlsl) {
                if (name == "floatBitsToUint") name = "asuint";
                if (name == "uintBitsToFloat") name = "asfloat";
            } else if (to_ == Language::wgsl && name.find("BitsTo") != std::string::npos) {
                name = fmt::format("bitcast<{}>", type_text(n.type));
            }
            return fmt::format("{}({})", name, list(n.kids));
        }
        const Function& f = functions_.at(n.item);
        std::string text;
        for (std::size_t i = 0; i < n.kids.size(); ++i) {
            const Node& kid = bare(*n.kids[i]);
            std::string argument = is_apart(kid.type) ? fmt::format("{}", fmt::join(parts_of(kid), ", ")) : print(kid);
            if (f.parameters[i].out && to_ == Language::wgsl) {
                if (kid.kind != Node::name) {
                    // A component of a variable has no pointer: go through a temporary.
                    if (!around_) fail("wgsl: '{}' is given a part of a variable to write to", f.name);
                    const std::string own = fmt::format("part{}", ++parts_);
                    around_->before += f.parameters[i].in
                                           ? fmt::format("var {} = {}\x01", own, argument)
                                           : fmt::format("var {}: {}\x01", own, type_text(f.parameters[i].type));
                    around_->after += fmt::format("\x01{} = {}", argument, own);
                    argument = "&" + own;
                } else {
                    argument = (pointers_.contains(kid.text) ? "" : "&") + name_text(kid.text);
                }
            }
            text += (i ? ", " : "") + argument;
        }
        for (const std::string& result : results)
            text += ", " + result;
        return f.name + "(" + text + ")";
    }

    // ---- Writing: statements

    // Breaks a line that is too long after a comma or next to an operator.
    static std::string fitted(const std::string& text, std::size_t indent) {
        auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
        std::string result;
        std::size_t from = 0, used = indent;
        while (text.size() - from + used > 120) {
            std::size_t best = std::string::npos;
            for (std::size_t i = from + 31; i < text.size() && i - from + used < 119; ++i) {
                const bool between_words = in_word(text[i - 1]) && in_word(text[i + 1]);
                if (text[i] == ' ' && !between_words) best = i;
            }
            if (best == std::string::npos) break;
            result += text.substr(from, best - from) + "\n" + std::string(indent + 4, ' ');
            from = best + 1;
            used = indent + 4;
        }
        return result + text.substr(from);
    }

    // Names assigned to from here to the end of the function.
    std::set<std::string> assigned() const {
        std::set<std::string> names;
        static const std::set<std::string> assigning = {
            "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"};
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            const std::string& word = tokens_[i].text;
            if (word == "++" || word == "--") {
                if (i + 1 < tokens_.size()) names.insert(tokens_[i + 1].text);
            }
            if (!assigning.contains(word) || i == 0) continue;
            // Back over fields and indices; declarations do not count.
            std::size_t k = i - 1;
            while (k > 0) {
                if (tokens_[k].text == "]") {
                    int depth = 0;
                    do {
                        depth += tokens_[k].text == "]" ? 1 : tokens_[k].text == "[" ? -1 : 0;
                        --k;
                    } while (depth > 0);
                } else if (tokens_[k - 1].text == ".") {
                    k -= 2;
                } else {
                    break;
                }
            }
            const bool declares =
                k > 0 && (is_type(tokens_[k - 1].text) || (tokens_[k - 1].text == "," && word == "="));
            if (!declares) names.insert(tokens_[k].text);
        }
        // Arguments a function writes to.
        for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
            const auto found = by_name_.find(tokens_[i].text);
            if (found == by_name_.end() || tokens_[i + 1].text != "(") continue;
            std::vector<std::string> first(1);
            int depth = 0;
            for (std::size_t k = i + 1; k < tokens_.size(); ++k) {
                const std::string& t = tokens_[k].text;
                if (t == "(" || t == "[") ++depth;
                if ((t == ")" || t == "]") && --depth == 0) break;
                if (t == "," && depth == 1) {
                    first.emplace_back();
                } else if (first.back().empty() && t != "(") {
                    first.back() = t;
                }
            }
            for (const std::size_t f : found->second) {
                const auto& parameters = functions_.at(f).parameters;
                if (parameters.size() != first.size()) continue;
                for (std::size_t p = 0; p < parameters.size(); ++p) {
                    if (parameters[p].out) names.insert(first[p]);
                }
            }
        }
        return names;
    }

    static std::size_t indent_of(const std::string& before) {
        const std::size_t line = before.rfind('\n');
        return line == std::string::npos ? 0 : before.size() - line - 1;
    }

    std::string statement() {
        const std::string before = tokens_[at_].before;
        const std::size_t indent = indent_of(before);
        if (peek() == "{") return before + block();
        if (accept("if")) {
            expect("(");
            const std::string condition = print(*expression());
            expect(")");
            std::string text = before + "if (" + condition + ")" + body(indent);
            if (peek() == "else") {
                take();
                text += text.ends_with("}") ? " else" : "\n" + std::string(indent, ' ') + "else";
                text += peek() == "if" ? statement() : body(indent);
            }
            return text;
        }
        if (accept("for")) {
            scopes_.emplace_back();
            expect("(");
            std::string start = simple();
            expect(";");
            const std::string condition = peek() == ";" ? "" : print(*expression());
            expect(";");
            const std::string step = peek() == ")" ? "" : print(*expression());
            expect(")");
            std::string text = fmt::format("for ({}; {}; {})", start, condition, step);
            text = before + fitted(text, indent) + body(indent);
            scopes_.pop_back();
            return text;
        }
        if (accept("while")) {
            expect("(");
            const std::string condition = print(*expression());
            expect(")");
            return before + "while (" + condition + ")" + body(indent);
        }
        if (accept("return")) {
            if (accept(";")) return before + "return;";
            Around around;
            if (to_ == Language::godot3) around_ = &around;
            const NodePtr value = expression();
            expect(";");
            const std::string text = is_apart(value->type) ? returned(*value) : "return " + print(bare(*value));
            around_ = nullptr;
            return before + lines(around.before + text, indent);
        }
        if (peek() == "break" || peek() == "continue") {
            const std::string word = take().text;
            expect(";");
            return before + word + ";";
        }
        const std::string text = simple();
        expect(";");
        return before + lines(text, indent);
    }

    // Statements separated by \x01.
    static std::string lines(const std::string& text, std::size_t indent) {
        std::string result;
        std::size_t from = 0;
        for (std::size_t at = text.find('\x01'); at != std::string::npos; at = text.find('\x01', from)) {
            result += fitted(text.substr(from, at - from) + ";", indent) + "\n" + std::string(indent, ' ');
            from = at + 1;
        }
        return result + fitted(text.substr(from) + ";", indent);
    }

    // Returns at the end of a function whose result is taken apart: its parts are parameters.
    std::string returned(const Node& value) {
        if (at_ + 1 != tokens_.size()) fail("godot3: a structure is returned before the end of a function");
        if (value.kind == Node::call) return call_text(value, results_);
        const auto parts = parts_of(value);
        std::string text;
        for (std::size_t i = 0; i < parts.size(); ++i)
            text += fmt::format("{}{} = {}", i ? "\x01" : "", results_[i], parts[i]);
        return text;
    }

    // The body of an if or a loop.
    std::string body(std::size_t indent) {
        if (peek() == "{") return " " + block();
        const std::string one = statement();
        if (to_ != Language::wgsl && one.find(";\n") == std::string::npos) return one;
        const std::size_t text = one.find_first_not_of(" \n");
        return fmt::format(" {{\n{}{}\n{}}}", std::string(indent + 4, ' '), one.substr(text), std::string(indent, ' '));
    }

    std::string block() {
        expect("{");
        scopes_.emplace_back();
        std::string text = "{" + std::exchange(at_the_start_, {});
        while (peek() != "}")
            text += statement();
        text += take().before + "}";
        scopes_.pop_back();
        return text;
    }

    // A declaration or an expression, without its terminator.
    std::string simple() {
        bool precise = false, constant = false;
        for (;;) {
            if (accept("ISO_PRECISE")) {
                precise = true;
            } else if (accept("const")) {
                constant = true;
            } else {
                break;
            }
        }
        Around around;
        if (!is_type(peek()) || peek(1) == "(" || peek(1) == "[") {
            const NodePtr n = expression();
            if (to_ == Language::godot3 || (to_ == Language::wgsl && n->kind == Node::call)) around_ = &around;
            const std::string text = print(*n);
            around_ = nullptr;
            return around.before + text + around.after;
        }
        const std::string type = take().text;
        std::string text;
        if (to_ == Language::godot3) around_ = &around;
        for (bool first = true;; first = false) {
            const std::string name = take().text;
            std::string own = type;
            if (accept("[")) {
                while (!accept("]"))
                    take();
                own += "[]";
                if (to_ == Language::wgsl || to_ == Language::godot3) fail("a local array cannot be translated");
            }
            scopes_.back()[name] = own;
            if (is_apart(type)) {
                expect("=");
                const NodePtr value = expression();
                auto parts = parts_of(name, type);
                if (value->kind == Node::call) {
                    text = declared(parts, type) + "\x01" + call_text(*value, parts);
                } else {
                    const auto values = parts_of(*value);
                    for (std::size_t i = 0; i < parts.size(); ++i)
                        parts[i] += " = " + values[i];
                    text = declared(parts, type);
                }
                break;
            }
            std::string value;
            if (accept("=")) value = print(bare(*expression()));
            if (to_ == Language::wgsl) {
                text += first ? "" : "\x01";
                if (value.empty()) {
                    text += fmt::format("var {}: {}", name_text(name), type_text(type));
                } else if (mutable_.contains(name)) {
                    // A literal has no type of its own.
                    text += fmt::format(
                        "var {}{} = {}", name_text(name),
                        type == "float" || type == "int" || type == "uint" ? ": " + type_text(type) : "", value);
                } else {
                    text += fmt::format("let {} = {}", name_text(name), value);
                }
            } else {
                text += first ? fmt::format("{}{}{} ", constant && to_ != Language::godot3 ? "const " : "",
                                            precise && has_precise(to_) ? "precise " : "", type_text(type))
                              : ", ";
                text += name_text(name) + (value.empty() ? "" : " = " + value);
            }
            if (!accept(",")) break;
        }
        around_ = nullptr;
        return around.before + text;
    }

    // ---- Writing: declarations

    std::string constant() {
        accept("const");
        const std::string type = take().text, name = take().text;
        std::string size;
        if (accept("[")) {
            while (peek() != "]")
                size += take().text;
            expect("]");
        }
        expect("=");
        const NodePtr value = expression();
        expect(";");
        const std::string text = print(*value);
        if (to_ == Language::wgsl)
            return fitted(size.empty() ? fmt::format("const {}: {} = {};", name, type_text(type), text)
                                       : fmt::format("const {} = {};", name, text),
                          0);
        const std::string array = size.empty() ? "" : "[" + size + "]";
        // Godot 3.2 allows arrays only in functions.
        if (to_ == Language::godot3 && !array.empty())
            return fmt::format("{} {}(uint i) {{\n    {}\n    return all[i];\n}}", type, name,
                               fitted(fmt::format("const {} all{} = {};", type, array, text), 4));
        return fitted(fmt::format("{}const {} {}{} = {};", to_ == Language::hlsl ? "static " : "", type_text(type),
                                  name, array, text),
                      0);
    }

    std::string structure(const Item& item) {
        std::string text = "struct " + item.name + " {";
        std::size_t i = 0;
        while (tokens_[i].text != "{")
            ++i;
        for (++i; tokens_[i].text != "}";) {
            const std::string before = tokens_[i].before;
            while (tokens_[i].text == "ISO_PRECISE" || tokens_[i].text == "highp")
                ++i;
            const std::string type = type_text(tokens_[i].text), name = tokens_[i + 1].text;
            text += before +
                    (to_ == Language::wgsl ? fmt::format("{}: {},", name, type) : fmt::format("{} {};", type, name));
            i += 3;
        }
        return text + tokens_[i].before + (to_ == Language::wgsl ? "}" : "};");
    }

    std::string function(std::size_t item) {
        const Function& f = functions_.at(item);
        mutable_ = assigned();
        pointers_.clear();
        scopes_.assign(1, {});
        std::string parameters;
        for (const Parameter& p : f.parameters) {
            scopes_[0][p.name] = p.type;
            if (!parameters.empty()) parameters += ", ";
            const char* way = !p.out ? "" : p.in ? "inout " : "out ";
            if (is_apart(p.type)) {
                parameters += declared(parts_of(p.name, p.type), p.type, way, ", ");
            } else if (to_ == Language::wgsl) {
                const bool copied = !p.out && mutable_.contains(p.name);
                parameters += p.out ? fmt::format("{}: ptr<function, {}>", name_text(p.name), type_text(p.type))
                                    : fmt::format("{}{}: {}", copied ? p.name : name_text(p.name), copied ? "_in" : "",
                                                  type_text(p.type));
                if (p.out) pointers_.insert(p.name);
                if (copied) at_the_start_ += fmt::format("\n    var {} = {}_in;", name_text(p.name), p.name);
            } else {
                parameters += fmt::format("{}{} {}", way, type_text(p.type), name_text(p.name));
            }
        }
        std::string head;
        if (to_ == Language::wgsl) {
            head = fmt::format("fn {}({}){}", f.name, parameters, f.type == "void" ? "" : " -> " + type_text(f.type));
        } else if (is_apart(f.type)) {
            results_ = results_of(items_[item]);
            head = fmt::format("void {}({}, {})", f.name, parameters, declared(results_, f.type, "out ", ", "));
        } else {
            head = fmt::format("{} {}({})", type_text(f.type), f.name, parameters);
        }
        while (peek() != "(")
            take();
        at_ = glsl::after_bracket(tokens_, at_);
        const bool one_line = std::none_of(tokens_.begin() + static_cast<std::ptrdiff_t>(at_), tokens_.end(),
                                           [](const Token& t) { return t.before.find('\n') != std::string::npos; });
        std::string text = fitted(head, 0) + " " + block();
        if (one_line && text.size() > 120) {
            const std::size_t brace = text.find("{ ");
            text =
                text.substr(0, brace) + "{\n    " + fitted(text.substr(brace + 2, text.size() - brace - 4), 4) + "\n}";
        }
        return text;
    }

    const std::vector<Item>& items_;
    Language to_;
    std::string prefix_;
    std::map<std::size_t, Function> functions_;
    std::map<std::string, std::vector<std::size_t>> by_name_;
    std::map<std::string, std::vector<Parameter>> structures_;  // their fields in order
    std::map<std::string, std::string> globals_;
    std::map<std::string, std::string> exacts_;

    // State of the item being read
    Tokens tokens_;
    std::size_t at_ = 0;
    std::vector<std::map<std::string, std::string>> scopes_;
    std::set<std::string> mutable_, pointers_;
    std::vector<std::string> results_;  // names of the result's parts, if it is taken apart
    std::string at_the_start_;          // text for the start of the next block
    // Statements before and after the one being written.
    struct Around {
        std::string before, after;
    };
    Around* around_ = nullptr;
    int parts_ = 0;
};

}  // namespace

Translation translate(const std::vector<glsl::Item>& items, Language to, const std::string& prefix,
                      const std::map<std::size_t, std::string>& names) {
    return Translator(items, to, prefix, names).result();
}

}  // namespace isonoise
