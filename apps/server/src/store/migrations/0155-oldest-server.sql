-- The servers that may work with these tables: those that know this migration (docs/decisions/0722). A migration that
-- takes away what older servers use names a later one here.
create table oldest_server (
  is_only boolean primary key default true check (is_only),
  knows text not null
);
insert into oldest_server (knows) values ('0155-oldest-server');
