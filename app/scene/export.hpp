// Exports pictures, values, heights and normal maps of any size: as single files, sequences or videos.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/file_name.hpp"
#include "io/image.hpp"
#include "isonoise/range.hpp"
#include "scene/look.hpp"

namespace isonoise {

class Painter;

enum class What { picture, values, heights, normals_gl, normals_dx };
inline constexpr const char* kWhats[] = {"picture", "values", "heights", "normals-gl", "normals-dx"};

bool is_normals(What what);

// The contents of a file.
//   picture       the colours: linear light in EXR, NPY and RAW32F, as a display takes them (sRGB) elsewhere. Three
//                 channels; one for scene map with the colour map grey in formats of integers; four, with alpha, for
//                 scene map with a gradient that has alpha (EXR: colours times alpha, elsewhere not)
//   values        the noise itself in one channel: the exact bits in EXR, NPY and RAW32F; in formats of integers
//                 value_range() is mapped to 0 .. the largest integer. Scene line has one row
//   heights       of the ground in scene terrain: values times look.relief, in units of coordinate; in formats of
//                 integers the same as values
//   normals-gl    the normals of the ground whose height is the noise times `strength`, three channels: x right, y up,
//                 z out of the picture; in formats of integers -1 becomes 0 and 1 the largest
//   normals-dx    the same with y down
// All but the picture show what scene map shows: the plane through the center, noise's x right and y down, `span` from
// top to bottom; for terrain this is the view from above.
// EXR, RAW32F and NPY hold 32-bit floats, RAW16 16-bit integers; both RAWs are little-endian and have no header. PNG
// has 8 or 16 bits a channel; SVG holds curves, see has_curves(); WebP, MP4 and WebM have 8, and one file holds all
// frames (WebP: unless its name has {frame}).
// With several `columns` or `rows` one file holds all frames as a sprite sheet (flipbook): in rows, from the top left.
struct Export {
    std::string path = {};  // "-" is standard output; {frame} or {frame:04} is the frame number, from 0
    Format format = Format::png;
    What what = What::picture;
    int width = 1280;  // of a frame
    int height = 720;
    int depth = 8;    // bits per channel of a PNG
    int samples = 0;  // per pixel, for scenes with a camera; 0: as many as the scene needs
    // For normals: height of the value 1, in units of coordinate. Empty: look.relief in scene terrain, otherwise 1.
    std::optional<double> strength = {};
    // Slices of a volume along the noise's z, spaced like pixels: one below the other; in NPY the first axis.
    int slices = 1;
    bool one_tile = false;        // exactly one period along x and y: sets the span, see one_tile()
    bool auto_levels = false;     // integers span the actual values of all frames, see ExportState
    bool guides = false;          // draws the window's guides, see has_guides()
    int dpi = 0;                  // dots per inch in print, which PNG and SVG store; 0: unknown. See axes_of()
    std::int64_t frames = 1;      // a loop is divided evenly: frame `frames` would be frame 0
    double time_step = 1.0 / 30;  // from frame to frame, without a loop
    int fps = 30;                 // frames per second, in files that hold several
    int columns = 1, rows = 1;    // of a sprite sheet
    bool maps = false;            // the maps of a material, see material.hpp
    LoopPoint phase = {};         // position in the loop of the first frame
    bool replace = true;          // replace an existing file; otherwise it is an error
    bool own_name = false;  // the program chose the file's name, not the user: links of that name are not followed
    int tile = 2048;        // maximum pixels per texture: see Painter
    double pace = 0.2;      // approximate seconds per draw: see Painter
    bool operator==(const Export&) const = default;
};

inline constexpr std::int64_t kMostFrames = 1000000;
inline constexpr double kMostSeconds = 86400;
inline constexpr double kMostStrength = 1048576;
inline constexpr int kMostDpi = 9600;
inline constexpr int kLargestSheetSide = 16384;  // of GPUs' textures

// Can the format store a print resolution?
bool takes_dpi(Format format);

// The preset whose picture of `height` pixels holds exactly one tile: its span is the period along y. Requires periods
// along x and y.
Preset one_tile(const Preset& preset);
// The width of that picture with square pixels; 0 if not a whole number, or if the noise has no tile.
int one_tile_width(const Preset& preset, int height);

// The number of slices with which a volume of such tiles, `height` pixels high, is also one tile along z; 0 if not a
// whole number, or without a period along z.
int one_tile_slices(const Preset& preset, int height);

// The default strength.
double usual_strength(const Look& look);
// A strength that gives useful normals: the terrain's relief, otherwise one at which half of the ground in the file is
// steeper than about 20 degrees, measured at sample points.
double proposed_strength(const Preset& preset, const Export& order);

// Would the window draw guides in this picture that the file lacks: the seams of tiles, or an arrow to a marker out of
// sight? Export::guides draws them.
bool has_guides(const Preset& preset, const Export& order);

// The preset of the picture that the order describes.
Preset drawn_preset(const Preset& preset, const Export& order);

// The number of rows per slice.
int slice_rows(const Preset& preset, const Export& order);
// The number of rows in the file: all slices of a volume, one below the other. Values of scene line have one row.
int file_rows(const Preset& preset, const Export& order);

// The part of the plane that values, heights and normals cover, as text: "x -6.4 to 6.4, y -4 to 4, 0.0125 a pixel".
std::string text_of_extent(const Preset& preset, const Export& order);
// The meaning of the smallest and largest integer as text: "0 is -1, 65535 is 1", for heights in units of coordinate.
// Empty unless the file holds values or heights as integers. With auto_levels it needs the levels.
std::string text_of_ends(const Preset& preset, const Export& order,
                         const std::optional<std::array<double, 2>>& levels = {});
// Details for the message about a finished file: the levels, their meaning, and the ground that heights cover.
std::string text_of_meaning(const Preset& preset, const Export& order,
                            const std::optional<std::array<double, 2>>& levels);

// True if integers can be scaled to the actual range of values: the file holds values or heights, as integers.
bool has_levels(const Export& order);

// Empty if valid, otherwise one line that says why the two do not fit.
std::string problem(const Preset& preset, const Export& order);

// Does one file hold all frames?
bool is_one_file(const Export& order);
// Are they a sprite sheet?
inline bool is_sheet(const Export& order) { return order.columns != 1 || order.rows != 1; }
// Are they an animation?
bool is_animation(const Export& order);

// The default length of a video: one loop at the preset's speed if that takes 1 to 60 seconds, otherwise 10.
double usual_seconds(const Preset& preset);
// At least one frame and at most kMostFrames.
std::int64_t frames_in(double seconds, int fps);
// The time from frame to frame at the preset's speed, in units of coordinate.
double time_step(const Preset& preset, int fps);

// The first frame as RGBA pixels of 8 bits a channel, from the top row down, for any format. `step` as in
// Painter::picture.
std::vector<unsigned char> pixels_of(Painter& painter, const Preset& preset, const Export& order,
                                     const std::function<void(double done)>& step = {});

// Throws Error if the first file cannot be written, or if the disk lacks room for all files and the format determines
// their size; leaves no trace. Call it before starting work; export_files does so too.
void check_writable(const Preset& preset, const Export& order);

// The default content of a format: values in formats for numbers, if the scene has values.
What default_what(Scene scene, Format format);

// The values that become 0 and the largest integer in PNG and RAW16: look.range (values outside are clamped), or if
// that is empty, the range of the noise.
std::array<double, 2> value_range(const Preset& preset);

// "a{frame:04}.png" with 7 becomes "a0007.png"
std::string frame_name(const std::string& pattern, std::int64_t frame);
FileName frame_file(const Export& order, std::int64_t frame);
bool has_frame(const std::string& pattern);
// Common stem of the frame names, without folder or extension: "a/b-{frame:04}.png" gives "b"; "frames" if empty.
std::string sequence_name(const std::string& pattern);

struct ExportState {
    std::int64_t frame = 0;  // in progress, from 0
    std::int64_t frames = 1;
    double done = 0.0;           // progress of all frames, 0 to 1
    double seconds_left = -1.0;  // negative while unknown
    // With auto_levels, once known: the minimum and maximum of all frames, which become 0 and the largest integer. As
    // look.range they give the same files.
    std::optional<std::array<double, 2>> levels = {};
    std::int64_t written = 0;  // files that are complete
};
// "frame 3 of 90, 12 %, 1 min 5 s left"
std::string text_of(const ExportState& state);

// "levels -0.25 to 0.5", with all digits so that they can be used as a range.
std::string text_of_levels(const std::array<double, 2>& levels);
// The names of the first `count` files: "a-0000.png to a-0002.png".
std::string names_of(const std::string& pattern, std::int64_t count);

// Called by export_files after each draw, see Export::pace; return false to stop.
using ExportWatch = std::function<bool(const ExportState&)>;

// Writes all frames. Each file appears under its name only when complete: on failure or a stop nothing is left of the
// frame in progress, an older file of that name is unchanged, and completed frames stay. Returns false if the watch
// stopped it. Throws Error, from problem() or on a write error. Works on any thread where a context with this painter
// is current.
bool export_files(Painter& painter, const Preset& preset, const Export& order, const ExportWatch& watch = {});

}  // namespace isonoise
