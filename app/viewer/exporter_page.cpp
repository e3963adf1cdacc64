// Exports in a page: bindings/web/try/worker.js runs `isonoise render`, the same program, with its own canvas.
#include <filesystem>
#include <string>
#include <vector>

#include <emscripten.h>

#include "paths.hpp"
#include "scene/function_file.hpp"
#include "session/copy_as.hpp"
#include "viewer/exporter.hpp"
#include "words.hpp"

namespace isonoise {

// clang-format off
EM_JS(void, page_start_export, (const char* const* words, std::size_t count, const char* zip), {
    Module["startExport"](Array.from(HEAPU32.subarray(words / 4, words / 4 + count), (word) => UTF8ToString(word)),
                          UTF8ToString(zip));
});
EM_JS(void, page_cancel_export, (), { Module["cancelExport"](); });
// clang-format on

static Exporter::Report* current = nullptr;
static std::string meaning;  // what the numbers in the file mean, for the message

extern "C" {
// The worker's progress: "noise.png: frame 3 of 90, 12 %, 5 s left".
void page_export_progress(const char* words, double done) {
    if (!current) return;
    current->progress = words;
    current->state.done = done;
}
// Either `done` or `error` is empty.
void page_export_ended(const char* done, const char* error) {
    if (!current) return;
    current->running = false;
    current->done = std::string(done).starts_with("Saved") ? done + meaning : done;
    current->error = error;
}
}

Exporter::Exporter(const WindowContext& window, Renderer::Options options)
    : context_(window), options_(std::move(options)) {
    current = &report_;
}

Exporter::~Exporter() {
    current = nullptr;
    cancel();
}

bool Exporter::start(const Preset& preset, const Export& order) {
    if (report_.running) return false;
    report_ = {};
    report_.running = true;
    report_.file = std::filesystem::absolute(path_of(order.path)).lexically_normal().string();
    meaning = text_of_meaning(preset, order, {});
    // Browsers ask before many downloads at once: a sequence is downloaded as one zip.
    const bool many = order.frames > 1 && !is_one_file(order);
    const std::vector<std::string> words = shell_words(to_command(without_file(preset), order));
    std::vector<const char*> texts;
    for (const std::string& word : words)
        texts.push_back(word.c_str());
    page_start_export(texts.data(), texts.size(), many ? (sequence_name(order.path) + ".zip").c_str() : "");
    return true;
}

void Exporter::cancel() {
    if (report_.running) page_cancel_export();
}

Exporter::Report Exporter::report() {
    const Report report = report_;
    report_.done.clear();
    report_.error.clear();
    return report;
}

}  // namespace isonoise
