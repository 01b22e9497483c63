-- Locks rows of devices one by one, in the order of their ids: a cluster locks rows of one shard a statement.
create function lock_devices(ids uuid[]) returns void language plpgsql as $$
declare
  id uuid;
begin
  for id in select distinct unnest(ids) order by 1 loop
    perform from device where device_id = id for no key update;
  end loop;
end $$;
