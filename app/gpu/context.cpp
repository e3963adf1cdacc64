#include "gpu/context.hpp"

#include <iterator>

#include "error.hpp"
#include "isonoise/untrusted.hpp"

namespace isonoise {

// Versions requested in turn if the user names none: some drivers return exactly the requested version. We need nothing
// that 4.6 adds.
static constexpr GlVersion kVersions[] = {{4, 5}, {4, 1}, {4, 0}, {3, 3}};

std::vector<GlVersion> gl_versions_to_try(std::optional<GlVersion> wanted) {
    if (wanted) return {*wanted};
    return {std::begin(kVersions), std::end(kVersions)};
}

GlVersion parse_gl_version(std::string_view text) {
    for (GlVersion version : {GlVersion{3, 3}, {4, 0}, {4, 1}, {4, 2}, {4, 3}, {4, 4}, {4, 5}, {4, 6}}) {
        if (text == fmt::format("{}.{}", version.major, version.minor)) return version;
    }
    fail("gl: expected 3.3, or a version from 4.0 to 4.6, got {}", in_quotes(text));
}

}  // namespace isonoise
