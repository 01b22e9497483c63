-- Claims are opened by a job, not by the delivery: docs/decisions/0107-collector-keys-are-bound.md.
-- The job looks for held devices without a claim. A new device is in exactly one of device_visible and device_held, so that
-- both kinds cost the same.
create index device_held on device (device_id) where held_by is not null;

-- A device is held once, so it has one claim: two servers that open claims at once never open two for one device.
alter table device_claim drop constraint device_claim_pkey;
alter table device_claim add primary key (device_id);
alter table device_claim add unique (claim_id);
