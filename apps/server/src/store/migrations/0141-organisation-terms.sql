-- OA-04: terms of use of an organisation and who agreed to them. Rules: docs/decisions/0640-terms-of-organisations.md.
create table organisation_terms (
  organisation_id uuid not null references organisation on delete cascade,
  -- Counts the texts of the organisation from 1; texts that ended are still what people agreed to.
  number integer not null,
  english text not null,
  japanese text not null,
  set_at timestamptz not null default now(),
  -- Null: in force.
  ended_at timestamptz,
  primary key (organisation_id, number)
);
create unique index organisation_terms_in_force on organisation_terms (organisation_id) where ended_at is null;

create table terms_agreement (
  user_id uuid not null references app_user on delete cascade,
  organisation_id uuid not null references organisation on delete cascade,
  number integer not null,
  agreed_at timestamptz not null default now(),
  primary key (user_id, organisation_id)
);
create index terms_agreement_of on terms_agreement (organisation_id);
