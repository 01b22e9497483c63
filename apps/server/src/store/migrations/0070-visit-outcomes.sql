-- What each recorded visit to a device brought (VE-01 to VE-07), counted by a job while its days still count. Rules:
-- docs/decisions/0443-figures-of-visits.md. Kept as long as the visit.
create table visit_outcome (
  device_id uuid not null references device on delete cascade,
  visit_id uuid not null references visit on delete cascade,
  -- Of the record that was counted.
  revision smallint not null,
  day date not null,
  -- What its conditions and entries are about, as conditions name it.
  units text[] not null,
  -- Total pages of the device on that day; null: not known.
  pages bigint,
  -- Pieces replaced or brought back, and of these those that came back unused.
  brought int not null,
  unused int not null,
  -- VisitEffect of packages/contract, one for each rate.
  effects jsonb not null,
  -- Nothing can be added to the days after the visit.
  is_over boolean not null,
  counted_at timestamptz not null,
  primary key (device_id, visit_id)
);
create index visit_outcome_by_day on visit_outcome (day);
create index visit_outcome_of_visit on visit_outcome (visit_id);
