// Functions of the user: any text is refused with one message, or ends, with the same values whatever the number of
// points and threads, and without a crash in any language.
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

#include "error.hpp"
#include "fuzz.hpp"
#include "isonoise/function/function.hpp"
#include "mutate.hpp"
#include "snippet/function_text.hpp"

using namespace isonoise;
using fuzz::expect;

namespace {

constexpr std::size_t kPoints = 21;

void run(const Function& function) {
    const auto dim = static_cast<std::size_t>(function.dim()), channels = static_cast<std::size_t>(function.channels());
    std::vector<float> at(dim * kPoints), all(channels * kPoints), one(channels);
    for (std::size_t i = 0; i < at.size(); ++i)
        at[i] = static_cast<float>(i % 11) * 0.37f - 1.5f;
    Points points{.count = kPoints};
    std::vector<float*> to;
    for (std::size_t c = 0; c < dim; ++c)
        points.coordinates[c] = &at[c * kPoints];
    for (std::size_t c = 0; c < channels; ++c)
        to.push_back(&all[c * kPoints]);
    function.evaluate(points, to);
    std::vector<float> point(dim);
    for (std::size_t c = 0; c < dim; ++c)
        point[c] = at[c * kPoints + 5];
    function.at(point, one);
    for (std::size_t c = 0; c < channels; ++c)
        expect(std::bit_cast<std::uint32_t>(one[c]) == std::bit_cast<std::uint32_t>(all[c * kPoints + 5]),
               "one point has {}, in a list it has {}", one[c], all[c * kPoints + 5]);
}

}  // namespace

static void expect_good(const Error& error) {  // followed by the line that it speaks of
    const std::string what = error.what();
    fuzz::expect_message(what.substr(0, what.find('\n')));
}

// In one language, since each takes a second here.
static void print(const Function& function, std::size_t size) {
    const Language& language = languages()[size % languages().size()];
    const Parameters parameters = size % 2 == 0 ? Parameters::constants : Parameters::arguments;
    if (!language.is_core()) function_text(language, function, ShaderFiles(), "noise", parameters);
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::use_small_stack();
    try {
        const Function function(std::string(reinterpret_cast<const char*>(data), size), "f.glsl");
        run(function);
        print(function, size);
        const Function gradient = function.with_gradient();
        run(gradient);
        print(gradient, size);
    } catch (const Error& error) {
        expect_good(error);
    }
    return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
    return fuzz::mutate_code(data, size, most, seed);
}
