-- Months of reports are thinned to the last report of a day (docs/decisions/0820-reports-thinned-by-month.md).

-- Minutes of the UTC day at which reports came that are not stored any more; on the last report of that day.
alter table device_report add column also_at smallint[];

-- The application may not make tables, so functions of their owner make and exchange the table of a month (0015).
do $$
begin
  execute format($f$
    create function begin_thinning(month text) returns void language plpgsql security definer
    set search_path = %1$I, pg_temp as $body$
    declare
      name text := 'device_report_' || replace(month, '-', '');
      first timestamp;
    begin
      if month !~ '^\d{4}-(0[1-9]|1[0-2])$' or month >= to_char(now() at time zone 'UTC' - interval '1 month', 'YYYY-MM') then
        raise exception 'not a month that may be thinned: %%', month using errcode = '22023';
      end if;
      first := (month || '-01')::timestamp;
      -- What a run that was interrupted left.
      execute format('drop table if exists %%I', name || '_thin');
      execute format('create table %%I (like device_report including defaults including constraints including indexes)', name || '_thin');
      -- With it the months are exchanged without reading the rows.
      execute format('alter table %%I add constraint thinned_month check (observed_at >= %%L and observed_at < %%L)', name || '_thin',
        first::text || '+00', (first + interval '1 month')::text || '+00');
      execute format('grant select, insert, delete on %%I to %%I', name || '_thin', session_user);
    end $body$;

    create function end_thinning(month text) returns void language plpgsql security definer
    set search_path = %1$I, pg_temp as $body$
    declare
      name text := 'device_report_' || replace(month, '-', '');
      bounds text;
    begin
      select pg_get_expr(c.relpartbound, c.oid) into bounds from pg_class c join pg_inherits i on i.inhrelid = c.oid
      where c.oid = to_regclass(format('%%I.%%I', %1$L, name)) and i.inhparent = to_regclass(format('%%I.%%I', %1$L, 'device_report'));
      if bounds is null or to_regclass(format('%%I.%%I', %1$L, name || '_thin')) is null then
        raise exception 'thinning of month %% was not begun', month using errcode = '22023';
      end if;
      execute format('drop table %%I', name);
      execute format('revoke all on %%I from %%I', name || '_thin', session_user);
      execute format('alter table %%I rename to %%I', name || '_thin', name);
      execute format('alter table device_report attach partition %%I %%s', name, bounds);
      execute format('alter table %%I drop constraint thinned_month', name);
    end $body$
  $f$, current_schema());
end $$;
