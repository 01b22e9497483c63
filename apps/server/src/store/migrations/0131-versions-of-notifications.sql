-- A change names the version that it was made from (GE-06).
alter table notification add column version integer not null default 1;
