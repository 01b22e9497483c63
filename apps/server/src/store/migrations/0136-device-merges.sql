-- OA-42, OA-44: reports of another collector about a device that moved within its dealer, and devices that are one.
alter table device_claim drop constraint device_claim_decision_check;
alter table device_claim add constraint device_claim_decision_check check (decision in ('same', 'move', 'separate', 'reject'));

-- What a merge changed, so that it can be undone: the rows that were copied to the device that remained, by table;
-- the keys that were taken from the other one; and who and where the one that remained was before.
create table device_merge (
  device_id uuid not null references device on delete cascade,
  merge_id uuid not null,
  merged_id uuid not null references device on delete cascade,
  merged_at timestamptz not null,
  merged_by uuid references app_user on delete set null,
  copied jsonb not null,
  keys jsonb not null,
  former jsonb not null,
  undone_at timestamptz,
  primary key (device_id, merge_id)
);
create index device_merge_of_merged on device_merge (merged_id) where undone_at is null;
create index device_merge_by_time on device_merge (merged_at) where undone_at is null;
create index device_merge_by_id on device_merge (merge_id);
