-- 0700: reports that were acknowledged when they were in the stream and could not be stored afterwards. A person
-- decides: the body is there to be stored again. One row for reports with the same reason of one message; the
-- collector may be gone. Unique, so that a message that is taken twice leaves one.
create table dead_letter (
  letter_id uuid primary key,
  noted_at timestamptz not null default now(),
  published_at timestamptz not null,
  sequence bigint not null,
  index integer not null,
  collector_id uuid,
  arrived_at timestamptz,
  clock_offset double precision not null,
  reports integer not null,
  reason text not null,
  type text not null,
  is_packed boolean not null,
  body bytea not null,
  unique (published_at, sequence, index)
);
create index dead_letter_by_time on dead_letter (noted_at);
