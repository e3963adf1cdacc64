// Pictures, values and normal maps as files of any size, alone or as sequences.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "scene/look.hpp"

namespace isonoise {

class Painter;

enum class Format { png, exr, raw16, raw32f, npy };
enum class What { picture, values, normals_gl, normals_dx };
inline constexpr const char* kFormats[] = {"png", "exr", "raw16", "raw32f", "npy"};
inline constexpr const char* kWhats[] = {"picture", "values", "normals-gl", "normals-dx"};

// What a file holds.
//   picture       the colours: in PNG and RAW16 as a display takes them (sRGB), else linear light. Three channels; of
//   scene
//                 map with the colour map grey a PNG and a RAW16 have one
//   values        the noise itself in one channel (scenes map and line; of line there is one row): in EXR, RAW32F and
//   NPY
//                 the very bits, in PNG and RAW16 from 0 to the greatest number over value_range()
//   normals-gl    the normals of the ground whose height is the noise times `strength` (scene map), three channels: x
//                 right, y up, z out of the picture; in PNG and RAW16 -1 is 0 and 1 the greatest number
//   normals-dx    the same with y down
// EXR, RAW32F and NPY hold 32-bit floats, RAW16 whole numbers of 16 bits, both RAWs lowest byte first and nothing else.
struct Export {
    std::string path = {};  // "-" is standard output; {frame} or {frame:04} is the number of the frame, from 0
    Format format = Format::png;
    What what = What::picture;
    int width = 1280;
    int height = 720;
    int depth = 8;                // bits a channel of a PNG
    int samples = 0;              // a pixel, of scenes with a camera; 0: as many as the scene needs
    double strength = 1.0;        // of normals: height of the value 1, in units of coordinate
    std::int64_t frames = 1;      // a noise with a loop is divided among them: frame `frames` would be frame 0
    double time_step = 1.0 / 30;  // from frame to frame, where there is no loop
    LoopPoint along = {};         // where in a loop the first frame lies
    bool replace = true;          // a file of that name; else it is an error
    int tile = 2048;              // pixels to draw into one texture, at most: see Painter
};

inline constexpr int kLargestSide = 1000000;  // readers of PNG take no more
inline constexpr std::int64_t kMostPixels = std::int64_t{1} << 34;
inline constexpr std::int64_t kMostFrames = 1000000;
inline constexpr double kMostStrength = 1048576;

// Empty, or what is wrong with the two together, in one line.
std::string problem(const Preset& preset, const Export& order);

// Throws Error where the first file cannot be written; leaves nothing. For before any work: export_files does it too.
void probe(const Export& order);

// What the name of a file says: .png, .exr, .npy, .r16 or .raw, .r32 or .f32.
std::optional<Format> format_of(const std::string& path);

// Whether it holds whole numbers, not floats.
inline bool is_whole(Format format) { return format == Format::png || format == Format::raw16; }

// What goes into a format unless somebody says so: values into formats of numbers, where the scene has some.
What usual_what(Scene scene, Format format);

// The values that become 0 and the greatest number in PNG and RAW16: look.range, beyond which they are clamped; where
// that is empty an interval that the noise does not leave.
std::array<double, 2> value_range(const Preset& preset);
std::array<double, 2> value_range(const Settings& settings);  // what the noise can be

// "a{frame:04}.png" and 7: "a0007.png"
std::string frame_name(const std::string& pattern, std::int64_t frame);
bool has_frame(const std::string& pattern);

struct ExportState {
    std::int64_t frame = 0;  // the one that is being made, from 0
    std::int64_t frames = 1;
    double share = 0.0;          // of all frames that is done, 0 to 1
    double seconds_left = -1.0;  // negative while nobody knows
};
// "frame 3 of 90, 12 %, 1 min 5 s left"
std::string text_of(const ExportState& state);

// Called by export_files every twentieth of a second or so; false ends it.
using ExportWatch = std::function<bool(const ExportState&)>;

// Writes all frames. Each file appears under its name when it is whole: where it fails or is ended nothing is left of
// the frame that was being made, an older file of that name is as it was, and frames that were whole before stay.
// Returns false where the watch ended it. Throws Error, as problem() or what the disk says. Works on any thread, on
// which a context with this painter is current.
bool export_files(Painter& painter, const Preset& preset, const Export& order, const ExportWatch& watch = {});

}  // namespace isonoise
