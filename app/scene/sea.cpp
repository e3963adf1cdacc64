// Scene sea: the noise as the height of waves.
#include "scene/scenes.hpp"

namespace isonoise {

static constexpr GalleryPicture kSeaGallery[] = {{"sea", "waves"}};

constinit const SceneInfo scenes::sea = {.key = '6', .view = View::ground, .gallery = kSeaGallery};

}  // namespace isonoise
