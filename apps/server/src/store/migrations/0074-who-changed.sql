-- Who made a version of a channel or of a ticket system by hand, named to others who change an older one (TX-19). A version
-- that no user made has another number than changed_in.
alter table channel add column changed_by uuid, add column changed_in int;
alter table ticket_system add column changed_by uuid, add column changed_in int;
