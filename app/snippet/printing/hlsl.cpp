// HLSL, Slang, and the Metal Shading Language.
#include <fmt/format.h>

#include "snippet/printing/layout.hpp"
#include "snippet/printing/printer.hpp"

namespace isonoise {
namespace {

// HLSL, and Slang: slangc drops `precise` on most targets unless called with -fp-mode precise, so there the functions
// with the zero keep the bits.
class Hlsl : public Printer {
  public:
    using Printer::Printer;

    std::string prologue(const std::map<std::string, std::string>& functions) override {
        if (language_.bits != Bits::function) return {};
        std::string text = fmt::format("{3}static uint {0}_barrier = 0u;\n"
                                       "void {0}_raise({1} b) {{\n    uint x = {2} & 0x7FFu;\n"
                                       "    uint u = x * (x + 3u);\n    {0}_barrier = (u * (u + 2u)) & 7u;\n}}\n",
                                       prefix_, type(bits()), sum(bits().size, "b"), kAboutBarrier);
        for (const auto& [glsl, function] : functions)
            text += fmt::format("{1} {0}({1} x) {{ return asfloat(asuint(x) + {2}_barrier); }}\n", function,
                                type(glsl::type_named(glsl)), prefix_);
        return text + "\n";
    }

  protected:
    std::string raiser() override { return language_.bits == Bits::function ? prefix_ + "_raise" : ""; }
    std::string construct(const Expression& e) override {
        if (e.type.array) return "{" + list(e.parts) + "}";
        if (e.type.kind == Type::structure) return maker(e.type.name) + "(" + list(e.parts) + ")";
        // Constructors cannot replicate a scalar.
        if (e.parts.size() == 1 && e.type.is_vector() && !e.parts[0].type.is_vector())
            return fmt::format("({}){}", type(e.type), wrapped(e.parts[0]));
        return Printer::construct(e);
    }
    std::string owner(const Expression& e) override {
        const std::string text = Printer::owner(e);
        const bool cast = e.kind == Expression::construct && text.starts_with("(");
        return cast || e.kind == Expression::prefix ? "(" + text + ")" : text;
    }
    std::string builtin(const Expression& call) override {
        return call.text == "floatBitsToUint" ? "asuint" : call.text == "uintBitsToFloat" ? "asfloat" : call.text;
    }
    const char* constant_word() const override { return "static const"; }

    // Structures have no constructors: a function replaces them.
    std::string structure(const Declaration& d) override {
        std::string parameters, fields;
        for (const Variable& field : d.variables) {
            parameters +=
                fmt::format("{}{} {}", parameters.empty() ? "" : ", ", type(field.type), variable(field.name));
            fields += fmt::format("    made.{0} = {0};\n", variable(field.name));
        }
        const std::string head = fmt::format("{} {}({}) {{", d.name, maker(d.name), parameters);
        return fmt::format("{}\n{}\n    {} made;\n{}    return made;\n}}", Printer::structure(d), fitted(head, 0),
                           d.name, fields);
    }

  private:
    static std::string maker(const std::string& structure) {
        return structure + (structure.ends_with('_') ? "of" : "_of");
    }
};

class Metal : public Printer {
  public:
    using Printer::Printer;

  protected:
    std::string literal(const Expression& e) override { return e.type.kind == Type::real ? e.text + "f" : e.text; }
    std::string construct(const Expression& e) override {
        if (e.type.array) return "{" + list(e.parts) + "}";
        if (e.type.kind == Type::structure) return type(e.type) + "{" + list(e.parts) + "}";
        return Printer::construct(e);
    }
    std::string builtin(const Expression& call) override {
        if (call.text == "floatBitsToUint" || call.text == "uintBitsToFloat") return "as_type<" + type(call.type) + ">";
        return call.text;
    }
    const char* constant_word() const override { return "constant"; }

    // References to components are impossible.
    std::string argument(const Expression& call, std::size_t i) override {
        const bool out = call.function != glsl::kNoFunction && program_[call.function].variables[i].out;
        return out && call.parts[i].kind != Expression::name ? stand_in(call, i) : Printer::argument(call, i);
    }
    std::vector<std::string> evaluated(const Statement& s) override { return evaluated_around(s); }

    std::string head(const Declaration& f, std::string&) override {
        std::string parameters;
        for (const Variable& p : f.variables)
            parameters += fmt::format("{}{}{}{} {}", parameters.empty() ? "" : ", ", p.out ? "thread " : "",
                                      type(p.type), p.out ? "&" : "", variable(p.name));
        return fmt::format("static inline {} {}({})", type(f.type), f.name, parameters);
    }
};

}  // namespace

std::unique_ptr<Printer> print_hlsl(const glsl::Program& program, const Language& language, const std::string& prefix) {
    return std::make_unique<Hlsl>(program, language, prefix);
}

std::unique_ptr<Printer> print_metal(const glsl::Program& program, const Language& language,
                                     const std::string& prefix) {
    return std::make_unique<Metal>(program, language, prefix);
}

}  // namespace isonoise
