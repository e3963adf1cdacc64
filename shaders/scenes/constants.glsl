// Constants shared by the scenes' shaders and app/scene. This file is both GLSL and, through app/scene/constants.hpp,
// C++: one `const int` or `const float` per line.
const int MOST_MARKERS = 64;  // in a picture
const int MOST_PANELS = 12;   // in a figure of scene anatomy
const int HILL_LAYERS = 6;    // in line style silhouette

// The values of the uniform `colormap`.
const int VIRIDIS = 0;
const int MAGMA = 1;
const int GREY = 2;
const int TERRAIN = 3;
const int DIVERGING = 4;
const int FIRE = 5;

// A value of the uniform `background`.
const int WHITE = 2;

// Room for arrows around the cell of stage influence, in cells: in its small panels, and in the panel of the sum.
const float INFLUENCE_ROOM = 0.2;
const float INFLUENCE_SUM_ROOM = 0.13;

// The distances of the panels of stage precision: 2^FAR_FIRST cells, then 2^FAR_STEP times as far each.
const int FAR_FIRST = 17;
const int FAR_STEP = 2;

// Flames are the noise stretched upwards to 1 / FIRE_STRETCH times its height.
const float FIRE_STRETCH = 0.5;

// Rock of scene density: no level is higher, since values are within four standard deviations. Cells along a ray, for
// blocks and for polygons, and from a block to the sun.
const float DENSITY_TOP = 1.4;
const int BLOCK_CELLS = 64;
const int POLYGON_CELLS = 192;
const int BLOCK_SUN_CELLS = 20;
// Rays to the smooth surface start where those of a square of so many pixels a side are still in air.
const int DENSITY_START = 4;

// The layer of clouds, in units of coordinate above the center.
const float CLOUDS_LOW = 0.0;
const float CLOUDS_HIGH = 3.0;
const float CLOUDS_BASE = 0.2;   // the part of it, at the bottom, over which clouds thin out downwards
const float CLOUDS_FAR = 80.0;   // distance at which it has faded into the sky
// Its coarse volume, see clouds.glsl: the growth of the slices' distances, where they begin to grow, and the number of
// slices in a texel of `near`.
const float CLOUD_GROWTH = 0.02;
const float CLOUD_EASE = 2.0;
const int CLOUD_BITS = 24;

// The sharpness of wave crests compared with troughs.
const float SEA_SHARP = 0.15;

// Levels of the terrain's table of heights; each has half the columns and rows of the one before.
const int HEIGHT_LEVELS = 6;
// The terrain's sets of huts: one per bin, in so many texels of so many bits.
const int HUT_BINS = 256;
const int HUT_TEXELS = 3;
const int HUT_BITS = 22;

// The ball of a solid texture and the plinth below it, around the center: see studio.glsl.
const float STUDIO_RADIUS = 0.8;
const float STUDIO_HEIGHT = 0.235;  // of the ball's center
const float STUDIO_PLINTH = 0.92;   // the plinth's radius
const float STUDIO_FLOOR = -1.0;

// Cells per radius of the planet's coarsest grain, finer than the noise's octaves.
const int PLANET_GRAIN = 512;

// The values of the planet's uniform `marker_kind`.
const int MARKER_NONE = 0;
const int MARKER_SEEN = 1;
const int MARKER_HORIZON = 2;  // behind the planet
const int MARKER_EDGE = 3;     // outside the picture
