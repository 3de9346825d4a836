# The whole service on one machine, for amd64 and arm64: docker compose up
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# Debian's Chromium prints here. The one that npm brings is for Lambda.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && rm -rf node_modules/@sparticuz/chromium/bin

FROM node:24-bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends chromium && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
# A container may not create Chromium's sandbox. The container is a sandbox itself: no root, and no network for pages.
RUN echo 'export CHROMIUM_FLAGS="$CHROMIUM_FLAGS --no-sandbox"' > /etc/chromium.d/container
RUN useradd --system --create-home mail-service && install -d -o mail-service /data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY bin bin
COPY client client
COPY docs docs
COPY functions functions
COPY lib lib
COPY shared shared
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data CHROMIUM_PATH=/usr/bin/chromium
USER mail-service
VOLUME /data
EXPOSE 8787
HEALTHCHECK --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:8787/v1/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bin/start.ts"]
