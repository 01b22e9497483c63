-- When jobs next look at a device, so that they need not read all: docs/decisions/0551-jobs-by-due-time.md. A report of a
-- device that is heard regularly does not touch its row: what stands here is a lower bound.
create table device_watch (
  device_id uuid primary key references device on delete cascade,
  -- `device.updated_at` when a job last looked, or earlier.
  heard_at timestamptz not null,
  -- False: offline, so that silence changes nothing.
  is_watched boolean not null,
  -- When to find out whether it has stopped reporting; infinity: that is known, or it is held.
  look_at timestamptz not null
);
insert into device_watch (device_id, heard_at, is_watched, look_at)
select d.device_id, d.updated_at, d.status <> 'offline',
  case when x.device_id is not null or d.held_by is not null then 'infinity' when d.status = 'offline' then '-infinity'
    else d.updated_at + interval '24 hours' end
from device d left join stopped_device x using (device_id);
create index device_watch_by_silence on device_watch (is_watched, heard_at, device_id);
create index device_watch_by_look on device_watch (look_at, device_id);
