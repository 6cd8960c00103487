#!/bin/sh
# Starts Redis with the arguments given and the password of the file that REDIS_PASSWORD_FILE names. When that file cannot be
# read or is empty, Redis does not start: it must not run open because a secret is missing. Without REDIS_PASSWORD_FILE
# it has no password.
#
# A backup is restored by putting its dump.rdb into an empty data folder (--dir). With an append-only file Redis does not read
# dump.rdb, so it is made the base of the first one (https://redis.io/docs/latest/operate/oss_and_stack/management/persistence/).
set -eu
folder=.
previous=
for argument in "$@"; do
  [ "$previous" = --dir ] && folder=$argument
  previous=$argument
done
if [ -f "$folder/dump.rdb" ] && [ ! -e "$folder/appendonlydir" ]; then
  # Renamed only when complete: a start that is interrupted here begins again.
  rm -rf "$folder/restoring"
  mkdir "$folder/restoring"
  cp "$folder/dump.rdb" "$folder/restoring/appendonly.aof.1.base.rdb"
  echo 'file appendonly.aof.1.base.rdb seq 1 type b' > "$folder/restoring/appendonly.aof.manifest"
  mv "$folder/restoring" "$folder/appendonlydir"
  mv "$folder/dump.rdb" "$folder/dump.rdb.restored"
  echo "Restored $folder/dump.rdb; it is dump.rdb.restored now, and may be deleted." >&2
fi
if [ -z "${REDIS_PASSWORD_FILE:-}" ]; then
  exec redis-server "$@"
fi
password=$(cat "$REDIS_PASSWORD_FILE") || password=
if [ -z "$password" ]; then
  echo "REDIS_PASSWORD_FILE=$REDIS_PASSWORD_FILE cannot be read or is empty. Redis does not start without its password." >&2
  exit 1
fi
escaped=$(printf '%s' "$password" | sed 's/[\\"]/\\&/g')
# Passed on standard input, so that the process list does not show it.
exec redis-server - "$@" <<EOF
requirepass "$escaped"
EOF
