// The loops of all operations, compiled once per instruction set.
#include "isonoise/fast/batch_kernels.hpp"  // first: its macros configure Highway

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isonoise/function/compute.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "isonoise/function/machine.hpp"

HWY_BEFORE_NAMESPACE();
namespace isonoise::function::HWY_NAMESPACE {

// Plain loops, which compilers turn into vectors.
template <class F> HWY_INLINE void Loop(std::size_t count, Word* to, const Word* a, const Word* b, const Word* c, F f) {
    for (std::size_t i = 0; i < count; ++i)
        to[i] = f(a[i], b[i], c[i]);
}

void Compute(Operation operation, std::size_t count, Word* to, const Word* x, const Word* y, const Word* z) {
    switch (operation) {
#define ISONOISE_OPERATION(name, expression)                                                                           \
    case Operation::name:                                                                                              \
        return Loop(count, to, x, y, z,                                                                                \
                    [](Word a, [[maybe_unused]] Word b, [[maybe_unused]] Word c) HWY_ATTR { return expression; });
        ISONOISE_OPERATIONS(ISONOISE_OPERATION)
#undef ISONOISE_OPERATION
    default: return;
    }
}

}  // namespace isonoise::function::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace isonoise::function {
HWY_EXPORT(Compute);
void compute(Operation operation, std::size_t count, Word* to, const Word* a, const Word* b, const Word* c) {
    HWY_DYNAMIC_DISPATCH(Compute)(operation, count, to, a, b, c);
}
}  // namespace isonoise::function
#endif
