# The program behind `tests/benches/run isa` and the test `isa`. There is no target without libvulkan-dev.
include_guard(GLOBAL)
find_package(Vulkan QUIET)
if(Vulkan_FOUND)
    add_executable(isonoise_isa ${CMAKE_CURRENT_LIST_DIR}/isa.cpp)
    set_target_properties(isonoise_isa PROPERTIES
        EXCLUDE_FROM_ALL ON RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests/benches)
    target_link_libraries(isonoise_isa PRIVATE Vulkan::Vulkan isonoise_options nlohmann_json::nlohmann_json)
endif()
