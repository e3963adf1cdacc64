# Builds for 64-bit Windows with MinGW-w64 (Debian: g++-mingw-w64-x86-64-posix): the preset `windows`.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(mingw x86_64-w64-mingw32)
# The -posix variant has std::thread, which the other lacks in GCC 12. On other systems MinGW has one variant without a
# suffix.
find_program(ISONOISE_MINGW_C NAMES ${mingw}-gcc-posix ${mingw}-gcc REQUIRED)
find_program(ISONOISE_MINGW_CXX NAMES ${mingw}-g++-posix ${mingw}-g++ REQUIRED)
set(CMAKE_C_COMPILER ${ISONOISE_MINGW_C})
set(CMAKE_CXX_COMPILER ${ISONOISE_MINGW_CXX})
set(CMAKE_RC_COMPILER ${mingw}-windres)

# Searches libraries only in MinGW's folder, and programs such as glad only on the host.
set(CMAKE_FIND_ROOT_PATH /usr/${mingw})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} /usr/${mingw}/lib/pkgconfig)
set(ENV{PKG_CONFIG_PATH} "")

# Programs need no DLLs except those of Windows.
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(ZLIB_USE_STATIC_LIBS ON)

# Tests run under wine, which in Debian is not on PATH.
find_program(ISONOISE_WINE NAMES wine64 wine PATHS /usr/lib/wine)
if(ISONOISE_WINE)
    set(CMAKE_CROSSCOMPILING_EMULATOR ${ISONOISE_WINE})
endif()
