#!/usr/bin/env bash
# third_party/sysroot.sh ARCHITECTURE: unpacks into build/sysroots/ARCHITECTURE what packages are linked against
# (third_party/toolchains/linux.cmake): the C library of Debian 11, so that older systems run them too, and X11's
# headers. ARCHITECTURE is Debian's name, such as amd64 or arm64.
# third_party/sysroot.sh ARCHITECTURE NAME PACKAGE...: unpacks these packages of this system's release, and what they
# depend on, into build/sysroots/ARCHITECTURE-NAME.
# Needs no root and changes nothing in dpkg: it keeps package lists of its own. Does nothing for an unpacked folder.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
say() { echo "isonoise: $*" >&2; }
architecture=$1 own=$(. /etc/os-release && echo "$VERSION_CODENAME")
if [ $# = 1 ]; then
    folder="$root/build/sysroots/$1" release=bullseye
    case $1 in s390x | ppc64el) release=bookworm ;; riscv64) release=trixie ;; esac  # the oldest on mirrors
    set -- libc6-dev libgcc-s1 libx11-dev libxcursor-dev libxi-dev libxinerama-dev libxrandr-dev
else
    folder="$root/build/sysroots/$1-$2" release=$own
    shift 2
fi
made="$release $*"
[ "$(cat "$folder/.made" 2>/dev/null)" != "$made" ] || exit 0
for tool in apt-get dpkg-deb; do
    command -v $tool >/dev/null || { say "$tool is missing: this script needs Debian or Ubuntu"; exit 1; }
done

rm -rf "$folder"
state="$folder/.apt"
mkdir -p "$state/lists" "$state/cache"
# The system's own mirrors, for another release and architecture.
keys=/usr/share/keyrings/debian-archive-keyring.gpg
[ -f $keys ] && signed="[signed-by=$keys]" || signed=""
apt-get indextargets --format "deb $signed \$(REPO_URI) \$(CODENAME) \$(COMPONENT)" 'Created-By: Packages' \
    'Origin: Debian' 'Component: main' | sort -u | sed -n "s/ $own main\$/ $release main/p" >"$state/sources.list"
[ -s "$state/sources.list" ] || { say "apt knows no mirror of Debian's; run apt-get update first"; exit 1; }
apt() {
    apt-get -qq -o APT::Architecture="$architecture" -o APT::Architectures="$architecture" -o Debug::NoLocking=1 \
        -o Dir::State="$state" -o Dir::State::status=/dev/null -o Dir::State::lists="$state/lists" \
        -o Dir::Cache="$state/cache" -o Dir::Etc::sourceparts=- -o Dir::Etc::sourcelist="$state/sources.list" \
        -o Dir::Etc::preferencesparts=- "$@"
}
say "fetching packages of $release for $architecture"
{ apt update && apt install --download-only --no-install-recommends -y "$@"; } >"$folder/.log" 2>&1 ||
    { cat "$folder/.log" >&2; say "cannot fetch packages of $release for $architecture"; exit 1; }
for package in "$state"/cache/archives/*.deb; do
    dpkg-deb -x "$package" "$folder"
done
rm -rf "$state" "$folder/.log"
[ -e "$folder/lib" ] || ln -s usr/lib "$folder/lib"  # from trixie on, only base-files has this link
# Absolute links would point outside the folder.
find "$folder" -type l -lname '/*' | while IFS= read -r link; do
    ln -sfn "$(realpath -ms --relative-to="$(dirname "$link")" "$folder$(readlink "$link")")" "$link"
done
if [ $release = bullseye ]; then
    # Adds the functions that gcc 12's C++ library expects of newer C libraries to the statically linked part of the C
    # library.
    triplet=$(basename "$(dirname "$(find "$folder/usr/lib" -name crt1.o)")")
    for compiler in "$triplet-gcc" gcc; do command -v $compiler >/dev/null && break; done
    $compiler -O2 -fPIC -c "$root/third_party/newer_glibc.c" -o "$folder/newer_glibc.o"
    ar r "$folder/usr/lib/$triplet/libc_nonshared.a" "$folder/newer_glibc.o"
    rm "$folder/newer_glibc.o"
fi
echo "$made" >"$folder/.made"
