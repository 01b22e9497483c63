-- Sessions, codes and refresh tokens of the development sign-in, so that any of several servers answers:
-- docs/decisions/0552-several-servers.md.
create table sign_in_state (
  kind text not null,
  id text not null,
  payload jsonb not null,
  -- Null: does not end by itself.
  expires_at timestamptz,
  primary key (kind, id)
);
create index sign_in_state_by_grant on sign_in_state ((payload ->> 'grantId')) where payload ? 'grantId';
create index sign_in_state_by_account on sign_in_state ((payload ->> 'accountId')) where payload ? 'accountId';
create index sign_in_state_by_uid on sign_in_state (kind, (payload ->> 'uid')) where payload ? 'uid';
create index sign_in_state_by_end on sign_in_state (expires_at);
