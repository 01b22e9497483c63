#!/bin/sh
# Copies the database of compose.reads.yaml when its own volume is empty, then follows it.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  PGPASSWORD=$(cat /run/secrets/database_replication_password) pg_basebackup --host database \
    --username platen_replication --pgdata "$PGDATA" --slot replica --write-recovery-conf --checkpoint fast
fi
# A statement that holds the replay up for a second is ended there and repeated at the primary (decision 0710).
exec postgres -c max_connections=200 -c max_standby_streaming_delay=1s -c hot_standby_feedback=on
