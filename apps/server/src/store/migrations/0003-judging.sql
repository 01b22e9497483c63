-- How judging and learning get on. Rules: docs/decisions/0129-judging.md.

-- Devices whose judgement failed. Left alone until retry_at, unless the rules have changed since.
create table judge_failure (
  device_id uuid primary key references device on delete cascade,
  rules int not null,
  failures int not null,
  reason text not null,
  failed_at timestamptz not null,
  retry_at timestamptz not null
);

-- One row a job that has progress: 'judge', 'fit'.
create table job_run (
  job text primary key,
  -- 'judge': what was judged before is to be judged again. 'fit': when a run was last asked for.
  asked_at timestamptz,
  started_at timestamptz,
  -- Null while it runs. A run that was cut off leaves it null: touched_at then stands still.
  ended_at timestamptz,
  touched_at timestamptz,
  done int not null default 0,
  total int not null default 0,
  -- Why the last run failed; null when it did not.
  reason text
);

-- What is known of a device goes with it.
alter table device_judgement add foreign key (device_id) references device on delete cascade;
alter table device_replacement add foreign key (device_id) references device on delete cascade;
alter table counter_break add foreign key (device_id) references device on delete cascade;
alter table code_setting add foreign key (device_id) references device on delete cascade;
