-- The last counters of the first three quarters of a UTC day (before 06:00, 12:00 and 18:00), so that a month of another
-- time zone can be cut within a day. Those of the last quarter are the counters of the day. Null: no report in that
-- quarter, or a day stored before this migration. Why: docs/decisions/0225-pages-by-local-month.md.
alter table counter_day
  add column q1_at timestamptz, add column q1_total bigint, add column q1_color bigint, add column q1_black bigint,
  add column q2_at timestamptz, add column q2_total bigint, add column q2_color bigint, add column q2_black bigint,
  add column q3_at timestamptz, add column q3_total bigint, add column q3_color bigint, add column q3_black bigint;
