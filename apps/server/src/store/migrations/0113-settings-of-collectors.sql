-- Settings and commands for collectors from the portal (CF-10 to CF-15, CF-30).
-- Rules: docs/decisions/0530-settings-from-afar.md.
create table collector_settings (
  collector_id uuid primary key references collector on delete cascade,
  -- Number of the wanted settings; 0: none were ever wanted.
  version int not null default 0,
  -- The text that the collector fetches, and its SHA-256.
  document text,
  hash text,
  changed_at timestamptz,
  changed_by uuid,
  -- By name of credential: when its secret was sealed, and by whom.
  sealed jsonb not null default '{}',
  -- Those in force, as the collector sent them last.
  effective jsonb,
  effective_hash text,
  effective_at timestamptz
);

create table collector_command (
  collector_id uuid not null references collector on delete cascade,
  command_id uuid not null,
  kind text not null,
  addresses text[] not null,
  reason text not null,
  asked_by uuid not null,
  asked_at timestamptz not null,
  valid_until timestamptz not null,
  fetched_at timestamptz,
  ended_at timestamptz,
  -- 'done', 'failed', 'refused'; null: it has not ended.
  outcome text,
  result text,
  primary key (collector_id, command_id)
);
-- What a status looks for: few rows at any time.
create index collector_command_open on collector_command (collector_id, valid_until) where ended_at is null;
create index collector_command_asked on collector_command (asked_at);

-- Both are updated every five minutes by each collector: room on the page keeps their indexes out of it.
alter table collector set (fillfactor = 60);
alter table collector_status set (fillfactor = 60);
