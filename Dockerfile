# One build, three images from it. The last is the service in one container: docker run -p 3000:3000 -v job-search:/data IMAGE.
# Of containers for each part, `service` is the API, workers without a browser and the demo board, `browser` workers that render pages;
# ROLE selects what they run, and Redis is a container of its own.

FROM node:24-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --include=dev --no-audit --no-fund
COPY . .
# Types, source maps of libraries and the compiler (an optional peer of a library) are of no use at run time: 80 MB.
RUN npm run build \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/typescript node_modules/@typescript \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

# Node alone: npm, yarn and the headers of the Node image are of no use at run time.
FROM debian:trixie-slim AS service
RUN apt-get update \
  && apt-get install -y --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
COPY --from=build /usr/local/bin/node /usr/local/bin/node
# HOME: the root file system is read-only, and Chromium needs a home directory it can write to.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 ADMIN_PORT=9100 ROLE=api HOME=/tmp
# How memory is given back to the system (shared/process/node-flags.ts).
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=262144 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/.cache/gazetteer.txt ./.cache/gazetteer.txt
COPY --from=build /app/docker/health.mjs ./docker/health.mjs
COPY --from=build /app/dist ./dist
# A volume that is mounted here for the first time gets this owner, and the sources file to which boards are added.
RUN install -d -o 1000 -g 1000 -m 700 /var/lib/job-search/segments
RUN install -d -o 1000 -g 1000 -m 700 /data && echo '{ "sources": [] }' > /data/sources.json && chown 1000:1000 /data/sources.json
USER 1000:1000
EXPOSE 3000 9100
# Liveness, not readiness: restarting an API while Redis is away repairs nothing.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["node", "docker/health.mjs", "live"]
# tini forwards signals and reaps the processes that Chromium leaves behind, also without --init.
ENTRYPOINT ["/usr/bin/tini", "-s", "--"]
# The flags of shared/process/node-flags.ts.
CMD ["sh", "-c", "exec node --enable-source-maps --max-semi-space-size=8 --heap-growing-percent=75 \"dist/$ROLE/main.js\""]
ARG RELEASE_ID=
ENV RELEASE_ID=$RELEASE_ID

FROM service AS browser
USER root
# The drivers of graphics cards (200 MB of Mesa and LLVM) and Vulkan's debugging layer are dependencies of the package only:
# headless Chromium draws in software. They are removed in the same layer, so they take no room in the image.
RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium-headless-shell \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /usr/lib/chromium/libVkLayer_* /usr/lib/*-linux-gnu/libLLVM* \
    /usr/lib/*-linux-gnu/libgallium* /usr/lib/*-linux-gnu/libz3.so* /usr/lib/*-linux-gnu/dri
ENV CHROMIUM_PATH=/usr/bin/chromium-headless-shell
USER 1000:1000

FROM browser AS one
USER root
RUN apt-get update \
  && apt-get install -y --no-install-recommends redis-server \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* \
  && echo '{ "redisServer": "/usr/bin/redis-server", "chromium": "/usr/bin/chromium-headless-shell" }' > .cache/runtime.json
COPY --from=build /app/docker/one-container.mjs ./docker/one-container.mjs
ENV ROLE=all DATA_DIR=/data CHROMIUM_SANDBOX=required
USER 1000:1000
VOLUME /data
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --start-interval=2s CMD ["node", "docker/health.mjs", "ready"]
CMD ["node", "docker/one-container.mjs"]
