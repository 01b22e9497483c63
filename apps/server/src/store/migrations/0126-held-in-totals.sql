-- Held devices are counted in cells of their own, which no user is shown: a delivery writes the same rows for them as for any
-- other new device, so that its sender learns nothing (0550).
alter table fleet_total add column is_held boolean not null default false;
alter table fleet_total_change add column is_held boolean not null default false;
insert into fleet_total_change (group_ids, dealer_number, dealer_name, is_held, devices, stopped)
select group_ids, dealer_number, dealer_name, true, count(*), count(*) filter (where is_stopped)
from device where held_by is not null and retired_on is null
group by group_ids, dealer_number, dealer_name;
