# One image, two roles: ROLE=api answers requests, ROLE=worker collects with the headless Chromium. Redis stands apart.

FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --include=dev --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:20-bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium-headless-shell tini \
  && rm -rf /var/lib/apt/lists/*
ARG RELEASE_ID=
# HOME: the root is read-only, and Chromium looks for a home it can write to.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 ADMIN_PORT=9100 ROLE=api HOME=/tmp \
  CHROMIUM_PATH=/usr/bin/chromium-headless-shell RELEASE_ID=$RELEASE_ID
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/.cache/gazetteer.txt ./.cache/gazetteer.txt
COPY --from=build /app/docker/health.mjs ./docker/health.mjs
USER 1000:1000
EXPOSE 3000 9100
# Whether the process lives, not whether it is ready: who restarts an API because Redis is away mends nothing.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["node", "docker/health.mjs", "live"]
# tini hands signals on and buries what Chromium leaves behind, also where nobody gives --init.
ENTRYPOINT ["/usr/bin/tini", "-s", "--"]
# An API needs no more than half of V8's usual young generation (shared/process/node-flags.ts).
CMD ["sh", "-c", "test \"$ROLE\" = api && young=--max-semi-space-size=8; exec node --enable-source-maps $young \"dist/$ROLE/main.js\""]
