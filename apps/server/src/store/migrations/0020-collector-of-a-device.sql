-- The collector that delivered the newest report of the device: the list finds the devices of a collector.
-- It changes only where another collector takes over, so that everyday reports stay heap-only updates.
alter table device add column collector_id uuid;
update device d set collector_id = (
  select r.collector_id from device_report r
  where r.device_id = d.device_id and r.collector_id is not null order by r.observed_at desc limit 1
);
create index device_by_collector on device (collector_id);
