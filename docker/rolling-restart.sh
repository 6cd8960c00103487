#!/bin/sh
# sh docker/rolling-restart.sh [SERVICE]      SERVICE: api (default), worker or worker-browser
#
# Replaces each container of a service by a new one, made from the present image and settings: starts the new one, waits
# until it is healthy, then stops the old one (SIGTERM, which lets it finish its requests or hand back its jobs).
set -eu
cd "$(dirname "$0")/.."
service=${1:-api}
wait_seconds=${WAIT_SECONDS:-90}

old=$(docker compose ps --quiet "$service")
if [ -z "$old" ]; then
  echo "No container of the service \"$service\" runs; start it with docker compose up." >&2
  exit 1
fi
count=$(echo "$old" | wc -l)

for container in $old; do
  docker compose up --detach --no-deps --no-recreate --no-build --scale "$service=$((count + 1))" "$service"
  for new in $(docker compose ps --quiet "$service"); do
    waited=0
    while [ "$(docker inspect --format '{{.State.Health.Status}}' "$new")" != healthy ]; do
      if [ "$waited" -ge "$wait_seconds" ]; then
        echo "$new is not healthy after $wait_seconds s; see: docker logs $new. The old containers go on." >&2
        exit 1
      fi
      sleep 1
      waited=$((waited + 1))
    done
  done
  # The proxy asks Docker's DNS and each API once a second (docker/haproxy.cfg).
  sleep 4
  docker stop --time 20 "$container" >/dev/null
  docker rm "$container" >/dev/null
  echo "$service: $container replaced"
done
