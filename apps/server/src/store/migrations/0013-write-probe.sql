-- The row that /readyz updates to learn whether the store takes writes (docs/decisions/0133).
create table write_probe (
  id int primary key check (id = 1),
  written_at timestamptz not null default now()
) with (fillfactor = 10);
insert into write_probe (id) values (1);
