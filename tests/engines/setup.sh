#!/usr/bin/env bash
# Installs the runners' requirements: Debian packages (a browser, Emscripten, translators, wine) and node_modules.
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
root=$(cd "$here/../.." && pwd)
. "$root/third_party/setup.sh"

packages="chromium emscripten glslang-tools spirv-tools spirv-cross libegl1 libgl1-mesa-dri libvulkan-dev libwaffle-1-0
mesa-vulkan-drivers
wine64 g++-mingw-w64-x86-64-posix"
# A node that is not Debian's has its own npm, which Debian's package would remove.
command -v node >/dev/null || packages="$packages nodejs"
command -v npm >/dev/null || packages="$packages npm"
command -v rustc >/dev/null || packages="$packages rustc"

mkdir -p "$root/build"
(
    if command -v flock >/dev/null; then flock 9; fi
    install_packages engines $packages
    if [ "$here/package-lock.json" -nt "$here/node_modules/.package-lock.json" ]; then
        say "installing node_modules"
        (cd "$here" && npm ci --loglevel=error) >"$root/build/npm.log" 2>&1 || {
            cat "$root/build/npm.log" >&2
            exit 1
        }
    fi
) 9>"$root/build/.lock" </dev/null
