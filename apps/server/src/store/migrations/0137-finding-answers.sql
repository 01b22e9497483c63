-- OA-45: what people answered to findings of collectors; a finding that was answered is no work any more.
create table finding_answer (
  collector_id uuid not null references collector on delete cascade,
  kind text not null,
  target text not null,
  before text not null,
  now text not null,
  answer text not null check (answer in ('same', 'another', 'exchanged', 'ignore')),
  answered_by uuid references app_user on delete set null,
  answered_at timestamptz not null,
  primary key (collector_id, kind, target, before, now)
);
