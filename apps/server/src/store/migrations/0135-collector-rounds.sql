-- CF-32: the whole rounds of collectors over the last day, for their pages. A round is named by its beginning on
-- the clock of the collector, which every status repeats alike; its end is by the server's clock.
create table collector_round (
  collector_id uuid not null references collector on delete cascade,
  began_at timestamptz not null,
  ended_at timestamptz not null,
  printers integer not null,
  unread integer not null,
  primary key (collector_id, began_at)
);
create index collector_round_by_end on collector_round using brin (ended_at);
