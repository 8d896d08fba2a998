FROM node:20-bookworm-slim AS web
WORKDIR /stet/web
COPY web/package.json web/package-lock.json web/.npmrc ./
RUN npm ci
COPY web/ ./
RUN npm run build

FROM rust:1.95-bookworm AS server
WORKDIR /stet
COPY Cargo.toml Cargo.lock ./
COPY .cargo .cargo
COPY .sqlx .sqlx
COPY migrations migrations
COPY packs packs
COPY benches benches
COPY crates crates
COPY data data
COPY src src
COPY --from=web /stet/web/dist web/dist
RUN cargo build --release --locked --bin stet

FROM python:3.11-slim-bookworm AS pdfium
COPY scripts/tools.sh scripts/say.sh /stet/scripts/
RUN /stet/scripts/tools.sh

FROM debian:bookworm-slim
RUN useradd --system --home-dir /var/lib/stet --create-home stet
COPY --from=server /stet/target/release/stet /usr/local/bin/stet
COPY --from=pdfium /stet/.tools/pypdfium2_raw /usr/local/bin/.tools/pypdfium2_raw
USER stet
WORKDIR /var/lib/stet
EXPOSE 8787
CMD ["stet", "serve"]
