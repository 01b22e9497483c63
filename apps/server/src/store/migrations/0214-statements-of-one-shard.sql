-- What a cluster takes one shard a statement, or in another form (docs/decisions/0968-forms-for-the-fleet.md).

-- Locks those of the devices that no other session has locked; returns them.
create function lock_free_devices(ids uuid[]) returns setof uuid language plpgsql as $$
declare
  id uuid;
begin
  foreach id in array ids loop
    perform from device where device_id = id for no key update skip locked;
    if found then
      return next id;
    end if;
  end loop;
end $$;

-- Locks devices of a close in the order given; returns those that it has locked. Not `waits`: without those
-- that another session has locked.
create function lock_close_devices(close uuid, ids uuid[], waits boolean) returns setof uuid language plpgsql as $$
declare
  id uuid;
begin
  foreach id in array ids loop
    if waits then
      perform from meter_close_device where device_id = id and close_id = close for update;
    else
      perform from meter_close_device where device_id = id and close_id = close for update skip locked;
    end if;
    if found then
      return next id;
    end if;
  end loop;
end $$;

-- Marks devices of open closes to be worked out again, one by one in the order of their ids, so that no two
-- wait for each other. A row that is marked already is written again: it may be worked out at this moment.
create function mark_meters_due(ids uuid[]) returns void language plpgsql as $$
declare
  id uuid;
begin
  for id in select distinct unnest(ids) order by 1 loop
    update meter_close_device x set is_due = true from meter_close c
    where x.device_id = id and c.close_id = x.close_id and c.state = 'open';
  end loop;
end $$;

-- Distinct texts of a field, as in the index that it leads, at most so many. Walks the index from value to
-- value; a cluster, which knows no recursion over shards, has each shard name its texts.
create function distinct_texts(field text, most int) returns setof text language plpgsql stable as $$
declare
  expression text := case field
    when 'model' then 'coalesce(d.model, '''')'
    when 'customerName' then 'coalesce(d.customer_name, d.customer_number, '''')'
    when 'description' then 'coalesce(d.description, '''')'
    when 'dealerName' then 'left(d.dealer_name, 200)'
  end;
begin
  if expression is null then
    raise exception 'no texts of a field %', field;
  end if;
  if to_regclass('pg_dist_partition') is not null then
    return query execute format(
      'select distinct %1$s from device d where %1$s is not null limit $1', expression) using most;
  else
    return query execute format($f$
      with recursive walk(value) as (
        (select min(%1$s) from device d)
        union all
        select (select min(%1$s) from device d where %1$s > walk.value) from walk where walk.value is not null
      )
      select value from walk where value is not null limit $1 $f$, expression) using most;
  end if;
end $$;
