# One image for every service; the command names the services that a container runs.
FROM node:24-slim

ENV NODE_ENV=production DATA_DIR=/data MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force
COPY . .
RUN mkdir /data && chown node:node /data \
 && node kernel/cell/write-plain.mjs services/documents/parse/child.ts services/reports/cell/child.ts \
 && node services/documents/parse/readers/pdf/pdfium/keep-code.ts

USER node
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "--disable-warning=TimeoutNegativeWarning", "--max-semi-space-size=4", "services/main.ts"]
