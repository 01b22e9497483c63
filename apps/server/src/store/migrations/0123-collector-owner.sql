-- The devices that a collector registered: whose names a dealer may see is found by collector, not by reading all devices.
create index device_by_owner on device (owner_id) where owner_id is not null;
