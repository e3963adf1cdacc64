// Lists of points: every value has the bits that Noise gives for the point alone.
#include <cmath>
#include <limits>

#include "batches.hpp"
#include "isonoise/fast/hash.hpp"
#include "isonoise/reference.hpp"

using namespace isonoise::any_cpu;  // hash.hpp

TEST(Batch, PointsAreTheNoiseWithEveryInstructionSet) {
    with_all_instructions([] {
        Random random(7);
        for (int i = 0; i < 150; ++i) {
            const Settings settings = random_settings(random, false);
            SCOPED_TRACE(testing::PrintToString(settings));
            const Noise noise(settings);
            const auto dim = static_cast<std::size_t>(settings.dim);
            // A list of vectors, including NaN, infinities and subnormals.
            std::vector<glm::vec4> list(1 + random.next() % 600);
            fill_points(random, list, true);
            Points points;
            points.count = static_cast<std::int64_t>(list.size());
            std::vector<std::vector<float>> axes(4);
            const std::uint64_t gap = 1 + random.next() % 4;  // 4: vectors
            for (std::size_t c = 0; c < dim; ++c) {
                axes[c].resize(list.size() * gap, kUntouched);
                for (std::size_t n = 0; n < list.size(); ++n)
                    axes[c][n * gap] = list[n][static_cast<int>(c)];
                points.coordinates[c] = gap == 4 ? &list[0].x + c : axes[c].data();
                points.strides[c] = static_cast<std::ptrdiff_t>(gap);
            }
            const bool gradients = has_slopes(settings) && random.next() % 2 == 0;
            std::vector<float> values(list.size() + 20, kUntouched);
            std::vector<glm::vec4> slopes(list.size());
            Channels to;
            to.value.data = values.data();
            for (std::size_t c = 0; c < dim && gradients; ++c)
                to.gradient[c] = {&slopes[0].x + c, {4}};
            ASSERT_TRUE(evaluate(noise, points, to, {.threads = 2}));
            for (std::size_t n = 0; n < list.size(); ++n) {
                glm::vec4 gradient(0.0f), p(0.0f);
                for (std::size_t c = 0; c < dim; ++c)
                    p[static_cast<int>(c)] = list[n][static_cast<int>(c)];
                ASSERT_EQ(bits(alone(noise, p, gradients ? &gradient : nullptr)), bits(values[n])) << n;
                for (int c = 0; c < settings.dim && gradients; ++c)
                    ASSERT_EQ(bits(gradient[c]), bits(slopes[n][c])) << n << ", axis " << c;
            }
            EXPECT_TRUE(
                std::all_of(values.begin() + points.count, values.end(), [](float x) { return x == kUntouched; }));
        }
    });
}

// Tests each hash at which the gradient changes; lists of random points never hit one.
TEST(Batch, EveryGradientFromItsFirstHashToItsLast) {
    std::vector<std::uint32_t> hashes;
    for (const std::int64_t parts : {12, 32}) {
        for (std::int64_t i = 0; i < parts; ++i) {
            for (const std::int64_t near : {-4, -2, 0, 2, 4})  // m^2 + m is even, and so is every hash
                hashes.push_back(static_cast<std::uint32_t>((i << 32) / parts + near) & ~1u);
        }
    }
    auto inverse = [](std::uint32_t odd) {  // modulo 2^32
        std::uint32_t x = odd;
        for (int i = 0; i < 5; ++i)
            x *= 2u - odd * x;
        return x;
    };
    Random random(4);
    for (int dim = 2; dim <= 4; ++dim) {
        for (const std::uint32_t h : hashes) {
            std::uint32_t m =
                static_cast<std::uint32_t>(random.next()) & 1u;  // m^2 + m is h in the low 24 bits: Newton's iteration
            for (int i = 0; i < 5; ++i)
                m = (m - (m * m + m - h) * inverse(2u * m + 1u)) & 0xFFFFFFu;
            const std::uint32_t k = m | (h - m * m - m);
            ASSERT_EQ(hash(k), h);
            // y, z and w are random; x and the seed follow from the required key along x, for any u.
            glm::ivec4 cell(0);
            for (int c = 1; c < dim; ++c)
                cell[c] = static_cast<int>(random.next() % 200000) - 100000;
            const uint4 others = low(keys<4>(load(detail::of(cell)), 0u));
            std::uint32_t key_x = k ^ lane<1>(others);
            if (dim > 2) key_x ^= lane<2>(others);
            if (dim > 3) key_x ^= lane<3>(others);
            std::uint32_t u, t;
            do {
                u = static_cast<std::uint32_t>(random.next());
                t = key_x - (u >> 16) * (u & 0xFFFFu);
                cell.x = static_cast<int>(t * inverse(kPrimeX));
            } while (std::abs(cell.x) > 1000000);
            const Noise noise({.dim = dim, .seed = (u - t - seeded(0u)) * inverse(seeded(1u) - seeded(0u))});
            std::vector<float> axes[4];
            for (int corner = 0; corner < 1 << dim; ++corner) {
                for (int c = 0; c < dim; ++c)
                    axes[c].push_back(static_cast<float>(cell[c] - (corner >> c & 1)) +
                                      0.125f * static_cast<float>(c + 2));
            }
            const auto seen = integers(noise, glm::vec4(cell) + glm::vec4(0.25f, 0.375f, 0.5f, 0.625f)).hashes;
            ASSERT_EQ(seen[0], h) << dim << "D";
            Points points;
            points.count = static_cast<std::int64_t>(axes[0].size());
            std::vector<float> values(axes[0].size());
            for (std::size_t c = 0; c < 4; ++c)
                points.coordinates[c] = axes[c].data();
            Channels to;
            to.value.data = values.data();
            with_all_instructions([&] {
                ASSERT_TRUE(evaluate(noise, points, to));
                for (std::size_t i = 0; i < values.size(); ++i) {
                    glm::vec4 p(0.0f);
                    for (int c = 0; c < dim; ++c)
                        p[c] = axes[c][i];
                    ASSERT_EQ(bits(noise(p)), bits(values[i])) << dim << "D, " << i;
                }
            });
        }
    }
}

// Octaves step without windows while all cells of a run are near; tests lists that mix near and far points.
TEST(Batch, PointsNearAndFar) {
    with_all_instructions([] {
        Random random(99);
        for (int n = 0; n < 300; ++n) {
            Settings s{.dim = 1 + static_cast<int>(random.next() % 4),
                       .seed = static_cast<std::uint32_t>(random.next()),
                       .octaves = 1.0f + static_cast<float>(random.next() % 12),
                       .lacunarity = 1.0f + static_cast<float>(random.next() % 4)};
            // Sometimes values at which an option has no effect.
            const auto odd_or = [&](float odd, double usual) {
                return random.next() % 3 == 0 ? odd : static_cast<float>(usual);
            };
            if (random.next() % 4 == 0) s.octaves = 1;
            if (random.next() % 3 == 0) s.warp = odd_or(1, random.between(0, 5));
            if (random.next() % 3 == 0) s.frequency = odd_or(0x1.000002p+0f, std::exp2(random.between(-4, 4)));
            if (s.dim == 2 && random.next() % 3 == 0) s.flow = odd_or(1, random.between(-4, 4));
            if (random.next() % 4 == 0) s.fade = Fade::cubic;
            if (random.next() % 6 == 0) s.algorithm = Algorithm::value;
            if (!problem(s).empty()) continue;
            const Noise noise(s);
            const double reach = std::exp2(random.between(-2, 33));
            const std::size_t gap = n % 5 == 0 ? 2 : 1;
            std::vector<float> axes[4], values(777 * gap, kUntouched), gradient[4];
            Points points;
            points.count = 777;
            for (std::size_t c = 0; c < 4; ++c) {
                for (std::size_t i = 0; i < 777; ++i) {
                    const double far = random.next() % 50 == 0 ? 1000 : 1;
                    const float odd = random.next() % 2 == 0 ? -1e-20f : std::numeric_limits<float>::quiet_NaN();
                    const auto usual = static_cast<float>(random.between(-reach, reach) * far);
                    axes[c].push_back(random.next() % 300 == 0 ? odd : usual);
                }
                points.coordinates[c] = axes[c].data();
            }
            Channels to;
            to.value.data = values.data();
            if (gap != 1) to.value.strides = {static_cast<std::ptrdiff_t>(gap)};
            const bool with_gradient = n % 2 == 0 && has_gradient(s);
            for (std::size_t c = 0; with_gradient && c < static_cast<std::size_t>(s.dim); ++c) {
                gradient[c].resize(777);
                to.gradient[c].data = gradient[c].data();
            }
            ASSERT_TRUE(evaluate(noise, points, to));
            for (std::size_t i = 0; i < 777; ++i) {
                glm::vec4 p(0.0f), g(0.0f);
                for (int c = 0; c < s.dim; ++c)
                    p[c] = axes[c][i];
                const float value = with_gradient ? noise.gradient(p, g) : noise(p);
                ASSERT_EQ(bits(value), bits(values[i * gap])) << testing::PrintToString(s) << " point " << i;
                for (int c = 0; with_gradient && c < s.dim; ++c)
                    ASSERT_EQ(bits(g[c]), bits(gradient[c][i])) << testing::PrintToString(s) << " point " << i;
                ASSERT_TRUE(gap == 1 || values[i * gap + 1] == kUntouched);
            }
        }
    });
}

// On some lines the nearest corner's products cancel, so that results fall below 2^-64 near it and become 0.
TEST(Batch, WhereResultsBecomeZero) {
    Random random(64);
    int found = 0, exact = 0;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        const Settings s{.dim = 3 + static_cast<int>(i % 2), .seed = i / 8};
        const Noise noise(s);
        const auto last = static_cast<float>(random.between(0.5, 2));
        const glm::vec4 direction = s.dim == 3 ? glm::vec4(1, 1, last, 0) : glm::vec4(1, 1, 2, last);
        const auto place = [&](std::uint32_t f) { return std::bit_cast<float>(f) * direction; };
        std::uint32_t zero = std::bit_cast<std::uint32_t>(0x1p-30f), more = std::bit_cast<std::uint32_t>(0x1p-18f);
        if (noise(place(zero)) != 0.0f || noise(place(more)) == 0.0f) continue;
        ++found;
        while (more - zero > 1) {
            const std::uint32_t middle = zero + (more - zero) / 2;
            (noise(place(middle)) == 0.0f ? zero : more) = middle;
        }
        exact += std::fabs(noise(place(more))) == 0x1p-64f;
        std::vector<float> axes[4];
        for (std::uint32_t f = zero - 10; f < zero + 10; ++f) {
            for (int c = 0; c < 4; ++c)
                axes[c].push_back(place(f)[c]);
        }
        with_all_instructions([&] {
            Points points{.count = std::ssize(axes[0])};
            for (std::size_t c = 0; c < 4; ++c)
                points.coordinates[c] = axes[c].data();
            std::vector<float> values(axes[0].size());
            Channels to;
            to.value.data = values.data();
            ASSERT_TRUE(evaluate(noise, points, to));
            for (std::size_t n = 0; n < values.size(); ++n) {
                ASSERT_EQ(bits(values[n]), bits(noise({axes[0][n], axes[1][n], axes[2][n], axes[3][n]}))) << i;
                GridAxes grid;
                for (std::size_t c = 0; c < static_cast<std::size_t>(s.dim); ++c)
                    grid[c].offset = static_cast<double>(axes[c][n]);
                float value = 9;
                ASSERT_TRUE(evaluate(noise, grid, std::span(&value, 1)));
                ASSERT_EQ(bits(value), bits(values[n])) << i;
            }
        });
    }
    EXPECT_GT(found, 50);
    EXPECT_GT(exact, 3) << "the least result that is not 0";
}
