-- Of all that a judgement was made of (docs/decisions/0800). An older server does not write it, and judges at another
-- time: the digest holds only where input_at is judged_at.
alter table device_judgement add column input_digest bytea, add column input_at timestamptz;
