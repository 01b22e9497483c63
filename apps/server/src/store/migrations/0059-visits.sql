-- Visits with their devices, conditions and records (VP, VR). Rules: docs/decisions/0455-visits.md. Keys begin with the device's id
-- where a row is about a device (GE-15).

-- planned_hours: 'HH:MM-HH:MM' or 'HH:MM' in the zone of the organisation.
alter table visit
  add column place text,
  add column access text,
  add column external_key text,
  -- {"reason": text, "note": text or null}
  add column cancelled jsonb,
  -- The visit whose missing parts made this draft (VR-08).
  add column former_id uuid references visit,
  add column started_at timestamptz,
  -- When the newest record came, and when somebody marked what was recorded as read (VP-24).
  add column recorded_at timestamptz,
  add column seen_at timestamptz;
create index visit_draft on visit (made_at) where state = 'draft';
create index visit_done on visit (done_at desc) where state = 'done';
create index visit_to_read on visit (recorded_at) where recorded_at is not null and (seen_at is null or seen_at < recorded_at);
create index visit_former on visit (former_id) where former_id is not null;

alter table visit_device
  -- Stay readable when the device is gone (GE-16).
  add column serial text,
  add column model text,
  -- Order within the visit, as people chose it.
  add column place smallint not null default 0,
  -- Texts, and parts to bring that no condition asks for: [{"item": text, "pieces": int}].
  add column tasks jsonb not null default '[]',
  add column bring jsonb not null default '[]';
create index visit_device_of_visit on visit_device (visit_id, place);
update visit_device x set serial = d.serial, model = d.model from device d where d.device_id = x.device_id;

-- Conditions that people put into a visit. They stay here when the visit is done or their own state went on.
create table visit_condition (
  device_id uuid not null,
  condition_id uuid not null,
  visit_id uuid not null references visit on delete cascade,
  primary key (device_id, condition_id, visit_id)
);
create index visit_condition_of_visit on visit_condition (visit_id);
insert into visit_condition (device_id, condition_id, visit_id)
  select c.entity_id, c.condition_id, c.visit_id from condition c join visit v on v.visit_id = c.visit_id where c.entity = 'device';

-- What was recorded of a device (DeviceRecord or NotDoneRecord of packages/contract). A correction is a further revision: the
-- former ones stay.
create table visit_record (
  device_id uuid not null,
  visit_id uuid not null references visit on delete cascade,
  revision smallint not null check (revision >= 1),
  body jsonb not null,
  recorded_by uuid,
  recorded_at timestamptz not null,
  -- Made from an earlier version of the plan (VP-24).
  is_on_older_plan boolean not null,
  primary key (device_id, visit_id, revision)
);
create index visit_record_of_visit on visit_record (visit_id);

-- The organisation's own numbers of parts and supplies (VP-20). item: part code or 'toner.<color>'; model_pattern: with * and ?.
create table part_number (
  organisation_id uuid not null references organisation,
  item text not null,
  model_pattern text not null,
  maker_number text,
  own_number text,
  name text,
  pieces smallint not null default 1 check (pieces >= 1),
  minutes smallint check (minutes >= 0),
  primary key (organisation_id, item, model_pattern)
);

-- The calendar feed of a user (VP-05). The secret of its address is stored nowhere, its SHA-256 here.
create table visit_feed (
  user_id uuid primary key references app_user on delete cascade,
  hash bytea not null unique,
  made_at timestamptz not null,
  -- The hour of the last fetch.
  used_at timestamptz
);
