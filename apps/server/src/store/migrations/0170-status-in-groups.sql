-- The devices of a cell (same groups) in the order of status, so that a group in which the worst status is rare does not walk
-- past all others: docs/decisions/0790-order-in-large-groups.md. A digest, since an entry of an index has a limit. Columns that
-- stand in other indexes already: everyday reports stay heap-only updates.
create index device_by_cell_status on device (hash_array_extended(group_ids, 0), status_rank, coalesce(serial, ''), device_id)
  where held_by is null and retired_on is null;
