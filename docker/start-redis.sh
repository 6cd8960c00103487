#!/bin/sh
# Starts Redis with the arguments given and the password of the file that REDIS_PASSWORD_FILE names. When that file cannot be
# read or is empty, Redis does not start: it must not run open because a secret is missing. Without REDIS_PASSWORD_FILE
# it has no password.
set -eu
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
