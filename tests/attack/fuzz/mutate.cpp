#include "mutate.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include <nlohmann/json.hpp>

namespace isonoise::fuzz {

using Json = nlohmann::ordered_json;

static std::size_t below(Random& random, std::size_t count) { return random() / 8 % count; }

std::size_t mutate_code(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
    Random random(seed);
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const bool deep = random() / 8 % 16 == 0;
    return put(deep ? mutate_depth(text, random, most) : mutate_bytes(text, most), data, most);
}

std::size_t put(const std::string& text, std::uint8_t* data, std::size_t most) {
    const std::size_t size = std::min(text.size(), most);
    std::memcpy(data, text.data(), size);
    return size;
}

std::string mutate_bytes(std::string_view text, std::size_t most) {
    std::string changed(text);
    changed.resize(std::max(most, text.size()));
    changed.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(changed.data()), text.size(), most));
    return changed;
}

// ---- JSON

// Every value below this one, from the root down.
static void collect(Json& json, std::vector<Json*>& all) {
    all.push_back(&json);
    if (!json.is_structured()) return;
    for (Json& each : json)
        collect(each, all);
}

static void change_number(Json& json, Random& random) {
    static const Json odd[] = {
        0, 1, -1, 0.5, -0.0, 1e300, 1e-300, 4294967295u, 4294967296u, 9007199254740993u, 18446744073709551615u};
    const std::size_t way = below(random, 4);
    if (way == 0) {
        json = odd[below(random, std::size(odd))];
    } else if (json.is_number_integer()) {
        json = json.get<std::int64_t>() + (way == 1   ? 1
                                           : way == 2 ? -1
                                                      : static_cast<std::int64_t>(below(random, 100)));
    } else {
        json = json.get<double>() * (way == 1 ? 2 : way == 2 ? -1 : 0.75);
    }
}

static void change(Json& json, Random& random) {
    if (json.is_boolean()) {
        json = !json.get<bool>();
    } else if (json.is_number()) {
        change_number(json, random);
    } else if (json.is_string()) {
        json = mutate_bytes(json.get<std::string>(), json.get<std::string>().size() + 8);
    } else if (json.is_array() && !json.empty()) {
        const auto at = static_cast<std::ptrdiff_t>(below(random, json.size()));
        if (below(random, 2) == 0) {
            json.erase(json.begin() + at);
        } else {
            json.insert(json.begin() + at, Json(json[below(random, json.size())]));
        }
    } else if (json.is_object() && !json.empty()) {
        const auto item = std::next(json.begin(), static_cast<std::ptrdiff_t>(below(random, json.size())));
        const std::string key = item.key();
        if (below(random, 3) > 0) {
            json.erase(key);
        } else {
            json[mutate_bytes(key, key.size() + 4)] = Json(item.value());
        }
    } else {
        json = Json();
    }
}

// Repeats a key in an object, which no Json can hold.
static void repeat_key(std::string& text, Random& random) {
    std::vector<std::size_t> starts;
    for (std::size_t at = 0; (at = text.find("\":", at)) != text.npos; ++at)
        starts.push_back(text.rfind('"', at - 1));
    if (starts.empty()) return;
    const std::size_t from = starts[below(random, starts.size())];
    const std::size_t to = text.find(',', from);
    if (from != text.npos && to != text.npos && text.substr(from, to - from).find_first_of("{}[]") == text.npos)
        text.insert(from, text.substr(from, to + 1 - from));
}

std::string mutate_json(std::string_view text, Random& random, std::size_t most) {
    Json root = Json::parse(text, nullptr, false);
    if (root.is_discarded() || below(random, 16) == 0) return mutate_bytes(text, most);
    for (std::size_t left = 1 + below(random, 3); left > 0; --left) {
        std::vector<Json*> all;
        collect(root, all);
        Json& one = *all[below(random, all.size())];
        switch (below(random, 4)) {
        case 0: {
            Json copy = *all[below(random, all.size())];
            one = std::move(copy);
            break;
        }
        case 1: {
            // Not with one that contains it.
            Json& other = *all[below(random, all.size())];
            if (!one.is_structured() && !other.is_structured()) std::swap(one, other);
            break;
        }
        default: change(one, random);
        }
    }
    std::string changed = root.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (below(random, 16) == 0) repeat_key(changed, random);
    return changed.size() <= most ? changed : mutate_bytes(text, most);
}

std::string with_sums(const std::string& report, std::size_t most) {
    Json root = Json::parse(report, nullptr, false);
    if (!root.is_object() || !root.contains("runs") || !root["runs"].is_array()) return report;
    for (Json& run : root["runs"]) {
        if (!run.is_object() || !run.contains("functions") || !run["functions"].is_array()) continue;
        for (const char* key : {"points", "differing"}) {
            double sum = 0;
            for (const Json& function : run["functions"]) {
                if (function.is_object() && function.contains(key) && function[key].is_number())
                    sum += function[key].get<double>();
            }
            if (sum >= 0 && sum < 1e15) run[key] = static_cast<std::uint64_t>(sum);
        }
        if (run.contains("differing") && run["differing"].is_number())
            run["holds"] = run["differing"] == 0 && !run.contains("failed");
    }
    const std::string text = root.dump(-1, ' ', false, Json::error_handler_t::replace);
    return text.size() <= most ? text : report;
}

// ---- Depth

std::string mutate_depth(std::string_view text, Random& random, std::size_t most) {
    if (text.empty() || text.size() >= most) return mutate_bytes(text, most);
    static constexpr std::string_view opening[] = {"(", "[", "{", "-", "if (x) ", "f(", "x ? ", "{ x = "};
    static constexpr std::string_view closing[] = {")", "]", "}", "", "", ")", " : x", "; }"};
    std::string changed(text);
    const std::size_t from = below(random, text.size()), length = 1 + below(random, 24);
    const std::size_t room = most - text.size();
    if (below(random, 2) == 0) {
        const std::string piece = changed.substr(from, length);
        std::string pieces;
        for (std::size_t left = std::min(room / piece.size(), std::size_t{2} << below(random, 10)); left > 0; --left)
            pieces += piece;
        return changed.insert(from, pieces);
    }
    // Words and brackets are meaningful pieces.
    const auto is_word = [](char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; };
    std::size_t start = from;
    while (start < changed.size() && !is_word(changed[start]) && !(changed[start] >= '0' && changed[start] <= '9'))
        ++start;
    std::size_t end = start;
    while (end < changed.size() && (is_word(changed[end]) || (changed[end] >= '0' && changed[end] <= '9')))
        ++end;
    const std::size_t kind = below(random, std::size(opening));
    std::string before, after;
    for (std::size_t left =
             std::min(room / (opening[kind].size() + closing[kind].size()), std::size_t{2} << below(random, 11));
         left > 0; --left) {
        before += opening[kind];
        after += closing[kind];
    }
    return changed.insert(end, after).insert(start, before);
}

}  // namespace isonoise::fuzz
