-- Records from older plans (VP-24). Rules: docs/decisions/0434-older-plans.md.
-- The version of the visit that last changed its plan: records, starts and reading raise the version too, and change no plan.
alter table visit add column plan_version int not null default 1;
update visit set plan_version = version where state not in ('done', 'cancelled');
-- The plan that a record was made from, where the visit had a newer one: {"madeAt", "conditions", "bring"}.
alter table visit_record add column plan jsonb;
