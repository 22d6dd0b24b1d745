#!/bin/sh
# Restarts this machine's processes one after another, unnoticed by visitors: deploy/restart.sh 3001 3002
# nginx must use a process again before the next one stops, so the wait is longer than `fail_timeout` in deploy/nginx.conf.
set -eu
for port in "$@"; do
    systemctl restart "agency@$port"
    sleep 5
done
