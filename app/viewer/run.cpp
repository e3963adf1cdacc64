#include "viewer/run.hpp"

#include "error.hpp"
#include "platform/system.hpp"

namespace isonoise {

void run_viewer(ViewerOptions options) {
    Viewer viewer(std::move(options));
    viewer.run();
}

}  // namespace isonoise
