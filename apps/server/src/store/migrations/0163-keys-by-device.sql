-- Unique keys and references of device data include the device (architecture, rules of the store; Citus refuses others).
-- Ids of claims are made as UUIDv7 by the server: an index finds them, none has to prove that they differ.
alter table device_claim drop constraint device_claim_claim_id_key;
create index device_claim_by_id on device_claim (claim_id);
-- The id of a customer follows from its number (worklist, customerEntityId), so the primary key suffices.
drop index evaluation_by_customer;
create index evaluation_by_customer on evaluation (customer_number) where customer_number is not null;
-- The other device of a merge may lie on another node. The server never deletes devices.
alter table device_merge drop constraint device_merge_merged_id_fkey;
-- Foreign keys that `platen admin distribute` has dropped and not yet made again (docs/decisions/0770).
create table set_aside_key (
  table_name text not null,
  key_name text not null,
  definition text not null,
  primary key (table_name, key_name)
);
