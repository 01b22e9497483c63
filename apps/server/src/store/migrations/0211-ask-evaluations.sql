-- Has conditions of entities worked out again, one by one in the order of their ids: a cluster locks rows of
-- one shard a statement, and takes no volatile function in a change. asked_at differs from any before it.
create function ask_evaluations(ids uuid[]) returns void language plpgsql as $$
declare
  id uuid;
  at timestamptz;
begin
  for id in select distinct unnest(ids) order by 1 loop
    at := clock_timestamp();
    update evaluation set asked_at = at where entity_id = id;
  end loop;
end $$;
