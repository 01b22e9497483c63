-- Messages about visits wait, are gathered and are counted as those about conditions (DE-06, DE-10 to DE-13).
-- Rules: docs/decisions/0469-visits-wait-as-conditions-do.md.
alter table delivery add column visit_id uuid;
create index delivery_of_visit on delivery (visit_id, channel_id) where visit_id is not null;
