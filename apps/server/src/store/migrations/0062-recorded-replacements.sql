-- Replacements and parts found good that people recorded on visits (VR-04, VE-09). Rules: docs/decisions/0461-visit-records.md.
-- Of reported, recorded and seen replacements of one item within 3 days one stays, in this order.
alter table device_replacement drop constraint device_replacement_origin_check;
alter table device_replacement add constraint device_replacement_origin_check check (origin in ('reported', 'recorded', 'seen'));
alter table device_replacement
  -- The visit that recorded it, and the serial number of the new piece as people noted it.
  add column visit_id uuid references visit on delete set null,
  add column serial text;
create index device_replacement_of_visit on device_replacement (visit_id) where visit_id is not null;

create table part_found_good (
  device_id uuid not null references device on delete cascade,
  -- 'toner.black', 'part.6250'
  item text not null,
  found_on date not null,
  visit_id uuid not null references visit on delete cascade,
  primary key (device_id, item, found_on, visit_id)
);
create index part_found_good_of_visit on part_found_good (visit_id);

-- Of an imported visit (VR-10): the name of its technician where no user of this name is known, and the line's own key.
alter table visit
  add column technician text,
  add column import_key text unique;
