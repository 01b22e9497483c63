-- Who did something stays as an id after the account was erased (GE-17): the answers then name the mark made of it.
alter table condition_event drop constraint condition_event_user_id_fkey;
alter table device_note drop constraint device_note_user_id_fkey;
alter table device_weight drop constraint device_weight_set_by_fkey;
alter table visit drop constraint visit_made_by_fkey;
