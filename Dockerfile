# The image holds what `pip install stet-editor` installs: the program, PostgreSQL, PDFium and the model, and nothing it was
# built with. Images by version: their digests are put behind the names where the bytes shall be fixed
# (`docker buildx imagetools inspect IMAGE`); they could not be looked up where this was written.
FROM node:20-bookworm-slim AS web
WORKDIR /stet/web
COPY web/package.json web/package-lock.json web/.npmrc ./
RUN npm ci
COPY web/ ./
COPY data/told.tsv ../data/
RUN npm run build

FROM rust:1.95-bookworm AS wheel
WORKDIR /stet
COPY Cargo.toml Cargo.lock README.md LICENSE-MIT LICENSE-APACHE ./
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
COPY scripts/package.py scripts/tools.sh scripts/
RUN python3 scripts/package.py --binary target/release/stet --out /wheel

FROM python:3.11-slim-bookworm
RUN useradd --system --uid 10001 --home-dir /var/lib/stet --create-home stet
RUN --mount=type=bind,from=wheel,source=/wheel,target=/wheel \
    pip install --no-cache-dir --no-compile --only-binary :all: --root-user-action ignore /wheel/*.whl
USER stet
WORKDIR /var/lib/stet
EXPOSE 8787
# By the shell itself: there is no other client here.
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${STET_PORT:-8787} && printf 'GET /readyz HTTP/1.0\\r\\nhost: 127.0.0.1\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
CMD ["stet", "serve"]
