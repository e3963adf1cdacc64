// Meshes of bake, read back from their files: no cracks, vertices on the surface, normals, levels of detail.
#include "app/meshes.hpp"

TEST_F(Meshes, BordersHaveTheSameBits) {
    for (const Job& job : all_jobs()) {
        const std::string levels = " --levels 3";
        const std::vector<Chunk> all = bake(job.arguments + levels);
        ASSERT_GT(all.size(), 3u) << job.arguments;
        const Whole whole = join(all);  // the same normals, too
        // Each edge on a chunk's border is also the neighbour's, reversed, or lies on the outer box; in all levels, so
        // that they can be mixed.
        std::map<Edge, int> edges;
        for (const Chunk& chunk : all) {
            const Edges open = open_edges(chunk, 0);
            for (const Edge& edge : open)
                ++edges[edge];
            for (std::size_t level = 1; level < chunk.levels.size(); ++level)
                EXPECT_EQ(open_edges(chunk, level), open) << job.arguments << ": " << chunk.name << " " << level;
        }
        std::size_t shared = 0, cracks = 0;
        const auto position = [](const PlaceBits& b) {
            return glm::vec3(std::bit_cast<float>(b[0]), std::bit_cast<float>(b[1]), std::bit_cast<float>(b[2]));
        };
        for (const auto& each : edges) {
            const auto& [a, b] = each.first;
            EXPECT_EQ(each.second, 1);
            if (edges.contains({b, a}))
                ++shared;
            else
                cracks += !at_box(job, position(a)) || !at_box(job, position(b));
        }
        EXPECT_GT(shared, 20u) << job.arguments;
        EXPECT_EQ(cracks, 0u) << job.arguments;
    }
}

TEST_F(Meshes, ChunksAreTheSameInFilesAndParts) {
    for (const Job& job : all_jobs()) {
        const std::vector<Chunk> all = bake(job.arguments + std::string(" --levels 2"));
        const std::string pattern = "/chunk_{x}_{y}_{z:01}.glb' --levels 2 ";
        good(job.arguments + (" -o 'each" + pattern));
        std::size_t before = 0;
        for (const char* part : {"2/3", "1/3", "3/3"}) {
            good(job.arguments + (" -o 'parts" + pattern) + "--part " + part);
            EXPECT_LT(before, folder("parts").size());  // a part leaves the other parts' chunks alone
            before = folder("parts").size();
        }
        EXPECT_EQ(folder("each"), folder("parts")) << job.arguments;
        EXPECT_EQ(folder("each").size(), all.size());
        for (const Chunk& chunk : all) {
            const std::vector<Chunk> one = chunks("each/" + chunk.name + ".glb");
            ASSERT_EQ(one.size(), 1u);
            EXPECT_EQ(one[0].name, chunk.name);
            EXPECT_EQ(one[0].levels, chunk.levels) << job.arguments;
            EXPECT_EQ(one[0].errors, chunk.errors);
            EXPECT_EQ(one[0].positions, chunk.positions);
            EXPECT_EQ(one[0].normals, chunk.normals);
        }
        fs::remove_all(dir / "each");
        fs::remove_all(dir / "parts");
    }
}

TEST_F(Meshes, ChunksDoNotChangeTheSurface) {
    for (const char* arguments : {"--dim 3 --octaves 3 --offset -1,-2,5 --step 0.1 --size 30x20x25",
                                  "--octaves 3 --size 40x30", "--dim 3 --planet --octaves 3 --size 20"}) {
        std::set<std::array<PlaceBits, 3>> first;
        const bool is_3d = std::string(arguments).find("x25") != std::string::npos;
        for (const char* chunk : {"64x64", "7x9", "16x3"}) {
            std::set<std::array<PlaceBits, 3>> now;
            for (const auto& t : triangles_of(bake(std::string(arguments) + " --chunk " + chunk + (is_3d ? "x8" : ""))))
                now.insert({bits(t[0]), bits(t[1]), bits(t[2])});
            if (first.empty()) first = now;
            EXPECT_EQ(now, first) << arguments << " " << chunk;
        }
    }
}

TEST_F(Meshes, PeriodsClose) {
    // The vertices and normals at the end equal those at the beginning to the bit: copies of the tile fit.
    for (const char* arguments :
         {"--dim 3 --octaves 3 --offset 0.3,0.7,-0.2 --period 3,3,3 --size 32x31x30 --chunk 16x16x16 --value 0.1",
          "--octaves 3 --offset 0.3,0.7 --period 3,3 --size 32x31 --chunk 16x16"}) {
        const bool is_ground = std::string(arguments).find("dim") == std::string::npos;
        for (int axis : {0, is_ground ? 2 : 1, 2}) {
            std::map<std::array<float, 2>, PlaceBits> ends[2];
            for (const Chunk& chunk : bake(arguments)) {
                for (std::size_t n = 0; n < chunk.positions.size(); ++n) {
                    const glm::vec3 p = chunk.positions[n];
                    if (p[axis] != 0 && p[axis] != 3) continue;
                    ends[p[axis] == 3][{p[(axis + 1) % 3], p[(axis + 2) % 3]}] = bits(chunk.normals[n]);
                }
            }
            EXPECT_GT(ends[0].size(), 20u);
            EXPECT_EQ(ends[0], ends[1]) << arguments << " " << axis;
        }
    }
}

TEST_F(Meshes, SurfacesHaveNoHoles) {
    for (const Job& job : all_jobs()) {
        const Whole whole = join(bake(job.arguments));
        const auto closed = expect_manifold(whole, [&](const glm::vec3& p) { return at_box(job, p); });
        if (is_planet(job)) {
            EXPECT_EQ(closed, std::vector<int>{2}) << job.arguments;
        } else {
            for (const int euler : closed) {
                EXPECT_LE(euler, 2);
                EXPECT_EQ(euler % 2, 0);
            }
        }
        for (const auto& t : whole.triangles) {
            const std::array<glm::dvec3, 3> p = {whole.positions[t[0]], whole.positions[t[1]], whole.positions[t[2]]};
            ASSERT_GT(glm::length(glm::cross(p[1] - p[0], p[2] - p[0])), 0) << job.arguments;
        }
    }
    // So long that floats merge vertices next to lattice points, where samples equal the level exactly.
    for (const auto& t :
         triangles_of(bake("--dim 3 --offset -1 --step 0.25 --size 40000x4x4 --chunk 4000x4x4 --value 0"))) {
        const glm::dvec3 a(t[0]), b(t[1]), c(t[2]);
        ASSERT_GT(glm::length(glm::cross(b - a, c - a)), 0);
    }
    // Islands in the air: closed, inside the box.
    const Whole islands = join(bake("--dim 3 --octaves 2 --threshold 0.5 --step 0.1 --size 80x80x80 --chunk 24x24x24"));
    const auto closed = expect_manifold(islands, [](const glm::vec3& p) {
        return at_box({"", {80, 80, 80}, {0.1, 0.1, 0.1}}, p);
    });
    EXPECT_GT(std::count(closed.begin(), closed.end(), 2), 3);
}

TEST_F(Meshes, TrianglesFaceAsTheirNormals) {
    for (const Job& job : all_jobs()) {
        const std::vector<Chunk> all = bake(job.arguments + std::string(" --levels 3"));
        std::array<std::size_t, 3> against{}, count{};
        for (const Chunk& chunk : all) {
            EXPECT_EQ(chunk.positions.size(), chunk.normals.size());
            for (const glm::vec3& normal : chunk.normals)
                ASSERT_NEAR(glm::length(glm::dvec3(normal)), 1, 1e-6);
            for (std::size_t level = 0; level < chunk.levels.size(); ++level) {
                const auto& indices = chunk.levels[level];
                ASSERT_EQ(indices.size() % 3, 0u);
                for (std::size_t i = 0; i < indices.size(); i += 3) {
                    ASSERT_LT(std::max({indices[i], indices[i + 1], indices[i + 2]}), chunk.positions.size());
                    const glm::dvec3 a(chunk.positions[indices[i]]), b(chunk.positions[indices[i + 1]]),
                        c(chunk.positions[indices[i + 2]]);
                    const glm::dvec3 sum = glm::dvec3(chunk.normals[indices[i]]) +
                                           glm::dvec3(chunk.normals[indices[i + 1]]) +
                                           glm::dvec3(chunk.normals[indices[i + 2]]);
                    ++count[level];
                    against[level] += glm::dot(glm::cross(b - a, c - a), sum) <= 0;
                }
            }
        }
        // With octaves as fine as the cells, triangles cannot follow the slopes; a wrong winding would flip all of
        // them.
        for (std::size_t level = 0; level < 3; ++level) {
            const bool is_smooth = std::string(job.arguments).find("octaves") == std::string::npos && level == 0;
            EXPECT_LE(against[level], is_smooth ? count[level] / 50 : count[level] / 3)
                << job.arguments << " " << level;
        }
        // Height fields and planets never fold.
        const bool never = job.cells[2] == 0 || is_planet(job);
        for (const auto& t : never ? triangles_of(all) : Triangles{}) {
            const glm::dvec3 a(t[0]), b(t[1]), c(t[2]);
            const glm::dvec3 out = is_planet(job) ? a : glm::dvec3(0, 1, 0);
            ASSERT_GT(glm::dot(glm::cross(b - a, c - a), out), 0) << job.arguments;
        }
    }
}

TEST_F(Meshes, HeightsAreTheNoisesOwn) {
    struct Ground {
        const char* arguments;
        Field field;
        glm::dvec2 step;
        double relief;
    };
    for (const Ground& ground :
         {Ground{"--octaves 5 --step 0.05 --size 70x45 --chunk 32x16", {{.octaves = 5}, {}}, {0.05, 0.05}, 1},
          {"--octaves 4 --fractal ridged --offset 1e6,-3.5 --step -0.04,0.1 --size 50x33 --relief 0.7",
           {{.octaves = 4, .fractal = Fractal::ridged}, {1e6, -3.5}},
           {-0.04, 0.1},
           0.7},
          {"--dim 3 --frequency 3 --octaves 2 --offset 1,2,0.3 --step 0.05,-0.02,1 --size 30x40x1 --relief -2",
           {{.dim = 3, .frequency = 3, .octaves = 2}, {1, 2, 0.3}},
           {0.05, -0.02},
           -2}}) {
        const Noise noise(ground.field.settings);
        const auto frequency = static_cast<double>(ground.field.settings.frequency);
        double worst = 0;
        for (const Chunk& chunk : bake(ground.arguments)) {
            for (std::size_t n = 0; n < chunk.positions.size(); ++n) {
                const glm::vec3 p = chunk.positions[n];
                const double i = std::round(static_cast<double>(p.x) / ground.step.x);
                const double j = std::round(static_cast<double>(p.z) / ground.step.y);
                glm::ivec4 cell(0);
                glm::vec4 fraction(0.0f);
                const std::array<double, 3> at = {ground.field.offset[0] + i * ground.step.x,
                                                  ground.field.offset[1] + j * ground.step.y, ground.field.offset[2]};
                for (int c = 0; c < ground.field.settings.dim; ++c) {
                    const AxisPoint point = axis_point(at[static_cast<std::size_t>(c)] * frequency);
                    cell[c] = point.cell;
                    fraction[c] = point.fraction;
                }
                const double height = ground.relief * static_cast<double>(noise(cell, fraction));
                ASSERT_EQ(p.x, static_cast<float>(i * ground.step.x));
                ASSERT_EQ(p.z, static_cast<float>(j * ground.step.y));
                ASSERT_EQ(p.y, static_cast<float>(height)) << ground.arguments;
                oracle::Place position{};
                for (std::size_t c = 0; c < 3; ++c)
                    position[c] = oracle::coordinate(at[c] * frequency);
                if (oracle::Noise(ground.field.settings).at(position).crease < 1e-3) continue;  // where the slope jumps
                const glm::dvec3 slope = ground.field.slope({i * ground.step.x, j * ground.step.y, 0}, 1e-4);
                const glm::dvec3 normal =
                    glm::normalize(glm::dvec3(-ground.relief * slope.x, 1, -ground.relief * slope.y));
                worst = std::max(worst, glm::length(normal - glm::dvec3(chunk.normals[n])));
            }
        }
        EXPECT_LT(worst, 2e-3) << ground.arguments;
    }
}

TEST_F(Meshes, VerticesLieOnTheSurface) {
    struct Surface {
        const char* arguments;
        Field field;
        glm::dvec3 step;
        double level, rise;
    };
    const Settings warped{.dim = 3, .octaves = 3, .warp = 0.5f};
    const auto [mean, sigma] = mean_and_sigma(warped);
    for (const Surface& surface :
         {Surface{"--dim 3 --octaves 4 --step 0.05 --size 40x33x26 --chunk 16x16x16 --value 0.05",
                  {{.dim = 3, .octaves = 4}, {}},
                  glm::dvec3(0.05),
                  0.05,
                  0},
          {"--dim 3 --octaves 2 --offset 1e6,-2e5,0.5 --step 0.125,-0.0625,0.1 --size 32x40x24 --value -0.1",
           {{.dim = 3, .octaves = 2}, {1e6, -2e5, 0.5}},
           {0.125, -0.0625, 0.1},
           -0.1,
           0},
          {"--dim 3 --octaves 3 --warp 0.5 --threshold 0.1 --relief 2 --offset 0,-1,7 --step 0.05 --size 32x32x32",
           {warped, {0, -1, 7}},
           glm::dvec3(0.05),
           mean + 0.3 * sigma,
           3 * sigma / 2},
          {"--dim 4 --octaves 2 --offset 1,2,3,0.7 --step 0.1 --size 20x20x20x1 --value 0",
           {{.dim = 4, .octaves = 2}, {1, 2, 3, 0.7}},
           glm::dvec3(0.1),
           0,
           0},
          // No gradient: normals are differences.
          {"--dim 3 --octaves 2 --fractal eroded --offset 1,2,3 --step 0.05 --size 20x30x20 --value 0.05",
           {{.dim = 3, .octaves = 2, .fractal = Fractal::eroded}, {1, 2, 3}},
           glm::dvec3(0.05),
           0.05,
           0},
          {"--dim 3 --algorithm value --offset 1,2,3 --step 0.1 --size 20x20x20 --value 0.1",
           {{.algorithm = Algorithm::value, .dim = 3}, {1, 2, 3}},
           glm::dvec3(0.1),
           0.1,
           0}}) {
        // Far from 0 a float has coarse coordinates, but positions are relative to the first point.
        double farthest = 0, turned = 0, all_turned = 0;
        std::size_t count = 0;
        for (const Chunk& chunk : bake(surface.arguments)) {
            for (std::size_t n = 0; n < chunk.positions.size(); ++n, ++count) {
                const glm::dvec3 p(chunk.positions[n]);
                // On an edge of the grid.
                int off = 0;
                for (int c = 0; c < 3; ++c) {
                    const double cells = p[c] / surface.step[c];
                    off += std::fabs(cells - std::round(cells)) > 1e-4;
                }
                ASSERT_LE(off, 1) << surface.arguments;
                glm::dvec3 slope = surface.field.slope(p, 1e-5);
                slope.y -= surface.rise;
                const double level = surface.level + surface.rise * (surface.field.offset[1] + p.y);
                const double depth = (surface.field.value(p) - level) / glm::length(slope);
                const double cell = std::min({surface.step.x, std::fabs(surface.step.y), surface.step.z});
                farthest = std::max(farthest, std::fabs(depth) / cell);
                const double turn = glm::length(-glm::normalize(slope) - glm::dvec3(chunk.normals[n]));
                turned = std::max(turned, turn);
                all_turned += turn;
            }
        }
        EXPECT_GT(count, 500u) << surface.arguments;
        EXPECT_LT(farthest, 1.5e-3) << surface.arguments;
        EXPECT_LT(turned, 5e-2) << surface.arguments;  // where the slope is almost 0
        EXPECT_LT(all_turned, 2e-3 * static_cast<double>(count)) << surface.arguments;
    }
}

TEST_F(Meshes, PlanetsRiseByTheirNoise) {
    const Field field{{.dim = 3, .frequency = 2, .octaves = 3}, {0.5, 100, -7}};
    double off = 0, turned = 0;
    for (const Chunk& chunk :
         bake("--dim 3 --frequency 2 --octaves 3 --planet --offset 0.5,100,-7 --relief 0.3 --size 16")) {
        for (std::size_t n = 0; n < chunk.positions.size(); ++n) {
            const glm::dvec3 p(chunk.positions[n]), d = glm::normalize(p);
            off = std::max(off, std::fabs(glm::length(p) - 1 - 0.3 * field.value(d)));
            // The gradient of |p| - 1 - 0.3 noise(p / |p|), by differences.
            glm::dvec3 normal;
            for (int c = 0; c < 3; ++c) {
                glm::dvec3 low = p, high = p;
                low[c] -= 1e-5;
                high[c] += 1e-5;
                normal[c] = glm::length(high) - glm::length(low) -
                            0.3 * (field.value(glm::normalize(high)) - field.value(glm::normalize(low)));
            }
            turned = std::max(turned, glm::length(glm::normalize(normal) - glm::dvec3(chunk.normals[n])));
        }
    }
    EXPECT_LT(off, 1e-5);
    EXPECT_LT(turned, 1e-3);
}

TEST_F(Meshes, LevelsKeepTheirError) {
    for (const char* arguments : {"--octaves 4 --step 0.05 --size 48x48 --levels 4",
                                  "--dim 3 --octaves 2 --step 0.1 --size 24x24x24 --levels 3",
                                  "--dim 3 --planet --octaves 3 --size 16 --levels 3"}) {
        const Result r = good(std::string(arguments) + " -o one.glb");
        std::vector<std::size_t> triangles(4);
        std::vector<double> errors(4);
        for (const Chunk& chunk : chunks("one.glb")) {
            ASSERT_GT(chunk.levels.size(), 1u) << arguments;
            for (std::size_t level = 1; level < chunk.levels.size(); ++level) {
                const auto& indices = chunk.levels[level];
                EXPECT_LT(indices.size(), chunk.levels[level - 1].size() * 9 / 10 + 1);
                double most = 0;
                for (const glm::vec3& p : chunk.positions) {
                    double least = INFINITY;
                    for (std::size_t i = 0; i < indices.size(); i += 3)
                        least = std::min(least, distance_to_triangle(p, {chunk.positions[indices[i]],
                                                                         chunk.positions[indices[i + 1]],
                                                                         chunk.positions[indices[i + 2]]}));
                    most = std::max(most, least);
                }
                EXPECT_NEAR(most, chunk.errors[level], 1e-9 + 1e-6 * most) << arguments << " " << level;
                EXPECT_GE(chunk.errors[level], chunk.errors[level - 1] * 0.5);
                triangles[level] += indices.size() / 3;
                errors[level] = std::max(errors[level], chunk.errors[level]);
            }
        }
        EXPECT_GT(errors[1], 0);
        const std::string line =
            fmt::format("level 1: {} triangles, at most {} from the finest vertices\n", triangles[1], errors[1]);
        EXPECT_NE(r.err.find(line), std::string::npos) << r.err << line;
    }
}

TEST(Cubes, OfTheShaderAreThoseOfMeshes) {
    const std::string text = read_file(fs::path(ISONOISE_SHADERS) / "scenes/cubes.glsl");
    std::string expected;
    for (const CubeCase& cube : cube_cases()) {
        std::uint64_t word = std::uint64_t(cube.triangles) << 60;
        for (std::size_t i = 0; i < 3 * static_cast<std::size_t>(cube.triangles); ++i)
            word |= std::uint64_t{cube.edges[i]} << (4 * i);
        expected += fmt::format("uvec2(0x{:08x}u, 0x{:08x}u),", word & 0xFFFFFFFF, word >> 32);
    }
    std::string found = text.substr(text.find("uvec2[256](") + 11);
    found = found.substr(0, found.find(");")) + ",";
    std::erase_if(found, [](char c) { return c == '\n'; });
    std::erase(expected, ' ');
    std::erase(found, ' ');
    EXPECT_EQ(found, expected);
    for (int edge = 0; edge < 12; ++edge) {  // as crossing() in density.frag counts them
        const int axis = edge >> 2, k = edge & 3;
        const int from = axis == 0 ? k << 1 : axis == 1 ? (k & 1) | (k & 2) << 1 : k;
        const CubeEdge e = cube_edge(edge);
        EXPECT_EQ(e.axis, axis);
        EXPECT_EQ(e.from[0] | e.from[1] << 1 | e.from[2] << 2, from);
    }
}
