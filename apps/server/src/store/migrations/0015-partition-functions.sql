-- Partitions are made and dropped by functions that run as the owner of the tables: the application's role may call
-- them, but has no right to make or drop tables itself (docs/decisions/0117-database-roles.md).
do $$
begin
  execute format($f$
    create function make_partition(parent text, month text) returns void language plpgsql security definer
    set search_path = %1$I, pg_temp as $body$
    declare
      name text := parent || '_' || replace(month, '-', '');
      first timestamptz;
    begin
      if month !~ '^\d{4}-(0[1-9]|1[0-2])$' then
        raise exception 'not a month: %%', month using errcode = '22023';
      end if;
      if not exists (select from pg_class where oid = to_regclass(format('%%I.%%I', %1$L, parent)) and relkind = 'p') then
        raise exception 'not a partitioned table: %%', parent using errcode = '22023';
      end if;
      first := (month || '-01 00:00:00+00')::timestamptz;
      -- Made apart and then attached: this blocks nobody, while `partition of` would block every reader.
      execute format('create table %%I (like %%I including defaults including constraints including indexes) %%s', name, parent,
        -- Days of three a page stay uncompressed (0010).
        case when parent = 'reading_day' then 'with (toast_tuple_target = 2720)' else '' end);
      execute format('alter table %%I attach partition %%I for values from (%%L) to (%%L)', parent, name,
        to_char(first at time zone 'UTC', 'YYYY-MM-DD') || ' 00:00:00+00',
        to_char(first at time zone 'UTC' + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00');
    end $body$;

    create function drop_partition(parent text, month text) returns void language plpgsql security definer
    set search_path = %1$I, pg_temp as $body$
    declare
      name text := parent || '_' || replace(month, '-', '');
    begin
      if not exists (
        select from pg_inherits
        where inhrelid = to_regclass(format('%%I.%%I', %1$L, name)) and inhparent = to_regclass(format('%%I.%%I', %1$L, parent))
      ) then
        raise exception 'not a partition: %%', name using errcode = '22023';
      end if;
      -- Retention is at least two months (settings): a newer month is never dropped, whoever asks.
      if month !~ '^\d{4}-\d{2}$' or month >= to_char(now() at time zone 'UTC' - interval '1 month', 'YYYY-MM') then
        raise exception 'month %% is too recent to be dropped', month using errcode = '22023';
      end if;
      execute format('drop table %%I', name);
    end $body$
  $f$, current_schema());
end $$;
