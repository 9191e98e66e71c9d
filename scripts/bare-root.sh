#!/bin/sh
# Runs a command of this checkout on a bare machine: a fresh Debian in a folder, as root, with only Node, npm and
# git. Packages named in BARE_PACKAGES are installed too, without the packages that they recommend:
#
#   scripts/bare-root.sh npm test
#   BARE_PACKAGES="default-jdk-headless python3 postgresql-client" scripts/bare-root.sh npm test
#
# Needs root, debootstrap and the network. Runs the committed state. The root stays in BARE_ROOT (/var/tmp/basalt-bare
# and the names of the packages) for the next run; unmount its proc, dev/pts and dev/shm before removing it.
set -eu

checkout=$(cd "$(dirname "$0")/.." && pwd)
packages=${BARE_PACKAGES:-}
root=${BARE_ROOT:-/var/tmp/basalt-bare$(printf %s "${packages:+-$packages}" | tr ' ' '-')}

if [ ! -e "$root/.made" ]; then
  [ -e "$root/bin/sh" ] || debootstrap --variant=minbase --include="ca-certificates,git" bookworm "$root"
  [ -e "$root/proc/self" ] || mount -t proc proc "$root/proc"
  [ -z "$packages" ] || DEBIAN_FRONTEND=noninteractive chroot "$root" \
    sh -c "apt-get -qq update && apt-get -qq install -y --no-install-recommends $packages"
  # The Node and npm of this machine, because Debian's are too old.
  cp -L "$(command -v node)" "$root/usr/bin/node"
  npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
  mkdir -p "$root/usr/lib/node_modules"
  cp -a "$npm" "$root/usr/lib/node_modules/npm"
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/bin/npm"
  touch "$root/.made"
fi
[ -e "$root/proc/self" ] || mount -t proc proc "$root/proc"
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
[ -e "$root/etc/hosts" ] || echo "127.0.0.1 localhost" >"$root/etc/hosts"
mountpoint -q "$root/dev/pts" || { mkdir -p "$root/dev/pts"; mount -t devpts -o ptmxmode=666 devpts "$root/dev/pts"; }
[ -e "$root/dev/ptmx" ] || ln -s pts/ptmx "$root/dev/ptmx"
mountpoint -q "$root/dev/shm" || { mkdir -p "$root/dev/shm"; mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"; }
[ -d "$root/srv/basalt/.git" ] || git clone --quiet "$checkout" "$root/srv/basalt"
git -C "$root/srv/basalt" fetch --quiet "$checkout" HEAD
git -C "$root/srv/basalt" checkout --quiet --detach FETCH_HEAD

exec chroot "$root" env -i HOME=/root TERM=dumb LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt sh -c 'cd /srv/basalt && exec "$@"' sh "$@"
