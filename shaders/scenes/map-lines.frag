// Scene "map" with contour lines, or seams of tiles.
#define LINES
#include "scenes/map.frag"
