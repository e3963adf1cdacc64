#include "cli/function_file.hpp"

#include <charconv>
#include <vector>

#include "error.hpp"
#include "io/file_name.hpp"
#include "paths.hpp"

namespace isonoise {

bool is_function_file(const std::string& name) { return name.ends_with(".glsl"); }

// One item of --set.
static void set(Function& function, std::string_view item) {
    const std::size_t sign = item.find('=');
    if (sign == std::string_view::npos) fail("set: expected NAME=NUMBER, got {}", in_quotes(item));
    const std::string name(item.substr(0, sign));
    std::string_view rest = item.substr(sign + 1);
    std::vector<double> values;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        const std::string_view word = rest.substr(0, end);
        double value = word == "true" ? 1 : 0;
        if (!word.empty()) {
            if (word != "true" && word != "false" && !parse_number(word, value))
                fail("set: {}: expected a number, got {}", name, in_quotes(word));
            values.push_back(value);
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    function.set(name, values);
}

FunctionFile function_file(const std::string& name, const std::string& parameters) {
    const std::filesystem::path path = path_of(name), folder = path.parent_path();
    const function::Include include = [folder](const std::string& file) -> std::optional<std::string> {
        const std::filesystem::path below = path_of(file);
        if (below.empty() || below.is_absolute() || below.has_parent_path()) return {};  // beside the function
        try {
            return read_text(FileName(folder / below), "function");
        } catch (const Error&) {
            return {};
        }
    };
    FunctionFile file{Function(read_text(FileName(path), "function"), name, include), include};
    if (!parameters.empty()) {
        for (const std::string_view item : split_list(parameters))
            set(file.function, item);
    }
    return file;
}

}  // namespace isonoise
