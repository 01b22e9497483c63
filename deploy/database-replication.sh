#!/bin/sh
# Lets the replica of compose.reads.yaml follow this database: a role, a slot, and a line in pg_hba.conf. May run again.
set -eu
psql -v ON_ERROR_STOP=1 --no-psqlrc --username postgres --dbname postgres \
  -v password="$(cat /run/secrets/database_replication_password)" <<'SQL'
select 'create role platen_replication login replication'
  where not exists (select from pg_roles where rolname = 'platen_replication') \gexec
alter role platen_replication password :'password';
select pg_create_physical_replication_slot('replica')
  where not exists (select from pg_replication_slots where slot_name = 'replica');
SQL
line='host replication platen_replication samenet scram-sha-256'
grep -qxF "$line" "$PGDATA/pg_hba.conf" || echo "$line" >> "$PGDATA/pg_hba.conf"
psql --no-psqlrc --username postgres --dbname postgres --command 'select pg_reload_conf()'
