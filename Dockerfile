FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
# The repository is not in the build's context: whoever builds says of which commit it is.
ARG REVISION=
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X pitpost.example/cmd/pitpost/stores.revision=$REVISION" -o /pitpost ./cmd/pitpost

FROM debian:bookworm-slim
ARG REVISION=
LABEL org.opencontainers.image.title="Pitpost" \
      org.opencontainers.image.description="Card games by mail" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.revision="$REVISION"
# A backup needs clients at least as new as the server: these are the newest, from the Postgres project's own archive.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates tzdata postgresql-common \
    && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y && apt-get install -y --no-install-recommends postgresql-client-18 \
    && rm -rf /var/lib/apt/lists/* \
    && groupadd --system --gid 10001 pitpost \
    && useradd --system --home /data --create-home --uid 10001 --gid 10001 pitpost && chmod 700 /data
COPY --from=build /pitpost /usr/local/bin/pitpost
# By number, so that a host that wants nobody as root can see that it is not.
USER 10001:10001
ENV PITPOST_DATA=/data PITPOST_HTTP=0.0.0.0:8025
VOLUME /data
EXPOSE 8025
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["pitpost", "doctor", "--quick"]
ENTRYPOINT ["pitpost"]
CMD ["serve"]
