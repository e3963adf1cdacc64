# For .ci/fresh and tests/packages/run: a minimal Debian in a temporary folder. The mirror and other package settings
# come from this machine's apt configuration. Expects skip MESSAGE, which must exit.

# make_chroot SUITE: creates a chroot, sets $chroot to it, and removes it at exit.
make_chroot() {
    [ "$(id -u)" = 0 ] || skip "it needs root"
    if ! command -v debootstrap >/dev/null; then
        apt-get update -qq >/dev/null 2>&1 && apt-get install -y -qq debootstrap >/dev/null 2>&1 ||
            skip "no debootstrap"
    fi
    local own mirror file
    read -r mirror own < <(apt-get indextargets --format '$(SITE) $(CODENAME)' 'Created-By: Packages' 'Origin: Debian' \
        2>/dev/null | grep -v -- - || true) || skip "apt knows no mirror of Debian"
    chroot=$(mktemp -d)
    trap remove_chroot EXIT
    chmod 755 "$chroot"  # like any root folder, so that users other than root can enter
    debootstrap --variant=minbase "$1" "$chroot" "$mirror" >"$chroot.log" 2>&1 || {
        tail -n 5 "$chroot.log"
        skip "debootstrap makes no $1 here"
    }
    rm -f "$chroot.log"
    echo force-unsafe-io >"$chroot/etc/dpkg/dpkg.cfg.d/unsafe"  # nobody needs it after a power failure
    mount -t proc proc "$chroot/proc" 2>/dev/null && mount --rbind /dev "$chroot/dev" 2>/dev/null &&
        mount --make-rslave "$chroot/dev" || skip "no mounts here"
    for file in /etc/apt/apt.conf.d /etc/apt/auth.conf.d /etc/apt/sources.list.d /etc/apt/sources.list \
                /etc/apt/keyrings /etc/resolv.conf /etc/hosts /etc/ssl/certs /usr/share/keyrings \
                /usr/share/ca-certificates /usr/local/share/ca-certificates; do
        [ -e "$file" ] && mkdir -p "$chroot$(dirname "$file")" &&
            cp -aL "$file" "$chroot$(dirname "$file")/" 2>/dev/null || true
    done
    for file in "$chroot"/etc/apt/sources.list "$chroot"/etc/apt/sources.list.d/*; do
        [ ! -f "$file" ] || sed -i "s/\b$own\b/$1/g" "$file"
    done
}

remove_chroot() {
    local at
    for at in proc dev; do mountpoint -q "$chroot/$at" && umount -l "$chroot/$at"; done
    rm -rf --one-file-system "$chroot" "$chroot.log"
}

# inside COMMAND...: runs a command in the chroot, as root without this machine's environment.
inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 chroot "$chroot" "$@"; }
