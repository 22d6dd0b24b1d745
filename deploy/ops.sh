#!/bin/sh
# The operator's tool with the settings and the rights of the service: deploy/ops.sh doctor
set -eu
cd "$(dirname "$0")/.."
exec runuser -u agency -- env NODE_ENV=production DATA_DIR=/var/lib/agency/3001 \
    node_modules/.bin/node --env-file=/etc/agency/env ops/main.ts "$@"
