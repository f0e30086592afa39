# culprit with the tools that its commands may need (docs/shell.md lists them). Your project is mounted at /work:
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
      bubblewrap ca-certificates cargo default-jdk-headless delve faketime g++ gcc gdb git golang-go libc6-dev make \
      perl python3 python3-pip python3-venv rustc \
 && rm -rf /var/lib/apt/lists/*
# The managers whose lockfiles culprit packages reads. Yarn is part of the image of Node.
RUN npm install --global bun@1 pnpm@10 \
 && pip3 install --no-cache-dir --break-system-packages poetry==2.5.1 uv==0.13.8
# The project belongs to whoever mounts it, and git refuses the repositories of others.
RUN git config --system --add safe.directory '*'
COPY . /source
RUN cd /source && npm install --global "$PACKAGE" && rm -rf /source && culprit doctor
WORKDIR /work
ENTRYPOINT ["culprit"]
CMD ["--help"]
