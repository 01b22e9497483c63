-- Long work that a user asked for (GE-13). Rules: docs/decisions/0386-long-work-as-jobs.md.
create table job (
  job_id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  kind text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  done int not null default 0,
  total int not null,
  -- Why it failed, as the body of a refusal.
  reason jsonb,
  input jsonb not null,
  -- What the steps so far made; written in the transaction of each.
  result jsonb,
  -- Steps begun since the last one that was committed. One that ends its server every time is given up.
  attempts smallint not null default 0,
  asked_at timestamptz not null default now(),
  started_at timestamptz,
  -- When its last step began: the job that has waited longest comes next.
  stepped_at timestamptz,
  finished_at timestamptz,
  -- When the user marked the result as seen: it is no longer listed.
  seen_at timestamptz
);
create index job_of_user on job (user_id, asked_at desc);
create index job_unfinished on job ((coalesce(stepped_at, asked_at))) where finished_at is null;
