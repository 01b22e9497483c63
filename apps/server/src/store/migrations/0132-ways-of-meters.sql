-- MX-06: the first event about a close that a channel gets is a test; when that was.
create table meter_event_start (
  channel_id uuid primary key references channel on delete cascade,
  began_at timestamptz not null
);

-- LG-35: files link to the portal; made again, they have the address that it had then. Null: as it is now.
alter table meter_export_run add column portal text;
