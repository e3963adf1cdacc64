#!/usr/bin/env bash
# third_party/sources.sh: fetches the sources of the libraries in the packages for Windows and Linux from Debian's
# source packages into build/sources/NAME. NAME is the library's name in third_party/CMakeLists.txt. Needs dpkg-dev, but
# not root: it keeps its own package lists. Skips libraries that are already unpacked.
#
# third_party/sources.sh NAME=PACKAGE...: others instead.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
sources="$root/build/sources"

# NAME=package; versions are your Debian's, except for GLFW: before 3.4 it does not start without X11's library.
libraries="glm=glm hwy=highway glfw3=glfw3/trixie imgui=imgui fmt=fmtlib
nlohmann_json=nlohmann-json3 WebP=libwebp ZLIB=zlib OpenEXR=openexr Imath=imath kissfft=kissfft
meshoptimizer=meshoptimizer glslang=glslang googletest=googletest"
[ $# = 0 ] || libraries=$*

say() { echo "isonoise: $*" >&2; }
missing=""
for library in $libraries; do
    [ -d "$sources/${library%%=*}" ] || missing="$missing $library"
done
[ -n "$missing" ] || exit 0
for tool in apt-get dpkg-source; do
    command -v $tool >/dev/null || { say "$tool is missing: this script needs Debian or Ubuntu, and dpkg-dev"; exit 1; }
done

# The system's own mirrors, with sources enabled.
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
state="$sources/.apt"
mkdir -p "$state/lists" "$state/cache"
apt-get indextargets --format 'deb-src SIGNED $(REPO_URI) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' \
    'Origin: Debian' 'Component: main' | sort -u >"$state/sources.list"
keys=/usr/share/keyrings/debian-archive-keyring.gpg
[ -f $keys ] && signed="[signed-by=$keys]" || signed=""
sed -i "s|SIGNED|$signed|" "$state/sources.list"
[ "$release" = trixie ] || sed -n "s| $release main| trixie main|p" "$state/sources.list" >>"$state/sources.list"
[ -s "$state/sources.list" ] || { say "apt knows no mirror of Debian's; run apt-get update first"; exit 1; }
apt() {
    apt-get -qq -o Dir::State::lists="$state/lists" -o Dir::Cache="$state/cache" -o Dir::Etc::sourceparts=- \
        -o Dir::Etc::sourcelist="$state/sources.list" -o APT::Default-Release="/^$release/" "$@"
}
apt update

# fetch PACKAGE: falls back to the release's own version if a mirror lacks the security update.
fetch() {
    apt source --download-only --only-source "$1" 2>"$state/log" ||
        apt source --download-only --only-source "${1%/*}/$release" 2>>"$state/log" ||
        { cat "$state/log" >&2; return 1; }
}
for library in $missing; do
    name=${library%%=*} package=${library##*=}
    say "fetching $package"
    folder="$state/$name"
    rm -rf "$folder"
    mkdir "$folder"
    (cd "$folder" && fetch "$package")
    # No check: apt has verified the files against the signed lists.
    dpkg-source --no-check -x "$folder"/*.dsc "$folder/source" >"$state/log" 2>&1 || { cat "$state/log" >&2; exit 1; }
    mv "$folder/source" "$sources/$name"
    rm -r "$folder"
done
