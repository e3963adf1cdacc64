// A failing case as files that need nothing of ours, each of at most 60 lines: for reports to those who make drivers.
#pragma once

#include <map>
#include <string>

#include "conformance/reduce.hpp"

namespace isonoise {

// Where a case was seen.
struct SeenOn {
    std::string renderer, version, language;
    int glsl;  // 450, or kEs300
};

// By extension:
//   .shader_test  for piglit's shader_runner
//   .amber        for Amber, by Vulkan
//   .html         a page that runs it by WebGL2 and, if there is WGSL, by WebGPU
//   .frag         the fragment shader, with the inputs and the expected bits in a comment
// GLSL without `precise`, as in the page, has the opaque zero in its place, unless the run was without protection.
std::map<std::string, std::string> files_of(const FailingCase& failing, const SeenOn& on);

// "isonoise_lerp, if v2 is fused with v1": equal for cases that show the same fault.
std::string fault_of(const FailingCase& failing);

}  // namespace isonoise
