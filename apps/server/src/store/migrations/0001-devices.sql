-- Devices, what they last said, who may see them. Rules: docs/decisions/0100-store.md.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- ---------------------------------------------------------------- reference tables (small, on every node)
create table app_user (
  user_id uuid primary key,
  -- Subject of the identity provider's token.
  subject text not null unique,
  name text not null,
  role text not null check (role in ('dealer', 'service', 'admin')),
  -- Sees every device, whatever the groups (service and admin only).
  sees_all boolean not null default false,
  disabled_at timestamptz,
  agreed_terms_version text not null default '0.0.0',
  agreed_terms_at timestamptz,
  last_login_at timestamptz,
  created_at timestamptz not null default now()
);

-- A group holds the devices of its list (group_device) and those its rule takes in.
-- rule: {"customerNumbers": [], "dealerNumbers": [], "models": [], "serials": []}; any value of any list takes a device in.
create table device_group (
  group_id int primary key check (group_id > 0),
  name text not null unique,
  rule jsonb,
  created_at timestamptz not null default now()
);

create table user_group (
  user_id uuid not null references app_user on delete cascade,
  group_id int not null references device_group on delete cascade,
  primary key (user_id, group_id)
);

-- Keys of collectors and reporting devices; only a hash is kept.
create table collector (
  collector_id uuid primary key,
  name text not null unique,
  key_hash bytea not null unique,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  last_contact_at timestamptz,
  version text
);

create table notification (
  notification_id uuid primary key,
  published_at timestamptz not null,
  expires_at timestamptz,
  content_en text not null,
  content_ja text not null
);

-- Who changed what, and when. Never updated, but for the erasure of a user (OQ-126), which takes the name out.
create table audit_entry (
  audit_id uuid primary key,
  at timestamptz not null default now(),
  actor text not null,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}'
);

-- ---------------------------------------------------------------- devices
create table device (
  device_id uuid primary key,
  serial text,
  mac_address text,
  manufacturer text,
  model text,
  series text,
  customer_number text,
  customer_name text,
  description text,
  dealer_number text,
  dealer_name text,
  -- What the list shows. status_rank orders by urgency: 0 error, 1 warning, 2 unknown, 3 offline, 4 normal.
  status text not null check (status in ('error', 'warning', 'unknown', 'offline', 'normal')),
  status_rank smallint not null,
  -- Decided from the newest report, before silence turns it into offline.
  reported_status text not null check (reported_status in ('error', 'warning', 'unknown', 'normal')),
  status_reasons jsonb not null default '[]',
  device_code text,
  firmware_version text,
  -- Letter run before the first digit, and a text whose order is the order of versions (packages/diagnosis).
  firmware_line text,
  firmware_key text collate "C",
  unpacking_date date,
  group_ids int[] not null default '{}',
  created_at timestamptz not null,
  -- Observation time of the newest report, and when the server had it.
  updated_at timestamptz not null,
  received_at timestamptz not null,
  -- Last run of statistics over this device.
  processed_at timestamptz,
  search_text text not null generated always as (
    lower(coalesce(serial, '') || ' ' || coalesce(model, '') || ' ' || coalesce(customer_number, '') || ' ' ||
          coalesce(customer_name, '') || ' ' || coalesce(description, ''))
  ) stored
) with (fillfactor = 50);
-- updated_at and received_at change with every report and so stand in no index, and pages keep room:
-- then a report that says nothing new to the list touches no index at all (heap-only update).
-- The list is the one query across devices: each order it offers has an index that ends in the key.
create index device_by_serial on device (coalesce(serial, ''), device_id);
create index device_by_model on device (coalesce(model, ''), device_id);
create index device_by_customer on device (coalesce(customer_name, customer_number, ''), device_id);
create index device_by_description on device (coalesce(description, ''), device_id);
create index device_by_status on device (status_rank, coalesce(serial, ''), device_id);
create index device_by_firmware on device (firmware_line, firmware_key);
create index device_search on device using gin (search_text gin_trgm_ops);
create index device_groups on device using gin (group_ids);

-- How a device is recognised: kind 'serial' (value 'e<enterprise>/<SERIAL>', 'm<maker>/<SERIAL>' or '/<SERIAL>')
-- or 'mac'. Never by address. Rules: features/ingest/identity-keys.ts.
create table device_identity (
  kind text not null check (kind in ('serial', 'mac')),
  value text not null,
  device_id uuid not null,
  primary key (kind, value)
);
create index device_identity_device on device_identity (device_id);

-- Members of a group by list (rules add to these; the sum lies in device.group_ids).
create table group_device (
  device_id uuid not null,
  group_id int not null references device_group on delete cascade,
  primary key (device_id, group_id)
);

-- The newest of each section a device ever reported: a report without a section leaves the older one.
-- Beside the sections of the report: 'identity' (merged field by field), 'site' and 'source' of the newest report.
create table device_section (
  device_id uuid not null references device on delete cascade,
  section text not null,
  observed_at timestamptz not null,
  received_at timestamptz not null,
  source_name text not null,
  body jsonb not null,
  -- For 'identity': when each field was last said, where that was before observed_at.
  field_times jsonb,
  primary key (device_id, section)
) with (fillfactor = 60);

-- ---------------------------------------------------------------- readings, by month (partitions made by jobs/partitions)
-- Every report that was acknowledged: the key that makes a repetition harmless.
create table device_report (
  device_id uuid not null,
  observed_at timestamptz not null,
  received_at timestamptz not null,
  collector_id uuid,
  primary key (device_id, observed_at)
) partition by range (observed_at);

-- Page counters at the end of a day (the latest report of the day, by UTC).
create table counter_day (
  device_id uuid not null,
  day date not null,
  observed_at timestamptz not null,
  total bigint,
  color bigint,
  black bigint,
  primary key (device_id, day)
) partition by range (day);

create table device_error (
  device_id uuid not null,
  occurred_at timestamptz not null,
  code text not null,
  category text not null,
  counter bigint,
  conditions jsonb not null default '{}',
  primary key (device_id, occurred_at, code)
) partition by range (occurred_at);
