-- Closes of the counter ledger (LG-30 to LG-39). Rules: docs/ledger.md, docs/decisions/0512-closes-of-meters.md.

-- A plan makes a close for each of its periods.
create table meter_plan (
  plan_id uuid primary key,
  name text not null,
  -- Whose zone and calendar hold; null: the operator.
  organisation_id uuid,
  -- packages/contract/src/closes.ts: customers and groups whose devices belong to it.
  scope jsonb not null,
  -- Groups that a user must have to see it; null: only who sees every device.
  bound int[],
  meters text[] not null,
  needs_asset_number boolean not null,
  cycle text not null check (cycle in ('monthly', 'quarterly')),
  day int not null check (day between 1 and 31),
  warning_days int not null,
  is_active boolean not null,
  version int not null default 1,
  made_by uuid,
  made_at timestamptz not null default now()
);

-- No reference to plan, user or device: a close stays readable when they are gone (GE-16).
create table meter_close (
  close_id uuid primary key,
  plan_id uuid,
  name text not null,
  organisation_id uuid,
  zone text not null,
  scope jsonb not null,
  bound int[],
  meters text[] not null,
  needs_asset_number boolean not null,
  -- Days of the zone, both included, and the instants made of them.
  first_day date not null,
  last_day date not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'closed', 'exported', 'discarded')),
  version int not null default 1,
  made_by uuid,
  made_at timestamptz not null default now(),
  closed_by uuid,
  closed_at timestamptz,
  -- SHA-256 over the lines as they were written.
  hash bytea,
  -- Figures of the list, written when it was closed.
  summary jsonb,
  exported_at timestamptz,
  discarded_by uuid,
  discarded_at timestamptz,
  discard_reason text,
  job_id uuid,
  -- When its devices were last looked for, and its end was announced (LG-34).
  looked_at timestamptz,
  announced_at timestamptz
);
create unique index meter_close_of_plan on meter_close (plan_id, first_day) where state <> 'discarded';
create index meter_close_by_end on meter_close (to_at);

-- Devices of a close. is_due: something people stated has changed since its lines were worked out.
create table meter_close_device (
  device_id uuid not null,
  close_id uuid not null references meter_close on delete cascade,
  is_due boolean not null default true,
  -- When the newest report came of those that the lines are made of.
  seen_at timestamptz,
  computed_at timestamptz,
  primary key (device_id, close_id)
);
create index meter_close_devices on meter_close_device (close_id, device_id);

-- Lines; those of a closed one are never changed (LG-35).
create table meter_close_line (
  device_id uuid not null,
  close_id uuid not null references meter_close on delete cascade,
  meter text not null,
  part int not null,
  -- The close that the line corrects; all zeros: none (LG-20).
  corrects uuid not null default '00000000-0000-0000-0000-000000000000',
  version int not null default 1,
  serial text,
  customer_number text,
  customer_name text,
  state text not null,
  stops text[] not null,
  warnings text[] not null,
  settled text,
  settled_by uuid,
  billed bigint,
  before bigint,
  last_year bigint,
  -- JSON of the line (apps/server/src/closes/line-body.ts).
  body text not null,
  -- The line in the file of the close.
  written text not null,
  primary key (device_id, close_id, meter, part, corrects)
);
create index meter_close_lines on meter_close_line (close_id, device_id);

-- What people settled of a line; ended by deleting it, which the audit record shows.
create table meter_close_settlement (
  device_id uuid not null,
  close_id uuid not null references meter_close on delete cascade,
  meter text not null,
  part int not null,
  kind text not null check (kind in ('leaveOut', 'estimate', 'accept')),
  reason text not null,
  note text,
  made_by uuid not null,
  made_at timestamptz not null,
  primary key (device_id, close_id, meter, part)
);

-- Whose a device was since when (LG-37); rows are added, never changed.
create table meter_customer (
  device_id uuid not null,
  from_at timestamptz not null,
  customer_number text,
  customer_name text,
  primary key (device_id, from_at)
);
