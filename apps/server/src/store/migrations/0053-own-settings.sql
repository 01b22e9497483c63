-- Own settings of a user (OA-19); null: as the browser has it. Rules: docs/decisions/0440-sign-out-everywhere.md.
alter table app_user
  add column language text check (language in ('en-us', 'ja-jp')),
  add column zone text,
  add column start_area text,
  add column settings_version int not null default 1,
  -- Access tokens issued up to then are refused.
  add column signed_out_at timestamptz;

-- When its maker was notified that it ends (OA-31).
alter table api_token add column end_noted_at timestamptz;
create index api_token_not_noted on api_token (ends_at) where end_noted_at is null and revoked_at is null;
-- A token of the organisation outlives its maker, also one that is erased: authors stay as ids (0362).
alter table api_token drop constraint api_token_made_by_fkey;
