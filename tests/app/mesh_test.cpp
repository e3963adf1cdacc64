// Meshes of bake, read back from their files: no cracks, vertices on the surface, normals, levels of detail, formats.
#include <cstring>
#include <map>
#include <numeric>
#include <set>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>
#include <nlohmann/json.hpp>

#include "app/cli.hpp"
#include "isonoise/range.hpp"
#include "mesh/cubes.hpp"
#include "oracle_noise.hpp"
#include "scene/preset.hpp"

using namespace isonoise;

namespace {

// Minimal readers of the file formats.
using PlaceBits = std::array<std::uint32_t, 3>;
using Triangles = std::vector<std::array<glm::vec3, 3>>;

struct Chunk {
    std::string name;
    std::vector<glm::vec3> positions, normals;
    std::vector<std::vector<std::uint32_t>> levels;
    std::vector<double> errors;
};

PlaceBits bits(const glm::vec3& v) {
    // 0 and -0 are the same place.
    return {std::bit_cast<std::uint32_t>(v.x + 0.0f), std::bit_cast<std::uint32_t>(v.y + 0.0f),
            std::bit_cast<std::uint32_t>(v.z + 0.0f)};
}

template <class T> T number_at(const std::string& file, std::size_t at) {
    T number{};
    EXPECT_LE(at + sizeof number, file.size());
    if (at + sizeof number <= file.size()) std::memcpy(&number, file.data() + at, sizeof number);
    return number;
}

nlohmann::json head_of(const std::string& file) {
    EXPECT_EQ(file.substr(0, 4), "glTF");
    EXPECT_EQ(number_at<std::uint32_t>(file, 4), 2u);
    EXPECT_EQ(number_at<std::uint32_t>(file, 8), file.size());
    EXPECT_EQ(file.substr(16, 4), "JSON");
    return nlohmann::json::parse(file.substr(20, number_at<std::uint32_t>(file, 12)));
}

std::vector<Chunk> read_glb(const std::string& file) {
    const nlohmann::json head = head_of(file);
    const std::size_t data = 20 + number_at<std::uint32_t>(file, 12) + 8;
    EXPECT_EQ(file.substr(data - 4, 4), std::string("BIN\0", 4));
    const auto begin_of = [&](const nlohmann::json& accessor) {
        const nlohmann::json& view = head["bufferViews"][accessor["bufferView"].get<std::size_t>()];
        return data + view.value("byteOffset", std::size_t{0}) + accessor.value("byteOffset", std::size_t{0});
    };
    const auto accessor = [&](const nlohmann::json& index) -> const nlohmann::json& {
        return head["accessors"][index.get<std::size_t>()];
    };
    const auto primitive = [&](const nlohmann::json& node) -> const nlohmann::json& {
        return head["meshes"][node["mesh"].get<std::size_t>()]["primitives"][0];
    };
    const auto indices = [&](const nlohmann::json& node) {
        const nlohmann::json& a = accessor(primitive(node)["indices"]);
        std::vector<std::uint32_t> list(a["count"].get<std::size_t>());
        const bool is_short = a["componentType"] == 5123;
        for (std::size_t i = 0; i < list.size(); ++i)
            list[i] = is_short ? number_at<std::uint16_t>(file, begin_of(a) + 2 * i)
                               : number_at<std::uint32_t>(file, begin_of(a) + 4 * i);
        return list;
    };
    std::vector<Chunk> chunks;
    for (const nlohmann::json& number : head["scenes"][0]["nodes"]) {
        const nlohmann::json& node = head["nodes"][number.get<std::size_t>()];
        Chunk chunk;
        chunk.name = node["name"];
        for (const auto& [key, list] : {std::pair{"POSITION", &chunk.positions}, std::pair{"NORMAL", &chunk.normals}}) {
            const nlohmann::json& a = accessor(primitive(node)["attributes"][key]);
            list->resize(a["count"].get<std::size_t>());
            std::memcpy(list->data(), file.data() + begin_of(a), list->size() * sizeof(glm::vec3));
        }
        chunk.levels.push_back(indices(node));
        chunk.errors.push_back(0);
        if (node.contains("extensions")) {
            for (const nlohmann::json& id : node["extensions"]["MSFT_lod"]["ids"]) {
                const nlohmann::json& coarse = head["nodes"][id.get<std::size_t>()];
                EXPECT_EQ(primitive(coarse)["attributes"], primitive(node)["attributes"]);
                EXPECT_EQ(coarse["extras"]["level"], chunk.levels.size());
                chunk.levels.push_back(indices(coarse));
                chunk.errors.push_back(coarse["extras"]["error"]);
            }
        }
        chunks.push_back(std::move(chunk));
    }
    return chunks;
}

Triangles triangles_of(const std::vector<Chunk>& chunks) {
    Triangles all;
    for (const Chunk& chunk : chunks) {
        const auto& indices = chunk.levels[0];
        for (std::size_t i = 0; i < indices.size(); i += 3)
            all.push_back(
                {chunk.positions[indices[i]], chunk.positions[indices[i + 1]], chunk.positions[indices[i + 2]]});
    }
    return all;
}

Triangles read_obj(const std::string& file, std::vector<glm::vec3>* normals = nullptr) {
    std::istringstream lines(file);
    std::vector<glm::vec3> positions, all_normals;
    Triangles all;
    std::string line;
    while (std::getline(lines, line)) {
        std::istringstream words(line);
        std::string word, x, y, z;
        words >> word >> x >> y >> z;
        if (word == "v" || word == "vn")
            (word == "v" ? positions : all_normals)
                .emplace_back(std::strtof(x.c_str(), nullptr), std::strtof(y.c_str(), nullptr),
                              std::strtof(z.c_str(), nullptr));
        if (word != "f") continue;
        std::array<glm::vec3, 3> triangle;
        std::size_t c = 0;
        for (const std::string& corner : {x, y, z}) {
            const std::size_t vertex = std::stoul(corner), slash = corner.find("//");
            EXPECT_EQ(vertex, std::stoul(corner.substr(slash + 2)));
            triangle[c++] = positions.at(vertex - 1);
        }
        all.push_back(triangle);
    }
    EXPECT_EQ(positions.size(), all_normals.size());
    if (normals) *normals = all_normals;
    return all;
}

Triangles read_stl(const std::string& file) {
    Triangles all(number_at<std::uint32_t>(file, 80));
    EXPECT_EQ(file.size(), 84 + 50 * all.size());
    for (std::size_t n = 0; n < all.size(); ++n) {
        std::array<glm::vec3, 4> vectors;
        std::memcpy(vectors.data(), file.data() + 84 + 50 * n, 48);
        std::copy(vectors.begin() + 1, vectors.end(), all[n].begin());
        const glm::dvec3 a(vectors[1]), b(vectors[2]), c(vectors[3]);
        const glm::dvec3 normal = glm::normalize(glm::cross(b - a, c - a));
        EXPECT_LT(glm::length(normal - glm::dvec3(vectors[0])), 1e-5) << n;
    }
    return all;
}

// Edges from place to place.
using Edge = std::pair<PlaceBits, PlaceBits>;
using Edges = std::set<Edge>;

// Edges without an opposite twin in the chunk. In coarser levels thin rock may become a sheet whose sides share edges,
// so an edge may occur twice.
Edges open_edges(const Chunk& chunk, std::size_t level) {
    std::map<Edge, int> edges;
    const auto& indices = chunk.levels[level];
    for (std::size_t i = 0; i < indices.size(); i += 3) {
        for (std::size_t c = 0; c < 3; ++c) {
            const Edge edge{bits(chunk.positions[indices[i + c]]), bits(chunk.positions[indices[i + (c + 1) % 3]])};
            EXPECT_NE(edge.first, edge.second);
            ++edges[edge];
        }
    }
    Edges open;
    std::size_t twice = 0;
    for (const auto& edge : edges) {
        const auto twin = edges.find({edge.first.second, edge.first.first});
        twice += edge.second > 1;
        if (edge.second > (twin == edges.end() ? 0 : twin->second)) open.insert(edge.first);
    }
    EXPECT_LE(twice, level == 0 ? 0 : edges.size() / 20) << chunk.name << ": " << level;
    return open;
}

// Merges the vertices of all chunks by position.
struct Whole {
    std::vector<glm::vec3> positions, normals;
    std::vector<std::array<std::uint32_t, 3>> triangles;
};
Whole join(const std::vector<Chunk>& chunks) {
    Whole whole;
    std::map<PlaceBits, std::uint32_t> number;
    for (const Chunk& chunk : chunks) {
        std::vector<std::uint32_t> to;
        for (std::size_t i = 0; i < chunk.positions.size(); ++i) {
            const auto next = static_cast<std::uint32_t>(whole.positions.size());
            const auto [found, is_new] = number.try_emplace(bits(chunk.positions[i]), next);
            if (is_new) {
                whole.positions.push_back(chunk.positions[i]);
                whole.normals.push_back(chunk.normals[i]);
            } else {
                EXPECT_EQ(bits(whole.normals[found->second]), bits(chunk.normals[i])) << chunk.name << ": " << i;
            }
            to.push_back(found->second);
        }
        for (std::size_t i = 0; i < chunk.levels[0].size(); i += 3)
            whole.triangles.push_back({to[chunk.levels[0][i]], to[chunk.levels[0][i + 1]], to[chunk.levels[0][i + 2]]});
    }
    return whole;
}

// Expects a surface whose borders, if it has any, satisfy at_border(position): each edge belongs to two triangles in
// opposite directions, and the triangles around a vertex form one fan. Returns the Euler characteristic of each piece
// without a border.
template <class AtBorder> std::vector<int> expect_manifold(const Whole& whole, AtBorder&& at_border) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
    for (const auto& t : whole.triangles) {
        for (std::size_t c = 0; c < 3; ++c)
            ++edges[{t[c], t[(c + 1) % 3]}];
    }
    std::vector<std::uint32_t> piece(whole.positions.size());
    std::iota(piece.begin(), piece.end(), 0u);
    const auto root = [&](std::uint32_t i) {
        while (piece[i] != i)
            i = piece[i] = piece[piece[i]];
        return i;
    };
    std::set<std::uint32_t> open;
    std::size_t wrong = 0, cracks = 0;
    for (const auto& edge : edges) {
        const auto [a, b] = edge.first;
        wrong += edge.second != 1;
        piece[root(a)] = root(b);
        if (edges.contains({b, a})) continue;
        open.insert(a);
        cracks += !at_border(whole.positions[a]) || !at_border(whole.positions[b]);
    }
    EXPECT_EQ(wrong, 0u) << "edges of more than two triangles";
    EXPECT_EQ(cracks, 0u) << "open edges inside";
    // Around a vertex, each triangle leads from one neighbour to the next.
    std::vector<std::map<std::uint32_t, std::uint32_t>> around(whole.positions.size());
    for (const auto& t : whole.triangles) {
        for (std::size_t c = 0; c < 3; ++c)
            around[t[c]][t[(c + 1) % 3]] = t[(c + 2) % 3];
    }
    std::size_t split = 0;
    for (const auto& next : around) {
        if (next.empty()) continue;
        std::set<std::uint32_t> ends;
        for (const auto& step : next)
            ends.insert(step.second);
        std::uint32_t first = next.begin()->first;
        for (const auto& step : next) {
            if (!ends.contains(step.first)) first = step.first;
        }
        std::size_t steps = 0;
        for (auto at = next.find(first); at != next.end() && steps <= next.size(); at = next.find(at->second)) {
            ++steps;
            if (at->second == first) break;
        }
        split += steps != next.size();
    }
    EXPECT_EQ(split, 0u) << "vertices where surfaces touch";

    std::map<std::uint32_t, int> euler;
    std::set<std::uint32_t> with_border;
    for (const std::uint32_t i : open)
        with_border.insert(root(i));
    for (std::uint32_t i = 0; i < piece.size(); ++i) {
        if (!around[i].empty()) ++euler[root(i)];
    }
    for (const auto& edge : edges) {
        if (edge.first.first < edge.first.second) --euler[root(edge.first.first)];
    }
    for (const auto& t : whole.triangles)
        ++euler[root(t[0])];
    std::vector<int> closed;
    for (const auto& each : euler) {
        if (!with_border.contains(each.first)) closed.push_back(each.second);
    }
    return closed;
}

// Merges corners by equal coordinates like slicers do, and expects a closed solid: no empty or duplicate triangles,
// edges and vertices as in expect_manifold(), and positive volume. Returns the Euler characteristic of each piece.
std::vector<int> expect_solid(const Triangles& triangles, const std::string& what) {
    SCOPED_TRACE(what);
    Whole whole;
    std::map<PlaceBits, std::uint32_t> number;
    std::set<std::array<std::uint32_t, 3>> sets;
    std::size_t empty = 0;
    for (const auto& t : triangles) {
        std::array<std::uint32_t, 3> corners;
        for (std::size_t c = 0; c < 3; ++c) {
            const auto next = static_cast<std::uint32_t>(whole.positions.size());
            const auto [found, is_new] = number.try_emplace(bits(t[c]), next);
            if (is_new) whole.positions.push_back(t[c]);
            corners[c] = found->second;
        }
        whole.triangles.push_back(corners);
        const glm::dvec3 a(t[0]), b(t[1]), c(t[2]);
        empty += !(glm::length(glm::cross(b - a, c - a)) > 0);
        std::sort(corners.begin(), corners.end());
        sets.insert(corners);
    }
    EXPECT_GT(triangles.size(), 0u);
    EXPECT_EQ(empty, 0u);
    EXPECT_EQ(sets.size(), triangles.size()) << "doubled triangles";
    return expect_manifold(whole, [](const glm::vec3&) { return false; });
}

double volume_of(const Triangles& triangles) {
    double volume = 0;
    for (const auto& t : triangles)
        volume += glm::dot(glm::dvec3(t[0]), glm::cross(glm::dvec3(t[1]), glm::dvec3(t[2]))) / 6;
    return volume;
}

std::array<glm::vec3, 2> box_of(const Triangles& triangles) {
    std::array<glm::vec3, 2> box = {glm::vec3(INFINITY), glm::vec3(-INFINITY)};
    for (const auto& t : triangles) {
        for (const glm::vec3& p : t)
            box = {glm::min(box[0], p), glm::max(box[1], p)};
    }
    return box;
}

double distance_to_triangle(const glm::dvec3& p, const std::array<glm::dvec3, 3>& t) {
    const glm::dvec3 normal = glm::cross(t[1] - t[0], t[2] - t[0]);
    const double area = glm::dot(normal, normal);
    bool is_inside = area > 0;
    double least = INFINITY;
    for (std::size_t c = 0; c < 3; ++c) {
        const glm::dvec3 along = t[(c + 1) % 3] - t[c], to = p - t[c];
        is_inside = is_inside && glm::dot(glm::cross(along, to), normal) >= 0;
        const double share = std::clamp(glm::dot(to, along) / glm::dot(along, along), 0.0, 1.0);
        least = std::min(least, glm::length(to - share * along));
    }
    return is_inside ? std::fabs(glm::dot(p - t[0], normal)) / std::sqrt(area) : least;
}

class Meshes : public Cli {
  protected:
    Result good(const std::string& arguments) const {
        Result r = run("bake --mesh " + arguments);
        EXPECT_EQ(r.exit, 0) << arguments << ": " << r.err;
        return r;
    }
    std::vector<Chunk> chunks(const std::string& name) const { return read_glb(read(dir / name)); }
    std::vector<Chunk> bake(const std::string& arguments) const {
        good(arguments + " -o one.glb");
        return chunks("one.glb");
    }
    // All files in a pattern's folder.
    std::map<std::string, std::string> folder(const std::string& name) const {
        std::map<std::string, std::string> all;
        for (const auto& entry : fs::directory_iterator(dir / name))
            all[entry.path().filename().string()] = read(entry.path());
        return all;
    }
};

// One job for everything that affects positions: negative steps, far offsets, periods, fractals, gradients by
// differences, the fourth dimension.
struct Job {
    const char* arguments;
    std::array<std::int64_t, 3> cells;
    std::array<double, 3> step;  // of positions; 0: a planet
};
const Job kGrounds[] = {
    {"--octaves 5 --step 0.05 --size 70x45 --chunk 32x16", {70, 45}, {0.05, 0.05}},
    {"--octaves 4 --fractal ridged --offset 1e6,-3.5 --step -0.04,0.1 --size 50x33 --chunk 20x17",
     {50, 33},
     {-0.04, 0.1}},
    {"--octaves 3 --period 4,5 --size 40x60 --chunk 16x16 --relief -2", {40, 60}, {4 / 40.0, 5 / 60.0}},
    {"--algorithm value-two-layer --offset 1,2 --step -0.07,-0.1 --size 30x40 --chunk 16x16", {30, 40}, {-0.07, -0.1}},
};
const Job kSurfaces[] = {
    {"--dim 3 --octaves 4 --step 0.1 --size 40x33x26 --chunk 16x16x16", {40, 33, 26}, {0.1, 0.1, 0.1}},
    {"--dim 3 --octaves 3 --fractal ridged --threshold 0.2 --offset 1e6,-2e5,0.5 --step 0.125,-0.0625,0.125 "
     "--size 32x40x24 --chunk 11x40x13",
     {32, 40, 24},
     {0.125, -0.0625, 0.125}},
    {"--dim 3 --octaves 3 --period 4,4,4 --size 30x30x30 --chunk 16x16x16 --value 0.1",
     {30, 30, 30},
     {4 / 30.0, 4 / 30.0, 4 / 30.0}},
    {"--dim 4 --octaves 2 --warp 0.5 --relief 3 --offset -1,2,-3,0.7 --step -0.1,-0.1,-0.1,1 --size 30x40x20x1 "
     "--chunk 16x16x16",
     {30, 40, 20},
     {-0.1, -0.1, -0.1}},
    // The samples at lattice points equal the level exactly.
    {"--dim 3 --offset -3 --step 0.25 --size 24x24x24 --chunk 8x8x8 --value 0", {24, 24, 24}, {0.25, 0.25, 0.25}},
};
const Job kPlanets[] = {
    {"--dim 3 --planet --octaves 5 --size 24 --chunk 10x7", {24, 24, 6}, {}},
    {"--dim 4 --planet --octaves 3 --fractal billow --offset 1e6,2,3,4 --frequency 3 --relief -0.4 --size 17 "
     "--chunk 17x9",
     {17, 17, 6},
     {}},
};

std::vector<Job> all_jobs() {
    std::vector<Job> jobs(std::begin(kGrounds), std::end(kGrounds));
    jobs.insert(jobs.end(), std::begin(kSurfaces), std::end(kSurfaces));
    jobs.insert(jobs.end(), std::begin(kPlanets), std::end(kPlanets));
    return jobs;
}

bool is_planet(const Job& job) { return job.step[0] == 0; }

// Is the position on the box around the whole? A ground's box has no top.
bool at_box(const Job& job, const glm::vec3& p) {
    if (is_planet(job)) return false;
    const bool is_ground = job.cells[2] == 0;
    for (std::size_t c = 0; c < (is_ground ? 2u : 3u); ++c) {
        const float at = p[is_ground && c == 1 ? 2 : static_cast<int>(c)];
        if (at == 0 || at == static_cast<float>(static_cast<double>(job.cells[c]) * job.step[c])) return true;
    }
    return false;
}

// A job's noise, from the program's flags.
struct Field {
    Settings settings;
    std::array<double, 4> offset{};
    double value(const glm::dvec3& place) const {  // in double, from the definition
        oracle::Vec at{};
        oracle::Place cells{};
        for (std::size_t c = 0; c < static_cast<std::size_t>(settings.dim); ++c) {
            at[c] = offset[c] + (c < 3 ? place[static_cast<int>(c)] : 0.0);
            cells[c] = oracle::coordinate(at[c] * static_cast<double>(settings.frequency));
        }
        return oracle::Noise(settings).at(cells).value;
    }
    glm::dvec3 slope(const glm::dvec3& p, double e) const {
        glm::dvec3 g;
        for (int c = 0; c < 3; ++c) {
            glm::dvec3 low = p, high = p;
            low[c] -= e;
            high[c] += e;
            g[c] = (value(high) - value(low)) / (2 * e);
        }
        return g;
    }
};

}  // namespace

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
        const auto place = [](const PlaceBits& b) {
            return glm::vec3(std::bit_cast<float>(b[0]), std::bit_cast<float>(b[1]), std::bit_cast<float>(b[2]));
        };
        for (const auto& each : edges) {
            const auto& [a, b] = each.first;
            EXPECT_EQ(each.second, 1);
            if (edges.contains({b, a}))
                ++shared;
            else
                cracks += !at_box(job, place(a)) || !at_box(job, place(b));
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
                oracle::Place place{};
                for (std::size_t c = 0; c < 3; ++c)
                    place[c] = oracle::coordinate(at[c] * frequency);
                if (oracle::Noise(ground.field.settings).at(place).crease < 1e-3) continue;  // where the slope jumps
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

TEST_F(Meshes, FormatsHoldTheSameTriangles) {
    for (const char* arguments : {"--octaves 4 --offset -3 --step 0.05 --size 48x40 --chunk 16x16",
                                  "--dim 3 --octaves 2 --step 0.1,-0.1,0.1 --size 24x24x24 --chunk 16x16x16",
                                  "--dim 3 --planet --octaves 3 --size 16"}) {
        const Triangles expected = triangles_of(bake(arguments));
        good(std::string(arguments) + " -o one.obj");
        std::vector<glm::vec3> normals, glb_normals;
        EXPECT_EQ(read_obj(read(dir / "one.obj"), &normals), expected) << arguments;
        for (const Chunk& chunk : chunks("one.glb"))
            glb_normals.insert(glb_normals.end(), chunk.normals.begin(), chunk.normals.end());
        EXPECT_EQ(normals, glb_normals) << arguments;
        // Text formats can be piped; formats that begin with their size cannot.
        const Result piped = shell("isonoise bake --mesh " + std::string(arguments) + " --format obj -o - | cat");
        EXPECT_EQ(piped.exit, 0);
        EXPECT_EQ(piped.out, read(dir / "one.obj"));
        for (const char* format : {"glb", "stl"}) {
            const Result r = run(fmt::format("bake --mesh {} --format {} -o -", arguments, format));
            EXPECT_EQ(r.exit, 2);
            EXPECT_EQ(r.out, "");
            EXPECT_NE(r.err.find(fmt::format("-o -: expected a file's name for {}", format)), std::string::npos);
        }
    }
}

// The STL conventions of Blender, slicers and printers: millimetres, z up.
TEST_F(Meshes, StlHasZUpInMillimetres) {
    for (const char* arguments : {"--octaves 4 --offset -3 --step 0.05 --size 48x40 --chunk 16x16",
                                  "--octaves 2 --step -0.05,0.02 --size 40x48 --relief -0.5 --mm 250 --base 0.5",
                                  "--dim 3 --octaves 2 --step 0.1,-0.1,0.1 --size 24x18x20 --chunk 16x16x16 "
                                  "--all-pieces --mm 30",
                                  "--dim 3 --planet --octaves 3 --size 16"}) {
        const std::string words = arguments;
        const bool is_planet = words.find("planet") != std::string::npos, is_ground = words.find("dim") > words.size();
        const auto number = [&](const char* flag, double otherwise) {
            const std::size_t at = words.find(flag);
            return at > words.size() ? otherwise : std::strtod(words.c_str() + at + std::strlen(flag), nullptr);
        };
        const double longest = number("--mm ", 100), base = number("--base ", 2);
        const std::string in_units = words.substr(0, std::min(words.find(" --mm"), words.find(" --all-pieces")));
        const Triangles expected = triangles_of(bake(in_units));
        const Result r = good(words + " -o one.STL");
        const std::string file = read(dir / "one.STL");
        EXPECT_NE(file.substr(0, 5), "solid");  // so would one of text begin
        const Triangles found = read_stl(file);
        const auto [from, to] = box_of(found);
        EXPECT_GE(std::min({from.x, from.y, from.z}), 0) << words;
        const glm::dvec3 size(to - from);
        EXPECT_NE(r.err.find(fmt::format("one.STL: {:.4g} x {:.4g} x {:.4g} millimetres", size.x, size.y, size.z)),
                  std::string::npos)
            << r.err;

        // Each triangle in units of coordinate appears rotated, scaled and moved, in the same order.
        const auto [low, high] = box_of(expected);
        const glm::dvec3 extent(high - low);
        const double scale = longest / (is_planet   ? 2
                                        : is_ground ? std::max(extent.x, extent.z)
                                                    : std::max({extent.x, extent.y, extent.z}));
        if (!is_planet) {
            EXPECT_NEAR(is_ground ? std::max(size.x, size.y) : std::max({size.x, size.y, size.z}), longest, 1e-4);
            EXPECT_EQ(std::min({from.x, from.y, from.z}), 0) << words;
        }
        if (is_ground) {
            EXPECT_NEAR(size.z, scale * extent.y + base, 1e-4);
        }
        const glm::dvec3 moved = is_planet ? glm::dvec3(from) - glm::dvec3(low.x, -high.z, low.y) * scale
                                           : glm::dvec3(-low.x, high.z, (is_ground ? base / scale : 0) - low.y) * scale;
        std::size_t next = 0;
        for (const auto& t : found) {
            double off = 0;
            for (std::size_t c = 0; c < 3 && next < expected.size(); ++c) {
                const glm::vec3 p = expected[next][c];
                off = std::max(off, glm::length(glm::dvec3(t[c]) - glm::dvec3(p.x, -p.z, p.y) * scale - moved));
            }
            next += next < expected.size() && off < 1e-4;
        }
        EXPECT_EQ(next, expected.size()) << words;
        // All others lie flat on a side of the box.
        std::size_t inside = 0;
        for (const auto& t : found) {
            bool is_flat = false;
            for (int c = 0; c < 3; ++c)
                is_flat =
                    is_flat || (t[0][c] == t[1][c] && t[1][c] == t[2][c] && (t[0][c] == from[c] || t[0][c] == to[c]));
            inside += !is_flat;
        }
        EXPECT_LE(inside, expected.size()) << words;
    }
}

// STL is for printing: closed, whatever the settings and sizes.
TEST_F(Meshes, StlIsASolid) {
    const auto in_one_piece = [&](const std::string& arguments) {
        const Result r = good(arguments + " -o one.stl");
        const Triangles found = read_stl(read(dir / "one.stl"));
        EXPECT_EQ(expect_solid(found, arguments).size(), 1u) << arguments;
        EXPECT_GT(volume_of(found), 0) << arguments;
        return r;
    };
    for (const Job& job : all_jobs())
        in_one_piece(job.arguments);
    for (const char* size : {"1x1", "2x2", "1x7", "5x1", "33x2"}) {
        for (const char* more :
             {"", " --step 0.3,-0.1", " --relief 0", " --relief -40", " --chunk 2x1", " --period 3,2"})
            in_one_piece(std::string("--octaves 2 --offset 0.3 --size ") + size + more);
    }
    for (const char* size : {"1x1x2", "2x2x2", "7x1x3", "1x9x4", "12x11x10"}) {
        for (const char* more : {" --value 0 --step 0.7", " --value 0 --offset -3 --step 0.25",
                                 " --step -0.3,0.1,0.3 --relief 2", " --chunk 2x1x3 --step 0.5"})
            in_one_piece(std::string("--dim 3 --octaves 1 --offset 0.3 --size ") + size + more);
    }
    for (const char* size : {"1", "2", "9"})
        in_one_piece(std::string("--dim 3 --planet --size ") + size);
    in_one_piece("--size 1x20000 --chunk 1x7000 --octaves 2");
    // So long that rounding of floats exceeds the distance that vertices keep from lattice points on a shorter axis.
    const std::string arguments = "--dim 3 --offset -1 --step 0.25 --size 40000x2x2 --chunk 8000x2x2 --value 0";
    good(arguments + " --all-pieces -o one.stl");
    expect_solid(read_stl(read(dir / "one.stl")), arguments);
}

TEST_F(Meshes, StlLeavesLoosePiecesOut) {
    for (const char* arguments : {"--dim 3 --octaves 2 --threshold 0.2 --step 0.1 --size 60x50x40 --chunk 24x24x24",
                                  "--dim 3 --octaves 3 --step 0.12 --size 40x50x60 --chunk 64x64x64",
                                  "--dim 3 --octaves 2 --threshold -0.4 --step 0.1,-0.1,0.1 --size 60x50x40"}) {
        const Result one = good(std::string(arguments) + " -o one.stl");
        const Result all = good(std::string(arguments) + " --all-pieces -o all.stl");
        const Triangles largest = read_stl(read(dir / "one.stl")), pieces = read_stl(read(dir / "all.stl"));
        EXPECT_EQ(expect_solid(largest, arguments).size(), 1u);
        const std::size_t count = expect_solid(pieces, arguments).size();
        ASSERT_GT(count, 1u) << arguments;
        EXPECT_EQ(all.err.find("left out"), std::string::npos) << all.err;
        std::size_t islands = 0, hollows = 0;
        const std::size_t at = one.err.find("left out ");
        ASSERT_NE(at, std::string::npos) << one.err;
        EXPECT_EQ(std::sscanf(one.err.c_str() + at, "left out %zu %*s and %zu", &islands, &hollows), 2);
        EXPECT_EQ(islands + hollows, count - 1) << one.err;
        EXPECT_GT(volume_of(largest), 0.5 * volume_of(pieces));
        // The largest piece is one of them.
        const std::set<std::array<PlaceBits, 3>> known = [&] {
            std::set<std::array<PlaceBits, 3>> set;
            for (const auto& t : pieces)
                set.insert({bits(t[0]), bits(t[1]), bits(t[2])});
            return set;
        }();
        for (const auto& t : largest)
            ASSERT_TRUE(known.contains({bits(t[0]), bits(t[1]), bits(t[2])}));
    }
}

// Each file is a solid, and side by side they are the whole.
TEST_F(Meshes, StlFilesOfChunksAreSolids) {
    for (const char* arguments : {"--octaves 3 --step 0.05 --size 40x30 --chunk 16x16",
                                  "--octaves 3 --step -0.05,0.1 --size 40x30 --chunk 40x7 --relief -3",
                                  "--dim 3 --octaves 2 --step 0.1 --size 40x33x26 --chunk 16x16x16",
                                  "--dim 3 --octaves 2 --step 0.1,-0.1,0.1 --size 30x30x30 --chunk 7x30x11"}) {
        const bool is_surface = std::string(arguments).find("dim") != std::string::npos;
        good(std::string(arguments) + (is_surface ? " --all-pieces" : "") + " -o whole.stl");
        const Triangles whole = read_stl(read(dir / "whole.stl"));
        good(std::string(arguments) + " -o 'tiles/{x}_{y}_{z}.stl'");
        double volume = 0;
        for (const auto& [name, file] : folder("tiles")) {
            const Triangles tile = read_stl(file);
            expect_solid(tile, arguments + (" " + name));
            EXPECT_GT(volume_of(tile), 0);
            volume += volume_of(tile);
        }
        EXPECT_NEAR(volume / volume_of(whole), 1, 1e-4) << arguments;
        const auto files = folder("tiles");
        good(std::string(arguments) + " -o 'parts/{x}_{y}_{z}.stl' --part 2/2");
        good(std::string(arguments) + " -o 'parts/{x}_{y}_{z}.stl' --part 1/2 --threads 3");
        EXPECT_EQ(folder("parts"), files) << arguments;
        fs::remove_all(dir / "tiles");
        fs::remove_all(dir / "parts");
    }
}

// The levels that the program reports are those in the file.
TEST_F(Meshes, LevelsAreThoseOfTheFile) {
    for (const char* arguments : {"planet --planet --size 64 --levels 6", "--octaves 6 --size 90x70 --levels 8",
                                  "density --size 40x40x40 --step 0.05 --chunk 20x20x20 --levels 4",
                                  "--size 1x1 --levels 3", "--size 30x30 --relief 0 --levels 3"}) {
        const Result r = good(std::string(arguments) + " -o one.glb");
        const std::vector<Chunk> all = chunks("one.glb");
        const int asked = std::atoi(std::strstr(arguments, "--levels ") + 9);
        std::string expected;
        int level = 1;
        for (;; ++level) {
            std::size_t triangles = 0, count = 0;
            double error = 0;
            for (const Chunk& chunk : all) {
                if (chunk.levels.size() <= static_cast<std::size_t>(level)) continue;
                ++count;
                triangles += chunk.levels[static_cast<std::size_t>(level)].size() / 3;
                error = std::max(error, chunk.errors[static_cast<std::size_t>(level)]);
                const auto [low, high] = [&] {
                    std::array<glm::vec3, 2> box = {chunk.positions[0], chunk.positions[0]};
                    for (const glm::vec3& p : chunk.positions)
                        box = {glm::min(box[0], p), glm::max(box[1], p)};
                    return box;
                }();
                const glm::dvec3 size(high - low);
                EXPECT_LE(chunk.errors[static_cast<std::size_t>(level)], std::max({size.x, size.y, size.z}) / 50);
            }
            if (count == 0) break;
            expected += fmt::format(
                "isonoise: one.glb: level {}: {} triangles{}, at most {} from the finest vertices\n", level, triangles,
                count == all.size() ? "" : fmt::format(" in {} of {} chunks", count, all.size()), error);
        }
        if (level + 1 == asked) expected += fmt::format("isonoise: one.glb: level {} left out: ", level);
        if (level + 1 < asked)
            expected += fmt::format("isonoise: one.glb: levels {} to {} left out: ", level, asked - 1);
        const std::string told = r.err.substr(r.err.find('\n') + 1);
        EXPECT_EQ(told.substr(0, expected.size()), expected) << arguments;
        if (level == asked) {
            EXPECT_EQ(told, expected);
        }
    }
}

TEST_F(Meshes, HeadsSayWhatIsInside) {
    good("terrain --size 300x20 --relief 0.5 --levels 2 -o a.glb");
    const nlohmann::json head = head_of(read(dir / "a.glb"));
    EXPECT_EQ(head["asset"]["version"], "2.0");
    EXPECT_EQ(head["extensionsUsed"], nlohmann::json{"MSFT_lod"});
    const nlohmann::json& about = head["asset"]["extras"];
    EXPECT_EQ(about["relief"], 0.5);
    EXPECT_EQ(about["preset"]["scene"], "terrain");
    EXPECT_EQ(about["offset"], (nlohmann::json{0.0, 0.0}));
    // Readers trust the bounds.
    for (const Chunk& chunk : chunks("a.glb")) {
        bool found = false;
        for (const nlohmann::json& accessor : head["accessors"]) {
            if (!accessor.contains("min") || accessor["count"] != chunk.positions.size()) continue;
            glm::vec3 low(INFINITY), high(-INFINITY);
            for (const glm::vec3& p : chunk.positions) {
                low = glm::min(low, p);
                high = glm::max(high, p);
            }
            bool is_it = true;
            for (int c = 0; c < 3; ++c) {
                is_it = is_it && accessor["min"][static_cast<std::size_t>(c)].get<float>() == low[c] &&
                        accessor["max"][static_cast<std::size_t>(c)].get<float>() == high[c];
            }
            found = found || is_it;
        }
        EXPECT_TRUE(found) << chunk.name;
    }
    // Without coarser levels the extension is not used.
    good("terrain --size 20x20 -o a.glb");
    EXPECT_FALSE(head_of(read(dir / "a.glb")).contains("extensionsUsed"));
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

TEST_F(Meshes, PresetsGiveThresholdAndRelief) {
    const std::string cells = " --offset 0,-1,0 --step 0.1 --size 20x20x20 ";
    write(
        "rock.json",
        R"({"schema": 1, "scene": "density", "dim": 3, "octaves": 3, "seed": 0, "frequency": 1, "persistence": 0.5, "warp": 0, "threshold": 0.25, "relief": 2})");
    const std::string same = "--dim 3 --octaves 3 --threshold 0.25 --relief 2";
    const auto triangles = [&](const std::string& arguments) {
        good(arguments + " -o one.obj");
        return read_obj(read(dir / "one.obj"));
    };
    EXPECT_EQ(triangles("rock.json" + cells), triangles(same + cells));
    EXPECT_NE(triangles("rock.json" + cells), triangles("rock.json --threshold 0" + cells));
    EXPECT_NE(triangles("rock.json" + cells), triangles("rock.json --relief 0" + cells));
    EXPECT_EQ(triangles("terrain --size 20x20 --relief 1").size(), 800u);
}

TEST_F(Meshes, ThreadsDoNotMatter) {
    for (const Job& job : all_jobs()) {
        good(job.arguments + std::string(" --levels 2 --threads 1 -o a.glb"));
        good(job.arguments + std::string(" --levels 2 --threads 3 -o b.glb"));
        EXPECT_TRUE(read(dir / "a.glb") == read(dir / "b.glb")) << job.arguments;
    }
}

TEST_F(Meshes, NoSurfaceIsAnError) {
    for (const char* name : {"a.glb", "a.obj", "a.stl", "a{x}{y}{z}.glb"}) {
        for (const char* arguments : {"--value 2", "--value -2", "--threshold 1e300"}) {
            const Result r = run(fmt::format("bake --mesh --dim 3 --size 20x20x20 {} -o '{}'", arguments, name));
            EXPECT_EQ(r.exit, 2) << name;
            EXPECT_NE(r.err.find("mesh: there is no surface here"), std::string::npos) << r.err;
            EXPECT_EQ(files(), std::vector<std::string>{});
        }
    }
    // A part may well have none.
    const Result r =
        run("bake --mesh --dim 3 --size 20x20x20 --chunk 10x10x10 --value 2 --part 1/2 -o 'a{x}{y}{z}.glb'");
    EXPECT_EQ(r.exit, 0) << r.err;
    EXPECT_EQ(files(), std::vector<std::string>{});
}

TEST_F(Meshes, WhatIsWrongIsSaid) {
    for (const auto& [arguments, word] : std::vector<std::pair<const char*, const char*>>{
             {"--mesh --size 10x10 -o a.png", "-o: expected --format or a name with the extension .glb, .obj or .stl"},
             {"--mesh --size 10x10 -o a.glb --format png", "format: expected"},
             {"--mesh --size 10x10", "-o FILE is missing"},
             {"--mesh -o a.glb", "--size is missing"},
             {"--mesh --dim 1 --size 10 -o a.glb", "dim: expected 2, 3 or 4"},
             {"--mesh --size 10 -o a.glb", "size: expected 2"},
             {"--mesh --size 0x10 -o a.glb", "size: expected"},
             {"--mesh --size 10x-1 -o a.glb", "size: expected"},
             {"--mesh --size 1048577x10 -o a.glb", "size: expected 1 to 1048576 cells along x"},
             {"--mesh --dim 3 --size 65537x10x10 -o a.glb", "size: expected 1 to 65536 cells along x"},
             {"--mesh --dim 4 --size 10x10x10x10 -o a.glb", "size: expected 1 cell along w"},
             {"--mesh --size 10x10 --tiles 5x5 -o a.glb", "tiles: not for a mesh"},
             {"--mesh --size 10x10 --cube 5 -o a.glb", "cube: not for a mesh"},
             {"--mesh --size 10x10 --range 0,1 -o a.glb", "range: not for a mesh"},
             {"--mesh --size 10x10 --resume -o a.glb", "resume: not for a mesh"},
             {"--mesh --size 10x10 --backend gpu -o a.glb", "backend: expected cpu or auto for a mesh"},
             {"--planet --dim 3 --size 10 -o a.glb", "planet: not for a file"},
             {"--threshold 0 --size 10x10 -o a.png", "threshold: not for a file"},
             {"--levels 2 --size 10x10 -o a.png", "levels: not for a file"},
             {"--mesh --planet --size 10 -o a.glb", "dim: expected 3 or 4 for a planet, got '2'"},
             {"--mesh --planet --dim 3 --size 10x10 -o a.glb", "size: expected"},
             {"--mesh --planet --dim 3 --size 10 --step 0.1 -o a.glb", "step: not for a planet"},
             {"--mesh --planet --dim 3 --size 10 --relief 0.6 -o a.glb", "relief: expected -0.5 to 0.5"},
             {"--mesh --planet --dim 3 --size 10 --threshold 0 -o a.glb", "threshold: only for a surface"},
             {"--mesh --size 10x10 --threshold 0 -o a.glb", "threshold: only for a surface"},
             {"--mesh --size 10x10 --value 0 -o a.glb", "value: only for a surface"},
             {"--mesh --dim 3 --size 9x9x9 --value 0 --threshold 0 -o a.glb", "value: expected --value or --threshold"},
             {"--mesh --dim 3 --size 9x9x9 --threshold high -o a.glb", "threshold: expected"},
             {"--mesh --dim 3 --size 9x9x9 --value nan -o a.glb", "value: expected"},
             {"--mesh --dim 3 --size 9x9x9 --relief -1 -o a.glb", "relief: expected 0, or 1e-30 or more"},
             {"--mesh --dim 3 --size 9x9x9 --relief 1e-310 -o a.glb", "relief: expected"},
             {"--mesh --size 10x10 --relief 1e300 -o a.glb", "relief: expected"},
             {"--mesh --size 10x10 --step 1e-45 -o a.glb", "step: expected"},
             {"--mesh --size 10x10 --step 0 -o a.glb", "step: expected"},
             {"--mesh --size 10x10 --levels 0 -o a.glb", "levels: expected"},
             {"--mesh --size 10x10 --levels 9 -o a.glb", "levels: expected"},
             {"--mesh --size 10x10 --levels 2 -o a.obj", "levels: expected 1 for obj"},
             {"--mesh --size 10x10 --levels 2 -o a.stl", "levels: expected 1 for stl"},
             {"--mesh --size 10x10 --mm 50 -o a.glb", "mm: only for an stl"},
             {"--mesh --size 10x10 --mm 0 -o a.stl", "mm: expected more than 0"},
             {"--mesh --size 10x10 --mm -3 -o a.stl", "mm: expected more than 0"},
             {"--mesh --size 10x10 --mm 1e6 -o a.stl", "mm: expected more than 0"},
             {"--mesh --size 10x10 --mm wide -o a.stl", "mm: expected a number"},
             {"--mesh --size 10x10 --base 3 -o a.obj", "base: only for an stl of a height field"},
             {"--mesh --dim 3 --size 9x9x9 --base 3 -o a.stl", "base: only for an stl of a height field"},
             {"--mesh --size 10x10 --base 0 -o a.stl", "base: expected 0.01"},
             {"--mesh --size 10x10 --base inf -o a.stl", "base: expected a number"},
             {"--mesh --size 10x10 --all-pieces -o a.stl", "all-pieces: only for an stl of a surface in one file"},
             {"--mesh --dim 3 --size 9x9x9 --all-pieces -o a.glb", "all-pieces: only for an stl of a surface"},
             {"--mesh --dim 3 --size 9x9x9 --all-pieces -o 'a{x}.stl'", "all-pieces: only for an stl of a surface"},
             {"--mm 3 --size 10x10 -o a.png", "mm: not for a file"},
             {"--mesh --size 10x10 --step 1e-9,1 -o a.stl", "step: expected cells of 1e-06 millimetres or more"},
             {"--mesh --size 10x10 --relief 1e9 -o a.stl", "relief: expected a solid of at most"},
             {"--mesh --size 1x1 --offset 0.5 --step 1e-12 --relief 1e5 -o a.stl", "base: expected more below heights"},
             {"--mesh --size 10x10 --chunk 0x10 -o a.glb", "chunk: expected"},
             {"--mesh --size 10x10 --chunk 1024x1024 -o a.glb", "chunk: expected"},
             {"--mesh --size 10x10 --chunk 8x8x8 -o a.glb", "chunk: expected 2"},
             {"--mesh --size 10x10 --part 1/2 -o a.glb", "part: expected a name with {x}"},
             {"--mesh --size 10x10 --part 3/2 -o 'a{x}.glb'", "part: expected I/N"},
             {"--mesh --size 10x10 --chunk 5x5 -o 'a{x}.glb'", "-o: expected {y} in the name too"},
             {"--mesh --size 1000x1000 --chunk 2x2 -o a.glb", "chunk: expected at most 16384 chunks in one file"},
             {"--mesh --size 20000x20000 -o a.glb", "at most 4 GiB"},
             {"--mesh --size 65536x65536 --chunk 512x512 -o a.stl", "at most 2^32 triangles"},
             {"--mesh --size 10x10 --offset 1e16 -o a.glb", "2^52 cells"},
             {"--mesh --size 10x10 -o no/such/folder/a.glb", "no/such/folder"}}) {
        const Result r = run(std::string("bake ") + arguments);
        EXPECT_EQ(r.exit, 2) << arguments;
        EXPECT_NE(r.err.find(word), std::string::npos) << arguments << ": " << r.err;
        EXPECT_EQ(std::count(r.err.begin(), r.err.end(), '\n'), 1) << arguments << ": " << r.err;
        EXPECT_EQ(files(), std::vector<std::string>{}) << arguments;
    }
}

TEST_F(Meshes, AFileThatFailsIsNotThere) {
    fs::create_directory(dir / "a.glb");
    const Result r = run("bake --mesh --size 100x100 -o a.glb");
    EXPECT_EQ(r.exit, 2);
    EXPECT_EQ(files(), std::vector<std::string>{"a.glb"});
    write("b.glb", "old");
    EXPECT_EQ(run("bake --mesh --dim 3 --size 10x10x10 --value 2 -o b.glb").exit, 2);
    EXPECT_EQ(read(dir / "b.glb"), "old");
}

TEST_F(Meshes, MemoryIsThatOfChunks) {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "the sanitizer keeps what was freed";
#endif
    for (const char* arguments : {"--step 0.01 --dim 3 --size 512x512x512", "--step 0.01 --dim 3 --size 128x128x128",
                                  "--step 0.01 --size 3200x3200 --chunk 50x50", "--dim 3 --planet --size 1000"}) {
        const std::string bake = "cd '" + dir.string() +
                                 "' && prlimit --data=150000000 '" ISONOISE_BINARY
                                 "' bake --mesh --threads 2 --format obj -o - ";
        EXPECT_EQ(std::system((bake + arguments + " >/dev/null 2>.err").c_str()), 0)
            << arguments << ": " << read_file(dir / ".err");
    }
    // A solid's pieces are known only at its end.
    for (const char* arguments :
         {"--step 0.02 --octaves 3 --dim 3 --size 320x320x320", "--step 0.01 --size 3200x3200"}) {
        const std::string bake = "cd '" + dir.string() +
                                 "' && prlimit --data=150000000 '" ISONOISE_BINARY
                                 "' bake --mesh --threads 2 -o one.stl ";
        EXPECT_EQ(std::system((bake + arguments + " 2>.err").c_str()), 0)
            << arguments << ": " << read_file(dir / ".err");
    }
}
