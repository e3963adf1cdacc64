// HeadlessContext through a window that is never shown, on systems without EGL.
#include "gpu/context.hpp"
#include "gpu/window_context.hpp"

namespace isonoise {

bool may_have_gpu() { return true; }

HeadlessContext::HeadlessContext(std::optional<GlVersion> wanted) {
    auto* window = new WindowContext(wanted, 16, 16, false);
    context_ = window;
    info_ = window->info();
}

HeadlessContext::~HeadlessContext() { delete static_cast<WindowContext*>(context_); }

}  // namespace isonoise
