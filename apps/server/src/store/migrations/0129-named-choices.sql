-- The choice of a subscription that named an event (DE-27): collector, deviceStopped, deviceReporting; null: the event itself.
alter table delivery add column chosen text;
