-- How each collector is, by its newest status, and which devices have stopped reporting.
-- Rules: docs/decisions/0154-health-of-collectors.md.
create table collector_status (
  collector_id uuid primary key references collector on delete cascade,
  received_at timestamptz not null,
  -- Seconds that the collector's clock was ahead of the server's; all times in the bodies are corrected by it.
  clock_offset_s bigint not null,
  -- Null: it runs once and ends.
  every_ms bigint,
  -- What the status says but for its two lists.
  head jsonb not null,
  failures jsonb not null,
  findings jsonb not null,
  -- Entries of the two, so that a list of collectors need not open them.
  failure_count int not null,
  finding_count int not null
);

-- Written by a job, so that no index stands on the time of the last report (0100). A row counts as long as the device has
-- not reported since: `stopped_at` is its `updated_at`.
create table stopped_device (
  device_id uuid primary key references device on delete cascade,
  stopped_at timestamptz not null,
  -- Who delivered the last report, and where the device was read then.
  collector_id uuid,
  address text
);
create index stopped_device_by_time on stopped_device (stopped_at, device_id);
