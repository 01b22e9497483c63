-- Numbers of devices, so that no list counts them: docs/decisions/0550-totals-of-the-fleet.md.
-- A cell: devices with the same groups and dealer. Held devices are in none.
create table fleet_total (
  -- Digest of the next three.
  cell uuid primary key,
  group_ids int[] not null,
  dealer_number text,
  dealer_name text,
  devices int not null,
  -- Those of them that have stopped reporting (stopped_device).
  stopped int not null
);

-- What transactions changed since the last fold: rows are only added, so that none waits for another. The total of a cell
-- is the sum of both tables.
create table fleet_total_change (
  change_id uuid primary key default gen_random_uuid(),
  group_ids int[] not null,
  dealer_number text,
  dealer_name text,
  devices int not null,
  stopped int not null
);

-- A report now ends the row of stopped_device; those of devices heard since are gone. No index stands on the column: a
-- report stays a heap-only update.
delete from stopped_device x using device d where d.device_id = x.device_id and (d.updated_at > x.stopped_at or d.held_by is not null);
alter table device add column is_stopped boolean not null default false;
update device d set is_stopped = true from stopped_device x where x.device_id = d.device_id;

insert into fleet_total (cell, group_ids, dealer_number, dealer_name, devices, stopped)
select md5(jsonb_build_array(group_ids, dealer_number, dealer_name)::text)::uuid, group_ids, dealer_number, dealer_name,
  count(*), count(*) filter (where is_stopped)
from device where held_by is null
group by group_ids, dealer_number, dealer_name;
