// For tests that draw: a painter, made once for a suite.
#pragma once

#include <memory>

#include <gtest/gtest.h>

#include "gpu/context.hpp"
#include "scene/painter.hpp"

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
    static inline std::unique_ptr<isonoise::HeadlessContext> context;
    static inline std::unique_ptr<isonoise::Shaders> shaders;
    static inline std::unique_ptr<isonoise::Painter> painter;
};
