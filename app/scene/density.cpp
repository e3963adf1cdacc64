// Scene density: the noise as rock, smooth or in blocks.
#include "scene/frame.hpp"
#include "scene/scenes.hpp"

namespace isonoise {
namespace {

// The eye in blocks, along the noise's x, y and z. Time along the noise's z moves through the world, blocks included.
void density_uniforms(const Frame& frame, UniformValues& uniforms) {
    const Look& look = frame.preset.look;
    const double time = time_in_loop(frame.preset, frame.along);
    glm::ivec3 cell;
    glm::dvec3 fraction;
    for (int axis = 0; axis < 3; ++axis) {
        const double at = look.center[static_cast<std::size_t>(axis)] + frame.camera.eye[axis] +
                          (axis == frame.preset.settings.dim - 1 ? time : 0.0);
        const AxisPoint point = axis_point(at * look.blocks);
        cell[axis] = point.cell;
        fraction[axis] = static_cast<double>(point.fraction);
    }
    uniforms.set("eye_block", cell);
    uniforms.set("eye_block_fraction", fraction);
}

constexpr GalleryPicture kDensityGallery[] = {{"density", "noise as rock"}};

}  // namespace

constinit const SceneInfo scenes::density = {
    .key = '5',
    .view = View::space,
    .gallery = kDensityGallery,
    .uniforms = density_uniforms,
};

}  // namespace isonoise
