#include <algorithm>
#include <set>

#include "snippet/passes/passes.hpp"

namespace isonoise {
namespace {

using glsl::Declaration;
using glsl::Expression;

using Indices = std::set<std::size_t>;

class Arguments {
  public:
    Arguments(glsl::Program& program, std::span<const std::size_t> uniforms, std::span<const std::size_t> entries)
        : program_(program), uniforms_(uniforms), entries_(entries.begin(), entries.end()), taken_(program.size()) {}

    void run() {
        find();
        const std::vector<std::string> names = names_of_functions();
        for (std::size_t i = 0; i < program_.size(); ++i) {
            if (program_[i].kind == Declaration::function) rewrite(program_[i], i);
        }
        for (std::size_t i = 0; i < program_.size(); ++i)
            program_[i].name = names[i];
        for (Declaration& d : program_) {
            for_each_expression(d, [&](Expression& e) {
                if (e.kind == Expression::call && e.function != glsl::kNoFunction) e.text = names[e.function];
            });
        }
        drop_uniforms();
    }

  private:
    // The uniforms that each function needs, also for those that it calls.
    void find() {
        for (std::size_t i = 0; i < program_.size(); ++i) {
            if (program_[i].kind != Declaration::function || program_[i].exact) continue;
            for_each_expression(program_[i], [&](const Expression& e) {
                for (const std::size_t u : uniforms_)
                    if (e.kind == Expression::name && e.text == program_[u].name) taken_[i].insert(u);
            });
            if (entries_.contains(i)) taken_[i].insert(uniforms_.begin(), uniforms_.end());
        }
        for (std::size_t i = 0; i < program_.size(); ++i) {  // those called come first
            for_each_expression(program_[i], [&](Expression& e) {
                if (e.kind == Expression::call && e.function != glsl::kNoFunction)
                    taken_[i].insert(taken_[e.function].begin(), taken_[e.function].end());
            });
        }
    }

    // With arguments, overloads may have the same types, so that those functions get names of their own.
    std::vector<std::string> names_of_functions() const {
        std::set<std::string> known;
        for (const Declaration& d : program_)
            known.insert(d.name);
        std::vector<std::string> names;
        for (std::size_t i = 0; i < program_.size(); ++i) {
            const std::string& own = program_[i].name;
            std::string name = own;
            const auto same =
                std::count_if(program_.begin(), program_.end(), [&](const Declaration& d) { return d.name == own; });
            if (same > 1 && !taken_[i].empty() && !entries_.contains(i)) {
                for (int n = 2; !known.insert(name).second; ++n)
                    name = own + std::to_string(n);
            }
            names.push_back(std::move(name));
        }
        return names;
    }

    // Where arguments begin: of entries behind the point, which may be a cell and a fraction.
    std::size_t place(std::size_t function, std::size_t size) const {
        if (!entries_.contains(function)) return size;
        return program_[function].variables[0].type.kind == glsl::Type::integer ? 2 : 1;
    }

    void rewrite(Declaration& f, std::size_t index) {
        for_each_expression(f, [&](Expression& e) {
            if (e.kind != Expression::call || e.function == glsl::kNoFunction) return;
            std::size_t at = place(e.function, e.parts.size());
            for (const std::size_t u : taken_[e.function])
                e.parts.insert(e.parts.begin() + static_cast<std::ptrdiff_t>(at++),
                               glsl::named(program_[u].name, program_[u].type));
        });
        std::size_t at = place(index, f.variables.size());
        for (const std::size_t u : taken_[index])
            f.variables.insert(f.variables.begin() + static_cast<std::ptrdiff_t>(at++),
                               {.type = program_[u].type, .name = program_[u].name, .argument = true});
    }

    // The comment above one moves to what follows.
    void drop_uniforms() {
        std::vector<bool> chosen(program_.size(), true);
        std::string about;
        for (std::size_t i = 0; i < program_.size(); ++i) {
            Declaration& d = program_[i];
            chosen[i] = std::find(uniforms_.begin(), uniforms_.end(), i) == uniforms_.end();
            const bool comment = d.before.find("//") != std::string::npos;
            if (!chosen[i]) {
                if (about.empty() && comment) about = d.before;
                continue;
            }
            if (!about.empty() && !comment) d.before = about;
            about.clear();
        }
        keep(program_, chosen);
    }

    glsl::Program& program_;
    const std::span<const std::size_t> uniforms_;
    const Indices entries_;
    std::vector<Indices> taken_;  // by each function, in the order of the text
};

}  // namespace

void uniforms_into_arguments(glsl::Program& program, std::span<const std::size_t> uniforms,
                             std::span<const std::size_t> entries) {
    Arguments(program, uniforms, entries).run();
}

}  // namespace isonoise
