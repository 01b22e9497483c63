-- The ledger of meters (LG). Rules: docs/ledger.md, docs/decisions/0511-ledger-from-reports.md.

-- What the report counted, with its evidence (report-format/meters.ts); null: no counter was measured.
alter table device_report add column meters text;

-- Readings that are kept for ten years, by month; append only. Late reports make a further row of their month.
-- No reference to the device: what was billed stays when it is gone (GE-16).
create table meter_pack (
  device_id uuid not null,
  -- Place in the chain of the device, from 1.
  place int not null check (place >= 1),
  -- First day of the month, UTC.
  month date not null,
  serial text,
  model text,
  -- Kept reports with what they counted (apps/server/src/ledger/pack-format.ts).
  body text not null,
  -- SHA-256 over device, place, month, the hash before and the body (LG-04).
  hash bytea not null,
  former bytea,
  made_at timestamptz not null,
  primary key (device_id, place)
);
create index meter_pack_of_month on meter_pack (device_id, month);

-- Up to where the months of a device are packed, and when its late reports were last looked at.
create table meter_chain (
  device_id uuid primary key,
  place int not null,
  -- First day that is not packed.
  packed_until date not null,
  looked_at timestamptz not null
);
