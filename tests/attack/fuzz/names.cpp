// Patterns of file names: filling one in leaves no placeholder of that name, and has_field() reports which it had.
#include "fuzz.hpp"
#include "io/name_pattern.hpp"

using namespace isonoise;
using fuzz::expect;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input(data, size);
    const auto x = input.take<std::int64_t>();
    const std::string face(1 + input.below(4), 'p');
    const std::string_view pattern = input.rest();
    const NameField fields[] = {{"x", x}, {"frame", 7}, {"face", 0, face}};
    bool any = false;
    std::size_t braces = 0;
    for (const NameField& field : fields)
        any = has_field(pattern, field.name) || any;
    const std::string name = fill_name(pattern, fields);
    for (const char c : name)
        braces += c == '{';
    expect(any ? braces < static_cast<std::size_t>(std::count(pattern.begin(), pattern.end(), '{')) : name == pattern,
           "{} becomes {}", pattern, name);
    expect(name.size() <= pattern.size() + 40 * pattern.size(), "{} becomes too long", pattern);
    return 0;
}
