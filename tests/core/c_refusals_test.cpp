// The C interface: limits, memory that results share, and a message for any mistake.
#include "c.hpp"

namespace {

TEST(C, WhatIsOnTheLimitIsAllowed) {
    const Handle noise = create({});
    float x[4] = {}, y[4] = {}, out[4];
    std::vector<std::int64_t> shape(64, 1);
    shape[30] = 2;
    isonoise_arrays points{64, shape.data(), {{x, nullptr, ISONOISE_FLOAT32}, {y, nullptr, ISONOISE_FLOAT32}}, {}};
    isonoise_results to{{out, nullptr}, {}};
    const isonoise_options options{1024, nullptr, nullptr};
    EXPECT_EQ(isonoise_evaluate(noise.get(), &points, &to, &options), ISONOISE_OK) << isonoise_message();
    // 2^48 points are not too many, but one more is.
    const std::int64_t most[] = {std::int64_t{1} << 48, 1},
                       more[] = {std::int64_t{1} << 24, (std::int64_t{1} << 24) + 1};
    points = {2, most, {{nullptr, nullptr, ISONOISE_FLOAT32}}, {}};
    EXPECT_EQ(isonoise_evaluate(noise.get(), &points, &to, nullptr), ISONOISE_INVALID);
    EXPECT_STREQ(isonoise_message(), "x: expected coordinates, got NULL");
    points.shape = more;
    EXPECT_EQ(isonoise_evaluate(noise.get(), &points, &to, nullptr), ISONOISE_INVALID);
    EXPECT_STREQ(isonoise_message(), "shape: expected 2^48 points at most");
    points.rank = 0;  // one point
    EXPECT_EQ(isonoise_evaluate(noise.get(), &points, &to, nullptr), ISONOISE_INVALID);
    EXPECT_STREQ(isonoise_message(), "x: expected coordinates, got NULL");
    points = {1, nullptr, {}, {}};
    EXPECT_EQ(isonoise_evaluate(noise.get(), &points, &to, nullptr), ISONOISE_INVALID);
    EXPECT_STREQ(isonoise_message(), "shape: expected sizes, got NULL");
    const double zero = 0;
    const double* lists[] = {&zero, &zero};
    EXPECT_EQ(isonoise_points(noise.get(), lists, 1, nullptr), ISONOISE_INVALID);
    EXPECT_STREQ(isonoise_message(), "values: expected where to put them, got NULL");
    EXPECT_EQ(isonoise_points(noise.get(), lists, -1, out), ISONOISE_INVALID);
    EXPECT_STREQ(isonoise_message(), "count: expected 0 to 2^48, got -1");
    EXPECT_EQ(isonoise_points(noise.get(), lists, (std::int64_t{1} << 48) + 1, out), ISONOISE_INVALID);
    EXPECT_STREQ(isonoise_message(), "count: expected 0 to 2^48, got 281474976710657");
    EXPECT_EQ(isonoise_points(noise.get(), lists, 0, nullptr), ISONOISE_OK);
}

// Results may touch, and the strides of axes of one point do not count.
TEST(C, ResultsHaveAnAddressEach) {
    const Handle noise = create({});
    float x[12] = {}, y[12] = {}, out[24], other[24];
    const auto status = [&](std::vector<std::int64_t> shape, std::vector<std::ptrdiff_t> strides) {
        const isonoise_arrays points{static_cast<int>(shape.size()),
                                     shape.data(),
                                     {{x, nullptr, ISONOISE_FLOAT32}, {y, nullptr, ISONOISE_FLOAT32}},
                                     {}};
        isonoise_results to{{out, strides.data()}, {}};
        const isonoise_status of_value = isonoise_evaluate(noise.get(), &points, &to, nullptr);
        for (std::size_t c = 0; c < 2; ++c) {  // as one of the gradient's
            to = {{out, nullptr}, {}};
            to.gradient[c] = {other, strides.data()};
            EXPECT_EQ(isonoise_evaluate(noise.get(), &points, &to, nullptr), of_value);
        }
        return of_value;
    };
    EXPECT_EQ(status({3, 4}, {16, 4}), ISONOISE_OK);
    EXPECT_EQ(status({3, 4}, {4, 12}), ISONOISE_OK);
    EXPECT_EQ(status({3, 4}, {12, 4}), ISONOISE_INVALID);
    EXPECT_EQ(status({3, 4}, {4, 8}), ISONOISE_INVALID);
    EXPECT_EQ(status({2, 3}, {0, 4}), ISONOISE_INVALID);
    EXPECT_EQ(status({2, 3}, {8, 4}), ISONOISE_INVALID);
    EXPECT_EQ(status({1, 4}, {0, 4}), ISONOISE_OK);
    EXPECT_EQ(status({4, 1}, {4, 4}), ISONOISE_OK);
    EXPECT_EQ(status({3, 4}, {16, 6}), ISONOISE_INVALID);
}

// Results may lie between each other, but not in the same memory, nor where a coordinate is still to be read.
TEST(C, ResultsAndCoordinatesShareNoMemory) {
    const Handle noise = create({});
    alignas(16) float memory[4096] = {};
    double doubles[64] = {};
    struct Array {
        float* data;
        std::vector<std::ptrdiff_t> strides;
    };
    const auto message = [&](std::vector<std::int64_t> shape, Array value, Array gradient, const void* x = nullptr,
                             int type = ISONOISE_FLOAT32, std::vector<std::ptrdiff_t> of_x = {}) -> std::string {
        static float zeros[4096] = {};
        const isonoise_arrays points{
            static_cast<int>(shape.size()),
            shape.data(),
            {{x ? x : zeros, of_x.empty() ? nullptr : of_x.data(), type}, {zeros, nullptr, ISONOISE_FLOAT32}},
            {}};
        isonoise_results to{{value.data, value.strides.empty() ? nullptr : value.strides.data()}, {}};
        to.gradient[1] = {gradient.data, gradient.strides.empty() ? nullptr : gradient.strides.data()};
        return isonoise_evaluate(noise.get(), &points, &to, nullptr) == ISONOISE_OK ? "" : isonoise_message();
    };
    const std::string shared = "value: expected memory of its own, got some of gradient by y", apart;
    const struct {
        std::vector<std::int64_t> shape;
        Array value, gradient;
        std::string message;
    } pairs_of_results[] = {
        {{12}, {memory, {}}, {memory, {}}, shared},
        {{12}, {memory, {}}, {memory + 12, {}}, apart},
        {{12}, {memory, {}}, {memory + 11, {}}, shared},
        {{12}, {memory + 11, {}}, {memory, {}}, shared},
        {{12}, {memory, {8}}, {memory + 1, {8}}, apart},  // pairs
        {{12}, {memory, {8}}, {memory + 2, {8}}, shared},
        {{12}, {memory, {12}}, {memory + 1, {8}}, shared},      // 9 = 3 * 3 = 1 + 4 * 2
        {{2}, {memory, {12}}, {memory + 1, {4}}, apart},        // 0, 3 and 1, 2
        {{12}, {memory + 22, {-8}}, {memory + 1, {8}}, apart},  // backwards
        {{12}, {memory + 11, {-4}}, {memory, {4}}, shared},
        {{4, 5}, {memory, {80, 16}}, {memory + 1, {80, 16}}, apart},  // records
        {{4, 5}, {memory, {80, 16}}, {memory + 16, {80, 16}}, shared},
        {{4, 5}, {memory, {40, 8}}, {memory + 1, {8, 40}}, apart},  // rows and columns
        {{4, 5}, {memory, {20, 4}}, {memory + 19, {4, 16}}, shared},
        {{0}, {memory, {}}, {memory, {}}, apart},  // nothing is written
        // Records of three with columns between them, in three axes.
        {{3, 4, 5}, {memory, {400, 80, 12}}, {memory + 1, {400, 80, 12}}, apart},
        {{3, 4, 5}, {memory, {400, 80, 12}}, {memory + 20, {400, 80, 12}}, shared},
    };
    for (const auto& [shape, value, gradient, expected] : pairs_of_results) {
        EXPECT_EQ(message(shape, value, gradient), expected)
            << testing::PrintToString(shape) << ", " << testing::PrintToString(value.strides) << ", "
            << gradient.data - memory << " on: " << testing::PrintToString(gradient.strides);
    }

    const std::string read = "value: expected memory of its own, got some of the input x";
    EXPECT_EQ(message({12}, {memory, {}}, {nullptr, {}}, memory), read);
    EXPECT_EQ(message({12}, {memory, {8}}, {nullptr, {}}, memory + 1, ISONOISE_FLOAT32, {8}), "");
    EXPECT_EQ(message({12}, {memory + 3, {}}, {nullptr, {}}, memory + 3, ISONOISE_FLOAT32, {0}), read);
    float* const in_double = reinterpret_cast<float*>(doubles + 11) + 1;
    EXPECT_EQ(message({12}, {in_double, {}}, {nullptr, {}}, doubles, ISONOISE_FLOAT64), read);
    EXPECT_EQ(message({12}, {in_double + 1, {}}, {nullptr, {}}, doubles, ISONOISE_FLOAT64), "");

    const isonoise_axis axes[2] = {axis_of(4, 1.0), axis_of(3, 1.0)};
    const auto grid = [&](float* value, const std::ptrdiff_t* strides, float* gradient) -> std::string {
        isonoise_results to{{value, strides}, {}};
        to.gradient[0] = {gradient, strides};
        return isonoise_grid(noise.get(), axes, &to, nullptr) == ISONOISE_OK ? "" : isonoise_message();
    };
    const std::ptrdiff_t pairs[] = {8, 32};
    EXPECT_EQ(grid(memory, nullptr, memory), "value: expected memory of its own, got some of gradient by x");
    EXPECT_EQ(grid(memory, nullptr, memory + 11), "value: expected memory of its own, got some of gradient by x");
    EXPECT_EQ(grid(memory, nullptr, memory + 12), "");
    EXPECT_EQ(grid(memory, pairs, memory + 1), "");
    EXPECT_EQ(grid(memory, pairs, memory + 2), "value: expected memory of its own, got some of gradient by x");
}

// As header and documentation say, in one line of UTF-8, whatever bytes a caller passes.
TEST(C, MessagesAreUtf8) {
    EXPECT_EQ(refused({"\xff\xc3(", "1"}), "unknown setting '\\xff\\xc3('");
    EXPECT_EQ(refused({"fractal", "\xed\xb3\xbf"}),
              "fractal: expected one of fbm, turbulence, ridged, billow, eroded, got '\\xed\\xb3\\xbf'");
    const std::string names(2000, '\xc3');
    EXPECT_LT(refused({names.c_str(), "1"}).size(), 300u);
}

// Requests with one mistake each.
TEST(C, AMistakeGetsOneMessage) {
    const Handle noise = create({}), three = create({"dim", "3"}), wide = create({"frequency", "2"}),
                 axis = create({"algorithm", "axis"});
    static float x[12] = {}, y[12] = {}, out[12], other[12];
    static std::int64_t cell[12] = {};
    static const std::int64_t shape[] = {3, 4}, negative[] = {3, -4}, large = std::int64_t{1} << 40,
                              huge[] = {large, large}, zero[] = {large, large, 0};
    static const std::ptrdiff_t odd[] = {16, 2}, repeated[] = {0, 4}, crossing[] = {4, 4};
    const isonoise_arrays good{2, shape, {{x, nullptr, ISONOISE_FLOAT32}, {y, nullptr, ISONOISE_FLOAT32}}, {}};
    const isonoise_results both{{out, nullptr}, {}};

    const auto message = [&](const isonoise_noise* n, const isonoise_arrays* points, const isonoise_results* to,
                             const isonoise_options* options = nullptr) -> std::string {
        std::fill_n(out, 12, 9.0f);
        EXPECT_EQ(isonoise_evaluate(n, points, to, options), ISONOISE_INVALID);
        EXPECT_EQ(std::count(out, out + 12, 9.0f), 12);
        return isonoise_message();
    };
    EXPECT_EQ(isonoise_evaluate(noise.get(), &good, &both, nullptr), ISONOISE_OK);
    EXPECT_EQ(message(nullptr, &good, &both), "noise: expected one from isonoise_create, got NULL");
    EXPECT_EQ(message(noise.get(), nullptr, &both), "points: expected arrays, got NULL");
    EXPECT_EQ(message(noise.get(), &good, nullptr), "results: expected a value or a gradient, got NULL");
    EXPECT_EQ(message(three.get(), &good, &both), "z: expected coordinates, got NULL");

    static const isonoise_input cells_of_x{cell, nullptr, ISONOISE_INT64}, floats{cell, nullptr, ISONOISE_FLOAT64};
    const std::string multiples = "value: expected an address and strides that are multiples of 4 bytes",
                      own = "value: expected strides that give each result an address of its own";
    const struct {
        void (*change)(isonoise_arrays& points, isonoise_results& results);
        std::string message;
    } requests[] = {
        {[](auto& p, auto&) { p.rank = 65; }, "rank: expected 0 to 64, got 65"},
        {[](auto& p, auto&) { p.rank = -1; }, "rank: expected 0 to 64, got -1"},
        {[](auto& p, auto&) { p.shape = nullptr; }, "shape: expected sizes, got NULL"},
        {[](auto& p, auto&) { p.shape = negative; }, "shape: expected sizes of 0 or more, got -4"},
        {[](auto& p, auto&) { p.shape = huge; }, "shape: expected 2^48 points at most"},
        {[](auto& p, auto&) { p.shape = zero, p.rank = 3; }, "shape: expected 2^48 points at most"},
        {[](auto& p, auto&) { p.coordinates[1].type = ISONOISE_INT64; },
         "y: expected type ISONOISE_FLOAT32 or ISONOISE_FLOAT64, got 3"},
        {[](auto& p, auto&) { p.cells[1] = cells_of_x; }, "cells: those of axis x are missing"},
        {[](auto& p, auto&) { p.cells[0] = p.cells[1] = floats; }, "cells: expected type ISONOISE_INT64, got 2"},
        {[](auto&, auto& r) { r.value.data = nullptr; }, "results: expected a value or a gradient, got neither"},
        {[](auto&, auto& r) { r.gradient[2].data = other; }, "gradient by z: the noise has no axis z"},
        {[](auto&, auto& r) { r.value.strides = odd; }, multiples},
        {[](auto&, auto& r) { r.value.data = reinterpret_cast<float*>(reinterpret_cast<char*>(out) + 1); }, multiples},
        {[](auto&, auto& r) { r.value.strides = repeated; }, own},
        {[](auto&, auto& r) { r.value.strides = crossing; }, own},
    };
    for (const auto& [change, expected] : requests) {
        isonoise_arrays points = good;
        isonoise_results results = both;
        change(points, results);
        EXPECT_EQ(message(noise.get(), &points, &results), expected);
    }
    isonoise_results gradient = both;
    gradient.gradient[0].data = other;
    EXPECT_EQ(message(axis.get(), &good, &gradient), "gradient: algorithm axis has none");
    isonoise_options options{1025, nullptr, nullptr};
    EXPECT_EQ(message(noise.get(), &good, &both, &options),
              "threads: expected a whole number from 0 to 1024, got '1025'");
    options.threads = -1;
    EXPECT_EQ(message(noise.get(), &good, &both, &options),
              "threads: expected a whole number from 0 to 1024, got '-1'");

    isonoise_arrays cells = good;
    cells.cells[0] = cells.cells[1] = {cell, nullptr, ISONOISE_INT64};
    EXPECT_EQ(message(wide.get(), &cells, &both), "cells: expected frequency 1");
    double far[12] = {};
    far[11] = -1e39;
    isonoise_arrays doubles = good;
    doubles.coordinates[1] = {far, nullptr, ISONOISE_FLOAT64};
    EXPECT_EQ(isonoise_evaluate(noise.get(), &doubles, &both, nullptr), ISONOISE_OK);

    const double* lists[] = {far, nullptr};
    EXPECT_EQ(isonoise_points(noise.get(), lists, 12, out), ISONOISE_INVALID);
    EXPECT_STREQ(isonoise_message(), "y: expected coordinates, got NULL");
    EXPECT_EQ(isonoise_points(noise.get(), nullptr, 12, out), ISONOISE_INVALID);
    EXPECT_EQ(isonoise_points(noise.get(), lists, -1, out), ISONOISE_INVALID);
    EXPECT_EQ(isonoise_points(noise.get(), lists, 12, nullptr), ISONOISE_INVALID);
    EXPECT_EQ(isonoise_points(nullptr, lists, 12, out), ISONOISE_INVALID);

    isonoise_axis axes[2] = {axis_of(4, 1.0), axis_of(3, 1.0)};
    EXPECT_EQ(isonoise_grid(noise.get(), axes, &both, nullptr), ISONOISE_OK);
    EXPECT_EQ(isonoise_grid(noise.get(), nullptr, &both, nullptr), ISONOISE_INVALID);
    EXPECT_EQ(isonoise_grid(nullptr, axes, &both, nullptr), ISONOISE_INVALID);
    EXPECT_EQ(isonoise_grid(noise.get(), axes, nullptr, nullptr), ISONOISE_INVALID);
    const struct {
        void (*change)(isonoise_axis* axes);
        const char* beginning;
    } grids[] = {
        {[](auto* a) { a[1].count = 0; }, "count of axis y: expected 1 to 2^48, got 0"},
        {[](auto* a) { a[0].count = a[1].count = large; }, "the grid has more than 2^48 points"},
        {[](auto* a) { a[0].step = 0.0; }, "step of axis x:"},
        {[](auto* a) { a[0].offset = 1e300; }, "points of axis x:"},
        {[](auto* a) { a[0].fraction = std::nan(""); },
         "fraction of axis x: expected at least 0 and less than 1, got nan"},
        {[](auto* a) { a[0].per_period = 4; }, "per_period of axis x: the noise has no period along this axis"},
    };
    for (const auto& [change, beginning] : grids) {
        isonoise_axis bad[2] = {axes[0], axes[1]};
        change(bad);
        EXPECT_EQ(isonoise_grid(noise.get(), bad, &both, nullptr), ISONOISE_INVALID);
        EXPECT_EQ(std::string(isonoise_message()).find(beginning), 0u) << isonoise_message();
    }
    const isonoise_results overlapping{{out, repeated}, {}};
    EXPECT_EQ(isonoise_grid(noise.get(), axes, &overlapping, nullptr), ISONOISE_INVALID);
}

// Bytes at random in place of every number: refused, or computed within the arrays.
TEST(C, AnyNumbersAreSafe) {
    std::mt19937_64 random(4);
    const auto any = [&](auto& value) {
        switch (random() % 4) {
        case 0: value = static_cast<std::decay_t<decltype(value)>>(random() % 5); break;
        case 1: value = static_cast<std::decay_t<decltype(value)>>(random() % 64); break;
        default: {
            const std::uint64_t bits = random();
            std::memcpy(&value, &bits, sizeof value);
        }
        }
    };
    int computed = 0;
    for (int round = 0; round < 20000; ++round) {
        const Handle noise = create(kNoises[random() % std::size(kNoises)]);
        isonoise_axis axes[4];
        double product = 1.0;
        for (isonoise_axis& a : axes) {
            a = axis_of(static_cast<std::int64_t>(random() % 8), 1.0);
            if (random() % 4 == 0) any(a.count);
            if (random() % 2 == 0) any(a.step);
            if (random() % 2 == 0) any(a.offset);
            if (random() % 2 == 0) any(a.first);
            if (random() % 2 == 0) any(a.cell);
            if (random() % 4 == 0) any(a.fraction);
            if (random() % 4 == 0) any(a.per_period);
        }
        for (int c = 0; c < isonoise_dim(noise.get()); ++c)
            product *= static_cast<double>(axes[c].count);
        std::vector<float> values(5000);
        if (product > 5000.0) continue;  // more than the array holds
        const isonoise_results to{{values.data(), nullptr}, {}};
        const isonoise_status status = isonoise_grid(noise.get(), axes, &to, nullptr);
        ASSERT_TRUE(status == ISONOISE_OK || status == ISONOISE_INVALID) << isonoise_message();
        if (status == ISONOISE_OK) ++computed;
        for (const float value : values)
            ASSERT_TRUE(std::fabs(value) <= 2.0f);
        std::vector<double> at(64);
        const double* points[] = {at.data(), at.data(), at.data(), at.data()};
        for (double& x : at)
            any(x);
        const isonoise_status list = isonoise_points(noise.get(), points, std::ssize(at), values.data());
        ASSERT_TRUE(list == ISONOISE_OK || list == ISONOISE_INVALID) << isonoise_message();
    }
    EXPECT_GT(computed, 500);
}

}  // namespace
