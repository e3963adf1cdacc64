// For tests that draw: a painter, made once for a suite, and whole pictures.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "gpu/context.hpp"
#include "scene/painter.hpp"

using Pixels = std::vector<float>;  // RGBA

// Signal to noise, in dB.
inline double quality(const Pixels& picture, const Pixels& full) {
    double squares = 0;
    for (std::size_t i = 0; i < full.size(); ++i)
        squares += std::pow(static_cast<double>(picture[i] - full[i]), 2) / (0.75 * static_cast<double>(full.size()));
    return -10 * std::log10(squares);
}

class Painting : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        context = std::make_unique<isonoise::HeadlessContext>();
        shaders = std::make_unique<isonoise::Shaders>(context->info().glsl, isonoise::ShaderFiles());
        painter = std::make_unique<isonoise::Painter>(*shaders, context->info());
    }
    static void TearDownTestSuite() {
        painter.reset();
        shaders.reset();
        context.reset();
    }
    static isonoise::Target sums_of(const isonoise::Frame& frame, int samples) {
        isonoise::Target sums(painter->sum_format(), frame.width, frame.height);
        isonoise::Painter::clear(sums);
        for (int i = 0; i < samples; ++i) {
            painter->sample(frame, isonoise::Region::whole(frame.width, frame.height), sums,
                            {0, 0, frame.width, frame.height}, i);
        }
        return sums;
    }
    static Pixels presented(const isonoise::Frame& frame, const isonoise::Painter::Drawn& drawn,
                            const isonoise::Painter::Drawn* instead = nullptr) {
        isonoise::Target screen(GL_RGBA32F, frame.width, frame.height);
        painter->present(frame, drawn, screen.framebuffer(), isonoise::Region::whole(frame.width, frame.height), true,
                         isonoise::Painter::Encoding::display, instead);
        Pixels pixels(4 * static_cast<std::size_t>(frame.width) * static_cast<std::size_t>(frame.height));
        screen.read(0, frame.height, pixels);
        return pixels;
    }

    static inline std::unique_ptr<isonoise::HeadlessContext> context;
    static inline std::unique_ptr<isonoise::Shaders> shaders;
    static inline std::unique_ptr<isonoise::Painter> painter;
};
