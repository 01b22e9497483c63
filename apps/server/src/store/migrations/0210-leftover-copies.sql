-- Copies of months that were never exchanged (docs/decisions/0820-reports-thinned-by-month.md).
do $$
begin
  execute format($f$
    create function drop_thinned_copies() returns void language plpgsql security definer
    set search_path = %1$I, pg_temp as $body$
    declare
      name text;
    begin
      for name in select relname from pg_class
        where relnamespace = %1$L::regnamespace and relkind = 'r' and relname ~ '^device_report_\d{6}_thin$' loop
        execute format('drop table %%I', name);
      end loop;
    end $body$
  $f$, current_schema());
end $$;
