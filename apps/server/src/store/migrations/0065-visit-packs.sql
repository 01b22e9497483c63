-- The pack of a visit that a user last opened (VP-17): one row a user, so that nobody replaces what another works from. fresh: what
-- the pack before did not have. Rules: docs/decisions/0465-packs-of-visits.md.
create table visit_pack (
  visit_id uuid not null references visit on delete cascade,
  user_id uuid not null references app_user on delete cascade,
  made_at timestamptz not null,
  version int not null,
  body jsonb not null,
  fresh jsonb,
  primary key (visit_id, user_id)
);

-- What was found of a part at the store (VP-08); a part that is still to be packed has no row.
create table visit_fetched (
  device_id uuid not null,
  visit_id uuid not null references visit on delete cascade,
  item text not null,
  state text not null check (state in ('packed', 'notInStock')),
  fetched_by uuid references app_user on delete set null,
  at timestamptz not null default now(),
  primary key (device_id, visit_id, item)
);
create index visit_fetched_of_visit on visit_fetched (visit_id);

-- When the pack was last stored on the telephone of the assignee (amendment to VP-06).
alter table visit add column pack_stored_at timestamptz;
