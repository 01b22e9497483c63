-- OA-41: the day from which a device is out of lists, rules and counts; null: in use. It stands at the device, since
-- every list asks for it; it is a fact by people all the same, and reports never change it.
alter table device add column retired_on date;
alter table device_fact drop column retired_on;
create index device_retired on device (retired_on) where retired_on is not null;
