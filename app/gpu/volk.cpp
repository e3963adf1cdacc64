// Vulkan's functions, loaded from the system's library when the program runs.
#define VOLK_IMPLEMENTATION
#include <volk.h>
