#include "isonoise/function/preset.hpp"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <vector>

#include "isonoise/characters.hpp"
#include "isonoise/function/reading/tokens.hpp"
#include "isonoise/text.hpp"

namespace isonoise::function {
namespace {

using glsl::fault_at;
using glsl::is_digit;

// tests/functions/preset_test.cpp compares these tables with the program's.
constexpr const char* kLooks[] = {"scene",     "center",   "span",    "time",     "speed",    "colormap",   "gradient",
                                  "range",     "contours", "tiling",  "style",    "stage",    "remedy",     "yaw",
                                  "pitch",     "fov",      "heading", "altitude", "tilt",     "sun",        "exposure",
                                  "fog",       "relief",   "water",   "warmth",   "density",  "background", "axes",
                                  "threshold", "blocks",   "huts",    "polygons", "own-huts", "marker"};
constexpr const char* kScenes[] = {"line", "map",  "anatomy", "terrain", "density",
                                   "sea",  "fire", "clouds",  "planet",  "marble"};

// The settings that a scene begins with; the first row of a scene is that without a fractal.
struct Start {
    std::string_view scene;
    Settings settings;
};
const std::vector<Start>& starts() {
    static const std::vector<Start> all = {
        {"line", {.dim = 1, .octaves = 6}},
        {"anatomy", {.seed = 7, .octaves = 4}},
        {"terrain", {.seed = 16, .octaves = 12, .persistence = 0.54f, .fractal = Fractal::eroded}},
        {"terrain", {.seed = 16, .octaves = 12, .persistence = 0.43f, .lacunarity = 2.13f, .fractal = Fractal::ridged}},
        {"terrain", {.seed = 16, .octaves = 12, .persistence = 0.45f, .fractal = Fractal::billow}},
        {"density", {.dim = 3, .seed = 4, .frequency = 0.35f, .octaves = 10, .persistence = 0.48f, .warp = 0.3f}},
        {"sea", {.dim = 3, .seed = 11, .frequency = 0.25f, .octaves = 9, .persistence = 0.4f, .warp = 0.2f}},
        {"fire", {.dim = 3, .seed = 7, .octaves = 5, .persistence = 0.42f, .fractal = Fractal::ridged}},
        {"clouds", {.dim = 4, .seed = 9, .frequency = 0.3f, .octaves = 9, .fractal = Fractal::billow, .loop = 2}},
        {"planet", {.dim = 3, .seed = 1, .frequency = 1.6f, .octaves = 14, .persistence = 0.53f, .warp = 0.35f}},
        {"marble",
         {.dim = 3, .seed = 7, .frequency = 1.3f, .octaves = 8, .fractal = Fractal::turbulence, .warp = 0.4f}},
    };
    return all;
}

// The settings of the scene's default preset with this fractal, if it has another.
Settings start_of(std::string_view scene, std::string_view fractal) {
    std::optional<Settings> found;
    for (const Start& one : starts()) {
        if (one.scene == scene && (!found || get(one.settings, "fractal") == fractal)) found = one.settings;
    }
    return found.value_or(Settings());
}

struct Value {
    enum Kind { word, number, list, other } kind = other;
    std::string text = {};  // of a list: its items, with commas
    std::string location = {};
};
struct Entry {
    std::string key, location;
    Value value;
};

// With quotes or brackets, so that a text does not pass for a number.
std::string quoted(const Value& value) {
    if (value.kind == Value::word) return "\"" + value.text + "\"";
    return value.kind == Value::list ? "[" + value.text + "]" : value.text;
}

// Reads one JSON object whose values are words, numbers and lists of these.
class Reader {
  public:
    Reader(std::string_view text, const std::string& name, std::size_t line, std::size_t column)
        : text_(text), name_(name), line_(line), column_(column) {}

    std::vector<Entry> object() {
        if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
        if (!is_utf8(text_)) fault_at(here(), "not a JSON preset: expected UTF-8");
        skip();
        take('{', "'{'");
        std::vector<Entry> entries;
        skip();
        for (bool more = peek() != '}'; more; more = more_of('}', "',' or '}'")) {
            skip();
            const std::string where = here();
            const std::string key = string();
            if (std::any_of(entries.begin(), entries.end(), [&](const Entry& e) { return e.key == key; }))
                fault_at(where, in_quotes(key), " appears twice");
            skip();
            take(':', "':'");
            entries.push_back({key, where, value()});
        }
        take('}', "'}'");
        skip();
        if (at_ < text_.size()) expected("the end of the text");
        return entries;
    }

  private:
    std::string here() const { return name_ + ":" + std::to_string(line_) + ":" + std::to_string(column_); }
    [[noreturn]] void expected(const char* what) const {
        const std::string_view rest = text_.substr(at_);
        const std::size_t size = rest.empty() ? 0 : first_character(rest).size;
        fault_at(here(), "not a JSON preset: expected ", what, ", got ",
                 size == 0 ? "the end of the text" : in_quotes(rest.substr(0, size)));
    }
    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    char next() {
        const char c = text_[at_++];
        line_ += c == '\n';
        column_ = c == '\n' ? 1 : column_ + 1;
        return c;
    }
    void take(char c, const char* what) {
        if (peek() != c) expected(what);
        next();
    }
    void skip() {
        while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r')
            next();
    }
    // After an item: is there another?
    bool more_of(char end, const char* what) {
        skip();
        if (peek() == end) return false;
        take(',', what);
        return true;
    }

    std::string string() {
        take('"', "'\"'");
        std::string text;
        while (peek() != '"') {
            if (static_cast<unsigned char>(peek()) < 0x20) expected("'\"'");
            const char c = next();
            text += c == '\\' ? escape() : std::string(1, c);
        }
        next();
        return text;
    }
    // Characters beyond ASCII, which no key or word has, stay as they are written.
    std::string escape() {
        static constexpr std::string_view letters = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
        const std::size_t found = at_ < text_.size() ? letters.find(peek()) : std::string_view::npos;
        if (found != std::string_view::npos) return next(), std::string(1, meant[found]);
        take('u', "an escape, such as \\n");
        const std::size_t from = at_;
        unsigned code = 0;
        for (int i = 0; i < 4; ++i) {
            constexpr std::string_view digits = "0123456789abcdef";
            const std::size_t digit =
                digits.find(static_cast<char>(peek() >= 'A' && peek() <= 'F' ? peek() + 32 : peek()));
            if (digit == std::string_view::npos) expected("a hexadecimal digit");
            code = 16 * code + static_cast<unsigned>(digit);
            next();
        }
        return code < 0x80 ? std::string(1, static_cast<char>(code)) : "\\u" + std::string(text_.substr(from, 4));
    }
    std::string number() {
        const std::size_t from = at_;
        const auto digits = [&] {
            if (!is_digit(peek())) expected("a digit");
            while (is_digit(peek()))
                next();
        };
        if (peek() == '-') next();
        if (peek() == '0') {
            next();
        } else {
            digits();
        }
        if (peek() == '.') {
            next();
            digits();
        }
        if (peek() == 'e' || peek() == 'E') {
            next();
            if (peek() == '+' || peek() == '-') next();
            digits();
        }
        return std::string(text_.substr(from, at_ - from));
    }
    Value value(bool in_list = false) {
        skip();
        Value value{.location = here()};
        if (peek() == '"') {
            value.kind = Value::word;
            value.text = string();
        } else if (peek() == '-' || is_digit(peek())) {
            value.kind = Value::number;
            value.text = number();
        } else if (peek() == '[' && !in_list) {
            value.kind = Value::list;
            next();
            skip();
            for (bool more = peek() != ']'; more; more = more_of(']', "',' or ']'")) {
                const Value item = Reader::value(true);
                value.text += (value.text.empty() ? "" : ",") + quoted(item);
            }
            take(']', "']'");
        } else {
            for (const char* word : {"null", "true", "false"}) {
                if (text_.substr(at_).starts_with(word)) value.text = word;
            }
            if (value.text.empty()) expected(in_list ? "a number" : "a number, a text or a list");
            for (std::size_t i = 0; i < value.text.size(); ++i)
                next();
        }
        return value;
    }

    std::string_view text_;
    const std::string& name_;
    std::size_t line_, column_, at_ = 0;
};

// Sets what the value's key names. `kind`: the one that the setting has.
void set_value(Settings& settings, const Entry& entry) {
    Value::Kind kind = Value::number;
    for_each_setting(settings, [&](const SettingInfo& info, const auto& field) {
        using T = std::decay_t<decltype(field)>;
        if (entry.key == info.name && !std::is_arithmetic_v<T>) kind = std::is_enum_v<T> ? Value::word : Value::list;
    });
    const Value& value = entry.value;
    const std::string text = value.kind == kind ? value.text : quoted(value);
    if (const std::string what = set(settings, entry.key, text); !what.empty()) fault_at(value.location, what);
}

bool is_one_of(const std::string& word, std::span<const char* const> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

std::span<const char* const> look_keys() { return kLooks; }
std::span<const char* const> scene_names() { return kScenes; }

Settings preset_settings(std::string_view json, const std::string& name, std::size_t line, std::size_t column) {
    const std::vector<Entry> entries = Reader(json, name, line, column).object();
    const auto find = [&](std::string_view key) {
        const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.key == key; });
        return found == entries.end() ? nullptr : &found->value;
    };
    const std::string start = name + ":" + std::to_string(line) + ":" + std::to_string(column);
    const Value* schema = find("schema");
    if (!schema || schema->kind != Value::number || schema->text.find_first_not_of("0123456789") != std::string::npos ||
        schema->text == "0")
        fault_at(schema ? schema->location : start,
                 "not a preset: expected \"schema\": ", std::to_string(kPresetSchema));
    if (schema->text != std::to_string(kPresetSchema))
        fault_at(schema->location, "the preset has schema ", schema->text, ", this version of isonoise reads up to ",
                 std::to_string(kPresetSchema));
    const Value *scene = find("scene"), *fractal = find("fractal");
    if (scene && (scene->kind != Value::word || !is_one_of(scene->text, kScenes)))
        fault_at(scene->location, "scene: expected a scene of isonoise, got ", in_quotes(scene->text));
    Settings settings = start_of(scene ? scene->text : "map", fractal ? fractal->text : "");
    for (const Entry& entry : entries) {
        if (entry.key == "function" || entry.key == "set")
            fault_at(entry.location, "the preset has a function: expected the settings of a noise; include the ",
                     "function's own file");
        if (entry.key == "schema" || is_one_of(entry.key, kLooks)) continue;
        if (get(settings, entry.key).empty()) fault_at(entry.location, "unknown setting ", in_quotes(entry.key));
        set_value(settings, entry);
    }
    if (const std::string what = problem(settings); !what.empty()) fault_at(start, what);
    return settings;
}

}  // namespace isonoise::function
