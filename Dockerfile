# culprit with the tools that its commands need. Your project is mounted at /work:
#
#   docker run --rm -it -v "$PWD:/work" culprit why -- npm test
#
# Trees in place, own networks and --sandbox need namespaces: add --privileged, or do without (culprit then uses copies).
FROM node:24-bookworm-slim
ARG VERSION=latest
# A file made by npm pack, or the version to take from npm.
ARG PACKAGE=culprit@${VERSION}
RUN apt-get update \
 && apt-get install -y --no-install-recommends \
      bubblewrap ca-certificates default-jdk-headless faketime g++ gcc gdb git golang-go libc6-dev make perl python3 \
 && rm -rf /var/lib/apt/lists/*
COPY . /source
RUN cd /source && npm install --global "$PACKAGE" && rm -rf /source && culprit doctor
WORKDIR /work
ENTRYPOINT ["culprit"]
CMD ["--help"]
