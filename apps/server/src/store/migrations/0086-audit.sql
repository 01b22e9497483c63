-- The audit (OA-50 to OA-52, GE-11): how the author of an entry acted, with which API token and in which call.
alter table audit_entry
  add column actor_kind text not null default 'user'
    check (actor_kind in ('user', 'token', 'link', 'collector', 'operator', 'server')),
  add column token_id uuid,
  add column request_id text;

update audit_entry a set actor_kind = case when actor in ('server', 'link') then actor else 'operator' end
where actor in ('server', 'link')
  or (actor not like 'user:erased-%' and not exists (select from app_user u where u.subject = a.actor));

-- By time, of a subject, and of an actor, newest first.
create index audit_entry_at on audit_entry (at desc, audit_id desc);
create index audit_entry_subject on audit_entry (subject, at desc, audit_id desc);
create index audit_entry_actor on audit_entry (actor, at desc, audit_id desc);

-- The application may delete no entry (OA-51). Retention does, by this function, and only what is older than it.
do $$
begin
  execute format($f$
    create function drop_audit_entries(months int, most int) returns int language plpgsql security definer
    set search_path = %1$I, pg_temp as $body$
    declare
      dropped int;
    begin
      if months < 24 then
        raise exception 'entries are kept for 24 months' using errcode = '22023';
      end if;
      delete from audit_entry where audit_id in (
        select audit_id from audit_entry where at < now() - make_interval(months => months)
        order by at limit most);
      get diagnostics dropped = row_count;
      return dropped;
    end $body$
  $f$, current_schema());
end $$;
