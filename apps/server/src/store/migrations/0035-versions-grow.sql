-- Versions of what people set by hand only grow, also over a time in which nothing is set (GE-06): a change that was made
-- from a value that is gone never passes for one of the present value.
alter table evaluation add column by_hand_version int not null default 0, add column weight_version int not null default 0;
update evaluation e set by_hand_version = coalesce((w.by_hand ->> 'version')::int, 1)
from worklist_row w where w.entity_id = e.entity_id and w.by_hand is not null;
update evaluation e set weight_version = w.version from device_weight w where w.device_id = e.entity_id;
