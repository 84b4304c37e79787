#!/bin/sh
# Installs or upgrades Notegraph as a service of systemd. Run it as root in a checkout:
#   sudo deploy/install.sh
# Each run installs what is checked out as a release of its own. If the new release does not come up, the one before is put back.
# docs/operations/upgrade.md has what is promised.
#   --release FOLDER  installs a folder that `pnpm deploy` made, instead of a build of this checkout
#   --user NAME       the user of the service; `notegraph` by default
#   --wait SECONDS    how long a release may take to come up; 120 by default
# DESTDIR puts everything below another folder, and leaves users alone. SYSTEMCTL names another program than systemctl.
set -eu

checkout=$(cd "$(dirname "$0")/.." && pwd)
root=${DESTDIR:-}
systemctl=${SYSTEMCTL:-systemctl}
user=notegraph
wait=120
from=
keep=3

say() { echo "install.sh: $*"; }
fail() {
	echo "install.sh: $*" >&2
	exit 1
}

while [ $# -gt 0 ]; do
	[ $# -gt 1 ] || fail "$1 needs a value, or is no option. The first lines of this file list the options."
	case $1 in
	--release) from=$2 ;;
	--user) user=$2 ;;
	--wait) wait=$2 ;;
	*) fail "There is no option $1. The first lines of this file list the options." ;;
	esac
	shift 2
done

[ -n "$root" ] || [ "$(id -u)" = 0 ] || fail "Run this as root: sudo $0"
command -v "$systemctl" >/dev/null || fail "This machine has no systemd. See docs/operations/installing.md for a container."
[ "$(uname -s)" = Linux ] || fail "This is for Linux. See docs/operations/installing.md for a container."

opt=$root/opt/notegraph
settings=$root/etc/notegraph.env
data=$root/var/lib/notegraph

commit() { git -C "$checkout" -c safe.directory="$checkout" rev-parse --short=12 HEAD 2>/dev/null || echo unknown; }

# --- The release, in a folder of its own: nothing that runs changes before it is complete.

build_release() {
	command -v node >/dev/null && command -v npm >/dev/null ||
		fail "Install Node 20 or newer with npm first. Notegraph brings a newer Node for itself."
	cd "$checkout"
	node scripts/run.mjs setup
	PATH=$checkout/node_modules/.bin:$PATH npm exec --yes -p "$(node -p 'require("./package.json").packageManager')" -- \
		pnpm --filter @notegraph/cli --prod --no-optional --config.inject-workspace-packages=true deploy "$1"
	# The service runs with the Node that it was tested with, whatever the machine has.
	mkdir -p "$1/bin"
	cp -L "$(PATH=$checkout/node_modules/.bin:$PATH node -p process.execPath)" "$1/bin/node"
	commit >"$1/build.txt"
}

mkdir -p "$opt/releases"
rm -rf "$opt"/releases/*.part # of a run that was killed
name=$(date -u +%Y%m%dT%H%M%SZ)
while [ -e "$opt/releases/$name" ]; do name=$name+; done
new=$opt/releases/$name
stopped=
at_exit() {
	rm -rf "$new.part"
	[ -z "$stopped" ] || "$systemctl" start notegraph || true
}
trap at_exit EXIT
# A closed terminal must not leave the server stopped.
trap 'exit 1' HUP INT TERM
if [ -n "$from" ]; then
	[ -f "$from/dist/main.js" ] && [ -x "$from/bin/node" ] || fail "$from is no release: it has no dist/main.js or no bin/node."
	cp -R "$from" "$new.part"
else
	build_release "$new.part"
fi
chmod -R go-w,a+rX "$new.part"
version=$("$new.part/bin/node" "$new.part/dist/main.js" --version) ||
	fail "The new release does not start. Nothing was changed."
sed "s/^\(User\|Group\)=.*/\1=$user/" "$checkout/deploy/notegraph.service" >"$new.part/notegraph.service"
mv "$new.part" "$new"

# --- The user, folders, settings and command. A later run keeps the settings.

own() { [ -n "$root" ] || chown "$user:$user" "$@"; }
if [ -z "$root" ] && ! id "$user" >/dev/null 2>&1; then
	useradd --system --user-group --home-dir /var/lib/notegraph --shell /usr/sbin/nologin "$user"
fi
for folder in "$data" "$data-key" "$data-backups"; do
	[ -d "$folder" ] || mkdir -p -m 0700 "$folder"
	own "$folder"
done
mkdir -p "$root/etc/systemd/system" "$root/usr/local/bin"
if [ ! -e "$settings" ]; then
	(umask 077 && cp "$checkout/deploy/notegraph.env.example" "$settings")
	say "Wrote $settings. Change the address in it, then run: systemctl restart notegraph"
fi
# Each file is written beside its place: a run that is killed leaves the one before, or the new one.
put() {
	cat >"$2.new"
	chmod "$1" "$2.new"
	mv -f "$2.new" "$2"
}

# The command runs as the user of the service and with its settings, so that its files belong to the service.
put 0755 "$root/usr/local/bin/notegraph" <<COMMAND
#!/bin/sh
# Written by deploy/install.sh of Notegraph.
set -eu
if [ -z "$root" ] && [ "\$(id -u)" != 0 ] && [ "\$(id -un)" != "$user" ]; then
	echo "notegraph: run this as root: sudo notegraph \$*" >&2
	exit 1
fi
release="$opt/\${notegraph_release:-current}"
# Values of the unit first: those of the file win, as with systemd.
export NODE_ENV=production NOTEGRAPH_DATA="$data" NOTEGRAPH_SECRET_KEY_FILE="$data-key/secret.key" NOTEGRAPH_BACKUP_FOLDER="$data-backups"
if [ -r "$settings" ]; then
	while IFS= read -r line || [ -n "\$line" ]; do
		case \$line in
		[A-Z]*=*)
			value=\${line#*=}
			case \$value in
			\"*\") value=\${value#\"} && value=\${value%\"} ;;
			\'*\') value=\${value#\'} && value=\${value%\'} ;;
			esac
			export "\${line%%=*}=\$value"
			;;
		esac
	done <"$settings"
fi
if [ -z "$root" ] && [ "\$(id -u)" = 0 ]; then
	exec runuser -u "$user" -- "\$release/bin/node" "\$release/dist/main.js" "\$@"
fi
exec "\$release/bin/node" "\$release/dist/main.js" "\$@"
COMMAND
notegraph=$root/usr/local/bin/notegraph

# --- The change of the release, with a way back.

setting() { sed -n "s/^$1=//p" "$settings" | tail -n 1 | tr -d "\"'"; }
port=$(setting NOTEGRAPH_PORT)
host=$(setting NOTEGRAPH_HOST)
case ${host:-0.0.0.0} in 0.0.0.0 | ::) host=127.0.0.1 ;; *:*) host="[$host]" ;; esac
ready="http://$host:${port:-8787}"

# Waits for so many seconds at most.
is_up() {
	"$opt/current/bin/node" -e '
		const [ready, seconds] = process.argv.slice(1)
		const end = Date.now() + seconds * 1000
		const ask = async () => {
			const is = await fetch(`${ready}/readyz`, { signal: AbortSignal.timeout(5000) }).then(({ ok }) => ok, () => false)
			if (is) process.exit(0)
			if (Date.now() > end) process.exit(1)
			setTimeout(ask, 250)
		}
		ask()' "$ready" "$1"
}
# The command with the release before.
earlier() { notegraph_release="releases/$before" "$notegraph" "$@"; }
# Each account has a database of its own, whose layout may have changed alone.
reads_data() {
	accounts=$(earlier account list) || return 1
	for id in $(printf '%s\n' "$accounts" | cut -d ' ' -f 1); do earlier account show -- "$id" >/dev/null || return 1; done
}
unit=$root/etc/systemd/system/notegraph.service
# Each release has its unit. A rename replaces the link in one step.
use() {
	[ ! -e "$opt/releases/$1/notegraph.service" ] || put 0644 "$unit" <"$opt/releases/$1/notegraph.service"
	"$systemctl" daemon-reload
	ln -sfn "releases/$1" "$opt/current.new" && mv -Tf "$opt/current.new" "$opt/current"
}

before=
[ -L "$opt/current" ] && before=$(basename "$(readlink "$opt/current")")
# The unit of an earlier script, or one that was changed by hand, comes back with its release.
[ -z "$before" ] || [ ! -e "$unit" ] || put 0644 "$opt/releases/$before/notegraph.service" <"$unit"
backup=
# A run that was killed may have left a release that does not come up. Then the way back is the newest one that did, with its data.
came_up=$(ls -d "$opt"/releases/*/came-up 2>/dev/null | tail -n 1)
if [ -n "$before" ] && [ -n "$came_up" ] && [ ! -e "$opt/releases/$before/came-up" ]; then
	is_up 0 || "$systemctl" start notegraph || true
	old=$data-backups/before-$before
	if is_up "$wait"; then
		: >"$opt/releases/$before/came-up"
	# An older backup lacks what people may have written since.
	elif [ ! -e "$old" ] || [ -n "$(find "$old" -maxdepth 0 -mmin -60)" ]; then
		[ ! -e "$old" ] || backup=$old
		before=$(basename "$(dirname "$came_up")")
	fi
fi
if [ -n "$before" ]; then
	stopped=yes
	"$systemctl" stop notegraph || true
fi
if [ -n "$before" ] && [ -z "$backup$(setting NOTEGRAPH_DATABASE_URL)" ] && [ -e "$data/accounts.sqlite" ]; then
	# The new release may change the layout of the data, which the one before then refuses. Nothing is written meanwhile.
	backup=$data-backups/before-$name
	if ! "$notegraph" backup "$backup"; then
		fail "No backup could be made, so the release before runs on. The new one is in $new."
	fi
fi

use "$name"
"$systemctl" enable notegraph
"$systemctl" restart notegraph || true
stopped=
if is_up "$wait"; then
	: >"$new/came-up"
	say "Notegraph $version runs at $ready."
	for old in "$opt"/releases/2*Z*; do
		[ -e "$old/came-up" ] || [ "$old" = "$opt/releases/$before" ] || rm -rf "$old"
	done
	# The releases and backups before are kept, for a way back by hand.
	for kept in releases:"$opt/releases/" backups:"$data-backups/before-"; do
		folder=${kept#*:}
		ls -d "$folder"2*Z* 2>/dev/null | sort -r | tail -n "+$((keep + 1))" | while IFS= read -r old; do
			[ "$old" = "$new" ] || rm -rf "$old"
		done
	done
	exit 0
fi

echo "install.sh: Notegraph $version did not come up within $wait seconds. Its last lines:" >&2 || true
[ -n "$root" ] || journalctl -u notegraph -n 20 --no-pager >&2 || true
[ -n "$before" ] || fail "Mend the cause, such as a wrong value in $settings, and run: systemctl restart notegraph"
# The way back ends with a server that runs, also if the terminal is closed.
trap '' HUP INT TERM
stopped=yes
"$systemctl" stop notegraph || true
# The release before starts at a boot only once it reads the data.
if [ -n "$backup" ] && ! reads_data; then
	say "The release before does not read the data as it is now. Restoring the backup of before." || true
	earlier restore "$backup" --keep-access || fail "The restore failed. The backup is in $backup."
fi
use "$before"
"$systemctl" restart notegraph || true
stopped=
is_up "$wait" || fail "The release before does not come up either. See: journalctl -u notegraph"
fail "The release before runs again. The new one is in $new."
