-- Calls of API tokens by hour (OA-30), kept for two days. Rules: docs/decisions/0468-calls-of-tokens.md.
create table api_token_calls (
  token_id uuid not null references api_token on delete cascade,
  -- When it began.
  hour timestamptz not null,
  calls int not null,
  -- Most calls that one server had from the token within a minute of the hour, and that minute.
  most int not null,
  most_at timestamptz not null,
  primary key (token_id, hour)
);
create index api_token_calls_by_hour on api_token_calls (hour);
