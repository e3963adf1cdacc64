// Scene clouds: the noise as a layer of clouds.
#include "scene/scenes.hpp"

namespace isonoise {

static constexpr GalleryPicture kCloudsGallery[] = {{"clouds", "a volume of clouds"}};

constinit const SceneInfo scenes::clouds = {.key = '8', .view = View::space, .gallery = kCloudsGallery};

}  // namespace isonoise
