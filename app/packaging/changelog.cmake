# cmake -DIN=CHANGELOG.md -DOUT=changelog -DVERSION=... -DMAINTAINER=... -P changelog.cmake: in Debian's form.
file(READ ${IN} text)
string(REGEX REPLACE "^.*\n## ${VERSION}[^\n]*\n" "" text "${text}")
string(REGEX REPLACE "\n## .*" "" text "${text}")
string(REGEX REPLACE "\n([^-\n ])" "\n- \\1" text "${text}")  # a paragraph's first line; the next ones become entries
string(REPLACE "\n  " "\n    " text "${text}")
string(REPLACE "\n- " "\n  * " text "${text}")
string(REGEX REPLACE "\n\n+" "\n" text "${text}")
string(STRIP "${text}" text)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${OUT} "isonoise (${VERSION}) unstable; urgency=medium\n\n  ${text}\n\n -- ${MAINTAINER}  ${date}\n")
