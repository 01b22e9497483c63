-- LG-13: what devices of a model print a minute, as an organisation knows it; it holds for those below it too.
create table model_speed (
  organisation_id uuid not null references organisation on delete cascade,
  model text not null,
  pages_per_minute smallint not null check (pages_per_minute between 1 and 500),
  primary key (model, organisation_id)
);
