-- Files of the meters of a close (MX). Rules: docs/meter-export.md, docs/decisions/0520-meter-export.md.

-- Saved choices of an organisation (MX-04), in the form of packages/contract/src/meter-exports.ts.
create table meter_template (
  template_id uuid primary key,
  organisation_id uuid not null references organisation,
  form jsonb not null,
  version int not null default 1,
  changed_by uuid,
  changed_at timestamptz not null default now()
);
create index meter_template_of_organisation on meter_template (organisation_id);

-- Which meters go under which code of the ERP (MX-03); one table an organisation, replaced as a whole.
create table meter_code_table (
  organisation_id uuid primary key references organisation,
  codes jsonb not null,
  version int not null,
  changed_by uuid,
  changed_at timestamptz not null default now()
);

-- Files that were made of a close, with all that they were made of, so that each is made again with the same bytes.
-- No references: they are kept as long as the close (GE-16).
create table meter_export_run (
  run_id uuid primary key,
  close_id uuid not null,
  organisation_id uuid,
  -- A shipped one by its name.
  template_id text not null,
  form jsonb not null,
  codes jsonb not null,
  way text not null check (way in ('download', 'mail', 'event')),
  is_test boolean not null,
  lines int not null,
  left_out int not null,
  bytes bigint not null,
  hash bytea not null,
  made_by uuid,
  made_at timestamptz not null
);
create index meter_export_run_of_close on meter_export_run (close_id, made_at desc);
create index meter_export_run_of_template on meter_export_run (template_id, organisation_id, way);

-- What the ERP answered about a line (MX-10); a later answer replaces an earlier one.
create table meter_result (
  device_id uuid not null,
  close_id uuid not null,
  meter text not null,
  state text not null check (state in ('accepted', 'refused')),
  reason text,
  reported_at timestamptz not null,
  primary key (device_id, close_id, meter)
);
create index meter_result_of_close on meter_result (close_id, state);
