#!/bin/sh
# The operators' tool with the settings and permissions of the service: deploy/ops.sh doctor
set -eu
cd "$(dirname "$0")/.."
# Secrets from systemd's encrypted credential store, if they are there (docs/go-live.md).
for file in /etc/credstore.encrypted/[A-Z]*; do
    [ -f "$file" ] || continue
    value=$(systemd-creds decrypt "$file" -)
    export "${file##*/}=$value"
done
exec runuser -u agency -- env NODE_ENV=production DATA_DIR=/var/lib/agency/3001 \
    node_modules/.bin/node --env-file=/etc/agency/env ops/main.ts "$@"
