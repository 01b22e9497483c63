-- CF-16: settings for several collectors in stages. Rules: docs/decisions/0620-settings-in-stages.md.
create table collector_rollout (
  rollout_id uuid primary key,
  settings jsonb not null,
  -- 'running', 'stopped', 'ended'
  state text not null,
  version integer not null,
  asked_by uuid not null,
  asked_at timestamptz not null,
  -- The person who stopped it; null: no person did.
  stopped_by uuid,
  changed_at timestamptz not null
);
create index collector_rollout_by_time on collector_rollout (asked_at);
create index collector_rollout_open on collector_rollout (rollout_id) where state <> 'ended';

create table collector_rollout_member (
  rollout_id uuid not null references collector_rollout on delete cascade,
  collector_id uuid not null references collector on delete cascade,
  -- The order in which they begin.
  position integer not null,
  -- Number of its settings: those that the person saw, from its beginning on those that it was given.
  version integer not null,
  -- 'waiting', 'applying', 'reading', 'passed', 'failed', 'skipped'
  state text not null,
  stage integer,
  reason text,
  detail text,
  began_at timestamptz,
  -- When a status first reported the settings in force.
  applied_at timestamptz,
  figures_before jsonb,
  figures_after jsonb,
  primary key (rollout_id, collector_id)
);
create index collector_rollout_member_of on collector_rollout_member (collector_id);
