// Scene marble: a ball of stone with veins, on a plinth.
#include "scene/rows.hpp"
#include "scene/studio.hpp"

namespace isonoise {
namespace {

constexpr LookInfo kMarbleRows[] = {
    rows::with_words(rows::kColormap, "the stone"),
    rows::kSun,
    rows::kExposure,
    rows::with_words(rows::kRelief, "how far the noise bends the veins"),
    rows::with_words(rows::kDensity, "veins per unit of coordinate"),
};

constexpr GalleryPicture kMarbleGallery[] = {{"marble", "the classic solid texture"}};

}  // namespace

constinit const SceneInfo scenes::marble = {
    .key = '0',
    .view = View::space,
    .about = "the classic solid texture",
    .rows = kMarbleRows,
    .gallery = kMarbleGallery,
    .relief_of_value = true,
    .camera = studio_camera,
    .point = studio_point,
};

}  // namespace isonoise
