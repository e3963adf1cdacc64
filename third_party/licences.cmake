# cmake -DOUT=licences.txt -DROOT=isonoise -DSOURCES=build/sources -P licences.cmake: the licences of what isonoise.exe
# contains, as Debian's packages state them.
file(READ ${ROOT}/LICENSE text)
set(files "")
file(GLOB libraries RELATIVE ${SOURCES} ${SOURCES}/[!.]*)
list(REMOVE_ITEM libraries googletest)
foreach(library IN LISTS libraries)
    list(APPEND files ${library} ${SOURCES}/${library}/debian/copyright)
endforeach()
set(debian /usr/share/doc)
list(APPEND files zlib ${debian}/libz-mingw-w64-dev/copyright
    "Roboto, the font" ${debian}/fonts-roboto-unhinted/copyright
    MinGW-w64 ${debian}/mingw-w64-common/copyright
    "The Apache License 2.0" /usr/share/common-licenses/Apache-2.0)
while(files)
    list(POP_FRONT files name file)
    if(NOT EXISTS ${file})
        message(FATAL_ERROR "The licence of ${name} is missing: ${file}")
    endif()
    file(READ ${file} licence)
    string(REPEAT "=" 100 line)
    string(APPEND text "\n${line}\n${name}\n${line}\n\n${licence}")
endwhile()
file(WRITE ${OUT} "${text}")
