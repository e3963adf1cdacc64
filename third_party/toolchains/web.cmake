# Builds for a browser's page with Emscripten (Debian: emscripten): the preset `web`.
find_program(ISONOISE_EMCC emcc REQUIRED)
file(REAL_PATH ${ISONOISE_EMCC} emcc)
cmake_path(GET emcc PARENT_PATH emscripten)
# Debian's path of the minifier that Emscripten calls.
set(CMAKE_CXX_LINKER_LAUNCHER ${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs)
include(${emscripten}/cmake/Modules/Platform/Emscripten.cmake)
# Native WebAssembly exceptions, which all browsers since 2022 support; exceptions through JavaScript halve the speed.
set(CMAKE_C_FLAGS_INIT "-fwasm-exceptions")
set(CMAKE_CXX_FLAGS_INIT "-fwasm-exceptions -include ${CMAKE_CURRENT_LIST_DIR}/web.hpp")
