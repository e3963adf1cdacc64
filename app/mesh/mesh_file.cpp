#include "mesh/mesh_file.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <stdexcept>

#include <fmt/compile.h>
#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "error.hpp"
#include "paths.hpp"
#include "platform/ahead.hpp"
#include "version.hpp"

namespace isonoise {

std::optional<MeshFormat> mesh_format_of(const std::string& path) {
    std::string extension = path_of(path).extension().string();
    for (char& c : extension)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    for (const MeshFormat format : {MeshFormat::glb, MeshFormat::obj, MeshFormat::stl}) {
        if (extension == std::string(".") + kMeshFormats[static_cast<int>(format)]) return format;
    }
    return {};
}

namespace {

// Above this, an index needs more than 16 bits; 65535 itself means "primitive restart".
constexpr std::uint64_t kShort = 65535;

std::uint64_t index_bytes(std::uint64_t vertices, std::uint64_t count) {
    return vertices <= kShort ? (2 * count + 3) / 4 * 4 : 4 * count;
}

// Bytes of a little-endian file.
class Bytes {
  public:
    template <class T> void add(T number) {
        auto bytes = std::bit_cast<std::array<char, sizeof(T)>>(number);
        if constexpr (std::endian::native == std::endian::big) std::reverse(bytes.begin(), bytes.end());
        text_.append(bytes.data(), bytes.size());
    }
    void add(const glm::vec3& v) {
        for (int c = 0; c < 3; ++c)
            add(v[c]);
    }
    void reserve(std::uint64_t bytes) { text_.reserve(bytes); }
    std::string& text() { return text_; }

  private:
    std::string text_;
};

void need_seek(const OutputFile& file, const char* format, const char* what) {
    if (!file.can_seek())
        fail("-o {}: expected a file's name for {}, which begins with {}",
             file.is_standard_output() ? "-" : quoted_name(path_of(file.name())), format, what);
}

class GlbWriter : public MeshWriter {
  public:
    GlbWriter(OutputFile& file, std::int64_t chunks, int levels, const std::string& about)
        : file_(file), about_(about) {
        need_seek(file, "glb", "the sizes of all that follows");
        const auto room =
            2048 + about.size() +
            static_cast<std::size_t>(chunks) * (kRoomOfChunk + kRoomOfLevel * static_cast<std::size_t>(levels));
        room_ = (room + 3) / 4 * 4;
        file_.write(std::string(kHead + room_ + 8, ' '));
    }

    void chunk(const std::string& name, const Mesh& mesh) override {
        Part part{.name = name, .from = size_, .vertices = mesh.positions.size()};
        part.low = part.high = mesh.positions[0];
        for (const glm::vec3& p : mesh.positions) {
            part.low = glm::min(part.low, p);
            part.high = glm::max(part.high, p);
        }
        std::uint64_t all = 24 * part.vertices;
        for (const Mesh::Level& level : mesh.levels) {
            part.levels.push_back({level.indices.size(), level.error});
            all += index_bytes(part.vertices, level.indices.size());
        }
        if (kHead + room_ + 8 + size_ + all > kMostBytesOfGlb)
            fail(
                "mesh: {} would exceed the 4 GiB that a glb holds; expected a smaller --size, or a name with {{x}} for "
                "a file per chunk",
                quoted_name(path_of(file_.name())));
        write_all(mesh.positions);
        write_all(mesh.normals);
        for (const Mesh::Level& level : mesh.levels) {
            if (part.vertices > kShort) {
                write_all(level.indices);
                continue;
            }
            short_.assign(level.indices.begin(), level.indices.end());
            if (short_.size() % 2 != 0) short_.push_back(0);
            write_all(short_);
        }
        size_ += all;
        parts_.push_back(std::move(part));
    }

    void finish() override {
        std::string json = text();
        if (json.size() > room_) throw std::logic_error("glb: too little room for its JSON");
        json.resize(room_, ' ');
        Bytes head;
        head.text() = "glTF";
        head.add(std::uint32_t{2});
        head.add(static_cast<std::uint32_t>(kHead + room_ + (size_ == 0 ? 0 : 8 + size_)));
        head.add(static_cast<std::uint32_t>(room_));
        head.text() += "JSON" + json;
        if (size_ != 0) {
            head.add(static_cast<std::uint32_t>(size_));
            head.text() += std::string("BIN\0", 4);
        }
        file_.seek(0);
        file_.write(head.text());
    }

  private:
    // The file is little-endian.
    template <class T> void write_all(const std::vector<T>& list) {
        if constexpr (std::endian::native == std::endian::little) {
            file_.write({reinterpret_cast<const char*>(list.data()), list.size() * sizeof(T)});
        } else {
            Bytes bytes;
            for (const T& each : list)
                bytes.add(each);
            file_.write(bytes.text());
        }
    }

    static constexpr std::size_t kHead = 20;
    static constexpr std::size_t kRoomOfChunk = 1024, kRoomOfLevel = 512;

    struct Part {
        std::string name;
        std::uint64_t from, vertices;
        glm::vec3 low = {}, high = {};
        struct Level {
            std::uint64_t indices;
            double error;
        };
        std::vector<Level> levels = {};
    };

    static std::string numbers(const glm::vec3& v) {
        // Printed with the digits of a double: readers compare doubles.
        return fmt::format("[{},{},{}]", static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z));
    }

    std::string text() const {
        std::string nodes, fine, meshes, accessors, views;
        const auto add = [](std::string& list, const std::string& text) { list += (list.empty() ? "" : ",") + text; };
        std::size_t mesh = 0, accessor = 0, view = 0;
        bool has_levels = false;
        for (const Part& p : parts_) {
            add(views, fmt::format(R"({{"buffer":0,"byteOffset":{},"byteLength":{},"byteStride":12,"target":34962}})",
                                   p.from, 24 * p.vertices));
            add(accessors,
                fmt::format(R"({{"bufferView":{},"componentType":5126,"count":{},"type":"VEC3","min":{},"max":{}}})",
                            view, p.vertices, numbers(p.low), numbers(p.high)));
            add(accessors,
                fmt::format(R"({{"bufferView":{},"byteOffset":{},"componentType":5126,"count":{},"type":"VEC3"}})",
                            view, 12 * p.vertices, p.vertices));
            std::uint64_t bytes = 0;
            std::string coarser;
            for (std::size_t level = 0; level < p.levels.size(); ++level) {
                add(accessors,
                    fmt::format(R"({{"bufferView":{},"byteOffset":{},"componentType":{},"count":{},"type":"SCALAR"}})",
                                view + 1, bytes, p.vertices <= kShort ? 5123 : 5125, p.levels[level].indices));
                bytes += index_bytes(p.vertices, p.levels[level].indices);
                add(meshes,
                    fmt::format(
                        R"({{"primitives":[{{"attributes":{{"POSITION":{},"NORMAL":{}}},"indices":{},"material":0}}]}})",
                        accessor, accessor + 1, accessor + 2 + level));
                if (level > 0) add(coarser, std::to_string(mesh + level));
            }
            add(views, fmt::format(R"({{"buffer":0,"byteOffset":{},"byteLength":{},"target":34963}})",
                                   p.from + 24 * p.vertices, bytes));
            add(fine, std::to_string(mesh));
            for (std::size_t level = 0; level < p.levels.size(); ++level) {
                std::string more;
                if (level > 0) {
                    more = fmt::format(R"(,"extras":{{"level":{},"error":{}}})", level, p.levels[level].error);
                } else if (!coarser.empty()) {
                    more = fmt::format(R"(,"extensions":{{"MSFT_lod":{{"ids":[{}]}}}})", coarser);
                    has_levels = true;
                }
                add(nodes, fmt::format(R"({{"name":"{}{}","mesh":{}{}}})", p.name,
                                       level == 0 ? "" : fmt::format("_level_{}", level), mesh + level, more));
            }
            mesh += p.levels.size();
            accessor += 2 + p.levels.size();
            view += 2;
        }
        return fmt::format(
            R"({{"asset":{{"version":"2.0","generator":"isonoise {}","extras":{}}},{}"scene":0,"scenes":[{{"nodes":[{}]}}],)"
            R"("nodes":[{}],"meshes":[{}],"materials":[{{"name":"rock","pbrMetallicRoughness":)"
            R"({{"baseColorFactor":[0.45,0.4,0.35,1],"metallicFactor":0}}}}],)"
            R"("accessors":[{}],"bufferViews":[{}],"buffers":[{{"byteLength":{}}}]}})",
            kVersion, about_, has_levels ? R"("extensionsUsed":["MSFT_lod"],)" : "", fine, nodes, meshes, accessors,
            views, size_);
    }

    OutputFile& file_;
    std::string about_;
    std::size_t room_ = 0;
    std::uint64_t size_ = 0;
    std::vector<Part> parts_;
    std::vector<std::uint16_t> short_;
};

class ObjWriter : public MeshWriter {
  public:
    ObjWriter(OutputFile& file, const std::string& about, unsigned threads)
        : file_(file), ahead_(
                           threads, [this](Lines& lines) { format(lines); },
                           [this](const Lines& lines) { file_.write(lines.text); }) {
        file_.write(fmt::format("# isonoise {}\n# {}\n", kVersion, about));
    }

    void chunk(const std::string& name, const Mesh& mesh) override {
        if (vertices_ + mesh.positions.size() > kMostVerticesOfObj)
            fail("mesh: {} would exceed the 2^31 vertices that an obj holds; expected a smaller --size, or a name with "
                 "{{x}} for a file per chunk",
                 quoted_name(path_of(file_.name())));
        file_.write(fmt::format("g {}\n", name));
        mesh_ = &mesh;
        add(Lines::Kind::position, mesh.positions.size());
        add(Lines::Kind::normal, mesh.normals.size());
        add(Lines::Kind::triangle, mesh.levels[0].indices.size() / 3);
        ahead_.finish();
        vertices_ += mesh.positions.size();
    }

    void finish() override {}

  private:
    // Some lines of the file, which a thread formats.
    struct Lines {
        enum class Kind { position, normal, triangle } kind;
        std::size_t first, count;
        std::string text;
    };

    void add(Lines::Kind kind, std::size_t count) {
        constexpr std::size_t kMost = 1 << 14;
        for (std::size_t first = 0; first < count; first += kMost) {
            Lines& lines = ahead_.next();
            lines.kind = kind;
            lines.first = first;
            lines.count = std::min(kMost, count - first);
            ahead_.begin();
        }
    }

    void format(Lines& lines) const {
        constexpr std::size_t kLongest = 80;  // six numbers of ten digits
        lines.text.resize(lines.count * kLongest);
        char* to = lines.text.data();
        for (std::size_t i = lines.first; i < lines.first + lines.count; ++i) {
            if (lines.kind == Lines::Kind::triangle) {
                const std::uint32_t* const corners = &mesh_->levels[0].indices[3 * i];
                const std::uint64_t a = vertices_ + 1 + corners[0], b = vertices_ + 1 + corners[1],
                                    c = vertices_ + 1 + corners[2];
                to = fmt::format_to(to, FMT_COMPILE("f {}//{} {}//{} {}//{}\n"), a, a, b, b, c, c);
            } else if (lines.kind == Lines::Kind::position) {
                const glm::vec3& p = mesh_->positions[i];
                to = fmt::format_to(to, FMT_COMPILE("v {} {} {}\n"), p.x, p.y, p.z);
            } else {
                const glm::vec3& n = mesh_->normals[i];
                to = fmt::format_to(to, FMT_COMPILE("vn {} {} {}\n"), n.x, n.y, n.z);
            }
        }
        lines.text.resize(static_cast<std::size_t>(to - lines.text.data()));
    }

    OutputFile& file_;
    const Mesh* mesh_ = nullptr;  // that is being written
    std::uint64_t vertices_ = 0;  // before it
    Ahead<Lines> ahead_;
};

class StlWriter : public MeshWriter {
  public:
    StlWriter(OutputFile& file, const StlTransform& transform) : file_(file), transform_(transform) {
        need_seek(file, "stl", "the number of its triangles");
        std::string head = fmt::format("isonoise {}", kVersion);
        head.resize(84);
        file_.write(head);
    }

    void chunk(const std::string&, const Mesh& mesh) override {
        const auto& indices = mesh.levels[0].indices;
        triangles_ += indices.size() / 3;
        if (triangles_ > kMostTrianglesOfStl)
            fail(
                "mesh: {} would exceed the 2^32 triangles that an stl holds; expected a smaller --size, or a name with "
                "{{x}} for a file per chunk",
                quoted_name(path_of(file_.name())));
        Bytes bytes;
        bytes.reserve(mesh_bytes(MeshFormat::stl, 0, indices.size() / 3));
        for (std::size_t i = 0; i < indices.size(); i += 3) {
            const glm::vec3 a = placed(mesh.positions[indices[i]]), b = placed(mesh.positions[indices[i + 1]]),
                            c = placed(mesh.positions[indices[i + 2]]);
            const glm::dvec3 normal = glm::cross(glm::dvec3(b) - glm::dvec3(a), glm::dvec3(c) - glm::dvec3(a));
            const double length = std::sqrt(glm::dot(normal, normal));
            bytes.add(length > 0 ? glm::vec3(normal / length) : glm::vec3(0.0f));
            bytes.add(a);
            bytes.add(b);
            bytes.add(c);
            bytes.add(std::uint16_t{0});
        }
        file_.write(bytes.text());
    }

    void finish() override {
        Bytes count;
        count.add(static_cast<std::uint32_t>(triangles_));
        file_.seek(80);
        file_.write(count.text());
    }

  private:
    glm::vec3 placed(const glm::vec3& p) const {
        const glm::dvec3 from = glm::dvec3(p) - transform_.corner;
        return glm::vec3(transform_.scale * glm::dvec3(from.x, 0 - from.z, from.y));
    }

    OutputFile& file_;
    const StlTransform& transform_;
    std::uint64_t triangles_ = 0;
};

}  // namespace

std::uint64_t mesh_bytes(MeshFormat format, std::uint64_t vertices, std::uint64_t triangles) {
    switch (format) {
    case MeshFormat::glb: return 24 * vertices + index_bytes(vertices, 3 * triangles);
    case MeshFormat::stl: return 50 * triangles;
    case MeshFormat::obj: break;
    }
    return 0;
}

std::unique_ptr<MeshWriter> glb_writer(OutputFile& file, std::int64_t chunks, int levels, const std::string& about) {
    return std::make_unique<GlbWriter>(file, chunks, levels, about);
}
std::unique_ptr<MeshWriter> obj_writer(OutputFile& file, const std::string& about, unsigned threads) {
    return std::make_unique<ObjWriter>(file, about, threads);
}
std::unique_ptr<MeshWriter> stl_writer(OutputFile& file, const StlTransform& transform) {
    return std::make_unique<StlWriter>(file, transform);
}

}  // namespace isonoise
