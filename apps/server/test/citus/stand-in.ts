/**
 * Stands in for the catalogue and the functions of the extension, in a schema of its own. It refuses what the
 * documentation says: a table that was distributed before, one with a foreign key from or to another that is
 * not, and a table colocated with one that is not distributed. It moves no rows and enforces nothing
 * afterwards, and so proves the order of steps and the flow of a run, not that Citus takes the statements.
 */
export const standIn = `
  create schema citus_stand_in;
  grant usage on schema citus_stand_in to public;
  create table citus_stand_in.pg_dist_partition (
    logicalrelid regclass primary key, partmethod "char", partkey text, repmodel "char");
  grant select, insert on citus_stand_in.pg_dist_partition to public;
  create function citus_stand_in.column_to_column_name(of regclass, key text) returns text language sql as 'select key';
  create function citus_stand_in.note_table(name text, method "char", key text, model "char") returns void language plpgsql as $$
  begin
    if exists (select from pg_constraint c where contype = 'f' and name::regclass in (conrelid, confrelid)) then
      raise exception '% has foreign keys', name;
    end if;
    insert into citus_stand_in.pg_dist_partition values (name, method, key, model);
  end $$;
  create function citus_stand_in.create_reference_table(name text) returns void language sql as
    $$ select citus_stand_in.note_table(name, 'n', null, 't') $$;
  create function citus_stand_in.create_distributed_table(name text, key text, colocate_with text) returns void language plpgsql as $$
  begin
    if colocate_with <> 'none' and not exists (
      select from citus_stand_in.pg_dist_partition where logicalrelid = colocate_with::regclass) then
      raise exception '% is not distributed', colocate_with;
    end if;
    perform citus_stand_in.note_table(name, 'h', key, 's');
  end $$`;
