-- What was judged of a device on a day, in short form, for trials of rules on the past (BT-06); the last judgement of the day stands.
create table judgement_day (
  device_id uuid not null references device on delete cascade,
  -- UTC.
  day date not null,
  judged_at timestamptz not null,
  -- packages/diagnosis rules/short-judgement.ts; at most 600 bytes.
  figures text not null,
  primary key (device_id, day)
);
-- Rows come by day: some pages tell which are old enough to be dropped.
create index judgement_day_old on judgement_day using brin (day);
