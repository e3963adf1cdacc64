# Defines `cmake --install` in two components: core (library, headers, CMake package, shaders) and app.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(share ${CMAKE_INSTALL_DATADIR}/isonoise)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/isonoise)

install(TARGETS isonoise_core EXPORT isonoise
    ARCHIVE COMPONENT core
    FILE_SET HEADERS COMPONENT core
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})  # for users whose CMake has no file sets
if(ISONOISE_BATCH)
    install(TARGETS isonoise_batch isonoise_function EXPORT isonoise
        ARCHIVE COMPONENT core
        FILE_SET HEADERS COMPONENT core
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endif()
if(ISONOISE_C)
    install(TARGETS isonoise_c EXPORT isonoise
        LIBRARY COMPONENT core
        FILE_SET HEADERS COMPONENT core
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    file(RELATIVE_PATH up /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)  # so that an installation may be moved
    configure_file(${CMAKE_CURRENT_LIST_DIR}/isonoise.pc.in ${PROJECT_BINARY_DIR}/package/isonoise.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/package/isonoise.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT core)
endif()
install(EXPORT isonoise FILE isonoiseTargets.cmake NAMESPACE isonoise:: DESTINATION ${package} COMPONENT core)
set(shader_dir ${share}/shaders)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/isonoiseConfig.cmake.in
    ${PROJECT_BINARY_DIR}/package/isonoiseConfig.cmake INSTALL_DESTINATION ${package} PATH_VARS shader_dir)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/isonoiseConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)  # until 1.0
install(FILES
    ${PROJECT_BINARY_DIR}/package/isonoiseConfig.cmake ${PROJECT_BINARY_DIR}/package/isonoiseConfigVersion.cmake
    DESTINATION ${package} COMPONENT core)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/shaders/isonoise DESTINATION ${shader_dir} COMPONENT core
    FILES_MATCHING PATTERN "*.glsl")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/shaders/snippets DESTINATION ${shader_dir} COMPONENT core)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT core)

if(ISONOISE_APP)
    if(ISONOISE_PACKAGE AND WIN32)  # a flat zip
        set(CMAKE_INSTALL_BINDIR .)
        set(share .)
    endif()
    install(TARGETS isonoise RUNTIME COMPONENT app)
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/app/presets DESTINATION ${share} COMPONENT app
        FILES_MATCHING PATTERN "*.json")
    if(ISONOISE_PACKAGE)
        include(app/packaging/package.cmake)
    else()
        install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT app)
    endif()
endif()
