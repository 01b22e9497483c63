-- API tokens (OA-30 to OA-32). Rules: docs/decisions/0410-api-tokens.md.
create table api_token (
  token_id uuid primary key,
  name text not null,
  scopes text[] not null,
  made_by uuid not null references app_user,
  -- Made for the organisation: it does not end with its maker.
  of_organisation boolean not null,
  -- SHA-256 of the token; the token itself is stored nowhere.
  hash bytea not null unique,
  begins text not null,
  -- Addresses and networks from which alone it is accepted; none: from all.
  addresses text[] not null default '{}',
  made_at timestamptz not null default now(),
  ends_at timestamptz not null,
  revoked_at timestamptz,
  -- The hour of its last use.
  used_at timestamptz,
  used_from text,
  used_from_since timestamptz
);
create index api_token_of_maker on api_token (made_by, made_at desc);
