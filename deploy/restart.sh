#!/bin/sh
# Restarts the site's processes of this machine one after the other, so that visitors notice nothing: deploy/restart.sh 3001 3002
# A process has to be back in nginx's books before the next one leaves: longer than `fail_timeout` of deploy/nginx.conf.
set -eu
for port in "$@"; do
    systemctl restart "agency@$port"
    sleep 5
done
