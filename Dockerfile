# The packages include the runtime: `node_modules/.bin/node`. The Node.js of this stage only runs npm.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
# Speeds up the first start, and removes what only compilers need. The files contain no secrets, and the program runs as another user than this stage.
COPY src ./src
RUN node_modules/.bin/node src/app/prepare.ts && chmod --recursive a+rX node_modules/.cache

FROM debian:bookworm-slim
WORKDIR /app
# The program writes nothing but DATA_DIR. Named volumes take over the owner of the folder.
RUN install --directory --owner=10001 --group=10001 --mode=0700 /data
VOLUME ["/data"]
# The code belongs to root, so that the program cannot change it.
COPY --from=packages /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY src ./src
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
EXPOSE 4000
USER 10001:10001
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node_modules/.bin/node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without a shell, Node.js is process 1 and receives SIGTERM.
ENTRYPOINT ["node_modules/.bin/node", "--max-old-space-size=384", "--max-semi-space-size=8", "src/main.ts"]
CMD ["serve"]
