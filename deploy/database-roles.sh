#!/bin/sh
# Creates the two roles of Platen and its database. The PostgreSQL image runs it when its volume is empty.
#   platen_owner  owns the database and its tables; used at start to migrate them
#   platen_app    reads and writes rows; everything else the server does
set -eu
psql -v ON_ERROR_STOP=1 --no-psqlrc --username "$POSTGRES_USER" --dbname postgres \
  -v owner_password="$(cat /run/secrets/database_owner_password)" \
  -v app_password="$(cat /run/secrets/database_app_password)" <<'SQL'
create role platen_owner login nosuperuser nocreatedb nocreaterole password :'owner_password';
create role platen_app login nosuperuser nocreatedb nocreaterole password :'app_password';
create database platen owner platen_owner;
revoke all on database platen from public;
grant connect on database platen to platen_app;
SQL
