-- What devices measured day by day, and what is judged from it. Rules: docs/decisions/0101-telemetry.md.

-- ---------------------------------------------------------------- readings, by month
-- The latest of each kind that a device said on a day (UTC). Kinds come apart, as reports hold different parts:
-- each has the time it was said, the newer wins. Bodies are read by programs only, never queried: json, not jsonb.
-- Times are corrected by the sender's clock (see 0101); days without a report have no row.
create table reading_day (
  device_id uuid not null,
  day date not null,
  counters_at timestamptz,
  counters json,
  supplies_at timestamptz,
  supplies json,
  parts_at timestamptz,
  parts json,
  sensors_at timestamptz,
  sensors json,
  storage_at timestamptz,
  storage json,
  -- Which version (section_version) of these was in force.
  codes_at timestamptz,
  codes_digest bigint,
  firmware_at timestamptz,
  firmware_digest bigint,
  network_at timestamptz,
  network_digest bigint,
  primary key (device_id, day)
) partition by range (day);

-- Bodies of sections that seldom change, once a version; which days it was in force says reading_day.
create table section_version (
  device_id uuid not null,
  section text not null check (section in ('codes', 'firmware', 'network')),
  digest bigint not null,
  body json not null,
  primary key (device_id, section, digest)
);

-- ---------------------------------------------------------------- what is kept longer than readings
-- Replacements of cartridges and parts, told by the device or seen in its readings.
-- item: 'toner.black', 'part.6250'. Rows on days that readings cover are written anew with each judgement.
create table device_replacement (
  device_id uuid not null,
  item text not null,
  replaced_on date not null,
  origin text not null check (origin in ('reported', 'seen')),
  -- Total pages of the device then, and the mean pixel count (percent) of the cartridge that ended.
  counter bigint,
  average_pixel_count real,
  primary key (device_id, item, replaced_on)
);

-- Where a counter did not go on: it fell or leapt. cause null: asked for, not yet answered.
create table counter_break (
  device_id uuid not null,
  key text not null,
  day date not null,
  kind text not null check (kind in ('fell', 'leapt')),
  value_before double precision not null,
  value_after double precision not null,
  cause text check (cause in ('boardExchanged', 'memoryCleared', 'counterSet', 'deviceExchanged', 'misread')),
  answered_by text,
  answered_at timestamptz,
  primary key (device_id, key, day)
);

-- Alert and clear threshold of a code (OQ-77); every change also goes to audit_entry.
create table code_setting (
  device_id uuid not null,
  kind text not null check (kind in ('05', '08')),
  main int not null,
  sub int not null,
  alert_threshold double precision,
  clear_threshold double precision,
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (device_id, kind, main, sub)
);

-- ---------------------------------------------------------------- judgements
-- One row a device: what a screen shows of it, ready to send. Rewritten whole.
create table device_judgement (
  device_id uuid primary key,
  judged_at timestamptz not null,
  -- received_at of the newest report that went in; the device is due again when a later one came.
  through timestamptz not null,
  -- Version of the rules: another one makes every device due.
  rules int not null,
  -- packages/diagnosis: DeviceJudgement
  result json not null,
  -- packages/diagnosis: DeviceSummary, what the family's model is fitted from
  summary json not null
) with (fillfactor = 70);

-- Learned from all devices of a family (packages/diagnosis: FamilyModel). family '' holds what is common to all.
create table family_model (
  family text primary key,
  fitted_at timestamptz not null,
  devices int not null,
  body json not null
);

-- Values of 05 and 08 codes over the fleet. scope 'model': by model name; 'line': by family and firmware (OQ-75).
create table fleet_code (
  scope text not null check (scope in ('model', 'line')),
  name text not null,
  kind text not null check (kind in ('05', '08')),
  fitted_at timestamptz not null,
  devices int not null,
  body json not null,
  primary key (scope, name, kind)
);

-- Findings of the judgement that count for the status of the device (packages/diagnosis: StatusReason[]).
alter table device add column sign_reasons jsonb not null default '[]';

-- The clock of the sender was wrong by so many seconds when it delivered; the readings' times are corrected by it.
alter table device_report add column clock_offset_s int not null default 0;
