// Each function adds its verb to the command line.
#pragma once

#include <string_view>

namespace isonoise {

class CommandLine;

void add_sample(CommandLine& line);
void add_bake(CommandLine& line);
void add_render(CommandLine& line);
void add_verify(CommandLine& line);
void add_bench(CommandLine& line);
void add_view(CommandLine& line);
void add_snippet(CommandLine& line);
void add_functions(CommandLine& line);
void add_gallery(CommandLine& line);
void add_generate(CommandLine& line);

// All verbs, in the order of the help.
struct VerbRow {
    std::string_view name;
    void (*add)(CommandLine& line);
};
inline constexpr VerbRow kVerbs[] = {{"view", add_view},           {"render", add_render},   {"bake", add_bake},
                                     {"sample", add_sample},       {"verify", add_verify},   {"snippet", add_snippet},
                                     {"functions", add_functions}, {"gallery", add_gallery}, {"bench", add_bench},
                                     {"generate", add_generate}};
inline void add_verbs(CommandLine& line) {
    for (const VerbRow& verb : kVerbs)
        verb.add(line);
}

}  // namespace isonoise
