// Constants that are structures, or arrays of those, become constants of their fields: few languages have such
// constants, and fewer work their numbers out alike.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "isonoise/function/compile.hpp"
#include "snippet/passes/passes.hpp"

namespace isonoise {
namespace {

using glsl::Declaration;
using glsl::Expression;
using glsl::Type;

using Words = std::vector<std::uint32_t>;

class Split {
  public:
    explicit Split(glsl::Program& program) : program_(program) {
        for (const Declaration& d : program) {
            if (d.kind == Declaration::structure) fields_[d.name] = d.variables;
            taken_.insert(d.name);
            for (const glsl::Variable& v : d.variables)
                taken_.insert(v.name);
            for (glsl::Statement body : d.body)
                for_each_statement(body, [&](const glsl::Statement& s) {
                    for (const glsl::Variable& v : s.variables)
                        taken_.insert(v.name);
                });
        }
    }

    void run() {
        const std::size_t count = program_.size();
        for (std::size_t i = 0; i < count; ++i) {
            const Declaration d = program_[i];
            if (d.kind != Declaration::constant || d.exact || d.type.kind != Type::structure) continue;
            const Words words = function::constant_value(program_, i);
            Type element = d.type;
            element.array = false;
            lengths_[d.name] = words.size() / size_of(element);
            add(d.name, d.type, element, words, size_of(element));
        }
        if (lengths_.empty()) return;
        for (std::size_t i = 0; i < count; ++i) {
            Declaration& d = program_[i];
            if (d.kind != Declaration::function || d.exact) continue;
            for (glsl::Statement& body : d.body)
                for_each_statement(body, [&](glsl::Statement& s) {
                    for (glsl::Variable& v : s.variables)
                        for (Expression& e : v.value)
                            expression(e);
                    for (auto* list : {&s.value, &s.step})
                        for (Expression& e : *list)
                            expression(e);
                });
        }
        to_front(program_, count);
    }

  private:
    std::size_t size_of(const Type& type) const {
        const auto size = static_cast<std::size_t>(type.size);
        if (type.kind == Type::matrix) return size * size;
        if (type.kind != Type::structure) return size;
        std::size_t all = 0;
        for (const glsl::Variable& field : fields_.at(type.name))
            all += size_of(field.type);
        return all;
    }

    // Adds the constants of all fields. The first element begins at words[0], the next ones `stride` words behind.
    void add(const std::string& name, const Type& whole, const Type& type, std::span<const std::uint32_t> words,
             std::size_t stride) {
        const std::size_t size = size_of(type);
        if (type.kind == Type::structure) {
            std::size_t from = 0;
            for (const glsl::Variable& field : fields_.at(type.name)) {
                add(name + "." + field.name, whole, field.type, words.subspan(from), stride);
                from += size_of(field.type);
            }
            return;
        }
        Declaration d{};
        d.kind = Declaration::constant;
        d.before = "\n";
        d.tokens = glsl::tokens("const");
        d.name = name;
        std::replace(d.name.begin(), d.name.end(), '.', '_');
        while (!taken_.insert(d.name).second)
            d.name += "_own";
        d.type = type;
        d.type.array = whole.array;
        Words own;
        for (std::size_t at = 0; at < words.size(); at += stride) {
            const auto element = words.subspan(at, size);
            own.insert(own.end(), element.begin(), element.end());
        }
        if (whole.array) {
            d.length = {{.kind = Expression::literal,
                         .text = std::to_string(own.size() / size),
                         .type = {.kind = Type::integer}}};
        }
        d.value = {constant_of(d.type, own)};
        names_[name] = d.name;
        program_.push_back(std::move(d));
    }

    // A place in such a constant: its name with the fields', and the index if it is an array.
    struct Place {
        std::string root, name;
        std::vector<Expression> index = {};
    };
    std::optional<Place> place(const Expression& e) const {
        if (e.kind == Expression::bracket) return place(e.parts[0]);
        if (e.kind == Expression::name && lengths_.contains(e.text)) return Place{e.text, e.text};
        if (e.type.kind != Type::structure && e.kind != Expression::field) return {};
        if (e.kind == Expression::field && e.parts[0].type.kind != Type::structure) return {};  // v.x
        if (e.kind != Expression::field && e.kind != Expression::index) return {};
        std::optional<Place> in = place(e.parts[0]);
        if (!in) return {};
        if (e.kind == Expression::field)
            in->name += "." + e.text;
        else
            in->index = {e.parts[1]};
        return in;
    }
    Expression value(const Place& at, const Type& type) const {
        if (type.array) {
            Expression all{.kind = Expression::construct, .type = type};
            Type element = type;
            element.array = false;
            for (std::size_t i = 0; i < lengths_.at(at.root); ++i) {
                Place one = at;
                one.index = {{.kind = Expression::literal, .text = std::to_string(i), .type = {.kind = Type::integer}}};
                all.parts.push_back(value(one, element));
            }
            return all;
        }
        if (type.kind == Type::structure) {
            Expression all{.kind = Expression::construct, .type = type};
            for (const glsl::Variable& field : fields_.at(type.name))
                all.parts.push_back(value({at.root, at.name + "." + field.name, at.index}, field.type));
            return all;
        }
        Type whole = type;
        whole.array = !at.index.empty();
        const Expression name = glsl::named(names_.at(at.name), whole);
        if (at.index.empty()) return name;
        Expression element{.kind = Expression::index, .type = type};
        element.parts = {name, at.index[0]};
        return element;
    }
    void expression(Expression& e) {
        std::optional<Place> at = place(e);
        if (!at) {
            for (Expression& part : e.parts)
                expression(part);
            return;
        }
        for (Expression& index : at->index)
            expression(index);
        e = value(*at, e.type);
    }

    glsl::Program& program_;
    std::map<std::string, std::vector<glsl::Variable>> fields_;  // of each structure
    std::map<std::string, std::size_t> lengths_;                 // of the constants that are split; 1 if no array
    std::map<std::string, std::string> names_;                   // of the new constants, by C.a.b
    std::set<std::string> taken_;
};

}  // namespace

void split_constant_structures(glsl::Program& program) { Split(program).run(); }

}  // namespace isonoise
