-- When a condition last changed for those who fetch changes (TK-12): its state, evidence or ticket, not only when it was last seen.
-- Rules: docs/decisions/0427-feed-of-conditions.md.
alter table condition add column changed_at timestamptz not null default now();
alter table condition alter column changed_at set default clock_timestamp();
create index condition_changed on condition (changed_at, condition_id);
