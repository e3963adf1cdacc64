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

}  // namespace isonoise
