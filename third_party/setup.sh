# For ./run and ./test: installs missing packages and builds. All messages go to standard error. Expects $root, the
# repository; sets $build, the build folder.

packages_run="g++ cmake ninja-build pkg-config python3-glad libglfw3-dev libglm-dev libhwy-dev libimgui-dev
nlohmann-json3-dev libfmt-dev libwebp-dev libopenexr-dev libkissfft-dev libmeshoptimizer-dev zlib1g-dev
glslang-dev fonts-roboto-unhinted libegl1 libgl1 libgl1-mesa-dri"
packages_test="$packages_run libgtest-dev libpng-dev glslang-tools mesa-vulkan-drivers libxtst-dev locales xvfb
xdotool"
packages_asan="clang libclang-rt-dev"
packages_fuzz="$packages_run $packages_asan libpng-dev"
# In addition to those of test. Debian's npm package is removed by a nodejs from elsewhere, which has its own npm.
packages_all="admesh clang debootstrap desktop-file-utils dpkg-dev ffmpeg file g++-aarch64-linux-gnu
g++-arm-linux-gnueabihf g++-mingw-w64-x86-64-posix g++-powerpc64le-linux-gnu g++-riscv64-linux-gnu g++-s390x-linux-gnu
libclang-rt-dev libvulkan-dev libxcursor-dev libxi-dev libxinerama-dev libxrandr-dev libz-mingw-w64-dev lintian mandoc
mono-mcs mono-runtime munge ocl-icd-opencl-dev parallel pocl-opencl-icd python3-astropy python3-clang python3-dask
python3-dev python3-distributed python3-gdal python3-hypothesis python3-mypy python3-numpy python3-pandas python3-pytest
python3-setuptools python3-venv python3-wheel python3-xarray python3-zarr qemu-user slic3r slurm-wlm spirv-cross tcc
unzip valgrind wine64"
packages_web="cmake ninja-build dpkg-dev emscripten"
command -v node >/dev/null || packages_web="$packages_web nodejs"
command -v node >/dev/null || packages_all="$packages_all nodejs"
command -v rustc >/dev/null || packages_all="$packages_all rustc"

preset=${ISONOISE_PRESET:-release}
build="$root/build/$preset"

# Uses a compiler cache if there is one; it works across folders.
if command -v ccache >/dev/null; then
    export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
    export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime  # for precompiled headers
    # By all contents, comments included: gcc includes a header of a cached precompiled one again if its text differs.
    export CCACHE_DEPEND=1
fi

say() { echo "isonoise: $*" >&2; }

# progress LABEL: shows the progress of ninja or apt-get (from status lines on standard input), on a single line of a
# terminal, elsewhere in steps of a fifth. Passes on all other lines, e.g. errors.
progress() {
    local label=$1 line share shown=0 clear=$'\r\e[K'
    while IFS= read -r line; do
        if [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\  ]]; then
            share=$((100 * BASH_REMATCH[1] / BASH_REMATCH[2]))
        elif [[ $line =~ ^(dl|pm)status:[^:]*:([0-9]+) ]]; then
            share=${BASH_REMATCH[2]}
            [ "${BASH_REMATCH[1]}" = dl ] && label=downloading || label=$1
        elif [[ $line = "ninja: Entering"* ]]; then
            continue
        else
            [ -t 2 ] && printf %s "$clear" >&2
            printf '%s\n' "$line" >&2
            continue
        fi
        if [ -t 2 ]; then
            printf '%sisonoise: %s, %d %%' "$clear" "$label" "$share" >&2
        elif [ "$share" -ge $((shown + 20)) ]; then
            shown=$((share / 20 * 20))
            say "$label, $shown %"
        fi
        [ "$share" -lt "$shown" ] && shown=0
    done
    [ -t 2 ] && printf %s "$clear" >&2
    return 0
}

# installed NAME PACKAGE...: true if NAME's stamp contains this list.
installed() {
    local stamp="$root/build/.packages-$1" list
    shift
    [ -f "$stamp" ] && read -r list <"$stamp" && [ "$list" = "$*" ]
}

# install_packages NAME PACKAGE...: installs packages and leaves a stamp, so that each list is installed once.
install_packages() {
    installed "$@" && return
    local stamp="$root/build/.packages-$1" missing="" name
    shift
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        say "this is not Debian or Ubuntu: please install these packages, under your system's names:"
        say "  $*"
        return
    fi
    for name in "$@"; do
        dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing="$missing $name"
    done
    if [ -n "$missing" ]; then
        local sudo=""
        if [ "$(id -u)" != 0 ]; then
            if ! command -v sudo >/dev/null; then
                say "please install these packages:$missing"
                return
            fi
            sudo=sudo
        fi
        say "installing packages:$missing"
        if ! { $sudo apt-get update -qq >"$root/build/packages.log" 2>&1 &&
               $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
                   -o Dpkg::Use-Pty=0 -o APT::Status-Fd=3 $missing 3>&1 >>"$root/build/packages.log" 2>&1 |
                   progress installing; }; then
            tail -n 20 "$root/build/packages.log" >&2
            say "could not install packages (see build/packages.log); continuing without them"
            return
        fi
    fi
    echo "$*" >"$stamp"
}

# configured TESTS, built TARGET...: true if there is nothing left to do. TESTS is ON or OFF.
configured() {
    [ -f "$build/build.ninja" ] &&
        { [ "$1" = OFF ] || grep -q '^ISONOISE_TESTS:BOOL=ON' "$build/CMakeCache.txt"; }
}
built() { [[ $(ninja -C "$build" -n "$@" 2>/dev/null) = *"no work to do"* ]]; }

# build TESTS TARGET...
build() {
    local tests=$1
    shift
    command -v cmake >/dev/null || { say "cmake is missing"; return 1; }
    if ! configured "$tests"; then
        say "configuring"
        (cd "$root" && cmake --preset "$preset" -DISONOISE_TESTS="$tests") >"$root/build/configure.log" 2>&1 || {
            cat "$root/build/configure.log" >&2
            return 1
        }
    fi
    if ! built "$@"; then
        say "building"
        NINJA_STATUS="[%f/%t] " ninja -C "$build" "$@" 2>&1 | progress building
    fi
}

# setup run|test|all|fuzz|fuzz_tools|web: installs and builds; only one process at a time. Silent and fast if there is
# nothing to do.
setup() {
    local names=$1 tests=ON targets=all missing="" name list
    case $1 in
        run) tests=OFF targets=isonoise ;;
        all) names="test all" targets="all isonoise_long" ;;
        fuzz) tests=OFF targets=isonoise_fuzzers ;;
        fuzz_tools) names=fuzz targets="" ;;
        web) targets="" ;;
    esac
    [ "$preset" != asan ] || names="$names asan"
    for name in $names; do
        list=packages_$name
        installed "$name" ${!list} || missing="$missing $name"
    done
    [ -z "$missing" ] && { [ -z "$targets" ] || { configured "$tests" && built $targets; }; } && return

    [ -d "$root/build" ] || mkdir -p "$root/build"
    (
        if command -v flock >/dev/null; then flock 9; fi
        for name in $missing; do
            list=packages_$name
            install_packages "$name" ${!list}
        done
        [ -z "$targets" ] || build "$tests" $targets
    ) 9>"$root/build/.lock" </dev/null
}
