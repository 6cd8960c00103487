# One image, two roles: ROLE=api answers requests, ROLE=worker collects with the headless Chromium. Redis stands apart.

FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --include=dev --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:20-bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium-headless-shell \
  && rm -rf /var/lib/apt/lists/*
ARG RELEASE_ID=
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 ROLE=api \
  CHROMIUM_PATH=/usr/bin/chromium-headless-shell RELEASE_ID=$RELEASE_ID
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/.cache/gazetteer.txt ./.cache/gazetteer.txt
USER node
EXPOSE 3000
# A worker listens on nothing: while its process lives, it is well.
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s CMD ["node", "-e", "process.env.ROLE === 'api' && fetch(`http://127.0.0.1:${process.env.PORT}/api`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["sh", "-c", "exec node --enable-source-maps \"dist/$ROLE/main.js\""]
