# Packages, all in build/packages (docs/building.md): a .deb and a .tar.gz with the same files, for Windows a zip.
set(packages ${PROJECT_SOURCE_DIR}/build/packages)
set(made ${PROJECT_BINARY_DIR}/made)
set(ISONOISE_MAINTAINER "the isonoise authors <authors@isonoise.invalid>"
    CACHE STRING "Name and address of those who answer for the packages; distributors set theirs")
set(files "")
file(MAKE_DIRECTORY ${packages})

# isonoise_make(FILE DEPENDENCIES COMMAND...): a file that target `package` needs.
function(isonoise_make file dependencies)
    get_filename_component(folder ${made}/${file} DIRECTORY)
    file(MAKE_DIRECTORY ${folder})
    add_custom_command(OUTPUT ${made}/${file} COMMAND ${ARGN} DEPENDS ${dependencies} COMMENT "Making ${file}" VERBATIM)
    set(files ${files} ${made}/${file} PARENT_SCOPE)
endfunction()

if(WIN32)
    set(licences licences.txt)
    set(docs .)
else()
    set(licences copyright)
    set(docs ${CMAKE_INSTALL_DATADIR}/doc/isonoise)
endif()
isonoise_make(${licences} ${PROJECT_SOURCE_DIR}/third_party/licences.cmake
    ${CMAKE_COMMAND} -DOUT=${made}/${licences} -DROOT=${PROJECT_SOURCE_DIR} -DSOURCES=${ISONOISE_SOURCES}
    -DWINDOWS=$<BOOL:${WIN32}> -P ${PROJECT_SOURCE_DIR}/third_party/licences.cmake)
install(FILES ${made}/${licences} DESTINATION ${docs} COMPONENT app)

if(NOT WIN32)
    # The program generates its own manual page, completions and icons; a cross build needs a program that runs here.
    set(ISONOISE_MAKER "" CACHE FILEPATH "An isonoise of this version that runs on this machine; else the one built")
    set(maker ${ISONOISE_MAKER})
    if(NOT maker)
        set(maker $<TARGET_FILE:isonoise>)
    elseif(NOT EXISTS ${maker})
        message(FATAL_ERROR "${maker} is missing: first build the preset `package`, for this machine")
    endif()

    isonoise_make(changelog.gz "${PROJECT_SOURCE_DIR}/CHANGELOG.md;${PROJECT_SOURCE_DIR}/app/packaging/changelog.cmake"
        ${CMAKE_COMMAND} -DIN=${PROJECT_SOURCE_DIR}/CHANGELOG.md -DOUT=${made}/changelog -DVERSION=${PROJECT_VERSION}
        -DMAINTAINER=${ISONOISE_MAINTAINER} -P ${PROJECT_SOURCE_DIR}/app/packaging/changelog.cmake
        COMMAND gzip -9nf ${made}/changelog)
    install(FILES ${made}/changelog.gz DESTINATION ${docs} COMPONENT app)

    # From the program's own help.
    isonoise_make(isonoise.1.gz isonoise sh -c "${maker} generate man | gzip -9n >${made}/isonoise.1.gz")
    install(FILES ${made}/isonoise.1.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/man/man1 COMPONENT app)
    foreach(line IN ITEMS bash|bash-completion/completions|isonoise zsh|zsh/vendor-completions|_isonoise
                          fish|fish/vendor_completions.d|isonoise.fish)
        string(REPLACE "|" ";" line ${line})
        list(POP_FRONT line shell folder name)
        isonoise_make(${shell} isonoise sh -c "${maker} generate ${shell} >${made}/${shell}")
        install(FILES ${made}/${shell} DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder} RENAME ${name} COMPONENT app)
    endforeach()

    # The icon is a picture of noise. The smallest sizes have no room for contours.
    foreach(size IN ITEMS 16 22 24 32 48 64 128 256 512)
        set(contours 6)
        if(size LESS 32)
            set(contours 0)
        endif()
        isonoise_make(icon-${size}.png isonoise
            ${maker} render --scene map --octaves 2 --persistence 0.3 --span 2 --range -0.75,0.75 --seed 9
            --contours ${contours} --size ${size}x${size} -o ${made}/icon-${size}.png)
        install(FILES ${made}/icon-${size}.png RENAME isonoise.png COMPONENT app
            DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/${size}x${size}/apps)
    endforeach()
    install(FILES app/packaging/isonoise.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT app)
    install(FILES app/packaging/isonoise.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages COMPONENT app)
endif()
add_custom_target(isonoise_made ALL DEPENDS ${files})

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_FILE_NAME isonoise-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
if(WIN32)
    set(CPACK_GENERATOR ZIP)
    set(CPACK_PACKAGE_FILE_NAME isonoise-${PROJECT_VERSION}-windows-${CMAKE_SYSTEM_PROCESSOR})
    set(CPACK_INCLUDE_TOPLEVEL_DIRECTORY OFF)
endif()
set(CPACK_PACKAGE_DIRECTORY ${packages})
set(CPACK_INSTALL_CMAKE_PROJECTS ${PROJECT_BINARY_DIR} isonoise app /)
set(CPACK_PACKAGE_VENDOR "the isonoise authors")
set(CPACK_PACKAGE_CONTACT ${ISONOISE_MAINTAINER})
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION graphics)
if(CMAKE_SYSROOT)
    set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE ${ISONOISE_ARCHITECTURE})
    set(CPACK_DEBIAN_PACKAGE_DEPENDS "libc6 (>= 2.31), libgcc-s1")
else()
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
# Loaded on demand: without them, everything works on the CPU.
string(CONCAT CPACK_DEBIAN_PACKAGE_RECOMMENDS "libegl1, libgl1, libgl1-mesa-dri, libx11-6, libx11-xcb1, libxcursor1, "
    "libxi6, libxinerama1, libxrandr2, libxxf86vm1")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "ffmpeg, libvulkan1")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Perlin noise with the same bits on CPU and GPU")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "A viewer that shows noise in 1 to 4 dimensions as terrain, clouds,
planets and more, with all settings, and a command that writes pictures,
height maps, volumes and videos, prints the noise as code for game engines,
and checks that an OpenGL driver gives the same bits as the CPU.")
include(CPack)

# All packages: CPack's and, unless for another system or CPU, also the npm package and the page (which need node, npm
# and Emscripten).
add_custom_target(isonoise_packages
    COMMAND ${CMAKE_CPACK_COMMAND} --config ${PROJECT_BINARY_DIR}/CPackConfig.cmake
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${packages}/_CPack_Packages
    COMMENT "Packing the program"
    VERBATIM)
add_dependencies(isonoise_packages isonoise isonoise_made)
if(NOT WIN32 AND NOT CMAKE_CROSSCOMPILING)
    set(page isonoise-${PROJECT_VERSION}-page)
    add_custom_target(isonoise_npm
        COMMAND npm pack --loglevel=error --pack-destination=${packages}
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/bindings/npm
        COMMENT "Packing the npm package"
        VERBATIM)
    add_custom_target(isonoise_page
        COMMAND ${CMAKE_COMMAND} -E rm -rf ${made}/${page} ${packages}/${page}.zip
        COMMAND node ${PROJECT_SOURCE_DIR}/bindings/web/build.mjs ${made}/${page}
        COMMAND ${CMAKE_COMMAND} -E tar cf ${packages}/${page}.zip --format=zip ${page}
        WORKING_DIRECTORY ${made}
        COMMENT "Packing the page"
        VERBATIM)
    add_dependencies(isonoise_packages isonoise_npm isonoise_page)
endif()
