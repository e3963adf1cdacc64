#include <algorithm>
#include <cctype>
#include <set>

#include <fmt/format.h>

#include "snippet/passes/passes.hpp"

namespace isonoise {
namespace {

using glsl::Declaration;
using glsl::Expression;
using glsl::Statement;
using glsl::Variable;

char upper(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }

// perlin3_gradient -> perlin3Gradient, Perlin3Gradient
std::string camel(const std::string& name, bool pascal) {
    std::string text;
    bool start = pascal;
    for (const char c : name) {
        if (c != '_') text += start ? upper(c) : c;
        start = c == '_';
    }
    return text;
}

// Replaces names in a comment. A name that is also an English word, such as noise, is one only if a bracket follows.
std::string with_words(const std::string& text, const std::map<std::string, std::string>& words) {
    std::string result;
    for (std::size_t at = 0, end = 0; at < text.size(); at = end) {
        end = at + 1;
        while (glsl::in_word(text[at]) && end < text.size() && glsl::in_word(text[end]))
            ++end;
        const std::string word = text.substr(at, end - at);
        const bool plain = std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
        const auto found = plain && (end == text.size() || text[end] != '(') ? words.end() : words.find(word);
        result += found == words.end() ? word : found->second;
    }
    return result;
}

std::string without(const std::string& name, const std::string& prefix) {
    return name.starts_with(prefix + "_") ? name.substr(prefix.size() + 1) : name;
}

// Renames the variables of one function.
class Locals {
  public:
    Locals(Declaration& f, Naming naming, const std::vector<std::string_view>& reserved,
           const std::map<std::string, std::string>& globals, const std::set<std::string>& functions)
        : naming_(naming), globals_(globals), functions_(functions), taken_(reserved.begin(), reserved.end()) {
        for (Variable& p : f.variables)
            declare(p);
        for (Statement& s : f.body)
            for_each_statement(s, [&](Statement& one) {
                for (Variable& v : one.variables)
                    declare(v);
            });
        for_each_expression(f, [&](Expression& e) {
            if (e.kind != Expression::name) return;
            if (const auto found = names_.find(e.text); found != names_.end()) {
                e.text = found->second;
            } else if (const auto global = globals_.find(e.text); global != globals_.end()) {
                e.text = global->second;
            }
        });
    }

  private:
    void declare(Variable& v) {
        const auto [at, is_new] = names_.try_emplace(v.name, styled(v.name, naming_, false));
        // Reserved, t2_3 beside t23, or a new name that is a function's.
        while (is_new &&
               (!taken_.insert(at->second).second || (at->second != v.name && functions_.contains(at->second))))
            at->second += at->second.ends_with('_') ? '2' : '_';
        v.name = at->second;
    }
    Naming naming_;
    const std::map<std::string, std::string>& globals_;
    const std::set<std::string>& functions_;
    std::map<std::string, std::string> names_;
    std::set<std::string> taken_;
};

std::string in_capitals(std::string text) {
    for (char& c : text)
        c = upper(c);
    return text;
}

}  // namespace

std::string styled(const std::string& name, Naming naming, bool function) {
    if (naming == Naming::snake || naming == Naming::plain) return name;
    return camel(name, naming == Naming::pascal && function);
}

void restyle(glsl::Program& program, const Language& language, const std::string& from, const std::string& to) {
    const Naming naming = language.naming;
    const std::string big = in_capitals(from);
    const bool plain = naming == Naming::plain;
    const auto renamed = [&](const std::string& name) {
        if (name == from) return to + "_of";
        std::string own = without(without(name, from), big);
        if (!plain || own == name) return own;
        return (name.starts_with(big) ? in_capitals(to) : to) + "_" + own;
    };
    std::set<std::string> locals;
    for (Declaration& one : program) {
        for (const Variable& p : one.variables)
            locals.insert(styled(p.name, naming, false));
        for (Statement& s : one.body)
            for_each_statement(s, [&](const Statement& part) {
                for (const Variable& v : part.variables)
                    locals.insert(styled(v.name, naming, false));
            });
    }
    std::map<std::string, std::string> names, used;
    std::set<std::string> taken(language.reserved.begin(), language.reserved.end());
    if (naming == Naming::pascal) taken.insert(styled(to, naming, true));  // the class
    for (const Declaration& one : program) {
        if (one.entry) taken.insert(styled(one.name, naming, true));
    }
    for (const Declaration& one : program) {
        if (one.kind == Declaration::constant) {
            std::string own = plain ? renamed(one.name) : in_capitals(renamed(one.name));
            while (!plain && !taken.insert(own).second)  // reserved, or a name in lower case beside one in capitals
                own += "_HERE";
            names[one.name] = own;
            continue;
        }
        std::string own = styled(one.entry ? one.name : renamed(one.name), naming, true);
        if (!plain && !one.entry) {
            while (taken.contains(own) || locals.contains(own) || (used.contains(own) && used.at(own) != one.name))
                own += naming == Naming::snake ? "_of" : "Of";
        }
        names[one.name] = own;
        used[own] = one.name;
    }
    std::set<std::string> functions;
    for (const auto& [was, is] : names)
        functions.insert(is);
    for (Declaration& one : program) {
        one.name = names[one.name];
        one.before = with_words(one.before, names);
        one.after = with_words(one.after, names);
        if (one.kind == Declaration::function) {
            Locals(one, naming, language.reserved, names, functions);
        } else {
            for_each_expression(one, [&](Expression& e) {
                const auto found = e.kind == Expression::name ? names.find(e.text) : names.end();
                if (found != names.end()) e.text = found->second;
            });
        }
    }
}

void avoid_reserved(glsl::Program& program, const Language& language) {
    std::set<std::string> names;
    for (const Declaration& one : program)
        names.insert(one.name);
    for (Declaration& one : program) {
        if (one.kind == Declaration::function) Locals(one, Naming::plain, language.reserved, {}, names);
    }
}

}  // namespace isonoise
