// The quality of moving pictures, with made-up times.
#include "viewer/pace.hpp"

#include <functional>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "gpu/context.hpp"
#include "scene/preset.hpp"
#include "viewer/refiner.hpp"

using namespace isonoise;

namespace {

// Frames on a machine that takes time(quality) ms for the part that grows, and `fixed` ms besides.
struct Machine {
    std::function<double(const Quality&)> time;
    double fixed = 0;
    int samples = 4;
    Pace pace = {};

    Machine& at(double hertz) {
        pace.follow(1000 / hertz);
        pace.forget({0.5});
        return *this;
    }
    Quality frame(double times = 1) {
        const Quality quality = pace.choose(1000, samples);
        pace.took(times * time(quality), fixed);
        return quality;
    }
    std::vector<Quality> frames(int count) {
        std::vector<Quality> all;
        while (count-- > 0)
            all.push_back(frame());
        return all;
    }
    double ms(const Quality& quality) const { return time(quality) + fixed; }
};

// A machine that needs so many ms for the full picture with one sample.
Machine even(double full, double fixed = 0) {
    return {.time = [=](const Quality& q) { return full * q.work(); }, .fixed = fixed};
}

int changes(const std::vector<Quality>& frames) {
    int count = 0;
    for (std::size_t i = 1; i < frames.size(); ++i)
        count += !(frames[i] == frames[i - 1]);
    return count;
}

}  // namespace

TEST(Pace, TakesWhatFitsTheDisplay) {
    for (const double hertz : {60.0, 120.0, 144.0}) {
        const double interval = 1000 / hertz;
        for (double full = 0.1; full < 2 * interval; full *= 1.3) {
            Machine machine = even(full, 0.1 * interval).at(hertz);
            machine.frames(100);
            const Quality q = machine.frame();
            EXPECT_GE(q.scale, 0.5) << hertz << " Hz, " << full << " ms";
            if (q.scale > 0.5) {
                EXPECT_LE(machine.ms(q), interval * Pace::kShare) << hertz << " Hz, " << full << " ms";
            }
            // Not less than it could.
            if (q.samples < 4) {
                EXPECT_GT(machine.ms(q), 0.35 * interval * Pace::kShare) << hertz << " Hz, " << full << " ms";
            }
        }
        Machine fast = even(0.1).at(hertz);
        fast.frames(100);
        EXPECT_EQ(fast.frame(), (Quality{1, 4})) << hertz;
        fast.samples = 1;
        EXPECT_EQ(fast.frame(), (Quality{1, 1})) << hertz;
    }
}

TEST(Pace, IsAtLeastTwentyASecondOnSlowMachines) {
    for (double full = 60; full < 4000; full *= 1.2) {
        Machine machine = even(full, 5).at(60);
        machine.frames(100);
        const Quality q = machine.frame();
        EXPECT_LE(machine.ms(q), Pace::kLongest * Pace::kShare) << full;
        EXPECT_LE(q.scale, 0.5) << full;
        EXPECT_GT(machine.ms(q), 0.45 * Pace::kLongest * Pace::kShare) << full;
        EXPECT_EQ(q.samples, 1);
    }
    // Even a hopeless machine draws, at the coarsest scale.
    Machine hopeless = even(1e6).at(60);
    hopeless.frames(100);
    EXPECT_DOUBLE_EQ(hopeless.frame().scale, 1.0 / 16);
}

TEST(Pace, RestsAtOneResolution) {
    for (const double hertz : {60.0, 144.0}) {
        for (double full = 0.5; full < 2000; full *= 1.03) {
            // Times that vary by a tenth.
            unsigned random = 1;
            Machine machine = even(full, 1).at(hertz);
            machine.time = [&, full](const Quality& q) {
                random = random * 1664525 + 1013904223;
                return full * q.work() * (0.9 + 0.2 * random / 0x1p32);
            };
            machine.frames(60);
            EXPECT_EQ(changes(machine.frames(600)), 0) << hertz << " Hz, " << full << " ms";
        }
    }
}

// Where the fixed part grows too, a finer picture takes longer than expected.
TEST(Pace, TriesLessOftenWhatFailed) {
    Machine machine = even(0).at(60);
    machine.time = [](const Quality& q) { return q.scale > 0.8 ? 20.0 : 5.0 * q.work(); };
    machine.frames(200);
    EXPECT_LE(changes(machine.frames(2000)), 16);
}

TEST(Pace, IgnoresASpikeAndFollowsAChange) {
    Machine machine = even(40, 2).at(60);
    machine.frames(100);
    const Quality before = machine.frame();
    machine.frame(20);
    for (const Quality& q : machine.frames(20))
        EXPECT_EQ(q, before);
    // Eight times the work: within three frames.
    machine.time = [](const Quality& q) { return 320 * q.work(); };
    machine.frames(3);
    EXPECT_LE(machine.ms(machine.frame()), Pace::kLongest * Pace::kShare);
    // And back, once it has lasted.
    machine.time = [](const Quality& q) { return 40 * q.work(); };
    EXPECT_FALSE(machine.frames(4).back() == before);
    machine.frames(60);
    EXPECT_EQ(machine.frame(), before);
}

// Another display, or another cost of the same picture.
TEST(Pace, FollowsTheDisplayAndTheCost) {
    Machine machine = even(9).at(60);
    machine.frames(100);
    EXPECT_EQ(machine.frame(), (Quality{1, 1}));
    machine.pace.follow(1000.0 / 144);
    const Quality faster = machine.frame();
    EXPECT_LE(machine.ms(faster), 1000.0 / 144 * Pace::kShare);
    EXPECT_GT(faster.scale, 0.5);
    machine.pace.follow(1000.0 / 60);
    EXPECT_LE(machine.pace.choose(1e5, 4).scale, 0.5) << "a picture of a hundred times the cost, before it is measured";
}

// However finely a picture begins, at rest it has the same bits: those of its samples in order.
TEST(Refining, EndsWithTheSamePicture) {
    const HeadlessContext context;
    Shaders shaders(context.info().glsl, ShaderFiles());
    Painter painter(shaders, context.info());
    // On most machines, the first begins with all samples and the second coarse.
    for (const auto& [name, width, height, interval] :
         {std::tuple("marble", 40, 30, 50.0), {"clouds", 160, 120, 1.0}}) {
        const WantedPicture wanted{load_preset(name), width, height};
        const Region whole = Region::whole(width, height);
        Target sums(painter.sum_format(), width, height), screen(GL_RGBA32F, width, height);
        const auto shown = [&screen = screen] {
            std::vector<float> pixels(4 * static_cast<std::size_t>(screen.width() * screen.height()));
            screen.read(0, screen.height(), pixels);
            return pixels;
        };
        const Frame frame(wanted.preset, width, height, {}, true);
        Painter::clear(sums);
        for (int i = 0; i < good_samples(wanted.preset.look); ++i)
            painter.sample(frame, whole, sums, {0, 0, width, height}, i);
        painter.present(frame, {sums}, screen.framebuffer(), whole, true, Painter::Encoding::display8);
        const std::vector<float> expected = shown();

        Refiner* drawing = nullptr;
        Refiner refiner(painter, context.info().software,
                        {.is_stale = [](const WantedPicture&) { return false; },
                         .publish = [&](const WantedPicture& now) { drawing->present(now, screen); }});
        drawing = &refiner;
        refiner.follow(interval);
        for (int round = 0; round < 2; ++round) {
            WantedPicture moving = wanted;
            for (int i = 1; i <= 20; ++i) {
                moving.preset.look.time = 0.1 * i;
                refiner.draw(moving);
            }
            while (refiner.draw(wanted)) {
            }
            EXPECT_TRUE(refiner.is_sharp());
            EXPECT_EQ(shown(), expected) << name << ", round " << round;
        }
        EXPECT_EQ(refiner.measurements().frames.size(), 42u);
    }
}
