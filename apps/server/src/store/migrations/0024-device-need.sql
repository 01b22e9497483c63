-- Pieces that a device is expected to need within 91 days of its judgement, for 'parts needed' (docs/decisions/0309). One
-- small row for each device: the sums over a fleet must not read its judgements. Lists of equal length, by item
-- ('part.6250', 'toner.black'); empty for a device that has stopped reporting.
create table device_need (
  device_id uuid primary key references device on delete cascade,
  judged_on date not null,
  items text[] not null,
  means real[] not null,
  variances real[] not null,
  -- 'date', 'life', 'rate': what each rests on.
  bases text[] not null
);
