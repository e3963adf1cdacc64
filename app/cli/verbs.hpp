// Each function adds its verb to the command line.
#pragma once

namespace isonoise {

class CommandLine;

void add_sample(CommandLine& line);
void add_bake(CommandLine& line);
void add_render(CommandLine& line);
void add_verify(CommandLine& line);
void add_bench(CommandLine& line);
void add_view(CommandLine& line);
void add_snippet(CommandLine& line);
void add_gallery(CommandLine& line);
void add_generate(CommandLine& line);

// All of them, in the order of the help.
inline void add_verbs(CommandLine& line) {
    add_view(line);
    add_render(line);
    add_bake(line);
    add_sample(line);
    add_verify(line);
    add_snippet(line);
    add_gallery(line);
    add_bench(line);
    add_generate(line);
}

}  // namespace isonoise
