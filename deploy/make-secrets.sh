#!/bin/sh
# Creates the secrets that the compose files mount, in the folder `secrets` next to this file (or in the folder given).
# Other users of this machine cannot enter the folder; the files in it are readable, as each container has its own user.
# Existing secrets are never replaced: the database holds their passwords.
set -eu
folder=${1:-$(dirname "$0")/secrets}
if [ -e "$folder" ]; then
  echo "$folder exists already: nothing was changed" >&2
  exit 1
fi

new_password() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }

umask 077
half="$folder.new"
rm -rf "$half"
mkdir -p "$half"
superuser=$(new_password)
owner=$(new_password)
app=$(new_password)
# The database is in a network of its own that holds only the two containers, so the connection has no TLS.
address=database:5432/platen?sslmode=disable
printf '%s' "$superuser" > "$half/database-superuser-password"
printf '%s' "$owner" > "$half/database-owner-password"
printf '%s' "$app" > "$half/database-app-password"
printf 'postgres://platen_owner:%s@%s' "$owner" "$address" > "$half/migration-database-url"
printf 'postgres://platen_app:%s@%s' "$app" "$address" > "$half/database-url"
# For compose.stream.yaml: in the same network, so without TLS, too.
stream=$(new_password)
printf 'nats://platen:%s@stream:4222' "$stream" > "$half/stream-url"
printf 'user: platen\npassword: "%s"\n' "$stream" > "$half/stream-authorization"
# For compose.reads.yaml.
printf '%s' "$(new_password)" > "$half/database-replication-password"
printf 'postgres://platen_app:%s@replica:5432/platen?sslmode=disable' "$app" > "$half/database-read-urls"
# PLATEN_SECRETS_KEY, for several servers.
head -c 32 /dev/urandom | base64 > "$half/secrets-key"
chmod 0444 "$half"/*
mv "$half" "$folder"
echo "made the secrets in $folder"
