// Rows for fields of Look that mean the same in several scenes.
#pragma once

#include "scene/look.hpp"

namespace isonoise::rows {

inline constexpr const char *kView = "View", *kColours = "Colours and lines", *kCamera = "Camera",
                            *kLight = "Light and air", *kForm = "Form";

inline constexpr LookInfo kColormap = {
    {{.name = "colormap", .about = "colours from low to high", .names = kColormaps}, {.heading = kColours}}};
inline constexpr LookInfo kGradient = {
    {{.name = "gradient",
      .about = "colours of your own in place of colormap, 2 to 16 stops as in CSS, with alpha in scene map"},
     {.heading = kColours, .placeholder = "'#HEX 0%,...'", .also = "color ramp"}}};
inline constexpr LookInfo kRange = {
    {{.name = "range",
      .about = "values at both ends of the colours (black and white point), within -2^20..2^20; auto is three sigma",
      .min = -0x1p20,
      .max = 0x1p20},
     {.heading = kColours, .placeholder = "LOW,HIGH", .step = 0.005, .also = "levels, black and white point"}}};
inline constexpr LookInfo kBackground = {
    {{.name = "background",
      .about = "behind curves and figures; auto is dark in files, and in the viewer follows its theme",
      .names = detail::kBackgrounds},
     {.heading = kColours, .also = "white, light, ground, paper, figure, print, report"}}};
inline constexpr LookInfo kAxes = {
    {{.name = "axes",
      .about = "axes with numbers around a curve or map, and a colour bar beside a map",
      .names = detail::kAxes},
     {.heading = kColours, .also = "ticks, numbers, labels, ruler, coordinates, legend, color bar, figure, report"}}};

inline constexpr LookInfo kAltitude = {{{.name = "altitude",
                                         .about = "height that the camera looks at, in units of coordinate",
                                         .min = -1024,
                                         .max = 1024},
                                        {.heading = kCamera, .step = 1.0 / 500}},
                                       LookInfo::Panel::of_span};

inline constexpr LookInfo kSun = {
    {{.name = "sun", .about = "azimuth (as yaw) and elevation of the sun in degrees", .min = -360, .max = 360},
     {.heading = kLight, .placeholder = "DEG,DEG", .format = "%.1f°", .step = 0.3, .also = "light"}}};
inline constexpr LookInfo kExposure = {{{.name = "exposure", .about = "brightness in stops", .min = -8, .max = 8},
                                        {.heading = kLight, .format = "%.2f stops", .usual_min = -3, .usual_max = 3}}};
inline constexpr LookInfo kFog = {{{.name = "fog", .about = "haze of the air; 1 is a clear day", .max = 16},
                                   {.heading = kLight, .usual_times = 3, .also = "haze, atmosphere"}}};

inline constexpr LookInfo kRelief = {
    {{.name = "relief", .about = "height of a value of 1", .max = 64},
     {.heading = kForm, .usual_times = 3, .also = "amplitude, displacement, height scale"}}};
inline constexpr LookInfo kWater = {
    {{.name = "water",
      .about = "noise value at the water level; -1 is no water, and the land is a desert",
      .min = -1,
      .max = 1},
     {.heading = kForm, .also = "sea level"}}};
inline constexpr LookInfo kThreshold = {
    {{.name = "threshold", .about = "", .min = -1, .max = 1}, {.heading = kForm, .also = "coverage, iso level"}}};
inline constexpr LookInfo kDensity = {
    {{.name = "density", .about = "density of the clouds", .max = 16}, {.heading = kForm, .usual_times = 3}}};

// The row with a scene's own description.
constexpr LookInfo with_words(LookInfo row, const char* about) {
    row.about = about;
    return row;
}

}  // namespace isonoise::rows
