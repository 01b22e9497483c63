-- What each collector key may report for, and reports about devices of others. Rules: docs/decisions/0107-collector-keys-are-bound.md.
-- scope: {"everywhere": true, "places": [{"dealerNumber": "D-1", "customerNumber": "C-1"}]}; forms: identity/collector-scope.ts.
alter table collector add column scope jsonb not null default '{"places": []}';
-- When a person last set or confirmed the scope; null: bound by this migration, to be reviewed.
alter table collector add column scope_reviewed_at timestamptz;

-- Collector that registered the device: decides to whom it belongs where it has neither dealer nor customer number.
alter table device add column owner_id uuid;
-- Collector whose report of a device outside its scope is held in this row; such a device is shown to no user.
alter table device add column held_by uuid;
-- First day (UTC) of which anything may be held; null: no such limit.
alter table device add column history_from date;

update device d set owner_id = (
  select r.collector_id from device_report r
  where r.device_id = d.device_id and r.collector_id is not null order by r.observed_at desc limit 1
);
update collector c set scope = jsonb_build_object('places', found.places)
from (
  select collector_id, jsonb_agg(jsonb_strip_nulls(jsonb_build_object('dealerNumber', dealer_number, 'customerNumber', customer_number))
    order by devices desc, dealer_number, customer_number) as places
  from (
    select r.collector_id, d.dealer_number, d.customer_number, count(*) as devices
    from (select distinct collector_id, device_id from device_report where collector_id is not null) r join device d using (device_id)
    group by r.collector_id, d.dealer_number, d.customer_number
  ) delivered
  group by collector_id
) found
where found.collector_id = c.collector_id;

-- Counts of the whole fleet are read from this index alone.
create index device_visible on device (device_id) where held_by is null;

-- One key may be that of several devices: realm '' is the first device with it; a later one, reported by a key to which the first
-- is foreign, has a realm of that collector.
alter table device_identity add column realm text not null default '';
alter table device_identity drop constraint device_identity_pkey;
alter table device_identity add primary key (kind, value, realm);

-- A report of a device outside the scope of its sender: the device that holds it, the other device, both keys, and what a person
-- decided. Open while decided_at is null.
create table device_claim (
  device_id uuid not null references device on delete cascade,
  claim_id uuid not null,
  rival_device_id uuid not null,
  collector_id uuid not null,
  rival_collector_id uuid,
  opened_at timestamptz not null,
  decided_at timestamptz,
  decision text check (decision in ('move', 'separate', 'reject')),
  decided_by text,
  -- Of a move: first day (UTC) of the new owner's history.
  from_day date,
  primary key (device_id, claim_id),
  check ((decided_at is null) = (decision is null))
);
create index device_claim_open on device_claim (opened_at) where decided_at is null;
