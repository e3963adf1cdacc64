// A failing case as files that need nothing of ours, each of at most 60 lines: for reports to those who make drivers.
#pragma once

#include <map>
#include <string>

#include "conformance/reduce.hpp"

namespace isonoise {

// By extension:
//   .shader_test                for piglit's shader_runner
//   .amber                      for Amber, by Vulkan
//   .webgl2.html, .webgpu.html  pages; for WebGPU only if the case has WGSL
//   .frag                       the fragment shader, with the inputs and the expected bits in a comment
// Where the language has no `precise`, as in pages, the opaque zero takes its place, unless the run had no protection.
std::map<std::string, std::string> files_of(const FailingCase& failing, const DriverInfo& on);

// "isonoise_lerp, if v2 is fused with v1": equal for cases that show the same fault.
std::string fault_of(const FailingCase& failing);

}  // namespace isonoise
