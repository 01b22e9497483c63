-- As partitions made from now on have it (store/partitions.ts). What is stored stays as it is until it is written again.
do $$
declare partition regclass;
begin
  for partition in select inhrelid::regclass from pg_inherits where inhparent = 'reading_day'::regclass loop
    execute format('alter table %s set (toast_tuple_target = 2720)', partition);
  end loop;
end $$;
