-- What people learned of meters later (LG-19 to LG-22): rows are added, never changed (LG-03).
create table meter_correction (
  device_id uuid not null,
  correction_id uuid not null,
  meter text not null,
  kind text not null check (kind in ('cause', 'exclude', 'pages', 'reading')),
  at timestamptz not null,
  until timestamptz,
  cause text,
  pages bigint,
  value bigint,
  source text check (source in ('visit', 'customer')),
  reason text not null,
  note text,
  visit_id uuid,
  -- A second person has to confirm it before it counts (LG-21).
  needs_second boolean not null,
  made_by uuid not null,
  made_at timestamptz not null,
  -- Stay readable when the device is gone (GE-16).
  serial text,
  model text,
  primary key (device_id, correction_id)
);

-- At most one decision, of another person or of the author.
create table meter_correction_decision (
  device_id uuid not null,
  correction_id uuid not null,
  decision text not null check (decision in ('confirm', 'refuse', 'withdraw')),
  decided_by uuid not null,
  decided_at timestamptz not null,
  primary key (device_id, correction_id, decision),
  foreign key (device_id, correction_id) references meter_correction
);
