// Scene "map" of vectors: arrows over the colours of their lengths.
#define LINES
#define ARROWS
#include "scenes/map.frag"
