#include "viewer/viewer.hpp"

namespace isonoise {

void run_viewer(ViewerOptions options) {
    Viewer viewer(std::move(options));
    viewer.run();
}

}  // namespace isonoise
