// Reads the meshes that bake writes, and checks that they are manifolds and solids.
#pragma once

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

// What the files say, read by as few lines as do.
using PlaceBits = std::array<std::uint32_t, 3>;
using Triangles = std::vector<std::array<glm::vec3, 3>>;

struct Chunk {
    std::string name;
    std::vector<glm::vec3> positions, normals;
    std::vector<std::vector<std::uint32_t>> levels;
    std::vector<double> errors;
};

inline PlaceBits bits(const glm::vec3& v) {
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

inline nlohmann::json head_of(const std::string& file) {
    EXPECT_EQ(file.substr(0, 4), "glTF");
    EXPECT_EQ(number_at<std::uint32_t>(file, 4), 2u);
    EXPECT_EQ(number_at<std::uint32_t>(file, 8), file.size());
    EXPECT_EQ(file.substr(16, 4), "JSON");
    return nlohmann::json::parse(file.substr(20, number_at<std::uint32_t>(file, 12)));
}

inline std::vector<Chunk> read_glb(const std::string& file) {
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

inline Triangles triangles_of(const std::vector<Chunk>& chunks) {
    Triangles all;
    for (const Chunk& chunk : chunks) {
        const auto& indices = chunk.levels[0];
        for (std::size_t i = 0; i < indices.size(); i += 3)
            all.push_back(
                {chunk.positions[indices[i]], chunk.positions[indices[i + 1]], chunk.positions[indices[i + 2]]});
    }
    return all;
}

inline Triangles read_obj(const std::string& file, std::vector<glm::vec3>* normals = nullptr) {
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

inline Triangles read_stl(const std::string& file) {
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

// The edges that have no twin of the other direction in the chunk. In coarser levels thin rock may become a sheet whose
// sides share edges, so an edge may be there twice.
inline Edges open_edges(const Chunk& chunk, std::size_t level) {
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

// Joins the vertices of all chunks by their places.
struct Whole {
    std::vector<glm::vec3> positions, normals;
    std::vector<std::array<std::uint32_t, 3>> triangles;
};
inline Whole join(const std::vector<Chunk>& chunks) {
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

// Joins corners as slicers do, by equal coordinates, and expects a closed solid: no empty or doubled triangle, each
// edge and vertex as expect_manifold() has it, and more inside than out. Returns the Euler characteristic of each
// piece.
inline std::vector<int> expect_solid(const Triangles& triangles, const std::string& what) {
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

inline double volume_of(const Triangles& triangles) {
    double volume = 0;
    for (const auto& t : triangles)
        volume += glm::dot(glm::dvec3(t[0]), glm::cross(glm::dvec3(t[1]), glm::dvec3(t[2]))) / 6;
    return volume;
}

inline std::array<glm::vec3, 2> box_of(const Triangles& triangles) {
    std::array<glm::vec3, 2> box = {glm::vec3(INFINITY), glm::vec3(-INFINITY)};
    for (const auto& t : triangles) {
        for (const glm::vec3& p : t)
            box = {glm::min(box[0], p), glm::max(box[1], p)};
    }
    return box;
}

inline double distance_to_triangle(const glm::dvec3& p, const std::array<glm::dvec3, 3>& t) {
    const glm::dvec3 normal = glm::cross(t[1] - t[0], t[2] - t[0]);
    const double area = glm::dot(normal, normal);
    bool is_inside = area > 0;
    double least = INFINITY;
    for (std::size_t c = 0; c < 3; ++c) {
        const glm::dvec3 edge = t[(c + 1) % 3] - t[c], to = p - t[c];
        is_inside = is_inside && glm::dot(glm::cross(edge, to), normal) >= 0;
        const double fraction = std::clamp(glm::dot(to, edge) / glm::dot(edge, edge), 0.0, 1.0);
        least = std::min(least, glm::length(to - fraction * edge));
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
    // All files of a pattern's folder.
    std::map<std::string, std::string> folder(const std::string& name) const {
        std::map<std::string, std::string> all;
        for (const auto& entry : fs::directory_iterator(dir / name))
            all[entry.path().filename().string()] = read(entry.path());
        return all;
    }
};

// One of everything that changes places: negative steps, far offsets, periods, fractals, differences for gradients,
// the fourth dimension.
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

inline std::vector<Job> all_jobs() {
    std::vector<Job> jobs(std::begin(kGrounds), std::end(kGrounds));
    jobs.insert(jobs.end(), std::begin(kSurfaces), std::end(kSurfaces));
    jobs.insert(jobs.end(), std::begin(kPlanets), std::end(kPlanets));
    return jobs;
}

inline bool is_planet(const Job& job) { return job.step[0] == 0; }

// Is the position on the box around the whole? A ground's box has no top.
inline bool at_box(const Job& job, const glm::vec3& p) {
    if (is_planet(job)) return false;
    const bool is_ground = job.cells[2] == 0;
    for (std::size_t c = 0; c < (is_ground ? 2u : 3u); ++c) {
        const float at = p[is_ground && c == 1 ? 2 : static_cast<int>(c)];
        if (at == 0 || at == static_cast<float>(static_cast<double>(job.cells[c]) * job.step[c])) return true;
    }
    return false;
}

// The noise of a job, as the program's flags say.
struct Field {
    Settings settings;
    std::array<double, 4> offset{};
    double value(const glm::dvec3& point) const {  // in double, from the definition
        oracle::Vec at{};
        oracle::Place cells{};
        for (std::size_t c = 0; c < static_cast<std::size_t>(settings.dim); ++c) {
            at[c] = offset[c] + (c < 3 ? point[static_cast<int>(c)] : 0.0);
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
